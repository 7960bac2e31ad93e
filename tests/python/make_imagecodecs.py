"""Writes tests/values/imagecodecs.json: arrays of one chunk whose codecs are those of imagecodecs, and what it reads from them.

    python -m venv V && V/bin/pip install imagecodecs==2026.10.10 zarr==3.4.2 numcodecs==0.17.1 pillow
    V/bin/python tests/python/make_imagecodecs.py

A row has the document of the array, the chunk as it is stored, and the values that zarr-python reads with imagecodecs,
little-endian. `differs` says by how much another decoder may differ, where an image is lossy: in the rest nothing may.
"""

import base64
import io
import json
import pathlib
import warnings

import imagecodecs
import imagecodecs.numcodecs
import imagecodecs.zarr
import numpy as np
import zarr
from PIL import Image

warnings.simplefilter("ignore")
imagecodecs.numcodecs.register_codecs(verbose=False)
imagecodecs.zarr.register_codecs(verbose=False)
OUT = pathlib.Path(__file__).parent.parent / "values" / "imagecodecs.json"
rows = []


def picture(height, width, samples, dtype="u1"):
    y, x = np.mgrid[0:height, 0:width]
    channels = [(np.sin(x / (3 + c)) + np.cos(y / 4 + c)) / 4 + 0.5 for c in range(samples)]
    most = np.iinfo(dtype).max if np.dtype(dtype).kind in "ui" else 1
    values = np.stack(channels, axis=-1) * most
    return np.ascontiguousarray(values.astype(dtype)).reshape((height, width, samples)[: 3 if samples > 1 else 2])


def text(data):
    return base64.b64encode(bytes(data)).decode()


def row(name, store, differs):
    files = {key: value.to_bytes() for key, value in store._store_dict.items()}
    document = "zarr.json" if "zarr.json" in files else ".zarray"
    (chunk,) = [key for key in files if key.split("/")[-1][0].isdigit()]
    values = np.ascontiguousarray(zarr.open_array(store, mode="r")[...])
    values = values.astype(values.dtype.newbyteorder("<"))
    rows.append(
        {
            "name": name,
            "document": {document: json.loads(files[document])},
            "key": chunk,
            "stored": text(files[chunk]),
            "values": text(values.tobytes()),
            "differs": differs,
        }
    )


def v3(name, data, differs=0, stored=None, **codecs):
    store = zarr.storage.MemoryStore()
    array = zarr.create_array(store, shape=data.shape, chunks=data.shape, dtype=data.dtype, fill_value=0, **codecs)
    array[...] = data
    put(store, stored)
    row(f"v3 {name}", store, differs)


def v2(name, data, compressor, differs=0, stored=None):
    store = zarr.storage.MemoryStore()
    array = zarr.create_array(
        store, shape=data.shape, chunks=data.shape, dtype=data.dtype, fill_value=0, zarr_format=2, compressors=compressor
    )
    array[...] = data
    put(store, stored)
    row(f"v2 {name}", store, differs)


def put(store, stored):
    """Another chunk than the one that was written, where imagecodecs has no option for it."""
    if stored is not None:
        (key,) = [key for key in store._store_dict if key.split("/")[-1][0].isdigit()]
        store._store_dict[key] = zarr.core.buffer.default_buffer_prototype().buffer.from_bytes(stored)


