"""Write arrays to measure the doctor with: misdeclared or cut in one place, and sound ones of the same fields.

    python tests/python/make_doctor_classes.py work 1 DIRECTORY     # the half to work with
    python tests/python/make_doctor_classes.py held 2 DIRECTORY     # other fields, to look at once
    python tests/python/score_doctor.py DIRECTORY PROGRAM

The bytes and documents are written by hand. `manifest.json` has for each array its class and the hypotheses that are
right; for a sound one there is none.
"""

import itertools
import json
import sys
from pathlib import Path

import ml_dtypes
import numpy as np

NAMES = {"u1": "uint8", "i1": "int8", "u2": "uint16", "i2": "int16", "u4": "uint32", "i4": "int32", "u8": "uint64",
         "i8": "int64", "f2": "float16", "f4": "float32", "f8": "float64", "b2": "bfloat16", "t8": "numpy.datetime64"}
SHAPES = [(40, 50), (64, 48), (30, 70), (100, 24), (17, 90), (128, 96)]
WIDE = {"u2": 60_000, "i2": 30_000, "u4": 1 << 28, "i4": 1 << 27, "u8": 1 << 50, "i8": 1 << 50}


def unit(values):
    values = values - values.min()
    return values / max(values.max(), 1e-30) * 2 - 1


def grid(shape):
    return np.meshgrid(*(np.linspace(0, 1, edge) for edge in shape), indexing="ij")


