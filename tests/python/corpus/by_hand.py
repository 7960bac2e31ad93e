"""Stores that no library writes: documents by hand, and the bytes of the chunks from NumPy.

The recorded values are those from which the bytes were made.
"""

import json
import struct
import zlib

import ml_dtypes
import numpy as np
from numcodecs import Fletcher32

from .by_tensorstore import document2, document3
from .recording import Recorder, sample
from .v2_cases import COUNTING
from .v3_cases import LITTLE, entry

WRITER = "by hand"
INTS = COUNTING.astype("<i4")
ALONE = "the reason is named; the node stays in the tree; its siblings are sound"
SOUND = "sound, although its siblings are not"


def put(node, files):
    """Write files below this directory: documents as objects, all else as bytes or text."""
    for name, content in files.items():
        file = node / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, (dict, list)):
            content = json.dumps(content, indent=2)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())


def chunks(values, edges, fill=0, order="C", prefix="", separator=".", encode=bytes):
    """The bytes of each chunk by key, padded with the fill value; the last chunk is missing."""
    grid = [-(-length // edge) for length, edge in zip(values.shape, edges, strict=True)]
    padded = np.full([count * edge for count, edge in zip(grid, edges, strict=True)], fill, values.dtype)
    padded[tuple(slice(length) for length in values.shape)] = values
    stored = {}
    for index in list(np.ndindex(*grid))[:-1]:
        block = padded[tuple(slice(i * edge, (i + 1) * edge) for i, edge in zip(index, edges, strict=True))]
        stored[prefix + separator.join(map(str, index))] = encode(block.tobytes(order))
    return stored


def without_last_chunk(values, edges=(2, 3), fill=0):
    """What a reader gets: the fill value where the last chunk would be."""
    values = values.copy()
    last = tuple(slice((length - 1) // edge * edge, None) for length, edge in zip(values.shape, edges, strict=True))
    values[last] = fill
    return values


def array2(node, values, dtype, /, *, drop=(), also=None, **more):
    """An array of format 2 by hand; `drop` lists members that .zarray shall not have."""
    document = document2(dtype, **({"fill_value": 0} | more))
    document = {key: value for key, value in document.items() if key not in drop}
    put(node, {".zarray": document | (also or {}), **chunks(values, (2, 3))})


def array3(node, values, data_type, /, *, fill=0, **changes):
    """An array of format 3 by hand; `changes` replace members of zarr.json."""
    put(node, {"zarr.json": document3(data_type, fill) | changes, **chunks(values, (2, 3), prefix="c.")})


GROUP2 = {"zarr_format": 2}
GROUP3 = {"zarr_format": 3, "node_type": "group", "attributes": {}}


def write_v2(corpus):
    """Documents of format 2 that are unusual and sound."""
    octets, signed = COUNTING.astype("u1"), COUNTING.astype("i1")
    wide = {"some_key": {"of": "another program"}, "_nczarr_array": {"dimrefs": ["/y", "/x"]}}
    rows = [
        ("u1_little", octets, "<u1", {}, "as netCDF-C writes it"),
        ("u1_big", octets, ">u1", {}, "as bioformats2raw writes it"),
        ("i1_little_fill_text", signed, "<i1", {"fill_value": "0"}, 'fill value "0"'),
        ("i1_fill_text", signed, "|i1", {"fill_value": "0"}, 'fill value "0"'),
        ("b1_little", COUNTING % 2 == 0, "<b1", {"fill_value": False}, "a byte order that says nothing"),
        ("b1_fill_0", COUNTING % 2 == 0, "|b1", {}, "fill value 0, not false"),
        ("f4_fill_text", INTS.astype("<f4"), "<f4", {"fill_value": "0.5"}, 'fill value "0.5"'),
        ("i4_fill_1.0", INTS, "<i4", {"fill_value": 1.0}, "fill value 1.0 of an integer"),
        ("filters_empty_list", INTS, "<i4", {"filters": []}, "filters [] is as good as null"),
        ("unknown_keys", INTS, "<i4", {"also": wide}, "unknown members are ignored"),
        ("no_filters", INTS, "<i4", {"drop": ["filters"]}, "no filters at all; the format asks for the key"),
        ("no_separator", INTS, "<i4", {"drop": ["dimension_separator"]}, 'the separator is "."'),
        ("S5_fill_text", sample("|S5", (3, 5), "S5"), "|S5", {"fill_value": ""}, 'fill value ""'),
        ("S5_fill_short", sample("|S5", (3, 5), "S5"), "|S5", {"fill_value": "MA=="}, "one byte of base64, as GDAL writes"),
        ("U4_fill_0", sample("<U4", (3, 5), "U4"), "<U4", {"fill_value": 0}, "fill value 0 of text"),
    ]
    fills = {"0.5": 0.5, 1.0: 1, "MA==": b"0", "": b""}
    for name, values, dtype, settings, note in rows:
        array2(corpus.node(name), values, dtype, **settings)
        fill = fills.get(settings.get("fill_value", 0), 0)
        read = without_last_chunk(values, fill="" if dtype == "<U4" else fill)
        expect = 'fill value 0 as "" or as "0": say which; the raw file has ""' if dtype == "<U4" else None
        corpus.array(name, read, dtype, zarr_format=2, note=note, expect=expect)
    zlibbed = corpus.node("zlib_without_level")
    stored = chunks(INTS, (2, 3), encode=zlib.compress)
    put(zlibbed, {".zarray": document2("<i4", compressor={"id": "zlib"}, fill_value=0), **stored})
    note = "a compressor with nothing but its id"
    corpus.array("zlib_without_level", without_last_chunk(INTS), "<i4", zarr_format=2, note=note)
    nested = corpus.node("no_separator_but_nested")
    document = document2("<i4", fill_value=0)
    del document["dimension_separator"]
    put(nested, {".zarray": document, **chunks(INTS, (2, 3), separator="/")})
    expect = 'by the format every chunk is missing; say that keys with "/" exist'
    corpus.array("no_separator_but_nested", np.zeros_like(INTS), "<i4", zarr_format=2, expect=expect)


def write_v2_unsound(corpus):
    """A group of format 2 where most arrays cannot be read."""
    node = corpus.node("unsound")
    put(node, {".zgroup": GROUP2, ".zattrs": {"title": "one sound array"}})
    text = {"id": "vlen-utf8"}
    rows = [
        ("codec", {"compressor": {"id": "nope", "level": 3}}, "codec nope is unknown"),
        ("filter", {"filters": [{"id": "delta", "dtype": "<i4"}, {"id": "nope"}]}, "filter nope is unknown"),
        ("filter_without_id", {"filters": [{"dtype": "<i4"}]}, "a filter without an id"),
        ("dtype", {"dtype": "<q4"}, "data type <q4 is unknown"),
        ("dtype_struct", {"dtype": [["a", "<i4"], ["b", "<q4"]]}, "data type of the field b is unknown"),
        ("dtype_no_order", {"dtype": "int32"}, "int32 is no dtype of format 2"),
        ("object_without_codec", {"dtype": "|O"}, "|O without a codec for objects"),
        ("text_without_object", {"filters": [text]}, "vlen-utf8 for a type that is not |O"),
        ("order", {"order": "K"}, "order K is unknown"),
        ("zarr_format_1", {"zarr_format": 1}, "zarr_format 1 in a .zarray"),
        ("fill_value", {"fill_value": "x"}, 'fill value "x" of an int32'),
        ("chunks_0", {"chunks": [0, 3]}, "a chunk edge of 0"),
        ("chunks_rank", {"chunks": [2]}, "one chunk edge for two dimensions"),
        ("separator", {"dimension_separator": "-"}, "separator - is unknown"),
    ]
    for name, changes, reason in rows:
        array2(node / name, INTS, "<i4", also=changes)
        corpus.array(f"unsound/{name}", None, "<i4", zarr_format=2, shape=INTS.shape, note=reason, expect=ALONE)
    for cut in ("shape", "dtype", "chunks"):
        array2(node / f"no_{cut}", INTS, "<i4", drop=[cut])
        note = f"no {cut} in .zarray"
        corpus.array(f"unsound/no_{cut}", None, "<i4", zarr_format=2, shape=INTS.shape, note=note, expect=ALONE)
    put(node / "cut_off", {".zarray": '{"zarr_format": 2, "shape": [3,', **chunks(INTS, (2, 3))})
    corpus.array("unsound/cut_off", None, "<i4", zarr_format=2, shape=INTS.shape, note="no JSON", expect=ALONE)
    array2(node / "attributes_list", INTS, "<i4")
    put(node / "attributes_list", {".zattrs": [1, 2]})
    expect = ".zattrs that is no object is named; the values are sound"
    corpus.array("unsound/attributes_list", without_last_chunk(INTS), "<i4", zarr_format=2, expect=expect)
    array2(node / "sound", INTS, "<i4")
    corpus.array("unsound/sound", without_last_chunk(INTS), "<i4", zarr_format=2, expect=SOUND)


def write_v3(corpus):
    """Documents of format 3 that are unusual and sound."""
    ones = np.ones((3, 5), ml_dtypes.float8_e8m0fnu)
    put(corpus.node("float8_e8m0fnu_fill_one"), {"zarr.json": document3("float8_e8m0fnu", 1.0, codecs=[entry("bytes")])})
    note = "every chunk is missing; TensorStore 0.1.86 reads the fill value 1.0 as 2^-64"
    corpus.array("float8_e8m0fnu_fill_one", ones, "float8_e8m0fnu", zarr_format=3, note=note)
    bits = sample("|V3", (3, 5), "r24 by hand")
    array3(corpus.node("r24_fill_list"), bits, "r24", fill=[1, 2, 3], codecs=[entry("bytes")])
    read = without_last_chunk(bits, fill=b"\1\2\3")
    note = "fill value [1, 2, 3], as the specification has it"
    corpus.array("r24_fill_list", read, "r24", zarr_format=3, note=note)
    pairs = sample([("a", "<i4"), ("b", "<f8")], (3, 5), "structured")
    legacy = entry("structured", fields=[["a", "int32"], ["b", "float64"]])
    array3(corpus.node("structured_base64_no_endian"), pairs, legacy, fill="AQAAAAAAAAAAAPg/", codecs=[entry("bytes")])
    read = without_last_chunk(pairs, fill=np.array((1, 1.5), pairs.dtype))
    note = "structured, the old name of struct: fields as pairs, base64 fill value, no endian"
    corpus.array("structured_base64_no_endian", read, json.dumps(legacy), zarr_format=3, note=note)
    note = "an unknown member that need not be understood"
    array3(corpus.node("member_to_ignore"), INTS, "int32", extra={"must_understand": False, "name": "nope"})
    corpus.array("member_to_ignore", without_last_chunk(INTS), "int32", zarr_format=3, note=note)
    zarrs = [entry("bytes", endian="little"), {"name": "numcodecs.fletcher32"}]
    stored = chunks(INTS, (2, 3), prefix="c.", encode=with_fletcher32)
    put(corpus.node("numcodecs_no_configuration"), {"zarr.json": document3("int32", 0, codecs=zarrs), **stored})
    note = "as zarrs writes it: no configuration, which zarr-python 3.4.2 refuses"
    corpus.array("numcodecs_no_configuration", without_last_chunk(INTS), "int32", zarr_format=3, note=note)


def with_fletcher32(payload):
    return bytes(Fletcher32().encode(payload))


def write_v3_unsound(corpus):
    """A group of format 3 where most arrays cannot be read."""
    node = corpus.node("unsound")
    put(node, {"zarr.json": GROUP3})
    member = {"name": "nope"}
    strange = entry("struct", fields=[{"name": "a", "data_type": "int33"}])
    optional = [LITTLE, member | {"must_understand": False}]
    manifest = [entry("chunk-manifest-json", manifest="./manifest.json")]
    rows = [
        ("zarr_format_4", {"zarr_format": 4}, "zarr_format 4"),
        ("node_type", {"node_type": "table"}, "node_type table is unknown"),
        ("data_type", {"data_type": "int33"}, "data type int33 is unknown"),
        ("data_type_object", {"data_type": entry("nope.type", size=4)}, "data type nope.type is unknown"),
        ("struct_field", {"data_type": strange}, "data type of the field a is unknown"),
        ("chunk_grid", {"chunk_grid": entry("hexagonal", edge=3)}, "chunk grid hexagonal is unknown"),
        ("chunk_key_encoding", {"chunk_key_encoding": entry("hashed", digits=8)}, "chunk key encoding hashed is unknown"),
        ("codec", {"codecs": [LITTLE, entry("nope.compress", level=1)]}, "codec nope.compress is unknown"),
        ("codec_numcodecs", {"codecs": [LITTLE, entry("numcodecs.nope")]}, "codec numcodecs.nope is unknown"),
        ("codec_first", {"codecs": [entry("nope.filter"), LITTLE]}, "codec nope.filter is unknown"),
        ("codec_optional", {"codecs": optional}, "codec nope is unknown; must_understand false"),
        ("storage_transformer", {"storage_transformers": manifest}, "storage transformer chunk-manifest-json is unknown"),
        ("member", {"extra": member}, "member extra must be understood"),
        ("no_array_to_bytes", {"codecs": [entry("crc32c")]}, "no codec from array to bytes"),
        ("dimension_names", {"dimension_names": ["y"]}, "one dimension name for two dimensions"),
        ("fill_value", {"fill_value": "x"}, 'fill value "x" of an int32'),
        ("grid_rank", {"chunk_grid": entry("regular", chunk_shape=[2])}, "one chunk edge for two dimensions"),
    ]
    for name, changes, reason in rows:
        array3(node / name, INTS, "int32", **changes)
        corpus.array(f"unsound/{name}", None, "int32", zarr_format=3, shape=INTS.shape, note=reason, expect=ALONE)
    put(node / "group_format_4", {"zarr.json": GROUP3 | {"zarr_format": 4}})
    array3(node / "group_format_4/inside", INTS, "int32")
    expect = "sound, although the group above has zarr_format 4, which is named there"
    corpus.array("unsound/group_format_4/inside", without_last_chunk(INTS), "int32", zarr_format=3, expect=expect)
    array3(node / "sound", INTS, "int32")
    corpus.array("unsound/sound", without_last_chunk(INTS), "int32", zarr_format=3, expect=SOUND)


def both(node, document, v2_document, values=INTS):
    """An array that has zarr.json and .zarray, over the same chunks."""
    keys = {"chunk_key_encoding": entry("v2", separator=".")}
    put(node, {"zarr.json": document | keys, ".zarray": v2_document, **chunks(values, (2, 3))})


def write_mixed(corpus):
    """Directories with documents of both formats."""
    v2 = document2("<i4", fill_value=0)
    both(corpus.node("both_agree"), document3("int32", 0), v2)
    read = without_last_chunk(INTS)
    expect = "zarr.json is in force; that .zarray is there as well is named"
    corpus.array("both_agree", read, "int32", zarr_format=3, v2_values=read, expect=expect)
    both(corpus.node("both_differ"), document3("int32", -1), document2("<f4", fill_value=2.5))
    expect = "zarr.json is in force; that .zarray says something else is named (data type, fill value)"
    v2_values = without_last_chunk(INTS.view("<f4"), fill=2.5)
    corpus.array("both_differ", without_last_chunk(INTS, fill=-1), "int32", zarr_format=3, v2_values=v2_values, expect=expect)
    both(corpus.node("both_differ_shape"), document3("int32", 0), document2("<i4", fill_value=0, shape=[2, 5]))
    expect = "zarr.json is in force; that .zarray has another shape is named"
    corpus.array("both_differ_shape", read, "int32", zarr_format=3, v2_values=INTS[:2], expect=expect)
    broken = corpus.node("both_v3_broken")
    both(broken, document3("int32", 0), v2)
    put(broken, {"zarr.json": '{"zarr_format": 3,'})
    expect = "zarr.json is no JSON and named; .zarray is sound and may be offered; raw_v2 has its values"
    corpus.array("both_v3_broken", None, "int32", zarr_format=3, shape=(3, 5), v2_values=read, expect=expect)
    group = corpus.node("both_group")
    put(group, {"zarr.json": GROUP3 | {"attributes": {"from": "zarr.json"}}, ".zgroup": GROUP2, ".zattrs": {"from": ".zattrs"}})
    array3(group / "of_format_3", INTS, "int32")
    array2(group / "of_format_2", INTS, "<i4")
    expect = "found, although the group has documents of both formats and their attributes differ"
    corpus.array("both_group/of_format_3", read, "int32", zarr_format=3, expect=expect)
    corpus.array("both_group/of_format_2", read, "<i4", zarr_format=2, expect=expect)
    group = corpus.node("group_3_array_2")
    put(group, {"zarr.json": GROUP3})
    array2(group / "array", INTS, "<i4")
    corpus.array("group_3_array_2/array", read, "<i4", zarr_format=2, expect="found below a group of format 3")
    kinds = corpus.node("array_3_group_2")
    array3(kinds, INTS, "int32")
    put(kinds, {".zgroup": GROUP2})
    expect = "zarr.json says array, .zgroup says group: the array is in force and the other is named"
    corpus.array("array_3_group_2", read, "int32", zarr_format=3, expect=expect)


def write_consolidated(corpus):
    """Consolidated metadata that is older than the documents of the nodes."""
    stale = document3("int32", -1)
    metadata = {"level": stale, "gone": document3("float32", 0)}
    consolidated = {"kind": "inline", "must_understand": False, "metadata": metadata}
    node = corpus.node("consolidated_differs_v3")
    put(node, {"zarr.json": GROUP3 | {"consolidated_metadata": consolidated}})
    array3(node / "level", INTS, "int32", fill=7)
    array3(node / "unlisted", INTS, "int32")
    differs = "the document of the node is in force; that the consolidated metadata differs is named"
    gone = "listed in the consolidated metadata, but no such node: named"
    unlisted = "found, although the consolidated metadata does not list it; that is named"
    read = without_last_chunk(INTS)
    corpus.array("consolidated_differs_v3/level", without_last_chunk(INTS, fill=7), "int32", zarr_format=3, expect=differs)
    corpus.array("consolidated_differs_v3/unlisted", read, "int32", zarr_format=3, expect=unlisted)
    corpus.array("consolidated_differs_v3/gone", None, "float32", zarr_format=3, shape=(3, 5), expect=gone)
    node = corpus.node("consolidated_differs_v2")
    metadata = {
        ".zgroup": GROUP2,
        "level/.zarray": document2("<i4", fill_value=-1),
        "level/.zattrs": {"units": "ft"},
        "gone/.zarray": document2("<f4"),
    }
    put(node, {".zgroup": GROUP2, ".zmetadata": {"zarr_consolidated_format": 1, "metadata": metadata}})
    array2(node / "level", INTS, "<i4", fill_value=7)
    put(node / "level", {".zattrs": {"units": "m"}})
    array2(node / "unlisted", INTS, "<i4")
    corpus.array("consolidated_differs_v2/level", without_last_chunk(INTS, fill=7), "<i4", zarr_format=2, expect=differs)
    corpus.array("consolidated_differs_v2/unlisted", read, "<i4", zarr_format=2, expect=unlisted)
    corpus.array("consolidated_differs_v2/gone", None, "<f4", zarr_format=2, shape=(3, 5), expect=gone)


def write_strays(corpus):
    """Files that belong to no node and no chunk."""
    node = corpus.node("stray_files")
    put(node, {"zarr.json": GROUP3, "README.txt": "not a node\n", ".DS_Store": b"\0\0\0\1Bud1", "folder/notes.md": "# notes\n"})
    array3(node / "v3", INTS, "int32")
    put(node / "v3", {"c.7.0": b"beyond the grid", "c.0": b"too few indices", "c.0.0.partial": b"", "c.00.1": b"leading zero"})
    put(node / "v3", {"zarr.json~": "{}", "c/0/1": b"another separator", "0.1": b"no prefix"})
    array2(node / "v2", INTS, "<i4")
    put(node / "v2", {"7.0": b"beyond the grid", "0": b"too few indices", "0.0.__tmp": b"", "1.1.1": b"too many indices"})
    read = without_last_chunk(INTS)
    expect = "files that are no chunk of the array are named as such; the values are sound"
    corpus.array("stray_files/v3", read, "int32", zarr_format=3, expect=expect)
    corpus.array("stray_files/v2", read, "<i4", zarr_format=2, expect=expect)


def write_n5(corpus):
    """An N5 container: blocks with a header, all big-endian, dimensions from fast to slow."""
    node = corpus.node("n5")
    dataset = {"dimensions": [5, 3], "blockSize": [3, 2], "dataType": "int32", "compression": {"type": "raw"}}
    block = struct.pack(">HHII", 0, 2, 3, 2) + INTS[:2, :3].astype(">i4").tobytes()
    put(node, {"attributes.json": {"n5": "2.5.0"}, "data/attributes.json": dataset, "data/0/0": block})
    expect = "attributes.json is named as N5; nothing is read"
    corpus.array("n5/data", None, "N5 int32", zarr_format=None, shape=(3, 5), expect=expect)


def write():
    """Write all of these, and give back the recorders."""
    v2, v3, mixed = (Recorder(directory, WRITER) for directory in ("v2/hand", "v3/hand", "mixed"))
    write_v2(v2)
    write_v2_unsound(v2)
    write_v3(v3)
    write_v3_unsound(v3)
    for part in (write_mixed, write_consolidated, write_strays, write_n5):
        part(mixed)
    return [v2, v3, mixed]
