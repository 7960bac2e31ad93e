"""Writes tests/values/small_floats.json: what ml_dtypes (0.6.0 was used) makes of the small float types.

    python tests/python/make_small_floats.py

For each type: the value of every bit pattern, and float32 numbers with the bit pattern they round to (to the nearest,
ties to even). Numbers that round to no finite value are left out.
"""

import json
import pathlib

import ml_dtypes
import numpy as np

OUT = pathlib.Path(__file__).parent.parent / "values" / "small_floats.json"

# Name and bits that count.
TYPES = {
    "float8_e3m4": 8,
    "float8_e4m3": 8,
    "float8_e4m3b11fnuz": 8,
    "float8_e4m3fnuz": 8,
    "float8_e4m3fn": 8,
    "float8_e5m2": 8,
    "float8_e5m2fnuz": 8,
    "float8_e8m0fnu": 8,
    "float6_e2m3fn": 6,
    "float6_e3m2fn": 6,
    "float4_e2m1fn": 4,
}


def text(value):
    """A number in the form that zarrscope prints."""
    value = float(value)
    if value != value:
        return "NaN"
    return repr(value).replace("inf", "Infinity")


def values(dtype, bits):
    """The value of every bit pattern."""
    return np.arange(1 << bits).astype(np.uint8).view(dtype)


def candidates(dtype, bits, rng):
    """Numbers that are hard to round: spread over the range, over the exponents, and halfway between neighbours."""
    info = ml_dtypes.finfo(dtype)
    largest, smallest = float(info.max), float(info.smallest_subnormal)
    spread = rng.uniform(-largest, largest, 100)
    exponents = np.exp2(rng.uniform(np.log2(smallest) - 2, np.log2(largest), 100)) * rng.choice([-1, 1], 100)
    every = values(dtype, bits).astype("float64")
    every = np.sort(every[np.isfinite(every)])
    halfway = (every[1:] + every[:-1]) / 2
    numbers = np.concatenate([spread, exponents, halfway]).astype("float32")
    return numbers[numbers >= np.float32(smallest)] if dtype == ml_dtypes.float8_e8m0fnu else numbers


def rounded(dtype, bits, rng):
    """Pairs of a number and the bit pattern it rounds to."""
    pairs = []
    for number in candidates(dtype, bits, rng):
        result = np.array([number]).astype(dtype)
        if np.isfinite(result.astype("float64")[0]):
            pairs.append([repr(float(number)), int(result.view(np.uint8)[0]) & ((1 << bits) - 1)])
    return pairs


def main():
    """Write the file, one line for each type."""
    rng = np.random.default_rng(5)
    rows = []
    for name, bits in TYPES.items():
        dtype = getattr(ml_dtypes, name)
        row = {"values": [text(value) for value in values(dtype, bits)], "rounded": rounded(dtype, bits, rng)}
        rows.append(f"{json.dumps(name)}: {json.dumps(row, separators=(',', ':'))}")
    OUT.write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