class Work:
    """The fields of the half to work with."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def smooth(self, shape):
        if self.random.random() < 0.5:
            return self.fractal(shape)
        waves = 0
        for size in (1, 0.6, 0.3):
            phase = sum(axis * self.random.uniform(-2.5, 2.5) for axis in grid(shape))
            waves = waves + size * np.sin(2 * np.pi * phase + self.random.uniform(0, 6))
        return unit(waves)

    def fractal(self, shape):
        # One in four goes around the globe; of the others a part is taken, which does not.
        wide = shape if self.random.random() < 0.25 else [2 * edge for edge in shape]
        spectrum = np.fft.fftn(self.random.normal(size=wide))
        radius = sum(np.meshgrid(*(np.fft.fftfreq(edge) ** 2 for edge in wide), indexing="ij"))
        field = np.real(np.fft.ifftn(spectrum / (radius + 1e-4) ** self.random.uniform(0.9, 1.4)))
        return unit(field[tuple(slice(edge) for edge in shape)])

    def noise(self, shape):
        return self.random.normal(size=shape)

    def counts(self, shape):
        return self.random.poisson(self.random.choice([0.7, 4, 30, 300]), shape)

    def labels(self, shape):
        many = int(self.random.choice([6, 20, 90, 600]))
        places = self.random.uniform(0, 1, (many, len(shape)))
        axes = np.stack(grid(shape), -1)
        return np.argmin(((axes[..., None, :] - places) ** 2).sum(-1), -1)

    def categories(self, shape):
        return self.random.integers(0, self.random.choice([3, 12, 40]), shape)

    def mask(self, shape):
        return (self.smooth(shape) > self.random.uniform(-0.4, 0.4)).astype("i8")

    def steps(self, shape):
        return np.floor((self.smooth(shape) + 1) * self.random.choice([3, 12, 40])).astype("i8")

    def axis(self, size):
        return np.linspace(self.random.uniform(-90, 0), self.random.uniform(10, 180), size)


class Held(Work):
    """Fields of other kinds, made otherwise."""

    def smooth(self, shape):
        axes = grid(shape)
        if self.random.random() < 0.5:
            bumps = 0
            for _ in range(8):
                far = sum((axis - self.random.uniform()) ** 2 for axis in axes)
                bumps = bumps + self.random.normal() * np.exp(-far / self.random.uniform(0.01, 0.1))
            return unit(bumps)
        front = sum(axis * self.random.uniform(-1, 1) for axis in axes)
        bend = 0.1 * np.sin(9 * axes[-1] + self.random.uniform(0, 6))
        return unit(np.tanh(12 * (front + bend - np.median(front))) + front + 0.05 * self.fractal(shape))

    def noise(self, shape):
        return self.random.gamma(2.0, 1.0, shape) - 2

    def counts(self, shape):
        if self.random.random() < 0.5:
            return self.random.geometric(self.random.choice([0.5, 0.1, 0.01]), shape) - 1
        return self.random.poisson(np.exp(2 + 1.5 * self.smooth(shape)))

    def labels(self, shape):
        edges = [np.sort(self.random.integers(0, edge, self.random.integers(2, 9))) for edge in shape]
        places = [np.searchsorted(cuts, np.arange(edge)) for cuts, edge in zip(edges, shape)]
        names = self.random.integers(0, self.random.choice([9, 60, 900]), [cuts.size + 1 for cuts in edges])
        return names[np.ix_(*places)]

    def categories(self, shape):
        weights = self.random.dirichlet(np.ones(int(self.random.choice([4, 9, 25]))))
        return self.random.choice(weights.size, shape, p=weights)

    def mask(self, shape):
        if self.random.random() < 0.3:
            return (self.random.random(shape) < 0.2).astype("i8")
        return (self.fractal(shape) > 0.1).astype("i8")

    def steps(self, shape):
        return np.digitize(self.smooth(shape), np.sort(self.random.uniform(-1, 1, self.random.choice([5, 20, 60]))))

    def axis(self, size):
        return np.degrees(np.arcsin(np.linspace(-0.97, 0.95, size)))


class Writer:
    """Writes arrays, and what is right about them."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.directory.mkdir(parents=True)
        (self.directory / "zarr.json").write_text('{"zarr_format": 3, "node_type": "group"}')
        self.rows = []

    def write(self, group, chunks, shape, chunk_shape, dtype, big, transposed=False, right=(), fill=0):
        """`chunks` are coordinates and bytes; all else is what the document says."""
        name = f"{len(self.rows):05d}"
        path = self.directory / name
        codecs = [{"name": "bytes", "configuration": {"endian": "big" if big else "little"}}]
        if dtype[1] == "1":
            codecs = ["bytes"]
        if transposed:
            codecs.insert(0, {"name": "transpose", "configuration": {"order": [*range(len(shape))][::-1]}})
        data_type = NAMES[dtype]
        if dtype == "t8":
            data_type = {"name": data_type, "configuration": {"unit": "s", "scale_factor": 1}}
        document = {
            "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": data_type, "fill_value": fill,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk_shape}},
            "chunk_key_encoding": {"name": "v2", "configuration": {"separator": "."}}, "codecs": codecs,
        }
        path.mkdir()
        (path / "zarr.json").write_text(json.dumps(document))
        for coords, content in chunks:
            (path / ".".join(map(str, coords))).write_bytes(content)
        self.rows.append({"array": name, "class": group, "right": list(right), "sound": not right})

    def finish(self):
        (self.directory / "manifest.json").write_text(json.dumps(self.rows))


def typed(dtype, big=False):
    base = np.dtype(ml_dtypes.bfloat16) if dtype == "b2" else np.dtype({"t8": "i8"}.get(dtype, dtype))
    return base.newbyteorder(">" if big else "<") if dtype != "b2" else base


def stored(values, dtype, big):
    """The bytes of values, in C order."""
    if dtype == "b2":
        raw = np.ascontiguousarray(values.astype(ml_dtypes.bfloat16)).view("u2")
        return raw.astype(">u2" if big else "<u2").tobytes()
    return np.ascontiguousarray(values).astype(typed(dtype, big)).tobytes()


def integers(make):
    """Small integers that are not negative, by kind."""
    return {kind: getattr(make, kind) for kind in ("counts", "labels", "categories", "mask", "steps")}


