"""Write tests/corpus/v2/zarr2 and v3/zarr2_draft with zarr-python 2.18, and their rows of the manifest; what was there before is removed.

    python3.11 -m venv zarr2
    zarr2/bin/python -m pip install -r tests/python/requirements_v2.txt
    zarr2/bin/python tests/python/make_corpus_v2.py

make_corpus.py writes the rest; either can run first. The same versions of the packages write the same bytes each time.
"""

import os

import numpy as np

os.environ["ZARR_V3_EXPERIMENTAL_API"] = "1"  # read when zarr is imported

import zarr
from corpus.recording import Recorder, sample, settle_libraries, write_manifest
from corpus.v2_cases import DEFAULT, cases, codec
from numcodecs import get_codec
from zarr._storage.v3 import DirectoryStoreV3


def write_case(node, name, case):
    """Write the array of one row of the table."""
    fill = {} if case.fill is DEFAULT else {"fill_value": case.fill}
    array = zarr.open_array(
        str(node),
        mode="w",
        shape=case.shape,
        chunks=case.chunks or True,
        dtype=case.dtype,
        filters=[get_codec(configuration) for configuration in case.filters] or None,
        compressor=case.compressor and get_codec(case.compressor),
        order=case.order,
        dimension_separator=case.separator,
        **fill,
    )
    values = case.data(name)
    for selection in case.selections():
        array[selection] = values[selection]


def read(node):
    """The whole array, read back by zarr 2."""
    return np.asarray(zarr.open_array(str(node), mode="r")[...])


def write_cases(corpus):
    for name, case in cases("zarr2"):
        write_case(corpus.node(name), name, case)
        values = None if case.filters[:1] == [codec("pickle")] else read(corpus.node(name))
        notes = {"note": case.note, "expect": case.expect}
        corpus.array(name, values, case.dtype, zarr_format=2, shape=case.shape, **notes)


def write_hierarchy(corpus, name, consolidated):
    """Nested groups with attributes, some arrays, and .zmetadata where asked for."""
    store = zarr.DirectoryStore(str(corpus.node(name)))
    root = zarr.open_group(store, mode="w")
    root.attrs.update({"title": "nested groups", "list": [1, 2.5, None, {"deeper": "ü"}]})
    root.attrs["not_a_number"] = float("nan")
    inner = root.create_group("inner")
    inner.create_group("innermost/empty").attrs["empty"] = {}
    arrays = {"top": root, "inner/middle": root, "inner/innermost/bottom": root}
    for path in arrays:
        array = root.create_dataset(path, shape=(5,), chunks=(2,), dtype="<i2", fill_value=-1, compressor=None)
        array[:4] = sample("<i2", (4,), path)
        array.attrs["units"] = "m"
    if consolidated:
        zarr.consolidate_metadata(store)
    for path in arrays:
        note = "the attributes of the root hold a bare NaN, which is no JSON" if path == "top" else ""
        corpus.array(f"{name}/{path}", root[path][...], "<i2", zarr_format=2, note=note)


def write_without_zgroup(corpus):
    """Arrays below directories that have no .zgroup."""
    name = "group_without_zgroup/implicit/array"
    array = zarr.open_array(str(corpus.node(name)), mode="w", shape=(5,), chunks=(2,), dtype="<u2", compressor=None)
    array[:4] = [1, 2, 3, 4]
    for group in (corpus.node("group_without_zgroup"), corpus.node("group_without_zgroup/implicit")):
        (group / ".zgroup").unlink(missing_ok=True)
    expect = "the directories above show as groups without a document; the array is sound"
    corpus.array(name, read(corpus.node(name)), "<u2", zarr_format=2, expect=expect)


def write_n5(corpus):
    """An N5 container, which zarr 2 can write and zarrscope does not read."""
    group = zarr.open_group(zarr.N5Store(str(corpus.node("n5"))), mode="w")
    group.attrs["title"] = "an N5 container"
    group.create_dataset("data", shape=(3, 5), chunks=(2, 3), dtype="i4", compressor=None)[...] = np.ones((3, 5))
    expect = "attributes.json is named as N5; nothing is read"
    corpus.array("n5/data", None, "N5 int32", zarr_format=None, shape=(3, 5), expect=expect)


def write_draft(corpus):
    """A store as the draft of 2020 had it: meta/root/**.array.json and data/root/**."""
    group = zarr.open_group(DirectoryStoreV3(str(corpus.node("store"))), mode="w", zarr_version=3)
    array = group.create_dataset("inner/array", shape=(3, 5), chunks=(2, 3), dtype="<i4", compressor=None)
    array[:2] = 1
    expect = "zarr.json is named as that of the draft of 2020; nothing is read"
    corpus.array("store/inner/array", None, "draft <i4", zarr_format=None, shape=(3, 5), expect=expect)


def main():
    settle_libraries()
    corpus = Recorder("v2/zarr2", f"zarr {zarr.__version__}")
    write_cases(corpus)
    write_hierarchy(corpus, "hierarchy", consolidated=False)
    write_hierarchy(corpus, "hierarchy_consolidated", consolidated=True)
    write_without_zgroup(corpus)
    write_n5(corpus)
    draft = Recorder("v3/zarr2_draft", corpus.writer)
    write_draft(draft)
    write_manifest([corpus, draft])


if __name__ == "__main__":
    main()
