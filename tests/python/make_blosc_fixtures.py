#!/usr/bin/env python3
"""Writes the Blosc fixtures: buffers of real libraries whose decoded bytes follow from a formula.

    python make_blosc_fixtures.py OUT [--libblosc libblosc.so.1 [--libsnappy libsnappy.so.1]]

All but the Snappy buffers come from numcodecs (0.17.1 was used). Its wheels lack Snappy, so those
come from a C-Blosc library that has it (Debian's libblosc1 1.21.3 with libsnappy1v5 was used);
without --libblosc they are left out. MANIFEST.txt has a row per buffer:

    file  formula  nbytes  cname  shuffle  typesize  blocksize  compressed|memcpyed
"""

import argparse
import ctypes
import pathlib

from numcodecs import Blosc, blosc

SHUFFLES = {"noshuffle": 0, "shuffle": 1, "bitshuffle": 2}

# Byte i of the decoded buffer. The test has the same formulas.
FORMULAS = {
    # hard to compress
    "squares": lambda i: i * i % 251,
    # runs of 16
    "steps": lambda i: i // 16 % 7,
    # little-endian int32 0, 1, 2, ...
    "ramp": lambda i: (i // 4 >> 8 * (i % 4)) & 255,
    # int32 with a noisy lowest byte: of the four splits one is stored and three are compressed
    "dirty": lambda i: (i * 2654435761 >> 24) & 255 if i % 4 == 0 else 0,
    # 600 bytes of noise that come back after 9000: BloscLZ's far matches
    "far": lambda i: ((i % 9000) ** 2 * 2654435761 >> 16) & 255 if i % 9000 < 600 else 0,
    "zeros": lambda i: 0,
}

CNAMES = ("blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd")

# formula, nbytes, cname, shuffle, typesize, blocksize, clevel
FIXTURES = [
    # nothing, and too little to compress
    ("squares", 0, "lz4", "shuffle", 4, 0, 5),
    ("squares", 2, "lz4", "shuffle", 4, 0, 5),
    ("squares", 100, "zstd", "bitshuffle", 4, 0, 5),
    # each compressor without shuffle, with byte shuffle and splits, with bit shuffle
    *[("steps", 3000, cname, "noshuffle", 1, 0, 5) for cname in CNAMES if cname != "snappy"],
    ("zeros", 3000, "snappy", "noshuffle", 2, 0, 5),
    *[("ramp", 4096, cname, "shuffle", 4, 0, 5) for cname in CNAMES],
    *[("ramp", 4000, cname, "bitshuffle", 4, 0, 5) for cname in CNAMES],
    # bit shuffle where the elements of a block are no multiple of 8: left as they are
    ("steps", 4004, "lz4", "bitshuffle", 4, 0, 5),
    ("steps", 3000, "snappy", "bitshuffle", 3, 0, 5),
    ("steps", 3000, "zstd", "bitshuffle", 3, 500, 5),
    # bit shuffle of one-byte elements
    ("steps", 2000, "zstd", "bitshuffle", 1, 0, 5),
    # several blocks, the last one shorter: not split, and split where the library makes the blocks
    ("ramp", 5000, "lz4", "shuffle", 16, 512, 5),
    ("steps", 5000, "zlib", "bitshuffle", 8, 1000, 5),
    ("steps", 100000, "lz4", "shuffle", 2, 0, 1),
    ("steps", 300000, "blosclz", "bitshuffle", 4, 0, 1),
    # one of four splits stored as it is
    ("dirty", 4096, "lz4", "shuffle", 4, 0, 5),
    # element sizes without a fast way; the largest that is split and the smallest that is not
    ("ramp", 4200, "lz4", "shuffle", 2, 0, 5),
    ("steps", 4200, "lz4", "shuffle", 3, 0, 5),
    ("steps", 4200, "zlib", "shuffle", 7, 0, 5),
    ("ramp", 4200, "lz4", "shuffle", 8, 0, 5),
    ("ramp", 4200, "lz4", "shuffle", 16, 0, 5),
    ("steps", 4250, "lz4", "shuffle", 17, 0, 5),
    ("steps", 4200, "lz4", "shuffle", 255, 0, 5),
    # long and far matches
    ("zeros", 20000, "blosclz", "noshuffle", 1, 0, 9),
    ("far", 20000, "blosclz", "noshuffle", 1, 0, 9),
]


def with_numcodecs(data, cname, shuffle, typesize, blocksize, clevel):
    codec = Blosc(cname, clevel, SHUFFLES[shuffle], blocksize, typesize)
    return bytes(codec.encode(data))


def with_libblosc(lib, data, cname, shuffle, typesize, blocksize, clevel):
    room = len(data) + 16
    out = ctypes.create_string_buffer(room)
    size = ctypes.c_size_t
    n = lib.blosc_compress_ctx(
        clevel, SHUFFLES[shuffle], size(typesize), size(len(data)), data, out, size(room),
        cname.encode(), size(blocksize), 1,
    )
    assert n > 0, f"{cname}: c-blosc says {n}"
    return out.raw[:n]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--libblosc")
    parser.add_argument("--libsnappy")
    args = parser.parse_args()
    blosc.use_threads = False  # blocks in order, so that a second run writes the same bytes
    if args.libsnappy:
        ctypes.CDLL(args.libsnappy, mode=ctypes.RTLD_GLOBAL)
    lib = ctypes.CDLL(args.libblosc) if args.libblosc else None

    args.out.mkdir(parents=True, exist_ok=True)
    rows = []
    for formula, nbytes, *options in FIXTURES:
        data = bytes(FORMULAS[formula](i) for i in range(nbytes))
        cname, shuffle, typesize, _, _ = options
        if cname != "snappy":
            encoded = with_numcodecs(data, *options)
        elif lib:
            encoded = with_libblosc(lib, data, *options)
        else:
            continue
        file = f"{formula}-{nbytes}-{cname}-{shuffle}-{typesize}.blosc"
        (args.out / file).write_bytes(encoded)
        # the library may decide against compression, and makes its own blocks: read its header
        stored = "memcpyed" if encoded[2] & 2 else "compressed"
        blocksize = int.from_bytes(encoded[8:12], "little")
        rows.append(f"{file} {formula} {nbytes} {cname} {shuffle} {typesize} {blocksize} {stored}")
    (args.out / "MANIFEST.txt").write_text("\n".join(rows) + "\n")
    total = sum(f.stat().st_size for f in args.out.glob("*.blosc"))
    print(f"{len(rows)} buffers, {total} bytes")


if __name__ == "__main__":
    main()
