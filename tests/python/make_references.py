"""Writes tests/references: files of HDF5 and NetCDF with references to their chunks, and what others read through them.

The references are by Kerchunk and VirtualiZarr. The values in manifest.json are those that zarr-python reads through
fsspec's ReferenceFileSystem, as bytes in C order, little-endian, or as texts.

    python -m venv V && V/bin/pip install kerchunk==0.2.10 virtualizarr==2.8.0 h5py==3.16.0 netCDF4==1.7.5.1.post1 \
        zarr==3.4.2 fastparquet==2026.9.0 pyarrow==26.0.1 scipy jinja2
    V/bin/python tests/python/make_references.py
"""

import base64
import json
import os
import pathlib
import shutil
import warnings

import fsspec
import h5py
import netCDF4
import numpy as np
import scipy.io
import zarr
from fsspec.implementations.reference import LazyReferenceMapper
from kerchunk.combine import MultiZarrToZarr
from kerchunk.df import refs_to_dataframe
from kerchunk.hdf import SingleHdf5ToZarr
from kerchunk.netCDF3 import NetCDF3ToZarr

warnings.simplefilter("ignore")
HERE = pathlib.Path(__file__).parent.parent / "references"
rng = np.random.default_rng(21)


def write_hdf5(path):
    with h5py.File(path, "w", track_order=True) as file:
        file.attrs["title"] = "layouts of HDF5"
        file.create_dataset("contiguous", data=rng.normal(size=(6, 5)))
        file.create_dataset("big_endian", data=rng.integers(-99, 99, (4, 7)).astype(">i4"))
        packed = rng.integers(0, 500, (10, 12)).astype("i2")
        file.create_dataset("packed", data=packed, chunks=(4, 5), compression="gzip", shuffle=True)
        file["packed"].attrs.update(scale_factor=0.5, add_offset=2.0)
        gaps = file.create_dataset("gaps", (12, 4), "f4", chunks=(3, 4), fillvalue=-1.5, compression="gzip")
        gaps[0:3] = rng.normal(size=(3, 4))
        gaps[9:12] = rng.normal(size=(3, 4))
        file.create_dataset("checked", data=np.arange(20, dtype="u2").reshape(4, 5), chunks=(2, 5), fletcher32=True)
        file.create_dataset("fixed", data=np.array([b"one", b"three", b""], "S5"))
        file.create_dataset("texts", data=["a", "größer", "", "four words of text"], dtype=h5py.string_dtype())
        file.create_dataset("scalar", data=np.int64(-7))
        group = file.create_group("inner")
        group.create_dataset("flags", data=rng.integers(0, 2, (3, 9)).astype("?"), chunks=(2, 9))


def write_steps(number):
    with netCDF4.Dataset(f"step{number}.nc", "w") as file:
        file.createDimension("time", 2)
        file.createDimension("x", 8)
        time = file.createVariable("time", "f8", ("time",))
        time.units = "hours since 2020-01-01"
        time[:] = [2 * number, 2 * number + 1]
        heat = file.createVariable("heat", "f4", ("time", "x"), zlib=True, chunksizes=(1, 8), fill_value=1e20)
        heat[:] = rng.normal(280, 5, (2, 8))
        x = file.createVariable("x", "i4", ("x",))
        x[:] = np.arange(8)


def write_netcdf3(path):
    with scipy.io.netcdf_file(path, "w", version=2) as file:
        file.createDimension("time", None)
        file.createDimension("x", 3)
        fixed = file.createVariable("fixed", "f4", ("x",))
        fixed[:] = [1.5, -2.5, 3.25]
        for name in ("one", "two"):
            record = file.createVariable(name, "i2", ("time", "x"))
            record[:] = rng.integers(-999, 999, (4, 3))


def dump(name, references):
    def plain(value):
        return value.decode() if isinstance(value, bytes) else value

    references["refs"] = {key: plain(value) for key, value in references["refs"].items()}
    pathlib.Path(name).write_text(json.dumps(references, indent=0))


def single(path, **options):
    with open(path, "rb") as file:
        return SingleHdf5ToZarr(file, url=path, **options).translate()