def reals(make, dtype):
    """Values of kinds that floats have."""
    scale = 1 if dtype != "f2" else 0.1
    return {
        "anomaly": lambda shape: make.smooth(shape) * 8,
        "kelvin": lambda shape: 281 + 12 * make.smooth(shape) + 0.1 * make.noise(shape),
        "share": lambda shape: np.clip(0.5 + 0.5 * make.smooth(shape), 0, 1),
        "rain": lambda shape: np.maximum(make.smooth(shape) - 0.2, 0) * 30,
        "pressure": lambda shape: (101_000 + 2000 * make.smooth(shape)) * scale,
        "noise": lambda shape: make.noise(shape) * 3,
        "missing": lambda shape: np.where(make.smooth(shape) > 0.3, -999.0, make.smooth(shape) * 20),
        "decimals": lambda shape: np.round(15 + 10 * make.smooth(shape), 1),
    }


def signed(make, dtype):
    """Integers of both signs that use about half of the type."""
    most = {"i2": 2000, "i4": 300_000, "i8": 1 << 40}[dtype]
    return {
        "heights": lambda shape: make.smooth(shape) * most,
        "differences": lambda shape: make.noise(shape) * most / 20,
        "small": lambda shape: make.smooth(shape) * 90,
    }


def one(writer, group, values, dtype, told, shape=None, big=False, told_big=None, right=(), **more):
    """A single chunk of an array that has no other."""
    shape = list(shape or values.shape)
    chunks = [([0] * len(shape), stored(values, dtype, big))]
    writer.write(group, chunks, shape, shape, told, big if told_big is None else told_big, right=right, **more)


def byte_order(make, writer, shapes):
    for big, dtype in itertools.product((False, True), ("u2", "i2", "u4", "i4")):
        for kind, values in integers(make).items():
            right = [f"endian should be {'big' if big else 'little'}"]
            one(writer, f"endian {dtype} {kind}", values(next(shapes)), dtype, dtype, big=big, told_big=not big, right=right)
    for dtype in ("f2", "f4", "f8", "b2"):
        for kind, values in reals(make, dtype).items():
            one(writer, f"endian {dtype} {kind}", values(next(shapes)), dtype, dtype, big=True, told_big=False,
                right=["endian should be big"])
    for dtype in ("i2", "i4", "i8"):
        for kind, values in signed(make, dtype).items():
            one(writer, f"endian {dtype} {kind}", values(next(shapes)), dtype, dtype, big=True, told_big=False,
                right=["endian should be big"])


def planes(make, shape):
    """Vectors of coordinates, laid out as planes."""
    first, last = make.axis(shape[0]), make.axis(shape[-1])
    rest = [1] * (len(shape) - 1)
    hours = 1_600_000_000 + 3600 * np.arange(shape[0])
    return {
        "lat": (np.broadcast_to(first.reshape(-1, *rest), shape), "f4"),
        "lon": (np.broadcast_to(last, shape), "f8"),
        "time": (np.broadcast_to(hours.reshape(-1, *rest), shape), "t8"),
        "days": (np.broadcast_to((np.arange(shape[-1]) + 7000), shape), "i4"),
    }


def order(make, writer, shapes):
    missing, needless = ["a transpose of order"], ["the transpose is superfluous"]
    for _ in range(2):
        kinds = {
            "labels": (make.labels, "u2"), "steps": (make.steps, "i4"), "mask": (make.mask, "u1"),
            "smooth": (make.smooth, "f4"), "counts": (lambda shape: np.round(40 + 30 * make.smooth(shape)), "u1"),
            "noisy": (lambda shape: 281 + 12 * make.smooth(shape) + 0.4 * make.noise(shape), "f8"),
        }
        for kind, (values, dtype) in kinds.items():
            field = values(next(shapes))
            one(writer, f"order {kind}", field.T, dtype, dtype, shape=field.shape, right=missing)
            field = values(next(shapes))
            one(writer, f"order {kind}", field, dtype, dtype, transposed=True, right=needless)
        shape = next(shapes)
        for kind, (field, dtype) in planes(make, shape).items():
            one(writer, f"order {kind}", field.T, dtype, dtype, shape=shape, right=missing)
    for kind, values in {"smooth": make.smooth, "labels": make.labels}.items():
        field = values((12, 20, 30))
        one(writer, f"order 3 {kind}", field.T, "f4", "f4", shape=field.shape, right=missing)
        field = values((60, 140))
        chunks = [((i, j), stored(field[i * 20:i * 20 + 20, j * 70:j * 70 + 70].T, "f4", False))
                  for i in range(3) for j in range(2)]
        writer.write(f"order chunks {kind}", chunks, [60, 140], [20, 70], "f4", False, right=missing)


