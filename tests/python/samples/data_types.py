"""data-types.zarr: one array for each data type, filled with the values at its limits."""

import ml_dtypes
import numpy as np
import tensorstore

from .recording import ByHand, ByTensorStore
from .writing import BYTES, LITTLE, array_document, write_by_hand, write_table

INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
# For each floating-point type: the unsigned integer of its size, and the bits of a NaN that is not the usual one.
FLOATS = {"float16": ("uint16", 0xFE01), "float32": ("uint32", 0xFFC00123), "float64": ("uint64", 0xFFF8000000000123)}
COMPLEX = {"complex64": "float32", "complex128": "float64"}

# Two chunks of raw bits each; the second chunk is missing and reads as the fill value.
RAW = {"r16": (2, [255, 1]), "r24": (3, [1, 2, 3])}
RAW_STORED_ITEMS, RAW_ITEMS = 4, 6


def integer_values(name):
    """The lowest and the highest values, and some between."""
    limits = np.iinfo(name)
    low, high = int(limits.min), int(limits.max)
    between = [-1, 0, 1] if low < 0 else [2, 3, 4]
    return np.array([low, low + 1, *between, high // 2, high - 1, high], name)


def float_values(name):
    """Both zeros, both ends of the subnormal and the normal range, the infinities and two NaNs."""
    limits = np.finfo(name)
    subnormal = limits.smallest_subnormal
    tiny = limits.smallest_normal
    ordinary = [0.0, -0.0, 1.0, -1.5, 0.1, 1 / 3]
    extreme = [subnormal, -subnormal, tiny - subnormal, tiny, limits.max, limits.min, np.inf, -np.inf, np.nan]
    return np.array([*ordinary, *extreme, other_nan(name)], name)


def other_nan(name):
    """A NaN with the sign bit and a payload."""
    unsigned, bits = FLOATS[name]
    return np.array(bits, unsigned).view(name)


def complex_values(name):
    """Each float value as a real part, and the same values backwards as imaginary parts."""
    parts = float_values(COMPLEX[name])
    pairs = np.stack([parts, parts[::-1]], axis=-1)
    return np.ascontiguousarray(pairs).view(name)[:, 0]


def sample_values():
    """The values of every array that zarr-python can write."""
    yield "bool", np.array([False, True, True, False, True])
    yield from ((name, integer_values(name)) for name in INTEGERS)
    yield from ((name, float_values(name)) for name in FLOATS)
    yield from ((name, complex_values(name)) for name in COMPLEX)


def settings(values):
    """One chunk; `endian` only where an item has several bytes."""
    codecs = (BYTES,) if values.dtype.itemsize == 1 else (LITTLE,)
    return {"chunks": values.shape, "codecs": codecs, "fill_value": values.dtype.type(0)}


def write_bfloat16(node):
    """zarr-python has no bfloat16, so TensorStore writes this one."""
    limits = ml_dtypes.finfo("bfloat16")
    values = [0.0, -0.0, 1.0, -1.5, 281.35, limits.smallest_subnormal, limits.smallest_normal]
    values = np.array([*values, limits.max, limits.min, np.inf, -np.inf, np.nan], ml_dtypes.bfloat16)
    metadata = array_document(values.shape, "bfloat16", values.shape, [LITTLE], fill_value=0.0)
    del metadata["storage_transformers"]
    spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": f"{node}/"}, "metadata": metadata}
    tensorstore.open(spec, create=True).result().write(values).result()


def raw_bytes(name):
    """The bytes of the stored chunk: 0, 1, 2, …"""
    return bytes(range(RAW_STORED_ITEMS * RAW[name][0]))


def raw_values(name):
    """All items of the array, the missing chunk filled in."""
    nbytes, fill = RAW[name]
    padding = bytes(fill) * (RAW_ITEMS - RAW_STORED_ITEMS)
    return np.frombuffer(raw_bytes(name) + padding, f"|V{nbytes}")


RECORDS = {"bfloat16": ByTensorStore(), **{name: ByHand(raw_values(name)) for name in RAW}}


def write(store):
    """Write data-types.zarr."""
    rows = [(name, values, settings(values)) for name, values in sample_values()]
    write_table(store, {"title": "One array for each data type"}, rows)
    write_bfloat16(store / "bfloat16")
    for name, (_, fill) in RAW.items():
        document = array_document([RAW_ITEMS], name, [RAW_STORED_ITEMS], [BYTES], fill_value=fill)
        write_by_hand(store / name, document, {"c.0": raw_bytes(name)})
