"""broken.zarr: arrays that cannot be read, each for one reason."""

import numpy as np
import zarr

from .recording import ChunkFault, MetadataFault
from .writing import (
    BYTES,
    CRC32C,
    GZIP,
    LITTLE,
    ZSTD,
    ZSTD_CHECKSUM,
    codec,
    edit_bytes,
    edited_document,
    flip_bit,
    noise,
    sharding,
    transpose,
    with_crc32c,
    write_array,
)

SECRET = codec("example.secret", key="rot13")
SECOND_SHARD_ENTRY = slice(-4 - 16 * 3, -4 - 16 * 2)

RECORDS = {
    "flipped_bit": ChunkFault((1, 0), "crc32c", ("0:4,0:8", "4:8,4:8")),
    "truncated_gzip": ChunkFault((0, 1), "gzip", ("0:8,0:4",)),
    "wrong_length": ChunkFault((0, 1), "bytes", ("0:4,0:4",)),
    "bit_flip_in_zstd": ChunkFault((1, 0), "zstd", ("0:8,0:16",)),
    "zstd_checksum_mismatch": ChunkFault((1,), "zstd", ("0:64",)),
    "bad_shard_index": ChunkFault((0, 0), "sharding_indexed", ("0:4,0:4", "4:8,0:8"), inner=(0, 1)),
    "unknown_codec": ChunkFault((0, 0), "example.secret"),
    "bad_order": MetadataFault("/codecs/0/configuration/order"),
    "bad_data_type": MetadataFault("/data_type"),
    "missing_endian": MetadataFault("/codecs/0/configuration/endian"),
    "not_json": MetadataFault(""),
}


def count(data_type, *shape):
    """1, 2, 3, … in C order: never the fill value 0."""
    return (np.arange(np.prod(shape)) + 1).reshape(shape).astype(data_type)


RANDOM = np.frombuffer(noise(128, seed="zstd"), "uint8")  # zstd stores it as it is

# The arrays while they are still sound: name, values, settings.
SOUND = [
    ("flipped_bit", count("int32", 8, 8), {"chunks": (4, 4), "codecs": (LITTLE, CRC32C)}),
    ("truncated_gzip", count("int32", 8, 8), {"chunks": (8, 4), "codecs": (LITTLE, GZIP)}),
    ("wrong_length", count("int64", 4, 8), {"chunks": (4, 4), "codecs": (transpose(1, 0), LITTLE, CRC32C)}),
    ("bit_flip_in_zstd", count("int16", 16, 16), {"chunks": (8, 16), "codecs": (LITTLE, ZSTD_CHECKSUM)}),
    ("zstd_checksum_mismatch", RANDOM, {"chunks": (64,), "codecs": (BYTES, ZSTD_CHECKSUM)}),
    ("bad_shard_index", count("int32", 8, 8), {"chunks": (8, 8), "codecs": (sharding((4, 4), (LITTLE, ZSTD)),)}),
    ("unknown_codec", count("int32", 4, 4), {"chunks": (4, 4), "codecs": (LITTLE, CRC32C)}),
    ("bad_order", count("int32", 4, 6), {"chunks": (4, 6), "codecs": (transpose(1, 0), LITTLE)}),
    ("bad_data_type", count("int32", 4, 4), {"chunks": (4, 4)}),
    ("missing_endian", count("int32", 4, 4), {"chunks": (4, 4)}),
    ("not_json", count("int32", 4, 4), {"chunks": (4, 4)}),
]


def as_int32(stored):
    """The same 16 elements, but four bytes each, with a checksum that is right."""
    elements = np.frombuffer(bytes(stored[:-4]), "<i8")
    return with_crc32c(elements.astype("<i4").tobytes())


def offset_outside(stored):
    """Let the second entry of the shard index point past the end of the shard; its checksum is right."""
    stored[SECOND_SHARD_ENTRY] = np.array([len(stored) * 10, 33], "<u8").tobytes()
    index = stored[-4 - 16 * 4 : -4]
    return stored[: -len(index) - 4] + with_crc32c(index)


def rotate(stored):
    """What `example.secret` might do to bytes, and the checksum of the outcome."""
    return with_crc32c(bytes((byte + 13) % 256 for byte in stored[:-4]))


# Chunks to spoil: array, key, how.
SPOILED_CHUNKS = [
    ("flipped_bit", "c.1.0", flip_bit(17, bit=5)),
    ("truncated_gzip", "c.0.1", lambda stored: stored[: len(stored) // 2]),
    ("wrong_length", "c.0.1", as_int32),
    ("bit_flip_in_zstd", "c.1.0", flip_bit(30)),
    ("zstd_checksum_mismatch", "c.1", flip_bit(40)),
    ("bad_shard_index", "c.0.0", offset_outside),
    ("unknown_codec", "c.0.0", rotate),
]


def spoil_documents(store):
    """The faults that are in a metadata document."""
    with edited_document(store / "unknown_codec") as document:
        document["codecs"].insert(1, SECRET)
    with edited_document(store / "bad_order") as document:
        document["codecs"][0]["configuration"]["order"] = [0, 0]
    with edited_document(store / "bad_data_type") as document:
        document["data_type"] = "int33"
    with edited_document(store / "missing_endian") as document:
        document["codecs"][0]["configuration"] = {}
    cut = store / "not_json" / "zarr.json"
    cut.write_bytes(cut.read_bytes()[:300])


def write(store):
    """Write broken.zarr: sound arrays first, then spoil each."""
    group = zarr.create_group(store, attributes={"title": "Nothing in here is sound"})
    for name, values, settings in SOUND:
        write_array(group, name, values, **settings)
    for name, key, change in SPOILED_CHUNKS:
        edit_bytes(store / name / key, change)
    spoil_documents(store)
