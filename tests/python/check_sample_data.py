"""Read the sample stores again and compare with tests/values/**; print one line for each array.

    python tests/python/check_sample_data.py

zarr-python and TensorStore both try each array. Where a reader manages, its bits must be those on
record; a chunk or document on record as faulty must fail in both. The exit status is 1 if not.
"""

import json
import os
import sys
import warnings
from pathlib import Path

import google_crc32c
import numpy as np
import zarr
from samples.recording import StoredArray, little_endian, slices

REPOSITORY = Path(__file__).resolve().parents[2]
SAMPLE_DATA = REPOSITORY / "sample-data"
VALUES = REPOSITORY / "tests" / "values"
LARGEST_NBYTES = 1_300_000

READERS = {
    "zarr-python": lambda array, region: array.by_zarr()[region],
    "tensorstore": lambda array, region: array.by_tensorstore()[region].read().result(),
}


def attempt(reader, array, region=...):
    """The values as bytes with their shape, or None if this reader fails."""
    try:
        values = little_endian(READERS[reader](array, region))
    except Exception:  # any failure at all is a failure to read
        return None
    return values.shape, values.tobytes()


def on_record(file):
    """What tests/values has: shape and bytes."""
    values = np.load(VALUES / file)
    return values.shape, values.tobytes()


def expectations(entry):
    """The regions of an array and what each should be: (region, expected)."""
    if "values" in entry:
        yield ..., on_record(entry["values"])
    for part in entry.get("regions", []):
        yield slices(part["region"]), on_record(part["values"])


def faulty_region(entry, array):
    """The region that must fail: the faulty chunk, or everything."""
    if "chunk" not in entry:
        return ...
    shape = json.loads((array.node / "zarr.json").read_text())["chunk_grid"]["configuration"]["chunk_shape"]
    return tuple(slice(i * n, (i + 1) * n) for i, n in zip(entry["chunk"], shape))


def disagreements(entry, array, reader):
    """What is wrong with how this reader reads the array, or None if it cannot read it at all."""
    if "fault_stage" in entry and attempt(reader, array, faulty_region(entry, array)) is not None:
        return ["reads what is on record as faulty"]
    pairs = [(region, attempt(reader, array, region), expected) for region, expected in expectations(entry)]
    if all(found is None for _, found, _ in pairs):
        return None
    return [f"differs in {region}" for region, found, expected in pairs if found != expected]


def checksum_disagreement(entry, array):
    """Whether all elements of a large array have another checksum than the one on record."""
    if "raw_crc32c" not in entry:
        return []
    _, raw = attempt("zarr-python", array)
    found = f"0x{google_crc32c.value(raw):08x}", len(raw)
    return [] if found == (entry["raw_crc32c"], entry["raw_nbytes"]) else [f"checksum {found}"]


def stored_nbytes(node):
    """The bytes in files, and the number of stored chunks."""
    files = [path for path in node.rglob("*") if path.is_file()]
    return sum(path.stat().st_size for path in files), len(files) - 1


def chain(node):
    """The names of the codecs, in the order of the document."""
    try:
        codecs = json.loads((node / "zarr.json").read_text())["codecs"]
    except ValueError:
        return "?"
    return " ".join(codec if isinstance(codec, str) else codec["name"] for codec in codecs)


def check(entry):
    """Check one array, print its line, and give back what is wrong."""
    array = StoredArray(SAMPLE_DATA, VALUES, entry["array"])
    found = {reader: disagreements(entry, array, reader) for reader in READERS}
    wrong = [f"{entry['array']}: {reader} {what}" for reader, list_ in found.items() for what in list_ or []]
    wrong += [f"{entry['array']}: {what}" for what in checksum_disagreement(entry, array)]
    readers = ", ".join(reader for reader, outcome in found.items() if outcome is not None) or "-"
    nbytes, chunks = stored_nbytes(array.node)
    print(f"{entry['array']:42} {nbytes:7} {chunks:4}  {entry.get('fault_stage', readers):26} {chain(array.node)}")
    return wrong


def nbytes_with_directories():
    """What `du --bytes` says of sample-data."""
    return sum(os.lstat(path).st_size for path in [SAMPLE_DATA, *SAMPLE_DATA.rglob("*")])


def main():
    """Check all arrays and the size of the whole."""
    zarr.config.set({"array.rectilinear_chunks": True})
    warnings.simplefilter("ignore")
    print(f"{'array':42} {'nbytes':>7} {'keys':>4}  {'read by, or fault':26} codecs")
    manifest = json.loads((VALUES / "manifest.json").read_text())
    wrong = [what for entry in manifest for what in check(entry)]
    nbytes = nbytes_with_directories()
    if nbytes > LARGEST_NBYTES:
        wrong.append(f"sample-data has {nbytes} bytes")
    print(f"{len(manifest)} arrays, {nbytes} bytes", *wrong, sep="\n")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
