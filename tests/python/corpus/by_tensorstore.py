"""The arrays that TensorStore writes, of both formats."""

import base64
import ctypes
import json

import ml_dtypes
import numpy as np
import tensorstore

from .recording import sample
from .v2_cases import COUNTING, SLOW, Case
from .v3_cases import BIG, CRC32C, LITTLE, TRANSPOSE, entry, struct

DRIVERS = {2: ("zarr", ".zarray"), 3: ("zarr3", "zarr.json")}

SMALL_TYPES = [
    "bfloat16", "float4_e2m1fn", "float8_e3m4", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e4m3b11fnuz",
    "float8_e5m2", "float8_e5m2fnuz", "int4", "int2",
]  # fmt: skip


def document3(data_type, fill_value, shape=(3, 5), chunks=(2, 3), codecs=(LITTLE,)):
    """A zarr.json for TensorStore."""
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": shape,
        "data_type": data_type,
        "chunk_grid": entry("regular", chunk_shape=chunks),
        "chunk_key_encoding": entry("default", separator="."),
        "fill_value": fill_value,
        "codecs": list(codecs),
    }


def document2(dtype, *, shape=(3, 5), chunks=(2, 3), **more):
    """A .zarray for TensorStore."""
    rest = {"compressor": None, "fill_value": None, "filters": None, "order": "C", "dimension_separator": "."}
    return {"zarr_format": 2, "shape": shape, "chunks": chunks, "dtype": dtype, **rest, **more}


def small_values(name):
    """Some ordinary numbers, then every end of a small type."""
    dtype = np.dtype(getattr(ml_dtypes, name))
    if name.startswith("int"):
        limits = ml_dtypes.iinfo(dtype)
        return np.resize([limits.min, limits.max, 0, 1, -1], (3, 5)).astype(dtype)
    limits = ml_dtypes.finfo(dtype)
    ends = [limits.max, limits.min, limits.smallest_subnormal, limits.tiny]
    return np.resize([*ends, 0.0, 1.0, -1.5, np.nan, np.inf, -0.0], (3, 5)).astype(dtype)


def cases3():
    """name, data type as TensorStore spells it, NumPy values, fill value, and what document3 wants to know."""
    for name in SMALL_TYPES:
        note = {"note": "one byte each; the raw file has the sign in all upper bits"} if name.startswith("int") else {}
        yield name, name, small_values(name), 1, note
    powers = np.ldexp(1.0, np.arange(15).reshape(3, 5) * 17 - 127).astype(ml_dtypes.float8_e8m0fnu)
    yield "float8_e8m0fnu", "float8_e8m0fnu", powers, "NaN", {}
    nan = {"shape": (2, 3), "chunks": (1, 3)}
    yield "bfloat16_big_fill_nan", "bfloat16", small_values("bfloat16"), "NaN", {"codecs": [BIG]}
    yield "float8_e5m2_fill_infinity", "float8_e5m2", small_values("float8_e5m2")[:2, :3], "-Infinity", nan
    bits = sample("|V3", (3, 5), "r24")
    yield "r24", "r24", bits, "AQID", {}
    yield "raw_bytes", entry("raw_bytes", length_bytes=3), bits, "AQID", {}
    pairs = sample([("a", "<i4"), ("b", "<f8")], (3, 5), "struct")
    yield "struct", struct(a="int32", b="float64"), pairs, {"a": -1, "b": "NaN"}, {}
    yield "struct_big_endian", struct(a="int32", b="float64"), pairs, {"a": -1, "b": 0.5}, {"codecs": [BIG]}
    narrow = np.zeros((3, 5), [("a", ml_dtypes.bfloat16), ("b", "i1"), ("c", "<c8")])
    narrow["a"], narrow["b"], narrow["c"] = small_values("bfloat16"), COUNTING % 100, COUNTING * 1j
    data_type = struct(a="bfloat16", b="int8", c="complex64")
    yield "struct_bfloat16_complex64", data_type, narrow, {"a": 0, "b": 1, "c": [0, "NaN"]}, {}
    legacy = entry("structured", fields=[["a", "int32"], ["b", "float64"]])
    note = {"note": "asked for with the old name `structured`; TensorStore writes `struct`"}
    yield "structured_becomes_struct", legacy, pairs, {"a": 0, "b": 0}, note
    index = [LITTLE, CRC32C]
    inner = [entry("zstd", level=1), CRC32C]
    for location in ("start", "end"):
        shard = entry(
            "sharding_indexed", chunk_shape=[2, 4], codecs=[LITTLE, *inner], index_codecs=index, index_location=location
        )
        settings = {"shape": (5, 10), "chunks": (4, 8), "codecs": [shard]}
        yield f"sharded_{location}", "int32", SLOW.astype("<i4"), -1, settings
    big_index = entry(
        "sharding_indexed", chunk_shape=[2, 4], codecs=[TRANSPOSE, BIG], index_codecs=[BIG], index_location="end"
    )
    settings = {"shape": (5, 10), "chunks": (4, 8), "codecs": [big_index]}
    yield "sharded_transposed_big_index", "bfloat16", SLOW.astype(ml_dtypes.bfloat16), -1, settings
    nested = entry("sharding_indexed", chunk_shape=[2, 2], codecs=[LITTLE], index_codecs=index, index_location="end")
    outer = entry("sharding_indexed", chunk_shape=[2, 4], codecs=[nested], index_codecs=index, index_location="end")
    yield "sharded_twice", "uint16", SLOW.astype("<u2"), 7, {**settings, "codecs": [outer]}
    blosc = entry("blosc", cname="snappy", clevel=5, shuffle="shuffle", typesize=8, blocksize=0)
    yield "blosc_snappy", "int64", SLOW.astype("<i8"), 0, {"shape": (5, 10), "chunks": (4, 8), "codecs": [LITTLE, blosc]}


