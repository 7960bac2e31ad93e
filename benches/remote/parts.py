"""Times `verify` of a store in one process and on Dask clusters of 1, 2 and 4 workers: python parts.py STORE [PARTS].

The module `zarrscope` and a program have to be installed; the reports have to be the same.
"""

import sys
import time

from dask.distributed import Client, LocalCluster

import zarrscope
from zarrscope.dask import verify


def told(report: zarrscope.Report) -> tuple:
    """Give what has to be the same, however the work was divided."""
    return report.chunks, sorted((fault.array, fault.key, fault.message) for fault in report.faults)


def main(store: str, parts: int) -> None:
    """Print a line for each way."""
    begun = time.monotonic()
    whole = zarrscope.verify(store, threads=1)
    alone = time.monotonic() - begun
    print(f"one process, one thread: {alone:.1f} s, {len(whole.faults)} faults")
    for workers in (1, 2, 4):
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            begun = time.monotonic()
            report = verify(store, client, parts=parts)
            took = time.monotonic() - begun
        same = told(report) == told(whole)
        print(f"{workers} workers, {parts} parts: {took:.1f} s, {took / alone:.2f} of that, the same report: {same}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 16)
