"""A function for each command whose JSON people use. Options are those of the command, with ``_`` for ``-``."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Union

from ._command import UsageError, check_end, run, run_object, run_words
from ._report import Report

if TYPE_CHECKING:
    import numpy

#: Options about where a store is, which every command has.
ACCESS = frozenset(
    {
        "allow_references",
        "anonymous",
        "answer_timeout",
        "bucket_region",
        "endpoint",
        "max_asked_chunks",
        "retries",
        "timeout",
        "within",
    }
)

#: And those of commands that decode, but do not choose how.
REPORT = ACCESS | {"max_chunk_bytes"}

#: What the command says where NumPy has no form for the elements.
OF_ANY_LENGTH = b"elements of any length"

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


def verify(path: Store, *, part: tuple[int, int] | None = None, **options: Any) -> Report:
    """Decode every stored chunk of every array, and list every fault.

    ``part=(i, n)`` does the i-th of n parts of the work; :func:`merge` makes one report of all. ``sample="1%"`` verifies some of
    the chunks, ``rate=100`` asks a server at most so often in a second.
    """
    return Report.read(run_object(["verify", os.fspath(path)], {"part": _part(part), **options}))


def chunks(path: Store, **options: Any) -> dict[str, Any]:
    """Say which chunks of an array are stored, and how many bytes each has."""
    return run_object(["chunks", os.fspath(path)], options)


def probe(path: Store, at: tuple[int, ...], **options: Any) -> dict[str, Any]:
    """Follow the element at ``at`` through the codecs to its stored bytes."""
    return run_object(["probe", os.fspath(path)], {"at": at, **options})


def plan(path: Store, **options: Any) -> dict[str, Any]:
    """Say what reading a region takes: requests, and bytes that are stored, decoded and wanted. No chunk is read.

    ``chunk_shape=(10, 10)`` plans for other chunks, and has those of now in ``["as_stored"]``.
    """
    return run_object(["plan", os.fspath(path)], options)


def decode(path: Store, **options: Any) -> numpy.ndarray[Any, Any]:
    """Read an array, ``chunk=(1, 7)`` or ``region=[slice(0, 10), slice(5, 8)]`` of it, as an array of NumPy.

    Values are those that are stored; with ``physical=True`` those that attributes describe. A chunk that does not decode raises
    :class:`DataError`. Elements of any length, such as texts, are objects.
    """
    import numpy as np

    done = run_words("decode", ["--format=npy"], [os.fspath(path)], options)
    is_variable = done.returncode != 0 and OF_ANY_LENGTH in done.stderr
    if is_variable:
        done = run_words("decode", ["--format=json"], [os.fspath(path)], options)
    if done.returncode != 0:
        # What was decoded before a fault is no answer.
        done.stdout = b""
    check_end("decode", done)
    if is_variable:
        document = json.loads(done.stdout)
        return np.array(document["values"], dtype=object).reshape(document["shape"])
    loaded: numpy.ndarray[Any, Any] = np.load(io.BytesIO(done.stdout), allow_pickle=False)
    return loaded


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
