"""Verify a store on a Dask cluster: python dask_verify.py STORE [PARTS].

Needs ``pip install ".[dask]"`` at the top of the repository.
For a cluster that is there already, give its address to ``Client`` instead.
"""

import sys

from dask.distributed import Client, LocalCluster

from zarrscope.dask import verify


def main(store: str, parts: str = "16") -> int:
    """Print every fault, and give the exit status of ``zarrscope verify``."""
    with LocalCluster(n_workers=2, threads_per_worker=1) as cluster, Client(cluster) as client:
        report = verify(store, client, parts=int(parts), progress=True)
    for fault in report.faults:
        print(fault)
    print(f"{report.chunks.decoded} of {report.chunks.stored} chunks decoded, {report.chunks.faulty} faulty")
    return 0 if report.sound else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