def saved(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def images():
    codec, old = imagecodecs.zarr, imagecodecs.numcodecs
    gray, colours = picture(9, 14, 1), picture(9, 14, 3)
    for samples in (1, 2, 3, 4):
        for dtype in ("u1", "u2"):
            v3(f"png {samples} {dtype}", picture(6, 7, samples, dtype), serializer=codec.Png(), compressors=None)
    v2("png in a stack", gray.reshape(1, 9, 1, 14), old.Png())
    v2("png, one row", gray[:1], old.Png())
    pillow = Image.fromarray(colours)
    v2("png with a palette", colours, old.Png(), stored=saved(pillow.quantize(9), "PNG"))
    v2("png of one bit", gray, old.Png(), stored=saved(pillow.convert("1"), "PNG"))
    v2("png, a transparent colour", picture(9, 14, 4), old.Png(), stored=saved(pillow, "PNG", transparency=(1, 2, 3)))

    v3("jpeg gray", gray, 1, serializer=codec.Jpeg(level=90), compressors=None)
    for subsampling in ("444", "422", "420", "440", "411"):
        jpeg = codec.Jpeg(level=90, subsampling=subsampling)
        v3(f"jpeg {subsampling}", picture(19, 21, 3), 4, serializer=jpeg, compressors=None)
    v3("jpeg rgb", colours, 1, serializer=codec.Jpeg(colorspace_data="RGB", colorspace_jpeg="RGB"), compressors=None)
    v3("jpeg cmyk", picture(9, 14, 4), 1, serializer=codec.Jpeg(colorspace_data="CMYK", colorspace_jpeg="CMYK"), compressors=None)
    v3("jpeg ycck", picture(9, 14, 4), 4, serializer=codec.Jpeg(colorspace_data="CMYK", colorspace_jpeg="YCCK"), compressors=None)
    v3("jpeg, ycbcr as it is", colours, 1, serializer=codec.Jpeg(colorspace_data="YCBCR", colorspace_jpeg="YCBCR"), compressors=None)
    for dtype in ("u1", "u2"):
        v3(f"jpeg lossless {dtype}", picture(9, 14, 1, dtype), serializer=codec.Jpeg(lossless=True), compressors=None)
    v2("jpeg progressive", colours, old.Jpeg(), 4, saved(pillow, "JPEG", quality=85, progressive=True))
    whole = imagecodecs.jpeg8_encode(colours, level=90)
    tables, image, place = b"\xff\xd8", b"\xff\xd8", 2
    while whole[place + 1] != 0xDA:
        end = place + 2 + int.from_bytes(whole[place + 2 : place + 4], "big")
        if whole[place + 1] in (0xC4, 0xDB):
            tables += whole[place:end]
        else:
            image += whole[place:end]
        place = end
    v2("jpeg, tables apart", colours, old.Jpeg(tables=tables + b"\xff\xd9"), 4, image + whole[place:])
    scan = place + 2 + int.from_bytes(whole[place + 2 : place + 4], "big")
    v2("jpeg, header apart", colours, old.Jpeg(header=whole[:scan]), 4, whole[scan:-2])

    for samples in (3, 4):
        v3(f"webp lossless {samples}", picture(9, 14, samples), serializer=codec.Webp(lossless=True), compressors=None)
        v3(f"webp {samples}", picture(9, 14, samples), 1, serializer=codec.Webp(level=80), compressors=None)
    v2("webp, alpha added", picture(9, 14, 4), old.Webp(hasalpha=True), stored=imagecodecs.webp_encode(colours, lossless=True))

    for samples in (1, 2, 3, 4):
        for dtype in ("u1", "u2", "f2", "f4"):
            jxl = codec.Jpegxl(lossless=True)
            v3(f"jpegxl lossless {samples} {dtype}", picture(6, 7, samples, dtype), serializer=jxl, compressors=None)
    zeros = np.array([[0, -0.0, 6e-8, 1e-5], [60000, -2, 0.1, 1]], "f2")
    v3("jpegxl, small halves", zeros, serializer=codec.Jpegxl(lossless=True), compressors=None)
    v3("jpegxl lossy", colours, 1, serializer=codec.Jpegxl(lossless=False, distance=1.0), compressors=None)
    v3("jpegxl lossy gray", gray, 1, serializer=codec.Jpegxl(lossless=False, distance=1.0), compressors=None)
    v3("jpegxl container", colours, serializer=codec.Jpegxl(lossless=True, usecontainer=True), compressors=None)
    frames = np.stack([gray, gray[::-1], 255 - gray])[..., None]
    v2("jpegxl, frames", frames[..., 0], old.Jpegxl(lossless=True), stored=imagecodecs.jpegxl_encode(frames, lossless=True))
    v2("jpegxl, one frame", gray, old.Jpegxl(index=1), stored=imagecodecs.jpegxl_encode(frames, lossless=True))
    v2("jpegxl planar", np.moveaxis(colours, -1, 0), old.Jpegxl(planar=True, lossless=True))

    for samples in (1, 3, 5):
        for dtype in ("u1", "u2", "i1", "i2"):
            j2k = codec.Jpeg2k(level=0, reversible=True)
            v3(f"jpeg2k lossless {samples} {dtype}", picture(6, 7, samples, dtype), serializer=j2k, compressors=None)
    v3("jpeg2k lossy", picture(33, 34, 3), 1, serializer=codec.Jpeg2k(level=40), compressors=None)
    large = picture(33, 34, 3)
    tiles = saved(Image.fromarray(large), "JPEG2000", irreversible=False, tile_size=(16, 16), no_jp2=True)
    v2("jpeg2k tiles", large, old.Jpeg2k(), stored=tiles)
    layers = saved(Image.fromarray(large), "JPEG2000", irreversible=False, quality_mode="dB", quality_layers=[30, 40, 0],
                   progression="RPCL", codeblock_size=(16, 16), precinct_size=(32, 32))
    v2("jpeg2k layers and precincts", large, old.Jpeg2k(), stored=layers)
    v2("jpeg2k planar", np.moveaxis(colours, -1, 0), old.Jpeg2k(level=0, reversible=True, planar=True))


class AfterBytes(zarr.abc.codec.BytesBytesCodec):
    """As virtual-tiff has them: an image after `bytes`."""

    is_fixed_size = False

    def __init__(self, name, decode, stored):
        self.name, self.decode, self.stored = name, decode, stored

    def to_dict(self):
        return {"name": self.name}

    async def _encode_single(self, chunk, spec):
        return spec.prototype.buffer.from_bytes(self.stored)

    def compute_encoded_size(self, nbytes, spec):
        raise NotImplementedError


def after_bytes():
    """virtual-tiff decodes with imagecodecs and gives the bytes to `bytes`."""
    data = picture(6, 7, 3, "u2")
    for name, stored, decode in (
        ("imagecodecs_png", imagecodecs.png_encode(data), imagecodecs.png_decode),
        ("imagecodecs_jpeg2k", imagecodecs.jpeg2k_encode(data, level=0, reversible=True), imagecodecs.jpeg2k_decode),
    ):
        store = zarr.storage.MemoryStore()
        codecs = [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": name}]
        array = zarr.create_array(store, shape=data.shape, chunks=data.shape, dtype=data.dtype, fill_value=0, compressors=None)
        array[...] = data
        document = json.loads(store._store_dict["zarr.json"].to_bytes())
        document["codecs"] = codecs
        values = text(decode(stored).tobytes())
        rows.append({"name": f"v3 {name} after bytes", "document": {"zarr.json": document}, "key": "c/0/0/0",
                     "stored": text(stored), "values": values, "differs": 0})


def others():
    codec, old = imagecodecs.zarr, imagecodecs.numcodecs
    ramp = (np.arange(400, dtype="u2") // 3).reshape(20, 20)
    for name in ("Zlib", "Zlibng", "Zopfli", "Deflate", "Isal", "Zstd", "Bz2", "Lzma", "Blosc", "Lz4", "Snappy", "Packbits"):
        v3(name.lower(), ramp, compressors=[getattr(codec, name)()])
        v2(name.lower(), ramp, getattr(old, name)())
    v3("lz4 with its size", ramp, compressors=[codec.Lz4(header=True)])
    v3("isal raw", ramp, compressors=[codec.Isal(raw=True)])
    v3("blosc zstd", ramp, compressors=[codec.Blosc(compressor="ZSTD", shuffle="BITSHUFFLE", typesize=2, level=5)])
    for kind in ("crc32", "adler32", "fletcher32", "lookup3"):
        for prepend in (None, True, False):
            v3(f"checksum {kind} {prepend}", ramp, compressors=[codec.Checksum(kind=kind, prepend=prepend)])
    v3("pcodec", ramp.astype("f4"), serializer=codec.Pcodec(), compressors=None)
    v2("pcodec", ramp, old.Pcodec(shape=ramp.shape, dtype=ramp.dtype))
    v3("zfp", picture(6, 7, 1, "f4"), serializer=codec.Zfp(), compressors=None)
    v3("zfp, tolerance", picture(6, 7, 1, "f8"), serializer=codec.Zfp(mode="fixed_accuracy", level=3), compressors=None)


images()
after_bytes()
others()
OUT.write_text("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
print(len(rows), OUT.stat().st_size)
