"""Reads random arrays with zarr-python 3.4.2 and with zarrscope, and reports every difference.

Usage: differential.py PROGRAM COUNT [SEED]

Each array has a random data type, shape, fill value and chain of codecs that compute with elements, and half of them are
sharded; some chunks and some inner chunks are missing. Half of the arrays are written through their chain. The others are
written as what is stored, and get the codecs in front afterwards: so decoding meets what no encoder would have written.

A difference is listed with its reason where that is known (see `reason`), and ends the run with 1 where it is not.
"""

import json
import math
import random
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
import zarr
from zarr.storage import LocalStore

warnings.filterwarnings("ignore")

INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]
ROUNDINGS = ["nearest-even", "towards-zero", "towards-positive", "towards-negative", "nearest-away"]


def scalar(name, rng):
    """A number of a data type, as JSON has it."""
    if name in FLOATS:
        return rng.choice([0.0, 1.0, -1.0, 0.5, 2.5, -3.5, 0.57, 100.0, 1e4, "NaN", "Infinity", round(rng.uniform(-50, 50), 2)])
    info = np.iinfo(name)
    near = [0, 1, 2, 3, 5, 7, 100, info.max, info.min, info.max - 1, rng.randint(-50, 50)]
    return int(min(max(rng.choice(near), info.min), info.max))


def values(name, size, rng):
    if name in FLOATS:
        numbers = [rng.choice([rng.uniform(-300, 300), rng.randint(-20, 20), rng.randint(-20, 20) / 4]) for _ in range(size)]
        special = [math.nan, math.inf, -math.inf, -0.0, 1e5, 65519.0]
        if rng.random() < 0.2:
            numbers = [rng.choice(special) if rng.random() < 0.1 else number for number in numbers]
        return np.array(numbers).astype(name)
    info = np.iinfo(name)
    low, high = max(info.min, -200), min(info.max, 400)
    if rng.random() < 0.2:
        low, high = int(info.min), int(info.max)
    return np.array([rng.randint(low, high) for _ in range(size)], dtype=name)


def cast(stored, decoded, rng):
    configuration = {"data_type": stored}
    if rng.random() < 0.5:
        configuration["rounding"] = rng.choice(ROUNDINGS)
    if rng.random() < 0.5:
        wraps = stored in INTEGERS and decoded in INTEGERS
        configuration["out_of_range"] = rng.choice(["clamp", "wrap"] if wraps else ["clamp"])
    if rng.random() < 0.3:
        entries = {json.dumps(scalar(stored, rng)): scalar(decoded, rng) for _ in range(2)}
        back = {json.dumps(scalar(decoded, rng)): scalar(stored, rng) for _ in range(2)}
        configuration["scalar_map"] = {
            "encode": [[json.loads(key), value] for key, value in back.items()],
            "decode": [[json.loads(key), value] for key, value in entries.items()],
        }
    return {"name": "cast_value", "configuration": configuration}


def number(name, rng, least):
    if name in FLOATS:
        return rng.choice([0.5, 2.0, 10.0, 100.0, 0.1, -1.5, 3.0])
    return max(least, rng.choice([1, 2, 3, 5, 10]))


def front(name, rank, rng):
    """Codecs in front of the bytes, and the data type behind them."""
    codecs = []
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        kind = rng.choice(["transpose", "scale_offset", "scale_offset", "cast_value", "cast_value", "filter"])
        if kind == "transpose":
            codecs.append({"name": "transpose", "configuration": {"order": rng.sample(range(rank), rank)}})
        elif kind == "scale_offset":
            configuration = {}
            if rng.random() < 0.7:
                configuration["scale"] = number(name, rng, 1)
            if rng.random() < 0.7:
                configuration["offset"] = number(name, rng, 0)
            codecs.append({"name": "scale_offset", "configuration": configuration})
        elif kind == "cast_value":
            stored = rng.choice(INTEGERS + FLOATS)
            codecs.append(cast(stored, name, rng))
            name = stored
        else:
            codec = filter_of(name, rng)
            if codec is not None:
                codecs.append(codec)
    return codecs, name


def filter_of(name, rng):
    dtype = np.dtype(name).str
    kind = rng.choice(["delta", "bitround", "quantize", "fixedscaleoffset"])
    if kind == "delta":
        return {"name": "numcodecs.delta", "configuration": {"dtype": dtype}}
    if name not in FLOATS or name == "float16":
        return None
    if kind == "bitround":
        return {"name": "numcodecs.bitround", "configuration": {"keepbits": 8}}
    if kind == "quantize":
        return {"name": "numcodecs.quantize", "configuration": {"digits": 2, "dtype": dtype}}
    return {"name": "numcodecs.fixedscaleoffset", "configuration": {"offset": 5, "scale": 10, "dtype": dtype, "astype": dtype}}


