"""Writes the cases of `encoded.json`: documents and values that zarrscope is to encode.

    python make_encoded.py ../values/encoded.json
    UPDATE_ENCODED=1 cargo test --test formats encoded    # from the root: adds the bytes
    python check_encoded.py ../values/encoded.json        # reads them with zarr-python and others

Every case is an array of one chunk; what every document has is left out. `values` is base64 of its elements, little-endian and in C order; a list of such for
elements of any length; or np.arange(2001, dtype="u4"), where element i is i. The packages are those of requirements.txt.
"""

import base64
import itertools
import json
import sys

import numpy as np

LITTLE = {"name": "bytes", "configuration": {"endian": "little"}}
BIG = {"name": "bytes", "configuration": {"endian": "big"}}
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]


def codec(name, **configuration):
    return {"name": name, "configuration": configuration}


def text(values):
    """Elements as they stand in the file."""
    if isinstance(values, str):
        return values
    if isinstance(values, list):
        return [base64.b64encode(value).decode() for value in values]
    values = np.ascontiguousarray(values)
    if values.dtype.byteorder == ">":
        values = values.astype(values.dtype.newbyteorder("<"))
    return base64.b64encode(values.tobytes()).decode()


def v3(name, data_type, shape, codecs, values, fill_value=0):
    return {"name": name, "data_type": data_type, "shape": shape, "fill_value": fill_value, "codecs": codecs,
            "values": text(values)}


def v2(name, dtype, shape, values, filters=None, compressor=None, order="C", fill_value=0):
    return {"name": name, "dtype": dtype, "shape": shape, "fill_value": fill_value, "order": order,
            "filters": filters, "compressor": compressor, "values": text(values)}


def wave(data_type, size):
    """Numbers that are near each other, in the range of the type."""
    wave = 50 * np.sin(np.arange(size) / 7) + 60
    return wave.astype(data_type)


def arrays_to_arrays():
    numbers = np.arange(24).reshape(4, 6)
    yield v3("transpose", "int16", [4, 6], [codec("transpose", order=[1, 0]), LITTLE], numbers.astype("i2"))
    yield v2("transpose/F", "<i4", [4, 6], numbers.astype("i4"), order="F")
    yield v3("reshape", "int16", [4, 6], [codec("reshape", shape=[[0, 1]]), LITTLE], numbers.astype("i2"))
    yield v3("scale_offset", "float64", [24], [codec("scale_offset", offset=-10, scale=0.5), LITTLE], np.arange(24.0))
    yield v3("cast_value", "float64", [24], [codec("cast_value", data_type="uint8", rounding="nearest-even"), LITTLE],
             np.arange(24) * 0.75)
    for name, keepbits in [("float16", 4), ("float32", 0), ("float32", 7), ("float64", 20), ("float64", 52)]:
        # Without any bits of the fraction, numcodecs makes -0 of NaN; here it stays one.
        last = 0.5 if keepbits == 0 else np.nan
        values = np.append(wave(name, 40), [np.inf, -np.inf, 0.0, -0.0, last]).astype(name)
        yield v3(f"bitround/{name}/{keepbits}", name, [45], [codec("numcodecs.bitround", keepbits=keepbits), LITTLE], values)
    for own, stored in [("<i4", "<i2"), ("|u1", "|u1"), ("<f4", "<f4"), ("<i8", "<i8"), ("<u2", "<i4")]:
        values = (np.arange(30) * 37 % 200).astype(own)
        yield v3(f"delta/{own}", np.dtype(own).name, [5, 6], [codec("numcodecs.delta", dtype=own, astype=stored), LITTLE],
                 values)
    for own, stored, offset, scale in [("<f8", "|u1", 1000, 10), ("<f4", "<i2", -3.5, 7), ("<f2", "|i1", 1, 0.3),
                                       ("<i4", "<i2", 100, 3), ("<i4", "<i4", 7, 2.5), ("|u1", "|u1", 3, 2)]:
        values = (wave("f8", 40) + offset / 2 if "f" in own else np.arange(40) * 5).astype(own)
        configuration = {"dtype": own, "astype": stored, "offset": offset, "scale": scale}
        if own == "<f8":
            values = values + 500
        yield v3(f"fixedscaleoffset/{own}/{scale}", np.dtype(own).name, [40],
                 [codec("numcodecs.fixedscaleoffset", **configuration), LITTLE], values)
    for own, stored, digits in [("<f8", "<f4", 2), ("<f8", "<f8", 0), ("<f4", "<f4", 5), ("<f2", "<f2", 1), ("<f8", "<f8", -2)]:
        configuration = {"dtype": own, "astype": stored, "digits": digits}
        # In V3, zarr-python takes what is stored for the data type of the array.
        yield v2(f"quantize/{own}/{digits}", own, [40], (wave("f8", 40) / 3).astype(own),
                 filters=[{"id": "quantize", **configuration}])
    for own, stored in [("<f8", "<i4"), ("<i8", "|i1"), ("<i4", "<f4"), ("<f4", "<f8")]:
        configuration = {"encode_dtype": stored, "decode_dtype": own}
        yield v3(f"astype/{own}", np.dtype(own).name, [40], [codec("numcodecs.astype", **configuration), LITTLE],
                 (wave("f8", 40) * 3).astype(own))
    yield v3("numcodecs.packbits", "bool", [27], [codec("numcodecs.packbits"), codec("bytes")], np.arange(27) % 3 == 0, False)
    words = ["no", "yes", "", "maybe", "yes"]
    filters = [{"id": "categorize", "labels": ["no", "yes", "maybe"], "dtype": "|O", "astype": "|u1"}]
    yield v2("categorize", "|O", [5], [word.encode() for word in words], filters=filters, fill_value=None)


