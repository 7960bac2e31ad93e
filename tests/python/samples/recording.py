"""What a reader should find in each array: tests/values/** and its manifest.

manifest.json is a list with one object for each array of the sample stores, in order of path:

    {"array": …, "read_by": …, "values": "STORE/PATH.npy"}            the whole array
    {"array": …, "read_by": …, "regions": [{"region": "5:6,140:142", "values": …}, …],
     "raw_nbytes": …, "raw_crc32c": "0x…"}                            a large array: some regions, and the CRC32C of
                                                                      all elements (C order, little-endian)
    {"array": …, "chunk": [0, 1], "fault_stage": "crc32c"}            this chunk cannot be decoded, for this stage;
                                                                      "inner" adds the inner chunk, and "regions"
                                                                      what can be read all the same
    {"array": …, "fault_stage": "metadata", "pointer": "/codecs/0"}   the array cannot be used at all
"""

import json
from dataclasses import dataclass
from importlib.metadata import version

import google_crc32c
import numpy as np
import tensorstore
import zarr


class Whole:
    """The whole array, read by zarr-python: what an array gets that has no other record."""

    def entry(self, array):
        return {"read_by": f"zarr-python {version('zarr')}", "values": array.save(array.by_zarr()[...])}


class ByTensorStore:
    """The whole array, read by TensorStore, because zarr-python cannot."""

    def entry(self, array):
        values = array.by_tensorstore().read().result()
        return {"read_by": f"tensorstore {version('tensorstore')}", "values": array.save(values)}


@dataclass
class ByHand:
    """The values from which the bytes were made, because no library at hand reads the array."""

    values: np.ndarray

    def entry(self, array):
        return {"read_by": "written by hand", "values": array.save(self.values)}


class Regions:
    """Some regions of a large array, and a checksum of all of it."""

    def __init__(self, *regions):
        self.regions = regions

    def entry(self, array):
        raw = little_endian(array.by_zarr()[...]).tobytes()
        return {
            **save_regions(array, self.regions),
            "raw_nbytes": len(raw),
            "raw_crc32c": f"0x{google_crc32c.value(raw):08x}",
        }


@dataclass
class ChunkFault:
    """A chunk that cannot be decoded, and the regions that can."""

    chunk: tuple
    stage: str
    sound: tuple = ()
    inner: tuple | None = None

    def entry(self, array):
        inner = {} if self.inner is None else {"inner": list(self.inner)}
        sound = save_regions(array, self.sound) if self.sound else {}
        return {"chunk": list(self.chunk), **inner, "fault_stage": self.stage, **sound}


@dataclass
class MetadataFault:
    """An array whose metadata document cannot be used; the pointer says where."""

    pointer: str

    def entry(self, array):
        return {"fault_stage": "metadata", "pointer": self.pointer}


@dataclass
class StoredArray:
    """An array of a sample store, and where its values go."""

    sample_data: object
    values: object
    path: str

    @property
    def node(self):
        return self.sample_data / self.path

    def by_zarr(self):
        return zarr.open_array(self.node, mode="r")

    def by_tensorstore(self):
        kvstore = {"driver": "file", "path": f"{self.node}/"}
        return tensorstore.open({"driver": "zarr3", "kvstore": kvstore}, read=True).result()

    def save(self, values, suffix=""):
        """Save as .npy and give back the path below tests/values."""
        path = f"{self.path}{suffix}.npy"
        file = self.values / path
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as out:
            np.lib.format.write_array(out, little_endian(values), version=(1, 0), allow_pickle=False)
        return path


def little_endian(values):
    """In C order and little-endian; types NumPy does not know become raw bytes."""
    values = np.asarray(values, order="C")
    if values.dtype.kind == "V":
        return values.view(f"|V{values.dtype.itemsize}")
    return values.astype(values.dtype.newbyteorder("<"), copy=False)


def slices(region):
    """ "5:6,0:2" as a tuple of slices."""
    return tuple(slice(*map(int, part.split(":"))) for part in region.split(","))


def save_regions(array, regions):
    """Save these regions, read by zarr-python."""
    source = array.by_zarr()
    saved = [
        {"region": region, "values": array.save(source[slices(region)], f".region{number}")}
        for number, region in enumerate(regions)
    ]
    return {"read_by": f"zarr-python {version('zarr')}", "regions": saved}


def is_array(document_path):
    """Whether this zarr.json is that of an array; one that is cut off counts as one."""
    return '"node_type": "group"' not in document_path.read_text()


def array_paths(sample_data):
    """The paths of all arrays in the sample stores, sorted."""
    documents = sorted(sample_data.rglob("zarr.json"))
    return [d.parent.relative_to(sample_data).as_posix() for d in documents if is_array(d)]


def record(sample_data, values, records):
    """Write the values of all arrays, and the manifest."""
    entries = []
    for path in array_paths(sample_data):
        kind = records.get(path, Whole())
        entries.append({"array": path, **kind.entry(StoredArray(sample_data, values, path))})
    unused = set(records) - {entry["array"] for entry in entries}
    assert not unused, f"records without an array: {unused}"
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    (values / "manifest.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
