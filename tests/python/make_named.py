"""Stores by writers of conventions, as small as they come: python make_named.py tests/named [PART]...

OME-Zarr by ome-zarr 0.18.0 and ngff-zarr 0.50.0, AnnData by anndata 0.12.19, all with zarr 3.1.6, in an environment of their
own. What they were given stands in manifest.json.
"""
import json, shutil, sys, warnings
from pathlib import Path
import numpy as np, zarr
warnings.filterwarnings("ignore")
OUT = Path(sys.argv[1]) / "stores"
MANIFEST = Path(sys.argv[1]) / "manifest.json"
recorded = json.loads(MANIFEST.read_text()) if MANIFEST.exists() else {}

def pixels(shape, dtype="uint16"):
    return (np.arange(np.prod(shape)).reshape(shape) % 251).astype(dtype)

def ome_zarr_py():
    from ome_zarr.io import parse_url
    from ome_zarr.writer import write_image, write_labels, write_plate_metadata, write_well_metadata
    from ome_zarr.format import FormatV04, FormatV05
    for fmt, name in [(FormatV04(), "ome_zarr_04.zarr"), (FormatV05(), "ome_zarr_05.zarr")]:
        path = OUT / name
        shutil.rmtree(path, ignore_errors=True)
        root = zarr.open_group(path, mode="w", zarr_format=fmt.zarr_format)
        data = pixels((2, 32, 48))
        base = {"c": 1.0, "y": 0.5, "x": 0.25}
        omero = {"channels": [
            {"label": "DAPI", "color": "0000FF", "active": False, "window": {"min": 0, "max": 65535, "start": 0, "end": 200}},
            {"label": "GFP", "color": "00FF00", "active": True, "window": {"min": 0, "max": 65535, "start": 10, "end": 100}}]}
        axes = "cyx"
        write_image(data, root, axes=axes, fmt=fmt, scale_factors=[2, 4], scale=base, axes_units={"y": "micrometer", "x": "micrometer"}, omero=omero, storage_options={"chunks": (1, 32, 48)})
        write_labels((data[0] % 4).astype("uint8"), root, name="nuclei", axes="yx", fmt=fmt, scale_factors=[2], storage_options={"chunks": (32, 48)})
        levels = {}
        for key in ["0", "1", "2"] if "0" in root else ["s0", "s1", "s2"]:
            levels[key] = {"shape": list(root[key].shape), "sum": [int(part.sum()) for part in root[key][...]]}
        recorded[name] = {"levels": levels, "keys": sorted(root.group_keys()) + sorted(root.array_keys())}
        name = name.replace("ome_zarr", "plate")
        path = OUT / name
        shutil.rmtree(path, ignore_errors=True)
        root = zarr.open_group(path, mode="w", zarr_format=fmt.zarr_format)
        wells = ["A/1", "A/3", "B/2"]
        write_plate_metadata(root, ["A", "B"], ["1", "2", "3"], wells, fmt=fmt, field_count=1, name="small", acquisitions=[{"id": 0}])
        row = root.require_group("A"); well = row.require_group("1")
        write_well_metadata(well, ["0"], fmt=fmt)
        write_image(pixels((8, 8), "uint8"), well.require_group("0"), axes="yx", fmt=fmt, scale_factors=[2])

def ngff():
    import ngff_zarr as nz
    for version in ["0.4", "0.5"]:
        name = f"ngff_{version.replace('.', '')}.zarr"
        shutil.rmtree(OUT / name, ignore_errors=True)
        image = nz.to_ngff_image(pixels((4, 16, 24), "uint8"), dims=["z", "y", "x"], scale={"z": 2.0, "y": 0.5, "x": 0.5}, translation={"z": 0.0, "y": 10.0, "x": 20.0}, axes_units={"z": "micrometer", "y": "micrometer", "x": "micrometer"}, name="stack")
        many = nz.to_multiscales(image, scale_factors=[{"z": 1, "y": 2, "x": 2}], chunks=32)
        nz.to_ngff_zarr(str(OUT / name), many, version=version)
        root = zarr.open_group(OUT / name, mode="r")
        attrs = dict(root.attrs); attrs = attrs.get("ome", attrs)
        recorded[name] = {"paths": [d["path"] for d in attrs["multiscales"][0]["datasets"]], "transformations": [d["coordinateTransformations"] for d in attrs["multiscales"][0]["datasets"]]}

def anndata():
    import anndata as ad, pandas as pd, scipy.sparse as sp
    for version in [2, 3]:
        name = f"anndata_v{version}.zarr"
        shutil.rmtree(OUT / name, ignore_errors=True)
        ad.settings.zarr_write_format = version
        x = sp.csr_matrix(np.array([[0, 1, 0], [2, 0, 3], [0, 0, 0], [4, 5, 6]], dtype="float32"))
        obs = pd.DataFrame({"cell_type": pd.Categorical(["B", "T", "B", None], categories=["B", "T", "NK"]), "n": np.array([1, 2, 3, 4]), "ok": pd.array([True, None, False, True], dtype="boolean")}, index=["c1", "c2", "c3", "c4"])
        var = pd.DataFrame({"symbol": ["X", "Y", "Z"]}, index=["g1", "g2", "g3"])
        a = ad.AnnData(X=x, obs=obs, var=var, obsm={"pca": np.zeros((4, 2), "float32")}, layers={"csc": x.tocsc()}, uns={"note": "small"})
        a.write_zarr(OUT / name)
        recorded[name] = {"shape": list(a.shape), "nnz": int(x.nnz), "columns": list(obs.columns), "categories": ["B", "T", "NK"]}

for part in [globals()[n] for n in (sys.argv[2:] or ["ome_zarr_py", "ngff", "anndata"])]:
    try:
        part()
    except Exception as error:
        import traceback; traceback.print_exc()
MANIFEST.write_text(json.dumps(recorded, indent=1) + "\n")
