"""Writes a store of 100 000 chunks, of which three are damaged: python store.py FOLDER/bucket/big.zarr."""

import sys
from pathlib import Path

import numpy as np
import zarr
from zarr.codecs import Crc32cCodec, ZstdCodec

EDGE = 10_000
ROWS = 1_000


def flip(content: bytes) -> bytes:
    """Turn one bit around."""
    return content[:10] + bytes([content[10] ^ 1]) + content[11:]


def cut(content: bytes) -> bytes:
    """Leave the first half."""
    return content[: len(content) // 2]


def empty(_: bytes) -> bytes:
    """Leave nothing."""
    return b""


DAMAGE = {"3/7": flip, "50/500": cut, "99/999": empty}


def main(path: Path) -> None:
    """Write the store, then the damage."""
    group = zarr.open_group(path, mode="w", zarr_format=3)
    array = group.create_array("a", shape=(EDGE, EDGE), chunks=(100, 10), dtype="int16", compressors=[ZstdCodec(), Crc32cCodec()])
    for row in range(0, EDGE, ROWS):
        array[row : row + ROWS] = (np.arange(ROWS * EDGE).reshape(ROWS, EDGE) // 7 + row).astype("int16")
    for key, damage in DAMAGE.items():
        chunk = path / "a" / "c" / key
        chunk.write_bytes(damage(chunk.read_bytes()))
    zarr.consolidate_metadata(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