def arrays_to_bytes():
    for name, order in itertools.product(["bool", *INTEGERS, *FLOATS, "complex64", "complex128"], [LITTLE, BIG]):
        values = (np.arange(12) % 2 == 0) if name == "bool" else wave("f8", 12).astype(name)
        yield v3(f"bytes/{name}/{order['configuration']['endian']}", name, [3, 4], [order], values,
                 False if name == "bool" else [0, 0] if "complex" in name else 0)
    yield v2("dtype/big", ">f8", [7], wave("f8", 7))
    yield v2("dtype/struct", [["a", ">i2"], ["b", "<f4"]], [2],
             np.array([(1, 2.5), (-3, 0.1)], dtype=[("a", "<i2"), ("b", "<f4")]), fill_value=None)
    words = ["", "ä", "zarr", "\U0001f600 and more"]
    yield v3("vlen-utf8", "string", [2, 2], [codec("vlen-utf8")], [word.encode() for word in words], "")
    yield v3("vlen-bytes", "variable_length_bytes", [3], [codec("vlen-bytes")], [b"", b"\0\1", b"zarr"], "")
    yield v2("vlen-utf8/v2", "|O", [4], [word.encode() for word in words], filters=[{"id": "vlen-utf8"}], fill_value="")
    lists = [np.arange(3, dtype="<i2"), np.arange(0, dtype="<i2"), np.array([-5], dtype="<i2")]
    yield v2("vlen-array", "|O", [3], [item.tobytes() for item in lists],
             filters=[{"id": "vlen-array", "dtype": "<i2"}], fill_value=None)
    objects = ['{"a": [1, 2.5], "b": null}', '"t\\u00e4xt"', "true", "-12345678901"]
    for name in ["json2", "msgpack2"]:
        yield v2(name, "|O", [4], [item.encode() for item in objects], filters=[{"id": name}], fill_value=None)
        yield v2(f"{name}/2d", "|O", [2, 2], [item.encode() for item in objects], filters=[{"id": name}], fill_value=None)
    for padding, (name, bits) in itertools.product(["none", "first_byte", "last_byte"],
                                                   [("bool", {}), ("uint8", {"last_bit": 4}), ("int16", {"first_bit": 1, "last_bit": 8})]):
        values = (np.arange(11) % 3 == 0) if name == "bool" else (np.arange(11) * 2).astype(name)
        yield v3(f"packbits/{name}/{padding}", name, [11], [codec("packbits", padding_encoding=padding, **bits)], values,
                 False if name == "bool" else 0)
    for inner in [[], [codec("gzip", level=5)]]:
        codecs = [codec("transpose", order=[2, 1, 0]), BIG, *inner]
        yield v3(f"n5_default/{len(inner)}", "int16", [2, 3, 4], [codec("n5_default", codecs=codecs)], wave("i2", 24))
    yield from pcodec()
    yield from zfp()
    yield from shards()


