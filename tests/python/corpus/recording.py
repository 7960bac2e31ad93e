"""What a reader should find in each array: tests/corpus/values/** and tests/corpus/manifest.json.

The manifest is a list with one row for each array, in order of path. Paths are relative to tests/corpus:

    path, writer, zarr_format, shape, data_type_note, note
    raw     the file with the bytes of all elements, or null: C order, little-endian, no header
    json    the file with nested lists of the values, or null: strings, bytes as base64, lists, JSON values
    raw_v2  only where .zarray says something other than zarr.json: the values by .zarray
    expect  what a reader should do, where that is not just to give the values
"""

import base64
import gzip
import hashlib
import json
import shutil
import warnings
from pathlib import Path
from types import SimpleNamespace

import numcodecs.blosc
import numpy as np

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
MANIFEST = CORPUS / "manifest.json"


def settle_libraries():
    """One thread for Blosc and no time of writing in gzip headers: the same bytes on each run."""
    numcodecs.blosc.use_threads = False
    gzip.time = SimpleNamespace(time=lambda: 0)
    warnings.simplefilter("ignore")


class Recorder:
    """The directory of one writer below tests/corpus, and the rows of its arrays."""

    def __init__(self, directory, writer):
        self.directory, self.writer, self.rows = directory, writer, []
        for old in (CORPUS / directory, CORPUS / "values" / directory):
            shutil.rmtree(old, ignore_errors=True)

    def node(self, name):
        """Where the node of this name goes."""
        return CORPUS / self.directory / name

    def array(self, name, values, data_type_note, *, zarr_format, shape=None, note="", expect=None, v2_values=None):
        """Add a row; `values` None means that no reader gets any."""
        path = f"{self.directory}/{name}"
        spelled = data_type_note if isinstance(data_type_note, str) else json.dumps(data_type_note)
        row = {
            "path": path,
            "writer": self.writer,
            "zarr_format": zarr_format,
            "shape": list(np.shape(values) if shape is None else shape),
            "data_type_note": spelled,
            **save(path, values),
            "note": note,
        }
        if v2_values is not None:
            row["raw_v2"] = save(f"{path}.v2", v2_values)["raw"]
        if expect is not None:
            row["expect"] = expect
        self.rows.append(row)


def save(path, values):
    """Write the values as raw bytes, or as JSON where the items have no fixed size."""
    if values is None:
        return {"raw": None, "json": None}
    kind, content = ("json", as_json(values)) if values.dtype.kind in "OT" else ("raw", as_raw(values))
    file = CORPUS / "values" / f"{path}.{kind}"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return {"raw": None, "json": None, kind: file.relative_to(CORPUS).as_posix()}


def as_raw(values):
    """All elements in C order, little-endian and packed; small integers fill a byte, with their sign."""
    if values.dtype.name in ("int2", "int4"):
        values = values.astype("int8")
    return values.astype(packed(values.dtype)).tobytes()


def packed(dtype):
    """This type little-endian and without padding between fields."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((packed(base), shape))
    if dtype.names is not None:
        return np.dtype([(name, packed(dtype[name])) for name in dtype.names])
    return dtype.newbyteorder("<")


def as_json(values):
    """Nested lists of the values."""
    return (json.dumps(plain(values.tolist()), ensure_ascii=False) + "\n").encode()


def plain(value):
    """A value that JSON can hold: bytes become base64, arrays become lists."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def write_manifest(recorders):
    """Put the rows of these writers into the manifest, and keep those of all others."""
    replaced = tuple(f"{recorder.directory}/" for recorder in recorders)
    old = json.loads(MANIFEST.read_text(encoding="utf-8")) if MANIFEST.exists() else []
    rows = [row for row in old if not row["path"].startswith(replaced)]
    rows += [row for recorder in recorders for row in recorder.rows]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in sorted(rows, key=lambda row: row["path"]))
    MANIFEST.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def sample(dtype, shape, seed):
    """Values of this type, the same on each run, with the awkward ones first."""
    dtype = np.dtype(dtype)
    if dtype.names is not None:
        values = np.zeros(shape, dtype)
        for name in dtype.names:
            field = dtype[name]
            values[name] = sample(field.base, (*shape, *field.shape), f"{seed}.{name}")
        return values
    count = int(np.prod(shape))
    random = np.frombuffer(hashlib.shake_128(seed.encode()).digest(8 * count), "<i8")
    return FILL[dtype.kind](dtype, random).reshape(shape)


def integers(dtype, random):
    values = random.astype(dtype)
    values[:2] = [np.iinfo(dtype).min, np.iinfo(dtype).max][: len(values)]
    return values


def floats(dtype, random):
    values = ((random % 2001 - 1000) / 8).astype(dtype)
    values[:4] = [np.nan, np.inf, -np.inf, -0.0][: len(values)]
    return values


def complexes(dtype, random):
    parts = floats(np.dtype(f"f{dtype.itemsize // 2}"), random)
    return (parts + 1j * parts[::-1]).astype(dtype)


def times(dtype, random):
    values = (random % 2_000_001 - 1_000_000).astype(dtype)
    values[:1] = np.array("NaT", dtype)
    return values


def voids(dtype, random):
    octets = np.resize(random.view("u1"), len(random) * dtype.itemsize)
    return np.frombuffer(octets.tobytes(), dtype)


FILL = {
    "b": lambda dtype, random: random % 2 == 1,
    "i": integers,
    "u": integers,
    "f": floats,
    "c": complexes,
    "M": times,
    "m": times,
    "S": lambda dtype, random: np.resize(np.array([b"", b"abcde", b"a\0b", b"\xff\xfe", b"xyz"], dtype), len(random)),
    "U": lambda dtype, random: np.resize(np.array(["", "abcd", "né", "☃𝄞", "x"], dtype), len(random)),
    "V": voids,
}
