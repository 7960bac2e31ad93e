"""What NumPy does of the rows of `elements`: a name and GiB of output per second in each line."""

import time

import numpy as np

NBYTES = 1 << 20


def least(run):
    best = 1e9
    for _ in range(400):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return NBYTES / best / 2**30


def cast(source, target):
    count = NBYTES // np.dtype(target).itemsize
    values, out = (np.arange(count) % 100).astype(source), np.empty(count, target)
    return least(lambda: np.copyto(out, values, casting="unsafe"))


def clamp(source, target):
    count = NBYTES // np.dtype(target).itemsize
    values, out, info = (np.arange(count) % 100).astype(source), np.empty(count, target), np.iinfo(target)
    between = np.empty_like(values)

    def run():
        np.rint(values, out=between)
        np.clip(between, info.min, info.max, out=between)
        np.copyto(out, between, casting="unsafe")

    return least(run)


def affine(name, scale):
    count = NBYTES // np.dtype(name).itemsize
    values, out = (np.arange(count) % 100).astype(name), np.empty(count, name)
    scale, offset = np.dtype(name).type(scale), np.dtype(name).type(-10)

    def run():
        np.multiply(values, scale, out=out)
        np.add(out, offset, out=out)

    return least(run)


def swap(name):
    values = np.arange(NBYTES // np.dtype(name).itemsize).astype(name)
    return least(lambda: values.byteswap(inplace=True))


def transpose(name):
    size = NBYTES // np.dtype(name).itemsize
    edge = 1 << ((size.bit_length() - 1) // 2)
    values = np.arange(size).astype(name).reshape(edge, size // edge)
    out = np.empty((size // edge, edge), name)
    return least(lambda: np.copyto(out, values.T))


for source, target in [
    ("int16", "float32"), ("float32", "int16"), ("float32", "uint8"), ("uint8", "float64"), ("float64", "uint8"),
    ("float32", "float64"), ("int32", "int64"), ("int16", "float16"),
]:
    print("cast_value |", source, "|", target, cast(source, target))
print("cast_value, clamp | float32 | int16", clamp("float32", "int16"))
for name, text, scale in [
    ("float32", "", 2), ("float64", "", 2), ("int16", ", scale 1", 1), ("int16", ", scale -1", -1),
    ("int64", ", scale -1", -1), ("int32", ", scale 1", 1),
]:
    print(f"scale_offset{text} |", name, "|", name, affine(name, scale))
for name in ["int16", "int32", "float64"]:
    print("byte order |", name, "|", name, swap(name))
for name in ["uint8", "int16", "float32", "float64"]:
    print("transpose |", name, "|", name, transpose(name))