def write_references():
    layouts = single("layouts.h5", inline_threshold=0, vlen_encode="embed")
    dump("layouts.json", layouts)
    dump("inline.json", single("layouts.h5", inline_threshold=150, vlen_encode="embed"))
    # Version 0 is the member `refs` alone.
    pathlib.Path("flat.json").write_text(json.dumps(json.loads(pathlib.Path("layouts.json").read_text())["refs"]))
    dump("netcdf3.json", NetCDF3ToZarr("classic.nc", inline_threshold=0).translate())
    steps = [single(f"step{number}.nc", inline_threshold=0) for number in range(2)]
    combined = MultiZarrToZarr(steps, concat_dims=["time"], identical_dims=["x"], inline_threshold=0).translate()
    dump("combined.json", combined)
    templates = json.loads(pathlib.Path("combined.json").read_text())
    templates["templates"] = {"p": "step", "s": ".nc"}
    for value in templates["refs"].values():
        if isinstance(value, list):
            value[0] = value[0].replace("step", "{{p}}").replace(".nc", "{{s}}")
    pathlib.Path("templates.json").write_text(json.dumps(templates))
    # Records of 16 bytes in one file, counted through.
    offset = layouts["refs"]["contiguous/0.0"][1]
    meta = {"zarr_format": 2, "shape": [6, 5], "chunks": [1, 5], "dtype": "<f8", "order": "C", "compressor": None,
            "filters": None, "fill_value": None}
    generated = {
        "version": 1, "templates": {"u": "layouts"}, "refs": {".zgroup": '{"zarr_format": 2}', "rows/.zarray": meta},
        "gen": [{"key": "rows/{{i}}.0", "url": "{{u}}.h5", "offset": f"{{{{{offset} + i * 40}}}}", "length": "40",
                 "dimensions": {"i": {"stop": 6}}}],
    }
    pathlib.Path("generated.json").write_text(json.dumps(generated, indent=1))


def write_virtualizarr():
    import obspec_utils.registry
    import obstore.store
    from virtualizarr import open_virtual_dataset
    from virtualizarr.parsers import HDFParser

    here = os.getcwd()
    registry = obspec_utils.registry.ObjectStoreRegistry({"file://": obstore.store.LocalStore()})
    dataset = open_virtual_dataset(f"file://{here}/step1.nc", registry, HDFParser(), loadable_variables=["time"])
    references = dataset.vz.to_kerchunk(format="dict")
    text = json.dumps(references).replace(f"file://{here}/", "").replace(f"{here}/", "")
    pathlib.Path("virtualizarr.json").write_text(text)


def write_parquet(records):
    combined = json.loads(pathlib.Path("combined.json").read_text())
    shutil.rmtree("combined.parq", ignore_errors=True)
    refs_to_dataframe(combined, "combined.parq", record_size=records)
    layouts = json.loads(pathlib.Path("inline.json").read_text())
    shutil.rmtree("layouts.parq", ignore_errors=True)
    refs_to_dataframe(layouts, "layouts.parq", record_size=4)


def values(references):
    """Every array, as it is read through the references."""
    # Without jinja2 fsspec passes over `gen`.
    simple = references != "generated.json"
    options = {"remote_protocol": "file", "simple_templates": simple, "asynchronous": True}
    fs = fsspec.filesystem("reference", fo=references, **options)
    store = zarr.storage.FsspecStore(fs, read_only=True)
    rows = {}
    if isinstance(fs.references, LazyReferenceMapper):
        names = list(fs.references.zmetadata)
    else:
        names = list(fs.references)
    for name in sorted(key[: -len("/.zarray")] for key in names if key.endswith("/.zarray")):
        array = zarr.open_array(store, path=name, mode="r", zarr_format=2)
        read = np.asarray(array[...])
        row = {"shape": list(read.shape), "data_type": str(array.dtype)}
        if read.dtype.kind in "OTU":
            row["texts"] = read.ravel().tolist()
        else:
            little = read.astype(read.dtype.newbyteorder("<"))
            row["bytes"] = base64.b64encode(little.tobytes()).decode()
        rows[name] = row
    return rows


def main():
    shutil.rmtree(HERE, ignore_errors=True)
    HERE.mkdir()
    os.chdir(HERE)
    write_hdf5("layouts.h5")
    write_netcdf3("classic.nc")
    for number in range(2):
        write_steps(number)
    write_references()
    write_virtualizarr()
    write_parquet(4)
    stores = sorted(path.name for path in HERE.iterdir() if path.suffix in (".json", ".parq"))
    manifest = {}
    for store in stores:
        print(store)
        # fsspec fails on a record without a reference: the same references in JSON say what is there.
        manifest[store] = values("inline.json" if store == "layouts.parq" else store)
    (HERE / "manifest.json").write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n")
    print(sum(path.stat().st_size for path in HERE.rglob("*") if path.is_file()), "bytes")


main()