def pcodec():
    common = {"mode_spec": "auto", "paging_spec": "equal_pages_up_to", "delta_encoding_order": None}
    for name in [*INTEGERS, *FLOATS]:
        configuration = {"level": 8, "delta_spec": "auto", "equal_pages_up_to": 262144, **common}
        yield v3(f"pcodec/{name}", name, [40, 10], [codec("numcodecs.pcodec", **configuration)], "squares")
    for level, delta, order, pages in [(0, "no_op", None, 100), (12, "try_lookback", None, 262144),
                                       (4, "try_consecutive", 2, 33), (8, "auto", 1, 262144)]:
        configuration = {**common, "level": level, "delta_spec": delta, "delta_encoding_order": order, "equal_pages_up_to": pages}
        yield v3(f"pcodec/{delta}/{level}", "int32", [400], [codec("numcodecs.pcodec", **configuration)], "squares")
    yield v3("pcodec/classic", "float64", [400], [codec("numcodecs.pcodec", **{**common, "mode_spec": "classic"})],
             "squares")


def zfp():
    shapes = [[], [9], [5, 6], [3, 4, 5], [2, 3, 4, 5]]
    for name, shape in itertools.product(["int32", "int64", "float32", "float64"], shapes):
        yield v3(f"zfp/reversible/{name}/{len(shape)}", name, shape, [codec("zfp", mode="reversible")], "squares")
        yield v3(f"zfpy/reversible/{name}/{len(shape)}", name, shape, [codec("numcodecs.zfpy", mode=4, tolerance=-1)],
                 "squares")
    values = wave("f8", 60)
    for mode, number in [("accuracy", {"tolerance": 0.05}), ("rate", {"rate": 9.5}), ("precision", {"precision": 14})]:
        yield v3(f"zfp/{mode}", "float64", [10, 6], [codec("zfp", mode=f"fixed_{mode}", **number)], values)
        mode_number = {"rate": 2, "precision": 3, "accuracy": 4}[mode]
        yield v3(f"zfpy/{mode}", "float64", [10, 6], [codec("numcodecs.zfpy", mode=mode_number, **number)], values)
    expert = {"minbits": 1, "maxbits": 16658, "maxprec": 20, "minexp": -1074}
    yield v3("zfp/expert", "float64", [10, 6], [codec("zfp", mode="expert", **expert)], values)


def shards():
    values = np.where(np.arange(48) < 20, 7, np.arange(48)).astype("i4").reshape(6, 8)
    index = [[LITTLE, codec("crc32c")], [LITTLE], [BIG, codec("crc32c")]]
    for location, index_codecs in itertools.product(["start", "end"], index):
        inner = {"chunk_shape": [2, 4], "codecs": [LITTLE, codec("zstd", level=3, checksum=False)],
                 "index_codecs": index_codecs, "index_location": location}
        order = index_codecs[0]["configuration"]["endian"]
        yield v3(f"sharding/{location}/{order}/{len(index_codecs)}", "int32", [6, 8],
                 [codec("sharding_indexed", **inner)], values, 7)
    own = {"index_codecs": index[0], "index_location": "end"}
    nested = codec("sharding_indexed", chunk_shape=[1, 2], codecs=[codec("transpose", order=[1, 0]), BIG], **own)
    outer = codec("sharding_indexed", chunk_shape=[3, 4], codecs=[nested], **own)
    yield v3("sharding/nested", "int32", [6, 8], [outer], values, 7)
    yield v3("sharding/nothing stored", "int32", [6, 8], [outer], np.full([6, 8], 7, "i4"), 7)
    nan = np.array([np.nan, np.nan, -0.0, 0.0, 1.0, np.nan])
    inner = codec("sharding_indexed", chunk_shape=[2], codecs=[LITTLE], **own)
    yield v3("sharding/nan", "float64", [6], [inner], nan, "NaN")
    words = codec("sharding_indexed", chunk_shape=[2], codecs=[codec("vlen-utf8")], **own)
    yield v3("sharding/texts", "string", [6], [words], [b"", b"", b"a", b"", b"bc", b"d"], "")


