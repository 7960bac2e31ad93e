"""What numcodecs does of the rows of `encoding`: a name and a number in each line."""

import sys
import time

import numcodecs
import numpy as np

values = np.fromfile(sys.argv[1], "<f4")
CODECS = {
    "zstd 3": numcodecs.Zstd(3),
    "gzip 5": numcodecs.GZip(5),
    "blosc lz4 shuffle": numcodecs.Blosc("lz4", 5, numcodecs.Blosc.SHUFFLE),
    "blosc zstd bitshuffle": numcodecs.Blosc("zstd", 5, numcodecs.Blosc.BITSHUFFLE),
    "lz4": numcodecs.LZ4(),
    "bz2 1": numcodecs.BZ2(1),
}
try:
    from numcodecs.pcodec import PCodec

    CODECS["pcodec"] = PCodec(level=8)
except ImportError:
    pass

numcodecs.blosc.use_threads = False
for name, codec in CODECS.items():
    times = []
    for _ in range(9):
        start = time.perf_counter()
        encoded = codec.encode(values)
        times.append(time.perf_counter() - start)
    print(name, values.nbytes / sorted(times)[4] / 2**20)
    print(f"{name} bytes", len(encoded))
