"""Writes `meaning.json`: small stores with attributes of CF, and what xarray makes of them.

    python make_meaning.py ../values/meaning.json
    python make_meaning.py --random SEED DIRECTORY     # stores of any attributes, to be tried against the program

Stores are written by xarray and, where it does not write such attributes, by zarr-python. `raw` and `values` are what
`xarray.open_zarr` gives with `decode_cf=False` and with `decode_cf=True`. Where xarray keeps what is outside of the valid range, this
script masks it by the rule of CF, and says so in `by_rule`. Dates are texts without zeros behind the last part that counts. The packages
are those of requirements.txt, and cftime 1.6.6.
"""

import base64
import itertools
import json
import pathlib
import random
import sys
import tempfile
import warnings

import numpy as np
import xarray as xr
import zarr

warnings.simplefilter("ignore")
CALENDARS = ["standard", "gregorian", "proleptic_gregorian", "noleap", "365_day", "all_leap", "366_day", "360_day", "julian"]
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]


def date_text(date):
    if isinstance(date, np.datetime64):
        if np.isnat(date):
            return None
        text = str(np.datetime_as_string(date.astype("M8[ns]")))
    else:
        sign = "-" if date.year < 0 else ""
        text = f"{sign}{abs(date.year):04}-{date.month:02}-{date.day:02}T{date.hour:02}:{date.minute:02}:{date.second:02}.{date.microsecond:06}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def listed(values):
    if values.dtype.kind in "MO":
        return [None if value is None else date_text(value) for value in values.ravel()]
    if values.dtype.kind == "f":
        text = lambda value: None if np.isnan(value) else str(value) if np.isinf(value) else float(value)
        return [text(value) for value in values.ravel()]
    return values.ravel().tolist()


def read(directory, decode):
    with xr.open_zarr(directory, consolidated=False, decode_cf=decode, chunks=None) as dataset:
        return dataset["v"].load()


def mask_invalid(values, raw, attributes):
    """By the rule of CF: whole numbers are those that are stored, others are unpacked ones."""
    low, high = attributes.get("valid_range", [attributes.get("valid_min"), attributes.get("valid_max")])
    is_physical = raw.dtype.kind in "iu" and any(isinstance(end, float) for end in (low, high)) and (
        "scale_factor" in attributes or "add_offset" in attributes)
    own = values if is_physical else raw
    bad = np.zeros(raw.shape, bool)
    if low is not None:
        bad |= own < low
    if high is not None:
        bad |= own > high
    if values.dtype.kind in "iu":
        values = values.astype("f4" if values.dtype.itemsize <= 2 else "f8")
    return np.where(bad, np.nan, values)


def is_of_integers(documents):
    document = documents.get("zarr.json") or documents[".zarray"]
    return document.get("data_type", document.get("dtype")) in ("int8", "|i1")


def taken(directory, name, rule=None):
    """What is in the store, and what xarray makes of it."""
    array = pathlib.Path(directory) / "v"
    documents, chunks = {}, {}
    for path in sorted(path for path in array.rglob("*") if path.is_file()):
        key = path.relative_to(array).as_posix()
        if key in ("zarr.json", ".zarray", ".zattrs"):
            documents[key] = json.loads(path.read_text())
        else:
            chunks[key] = base64.b64encode(path.read_bytes()).decode()
    raw, found = read(directory, False), read(directory, True)
    if raw.dtype == bool and is_of_integers(documents):
        raw = raw.astype("i1")  # xarray makes bools of integers in any case.
    values = found.values if rule is None else mask_invalid(found.values, raw.values, rule)
    dtype = "date" if values.dtype.kind in "MO" else str(values.dtype)
    case = {"name": name, "documents": documents, "chunks": chunks, "raw": listed(raw.values), "dtype": dtype,
            "values": listed(values)}
    return {**case, "by_rule": True} if rule else case


