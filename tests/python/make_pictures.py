"""Makes stores in a temporary folder, and from them the PNG files of the README: python make_pictures.py PROGRAM.

Needs zarr 3, numpy, scipy and global-land-mask (coastlines from GLOBE of NOAA). The numbers are made up.
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import zarr
from global_land_mask import globe
from scipy.ndimage import gaussian_filter

ASSETS = pathlib.Path(__file__).parents[2] / "assets"


def array(group, name, values, chunks, dimensions, **attributes):
    made = group.create_array(
        name, shape=values.shape, chunks=chunks, dtype=values.dtype, dimension_names=dimensions, attributes=attributes
    )
    made[...] = values


def world(path):
    """The temperature of the air in two months: cold poles, and land that warms and cools more than the sea."""
    random = np.random.default_rng(7)
    lat, lon = np.arange(89.75, -90, -0.5), np.arange(-179.75, 180, 0.5)
    rows, columns = np.meshgrid(lat, lon, indexing="ij")
    land = gaussian_filter(globe.is_land(rows, columns).astype(float), 0.7)
    months = []
    for season in (-1, 1):
        sun = np.cos(np.radians(rows - 15 * season)).clip(0)
        weather = gaussian_filter(random.normal(size=rows.shape), (6, 12), mode=("nearest", "wrap")) * 45
        own = 245 + 55 * sun**1.3 + land * (12 * season * np.sin(np.radians(rows)) * 1.6 - 3) + weather
        months.append(own.astype("f4"))
    group = zarr.open_group(path, mode="w", zarr_format=3)
    array(group, "t2m", np.stack(months), (1, 90, 180), ["month", "lat", "lon"], units="K", long_name="air temperature")
    array(group, "month", np.array([1, 7], "i4"), (2,), ["month"])
    array(group, "lat", lat, (360,), ["lat"], units="degrees_north")
    array(group, "lon", lon, (720,), ["lon"], units="degrees_east")


def cells(path):
    """Four channels of cells: nuclei, their membranes, spots, and a second kind of cell."""
    random = np.random.default_rng(3)
    size = 384
    rows, columns = np.mgrid[0:size, 0:size]
    channels = np.zeros((4, size, size))
    for number, (row, column) in enumerate(random.uniform(15, size - 15, (60, 2))):
        radius = random.uniform(8, 13)
        away = np.hypot(rows - row, (columns - column) * random.uniform(0.8, 1.25))
        channels[0] += 1000 / (1 + np.exp(away - radius * 0.6))
        channels[1] += 700 * np.exp(-(((away - radius * 1.2) / 1.6) ** 2))
        if number % 3 == 0:
            channels[3] += 500 / (1 + np.exp(away - radius * 1.1))
    for row, column in random.uniform(5, size - 5, (220, 2)):
        channels[2] += 1300 * np.exp(-((rows - row) ** 2 + (columns - column) ** 2) / 5)
    values = (channels + random.poisson(35, channels.shape)).clip(0, 65535).astype("u2")
    group = zarr.open_group(path, mode="w", zarr_format=3)
    array(group, "0", values, (1, 128, 128), ["c", "y", "x"])
    space = [{"name": name, "type": "space", "unit": "micrometer"} for name in "yx"]
    scale = {"type": "scale", "scale": [1, 0.325, 0.325]}
    shown = [("DAPI", "3355FF", 1200), ("membrane", "33DD55", 900), ("spots", "FF3344", 1300), ("T cells", "BB8800", 900)]
    group.attrs["ome"] = {
        "version": "0.5",
        "multiscales": [
            {
                "name": "cells",
                "axes": [{"name": "c", "type": "channel"}, *space],
                "datasets": [{"path": "0", "coordinateTransformations": [scale]}],
            }
        ],
        "omero": {
            "channels": [
                {"label": label, "color": color, "active": True, "window": {"min": 0, "max": 65535, "start": 40, "end": end}}
                for label, color, end in shown
            ]
        },
    }


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        world(f"{folder}/era.zarr")
        cells(f"{folder}/cells.zarr")
        for name, command in [
            ("world", ["picture", "era.zarr/t2m", "--sel", "month=7"]),
            ("difference", ["diff", "summer.zarr/t2m", "winter.zarr/t2m", "--picture"]),
            ("channels", ["picture", "cells.zarr", "--channel", "all"]),
        ]:
            if name == "difference":
                both = zarr.open_group(f"{folder}/era.zarr", mode="r")
                for season, month in [("summer", 1), ("winter", 0)]:
                    group = zarr.open_group(f"{folder}/{season}.zarr", mode="w", zarr_format=3)
                    kept = dict(both["t2m"].attrs)
                    array(group, "t2m", both["t2m"][month], (90, 180), ["lat", "lon"], **kept)
                    for axis in ("lat", "lon"):
                        array(group, axis, both[axis][:], both[axis].shape, [axis], **dict(both[axis].attrs))
            size = "560x560" if name == "channels" else "960x520"
            output = str(ASSETS / f"{name}.png")
            done = subprocess.run([program, *command, "--size", size, "-o", output], cwd=folder, check=False)
            # 1 is what `diff` ends with where there is a difference.
            assert done.returncode == (name == "difference"), done


main()
