"""grids.zarr: chunk grids and chunk key encodings."""

import numpy as np

from .writing import write_table

RECORDS = {}


def count(*shape, start=0):
    """start, start + 1, … in C order."""
    return (np.arange(np.prod(shape, dtype=int)) + start).reshape(shape).astype("int16")


ROWS = [
    ("zero_d", np.array(281.35), {"chunks": ()}),
    ("zero_d_v2_keys", count(start=7), {"chunks": (), "keys": "v2"}),
    ("zero_length", count(0, 4), {"chunks": (2, 2)}),
    ("one_d", count(10, start=1), {"chunks": (4,), "separator": "/"}),
    ("edges", count(30, 30, start=1), {"chunks": (16, 16), "separator": "/"}),
    ("four_d", count(2, 3, 4, 5, start=1), {"chunks": (1, 3, 4, 3), "separator": "/"}),
    ("v2_keys", count(6, 6, start=1), {"chunks": (3, 3), "keys": "v2"}),
    ("v2_keys_slash", count(6, 6, start=1), {"chunks": (3, 3), "keys": "v2", "separator": "/"}),
    ("dot_keys", count(6, 6, start=1), {"chunks": (3, 3)}),
    ("rectilinear", count(10, 12, start=1), {"chunks": [[3, 4, 3], [5, 7]], "separator": "/"}),
    ("rectilinear_runs", count(12, 10, start=1), {"chunks": [[5, 3, 3, 1], 4]}),
]


def write(store):
    """Write grids.zarr."""
    write_table(store, {"title": "Chunk grids and chunk keys"}, ROWS)
