"""climate.zarr: a small archive as a user may meet one, with one large array."""

import numpy as np
import zarr

from .recording import Regions
from .writing import BYTES, CRC32C, LITTLE, ZSTD, codec, noise, write_array

SHAPE = (10, 200, 3000)
CHUNKS = (5, 20, 400)
KNOWN_POINT, KNOWN_KELVIN = (7, 150, 900), 281.35

MISSING_AS_INT16 = -32768
PACKED = (
    codec("scale_offset", offset=273, scale=100),
    codec(
        "cast_value",
        data_type="int16",
        scalar_map={"encode": [["NaN", MISSING_AS_INT16]], "decode": [[MISSING_AS_INT16, "NaN"]]},
    ),
    LITTLE,
    codec("zstd", level=19, checksum=False),
    CRC32C,
)
SHUFFLED = (LITTLE, codec("blosc", cname="zstd", clevel=5, shuffle="shuffle", typesize=8, blocksize=0))

ATTRIBUTES = {
    "title": "Sea surface temperature of an invented bay",
    "history": "2024-01-11 packed to int16; 2024-01-10 ten days joined",
    "source": {"model": "parabolic waves", "version": [1, 2], "grid": {"spacing": 100.0, "units": "m"}},
    "keywords": ["sea", "temperature", "example"],
    "final": True,
    "comment": None,
}

RECORDS = {
    "temperature": Regions(
        "7:8,150:152,895:905",  # around the known point
        "5:6,140:142,790:810",  # two chunks side by side
        "0:1,0:200,0:1",  # down the first column
        "9:10,199:200,2790:3000",  # the overhang of the third dimension
        "4:6,78:82,1190:1240",  # eight chunks, and the coast
        "0:10,150:151,900:901",  # all times at one place
        "0:5,20:40,1600:1610",  # inside the missing area
    ),
    "mask": Regions("0:100,1690:1700", "100:120,1500:1560", "199:200,2990:3000"),
}


def wave(phase):
    """A wave of period 1 made of parabolas: exact arithmetic only, so that all machines agree."""
    phase = phase - np.floor(phase)
    half = np.where(phase < 0.5, phase, phase - 0.5)
    arch = 16 * half * (0.5 - half)
    return np.where(phase < 0.5, arch, -arch)


def axes():
    """The indices along time, y and x, ready to be combined."""
    time, y, x = (np.arange(n, dtype="float64") for n in SHAPE)
    return time[:, None, None], y[None, :, None], x[None, None, :]


def land():
    """A peninsula that comes down from the first row: True where there is no sea."""
    _, y, x = axes()
    return (y < 110 * (1 - ((x - 1700) / 900) ** 2))[0]


def is_lost(coords):
    """About one chunk in five was never written; which ones is arbitrary but fixed."""
    return noise(1, seed="/".join(map(str, coords)))[0] < 48


def temperature():
    """The temperatures in kelvin, NaN on land and in the lost chunks."""
    time, y, x = axes()
    swell = wave(x / 3000 + y / 900 + time / 60) * 1.2 + wave(x / 1100 - y / 300 + time / 40) * 0.5
    kelvin = 0.55 * (1.6 * wave(y / 500 + 0.1) + swell) + 0.02 * time
    kelvin += KNOWN_KELVIN - kelvin[KNOWN_POINT]
    kelvin[:, land()] = np.nan
    for coords in np.ndindex(2, 10, 8):
        if is_lost(coords):
            kelvin[tuple(slice(i * n, (i + 1) * n) for i, n in zip(coords, CHUNKS))] = np.nan
    return kelvin.astype("float32")


def write_coordinates(root):
    """The arrays that say where the elements of `temperature` are."""
    for name, values, units, codecs in (
        ("time", np.arange(10, dtype="int32"), "days since 2024-01-01", (LITTLE,)),
        ("y", np.arange(200) * 100.0, "m", SHUFFLED),
        ("x", np.arange(3000) * 100.0, "m", SHUFFLED),
    ):
        settings = {"dimension_names": [name], "attributes": {"units": units}, "fill_value": -1}
        write_array(root, name, values, chunks=values.shape, codecs=codecs, separator="/", **settings)


def write_ocean(root):
    """A group with two arrays, and groups below it."""
    ocean = root.create_group("ocean", attributes={"name": "the sea around the bay", "stations": 600})
    y, x = np.indices((20, 30))
    names = {"dimension_names": ["y", "x"]}
    salinity = (34.5 + y / 64 - x / 128).astype("float32")
    depth = (-5 * (y + 1) * (x + 2)).astype("int16")
    write_array(ocean, "salinity", salinity, chunks=(10, 15), codecs=(LITTLE, ZSTD), fill_value=np.nan, **names)
    write_array(ocean, "depth", depth, chunks=(20, 30), codecs=(LITTLE, ZSTD), **names)
    deep = ocean.create_group("deep", attributes={"below_metres": 1000})
    trench = deep.create_group("trench", attributes={"deepest_metres": 6120})
    write_array(trench, "pressure", np.linspace(100, 620, 14), chunks=(7,), dimension_names=["level"])


def write(store):
    """Write climate.zarr."""
    root = zarr.create_group(store, attributes=ATTRIBUTES)
    write_array(
        root,
        "temperature",
        temperature(),
        chunks=CHUNKS,
        codecs=PACKED,
        fill_value=np.nan,
        separator="/",
        dimension_names=["time", "y", "x"],
        attributes={"long_name": "sea surface temperature", "units": "K"},
    )
    mask = {"dimension_names": ["y", "x"], "attributes": {"long_name": "land"}, "fill_value": False}
    write_array(root, "mask", land(), chunks=(50, 1000), codecs=(BYTES, ZSTD), **mask)
    write_coordinates(root)
    write_ocean(root)