def cases2():
    """name, dtype, NumPy values, and what document2 wants to know."""
    nested = [["a", "<i4"], ["c", ">i2", [2, 3]], ["s", "|S3"]]
    native = [("a", "<i4"), ("c", ">i2", (2, 3)), ("s", "|S3")]
    values = sample(native, (3, 5), "subarray")
    filler = np.array((7, [[1, 2, 3], [4, 5, 6]], b"ab"), native)
    fill = {"fill_value": base64_of(filler)}
    yield "struct_subarray", nested, values, fill
    zlib = {"compressor": {"id": "zlib", "level": 1}}
    yield "struct_subarray_order_f_zlib", nested, values, {**fill, **zlib, "order": "F"}
    twice = [["m", "|u1", [2]], ["v", "|V4"], ["z", ">c8", [1, 2]]]
    yield "struct_subarrays_fill_null", twice, sample([tuple(field) for field in twice], (3, 5), "twice"), {}
    yield "bytes_S3", "|S3", sample("|S3", (3, 5), "S3"), {"fill_value": "QUJD"}
    yield "void_V4", "|V4", sample("|V4", (3, 5), "V4"), {}
    wide = {"shape": (5, 10), "chunks": (4, 8), "fill_value": -1}
    for cname, shuffle in (("lz4", 1), ("blosclz", 2), ("zstd", -1), ("snappy", 1), ("lz4hc", 0), ("zlib", 1)):
        blosc = {"id": "blosc", "cname": cname, "clevel": 5, "shuffle": shuffle, "blocksize": 0}
        name = f"blosc_{cname}_shuffle_{shuffle}".replace("-1", "auto")
        yield name, "<i8", SLOW, {**wide, "compressor": blosc}
    for id, level in (("bz2", 1), ("zstd", 3), ("gzip", 5), ("zlib", 1)):
        yield f"{id}_big", ">i4", SLOW, {**wide, "compressor": {"id": id, "level": level}}
    cube = {"shape": (3, 4, 5), "chunks": (2, 3, 5), "order": "F", "dimension_separator": "/"}
    yield "order_f_cube_slash", ">u2", np.arange(60).reshape(3, 4, 5), cube
    yield "complex_fill", ">c8", sample(">c8", (3, 5), "complex"), {"fill_value": ["NaN", "-Infinity"]}
    for name in ("bfloat16", "float8_e5m2", "int4"):
        note = "a dtype that only TensorStore knows in format 2"
        yield f"dtype_{name}", name, small_values(name), {"fill_value": 1, "note": note}


