"""Documents with another data type, chunk shape, chunk key encoding or name than the chunks have."""

import json

import numpy as np

from .writing import (
    CORPUS, CRC32C, GZIP, LITTLE, ZSTD, array, array_v2, case, chunk, declare, edit, values,
)  # fmt: skip


def write():
    yield from sizes()
    yield from keys()
    yield from names()


def regular(*chunk_shape):
    return {"name": "regular", "configuration": {"chunk_shape": list(chunk_shape)}}


def sizes():
    store = array("int32_is_int16", LITTLE, dtype="int16")
    declare(store, data_type="int32")
    yield case(store, "data type should be int16", changes=True)
    store = array("float64_is_float32", LITTLE, ZSTD)
    declare(store, data_type="float64")
    yield case(store, "data type should be float32", changes=True)
    store = array("float32_is_float64", LITTLE, CRC32C, dtype="float64")
    declare(store, data_type="float32")
    yield case(store, "data type should be float64", changes=True)
    store = array_v2("v2_int64_is_int32", {"id": "zlib", "level": 1}, dtype="int32")
    declare(store, ".zarray", dtype="<i8")
    yield case(store, "data type should be int32", changes=True)
    store = array("one_chunk_of_another_type", LITTLE)
    edit(store, lambda stored: values("float64")[12:, :10].tobytes())
    yield case(store, "data type is float64 in this chunk alone", changes=True)
    store = array("cut_to_the_array", LITTLE, shape=(20, 17), chunks=(12, 10))
    edit(store, lambda stored: np.frombuffer(stored, "<f4").reshape(12, 10)[:8].tobytes())
    yield case(store, "the chunk was cut to the array")
    store = array("cut_to_the_array_gzip", LITTLE, GZIP, shape=(20, 17), chunks=(12, 10))
    import gzip

    edit(store, lambda stored: gzip.compress(np.frombuffer(gzip.decompress(stored), "<f4").reshape(12, 10)[:8].tobytes(), mtime=0))
    yield case(store, "the chunk was cut to the array")
    store = array("smaller_chunks", LITTLE, chunks=(6, 10))
    declare(store, chunk_grid=regular(12, 10))
    yield case(store, "chunk shape should be (6, 10)", chunk=None, changes=True)
    store = array("larger_array", LITTLE)
    declare(store, shape=[12, 20])
    yield case(store, "the array is larger: shape is up to (24, 20)", chunk=None, changes=True)


def keys():
    def encoding(name, separator):
        return {"name": name, "configuration": {"separator": separator}}

    for name, written, declared in [
        ("keys_v2", ("v2", "."), ("default", "/")),
        ("keys_v2_slash", ("v2", "/"), ("default", "/")),
        ("keys_default", ("default", "/"), ("v2", ".")),
        ("keys_default_dot", ("default", "."), ("default", "/")),
    ]:
        store = array(name, LITTLE, keys=written[0], separator=written[1])
        declare(store, chunk_key_encoding=encoding(*declared))
        hypothesis = f'chunk key encoding is {written[0]} with the separator "{written[1]}"'
        yield case(store, hypothesis, chunk=None, changes=True)
    store = array_v2("v2_keys_slash", {"id": "zlib", "level": 1}, separator="/")
    document = json.loads((CORPUS / store / ".zarray").read_text())
    del document["dimension_separator"]
    (CORPUS / store / ".zarray").write_text(json.dumps(document, indent=1))
    yield case(store, 'dimension separator is "/"', chunk=None, changes=True)
    store = array_v2("v2_keys_default", {"id": "zlib", "level": 1})
    for key in ("0.0", "0.1", "1.0", "1.1"):
        target = chunk(store, "c/" + key.replace(".", "/"))
        target.parent.mkdir(parents=True, exist_ok=True)
        chunk(store, key).rename(target)
    yield case(store, 'chunk key encoding is default with the separator "/"', chunk=None)


def names():
    store = array("name_gzipp", LITTLE, GZIP)
    declare(store, codecs=[LITTLE, {**GZIP, "name": "gzipp"}])
    yield case(store, "codec name should be gzip", changes=True)
    store = array("name_in_capitals", LITTLE, ZSTD)
    declare(store, codecs=[LITTLE, {**ZSTD, "name": "Zstd"}])
    yield case(store, "codec name should be zstd", changes=True)
    store = array("name_of_array_to_bytes", LITTLE)
    declare(store, codecs=[{**LITTLE, "name": "byte"}])
    yield case(store, "codec name should be bytes", changes=True)
    store = array_v2("v2_name_blosc", {"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0})
    declare(store, ".zarray", compressor={"id": "blosc1", "cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0})
    yield case(store, "codec name should be blosc", changes=True)
    store = array("data_type_in_capitals", LITTLE, dtype="int16")
    declare(store, data_type="Int16")
    yield case(store, "data type should be int16", chunk=None, changes=True)
    store = array("grid_misspelt", LITTLE)
    declare(store, chunk_grid={**regular(12, 10), "name": "regullar"})
    yield case(store, "chunk grid should be regular", chunk=None, changes=True)
    store = array("document_cut", LITTLE)
    path = CORPUS / store / "zarr.json"
    path.write_text(path.read_text()[:300])
    yield case(store, "the document is truncated", chunk=None)
