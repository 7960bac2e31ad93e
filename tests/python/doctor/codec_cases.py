"""Documents that name other codecs than those the chunks were written with."""

from .writing import (
    BLOSC, BZ2, CRC32C, GZIP, LITTLE, LZ4, LZMA, SHUFFLE, ZLIB, ZSTD, array, array_v2, case, checksum, declare, edit,
)  # fmt: skip

V2 = {
    "zlib": {"id": "zlib", "level": 1},
    "gzip": {"id": "gzip", "level": 5},
    "zstd": {"id": "zstd", "level": 0},
    "bz2": {"id": "bz2", "level": 1},
    "lz4": {"id": "lz4", "acceleration": 1},
    "blosc": {"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0},
}

# name: what was written, what is declared, what is wrong
CHAINS = {
    "gzip_is_zstd": ((LITTLE, ZSTD), (LITTLE, GZIP), "compressor is zstd"),
    "zstd_is_gzip": ((LITTLE, GZIP), (LITTLE, ZSTD), "compressor is gzip"),
    "blosc_is_zstd": ((LITTLE, ZSTD), (LITTLE, BLOSC), "compressor is zstd"),
    "zstd_is_blosc": ((LITTLE, BLOSC), (LITTLE, ZSTD), "compressor is blosc"),
    "gzip_is_zlib": ((LITTLE, ZLIB), (LITTLE, GZIP), "compressor is zlib"),
    "zlib_is_gzip": ((LITTLE, GZIP), (LITTLE, ZLIB), "compressor is gzip"),
    "gzip_is_lzma": ((LITTLE, LZMA), (LITTLE, GZIP), "compressor is lzma"),
    "zstd_is_lz4": ((LITTLE, LZ4), (LITTLE, ZSTD), "compressor is lz4"),
    "blosc_is_bz2": ((LITTLE, BZ2), (LITTLE, BLOSC), "compressor is bz2"),
    "shuffled_gzip_is_zstd": ((LITTLE, SHUFFLE, ZSTD), (LITTLE, SHUFFLE, GZIP), "compressor is zstd"),
    "gzip_not_applied": ((LITTLE,), (LITTLE, GZIP), "gzip is not applied"),
    "crc32c_not_applied": ((LITTLE,), (LITTLE, CRC32C), "crc32c is not applied"),
    "zstd_not_applied_crc32c_is": ((LITTLE, CRC32C), (LITTLE, ZSTD, CRC32C), "zstd is not applied"),
    "zstd_not_declared": ((LITTLE, ZSTD), (LITTLE,), "zstd is applied too, but not declared"),
    "blosc_not_declared": ((LITTLE, BLOSC), (LITTLE,), "blosc is applied too, but not declared"),
    "crc32c_not_declared": ((LITTLE, CRC32C), (LITTLE,), "crc32c is applied too, but not declared"),
    "crc32c_behind_zstd_not_declared": ((LITTLE, ZSTD, CRC32C), (LITTLE, ZSTD), "crc32c is applied too, but not declared"),
    "crc32c_inside_not_declared": ((LITTLE, CRC32C, GZIP), (LITTLE, GZIP), "crc32c is applied too, but not declared"),
    "gzip_twice": ((LITTLE, GZIP, GZIP), (LITTLE, GZIP), "gzip is applied twice"),
    "crc32c_before_zstd": ((LITTLE, CRC32C, ZSTD), (LITTLE, ZSTD, CRC32C), "codecs are in another order: crc32c, zstd"),
    "zstd_before_crc32c": ((LITTLE, ZSTD, CRC32C), (LITTLE, CRC32C, ZSTD), "codecs are in another order: zstd, crc32c"),
    "three_in_another_order": (
        (LITTLE, SHUFFLE, GZIP, CRC32C), (LITTLE, GZIP, SHUFFLE, CRC32C), "codecs are in another order: shuffle, gzip, crc32c",
    ),
    "crc32c_is_adler32": ((LITTLE, checksum("adler32")), (LITTLE, CRC32C), "checksum is adler32, at the start"),
    "crc32_at_the_start": (
        (LITTLE, checksum("crc32")), (LITTLE, checksum("crc32", location="end")), "checksum is crc32, at the start",
    ),
    "fletcher32_is_crc32c": ((LITTLE, CRC32C), (LITTLE, checksum("fletcher32")), "checksum is crc32c, at the end"),
}  # fmt: skip

# name: the compressor that was used, the one that is declared, what is wrong
CHAINS_V2 = {
    "v2_blosc_is_zstd": ("zstd", "blosc", "compressor is zstd"),
    "v2_zlib_is_bz2": ("bz2", "zlib", "compressor is bz2"),
    "v2_zlib_is_gzip": ("gzip", "zlib", "compressor is gzip"),
    "v2_zstd_is_blosc": ("blosc", "zstd", "compressor is blosc"),
    "v2_gzip_is_lz4": ("lz4", "gzip", "compressor is lz4"),
    "v2_zlib_not_declared": ("zlib", None, "zlib is applied too, but not declared"),
    "v2_blosc_not_applied": (None, "blosc", "blosc is not applied"),
}


def write():
    for name, (written, declared, hypothesis) in CHAINS.items():
        store = array(name, *written)
        declare(store, codecs=list(declared))
        yield case(store, hypothesis, changes=True)
    for name, (written, declared, hypothesis) in CHAINS_V2.items():
        store = array_v2(name, V2.get(written))
        declare(store, ".zarray", compressor=V2.get(declared))
        yield case(store, hypothesis, changes=True)
    store = array_v2("v2_filter_not_declared", V2["zlib"], [{"id": "crc32c"}])
    declare(store, ".zarray", filters=None)
    yield case(store, "crc32c is applied too, but not declared", changes=True)
    store = array("big_endian_checksum", LITTLE, CRC32C)
    edit(store, lambda stored: stored[:-4] + stored[:-5:-1])
    yield case(store, "the checksum of crc32c is big-endian")
