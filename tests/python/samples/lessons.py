"""lessons/*.zarr: the stores of the course that `zarrscope learn` teaches. Its texts are in assets/lessons."""

import shutil

import numcodecs
import numpy as np
import zarr

from .recording import ChunkFault
from .writing import (
    BIG,
    BYTES,
    CRC32C,
    LITTLE,
    ZSTD,
    codec,
    edit_bytes,
    edited_document,
    flip_bit,
    noise,
    sharding,
    transpose,
    write_array,
)

RECORDS = {
    "11-checksum.zarr/damaged": ChunkFault((1, 0), "crc32c", ("0:4,0:16",)),
    "15-faults.zarr/snow": ChunkFault((1, 1), "zstd", ("0:4,0:8",)),
    "15-faults.zarr/wind": ChunkFault((0, 0), "bytes"),
    "18-tide.zarr/tide": ChunkFault((1, 0), "sharding_indexed", ("0:4,0:8",)),
}


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


def depths():
    """Quarters from 12.0 on."""
    return 12 + np.arange(12, dtype="float64").reshape(3, 4) / 4


def halves(greatest):
    """Numbers half way between two integers, and one that is large."""
    return np.array([0.5, 1.5, 2.5, 3.5, 7.25, greatest], "float32")


def cast(**configuration):
    """What stores floats as uint8, without a change of the numbers before."""
    return {"chunks": (6,), "codecs": (codec("cast_value", data_type="uint8", **configuration), BYTES)}


def trend():
    """Numbers that grow slowly, with three bits of noise below."""
    slow = np.arange(1024) // 16
    low = np.frombuffer(noise(1024, "lesson"), "uint8") & 7
    return (slow * 8 + low).reshape(32, 32).astype("uint16")


def readings():
    """Tenths of a degree, as an instrument gives them."""
    steps = np.frombuffer(noise(512, "readings"), "uint8").astype("int64") % 5 - 2
    return ((200 + np.cumsum(steps)) / 10).reshape(16, 32)


def weather(group, name, **settings):
    """Eight days of a map of 6 × 6 places; each number says where it is: day, row, column."""
    day, row, column = np.indices((8, 6, 6))
    values = (day * 100 + row * 10 + column).astype("int16")
    write_array(group, name, values, dimension_names=("time", "lat", "lon"), **settings)


def blosc(shuffle):
    """Zstandard within Blosc."""
    return codec("blosc", cname="zstd", clevel=5, shuffle=shuffle, typesize=2, blocksize=0)


ENDIAN = np.array([1, 256, 0x1234, 0xFFFF], "uint16")
CHECKED = {"chunks": (4, 16), "codecs": (LITTLE, ZSTD, CRC32C)}
FAULTS = {"chunks": (4, 8), "codecs": (LITTLE, ZSTD)}
NAN = {"fill_value": float("nan")}

