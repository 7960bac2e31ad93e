"""A node of a store, with what the commands say of it as methods."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _commands
from ._command import UsageError, check_end, run_words

if TYPE_CHECKING:
    import numpy

    from ._report import Report

#: What fsspec and its kind call options about a store, and what they are here.
STORAGE_OPTIONS = {
    "anon": "anonymous",
    "anonymous": "anonymous",
    "skip_signature": "anonymous",
    "endpoint_url": "endpoint",
    "endpoint": "endpoint",
    "region": "bucket_region",
    "region_name": "bucket_region",
    "timeout": "timeout",
    "retries": "retries",
}


def open(path: _commands.Store, *, storage_options: Mapping[str, Any] | None = None, **options: Any) -> Node:
    """Open a store or a node of one: a directory, an archive, references or an address.

    ``storage_options`` are those that fsspec and obstore know: ``anon``, ``endpoint_url``, ``region``; also in ``client_kwargs``.
    Other options are those of the commands, such as ``max_chunk_bytes``, and hold for all methods. Nothing is read before a method
    is called, but for the document, which has to be there.

    >>> import zarrscope
    >>> zarrscope.open("sample-data/climate.zarr/temperature").shape
    (10, 200, 3000)
    """
    node = Node(path, {**_access(storage_options or {}), **options})
    node.info()
    return node


def _access(options: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in {**options, **options.get("client_kwargs", {})}.items():
        if name == "client_kwargs":
            continue
        if name not in STORAGE_OPTIONS:
            known = ", ".join(sorted(STORAGE_OPTIONS))
            raise UsageError(f"storage_options: expected {known}, found {name}; credentials come from the environment")
        found[STORAGE_OPTIONS[name]] = value
    return found


class Node:
    """A group or an array. Its methods are the functions of this package, with the options that it was opened with."""

    def __init__(self, path: _commands.Store, options: Mapping[str, Any]) -> None:
        """Take a path and options; :func:`zarrscope.open` looks whether a node is there."""
        self.path = os.fspath(path)
        self.options = dict(options)
        self._info: dict[str, Any] | None = None

    def __getitem__(self, name: str) -> Node:
        """Give the node of this name below: ``store["group/array"]``."""
        return open(f"{self.path.rstrip('/')}/{name.strip('/')}", **self.options)

    def __repr__(self) -> str:
        """Say what it is in a line."""
        info = self.info()
        if self.shape is None:
            return f"<zarrscope {info['kind']} {self.path}>"
        return f"<zarrscope array {self.path} {info['data_type']} {self.shape}>"

    def _repr_html_(self) -> str:
        """Give the page of ``report``, with chunk grid and picture, for a notebook."""
        options = {name: value for name, value in self.options.items() if name in _commands.REPORT}
        done = run_words("report", ["--format=html"], [self.path], options)
        check_end("report", done)
        page = html.escape(done.stdout.decode(), quote=True)
        return f'<iframe srcdoc="{page}" sandbox style="width:100%;height:480px;border:1px solid #ccc"></iframe>'

    @property
    def shape(self) -> tuple[int, ...] | None:
        """How many elements an array has along each dimension; ``None`` for a group."""
        shape = self.info().get("shape")
        return None if shape is None else tuple(shape)

    def info(self) -> dict[str, Any]:
        """Give everything that is known about it. It is read once."""
        if self._info is None:
            self._info = _commands.info(self.path, **self._of(_commands.ACCESS))
        return self._info

    def tree(self, **options: Any) -> Any:
        """Give the groups and arrays below it."""
        return _commands.tree(self.path, **{**self._of(_commands.ACCESS), **options})

    def find(self, *query: str, **options: Any) -> list[dict[str, Any]]:
        """Find nodes below it, such as ``"dtype:int16"``."""
        return _commands.find(self.path, *query, **{**self._of(_commands.ACCESS), **options})

    def chunks(self, **options: Any) -> dict[str, Any]:
        """Say which chunks are stored."""
        return _commands.chunks(self.path, **{**self._of(_commands.ACCESS), **options})

    def decode(self, **options: Any) -> numpy.ndarray[Any, Any]:
        """Read all of it, a chunk or a region as an array of NumPy."""
        return _commands.decode(self.path, **{**self.options, **options})

    def trace(self, chunk: tuple[int, ...], **options: Any) -> dict[str, Any]:
        """Follow a chunk through every stage of its codecs."""
        return _commands.trace(self.path, chunk, **{**self.options, **options})

    def probe(self, at: tuple[int, ...], **options: Any) -> dict[str, Any]:
        """Follow an element to its stored bytes."""
        return _commands.probe(self.path, at, **{**self.options, **options})

    def plan(self, **options: Any) -> dict[str, Any]:
        """Say what reading a region takes."""
        return _commands.plan(self.path, **{**self.options, **options})

    def stats(self, **options: Any) -> dict[str, Any]:
        """Count what values there are."""
        return _commands.stats(self.path, **{**self.options, **options})

    def verify(self, **options: Any) -> Report:
        """Decode every stored chunk, and list every fault."""
        return _commands.verify(self.path, **{**self.options, **options})

    def check(self, **options: Any) -> dict[str, Any]:
        """Hold it to the conventions that it follows."""
        return _commands.check(self.path, **{**self._of(_commands.REPORT), **options})

    def diff(self, other: Node | _commands.Store, **options: Any) -> dict[str, Any]:
        """Compare it with another node, however each is stored."""
        path = other.path if isinstance(other, Node) else other
        return _commands.diff(self.path, path, **{**self.options, **options})

    def _of(self, names: frozenset[str]) -> dict[str, Any]:
        return {name: value for name, value in self.options.items() if name in names}