def data_types(make, writer, shapes):
    def tell(kind, values, dtype, told, *others):
        right = [f"data type should be {NAMES[each]}" for each in (dtype, *others)]
        one(writer, f"type {dtype} as {told} {kind}", values(next(shapes)), dtype, told, right=right)

    for dtype, told in (("f4", "i4"), ("f4", "u4"), ("f8", "i8"), ("f2", "i2"), ("b2", "i2"), ("f2", "b2"), ("b2", "f2")):
        for kind, values in reals(make, dtype).items():
            tell(kind, values, dtype, told)
    for dtype, told in (("i4", "f4"), ("i8", "f8"), ("u4", "f4")):
        for kind, values in integers(make).items():
            tell(kind, values, dtype, told, dtype.replace("i", "x").replace("u", "i").replace("x", "u"))
    for kind, values in signed(make, "i2").items():
        tell(kind, values, "i2", "f2")
        tell(kind, values, "i2", "b2")
    for kind, values in signed(make, "i4").items():
        tell(kind, values, "i4", "f4")
    for width in ("2", "4", "8"):
        for kind, values in signed(make, "i" + width).items():
            tell(kind, values, "i" + width, "u" + width)
    tell("smooth", lambda shape: 128 + 60 * make.smooth(shape), "u1", "i1")
    tell("small", lambda shape: 20 * make.smooth(shape), "i1", "u1")
    tell("wide", lambda shape: 32_768 + 9000 * make.smooth(shape), "u2", "i2")