def by_zarr(name, values, attributes, zarr_format, fill_value=None, rule=False):
    """A store by zarr-python, with attributes as they are given."""
    values = np.asarray(values)
    with tempfile.TemporaryDirectory() as directory:
        group = zarr.open_group(directory, mode="w", zarr_format=zarr_format)
        names = {"dimension_names": ["x"]} if zarr_format == 3 else {}
        own = {**attributes, **({"_ARRAY_DIMENSIONS": ["x"]} if zarr_format == 2 else {})}
        array = group.create_array("v", shape=values.shape, chunks=values.shape, dtype=values.dtype, compressors=None,
                                   fill_value=fill_value, attributes=own, config={"write_empty_chunks": True}, **names)
        array[...] = values
        return taken(directory, f"{name} v{zarr_format}", attributes if rule else None)


def by_xarray(name, values, encoding, zarr_format, attributes=None):
    """A store by xarray."""
    with tempfile.TemporaryDirectory() as directory:
        data = xr.DataArray(values, dims=["x"], name="v", attrs=attributes or {})
        data.to_dataset().to_zarr(directory, mode="w", zarr_format=zarr_format, consolidated=False,
                                  encoding={"v": {"compressors": None, **encoding}})
        return taken(directory, f"xarray: {name} v{zarr_format}")


def fill_of(dtype, value, zarr_format):
    """The attribute and the fill value of the array that make `value` the `_FillValue`."""
    if zarr_format == 2:
        return {}, value
    if np.dtype(dtype).kind == "f":
        return {"_FillValue": base64.b64encode(np.float64(np.dtype(dtype).type(value)).tobytes()).decode()}, 0
    return {"_FillValue": value}, 0


def numbers(dtype):
    kind = np.dtype(dtype)
    if kind.kind == "f":
        return np.array([0, -1.5, 3.25, 9.96921e36, np.nan, np.inf, 7, 100], kind)
    ends = np.iinfo(kind)
    return np.array([0, 1, 7, 100, 5, ends.max, ends.min, ends.max - 1], kind)


def packings():
    yield "scale and offset", {"scale_factor": 0.01, "add_offset": 273.15}
    yield "scale", {"scale_factor": 0.1}
    yield "offset", {"add_offset": -2.5}
    yield "whole offset", {"add_offset": 10}
    yield "list", {"scale_factor": [0.5], "add_offset": [1.0]}


def packed(zarr_format):
    for dtype, (name, packing) in itertools.product(["int8", "uint8", "int16", "uint32", "int64", "float32", "float64"], packings()):
        for masked in (False, True):
            if dtype not in ("int16", "float32") and (masked == (name == "scale and offset") or name == "list"):
                continue
            extra, fill = fill_of(dtype, 7, zarr_format) if masked else ({}, None)
            yield by_zarr(f"{dtype} {name}{' with fill' if masked else ''}", numbers(dtype), {**packing, **extra}, zarr_format, fill)


def masked(zarr_format):
    for dtype in INTEGERS + ["float32", "float64", "float16"]:
        extra, fill = fill_of(dtype, 7, zarr_format)
        yield by_zarr(f"{dtype} fill", numbers(dtype), extra, zarr_format, fill)
    yield by_zarr("large fill", numbers("float32"), fill_of("float32", 9.96921e36, zarr_format)[0], zarr_format,
                  fill_of("float32", 9.96921e36, zarr_format)[1])
    yield by_zarr("nan fill", numbers("float64"), *nan_fill("float64", zarr_format))
    for dtype in ("int16", "float32"):
        yield by_zarr(f"{dtype} missing", numbers(dtype), {"missing_value": 100}, zarr_format)
        yield by_zarr(f"{dtype} missing list", numbers(dtype), {"missing_value": [100, 0]}, zarr_format)
        extra, fill = fill_of(dtype, 7, zarr_format)
        yield by_zarr(f"{dtype} fill and missing", numbers(dtype), {"missing_value": 100, **extra}, zarr_format, fill)
    yield by_zarr("int32 missing real", numbers("int32"), {"missing_value": 100.0}, zarr_format)
    yield by_zarr("no fill", numbers("int16"), {"units": "K"}, zarr_format)
    if zarr_format == 2:
        yield by_zarr("zero fill of the array", numbers("int16"), {}, 2, 0)


def nan_fill(dtype, zarr_format):
    extra, fill = fill_of(dtype, np.nan, zarr_format)
    return extra, zarr_format, fill


