"""Reads what zarrscope has encoded, with zarr-python 3.4.2, numcodecs and tensorstore, and compares every element.

    python check_encoded.py ../values/encoded.json

Objects are read by numcodecs. Codecs that zarr-python lacks are undone here: `zfp` by zfpy without a header, `n5_default` by the N5 driver of
tensorstore, Snappy inside of Blosc by tensorstore, `packbits` by NumPy, and `conditional` by its two rules. Lossy codecs
give other values than went in: there, both readers have to agree (`decoded`). Filters without rounding by a library, and
whatever else is listed in `SAME`, have to give the very bytes that zarr-python writes.
"""

import asyncio
import base64
import json
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import zarr
from zarr.core.buffer import default_buffer_prototype
from zarr.storage import MemoryStore

warnings.simplefilter("ignore")
np.seterr(all="ignore")

# Codecs whose bytes are laid down by a text or by exact arithmetic.
SAME = {
    "transpose", "bytes", "bitround", "delta", "fixedscaleoffset", "quantize", "astype", "packbits", "scale_offset",
    "cast_value", "vlen-utf8", "vlen-bytes", "vlen-array", "json2", "msgpack2", "categorize", "crc32c", "crc32", "adler32",
    "fletcher32", "jenkins_lookup3", "base64", "shuffle",
}
FORMULAS = {"steps": lambda index: index // 1000, "squares": lambda index: index * index % 101}


def document(row):
    if "dtype" in row:
        names = ["dtype", "shape", "fill_value", "order", "filters", "compressor"]
        return {"zarr_format": 2, "chunks": row["shape"], **{name: row[name] for name in names}}
    return {
        "zarr_format": 3, "node_type": "array", "shape": row["shape"], "data_type": row["data_type"],
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": row["shape"]}},
        "chunk_key_encoding": {"name": "v2"}, "fill_value": row["fill_value"], "codecs": row["codecs"], "attributes": {},
    }


def key(row):
    return ".".join("0" for _ in row["shape"]) or "0"


def store(row, chunk=None):
    found, put = MemoryStore(), default_buffer_prototype().buffer.from_bytes
    name = ".zarray" if "dtype" in row else "zarr.json"
    asyncio.run(found.set(name, put(json.dumps(document(row)).encode())))
    if chunk is not None:
        asyncio.run(found.set(key(row), put(chunk)))
    return found


def read(row, chunk):
    """All elements, as zarr-python reads them."""
    return np.asarray(zarr.open_array(store(row, chunk), mode="r")[...])


def write(row, values):
    """The chunk that zarr-python writes."""
    target = store(row)
    array = zarr.open_array(target, mode="r+", config={"write_empty_chunks": True})
    array[...] = values
    return asyncio.run(target.get(key(row), default_buffer_prototype())).to_bytes()


def names(row):
    if "dtype" in row:
        found = [*(row["filters"] or []), *([row["compressor"]] if row["compressor"] else [])]
        return [item["id"] for item in found]
    return [(item if isinstance(item, str) else item["name"]).removeprefix("numcodecs.") for item in row["codecs"]]


def read_tensorstore(row, chunk):
    import tensorstore

    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "zarr.json").write_text(json.dumps(document(row)))
        Path(directory, key(row)).write_bytes(chunk)
        spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": directory}}
        return tensorstore.open(spec).result().read().result()


def read_n5(row, chunk):
    import tensorstore

    inner = row["codecs"][0]["configuration"]["codecs"]
    compression = {"type": "gzip"} if len(inner) > 2 else {"type": "raw"}
    attributes = {"dimensions": row["shape"], "blockSize": row["shape"], "dataType": row["data_type"],
                  "compression": compression}
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "attributes.json").write_text(json.dumps(attributes))
        block = Path(directory, *("0" for _ in row["shape"]))
        block.parent.mkdir(parents=True, exist_ok=True)
        block.write_bytes(chunk)
        spec = {"driver": "n5", "kvstore": {"driver": "file", "path": directory}}
        found = tensorstore.open(spec).result().read().result()
        # N5 names its dimensions in the other order than NumPy; tensorstore keeps that.
        return found


def read_zfp(row, chunk):
    import zfpy

    configuration = dict(row["codecs"][0]["configuration"])
    mode = configuration.pop("mode")
    kinds = {"int32": zfpy.type_int32, "int64": zfpy.type_int64, "float32": zfpy.type_float, "float64": zfpy.type_double}
    shape = tuple(row["shape"]) or (1,)
    if mode == "expert":
        return None
    # The decompressor reads whole words of eight bytes.
    return zfpy._decompress(chunk + bytes(-len(chunk) % 8), kinds[row["data_type"]], shape, **configuration)


def read_packbits(row, chunk):
    configuration = row["codecs"][0]["configuration"]
    data_type, padding = np.dtype(row["data_type"]), configuration["padding_encoding"]
    first = configuration.get("first_bit", 0)
    count = configuration.get("last_bit", 0 if data_type == bool else 8 * data_type.itemsize - 1) - first + 1
    packed = chunk[1:] if padding == "first_byte" else chunk[:-1] if padding == "last_byte" else chunk
    size = int(np.prod(row["shape"]))
    said = {"first_byte": chunk[0], "last_byte": chunk[-1]}.get(padding, -size * count % 8)
    assert said == -size * count % 8, "padding"
    bits = np.unpackbits(np.frombuffer(packed, "u1"), bitorder="little")[: size * count].reshape(size, count)
    return (bits.astype("i8") << np.arange(first, first + count)).sum(axis=1).astype(data_type)


