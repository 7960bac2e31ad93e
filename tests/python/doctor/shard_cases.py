"""Shards with another index, other inner chunks, or damage within."""

import copy

from .writing import (
    CRC32C, GZIP, LITTLE, ZSTD, array, case, crc32c, declare, edit, flip, sharding,
)  # fmt: skip

INNER = (6, 10)
BIG = {"name": "bytes", "configuration": {"endian": "big"}}

# The index of a shard of two inner chunks, with its checksum.
INDEX = 36

# name: what was written, what is declared, what is wrong
CHAINS = {
    "index_at_start": (
        [sharding(INNER, [LITTLE, ZSTD], index_location="start")], [sharding(INNER, [LITTLE, ZSTD])],
        "the shard index is at the start",
    ),
    "index_at_end": (
        [sharding(INNER, [LITTLE, ZSTD])], [sharding(INNER, [LITTLE, ZSTD], index_location="start")],
        "the shard index is at the end",
    ),
    "index_without_checksum": (
        [sharding(INNER, [LITTLE, ZSTD], [LITTLE])], [sharding(INNER, [LITTLE, ZSTD])],
        "the shard index has no checksum",
    ),
    "index_with_checksum": (
        [sharding(INNER, [LITTLE, ZSTD])], [sharding(INNER, [LITTLE, ZSTD], [LITTLE])],
        "the shard index has a checksum",
    ),
    "index_is_big": (
        [sharding(INNER, [LITTLE, ZSTD], [BIG, CRC32C])], [sharding(INNER, [LITTLE, ZSTD])],
        "the shard index is big-endian",
    ),
    "inner_shape": ([sharding((4, 5), [LITTLE, ZSTD])], [sharding(INNER, [LITTLE, ZSTD])], "inner chunk shape should be (4, 5)"),
    "inner_compressor": (
        [sharding(INNER, [LITTLE, ZSTD])], [sharding(INNER, [LITTLE, GZIP])], "in inner chunks: compressor is zstd",
    ),
    "inner_not_compressed": (
        [sharding(INNER, [LITTLE])], [sharding(INNER, [LITTLE, GZIP])], "in inner chunks: gzip is not applied",
    ),
    "no_shard": ([LITTLE, ZSTD], [sharding(INNER, [LITTLE, ZSTD])], "the chunk is not a shard"),
    "is_shard": ([sharding(INNER, [LITTLE, ZSTD])], [LITTLE, ZSTD], "the chunk is a shard of inner chunks (6, 10)"),
    "shard_in_gzip": (
        [sharding(INNER, [LITTLE]), GZIP], [sharding(INNER, [LITTLE])], "gzip is applied too, but not declared",
    ),
}  # fmt: skip


def write():
    for name, (written, declared, hypothesis) in CHAINS.items():
        store = array(f"shard_{name}", *copy.deepcopy(written))
        declare(store, codecs=declared)
        yield case(store, hypothesis, changes=True)
    yield from damaged()


def damaged():
    def shard(name, *codecs, **more):
        return array(f"shard_{name}", sharding(INNER, codecs, **more))

    store = shard("flipped_inner", LITTLE, CRC32C)
    edit(store, flip(244 + 17, 4))
    yield case(store, "inner chunk (1, 0): one bit is flipped: byte 17, bit 4 of the inner chunk")
    store = shard("flipped_index", LITTLE, ZSTD)
    edit(store, flip(-INDEX + 9, 1))
    yield case(store, "one bit is flipped: byte 9, bit 1 of the shard index")
    store = shard("flipped_index_checksum", LITTLE, ZSTD, index_location="start")
    edit(store, flip(INDEX - 3, 1))
    yield case(store, f"one bit is flipped: byte {INDEX - 3}, bit 1 of the shard index")
    store = shard("wrong_entry", LITTLE, ZSTD)
    edit(store, lambda stored: stored[:-INDEX] + crc32c(stored[-INDEX:-20] + (10**6).to_bytes(8, "little") + stored[-12:-4]))
    yield case(store, "the entry of inner chunk (1, 0) in the shard index is wrong")
    store = shard("truncated", LITTLE, ZSTD)
    edit(store, lambda stored: stored[:-60])
    yield case(store, "the file is truncated")
    store = shard("truncated_start", LITTLE, ZSTD, index_location="start")
    edit(store, lambda stored: stored[:-60])
    yield case(store, "the file is truncated")
    store = shard("trailing", LITTLE, ZSTD)
    edit(store, lambda stored: stored + b"tail")
    yield case(store, "bytes were added at the end of the file")
    store = shard("zeros", LITTLE, ZSTD)
    edit(store, lambda stored: bytes(len(stored)))
    yield case(store, "the file is all zeros")
    store = shard("inner_truncated", LITTLE, ZSTD)

    def shorten(stored):
        index = bytearray(stored[-INDEX:-4])
        nbytes = int.from_bytes(index[8:16], "little")
        index[8:16] = (nbytes - 40).to_bytes(8, "little")
        return stored[:-INDEX] + crc32c(bytes(index))

    edit(store, shorten)
    yield case(store, "inner chunk (0, 0): the inner chunk is truncated")
