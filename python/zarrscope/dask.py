"""``verify`` on a Dask cluster: every worker does parts of the work, and the reports are merged.

>>> from dask.distributed import Client, LocalCluster
>>> from zarrscope.dask import verify
>>> client = Client(LocalCluster(n_workers=2))  # doctest: +SKIP
>>> verify("s3://bucket/data.zarr", client, parts=64).sound  # doctest: +SKIP
True
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from dask import distributed

from . import _commands
from ._command import DataError, ZarrscopeError
from ._report import Report

__all__ = ["IncompleteError", "UnreachableError", "verify"]

#: Parts for each thread of the cluster: enough that none waits long for the slowest part.
PARTS_OF_A_THREAD = 4


class IncompleteError(ZarrscopeError):
    """Some parts could not be done. ``report`` has what the others found, ``errors`` the reason for each that lacks."""

    def __init__(self, report: Report | None, errors: Mapping[int, BaseException]) -> None:
        """Take what was done, and at least one error."""
        number, error = next(iter(errors.items()))
        super().__init__(f"{len(errors)} parts could not be done; part {number}: {error}")
        self.report = report
        self.errors = dict(errors)


class UnreachableError(ZarrscopeError):
    """Nothing of the store could be read: there is no server, no answer, or nothing to sign with."""


def verify(
    store: _commands.Store,
    client: distributed.Client | None = None,
    *,
    parts: int | None = None,
    retries: int = 2,
    progress: bool = False,
    within: float | None = None,
    **options: Any,
) -> Report:
    """Decode every stored chunk of a store on a cluster, and list every fault.

    Every worker must reach the store by the same path or address, and have this package. Credentials come from the
    environment of the workers. ``client`` is that of the cluster; without it, the current one. ``parts`` is how many tasks
    the work becomes; without it, four for each thread of the cluster. A task that fails is tried again ``retries`` times, on
    any worker, also where the store could not be reached; the tasks of a worker that dies go to the others, as Dask does it.
    ``within`` is how many seconds a part may take. ``progress`` shows the bar of Dask. Other options are those of the command,
    such as ``ignore_checksums=True``. A part decodes on one thread; of a store at an address it has 16, because they wait for
    answers (``threads=32`` makes it 32).

    Raises :class:`IncompleteError` when parts lack in the end.
    """
    client = client or distributed.get_client()
    parts = parts or max(1, PARTS_OF_A_THREAD * sum(client.nthreads().values()))
    options = {"threads": _threads(os.fspath(store)), "within": within, **options}
    numbers = range(1, parts + 1)
    tasks = client.map(
        _verify_part,
        numbers,
        store=os.fspath(store),
        of=parts,
        options=options,
        pure=False,
        retries=retries,
        key="zarrscope-verify",
    )
    if progress:
        distributed.progress(tasks)
    return _gather(client, dict(zip(numbers, tasks, strict=True)))


def _threads(store: str) -> int | None:
    """Give how many threads a part has: a task has one of its worker, but waiting for a server takes none."""
    return None if "://" in store else 1


def _verify_part(number: int, *, store: str, of: int, options: Mapping[str, Any]) -> Report:
    report = _commands.verify(store, part=(number, of), **options)
    # Another worker may have credentials, or the server be back when the part is tried again.
    if report.not_reached is not None:
        raise UnreachableError(report.not_reached)
    # Of a store that cannot be opened there is one report, and no part.
    if report.part is None:
        raise DataError("; ".join(str(fault) for fault in report.faults))
    return report


def _gather(client: distributed.Client, tasks: Mapping[int, distributed.Future]) -> Report:
    distributed.wait(list(tasks.values()))
    errors = {number: task.exception() for number, task in tasks.items() if task.status != "finished"}
    done = client.gather([task for number, task in tasks.items() if number not in errors])
    report = _commands.merge(done) if done else None
    if errors or report is None:
        raise IncompleteError(report, errors)
    return report
