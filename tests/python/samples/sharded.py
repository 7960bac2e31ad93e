"""sharded.zarr: the sharding_indexed codec, in many forms."""

import numpy as np

from .writing import BIG, CRC32C, GZIP, LITTLE, ZSTD, codec, sharding, transpose, write_table

RECORDS = {}
BLOSC = codec("blosc", cname="lz4", clevel=5, shuffle="shuffle", typesize=4, blocksize=0)
INNER = (LITTLE, ZSTD)


def count(*shape):
    """1, 2, 3, … in C order: never the fill value 0."""
    return (np.arange(np.prod(shape)) + 1).reshape(shape).astype("int32")


def with_holes():
    """Four shards: a full one, a missing one, one with a single inner chunk, one with all but one."""
    values = count(16, 16)
    values[:8, 8:] = 0  # no shard (0, 1)
    values[8:, :8] = 0  # shard (1, 0) has only its last inner chunk
    values[12:, 4:8] = 7
    values[8:12, 8:12] = 0  # shard (1, 1) lacks its first inner chunk
    return values


def shards_of(shape, *codecs, **more):
    """The settings of an array whose shards have this shape."""
    return {"chunks": shape, "codecs": codecs, **more}


NESTED = sharding((8, 8), (sharding((4, 2), INNER, index_location="start"),))

ROWS = [
    ("plain", count(16, 16), shards_of((8, 8), sharding((4, 4), INNER), separator="/")),
    ("index_at_start", count(8, 16), shards_of((8, 8), sharding((4, 4), (LITTLE, BLOSC), index_location="start"))),
    ("missing_inner", with_holes(), shards_of((8, 8), sharding((4, 4), INNER))),
    ("nested", count(16, 16), shards_of((16, 16), NESTED)),
    ("gzip_after", count(8, 16), shards_of((8, 8), sharding((4, 4), (LITTLE,)), GZIP)),
    ("transpose_before", count(8, 32), shards_of((8, 16), transpose(1, 0), sharding((4, 2), (BIG, CRC32C)))),
    ("big_endian_index", count(8, 16), shards_of((8, 8), sharding((4, 4), INNER, index_codecs=(BIG, CRC32C)))),
    ("index_without_checksum", count(8, 8), shards_of((8, 8), sharding((4, 4), INNER, index_codecs=(LITTLE,)))),
    ("overhang", count(10, 10), shards_of((8, 8), sharding((4, 4), INNER))),
]


def write(store):
    """Write sharded.zarr."""
    write_table(store, {"title": "Shards and their inner chunks"}, ROWS)