def middle(name, chunk, sharded, rng):
    """The chain from elements to bytes; of shards, with inner chunks of half the edges."""
    endian = {"endian": rng.choice(["little", "big"])}
    plain = [{"name": "bytes", "configuration": endian}]
    rest = rng.choice([[], [{"name": "crc32c"}], [{"name": "zstd", "configuration": {"level": 1, "checksum": False}}]])
    if not sharded:
        return plain + rest
    inner = [max(1, edge // 2) for edge in chunk]
    index = [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}]
    return [{"name": "sharding_indexed", "configuration": {
        "chunk_shape": inner, "codecs": plain + rest, "index_codecs": index,
        "index_location": rng.choice(["start", "end"])}}]


def document(name, shape, chunk, fill, codecs):
    return {
        "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": name, "fill_value": fill,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "codecs": codecs, "attributes": {},
    }


def write(path, doc, rng, data_type):
    """Writes some of the chunks of the array that a document describes."""
    path.mkdir(parents=True)
    (path / "zarr.json").write_text(json.dumps(doc))
    array = zarr.open_array(LocalStore(path), mode="r+")
    chunk = doc["chunk_grid"]["configuration"]["chunk_shape"]
    sharding = next((codec for codec in doc["codecs"] if codec["name"] == "sharding_indexed"), None)
    step = sharding["configuration"]["chunk_shape"] if sharding and len(doc["codecs"]) == 1 else chunk
    for corner in np.ndindex(*[math.ceil(edge / part) for edge, part in zip(doc["shape"], step)]):
        if rng.random() < 0.6:
            box = tuple(slice(at * part, min((at + 1) * part, edge)) for at, part, edge in zip(corner, step, doc["shape"]))
            shape = tuple(part.stop - part.start for part in box)
            array[box] = values(data_type, math.prod(shape), rng).reshape(shape)


def make(path, rng):
    """Makes a random array. What the document says and what was written may not fit: that is what is tried."""
    name = rng.choice(INTEGERS + FLOATS)
    rank = rng.randint(1, 3)
    chunk = [rng.choice([1, 2, 4, 6]) for _ in range(rank)]
    shape = [rng.randint(1, 9) for _ in range(rank)]
    codecs, stored = front(name, rank, rng)
    sharded = rng.random() < 0.5
    order = [codec["configuration"]["order"] for codec in codecs if codec["name"] == "transpose"]
    packed = chunk
    for axes in order:
        packed = [packed[axis] for axis in axes]
    back = middle(stored, packed, sharded, rng)
    if sharded and any(edge % part for edge, part in zip(packed, back[0]["configuration"]["chunk_shape"])):
        return None
    fill = scalar(name, rng)
    doc = document(name, shape, chunk, fill, codecs + back)
    if rng.random() < 0.5:
        write(path, doc, rng, name)
        return doc
    if packed != chunk:
        return None
    plain = document(stored, shape, chunk, 0, back)
    write(path, plain, rng, stored)
    (path / "zarr.json").write_text(json.dumps(doc))
    return doc


def read_zarr(path):
    try:
        return np.asarray(zarr.open_array(LocalStore(path), mode="r")[...]), None
    except Exception as error:  # whatever it is, it is compared as an error
        return None, f"{type(error).__name__}: {error}"


def read_zarrscope(program, path, out):
    done = subprocess.run([program, "decode", str(path), "--format", "npy", "-o", str(out)], capture_output=True, text=True)
    if done.returncode == 0:
        return np.load(out), None
    return None, done.stderr.strip()


def same(one, other):
    if one.dtype.newbyteorder("=") != other.dtype.newbyteorder("=") or one.shape != other.shape:
        return False
    both = np.isnan(one) & np.isnan(other) if one.dtype.kind == "f" else False
    return bool(np.all((one == other) | both))


def has_fill_fault(program, path):
    """Whether zarrscope reports that the fill value cannot be encoded."""
    done = subprocess.run([program, "info", str(path), "--json"], capture_output=True, text=True)
    faults = [codec.get("fault") for codec in json.loads(done.stdout).get("codecs", [])]
    return any(fault and "fill value that can be encoded" in fault["message"] for fault in faults)


def reason(doc, ours, theirs, fill_fault):
    """Why the two differ, where that is known."""
    names = [codec["name"] for codec in doc["codecs"]]
    if "numcodecs.delta" in names and "transpose" in names and ours is None and theirs is None:
        return "numcodecs runs along the memory, so that zarr-python adds up other neighbours behind a transpose"
    if ours is not None and theirs is not None:
        return "both refuse it"
    if theirs is not None and fill_fault:
        return "zarr-python does not open an array whose fill value cannot be encoded; here that is a fault, and chunks decode"
    if theirs is not None and "not representable in dtype" in theirs:
        return "zarr-python checks numbers of a configuration against the type of the array, not against what the codec gets"
    if ours is not None and "because the fill value cannot be encoded" in ours and fill_fault:
        return "a missing inner chunk whose fill value has no encoded form is an error; zarr-python wraps it"
    if ours is not None and "has no result" in ours:
        return "scale_offset: a step without a result is an error by its text; zarr-python wraps, or goes to infinity"
    return None


def main(program, count, seed):
    rng = random.Random(seed)
    tally, unknown = Counter(), []
    folder = Path(tempfile.mkdtemp())
    number = 0
    while tally["arrays"] < count:
        number += 1
        path = folder / f"{number}.zarr"
        try:
            doc = make(path, rng)
        except Exception as error:
            tally[f"not written: {type(error).__name__}"] += 1
            shutil.rmtree(path, ignore_errors=True)
            continue
        if doc is None:
            continue
        tally["arrays"] += 1
        theirs, their_error = read_zarr(path)
        ours, our_error = read_zarrscope(program, path, folder / "out.npy")
        if theirs is not None and ours is not None and same(ours, theirs):
            tally["equal"] += 1
            shutil.rmtree(path)
            continue
        why = reason(doc, our_error, their_error, has_fill_fault(program, path))
        tally[why or "UNEXPLAINED"] += 1
        if why is None:
            unknown.append((path, our_error, their_error))
            print(path, json.dumps(doc["codecs"]), doc["data_type"], doc["fill_value"])
            print("   ours  ", our_error or ours.ravel()[:12])
            print("   theirs", their_error or theirs.ravel()[:12])
        else:
            shutil.rmtree(path)
    for name, found in tally.most_common():
        print(f"{found:6}  {name}")
    return 1 if unknown else 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(main(arguments[0], int(arguments[1]), int(arguments[2]) if len(arguments) > 2 else 0))
