"""The arrays of format 3 that zarr-python 3 writes, one row of a table each."""

from dataclasses import dataclass

import numpy as np
import zarr
from zarr.dtype import parse_dtype

from .recording import sample
from .v2_cases import COUNTING, DEFAULT, OCTETS, SLOW, TEXTS, WAVE, Case


def entry(name, **configuration):
    """A codec or data type as a document of format 3 holds it; numcodecs ones must have a configuration."""
    if configuration or name.startswith("numcodecs."):
        return {"name": name, "configuration": configuration}
    return {"name": name}


@dataclass
class Case3(Case):
    """An array: `filters` are array to array, `compressor` is a list of codecs that take bytes."""

    serializer: dict | str = "auto"
    compressor: tuple = ()
    shards: tuple | None = None

    def data(self, name):
        if self.values is not None:
            return self.values
        return sample(self.zdtype().to_native_dtype(), self.shape, name)

    def zdtype(self):
        return parse_dtype(self.dtype, zarr_format=3)


LITTLE, BIG = entry("bytes", endian="little"), entry("bytes", endian="big")
ZSTD = entry("zstd", level=1, checksum=False)
CRC32C = entry("crc32c")
TRANSPOSE = entry("transpose", order=[1, 0])


def time_type(kind, unit, scale_factor=1):
    return entry(f"numpy.{kind}", unit=unit, scale_factor=scale_factor)


def struct(**fields):
    return entry("struct", fields=[{"name": name, "data_type": data_type} for name, data_type in fields.items()])


INNER = struct(x="float32", y="int16", tag=entry("null_terminated_bytes", length_bytes=3))
STRUCT = struct(id="uint8", value="float64", inner=INNER, when=time_type("datetime64", "ms"))
SCALAR_STRUCT = struct(a="int32", b="float64")
ASTYPE = entry("numcodecs.astype", encode_dtype="<i2", decode_dtype="<i8")


def text_cases():
    texts = np.array(TEXTS.tolist(), dtype=np.dtypes.StringDType())
    yield "string", Case3("string", texts)
    yield "string_fill_text", Case3("string", texts, fill="n/a ☃")
    yield "string_zstd_crc32c", Case3("string", texts, compressor=[ZSTD, CRC32C])
    yield "string_transposed", Case3("string", texts, filters=[TRANSPOSE])
    yield "string_sharded", Case3("string", texts, shards=(2, 6), compressor=[ZSTD], shape=(3, 5), chunks=(1, 3))
    yield "variable_length_bytes", Case3("variable_length_bytes", OCTETS)
    yield "variable_length_bytes_fill", Case3("variable_length_bytes", OCTETS, fill=b"\xff\x00")
    yield "variable_length_bytes_gzip", Case3("variable_length_bytes", OCTETS, compressor=[entry("gzip", level=5)])
    utf32 = entry("fixed_length_utf32", length_bytes=16)
    yield "fixed_length_utf32", Case3(utf32)
    yield "fixed_length_utf32_big_fill", Case3(utf32, serializer=BIG, fill="né☃")
    terminated = entry("null_terminated_bytes", length_bytes=5)
    yield "null_terminated_bytes", Case3(terminated)
    yield "null_terminated_bytes_fill", Case3(terminated, fill=b"ab", note="fill value is base64 of fewer bytes")
    yield "raw_bytes", Case3(entry("raw_bytes", length_bytes=3))
    yield "raw_bytes_fill_transposed", Case3(entry("raw_bytes", length_bytes=4), fill=b"\0\1\2\xff", filters=[TRANSPOSE])


def time_cases():
    for unit in "Y M W D h m s ms us ns ps fs as".split():
        yield f"datetime64_{unit}_{len(unit)}" if unit in "Mm" else f"datetime64_{unit}", Case3(time_type("datetime64", unit))
    yield "datetime64_generic", Case3(time_type("datetime64", "generic"), np.full((3, 5), "NaT", "M8"))
    yield "datetime64_10s_big", Case3(time_type("datetime64", "s", 10), serializer=BIG)
    yield "datetime64_fill", Case3(time_type("datetime64", "D"), fill=np.datetime64("2001-02-03", "D"))
    yield "timedelta64_s", Case3(time_type("timedelta64", "s"))
    yield "timedelta64_generic", Case3(time_type("timedelta64", "generic"))
    yield "timedelta64_25us", Case3(time_type("timedelta64", "us", 25))
    yield "timedelta64_h_big_fill_zstd", Case3(
        time_type("timedelta64", "h"), fill=np.timedelta64(-7, "h"), serializer=BIG, compressor=[ZSTD]
    )


def struct_cases():
    native = parse_dtype(SCALAR_STRUCT, zarr_format=3).to_native_dtype()
    yield "struct", Case3(SCALAR_STRUCT)
    yield "struct_big_endian", Case3(SCALAR_STRUCT, serializer=BIG)
    yield "struct_fill", Case3(SCALAR_STRUCT, fill=np.array((7, np.inf), native)[()])
    yield "struct_nested", Case3(STRUCT)
    yield "struct_nested_big_zstd", Case3(STRUCT, serializer=BIG, compressor=[ZSTD])
    yield "struct_transposed", Case3(SCALAR_STRUCT, filters=[TRANSPOSE])
    yield "struct_sharded", Case3(SCALAR_STRUCT, shards=(2, 6), chunks=(1, 3), compressor=[CRC32C])


