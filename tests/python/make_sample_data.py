"""Write sample-data/**/*.zarr and tests/values/**; what was there before is removed.

    python -m pip install -r tests/python/requirements.txt
    python tests/python/make_sample_data.py

The same versions of the packages write the same bytes each time.
"""

import shutil
import warnings
from pathlib import Path

import numcodecs.blosc
import zarr
from samples import broken, climate, codecs, data_types, fill_values, grids, groups, lessons, recording, sharded

REPOSITORY = Path(__file__).resolve().parents[2]
SAMPLE_DATA = REPOSITORY / "sample-data"
VALUES = REPOSITORY / "tests" / "values"

GZIP_MAGIC = b"\x1f\x8b\x08"

STORES = {
    "broken.zarr": broken,
    "climate.zarr": climate,
    "codecs.zarr": codecs,
    "data-types.zarr": data_types,
    "fill-values.zarr": fill_values,
    "grids.zarr": grids,
    "groups.zarr": groups,
    "lessons": lessons,
    "sharded.zarr": sharded,
}


def settle_libraries():
    """One thread for Blosc, whose output else depends on timing; allow rectilinear chunk grids."""
    numcodecs.blosc.use_threads = False
    zarr.config.set({"array.rectilinear_chunks": True})
    warnings.simplefilter("ignore", category=zarr.errors.ZarrUserWarning)


def remove_old():
    """Remove what an earlier run wrote, and nothing else."""
    for store in [*SAMPLE_DATA.glob("*.zarr"), *SAMPLE_DATA.glob("lessons/*.zarr")]:
        shutil.rmtree(store)
    # The tables beside these folders are written by other programs.
    for folder in filter(Path.is_dir, VALUES.glob("*")):
        shutil.rmtree(folder)
    SAMPLE_DATA.mkdir(exist_ok=True)
    VALUES.mkdir(parents=True, exist_ok=True)


def clear_gzip_times():
    """Set the time of writing in each gzip header to zero: it would differ from run to run."""
    for file in filter(Path.is_file, SAMPLE_DATA.rglob("*")):
        stored = file.read_bytes()
        if stored.startswith(GZIP_MAGIC):
            file.write_bytes(stored[:4] + bytes(4) + stored[8:])


def main():
    """Write the stores, then read them back and record what was read."""
    settle_libraries()
    remove_old()
    records = {}
    for name, module in STORES.items():
        module.write(SAMPLE_DATA / name)
        records |= {f"{name}/{path}": kind for path, kind in module.RECORDS.items()}
    clear_gzip_times()
    recording.record(SAMPLE_DATA, VALUES, records)


if __name__ == "__main__":
    main()
