"""A function for each command whose JSON people use. Options are those of the command, with ``_`` for ``-``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from typing import Any, Union

from ._command import UsageError, run, run_object
from ._report import Report

#: A store, or any node in one: a path in the file system or an address.
Store = Union[str, "os.PathLike[str]"]


def info(path: Store, **options: Any) -> dict[str, Any]:
    """Give everything that is known about one node."""
    return run_object(["info", os.fspath(path)], options)


def tree(path: Store, **options: Any) -> Any:
    """Give the groups and arrays of a store, and what is neither."""
    return run(["tree", os.fspath(path)], options)


def find(path: Store, *query: str, **options: Any) -> list[dict[str, Any]]:
    """Find nodes by words in their paths, and by what they are, such as ``"dtype:int16"``."""
    nodes: list[dict[str, Any]] = run(["find", os.fspath(path), *query], options)
    return nodes


def stats(path: Store, *, part: tuple[int, int] | None = None, **options: Any) -> dict[str, Any]:
    """Count what values there are in an array, in ``chunk=(1, 7)`` or in ``region=[slice(0, 10), slice(5, 8)]``.

    ``part=(i, n)`` does the i-th of n parts of the work; :func:`merge_stats` makes one report of all.
    """
    return run_object(["stats", os.fspath(path)], {"part": _part(part), **options})


def merge_stats(reports: Iterable[Mapping[str, Any]], **options: Any) -> dict[str, Any]:
    """Make one report of what :func:`stats` counted in parts. ``["lacking"]`` of it has the parts that are not there."""
    return run_object(["merge", "-"], options, text="\n".join(json.dumps(report) for report in reports))


def trace(path: Store, chunk: tuple[int, ...], **options: Any) -> dict[str, Any]:
    """Follow one chunk through every stage of its codecs."""
    return run_object(["trace", os.fspath(path)], {"chunk": chunk, **options})


def check(path: Store, **options: Any) -> dict[str, Any]:
    """Hold documents, attributes and keys of a store to the conventions that they follow."""
    return run_object(["check", os.fspath(path)], options)


def diff(a: Store, b: Store, **options: Any) -> dict[str, Any]:
    """Compare two stores, groups, arrays or chunks, however each is stored. ``["equal"]`` of it says whether they are."""
    return run_object(["diff", os.fspath(a), os.fspath(b)], options)


def verify(path: Store, *, part: tuple[int, int] | None = None, timeout: float | None = None, **options: Any) -> Report:
    """Decode every stored chunk of every array, and list every fault.

    ``part=(i, n)`` does the i-th of n parts of the work; :func:`merge` makes one report of all.
    """
    return Report.read(run_object(["verify", os.fspath(path)], {"part": _part(part), **options}, timeout=timeout))


def merge(reports: Iterable[Report], **options: Any) -> Report:
    """Make one report of the reports of parts. ``lacking`` of it has the parts that are not there."""
    text = "\n".join(json.dumps(report.document) for report in reports)
    return Report.read(run_object(["merge", "-"], options, text=text))


def _part(part: tuple[int, int] | None) -> str | None:
    if part is None:
        return None
    try:
        number, of = part
    except (TypeError, ValueError):
        raise UsageError(f"expected part=(i, n), the i-th of n parts, found {part!r}") from None
    return f"{number}/{of}"
