"""codecs.zarr: for each codec, one array or more."""

import numpy as np

from .recording import Regions
from .writing import (
    BIG,
    BYTES,
    CRC32C,
    GZIP,
    LITTLE,
    ZSTD,
    ZSTD_CHECKSUM,
    codec,
    edited_document,
    noise,
    sharding,
    transpose,
    write_table,
)

NAN = float("nan")
RECORDS = {"blosc_split": Regions("0:20", "16380:16390", "19980:20000")}


def nan_as(integer):
    """The scalar map of cast_value that stores NaN as this integer, both ways."""
    return {"encode": [["NaN", integer]], "decode": [[integer, "NaN"]]}


def count(data_type, *shape):
    """0, 1, 2, … in C order."""
    return np.arange(np.prod(shape)).reshape(shape).astype(data_type)


def slope(data_type, *shape):
    """Values that grow slowly and repeat now and then: easy to compress, not trivial."""
    index = np.arange(np.prod(shape))
    return (index * 3 - index // 7 + index % 5).reshape(shape).astype(data_type)


def plain(chunks, *codecs, **more):
    """The settings of an array."""
    return {"chunks": chunks, "codecs": codecs, **more}


def blosc(values, cname, shuffle, blocksize=0, clevel=5):
    """The settings of an array of one chunk, compressed with Blosc."""
    typesize = values.dtype.itemsize
    endian = BYTES if typesize == 1 else LITTLE
    options = {"cname": cname, "clevel": clevel, "shuffle": shuffle, "typesize": typesize, "blocksize": blocksize}
    return values, plain(values.shape, endian, codec("blosc", **options))


def byte_codecs():
    """bytes, transpose and the bytes -> bytes codecs but Blosc."""
    return [
        ("bytes_little", count("int32", 4, 6), plain((2, 3), LITTLE)),
        ("bytes_big", count("int32", 4, 6), plain((2, 3), BIG)),
        ("transpose", count("int16", 2, 3, 4), plain((2, 3, 4), transpose(2, 0, 1), LITTLE)),
        ("gzip", slope("int32", 8, 8), plain((4, 8), LITTLE, GZIP)),
        ("zstd", slope("int32", 8, 8), plain((4, 8), LITTLE, ZSTD)),
        ("zstd_checksum", slope("int32", 8, 8), plain((4, 8), LITTLE, ZSTD_CHECKSUM)),
        ("crc32c", slope("float32", 8, 8) / 4, plain((4, 8), LITTLE, CRC32C)),
    ]


def blosc_codecs():
    """Blosc: the compressors, the three ways to shuffle, item sizes 1, 2, 4 and 8, and the odd cases."""
    random = np.frombuffer(noise(256), dtype="uint8").reshape(16, 16)
    return [
        ("blosc_lz4", *blosc(slope("int32", 16, 32), "lz4", "shuffle")),
        ("blosc_lz4hc", *blosc(slope("uint16", 16, 32), "lz4hc", "bitshuffle", clevel=9)),
        ("blosc_blosclz", *blosc(slope("uint8", 16, 32) // 8, "blosclz", "noshuffle", clevel=9)),
        ("blosc_zlib", *blosc(slope("float64", 16, 16) / 8, "zlib", "shuffle")),
        ("blosc_zstd", *blosc(slope("float32", 16, 32) / 4, "zstd", "bitshuffle")),
        ("blosc_blosclz_shuffle", *blosc(slope("int64", 16, 16), "blosclz", "shuffle", clevel=9)),
        ("blosc_small_blocksize", *blosc(slope("int32", 1000), "lz4", "shuffle", blocksize=256)),
        ("blosc_split", *blosc(slope("int32", 20000) // 16, "lz4hc", "shuffle", blocksize=1024, clevel=9)),
        ("blosc_odd_blocksize", *blosc(slope("int32", 501), "zstd", "bitshuffle", blocksize=300)),
        ("blosc_incompressible", *blosc(random, "lz4", "noshuffle")),
    ]


def array_codecs():
    """The codecs that change elements, not bytes."""
    halves = np.array([[1.5, 2.5, -1.5, -2.5, 0.25, -0.75], [32767.9, 4e4, -4e4, 99.999, -0.0, 7]], "float32")
    wide = np.array([[0, 1, 127, 128, 255, 256], [-1, -128, -129, 300, -300, 1000]], "int32")
    to_int16 = codec("cast_value", data_type="int16", rounding="towards-zero", out_of_range="clamp")
    to_int8 = codec("cast_value", data_type="int8", out_of_range="wrap")
    return [
        (
            "scale_offset",
            count("float32", 4, 6) / 4 - 2,
            plain((2, 6), codec("scale_offset", offset=-2, scale=4), LITTLE),
        ),
        (
            "scale_offset_int",
            count("int16", 4, 6) + 100,
            plain((2, 6), codec("scale_offset", offset=100, scale=-3), LITTLE, fill_value=100),
        ),
        ("cast_value", halves, plain((2, 6), to_int16, LITTLE)),
        ("cast_value_wrap", wide, plain((2, 6), to_int8, BYTES)),
    ]


def packed_temperature():
    """float64 in one byte each; the second chunk is missing."""
    celsius = np.array(
        [[0, 10, 15, 20, 25, 30], [281.35, NAN, 5, 3000, NAN, 2540], [NAN] * 6, [NAN] * 6],
        "float64",
    )
    cast = codec("cast_value", data_type="uint8", out_of_range="clamp", scalar_map=nan_as(0))
    return celsius, plain((2, 6), codec("scale_offset", offset=-10, scale=0.1), cast, BYTES, fill_value=NAN)


def everything():
    """Six codecs in one chain, of all three kinds."""
    kelvin = 281.35 + (count("float64", 6, 10) - 30) / 100
    kelvin[2, 3:6] = NAN
    chain = (
        transpose(1, 0),
        codec("scale_offset", offset=273, scale=100),
        codec("cast_value", data_type="int16", scalar_map=nan_as(-32768)),
        BIG,
        ZSTD_CHECKSUM,
        CRC32C,
    )
    return kelvin.astype("float32"), plain((3, 5), *chain, fill_value=NAN, dimension_names=["y", "x"])


def write(store):
    """Write codecs.zarr."""
    rows = byte_codecs() + blosc_codecs() + array_codecs()
    rows += [
        ("sharding_indexed", count("int32", 8, 8), plain((8, 8), sharding((4, 4), (LITTLE, ZSTD)))),
        ("packed_temperature", *packed_temperature()),
        ("everything", *everything()),
    ]
    write_table(store, {"title": "One array for each codec"}, rows)
    # zarr-python leaves out what is the default; the sample spells it out.
    with edited_document(store / "packed_temperature") as document:
        document["codecs"][1]["configuration"]["rounding"] = "nearest-even"
