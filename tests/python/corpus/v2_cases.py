"""The arrays of format 2 that both versions of zarr-python write, one row of a table each."""

from dataclasses import dataclass, field

import numpy as np

from .recording import sample

DEFAULT = object()
BOTH = ("zarr2", "zarr3")


@dataclass
class Case:
    """An array: what .zarray says of it, and its values. Codecs are given by their configuration."""

    dtype: object
    values: object = None
    shape: tuple = (3, 5)
    chunks: tuple = (2, 3)
    fill: object = DEFAULT
    filters: list = field(default_factory=list)
    compressor: dict | None = None
    order: str = "C"
    separator: str = "."
    missing: bool = True
    writers: tuple = BOTH
    note: str = ""
    expect: str | None = None

    def data(self, name):
        """The values to write."""
        if self.values is not None:
            return self.values
        return sample(self.dtype, self.shape, name)

    def selections(self):
        """The region of each chunk that is written: all but the last, unless none may be missing."""
        grid = [-(-length // edge) for length, edge in zip(self.shape, self.chunks, strict=True)]
        chunks = [
            tuple(slice(i * edge, (i + 1) * edge) for i, edge in zip(index, self.chunks, strict=True))
            for index in np.ndindex(*grid)
        ]
        return chunks[:-1] if self.missing else chunks


def codec(id, **configuration):
    """The configuration of a codec of numcodecs."""
    return {"id": id, **configuration}


ZLIB = codec("zlib", level=1)
SHUFFLE4 = codec("shuffle", elementsize=4)
COUNTING = np.arange(100, 115).reshape(3, 5) * 3
SLOW = np.arange(50).reshape(5, 10) // 3  # compresses well
WAVE = np.round(np.sin(np.arange(15)) * 10, 3).reshape(3, 5)
WORDS = np.resize(["cat", "dog", "", "eel", "fox"], (3, 5))
SIMPLE = [("a", "<i4"), ("b", ">f8")]
NESTED = [("id", "|u1"), ("at", [("x", "<f4"), ("y", ">i2")]), ("tag", "|S3")]
SUBARRAY = [("a", "|u1"), ("c", "<i2", (2, 3)), ("d", ">f4")]

TYPES = """|b1 |i1 |u1 <i2 >i2 <u2 >u2 <i4 >i4 <u4 >u4 <i8 >i8 <u8 >u8 <f2 >f2 <f4 >f4 <f8 >f8 <c8 >c8 <c16 >c16
    <M8[ns] >M8[D] <M8[10s] <M8[us] >m8[h] <m8[s] |S5 <U4 >U4""".split()
BYTE_ORDERS = {"|": "", "<": "_little", ">": "_big"}


def type_name(dtype):
    """">M8[10s]" as "type_M8_10s_big"."""
    return f"type_{dtype[1:].replace('[', '_').replace(']', '')}{BYTE_ORDERS[dtype[0]]}"


def objects(rows):
    """An array of objects, whatever they are."""
    values = np.empty((len(rows), len(rows[0])), object)
    for index in np.ndindex(values.shape):
        values[index] = rows[index[0]][index[1]]
    return values


TEXTS = objects([["", "a", "né", "☃", "𝄞"], ["a longer text", "\0", "tab\t", "line\n", '"'], ["x", "y", "z", "", ""]])
OCTETS = objects([[text.encode() + b"\xff" * (len(text) % 2) for text in row] for row in TEXTS])
RAGGED = objects([[np.arange(n * 5 + m, n * 6 + 2 * m, dtype="<i4") for m in range(5)] for n in range(3)])
ITEMS = objects([[1, "two", None, [3, [4.5]], {"six": 7}], [True, "ü", -1, {}, []], ["x", 2**40, 0.1, "", False]])
WORD_OBJECTS = objects(WORDS.tolist())
TEXT_FILL_0 = 'zarr 2 gives the number 0 where a chunk is missing, zarr-python 3.4.2 the text "0"; say which is shown'


def type_cases():
    """One array for each data type, without any codec."""
    yield from ((type_name(dtype), Case(dtype)) for dtype in TYPES)
    yield "type_V3", Case("|V3", fill=b"xyz", note="fill value is base64 of three bytes")
    yield "type_struct", Case(SIMPLE)
    yield "type_struct_nested", Case(NESTED)
    yield "type_struct_subarray", Case(SUBARRAY, writers=("zarr2",), note="zarr-python 3 cannot read it")
    yield "type_struct_order_f", Case(SIMPLE, order="F", compressor=ZLIB)
    yield "type_struct_zlib_shuffle", Case(SIMPLE, filters=[codec("shuffle", elementsize=12)], compressor=ZLIB)


def object_cases():
    """|O: the first filter is the codec that makes bytes of objects."""
    utf8, octets = codec("vlen-utf8"), codec("vlen-bytes")
    only_2 = {"writers": ("zarr2",), "fill": None, "missing": False}
    yield "object_vlen_utf8", Case("|O", TEXTS, fill="", filters=[utf8])
    yield "object_vlen_utf8_zlib_order_f", Case("|O", TEXTS, fill="", filters=[utf8], compressor=ZLIB, order="F")
    yield "object_vlen_utf8_fill_text", Case("|O", TEXTS, fill="n/a", filters=[utf8])
    zero = "fill value 0, the default of zarr 2"
    yield "object_vlen_utf8_fill_0", Case(
        "|O", TEXTS, filters=[utf8], writers=("zarr2",), note=zero, expect=TEXT_FILL_0
    )
    yield "object_vlen_bytes", Case("|O", OCTETS, filters=[octets], writers=("zarr3",), note='fill value ""')
    yield "object_vlen_bytes_fill_null", Case("|O", OCTETS, filters=[octets], **only_2)
    yield "object_vlen_array", Case("|O", RAGGED, filters=[codec("vlen-array", dtype="<i4")], **only_2)
    yield "object_vlen_array_big_zlib", Case(
        "|O", RAGGED, filters=[codec("vlen-array", dtype=">f8")], compressor=ZLIB, **only_2
    )
    yield "object_json2", Case("|O", ITEMS, filters=[codec("json2")], **only_2)
    yield "object_json2_text_fill", Case("|O", TEXTS, filters=[codec("json2")], fill="", writers=("zarr2",))
    yield "object_msgpack2", Case("|O", ITEMS, filters=[codec("msgpack2")], **only_2)
    yield "object_msgpack2_zstd", Case("|O", ITEMS, filters=[codec("msgpack2")], compressor=codec("zstd"), **only_2)
    labels = codec("categorize", labels=["cat", "dog", "eel"], dtype="|O", astype="|u1")
    unlisted = '"fox" is not among the labels and reads as ""'
    yield "object_categorize", Case("|O", WORD_OBJECTS, fill="", filters=[labels], writers=("zarr2",), note=unlisted)
    yield "object_pickle", Case(
        "|O", ITEMS, filters=[codec("pickle")], **only_2, expect="codec pickle is named and never decoded; no values"
    )


def layout_cases():
    """Order, separator, the ends of what a shape can be, fill values."""
    for order in "CF":
        for name, separator in (("dot", "."), ("slash", "/")):
            yield f"order_{order.lower()}_{name}", Case("<i4", COUNTING, order=order, separator=separator)
    cube = np.arange(60).reshape(3, 4, 5)
    yield "order_f_cube_zlib", Case("<i2", cube, (3, 4, 5), (2, 3, 5), compressor=ZLIB, order="F")
    yield "shape_0d", Case("<i4", np.array(-7), (), (), missing=False)
    yield "shape_0d_missing", Case("<i4", np.array(-7), (), (), fill=42)
    yield "shape_0d_slash", Case(">f8", np.array(1.5), (), (), separator="/", missing=False)
    yield "shape_zero_length", Case("<i4", np.zeros((0, 4)), (0, 4), (2, 3))
    yield "shape_zero_length_last", Case("<f4", np.zeros((3, 0)), (3, 0), (2, 3))
    yield "shape_1d_one_chunk_larger", Case("<u2", np.arange(4), (4,), (10,), missing=False)
    yield "filters_empty_list", Case("<i4", COUNTING, filters=[], note="zarr-python writes null; v2/hand has []")
    for name, dtype, fill in FILL_VALUES:
        yield f"fill_{name}", Case(dtype, fill=fill)
    yield "fill_null", Case("<i4", COUNTING, fill=None, missing=False)
    yield "fill_null_float", Case("<f8", fill=None, missing=False)
    yield "fill_null_missing", Case(
        "<i4", COUNTING, fill=None, writers=("zarr3",), note="undefined by the format; zarr-python 3 reads 0"
    )


FILL_VALUES = [
    ("zero_float", "<f8", 0),
    ("nan", "<f4", np.nan),
    ("nan_f2_big", ">f2", np.nan),
    ("negative_infinity", "<f8", -np.inf),
    ("infinity", ">f4", np.inf),
    ("negative_zero", "<f8", -0.0),
    ("tenth", "<f4", 0.1),
    ("int64_min", "<i8", -(2**63)),
    ("uint64_max", "<u8", 2**64 - 1),
    ("bool_true", "|b1", True),
    ("complex", ">c8", complex(np.nan, -1.5)),
    ("complex_infinity", "<c16", complex(-np.inf, 0.25)),
    ("nat", "<M8[s]", np.datetime64("NaT", "s")),
    ("date", ">M8[D]", np.datetime64("2001-02-03", "D")),
    ("timedelta", "<m8[10s]", np.timedelta64(-5, ("s", 10))),
    ("bytes_base64", "|S5", b"abcde"),
    ("bytes_base64_short", "|S5", b"ab"),
    ("bytes_empty", "|S5", b""),
    ("text", ">U4", "né☃"),
    ("text_empty", "<U4", ""),
    ("void_base64", "|V4", b"\x00\xff\x01\xfe"),
    ("struct_base64", SIMPLE, np.array((7, -2.5), SIMPLE)[()]),
]


def compressor_cases():
    """Every codec that takes bytes, as the compressor."""
    plain = [
        ("zlib", ZLIB),
        ("zlib_level_9", codec("zlib", level=9)),
        ("gzip", codec("gzip", level=5)),
        ("bz2", codec("bz2", level=1)),
        ("lzma_xz", codec("lzma")),
        ("lzma_xz_crc32", codec("lzma", format=1, check=1)),
        ("lzma_alone", codec("lzma", format=2)),
        ("lzma_raw", codec("lzma", format=3, filters=[{"id": 3, "dist": 8}, {"id": 33, "preset": 1}])),
        ("lz4", codec("lz4", acceleration=1)),
        ("zstd", codec("zstd", level=3)),
        ("zstd_checksum", codec("zstd", level=3, checksum=True)),
        ("base64", codec("base64")),
        ("crc32", codec("crc32")),
        ("crc32c", codec("crc32c")),
        ("adler32", codec("adler32")),
        ("fletcher32", codec("fletcher32")),
        ("jenkins_lookup3", codec("jenkins_lookup3")),
    ]
    wide = {"shape": (5, 10), "chunks": (4, 8)}
    for name, compressor in plain:
        yield f"compressor_{name}", Case("<i8", SLOW, **wide, compressor=compressor)
    for cname in ("lz4", "lz4hc", "blosclz", "zstd", "zlib"):
        for shuffle in (0, 1, 2):
            blosc = codec("blosc", cname=cname, clevel=5, shuffle=shuffle, blocksize=0)
            yield f"compressor_blosc_{cname}_shuffle_{shuffle}", Case("<i8", SLOW, **wide, compressor=blosc)
    auto = codec("blosc", cname="lz4", clevel=5, shuffle=-1, blocksize=0)
    yield "compressor_blosc_autoshuffle", Case("<i4", SLOW, **wide, compressor=auto, note="shuffle -1")
    yield "compressor_blosc_autoshuffle_bytes", Case("|u1", SLOW, **wide, compressor=auto, note="shuffle -1")
    level0 = codec("blosc", cname="lz4", clevel=0, shuffle=1, blocksize=0)
    yield "compressor_blosc_level_0", Case("<i4", SLOW, **wide, compressor=level0, note="stored, not compressed")
    needs = {"compressor": None, "writers": ("zarr3",), "missing": True}
    exact = WAVE.astype("<f4")
    yield "compressor_pcodec", Case("<i8", SLOW, **wide, **needs | {"compressor": codec("pcodec")})
    zfpy = codec("zfpy", mode=4, tolerance=-1, rate=-1, precision=-1)
    yield "compressor_zfpy_reversible", Case("<f4", exact, **needs | {"compressor": zfpy})


def filter_cases():
    """Every codec of numcodecs as a filter, and filters in chains."""
    delta4 = codec("delta", dtype="<i4")
    yield "delta_little", Case("<i4", COUNTING, filters=[delta4])
    yield "delta_big_endian", Case(">i4", COUNTING, filters=[codec("delta", dtype=">i4")])
    yield "delta_order_f", Case("<i4", COUNTING, filters=[delta4], order="F")
    yield "delta_astype", Case("<i4", COUNTING, filters=[codec("delta", dtype="<i4", astype="<i2")])
    yield "delta_astype_big", Case(">i8", COUNTING, filters=[codec("delta", dtype=">i8", astype=">i2")])
    yield "delta_wraps", Case("|u1", np.resize([0, 255, 3], (3, 5)), filters=[codec("delta", dtype="|u1")])
    yield "delta_float", Case("<f4", COUNTING / 8, filters=[codec("delta", dtype="<f4")], compressor=ZLIB)
    scale = codec("fixedscaleoffset", offset=-10, scale=10, dtype="<f8", astype="|u1")
    yield "fixedscaleoffset", Case("<f8", WAVE, filters=[scale])
    yield "fixedscaleoffset_big", Case(">f4", WAVE, filters=[scale | {"dtype": ">f4", "astype": ">i2"}])
    whole = codec("fixedscaleoffset", offset=100, scale=1, dtype="<i4", astype="<i2")
    yield "fixedscaleoffset_integer", Case("<i4", COUNTING, filters=[whole])
    yield "fixedscaleoffset_no_astype", Case("<f8", WAVE, filters=[codec("fixedscaleoffset", offset=0, scale=4, dtype="<f8")])
    yield "quantize", Case("<f8", WAVE, filters=[codec("quantize", digits=1, dtype="<f8")])
    yield "quantize_astype", Case("<f8", WAVE, filters=[codec("quantize", digits=1, dtype="<f8", astype="<f4")])
    yield "quantize_big", Case(">f4", WAVE, filters=[codec("quantize", digits=2, dtype=">f4")])
    yield "bitround", Case("<f4", WAVE, filters=[codec("bitround", keepbits=5)])
    yield "bitround_f8_zlib", Case("<f8", WAVE, filters=[codec("bitround", keepbits=10)], compressor=ZLIB)
    yield "astype", Case("<i8", COUNTING, filters=[codec("astype", encode_dtype="<i2", decode_dtype="<i8")])
    yield "astype_big", Case(">f8", COUNTING / 4, filters=[codec("astype", encode_dtype=">f4", decode_dtype=">f8")])
    yield "packbits", Case("|b1", filters=[codec("packbits")], note="six bits in a chunk; the first byte counts padding")
    yield "packbits_no_padding_zlib", Case("|b1", None, (3, 8), (2, 8), filters=[codec("packbits")], compressor=ZLIB)
    labels = codec("categorize", labels=["cat", "dog", "eel"], dtype="<U3", astype="|u1")
    unlisted = '"fox" is not among the labels and reads as ""'
    yield "categorize_utf32", Case("<U3", WORDS, fill="", filters=[labels], note=unlisted)
    yield "categorize_astype", Case("<U3", WORDS, fill="", filters=[labels | {"astype": "<u2"}], note=unlisted)
    yield "json2_integers", Case("<i4", COUNTING, filters=[codec("json2")], writers=("zarr2",))
    yield "base64_filter", Case("<i4", COUNTING, filters=[codec("base64")], compressor=ZLIB)
    yield "shuffle", Case("<i4", COUNTING, filters=[SHUFFLE4])
    pairs = codec("shuffle", elementsize=2)
    yield "shuffle_2_of_bytes", Case("|u1", COUNTING, (3, 5), (2, 5), filters=[pairs], note="items of two elements")
    yield "shuffle_1", Case("|u1", COUNTING, filters=[codec("shuffle", elementsize=1)], note="does nothing")
    for name in ("crc32", "crc32c", "adler32"):
        yield f"{name}_default", Case("<i4", COUNTING, filters=[codec(name)])
        yield f"{name}_start", Case("<i4", COUNTING, filters=[codec(name, location="start")])
        yield f"{name}_end", Case("<i4", COUNTING, filters=[codec(name, location="end")], compressor=ZLIB)
    yield "fletcher32_even", Case("<i4", COUNTING, filters=[codec("fletcher32")])
    yield "fletcher32_odd", Case("|u1", COUNTING, (3, 5), (1, 3), filters=[codec("fletcher32")])
    yield "jenkins_lookup3", Case("<i4", COUNTING, filters=[codec("jenkins_lookup3")])
    prefix = codec("jenkins_lookup3", initval=7, prefix=None)
    yield "jenkins_lookup3_initval", Case("<i4", COUNTING, filters=[prefix], compressor=ZLIB)
    blosc = codec("blosc", cname="lz4", clevel=5, shuffle=0, blocksize=0)
    yield "chain_delta_shuffle_blosc", Case("<i4", SLOW, (5, 10), (4, 8), filters=[delta4, SHUFFLE4], compressor=blosc)
    scaled_delta = [scale | {"astype": "<i2"}, codec("delta", dtype="<i2")]
    yield "chain_scale_delta_zlib", Case("<f8", WAVE, filters=scaled_delta, compressor=ZLIB)
    yield "chain_astype_delta_zstd_order_f", Case(
        ">i8",
        COUNTING,
        filters=[codec("astype", encode_dtype="<i4", decode_dtype=">i8"), delta4],
        compressor=codec("zstd", level=1),
        order="F",
    )
    rounded = [codec("bitround", keepbits=7), SHUFFLE4]
    yield "chain_bitround_shuffle_lz4", Case("<f4", WAVE, filters=rounded, compressor=codec("lz4"))
    yield "chain_packbits_crc32_bz2", Case("|b1", filters=[codec("packbits"), codec("crc32")], compressor=codec("bz2"))
    yield "chain_zlib_in_filters", Case("<i4", COUNTING, filters=[ZLIB, codec("fletcher32")], compressor=codec("lzma"))
    yield "chain_quantize_f8_to_f4_shuffle", Case(
        "<f8", WAVE, filters=[codec("quantize", digits=2, dtype="<f8", astype="<f4"), SHUFFLE4], compressor=ZLIB
    )


def cases(writer):
    """The name and case of every array that this version of zarr-python writes."""
    tables = (type_cases, object_cases, layout_cases, compressor_cases, filter_cases)
    rows = [row for table in tables for row in table()]
    assert len(rows) == len(dict(rows)), "two cases of the same name"
    return [(name, case) for name, case in rows if writer in case.writers]