def signs(zarr_format):
    for dtype, sign, fill in [("int8", "true", -1), ("int16", "true", None), ("uint8", "false", 255), ("uint16", "false", None),
                              ("int8", "false", 7), ("int32", "true", -1)]:
        extra, own = fill_of(dtype, fill, zarr_format) if fill is not None else ({}, None)
        case = numbers(dtype)
        case[0] = fill if fill is not None else case[0]
        if fill == 255:  # xarray 2026.9 with numpy 2.5 raises for what does not fit.
            extra, own = {}, None
        yield by_zarr(f"{dtype} _Unsigned {sign}", case, {"_Unsigned": sign, **extra}, zarr_format, own)
        yield by_zarr(f"{dtype} _Unsigned {sign} packed", case, {"_Unsigned": sign, "scale_factor": 0.5, **extra}, zarr_format, own)


def times(zarr_format):
    days = [0, 1, 59, 60, 365, 366, 62090, -1, -150000, 3]
    for calendar in CALENDARS:
        yield by_zarr(f"days {calendar}", np.array(days, "i4"), {"units": "days since 1850-01-01", "calendar": calendar}, zarr_format)
        # cftime 1.6.6 has no date for NaN, and xarray gives it one.
        is_numpys = calendar in ("standard", "gregorian", "proleptic_gregorian")
        extra, fill = fill_of("float64", -1, zarr_format) if is_numpys else ({}, None)
        parts = np.array([0, 0.5, 0.1, 1 / 3, 100.123456789, -1, 23741.75, np.nan if is_numpys else 2, 7.0000001, 40000.3])
        yield by_zarr(f"hours {calendar}", parts, {"units": "hours since 2000-02-28 12:30:00", "calendar": calendar, **extra}, zarr_format, fill)
    for units in ["seconds since 1970-01-01", "milliseconds since 1970-01-01T00:00:00", "microseconds since 1970-01-01",
                  "nanoseconds since 1970-01-01", "minutes since 2001-1-1 6:00", "days since 2000-01-01 06:00:00 +01:30",
                  "hours since 2000-01-01T00:00:00Z", "days since 1-1-1", "day since 1999-12-31"]:
        extra, fill = fill_of("int64", 60, zarr_format) if "1-1-1" not in units[10:16] else ({}, None)
        yield by_zarr(units, np.array([0, 1, 60, 3600, 10**4, -5], "i8"), {"units": units, **extra}, zarr_format, fill)
        yield by_zarr(units + " real", np.array([0, 1.5, 60.25, 1e5, -5.125], "f4"), {"units": units}, zarr_format)
    yield by_zarr("packed days", np.array([0, 10, 25, -3, 7], "i2"),
                  {"units": "days since 2000-01-01", "scale_factor": 0.1, "add_offset": 1.0}, zarr_format)
    yield by_zarr("months of 360_day", np.array([0, 1, 13, -1], "i4"),
                  {"units": "months since 2000-01-30", "calendar": "360_day"}, zarr_format)
    yield by_zarr("common years", np.array([0, 1, -3], "i4"),
                  {"units": "common_years since 2000-03-31", "calendar": "noleap"}, zarr_format)
    yield by_zarr("across the reform", np.arange(-2, 3, dtype="i4"), {"units": "days since 1582-10-15"}, zarr_format)


def others(zarr_format):
    flags = {"flag_values": [0, 1, 5], "flag_meanings": "sea land ice"}
    yield by_zarr("flags", np.array([0, 1, 5, 3], "i1"), flags, zarr_format)
    yield by_zarr("bools", np.array([0, 1, 1, 0], "i1"), {"dtype": "bool"}, zarr_format)
    for name, valid in [("range", {"valid_range": [0, 100]}), ("min", {"valid_min": 5}), ("max", {"valid_max": 7})]:
        for dtype in ("int16", "float64"):
            yield by_zarr(f"{dtype} valid {name}", numbers(dtype), valid, zarr_format, rule=True)
    valid = {"valid_range": [0.05, 1.5], "scale_factor": 0.1}
    yield by_zarr("valid physical range", numbers("int16"), valid, zarr_format, rule=True)
    valid = {"valid_range": [1, 100], "scale_factor": 0.1}
    yield by_zarr("valid stored range", numbers("int16"), valid, zarr_format, rule=True)


