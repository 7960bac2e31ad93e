"""Files that are not what was written: cut, filled up, replaced, with wrong bits."""

import io

import numpy as np

from .writing import (
    BLOSC, BZ2, CRC32C, GZIP, LITTLE, LZ4, LZMA, ZLIB, ZSTD, ZSTD_CHECKSUM, array, array_v2, case, edit, flip, noise, values,
)

# How each compressor writes the chunk that is then cut or gets bytes behind it.
COMPRESSORS = {
    "gzip": GZIP, "zstd": ZSTD, "blosc": BLOSC, "zlib": ZLIB, "bz2": BZ2, "lzma": LZMA, "lz4": LZ4,
}  # fmt: skip

LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 480\n"
ANNEX = b"/annex/objects/MD5E-s480--9d5ed678fe57bcca610140957afab571.0\n"
HTML = b"<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>\n"
XML = b'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'
JSON = b'{"error": {"code": 404, "message": "not found"}}'


def npy(stored):
    """The chunk as np.save writes it."""
    file = io.BytesIO()
    np.save(file, values()[12:, :10])
    return file.getvalue()


# What stands in the place of the chunk.
FOREIGN = {
    "git_lfs": (lambda stored: LFS, "the file is a git-lfs pointer"),
    "git_annex": (lambda stored: ANNEX, "the file is a git-annex pointer"),
    "html": (lambda stored: HTML, "the file is an HTML page"),
    "s3_error": (lambda stored: XML, "the file is an XML error message of a server"),
    "json": (lambda stored: JSON, "the file is JSON text"),
    "npy": (npy, "the file is an npy file"),
    "hdf5": (lambda stored: b"\x89HDF\r\n\x1a\n" + noise(400), "the file is an HDF5 file"),
    "zip": (lambda stored: b"PK\x03\x04" + noise(400), "the file is a zip archive"),
    "lz4_frame": (lambda stored: b"\x04\x22\x4d\x18\x64\x40\xa7" + noise(200), "the file is an LZ4 frame, which no codec reads"),
}


def write():
    yield from cut()
    yield from longer()
    yield from replaced()
    yield from wrong_bits()


def cut():
    truncated = "the file is truncated"
    for name, compressor in COMPRESSORS.items():
        store = array(f"truncated_{name}", LITTLE, compressor)
        edit(store, lambda stored: stored[: len(stored) * 2 // 3])
        yield case(store, truncated)
    store = array("truncated_raw", LITTLE)
    edit(store, lambda stored: stored[:300])
    yield case(store, truncated)
    store = array("truncated_crc32c", LITTLE, CRC32C)
    edit(store, lambda stored: stored[:256])
    yield case(store, truncated)
    store = array_v2("truncated_v2", {"id": "blosc", "cname": "zstd", "clevel": 5, "shuffle": 1, "blocksize": 0})
    edit(store, lambda stored: stored[:-7], "1.0")
    yield case(store, truncated)
    store = array("empty_gzip", LITTLE, GZIP)
    edit(store, lambda stored: b"")
    yield case(store, "the file is empty")
    store = array("empty_raw", LITTLE)
    edit(store, lambda stored: b"")
    yield case(store, "the file is empty")


def longer():
    for name in ("gzip", "zstd", "blosc"):
        store = array(f"trailing_{name}", LITTLE, COMPRESSORS[name])
        edit(store, lambda stored: stored + b"\x01trailing bytes")
        yield case(store, "bytes were added at the end of the file")
    store = array("trailing_crc32c", LITTLE, CRC32C)
    edit(store, lambda stored: stored + b"\n")
    yield case(store, "bytes were added at the end of the file")
    store = array("trailing_raw", LITTLE)
    edit(store, lambda stored: stored + stored[:32])
    yield case(store, "bytes were added at the end of the file")
    store = array("leading_crc32c", LITTLE, CRC32C)
    edit(store, lambda stored: len(stored).to_bytes(8, "little") + stored)
    yield case(store, "bytes were added at the start of the file")


def replaced():
    for name, (change, hypothesis) in FOREIGN.items():
        store = array(f"foreign_{name}", LITTLE, ZSTD if name == "npy" else GZIP)
        edit(store, change)
        yield case(store, hypothesis)
    store = array("foreign_in_raw", LITTLE)
    edit(store, lambda stored: LFS)
    yield case(store, "the file is a git-lfs pointer")
    for name, codecs in {"gzip": (LITTLE, GZIP), "crc32c": (LITTLE, CRC32C), "blosc": (LITTLE, BLOSC)}.items():
        store = array(f"zeros_{name}", *codecs)
        edit(store, lambda stored: bytes(len(stored)))
        yield case(store, "the file is all zeros")
    store = array("hole_gzip", LITTLE, GZIP)
    edit(store, lambda stored: stored[:100] + bytes(64) + stored[164:])
    yield case(store, "a part of the file is zeros")
    store = array("unwritten_end_gzip", LITTLE, GZIP)
    edit(store, lambda stored: stored[:160] + bytes(len(stored) - 160))
    yield case(store, "the end of the file is zeros")


def wrong_bits():
    def flipped(byte, bit):
        return f"one bit is flipped: byte {byte}, bit {bit} of the file"

    store = array("flipped_crc32c", LITTLE, CRC32C)
    edit(store, flip(99, 6))
    yield case(store, flipped(99, 6))
    store = array("flipped_checksum_itself", LITTLE, CRC32C)
    edit(store, flip(481, 2))
    yield case(store, "one bit of the stored checksum itself is flipped, and the data are sound: byte 481, bit 2 of the file")
    store = array("flipped_crc32c_outside_zstd", LITTLE, ZSTD, CRC32C)
    edit(store, flip(20, 0))
    yield case(store, flipped(20, 0))
    small = {"dtype": "int16", "shape": (8, 8), "chunks": (4, 8)}
    store = array("flipped_gzip", LITTLE, GZIP, **small)
    edit(store, flip(25, 3))
    yield case(store, flipped(25, 3))
    store = array("flipped_zstd_checksum", LITTLE, ZSTD_CHECKSUM, **small)
    edit(store, flip(30, 1))
    yield case(store, flipped(30, 1))
    store = array_v2("flipped_v2_crc32", None, [{"id": "crc32"}])
    edit(store, flip(77, 7), "1.0")
    yield case(store, flipped(77, 7))
    store = array("damaged_crc32c", LITTLE, CRC32C)
    edit(store, lambda stored: stored[:40] + noise(60) + stored[100:])
    yield case(store, "bytes were damaged after writing")
    store = array("damaged_zstd", LITTLE, ZSTD)
    edit(store, lambda stored: stored[:12] + noise(30) + stored[42:])
    yield case(store, "bytes were damaged after writing")
