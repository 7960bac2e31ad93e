"""Records what zarr-python 3.4.2 with cast-value-rs 0.5.1 does with `cast_value` and `scale_offset`.

    python make_cast_matrix.py ../values/cast_matrix.json

Every row is a chain, and what comes out of each element of `elements`, tried alone; `-` where zarr-python refuses it.
Elements are hex of their little-endian bytes. `decode` was read from a store whose chunk was written byte by byte;
`encode` is the chunk of a store that zarr-python wrote. Python 3.13; the packages are those of requirements.txt.
"""

import asyncio
import itertools
import json
import sys
import warnings

import numpy as np
import zarr
from zarr.core.buffer import default_buffer_prototype
from zarr.storage import MemoryStore

warnings.simplefilter("ignore")
np.seterr(all="ignore")

INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]
ROUNDINGS = ["nearest-even", "towards-zero", "towards-positive", "towards-negative", "nearest-away"]


def elements(name):
    """Elements that sit on the edges of what casts decide."""
    if name in INTEGERS:
        ends = np.iinfo(name)
        wanted = [0, 1, -1, 2, 3, 100, 127, 128, -128, -129, 255, 256, 2049, 2051, 32767, 32768, -32769, 65535, 65536,
                  65504, 65520, 16777217, 2**31 - 1, 2**31, -(2**31) - 1, 2**32, 2**53 + 1, 2**62 + 1, 2**63,
                  int(ends.min), int(ends.max)]
        kept = sorted({number for number in wanted if ends.min <= number <= ends.max})
        return np.array(kept, dtype=name)
    wanted = [0.0, -0.0, 0.5, -0.5, 1.0, 1.5, -1.5, 2.5, -2.5, 0.1, -3.7, 127.5, 128.0, -128.5, 255.5, 32767.5, 65504.0,
              65519.0, 65520.0, 1e5, 2147483647.5, 4294967295.5, 9.3e18, -9.3e18, 1.9e19, 1e39, -1e39, 1e300,
              1 + 2**-11 + 2**-30, 1 + 2**-11, 2**-25, 1e-46, float("inf"), float("-inf"), float("nan")]
    values = np.array(wanted, dtype="float64").astype(name)
    kept = {value.tobytes(): value for value in values}
    return np.array(list(kept.values()), dtype=name)


def document(name, size, codec, fill_value):
    codecs = [codec, {"name": "bytes", "configuration": {"endian": "little"}}]
    return {
        "zarr_format": 3, "node_type": "array", "shape": [size], "data_type": name,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [size]}},
        "chunk_key_encoding": {"name": "v2"}, "fill_value": fill_value, "codecs": codecs, "attributes": {},
    }


def store_with(metadata, chunk=None):
    store = MemoryStore()
    prototype = default_buffer_prototype()
    put = lambda key, value: asyncio.run(store.set(key, prototype.buffer.from_bytes(value)))
    put("zarr.json", json.dumps(metadata).encode())
    if chunk is not None:
        put("0", chunk)
    return store


def decode(name, codec, fill_value, chunk, size):
    array = zarr.open_array(store_with(document(name, size, codec, fill_value), chunk), mode="r")
    return np.asarray(array[...])


def encode(name, codec, fill_value, values):
    store = store_with(document(name, values.size, codec, fill_value))
    array = zarr.open_array(store, mode="r+", config={"write_empty_chunks": True})
    array[...] = values
    return asyncio.run(store.get("0", default_buffer_prototype())).to_bytes()


def one_by_one(run, values):
    """The result of each element, alone; None where it is refused."""
    results = []
    for index in range(values.size):
        try:
            results.append(run(values[index : index + 1]))
        except Exception:
            results.append(None)
    return results


def little(array):
    return np.ascontiguousarray(array.astype(array.dtype.newbyteorder("<"))).tobytes()


def row(name, stored, codec, fill_value=0):
    """Both directions of one chain."""
    decoded = one_by_one(
        lambda one: little(decode(name, codec, fill_value, little(one), one.size)), elements(stored)
    )
    encoded = one_by_one(lambda one: encode(name, codec, fill_value, one), elements(name))
    hexes = lambda found: " ".join("-" if item is None else item.hex() for item in found)
    return {"data_type": name, "stored": stored, "codec": codec, "fill_value": fill_value,
            "decode": hexes(decoded), "encode": hexes(encoded)}


def maps(name, stored):
    """Scalar maps that fit both types: special values where there are some, plain ones otherwise; a duplicate."""
    special = lambda kind: "NaN" if kind in FLOATS else 100
    far = lambda kind: "-Infinity" if kind in FLOATS else 127
    return {
        "encode": [[special(name), 1], [special(name), 2], [far(name), 100]],
        "decode": [[special(stored), 3], [1, special(name)], [far(stored), 2]],
    }


def casts():
    for name, stored in itertools.product(INTEGERS + FLOATS, repeat=2):
        exact = name in INTEGERS and stored in INTEGERS
        ranges = [None, "clamp"] + (["wrap"] if stored in INTEGERS else [])
        for rounding, out_of_range in itertools.product(ROUNDINGS[:1] if exact else ROUNDINGS, ranges):
            configuration = {"data_type": stored, "rounding": rounding}
            if out_of_range:
                configuration["out_of_range"] = out_of_range
            yield row(name, stored, {"name": "cast_value", "configuration": configuration})
        configuration = {"data_type": stored, "rounding": "nearest-even", "scalar_map": maps(name, stored)}
        yield row(name, stored, {"name": "cast_value", "configuration": configuration})


def scales():
    numbers = {"integer": [(5, 1), (0, 2), (1, 3), (100, 1), (0, 4)], "float": [(-10, 0.1), (0.5, 3), (1e30, 1e10)]}
    for name in INTEGERS + FLOATS:
        for offset, scale in numbers["integer" if name in INTEGERS else "float"]:
            limit = np.iinfo(name).max if name in INTEGERS else float(np.finfo(name).max)
            if abs(offset) > limit or abs(scale) > limit:
                continue
            codec = {"name": "scale_offset", "configuration": {"offset": offset, "scale": scale}}
            yield row(name, name, codec, fill_value=offset)


def main():
    rows = list(itertools.chain(casts(), scales()))
    tried = {name: " ".join(little(item).hex() for item in elements(name)) for name in INTEGERS + FLOATS}
    lines = ",\n".join(json.dumps(found, separators=(",", ":")) for found in rows)
    with open(sys.argv[1], "w") as file:
        file.write(f'{{"elements": {json.dumps(tried)},\n"rows": [\n{lines}\n]}}\n')
    print(len(rows), "rows")


main()
