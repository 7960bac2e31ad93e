"""zarrscope from Python: what the commands say, as objects.

Each function runs the program that came with this package and reads its JSON. What the JSON of a command is like stands in
``zarrscope schema NAME``. Nothing ever writes to a store.

>>> import zarrscope
>>> zarrscope.info("sample-data/climate.zarr/temperature")["shape"]
[10, 200, 3000]
>>> zarrscope.verify("sample-data/climate.zarr").sound
True
"""

from importlib.metadata import PackageNotFoundError, version

from ._command import CommandError, DataError, UnreadError, UsageError, ZarrscopeError, binary
from ._commands import check, chunks, decode, diff, find, info, merge, merge_stats, plan, probe, stats, trace, tree, verify
from ._node import Node, open
from ._report import Chunks, Fault, Report

try:
    __version__ = version("zarrscope")
except PackageNotFoundError:
    # From a checkout that is not installed.
    __version__ = "0+unknown"

__all__ = [
    "Chunks",
    "CommandError",
    "DataError",
    "Fault",
    "Node",
    "Report",
    "UnreadError",
    "UsageError",
    "ZarrscopeError",
    "__version__",
    "binary",
    "check",
    "chunks",
    "decode",
    "diff",
    "find",
    "info",
    "merge",
    "merge_stats",
    "open",
    "plan",
    "probe",
    "stats",
    "trace",
    "tree",
    "verify",
]
