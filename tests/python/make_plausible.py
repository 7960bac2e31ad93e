"""Write tests/plausible/stores and tests/plausible/manifest.json: arrays whose document says something else than their bytes.

    python -m pip install -r tests/python/requirements.txt
    python tests/python/make_plausible.py

zarr-python writes each array soundly; then its document is changed in one place. The manifest names the array, the chunk
to look at, the hypothesis that should come first, and the members of the document that would be right.
"""

import json
import shutil
from pathlib import Path

import numpy as np
import zarr
from numcodecs import Shuffle
from zarr.codecs import BytesCodec, ShardingCodec, TransposeCodec, ZstdCodec

ROOT = Path(__file__).resolve().parents[1] / "plausible"
STORES = ROOT / "stores"
ROWS = []


def field(*shape, seed=0):
    """A smooth field from -1 to 1: a few long waves."""
    random = np.random.default_rng(seed)
    axes = np.meshgrid(*(np.linspace(0, 1, edge) for edge in shape), indexing="ij")
    waves = np.zeros(shape)
    for _ in range(3):
        phase = sum(axis * random.uniform(-1.5, 1.5) for axis in axes)
        waves += random.normal() * np.sin(2 * np.pi * phase + random.uniform(0, 6))
    return waves / np.abs(waves).max()


