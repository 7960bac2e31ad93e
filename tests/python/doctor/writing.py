"""Ways to write an array and to damage it."""

import gzip
import json
import warnings
from pathlib import Path
from types import SimpleNamespace

import google_crc32c
import numcodecs.blosc
import numpy as np
import zarr
from numcodecs import get_codec

CORPUS = Path(__file__).resolve().parents[2] / "doctor"

ARRAY_TO_BYTES = {"bytes", "sharding_indexed"}


def codec(name, **configuration):
    """One entry of `codecs`."""
    return {"name": name, "configuration": configuration} if configuration else {"name": name}


LITTLE = codec("bytes", endian="little")
BYTES = codec("bytes")
CRC32C = codec("crc32c")
GZIP = codec("gzip", level=5)
ZSTD = codec("zstd", level=3, checksum=False)
ZSTD_CHECKSUM = codec("zstd", level=3, checksum=True)
BLOSC = codec("blosc", cname="lz4", clevel=5, shuffle="shuffle", typesize=4, blocksize=0)
ZLIB = codec("numcodecs.zlib", level=1)
BZ2 = codec("numcodecs.bz2", level=1)
LZMA = codec("numcodecs.lzma", format=1, check=-1, preset=None, filters=None)
LZ4 = codec("numcodecs.lz4", acceleration=1)
SHUFFLE = codec("numcodecs.shuffle", elementsize=4)


def checksum(name, **configuration):
    """A checksum codec of numcodecs."""
    return {"name": f"numcodecs.{name}", "configuration": configuration}


def sharding(chunk_shape, codecs, index_codecs=(LITTLE, CRC32C), index_location="end"):
    """The sharding_indexed codec."""
    return codec(
        "sharding_indexed",
        chunk_shape=list(chunk_shape),
        codecs=list(codecs),
        index_codecs=list(index_codecs),
        index_location=index_location,
    )


def settle_libraries():
    """One thread for Blosc and no time of writing in gzip headers: the same bytes on each run."""
    numcodecs.blosc.use_threads = False
    gzip.time = SimpleNamespace(time=lambda: 0)
    warnings.simplefilter("ignore")


def values(dtype="float32", shape=(24, 20)):
    """A smooth field with some digits of its own in every element; never the fill value."""
    y, x = np.indices(shape[-2:] if len(shape) > 1 else (1, *shape))
    field = 280 + 3 * y - 2 * x + ((y * 7919 + x * 104729) % 97) / 97
    field = np.broadcast_to(field if len(shape) > 1 else field[0], shape)
    if np.dtype(dtype).kind in "iu":
        field = field * (1 if np.dtype(dtype).itemsize == 1 else 16)
    return np.ascontiguousarray(field).astype(dtype)


def noise(size):
    """Bytes that do not compress, the same each time."""
    return bytes((index * index * 167 + index * 89 + 41) % 251 for index in range(size))


def array(name, *codecs, dtype="float32", shape=(24, 20), chunks=(12, 10), data=None, keys="default", separator="."):
    """Write an array of V3 with zarr-python."""
    at = next(i for i, entry in enumerate(codecs) if entry["name"] in ARRAY_TO_BYTES)
    data = values(dtype, shape) if data is None else data
    node = zarr.create_array(
        CORPUS / name,
        shape=data.shape,
        dtype=data.dtype,
        chunks=chunks,
        filters=list(codecs[:at]) or None,
        serializer=codecs[at],
        compressors=list(codecs[at + 1 :]) or None,
        fill_value=0,
        chunk_key_encoding={"name": keys, "separator": separator},
        zarr_format=3,
    )
    node[...] = data
    return name


def array_v2(name, compressor=None, filters=None, dtype="float32", separator="."):
    """Write an array of V2 with zarr-python."""
    data = values(dtype)
    node = zarr.create_array(
        CORPUS / name,
        shape=data.shape,
        dtype=data.dtype,
        chunks=(12, 10),
        filters=[get_codec(entry) for entry in filters or []] or None,
        compressors=compressor and get_codec(compressor),
        fill_value=0,
        chunk_key_encoding={"name": "v2", "separator": separator},
        zarr_format=2,
    )
    node[...] = data
    return name


def declare(name, document="zarr.json", **members):
    """Write other members into the document."""
    path = CORPUS / name / document
    value = json.loads(path.read_text())
    value.update(members)
    path.write_text(json.dumps(value, indent=1))


def chunk(name, key="c.1.0"):
    """The file of a chunk."""
    return CORPUS / name / key


def edit(name, change, key="c.1.0"):
    """Change the bytes of a chunk."""
    path = chunk(name, key)
    path.write_bytes(bytes(change(path.read_bytes())))


def flip(byte, bit=0):
    """Flip one bit."""

    def change(stored):
        stored = bytearray(stored)
        stored[byte] ^= 1 << bit
        return stored

    return change


def crc32c(stored):
    """The bytes with their checksum behind them."""
    return stored + google_crc32c.value(stored).to_bytes(4, "little")


def case(store, hypothesis, chunk=(1, 0), changes=False):
    """A row of the manifest."""
    return {"store": store, "chunk": chunk and list(chunk), "hypothesis": hypothesis, "changes": changes}