# Each store: its name, its title, and its arrays.
LESSONS = [
    ("01-plain.zarr", "an array in pieces", [("numbers", count("uint8", 3, 4), {"chunks": (3, 4), "codecs": (BYTES,)})]),
    ("02-chunks.zarr", "chunks", [("heights", count("int16", 7, 10), {"chunks": (3, 4)})]),
    (
        "03-keys.zarr",
        "keys",
        [
            ("default", count("uint8", 4, 4), {"chunks": (2, 2), "codecs": (BYTES,), "separator": "/"}),
            ("dots", count("uint8", 4, 4), {"chunks": (2, 2), "codecs": (BYTES,)}),
            ("v2", count("uint8", 4, 4), {"chunks": (2, 2), "codecs": (BYTES,), "keys": "v2"}),
        ],
    ),
    (
        "04-missing.zarr",
        "what is missing",
        [("rain", rain(), {"chunks": (2, 3), "fill_value": -1, "config": {"write_empty_chunks": True}})],
    ),
    (
        "05-endian.zarr",
        "the order of bytes",
        [("little", ENDIAN, {"chunks": (4,)}), ("big", ENDIAN, {"chunks": (4,), "codecs": (BIG,)})],
    ),
    (
        "06-transpose.zarr",
        "the order of dimensions",
        [("table", count("uint8", 2, 3), {"chunks": (2, 3), "codecs": (transpose(1, 0), BYTES)})],
    ),
    (
        "07-scaled.zarr",
        "an offset and a scale",
        [
            (
                "depths",
                depths(),
                {"chunks": (3, 4), "codecs": (codec("scale_offset", offset=12, scale=4), LITTLE)},
            )
        ],
    ),
    (
        "08-cast.zarr",
        "another data type",
        [
            ("nearest", halves(200), cast()),
            ("down", halves(200), cast(rounding="towards-negative")),
            ("clamped", halves(300), cast(out_of_range="clamp")),
        ],
    ),
    (
        "09-packed.zarr",
        "the fill value on its way",
        [("celsius", celsius(), {"chunks": (3, 4), "codecs": (*packed("uint8", 20, 10, 255), BYTES), **NAN})],
    ),
    (
        "10-bits.zarr",
        "compression",
        [
            ("plain", trend(), {"chunks": (32, 32)}),
            ("zstd", trend(), {"chunks": (32, 32), "codecs": (LITTLE, ZSTD)}),
            ("bytes_sorted", trend(), {"chunks": (32, 32), "codecs": (LITTLE, blosc("shuffle"))}),
            ("bits_sorted", trend(), {"chunks": (32, 32), "codecs": (LITTLE, blosc("bitshuffle"))}),
        ],
    ),
    (
        "11-checksum.zarr",
        "checksums",
        [("sound", count("int16", 8, 16), CHECKED), ("damaged", count("int16", 8, 16), CHECKED)],
    ),
    ("12-sharded.zarr", "shards", [("map", with_a_hole(), {"chunks": (8, 8), "codecs": (sharding((4, 4), (LITTLE,)),)})]),
    (
        "15-faults.zarr",
        "finding a fault",
        [
            ("rain", count("int16", 8, 16), FAULTS),
            ("snow", count("int16", 8, 16), FAULTS),
            ("sun", count("int16", 8, 16), FAULTS),
            ("wind", count("int16", 4, 4), {"chunks": (4, 4)}),
        ],
    ),
    ("16-readings.zarr", "choosing a chain", [("readings", readings(), {"chunks": (16, 32)})]),
    (
        "17-everything.zarr",
        "the long way",
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
    (
        "18-tide.zarr",
        "the last fault",
        [
            (
                "tide",
                kelvin(),
                {
                    "chunks": (4, 8),
                    "codecs": (*packed("int16", 273, 100, -32768), sharding((2, 4), (LITTLE, ZSTD, CRC32C))),
                    **NAN,
                },
            )
        ],
    ),
]


def write_island(store):
    """A group of groups, with a copy of all documents at the top; one array of it was removed afterwards."""
    island = zarr.create_group(store, attributes={"title": "The island of Ness", "surveyed": 1987})
    land = island.create_group("land", attributes={"title": "Above the water"})
    sea = island.create_group("sea", attributes={"title": "Below the water"})
    write_array(land, "height", count("int16", 4, 6), chunks=(4, 6), attributes={"units": "m"})
    write_array(land, "forest", count("uint8", 4, 6) % 2 == 1, chunks=(4, 6), codecs=(BYTES,), fill_value=False)
    write_array(sea, "depth", -count("int16", 4, 6), chunks=(4, 6), attributes={"units": "fathom"})
    write_array(sea, "wrecks", count("uint8", 3), chunks=(3,), codecs=(BYTES,))
    zarr.consolidate_metadata(store)
    shutil.rmtree(store / "sea" / "wrecks")


def write_versions(store):
    """The same numbers in both versions of the format."""
    group = zarr.create_group(store, attributes={"lesson": "two versions"})
    write_array(group, "new", count("int16", 4, 6), chunks=(2, 6), codecs=(BIG, codec("numcodecs.zlib", level=5)))
    old = zarr.create_array(
        store / "old",
        shape=(4, 6),
        chunks=(2, 6),
        dtype=">i2",
        zarr_format=2,
        compressors=numcodecs.Zlib(level=5),
        fill_value=0,
    )
    old[...] = count(">i2", 4, 6)


def write_weather(store):
    """The same numbers in chunks for maps, in chunks for series of days, and in a shard; with coordinates."""
    group = zarr.create_group(store, attributes={"lesson": "choosing chunks and shards"})
    weather(group, "maps", chunks=(1, 6, 6))
    weather(group, "series", chunks=(8, 2, 2))
    weather(group, "sharded", chunks=(8, 6, 6), codecs=(sharding((2, 3, 3), (LITTLE,)),))
    days = {"units": "days since 2026-06-01", "calendar": "standard"}
    write_array(group, "time", np.arange(8, dtype="int32"), chunks=(8,), dimension_names=("time",), attributes=days)
    for name, first, units in [("lat", 45, "degrees_north"), ("lon", 6, "degrees_east")]:
        places = first + np.arange(6) / 2
        write_array(group, name, places, chunks=(6,), dimension_names=(name,), attributes={"units": units})


def write(lessons):
    """Write the store of each lesson; then damage what is to be found."""
    for name, title, arrays in LESSONS:
        group = zarr.create_group(lessons / name, attributes={"lesson": title})
        for array, values, settings in arrays:
            write_array(group, array, values, **settings)
    write_island(lessons / "13-island.zarr")
    write_versions(lessons / "14-versions.zarr")
    write_weather(lessons / "19-weather.zarr")
    (lessons / "04-missing.zarr" / "rain" / "c.0.1").unlink()
    edit_bytes(lessons / "11-checksum.zarr" / "damaged" / "c.1.0", flip_bit(20, bit=3))
    edit_bytes(lessons / "15-faults.zarr" / "snow" / "c.1.1", lambda stored: stored[:-9])
    with edited_document(lessons / "15-faults.zarr" / "wind") as document:
        document["data_type"] = "int32"
    edit_bytes(lessons / "18-tide.zarr" / "tide" / "c.1.0", flip_bit(70, bit=2))