def cut(make, writer):
    whole = [4, 4]
    for (dtype, values), parts in itertools.product({
        "f4": lambda shape: 281 + 12 * make.smooth(shape), "f8": lambda shape: 8 * make.smooth(shape),
        "i2": lambda shape: 900 * make.smooth(shape), "u1": lambda shape: 100 + 60 * make.smooth(shape),
        "u2": make.labels, "i4": make.counts,
    }.items(), (2, 4)):
        for edges in ((40, 48), (32, 32)):
            chunks = [((i, j), stored(values(edges), dtype, False)) for i in range(2) for j in range(2)]
            short = [(coords, content[:len(content) // (parts if coords == (1, 1) else 1)]) for coords, content in chunks]
            shape = [2 * edge for edge in edges]
            writer.write(f"cut of four {dtype}", short, shape, list(edges), dtype, False, right=["the file is truncated"])
            half = stored(values(edges), dtype, False)
            one_only = [((0, 0), half[:len(half) // parts])]
            writer.write(f"cut alone {dtype}", one_only, list(edges), list(edges), dtype, False,
                         right=["the file is truncated"])
            less = (edges[0] // parts, edges[1])
            small = [((i, j), stored(values(less), dtype, False)) for i in range(2) for j in range(2)]
            right = [f"chunk shape should be ({less[0]}, {less[1]})"]
            writer.write(f"smaller chunks {dtype}", small, shape, list(edges), dtype, False, right=right)
    for dtype, told in (("f4", "f8"), ("i2", "i4"), ("i4", "i8"), ("u1", "u2"), ("f2", "f4"), ("u2", "u4")):
        for values in (make.smooth, make.noise):
            scaled = lambda shape: values(shape) * 40 + (100 if dtype[0] == "u" else 0)
            chunks = [((i, j), stored(scaled((30, 40)), dtype, False)) for i in range(2) for j in range(2)]
            right = [f"data type should be {NAMES[dtype]}"]
            writer.write(f"narrow {dtype}", chunks, [60, 80], [30, 40], told, False, right=right)
            writer.write(f"narrow alone {dtype}", chunks[:1], [30, 40], [30, 40], told, False, right=right)


def sound(make, writer, shapes):
    """Every field as every type that can hold it, in both byte orders and orders of dimensions."""
    for big, transposed in itertools.product((False, True), (False, True)):
        def write(kind, field, dtype):
            kept = field.T if transposed else field
            one(writer, f"sound {dtype} {kind}", kept, dtype, dtype, shape=field.shape, big=big, transposed=transposed)

        for dtype in ("f2", "f4", "f8", "b2"):
            for kind, values in reals(make, dtype).items():
                write(kind, values(next(shapes)), dtype)
            for kind, values in integers(make).items():
                write(kind, values(next(shapes)), dtype)
        for dtype in ("u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"):
            for kind, values in integers(make).items():
                write(kind, values(next(shapes)) % (120 if dtype[1] == "1" else 30_000), dtype)
            if dtype in WIDE:
                write("wide", np.abs(make.smooth(next(shapes))) * WIDE[dtype], dtype)
                write("shifted", (make.noise(next(shapes)) * 20 + 64).clip(0, 127).astype("i8") << (8 * int(dtype[1]) - 8), dtype)
                write("bright", np.floor(120 + 100 * make.smooth(next(shapes))) % 128 * 256, dtype)
                write("bits", make.random.integers(0, 1 << 15, next(shapes)), dtype)
                write("hundreds", make.counts(next(shapes)) % 250 * 100, dtype)
                write("thousands", make.random.integers(0, 30, next(shapes)) * 1000, dtype)
                shape = next(shapes)
                write("counter", np.arange(np.prod(shape)).reshape(shape) % make.random.integers(2, 2000), dtype)
                write("diagonal", sum(np.indices(shape)) % make.random.integers(2, 40), dtype)
            if dtype in ("i2", "i4", "i8"):
                for kind, values in signed(make, dtype).items():
                    write(kind, values(next(shapes)), dtype)
        for dtype, first in (("i4", 1_000_000_000), ("i4", 1_150_000_000), ("u4", 1_700_000_000), ("i8", 1_100_000_000)):
            shape = next(shapes)
            count = np.arange(np.prod(shape)).reshape(shape)
            write("seconds", first + count * int(make.random.choice([1, 60, 3600])), dtype)
            write("moments", first + np.sort(make.random.integers(0, 10**7, shape), None).reshape(shape), dtype)
            write("ids", first + make.random.integers(0, 10**5, shape), dtype)
        for kind, (field, dtype) in planes(make, next(shapes)).items():
            write(kind, field, dtype)
        for spread in (1, 0.01):
            write("tiny", np.exp(-80 - spread * np.abs(make.noise(next(shapes)))), "f4")
            write("gradients", 1e-5 * spread * make.noise(next(shapes)), "f2")
            write("gradients", 1e-6 * spread * make.noise(next(shapes)), "b2")


def main(part, seed, directory):
    make = (Work if part == "work" else Held)(int(seed))
    writer = Writer(directory)
    turns = [shape for shape in SHAPES] if part == "work" else [(a + 3, b + 8) for a, b in SHAPES]
    shapes = itertools.cycle(turns)
    if not part.startswith("sound"):
        for _ in range(2):
            byte_order(make, writer, shapes)
            order(make, writer, shapes)
            data_types(make, writer, shapes)
            next(shapes)
        cut(make, writer)
    for _ in range(5):
        sound(make, writer, shapes)
        next(shapes)
    writer.finish()


if __name__ == "__main__":
    main(*sys.argv[1:])