def written_by_xarray(zarr_format):
    values = np.array([270.38, np.nan, 280.0, 273.15])
    packing = {"dtype": "int16", "scale_factor": 0.01, "add_offset": 273.15, "_FillValue": -32768}
    yield by_xarray("packed", values, packing, zarr_format)
    for dtype in ("float32", "float64"):
        yield by_xarray(f"{dtype} nan", values.astype(dtype), {}, zarr_format)
        if zarr_format == 3:
            yield by_xarray(f"{dtype} fill", values.astype(dtype), {"_FillValue": -999.0}, zarr_format)
    yield by_xarray("bools", np.array([True, False]), {}, zarr_format)
    yield by_xarray("unsigned", np.array([0.0, 200, np.nan]), {"dtype": "int8", "_Unsigned": "true", "_FillValue": -1}, zarr_format)
    for calendar in CALENDARS:
        time = xr.date_range("2000-02-27", periods=4, freq="36h", calendar=calendar, use_cftime=True)
        yield by_xarray(f"times {calendar}", time, {"units": "hours since 1999-01-01", "dtype": "int32"}, zarr_format)
    yield by_xarray("times", np.array(["2020-03-01T12:00", "NaT", "2020-03-01T12:00:00.5"], "M8[ns]"), {}, zarr_format)


def one_random(draw, number, zarr_format):
    """A store of any attributes that xarray takes."""
    dtype = draw.choice(INTEGERS + ["float32", "float64"])
    kind = np.dtype(dtype)
    seeded = np.random.default_rng(number)
    if kind.kind == "f":
        values = seeded.normal(0, 1000, 20).astype(kind)
        values[draw.randrange(20)] = np.nan
    else:
        ends = np.iinfo(kind)
        values = seeded.integers(max(ends.min, -10**5), min(ends.max, 10**5), 20, dtype=kind, endpoint=True)
    attributes, fill = {}, None
    if draw.random() < 0.5:
        attributes["scale_factor"] = draw.choice([0.01, 0.1, 2.5, -1.25, 1e-7])
    if draw.random() < 0.4:
        attributes["add_offset"] = draw.choice([273.15, -5.5, 1e6, 3])
    if draw.random() < 0.5 and not (kind.kind == "f" and attributes):
        extra, fill = fill_of(dtype, values[3].item(), zarr_format)
        attributes.update(extra)
    if draw.random() < 0.3 and not (kind.kind == "f" and attributes):
        attributes["missing_value"] = draw.choice([values[5].item(), [values[6].item(), values[7].item()]])
    if draw.random() < 0.2 and kind.kind == "i" and "missing_value" not in attributes:
        attributes["_Unsigned"] = "true"
    if draw.random() < 0.5:
        unit = draw.choice(["days", "hours", "minutes", "seconds"])
        year = draw.choice([1, 1582, 1700, 1850, 1970, 2000, 2100])
        attributes["units"] = f"{unit} since {year:04}-{draw.randint(1, 12):02}-{draw.choice([1, 16, 28]):02} {draw.choice(['', '12:00', '06:30:15'])}".strip()
        attributes["calendar"] = draw.choice(CALENDARS)
        # Where a date is none, cftime gives one all the same, and xarray takes all dates for none beyond those of NumPy.
        for name in ("_Unsigned", "_FillValue", "missing_value"):
            attributes.pop(name, None)
        fill, values = None, np.nan_to_num(values)
    return by_zarr(f"random {number}", values, attributes, zarr_format, fill)


def random_stores(seed, directory):
    draw, out, refused = random.Random(seed), [], 0
    for number in range(600):
        try:
            out.append(one_random(draw, number, draw.choice([2, 3])))
        except Exception as error:  # What xarray refuses is no case.
            refused += 1
            if refused < 8:
                print("refused:", type(error).__name__, str(error)[:150])
    pathlib.Path(directory).write_text(json.dumps(out))
    print(len(out), "stores,", refused, "refused by xarray")


def main():
    if sys.argv[1] == "--random":
        return random_stores(int(sys.argv[2]), sys.argv[3])
    cases = []
    for zarr_format, make in itertools.product((2, 3), (packed, masked, signs, times, others, written_by_xarray)):
        cases += make(zarr_format)
    text = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    pathlib.Path(sys.argv[1]).write_text(f"[\n{text}\n]\n")
    print(len(cases), "cases,", len(text), "bytes")


if __name__ == "__main__":
    main()
