"""Ways to write an array: with zarr-python, or by hand."""

import hashlib
import json
from contextlib import contextmanager

import google_crc32c
import numpy as np
import zarr

ARRAY_TO_BYTES = {"bytes", "sharding_indexed"}


def codec(name, **configuration):
    """One entry of `codecs`, as a metadata document holds it."""
    return {"name": name, "configuration": configuration} if configuration else {"name": name}


BYTES = codec("bytes")
LITTLE = codec("bytes", endian="little")
BIG = codec("bytes", endian="big")
CRC32C = codec("crc32c")
GZIP = codec("gzip", level=5)
ZSTD = codec("zstd", level=3, checksum=False)
ZSTD_CHECKSUM = codec("zstd", level=3, checksum=True)


def transpose(*order):
    """The transpose codec with this order."""
    return codec("transpose", order=list(order))


def sharding(chunk_shape, codecs, index_codecs=(LITTLE, CRC32C), index_location="end"):
    """The sharding_indexed codec with this shape of its inner chunks."""
    return codec(
        "sharding_indexed",
        chunk_shape=list(chunk_shape),
        codecs=list(codecs),
        index_codecs=list(index_codecs),
        index_location=index_location,
    )


def write_array(group, name, values, *, chunks, codecs=(LITTLE,), fill_value=0, separator=".", keys="default", **more):
    """Write `values` with zarr-python.

    A chunk that holds nothing but the fill value is not stored.
    The default chunk keys have "." between the indices, so that a small array is one directory.
    """
    values = np.asarray(values)
    codecs = list(codecs)
    at = next(i for i, c in enumerate(codecs) if c["name"] in ARRAY_TO_BYTES)
    array = group.create_array(
        name,
        shape=values.shape,
        dtype=values.dtype,
        chunks=chunks,
        filters=codecs[:at],
        serializer=codecs[at],
        compressors=codecs[at + 1 :],
        fill_value=fill_value,
        chunk_key_encoding={"name": keys, "configuration": {"separator": separator}},
        **more,
    )
    array[...] = values


def write_table(store, attributes, rows):
    """Write a group of arrays: each row has a name, the values and what `write_array` wants to know."""
    group = zarr.create_group(store, attributes=attributes)
    for name, values, settings in rows:
        write_array(group, name, values, **settings)
    return group


def array_document(shape, data_type, chunk_shape, codecs, fill_value=0):
    """A metadata document as zarr-python lays it out, for the arrays that are written by hand."""
    return {
        "shape": list(shape),
        "data_type": data_type,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": list(chunk_shape)}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "."}},
        "fill_value": fill_value,
        "codecs": list(codecs),
        "attributes": {},
        "zarr_format": 3,
        "node_type": "array",
        "storage_transformers": [],
    }


def write_document(node, document):
    """Write the zarr.json of the node in this directory."""
    node.mkdir(parents=True, exist_ok=True)
    (node / "zarr.json").write_text(json.dumps(document, indent=2), encoding="utf-8")


def write_by_hand(node, document, chunks):
    """Write a metadata document and the bytes of each chunk, by key, without a Zarr library."""
    write_document(node, document)
    for key, stored in chunks.items():
        (node / key).write_bytes(stored)


@contextmanager
def edited_document(node):
    """Change the zarr.json of a node: `with edited_document(path) as document: ...`."""
    document = json.loads((node / "zarr.json").read_text(encoding="utf-8"))
    yield document
    write_document(node, document)


def edit_bytes(file, change):
    """Change a stored chunk: `change` gets a bytearray and gives back what to store."""
    file.write_bytes(bytes(change(bytearray(file.read_bytes()))))


def flip_bit(position, bit=0):
    """A change for `edit_bytes`: turn over one bit of the byte at `position`."""

    def change(stored):
        stored[position] ^= 1 << bit
        return stored

    return change


def with_crc32c(payload):
    """The payload as the crc32c codec stores it: followed by its checksum, little-endian."""
    return bytes(payload) + google_crc32c.value(bytes(payload)).to_bytes(4, "little")


def noise(nbytes, seed="zarrscope"):
    """Bytes without any pattern, the same on each run."""
    return hashlib.shake_128(seed.encode()).digest(nbytes)