def bytes_to_bytes():
    plain = lambda name, *codecs: v3(name, "int32", [300], [LITTLE, *codecs], "squares")
    for level in [0, 1, 6, 9]:
        yield plain(f"gzip/{level}", codec("gzip", level=level))
    for level in [-1, 0, 9]:
        yield plain(f"zlib/{level}", codec("numcodecs.zlib", level=level))
    for level, checksum in [(-5, False), (0, True), (3, False), (19, True), (22, False)]:
        yield plain(f"zstd/{level}", codec("zstd", level=level, checksum=checksum))
    for level in [1, 9]:
        yield plain(f"bz2/{level}", codec("numcodecs.bz2", level=level))
    yield plain("lz4", codec("numcodecs.lz4", acceleration=1))
    yield plain("lzma/xz", codec("numcodecs.lzma", format=1, check=-1, preset=None, filters=None))
    yield plain("lzma/xz/9", codec("numcodecs.lzma", format=1, check=10, preset=9, filters=None))
    yield plain("lzma/alone", codec("numcodecs.lzma", format=2, check=-1, preset=None, filters=None))
    filters = [{"id": 3, "dist": 4}, {"id": 33, "preset": 1}]
    yield plain("lzma/raw", codec("numcodecs.lzma", format=3, check=-1, preset=None, filters=filters))
    yield plain("shuffle", codec("numcodecs.shuffle", elementsize=4))
    yield plain("crc32c", codec("crc32c"))
    for name, location in itertools.product(["crc32", "crc32c", "adler32"], ["start", "end"]):
        yield plain(f"{name}/{location}", codec(f"numcodecs.{name}", location=location))
    yield plain("fletcher32", codec("numcodecs.fletcher32"))
    yield plain("jenkins_lookup3", codec("numcodecs.jenkins_lookup3", initval=5, prefix=None))
    yield plain("conditional", codec("conditional", codecs=[codec("gzip", level=5), codec("crc32c")]))
    few = np.arange(2, dtype="i4")
    yield v3("conditional/nothing gained", "int32", [2], [LITTLE, codec("conditional", codecs=[codec("gzip", level=5)])], few)
    yield v2("base64", "<i4", [300], "squares", compressor={"id": "base64"})
    yield from blosc()


def blosc():
    shuffles = ["noshuffle", "shuffle", "bitshuffle"]
    for cname, shuffle in itertools.product(["blosclz", "lz4", "snappy", "zlib", "zstd"], shuffles):
        for level in [1] if cname == "snappy" else [1, 9]:
            configuration = {"cname": cname, "clevel": level, "shuffle": shuffle, "typesize": 4, "blocksize": 0}
            # More than one block, and a last one that is shorter.
            yield v3(f"blosc/{cname}/{shuffle}/{level}", "uint32", [40_001], [LITTLE, codec("blosc", **configuration)], "steps")
    for typesize, blocksize in [(1, 0), (2, 0), (3, 300), (8, 1000), (16, 0), (17, 0), (255, 0)]:
        for shuffle in shuffles:
            configuration = {"cname": "lz4", "clevel": 5, "shuffle": shuffle, "typesize": typesize, "blocksize": blocksize}
            yield v3(f"blosc/{typesize}/{shuffle}", "uint32", [401], [LITTLE, codec("blosc", **configuration)], "squares")
    random = np.random.default_rng(1).integers(0, 256, 300, "u1")
    configuration = {"cname": "zstd", "clevel": 5, "shuffle": "shuffle", "typesize": 1, "blocksize": 0}
    yield v3("blosc/random", "uint8", [300], [codec("bytes"), codec("blosc", **configuration)], random)
    yield v3("blosc/0", "uint32", [300], [LITTLE, codec("blosc", **{**configuration, "clevel": 0, "typesize": 4})], "squares")
    for shuffle in [-1, 0, 1, 2]:
        compressor = {"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": shuffle, "blocksize": 0}
        yield v2(f"blosc/v2/{shuffle}", "<u4", [1000], "squares", compressor=compressor)


def main():
    cases = [*arrays_to_arrays(), *arrays_to_bytes(), *bytes_to_bytes()]
    with open(sys.argv[1], "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "\n]\n")
    print(len(cases), "cases")


if __name__ == "__main__":
    main()