def base64_of(scalar):
    return base64.b64encode(scalar.tobytes()).decode()


class Store:
    """An array that TensorStore opens, one field after the other where it has fields."""

    def __init__(self, node, document, by_hand=False):
        self.driver, name = DRIVERS[document["zarr_format"]]
        self.node, self.document = node, document
        if by_hand:
            self.document = None
            node.mkdir(parents=True)
            (node / name).write_text(json.dumps(document), encoding="utf-8")

    def open(self, field, create):
        spec = {"driver": self.driver, "kvstore": {"driver": "file", "path": f"{self.node}/"}}
        if field is not None:
            spec["field"] = field
        if create and self.document is not None:
            return tensorstore.open(spec | {"metadata": self.document}, open=True, create=True).result()
        return tensorstore.open(spec, open=True).result()

    def write(self, values, selections):
        for field in values.dtype.names or [None]:
            array = self.open(field, create=True)
            source = as_tensorstore(values if field is None else values[field])
            for selection in selections:
                array[clipped(selection, values.shape)].write(source[selection]).result()

    def read(self, dtype, shape):
        """The values, of the type they were written from."""
        values = np.zeros(shape, dtype)
        for field in values.dtype.names or [None]:
            target = values if field is None else values[field]
            read = self.open(field, create=False).read().result()
            target[...] = from_tensorstore(read, target.dtype, target.shape)
        return values


def clipped(selection, shape):
    """The selection without what lies beyond the array."""
    return tuple(slice(part.start, min(part.stop, n)) for part, n in zip(selection, shape, strict=True))


def as_tensorstore(values):
    """Native byte order; bytes of fixed size have one more dimension in TensorStore."""
    if not is_octets(values.dtype):
        return values.astype(values.dtype.newbyteorder("="))
    octets = np.frombuffer(values.tobytes(), f"|{values.dtype.kind}1")
    return octets.reshape(*values.shape, values.dtype.itemsize)


def from_tensorstore(read, dtype, shape):
    """What was read: NumPy takes TensorStore's bytes for items that are no byte long, so look at the memory itself."""
    if not is_octets(dtype):
        return read
    assert read.strides == (*(n * dtype.itemsize for n in strides(shape)), 1)
    memory = (ctypes.c_char * read.size).from_address(read.__array_interface__["data"][0])
    return np.frombuffer(bytes(memory), dtype).reshape(shape)


def strides(shape):
    """How many items lie between neighbours of each dimension."""
    return [int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]


def is_octets(dtype):
    """Whether these are bytes of fixed size, and not a type of ml_dtypes."""
    return dtype.kind in "SV" and dtype.isbuiltin != 2


def write(corpus2, corpus3):
    """Write all arrays of both formats, and their rows."""
    for name, data_type, values, fill, settings in cases3():
        settings = dict(settings)
        note = settings.pop("note", "")
        raw = name in ("r24", "raw_bytes")
        if raw:
            note = "zarr.json by hand: TensorStore 0.1.86 aborts when asked to create one; base64 fill value"
        document = document3(data_type, fill, **settings)
        chunks = document["chunk_grid"]["configuration"]["chunk_shape"]
        add(corpus3, name, document, chunks, values, note, by_hand=raw)
    for name, dtype, values, settings in cases2():
        settings = dict(settings)
        note = settings.pop("note", "")
        document = document2(dtype, **settings)
        if isinstance(dtype, str) and dtype[0] in "<>|":
            values = values.astype(dtype)
        add(corpus2, name, document, document["chunks"], values, note)


def add(corpus, name, document, chunks, values, note, by_hand=False):
    store = Store(corpus.node(name), document, by_hand)
    case = Case(None, shape=values.shape, chunks=tuple(chunks))
    store.write(values, case.selections())
    read = store.read(values.dtype, values.shape)
    data_type = document.get("data_type", document.get("dtype"))
    corpus.array(name, read, data_type, zarr_format=document["zarr_format"], note=note)
