"""fill-values.zarr: the JSON forms of a fill value, in arrays whose chunks are missing."""

import numpy as np

from .writing import BYTES, LITTLE, edited_document, write_table

RECORDS = {}

# Arrays without any stored chunk: name, data type, fill value as the metadata document says it.
ALL_MISSING = [
    ("nan", "float32", "NaN"),
    ("infinity", "float64", "Infinity"),
    ("minus_infinity", "float16", "-Infinity"),
    ("nan_with_payload", "float32", "0x7fc00001"),
    ("nan_with_sign", "float64", "0xfff8000000000000"),
    ("hex_number", "float16", "0x3555"),
    ("minus_zero", "float64", -0.0),
    ("tenth", "float32", 0.1),
    ("complex_with_nan", "complex64", [1.5, "NaN"]),
    ("complex_infinities", "complex128", ["Infinity", "-Infinity"]),
    ("uint64_max", "uint64", 2**64 - 1),
    ("int64_min", "int64", -(2**63)),
]


def all_missing_rows():
    """The arrays of ALL_MISSING as zarr-python makes them, for now with fill value 0."""
    settings = {"chunks": (2, 3)}
    for name, data_type, _ in ALL_MISSING:
        codecs = (BYTES,) if data_type == "bool" else (LITTLE,)
        yield name, np.zeros((4, 6), data_type), {**settings, "codecs": codecs}


def partly_missing_rows():
    """Arrays with two stored and two missing chunks."""
    numbers = np.full((4, 6), -1, "int32")
    numbers[:2, :3] = np.arange(6).reshape(2, 3)
    numbers[2:, 3:] = np.arange(6).reshape(2, 3) * 10
    truths = numbers % 2 == 0
    truths[2:, 3:] = [[True, False, True], [True, True, False]]
    truths[:2, 3:] = truths[2:, :3] = True
    yield "partly_missing", numbers, {"chunks": (2, 3), "fill_value": -1}
    yield "bool_true", truths, {"chunks": (2, 3), "codecs": (BYTES,), "fill_value": True}


def write(store):
    """Write fill-values.zarr."""
    rows = [*all_missing_rows(), *partly_missing_rows()]
    write_table(store, {"title": "The JSON forms of a fill value"}, rows)
    for name, _, fill_value in ALL_MISSING:
        with edited_document(store / name) as document:
            document["fill_value"] = fill_value
