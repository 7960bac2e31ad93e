"""Write tests/corpus but for what zarr 2 writes, and its rows of the manifest; what was there before is removed.

    python -m pip install -r tests/python/requirements.txt
    python tests/python/make_corpus.py

make_corpus_v2.py writes v2/zarr2 and v3/zarr2_draft. The same versions of the packages write the same bytes each time.
"""

import json
from importlib.metadata import version

import numpy as np
import zarr
from corpus import by_hand, by_tensorstore, v3_cases
from corpus.recording import CORPUS, Recorder, sample, settle_libraries, write_manifest
from corpus.v2_cases import DEFAULT, cases
from numcodecs import get_codec
from zarr.dtype import VariableLengthBytes, VariableLengthUTF8

TEXT_TYPES = {"vlen-utf8": VariableLengthUTF8, "vlen-bytes": VariableLengthBytes}


def read(node, **which):
    """The whole array, read back by zarr-python."""
    return np.asarray(zarr.open_array(node, mode="r", **which)[...])


def write_case_v2(node, name, case):
    """Write the array of one row of the table of format 2."""
    fill = {} if case.fill is DEFAULT else {"fill_value": case.fill}
    filters = [get_codec(configuration) for configuration in case.filters]
    dtype = case.dtype
    if dtype == "|O":
        dtype = TEXT_TYPES[case.filters[0]["id"]]()
    array = zarr.create_array(
        node,
        shape=case.shape,
        chunks=case.chunks,
        dtype=np.dtype(dtype) if isinstance(dtype, (str, list)) else dtype,
        filters=filters or None,
        compressors=case.compressor and get_codec(case.compressor),
        order=case.order,
        chunk_key_encoding={"name": "v2", "separator": case.separator},
        zarr_format=2,
        **fill,
    )
    values = case.data(name)
    for selection in case.selections():
        array[selection] = values[selection]


def write_v2(corpus):
    for name, case in cases("zarr3"):
        write_case_v2(corpus.node(name), name, case)
        values = read(corpus.node(name), zarr_format=2)
        notes = {"note": case.note, "expect": case.expect}
        corpus.array(name, values, case.dtype, zarr_format=2, shape=case.shape, **notes)


def write_v3(corpus):
    for name, case in v3_cases.cases():
        v3_cases.write_case(corpus.node(name), name, case)
        corpus.array(name, read(corpus.node(name)), case.dtype, zarr_format=3, note=case.note)


def write_hierarchy(corpus, zarr_format):
    """Nested groups with attributes and consolidated metadata."""
    store = corpus.node("hierarchy_consolidated")
    attributes = {"title": "nested groups", "list": [1, 2.5, None, {"deeper": "ü"}]}
    root = zarr.create_group(store, attributes=attributes, zarr_format=zarr_format)
    root.create_group("inner").create_group("innermost").create_group("empty", attributes={"empty": {}})
    paths = ["top", "inner/middle", "inner/innermost/bottom"]
    for path in paths:
        array = root.create_array(
            path, shape=(5,), chunks=(2,), dtype="int16", fill_value=-1, compressors=None, attributes={"units": "m"}
        )
        array[:4] = sample("<i2", (4,), path)
    zarr.consolidate_metadata(store, zarr_format=zarr_format)
    sort_consolidated(store)
    for path in paths:
        name = f"hierarchy_consolidated/{path}"
        corpus.array(name, read(corpus.node(name)), "int16", zarr_format=zarr_format)


def sort_consolidated(store):
    """List the consolidated documents by path; zarr-python lists them as they arrive."""
    for file in filter(lambda file: file.exists(), (store / ".zmetadata", store / "zarr.json")):
        document = json.loads(file.read_text(encoding="utf-8"))
        holder = document.get("consolidated_metadata", document)
        holder["metadata"] = dict(sorted(holder["metadata"].items()))
        file.write_text(json.dumps(document, indent=2), encoding="utf-8")


def main():
    settle_libraries()
    by_zarr, by_ts = f"zarr {zarr.__version__}", f"tensorstore {version('tensorstore')}"
    v2, v3 = Recorder("v2/zarr3", by_zarr), Recorder("v3/zarr3", by_zarr)
    ts2, ts3 = Recorder("v2/tensorstore", by_ts), Recorder("v3/tensorstore", by_ts)
    write_v2(v2)
    write_v3(v3)
    write_hierarchy(v2, 2)
    write_hierarchy(v3, 3)
    by_tensorstore.write(ts2, ts3)
    write_manifest([v2, v3, ts2, ts3, *by_hand.write()])


if __name__ == "__main__":
    main()