def numcodecs_cases():
    """`numcodecs.*`: all that zarr-python 3.4.2 has."""
    wide = {"shape": (5, 10), "chunks": (4, 8)}
    for name, configuration in BYTES_CODECS.items():
        codec = entry(f"numcodecs.{name.partition('-')[0]}", **configuration)
        yield f"numcodecs_{name.replace('-', '_')}", Case3("int32", SLOW, **wide, compressor=[codec])
    odd = {"shape": (3, 5), "chunks": (1, 3)}
    yield "numcodecs_fletcher32_odd", Case3("uint8", COUNTING, **odd, compressor=[entry("numcodecs.fletcher32")])
    for name, (data_type, values, configuration) in ARRAY_CODECS.items():
        codec = entry(f"numcodecs.{name.partition('-')[0]}", **configuration)
        yield f"numcodecs_{name.replace('-', '_')}", Case3(data_type, values, filters=[codec])
    yield "numcodecs_delta_transposed", Case3("int32", COUNTING, filters=[TRANSPOSE, entry("numcodecs.delta", dtype="<i4")])
    yield "numcodecs_delta_big_bytes", Case3(
        "int32", COUNTING, filters=[entry("numcodecs.delta", dtype="<i4")], serializer=BIG, note="big-endian in bytes only"
    )
    yield "numcodecs_pcodec", Case3("int64", SLOW, **wide, serializer=entry("numcodecs.pcodec", level=8))
    zfpy = entry("numcodecs.zfpy", mode=4, tolerance=-1, rate=-1, precision=-1)
    yield "numcodecs_zfpy_reversible", Case3("float32", WAVE.astype("f4"), serializer=zfpy)
    chain = [ASTYPE, entry("numcodecs.delta", dtype="<i2")]
    compressors = [entry("numcodecs.shuffle", elementsize=2), entry("numcodecs.zlib", level=1), entry("numcodecs.crc32")]
    yield "numcodecs_chain", Case3("int64", COUNTING, filters=chain, compressor=compressors)
    yield "numcodecs_in_shards", Case3(
        "int32", SLOW, (5, 10), (2, 4), shards=(4, 8), compressor=[entry("numcodecs.lz4", acceleration=1)]
    )


BYTES_CODECS = {
    "blosc": {"cname": "zstd", "clevel": 5, "shuffle": 1, "blocksize": 0},
    "blosc-bitshuffle": {"cname": "lz4", "clevel": 5, "shuffle": 2, "blocksize": 0},
    "lz4": {"acceleration": 1},
    "zstd": {"level": 3},
    "zlib": {"level": 1},
    "gzip": {"level": 5},
    "bz2": {"level": 1},
    "lzma": {"preset": 1},
    "lzma-alone": {"format": 2},
    "lzma-raw": {"format": 3, "filters": [{"id": 3, "dist": 4}, {"id": 33, "preset": 1}]},
    "shuffle": {"elementsize": 4},
    "crc32": {},
    "crc32-end": {"location": "end"},
    "crc32c": {},
    "crc32c-start": {"location": "start"},
    "adler32": {},
    "adler32-end": {"location": "end"},
    "fletcher32": {},
    "jenkins_lookup3": {"initval": 0, "prefix": None},
}
ARRAY_CODECS = {
    "delta": ("int32", COUNTING, {"dtype": "<i4"}),
    "delta-astype": ("int32", COUNTING, {"dtype": "<i4", "astype": "<i2"}),
    "bitround": ("float32", WAVE, {"keepbits": 5}),
    "fixedscaleoffset": ("float64", WAVE, {"offset": -10, "scale": 10, "dtype": "<f8", "astype": "<u2"}),
    "fixedscaleoffset-no-astype": ("float64", WAVE, {"offset": 0, "scale": 4, "dtype": "<f8"}),
    "quantize": ("float64", WAVE, {"digits": 1, "dtype": "<f8"}),
    "packbits": ("bool", COUNTING % 2 == 0, {}),
    "astype": ("int64", COUNTING, {"encode_dtype": "<i2", "decode_dtype": "<i8"}),
}


def cases():
    """The name and case of every array."""
    tables = (text_cases, time_cases, struct_cases, numcodecs_cases)
    rows = [row for table in tables for row in table()]
    assert len(rows) == len(dict(rows)), "two cases of the same name"
    return rows


def write_case(node, name, case):
    """Write the array of one row of the table."""
    fill = {} if case.fill is DEFAULT else {"fill_value": case.fill}
    array = zarr.create_array(
        node,
        shape=case.shape,
        chunks=case.chunks,
        shards=case.shards,
        dtype=case.zdtype(),
        filters=case.filters,
        serializer=case.serializer,
        compressors=list(case.compressor),
        chunk_key_encoding={"name": "default", "separator": "."},
        zarr_format=3,
        **fill,
    )
    values = case.data(name)
    for selection in case.selections():
        array[selection] = values[selection]
