"""lessons/*.zarr: a tour of small stores, one idea each. Their questions are answered in lessons/README.md."""

import numpy as np
import zarr

from .recording import ChunkFault
from .writing import BIG, BYTES, CRC32C, LITTLE, ZSTD, codec, edit_bytes, flip_bit, sharding, transpose, write_array

RECORDS = {"08-checksum.zarr/damaged": ChunkFault((1, 0), "crc32c", ("0:4,0:16",))}


def count(data_type, *shape):
    """1, 2, 3, … in C order."""
    return (np.arange(np.prod(shape)) + 1).reshape(shape).astype(data_type)


def kelvin():
    """273.0, 273.25, 273.5, …: quarters are exact in binary."""
    return 273 + np.arange(64, dtype="float32").reshape(8, 8) / 4


def celsius():
    """Halves from 20.0 on, and two that nobody measured."""
    values = 20 + np.arange(12, dtype="float32").reshape(3, 4) / 2
    values[1, 2] = values[2, 0] = np.nan
    return values


def rain():
    """Two quarters have nothing but -1, the fill value."""
    values = np.arange(24, dtype="float32").reshape(4, 6) / 8
    values[:2, 3:] = values[2:, :3] = -1
    return values


def with_a_hole():
    """Four quarters, of which the lower left one is nothing but the fill value."""
    values = count("uint16", 8, 8)
    values[4:, :4] = 0
    return values


def packed(data_type, offset, scale, missing):
    """What stores floats as integers, with one integer for NaN."""
    scalar_map = {"encode": [["NaN", missing]], "decode": [[missing, "NaN"]]}
    return (
        codec("scale_offset", offset=offset, scale=scale),
        codec("cast_value", data_type=data_type, scalar_map=scalar_map),
    )


ENDIAN = np.array([1, 256, 0x1234, 0xFFFF], "uint16")
CHECKED = {"chunks": (4, 16), "codecs": (LITTLE, ZSTD, CRC32C)}
NAN = {"fill_value": float("nan")}

# Each store: its name, what it teaches, its question, and its arrays.
LESSONS = [
    (
        "01-plain.zarr",
        "An array is a document, zarr.json, and its chunks. Here there is one chunk, and its bytes are its elements.",
        "Under which key is the chunk stored, and how many bytes does it have?",
        [("numbers", count("uint8", 3, 4), {"chunks": (3, 4), "codecs": (BYTES,)})],
    ),
    (
        "02-chunks.zarr",
        "A chunk grid divides an array. All chunks have one shape, so that the last ones may reach past the array.",
        "In which chunk is element (5, 9), and where in that chunk? How many elements of chunk (2, 2) are in the array?",
        [("heights", count("int16", 7, 10), {"chunks": (3, 4)})],
    ),
    (
        "03-keys.zarr",
        "A chunk key encoding makes a key of the coordinates of a chunk. The three arrays differ in nothing else.",
        "Under which key is chunk (1, 0) of each array?",
        [
            ("default", count("uint8", 4, 4), {"chunks": (2, 2), "codecs": (BYTES,), "separator": "/"}),
            ("dots", count("uint8", 4, 4), {"chunks": (2, 2), "codecs": (BYTES,)}),
            ("v2", count("uint8", 4, 4), {"chunks": (2, 2), "codecs": (BYTES,), "keys": "v2"}),
        ],
    ),
    (
        "04-missing.zarr",
        "A chunk that is not stored reads as the fill value. One that is stored may hold the fill value too.",
        "Two chunks show nothing but -1. Which of them is stored, and in how many bytes?",
        [("rain", rain(), {"chunks": (2, 3), "fill_value": -1, "config": {"write_empty_chunks": True}})],
    ),
    (
        "05-endian.zarr",
        "An element of several bytes can begin with its lowest byte, or with its highest.",
        "In which array do the bytes 12 34 stand one behind the other, and for which number?",
        [
            ("little", ENDIAN, {"chunks": (4,)}),
            ("big", ENDIAN, {"chunks": (4,), "codecs": (BIG,)}),
        ],
    ),
    (
        "06-transpose.zarr",
        "The codec transpose stores the elements of a chunk in another order of dimensions.",
        "Which element is the second byte of the chunk, and what is its value?",
        [("table", count("uint8", 2, 3), {"chunks": (2, 3), "codecs": (transpose(1, 0), BYTES)})],
    ),
    (
        "07-packed.zarr",
        "The codecs scale_offset and cast_value store floats as small integers. One integer stands for NaN.",
        "Which number is stored for 23.5, and which for NaN? How many bytes does an element take when it is stored?",
        [("celsius", celsius(), {"chunks": (3, 4), "codecs": (*packed("uint8", 20, 10, 255), BYTES), **NAN})],
    ),
    (
        "08-checksum.zarr",
        "A compressor makes the bytes fewer, and a checksum tells whether they are still what was written.",
        "Which chunk of `damaged` cannot be decoded? Which stage says so, and which are not reached?",
        [("sound", count("int16", 8, 16), CHECKED), ("damaged", count("int16", 8, 16), CHECKED)],
    ),
    (
        "09-sharded.zarr",
        "A shard is a chunk that holds inner chunks, with an index that says where each of them is.",
        "How many inner chunks are stored? How long is the index, and at which byte of the file does it begin?",
        [("map", with_a_hole(), {"chunks": (8, 8), "codecs": (sharding((4, 4), (LITTLE,)),)})],
    ),
    (
        "10-everything.zarr",
        "Floats packed into int16, in shards, each inner chunk with its checksum: the long way of one element.",
        "In which shard and in which inner chunk is element (5, 2)? Which number is stored for it, and what is its value?",
        [
            (
                "sea",
                kelvin(),
                {
                    "chunks": (4, 8),
                    "codecs": (*packed("int16", 273, 100, -32768), sharding((2, 4), (LITTLE, CRC32C))),
                    **NAN,
                },
            )
        ],
    ),
]


def write(lessons):
    """Write the store of each lesson; then take a chunk away from one, and damage one of another."""
    for name, lesson, question, arrays in LESSONS:
        group = zarr.create_group(lessons / name, attributes={"lesson": lesson, "question": question})
        for array, values, settings in arrays:
            write_array(group, array, values, **settings)
    (lessons / "04-missing.zarr" / "rain" / "c.0.1").unlink()
    edit_bytes(lessons / "08-checksum.zarr" / "damaged" / "c.1.0", flip_bit(20, bit=3))