def noise(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


TEMPERATURE = (281 + 12 * field(40, 50) + 0.2 * noise(40, 50)).astype("f4")
HEIGHT = (900 * field(48, 64, seed=3)).astype("i2")
COUNTS = np.random.default_rng(5).poisson(300, (30, 40))
HOURS = np.datetime64("2021-03-01T00", "s") + np.arange(400) * np.timedelta64(3600, "s")
NAMES = np.array([["Genova", "Zürich"], ["Århus", "東京"], ["Łódź", ""]], dtype="U6")
TABLE = np.empty(200, dtype=[("when", "<i8"), ("level", "<f4")])
TABLE["when"], TABLE["level"] = 1_600_000_000 + np.arange(200) * 900, 12 + noise(200, seed=9)


def v3(name, values, chunks=None, endian="little", **options):
    """Write an array of format 3, and give its document."""
    options = {"filters": [], "compressors": None, "serializer": BytesCodec(endian=endian), **options}
    if values.dtype.itemsize == 1:
        options["serializer"] = BytesCodec(endian=None)
    array = zarr.create_array(
        STORES / name, shape=values.shape, chunks=chunks or values.shape, dtype=values.dtype,
        fill_value=options.pop("fill", 0), **options,
    )
    array[...] = values


def v2(name, values, chunks=None, **options):
    options = {"filters": None, "compressors": None, **options}
    array = zarr.create_array(
        STORES / name, shape=values.shape, chunks=chunks or values.shape, dtype=values.dtype,
        zarr_format=2, fill_value=options.pop("fill", 0), **options,
    )
    array[...] = values


def misdeclare(name, hypothesis, edit, chunk=None):
    """Change the document, and note what it should have said."""
    document = next(path for path in map((STORES / name).joinpath, ("zarr.json", ".zarray")) if path.exists())
    content = json.loads(document.read_text())
    rank = len(content["shape"])
    edit(content)
    document.write_text(json.dumps(content, indent=2) + "\n")
    (STORES / name / ".zattrs").unlink(missing_ok=True)
    ROWS.append({"array": name, "chunk": chunk or [0] * rank, "hypothesis": hypothesis})


def sets(*path, to):
    """An edit: puts a value in its place. A data type gets a fill value that all have."""

    def edit(content):
        *parents, last = path
        if last == "data_type":
            content["fill_value"] = 0
        for step in parents:
            content = content[step]
        content[last] = to

    return edit


def drops(index):
    """An edit: takes a codec away."""
    return lambda content: content["codecs"].pop(index)


def inserts(index, codec):
    return lambda content: content["codecs"].insert(index, codec)


def endian(to, *path):
    return sets("codecs", *(path or (0,)), "configuration", "endian", to=to)


def byte_order():
    rows = [
        ("float32", TEMPERATURE), ("float64", TEMPERATURE.astype("f8")), ("float16", TEMPERATURE.astype("f2")),
        ("float32_whole_numbers", np.round(field(30, 30) * 500).astype("f4")),
        ("int16", HEIGHT), ("uint16", (HEIGHT + 1000).astype("u2")), ("int32", COUNTS.astype("i4")),
        ("uint32", (HEIGHT.astype("u4") + 70_000)), ("int64", (field(500) * 1e12).astype("i8")),
        ("complex64", (noise(400) + 1j * noise(400, seed=1)).astype("c8")),
        ("int32_both_signs", (noise(600) * 2000).astype("i4")),
    ]
    for name, values in rows:
        for stored, told in (("big", "little"), ("little", "big")):
            full = f"endian/{name}_{told}"
            v3(full, values, endian=stored, compressors=ZstdCodec() if stored == "big" else None)
            misdeclare(full, f"endian should be {stored}", endian(told))
    v3("endian/float32_mostly_nan", np.where(noise(80, 60) > 1, 281 + noise(80, 60, seed=2), np.nan).astype("f4"),
       endian="big", fill=np.nan)
    misdeclare("endian/float32_mostly_nan", "endian should be big", endian("little"))
    v3("endian/datetime64", HOURS, endian="big")
    misdeclare("endian/datetime64", "endian should be big", endian("little"))
    v3("endian/text", NAMES, endian="big", fill="")
    misdeclare("endian/text", "endian should be big", endian("little"))
    v3("endian/struct", TABLE, endian="big", fill=np.zeros((), TABLE.dtype)[()])
    misdeclare("endian/struct", "endian should be big", endian("little"))
    v2("endian/v2_float32", TEMPERATURE.astype(">f4"), chunks=(20, 25))
    misdeclare("endian/v2_float32", "endian should be big", sets("dtype", to="<f4"), chunk=[1, 1])
    v2("endian/v2_int32", COUNTS.astype("<i4"))
    misdeclare("endian/v2_int32", "endian should be little", sets("dtype", to=">i4"))
    v3("endian/shard", TEMPERATURE, chunks=(40, 50), serializer=ShardingCodec(
        chunk_shape=(20, 25), codecs=[BytesCodec(endian="big"), ZstdCodec()]))
    misdeclare("endian/shard", "endian should be big", endian("little", 0, "configuration", "codecs", 0))


def order():
    wide = (field(30, 70, seed=4) * 1000).astype("i4")
    v3("order/missing", wide, filters=[TransposeCodec(order=(1, 0))])
    misdeclare("order/missing", "a transpose of order [1, 0] is missing", drops(0))
    v3("order/superfluous", wide.astype("f4"))
    misdeclare("order/superfluous", "the transpose is superfluous",
               inserts(0, {"name": "transpose", "configuration": {"order": [1, 0]}}))
    v2("order/v2_f", (field(60, 24, seed=6) * 100 + 100).astype("u1"), order="F")
    misdeclare("order/v2_f", "order should be F", sets("order", to="C"))
    v2("order/v2_c", wide.astype("i2"))
    misdeclare("order/v2_c", "order should be C", sets("order", to="F"))
    v3("order/three_axes", (field(20, 30, 40, seed=7) * 1e4).astype("i4"), filters=[TransposeCodec(order=(2, 1, 0))])
    misdeclare("order/three_axes", "a transpose of order [2, 1, 0] is missing", drops(0))
    v3("order/square", (field(96, 96, seed=8) * 50).astype("f4"), chunks=(32, 32), filters=[TransposeCodec(order=(1, 0))])
    misdeclare("order/square", "a transpose of order [1, 0] is missing", drops(0), chunk=[1, 1])


def data_type():
    v3("data_type/int32_as_float32", COUNTS.astype("i4"))
    misdeclare("data_type/int32_as_float32", "data type should be int32", sets("data_type", to="float32"))
    v3("data_type/int64_as_float64", (noise(400) * 50).astype("i8"), endian="big")
    misdeclare("data_type/int64_as_float64", "data type should be int64", sets("data_type", to="float64"))
    v3("data_type/float32_as_int32", field(40, 40).astype("f4"))
    misdeclare("data_type/float32_as_int32", "data type should be float32", sets("data_type", to="int32"))
    v3("data_type/float64_as_uint64", TEMPERATURE.astype("f8"))
    misdeclare("data_type/float64_as_uint64", "data type should be float64", sets("data_type", to="uint64"))
    v3("data_type/int16_as_uint16", (field(30, 60) * 800).astype("i2"))
    misdeclare("data_type/int16_as_uint16", "data type should be int16", sets("data_type", to="uint16"))
    v2("data_type/v2_uint8_as_int8", (field(40, 60, seed=2) * 90 + 128).astype("u1"))
    misdeclare("data_type/v2_uint8_as_int8", "data type should be uint8", sets("dtype", to="|i1"))
    v2("data_type/v2_int32_as_float32", COUNTS.astype(">i4"))
    misdeclare("data_type/v2_int32_as_float32", "data type should be int32", sets("dtype", to=">f4"))


def shuffle():
    shuffled = {"name": "numcodecs.shuffle", "configuration": {"elementsize": 4}}
    v3("shuffle/missing", TEMPERATURE, compressors=[zarr.codecs.numcodecs.Shuffle(elementsize=4), ZstdCodec()])
    misdeclare("shuffle/missing", "a shuffle is missing", drops(1))
    v3("shuffle/not_done", TEMPERATURE, compressors=ZstdCodec())
    misdeclare("shuffle/not_done", "the shuffle was not done", inserts(1, shuffled))
    v2("shuffle/v2_missing", HEIGHT, filters=[Shuffle(elementsize=2)])
    misdeclare("shuffle/v2_missing", "a shuffle is missing", sets("filters", to=None))


def regions(*shape, seed=0, many=20):
    """An image of labels: each element has the number of the nearest of some places."""
    places = np.random.default_rng(seed).uniform(0, 1, (many, len(shape)))
    axes = np.stack(np.meshgrid(*(np.linspace(0, 1, edge) for edge in shape), indexing="ij"), -1)
    return np.argmin(((axes[..., None, :] - places) ** 2).sum(-1), -1)


def small_integers():
    random = np.random.default_rng(11)
    rows = [
        ("counts", random.poisson(4, (30, 40))), ("categories", random.integers(0, 12, (30, 40))),
        ("labels", regions(30, 50, many=90)), ("hundreds", random.poisson(300, (40, 30))),
    ]
    for name, values in rows:
        # In two bytes numbers around 300 may as well be flags below another number.
        for dtype in ("u4", "i4") if name == "hundreds" else ("u2", "i2", "u4", "i4"):
            full = f"small/{name}_{dtype}"
            v3(full, values.astype(dtype), endian="big")
            misdeclare(full, "endian should be big", endian("little"))
    v3("small/differences_i2", np.round(random.normal(size=(40, 30)) * 150).astype("i2"), endian="big")
    misdeclare("small/differences_i2", "endian should be big", endian("little"))


def smaller_integers():
    random = np.random.default_rng(23)
    mask = (regions(40, 60, seed=8) % 2).astype("u4")
    rows = [
        ("mask_u4", mask), ("mask_i8", mask.astype("i8")),
        ("rare_u2", random.poisson(np.exp(1.2 * field(50, 60, seed=12) + 0.6))),
        ("rare_i4", random.poisson(np.exp(2 * field(50, 60, seed=12) + 1)).astype("i4")),
        ("steps_u2", np.floor(15 * field(50, 70, seed=13) + 15)),
        ("steps_i2", np.floor(15 * field(50, 70, seed=13))), ("steps_i8", np.floor(4 * field(50, 70, seed=13)).astype("i8")),
        ("levels_u4", np.round(9 + 6 * field(50, 70, seed=14)).astype("u4")),
        ("ids_i2", regions(50, 60, seed=15, many=40) + 1000), ("ids_u2", regions(50, 60, seed=16, many=30) + 2034),
        ("ids_i4", (regions(50, 60, seed=15, many=40) + 1000).astype("i4")),
        ("ids_i8", (regions(50, 60, seed=17, many=30) + 770).astype("i8")),
    ]
    for name, values in rows:
        dtype = name.rsplit("_", 1)[1]
        v3(f"small/{name}", values.astype(dtype), endian="big")
        misdeclare(f"small/{name}", "endian should be big", endian("little"))


def regions_in_order():
    transpose = {"name": "transpose", "configuration": {"order": [1, 0]}}
    names = regions(40, 60, seed=3, many=12)
    v3("regions/labels", names.astype("u2"), filters=[TransposeCodec(order=(1, 0))])
    misdeclare("regions/labels", "a transpose of order [1, 0] is missing", drops(0))
    v3("regions/mask", (field(36, 90, seed=2) > 0.1).astype("u1"))
    misdeclare("regions/mask", "the transpose is superfluous", inserts(0, transpose))
    latitude = np.broadcast_to(np.linspace(-60, 75, 30, dtype="f4")[:, None], (30, 48))
    v3("regions/latitude", latitude, filters=[TransposeCodec(order=(1, 0))])
    misdeclare("regions/latitude", "a transpose of order [1, 0] is missing", drops(0))
    days = np.broadcast_to(np.arange(7000, 7048, dtype="i4"), (30, 48))
    v3("regions/days", days)
    misdeclare("regions/days", "the transpose is superfluous", inserts(0, transpose))


def two_bytes():
    waves = (field(40, 60, seed=5) * 8 + 0.02 * noise(40, 60)).astype("f2")
    v3("two_bytes/float16_as_int16", waves)
    misdeclare("two_bytes/float16_as_int16", "data type should be float16", sets("data_type", to="int16"))
    v3("two_bytes/float16_as_bfloat16", waves)
    misdeclare("two_bytes/float16_as_bfloat16", "data type should be float16", sets("data_type", to="bfloat16"))
    v3("two_bytes/int16_as_float16", HEIGHT)
    misdeclare("two_bytes/int16_as_float16", "data type should be int16", sets("data_type", to="float16"))
    v3("two_bytes/int16_as_bfloat16", HEIGHT)
    misdeclare("two_bytes/int16_as_bfloat16", "data type should be int16", sets("data_type", to="bfloat16"))
    v3("two_bytes/float32_as_int32", (281 + 12 * field(40, 50, seed=6)).astype("f4"))
    misdeclare("two_bytes/float32_as_int32", "data type should be float32", sets("data_type", to="int32"))
    v3("two_bytes/categories_as_float32", np.random.default_rng(4).integers(0, 5, (30, 40)).astype("i4"))
    misdeclare("two_bytes/categories_as_float32", "data type should be int32", sets("data_type", to="float32"))


def labels_and_signs():
    places = regions(40, 60, seed=21, many=14)
    rows = [
        ("labels", places, "i2", "float16"), ("labels", places, "i2", "bfloat16"),
        ("ids", places + 1000, "i2", "bfloat16"), ("steps", np.round(5 * field(40, 60, seed=22)), "i2", "float16"),
        ("steps", np.round(5 * field(40, 60, seed=22)), "i2", "uint16"),
        ("steps", np.round(5 * field(40, 60, seed=22)), "i4", "uint32"),
        ("steps", np.round(3 * field(40, 60, seed=22)), "i8", "uint64"),
        ("rain", np.maximum(0, field(60, 80, seed=24) * 3 + 0.8 * noise(60, 80, seed=25)), "f4", "int32"),
        ("rain", np.maximum(0, field(60, 80, seed=24) * 3 + 0.8 * noise(60, 80, seed=25)), "f4", "uint32"),
    ]
    kinds = {"i": "int", "f": "float"}
    for name, values, dtype, told in rows:
        true = f"{kinds[dtype[0]]}{8 * int(dtype[1])}"
        full = f"labels/{name}_{true}_as_{told}"
        v3(full, values.astype(dtype))
        misdeclare(full, f"data type should be {true}", sets("data_type", to=told))


def halves():
    """A chunk of half the size in a document that has the whole: rows of half the length, or half of the rows."""
    places = regions(40, 64, seed=31, many=14)
    rows = [
        ("temperature_f4", 281 + 12 * field(40, 64, seed=32) + 0.3 * noise(40, 64, seed=33)),
        ("height_i2", 900 * field(40, 64, seed=34)), ("labels_u1", places), ("labels_i8", places),
        ("counts_i4", np.random.default_rng(35).poisson(np.exp(2 * field(40, 64, seed=36) + 1))),
    ]
    for name, values in rows:
        values = values.astype(name.rsplit("_", 1)[1])
        for rows, columns, told in ((40, 32, "chunk shape should be (40, 32)"), (20, 64, "the file is truncated")):
            full = f"halves/{name}_{rows}_{columns}"
            v3(full, values[:rows, :columns])
            misdeclare(full, told, lambda content: (
                content.update(shape=[40, 64]),
                content["chunk_grid"]["configuration"].update(chunk_shape=[40, 64]),
            ))


def main():
    shutil.rmtree(STORES, ignore_errors=True)
    for write in (byte_order, order, data_type, shuffle, small_integers, smaller_integers, regions_in_order, two_bytes,
                  labels_and_signs, halves):
        write()
    (ROOT / "manifest.json").write_text(json.dumps(ROWS, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