def read_conditional(row, chunk):
    import google_crc32c
    import gzip

    header, chunk = chunk[0], chunk[1:]
    for index, inner in reversed(list(enumerate(row["codecs"][-1]["configuration"]["codecs"]))):
        if not header >> index & 1:
            continue
        if inner["name"] == "crc32c":
            assert google_crc32c.value(chunk[:-4]) == int.from_bytes(chunk[-4:], "little")
        chunk = gzip.decompress(chunk) if inner["name"] == "gzip" else chunk[:-4]
    return read({**row, "codecs": row["codecs"][:-1]}, chunk)


def read_reshape(row, chunk):
    return read({**row, "codecs": row["codecs"][1:]}, chunk)


def filter_of(row):
    import numcodecs

    return numcodecs.get_codec(dict(row["filters"][0]))


def read_numcodecs(row, chunk):
    """Objects, whose data type zarr-python 3 does not have."""
    found = filter_of(row).decode(chunk)
    return np.asarray(found, dtype=object).reshape(row["shape"])


def reader(row):
    """What reads a row, and its name."""
    own = {"n5_default": read_n5, "zfp": read_zfp, "conditional": read_conditional, "reshape": read_reshape}
    for name in names(row):
        if name in own:
            return own[name]
    if row.get("dtype") == "|O" and names(row)[0] != "vlen-utf8":
        return read_numcodecs
    if "packbits" in [item["name"] for item in row.get("codecs", []) if isinstance(item, dict)]:
        return read_packbits
    if '"snappy"' in json.dumps(row.get("codecs")):
        return read_tensorstore
    return read


def little(array):
    array = np.ascontiguousarray(array)
    if array.dtype.names:
        return array.astype([(name, array.dtype[name].newbyteorder("<")) for name in array.dtype.names]).tobytes()
    return array.astype(array.dtype.newbyteorder("<")).tobytes()


def agree(found, wanted, row):
    """Whether elements are the same; every NaN is like another, because processors make different ones."""
    kind = row.get("data_type", row.get("dtype"))
    if found == wanted or not isinstance(wanted, bytes) or not isinstance(kind, str) or np.dtype(kind).kind not in "fc":
        return found == wanted
    own = np.dtype(kind).type(0).real.dtype.newbyteorder("<")
    found, wanted = np.frombuffer(found, own), np.frombuffer(wanted, own)
    bits = f"<u{own.itemsize}"
    return bool(((found.view(bits) == wanted.view(bits)) | (np.isnan(found) & np.isnan(wanted))).all())


def forms(array, row):
    """Elements as the file has them: bytes, or a list of bytes."""
    kind = row.get("data_type", row.get("dtype"))
    if kind not in ("string", "variable_length_bytes", "|O"):
        return little(array)
    listed = []
    for item in array.reshape(-1).tolist():
        if isinstance(item, bytes):
            listed.append(item)
        elif isinstance(item, np.ndarray):
            listed.append(little(item))
        elif names(row) and names(row)[0] in ("json2", "msgpack2"):
            listed.append(json.dumps(item, sort_keys=True).encode())
        else:
            listed.append(item.encode())
    return listed


def recorded(row, member):
    values = row[member]
    if isinstance(values, str) and values in FORMULAS:
        index = np.arange(int(np.prod(row["shape"])))
        return little(FORMULAS[values](index).astype(row.get("data_type", row.get("dtype"))))
    if isinstance(values, list):
        items = [base64.b64decode(item) for item in values]
        if names(row)[0] in ("json2", "msgpack2"):
            items = [json.dumps(json.loads(item), sort_keys=True).encode() for item in items]
        return items
    return base64.b64decode(values)


def rewritten(row):
    """The bytes that zarr-python writes for the values of a row."""
    values = recorded(row, "values")
    if isinstance(values, bytes):
        array = np.asarray(zarr.open_array(store(row), mode="r")[...])
        own = array.dtype.newbyteorder("<") if not array.dtype.names else None
        values = np.frombuffer(values, own).reshape(row["shape"])
        return write(row, values)
    objects = np.empty(len(values), dtype=object)
    for index, item in enumerate(values):
        name = names(row)[0]
        inner = (row["filters"][0].get("dtype") if name == "vlen-array" else None)
        objects[index] = (json.loads(item) if name in ("json2", "msgpack2") else item if name == "vlen-bytes" else
                          np.frombuffer(item, inner) if inner else item.decode())
    objects = objects.reshape(row["shape"])
    return write(row, objects) if reader(row) is read else bytes(filter_of(row).encode(objects))


def check(row):
    """What is wrong with a row, or nothing."""
    chunk = base64.b64decode(row["stored"])
    wanted = recorded(row, "decoded" if "decoded" in row else "values")
    found = reader(row)(row, chunk)
    if found is None:
        return None
    if not agree(forms(found, row), wanted, row):
        return "other values"
    is_same = reader(row) in (read, read_numcodecs) and set(names(row)) <= SAME and "struct" not in row["name"]
    if is_same and rewritten(row) != chunk:
        return "other bytes than zarr-python writes"
    return None


def main():
    rows = json.loads(Path(sys.argv[1]).read_text())
    faults, by = 0, {}
    for row in rows:
        if "refused" in row:
            by["refused: " + row["refused"]] = by.get("refused: " + row["refused"], 0) + 1
            continue
        try:
            fault = check(row)
        except Exception as error:
            fault = f"{type(error).__name__}: {str(error)[:300]}"
        name = reader(row).__name__
        by[name] = by.get(name, 0) + (fault is None)
        if fault:
            faults += 1
            print(row["name"], json.dumps(row.get("codecs", row.get("filters")))[:400], "->", fault)
    print(by, f"{faults} faults")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
