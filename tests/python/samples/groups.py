"""groups.zarr: a hierarchy with what else lies about in real stores."""

import numpy as np
import zarr

from .recording import ByHand
from .writing import array_document, edited_document, with_crc32c, write_array, write_by_hand

SHORT_NAMES = np.arange(1, 13, dtype="uint8").reshape(3, 4)
RECORDS = {"short_names": ByHand(SHORT_NAMES)}

ATTRIBUTES = {
    "title": "A hierarchy",
    "empty": {},
    "nested": {"list": [1, 2.5, "three", None, [True, False]], "object": {"deeper": {"still": "here"}}},
    "text": 'quotes ", backslash \\, tab \t and ünïcödé ☃',
    "large": 2**63,
}


def write_hierarchy(store):
    """The nodes that are listed in the consolidated metadata."""
    root = zarr.create_group(store, attributes=ATTRIBUTES)
    measurements = root.create_group("measurements", attributes={"station": "harbour", "height_metres": 10})
    wind = np.array([3.5, 4.25, 7.0, 11.5, 9.75, 6.0, 2.5, 0.0], "float32")
    write_array(measurements, "wind", wind, chunks=(4,), fill_value=-1, separator="/", dimension_names=["time"])
    daily = measurements.create_group("daily", attributes={"statistic": "sum"})
    rain = np.arange(24, dtype="int16").reshape(4, 6)
    write_array(daily, "rain", rain, chunks=(2, 3), fill_value=-1, dimension_names=[None, "day"])
    root.create_group("empty")
    nothing = root.create_group("null_consolidated", attributes={"written_by": "an older zarr-python"})
    write_array(nothing, "level", np.arange(5, dtype="int64"), chunks=(5,), fill_value=-1)
    zarr.consolidate_metadata(store)


def sort_consolidated(store):
    """List the consolidated documents by path; zarr-python lists them as they arrive."""
    with edited_document(store) as document:
        metadata = document["consolidated_metadata"]["metadata"]
        document["consolidated_metadata"]["metadata"] = dict(sorted(metadata.items()))


def write_short_names(node):
    """An array with the short-hand names of Zarr 3.1, which zarr-python does not read."""
    document = array_document(SHORT_NAMES.shape, "uint8", SHORT_NAMES.shape, ["bytes", "crc32c"])
    document["chunk_key_encoding"] = "default"
    (node / "c/0").mkdir(parents=True)
    write_by_hand(node, document, {"c/0/0": with_crc32c(SHORT_NAMES.tobytes())})


def write_afterwards(store):
    """The nodes and files that came after the consolidated metadata was made."""
    with edited_document(store / "null_consolidated") as document:
        document["consolidated_metadata"] = None
    write_short_names(store / "short_names")
    (store / "notes.txt").write_text("Neither a group nor an array.\n", encoding="utf-8")
    implicit = zarr.create_group(store / "implicit")
    write_array(implicit, "inside", np.arange(6, dtype="int32"), chunks=(3,), fill_value=-1)
    (store / "implicit" / "zarr.json").unlink()


def write(store):
    """Write groups.zarr."""
    write_hierarchy(store)
    sort_consolidated(store)
    write_afterwards(store)
