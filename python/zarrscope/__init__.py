"""zarrscope from Python: what the commands say, as objects.

Each function runs the program that came with this package and reads its JSON. What the JSON of a command is like stands in
``zarrscope schema NAME``. Nothing ever writes to a store.

>>> import zarrscope
>>> zarrscope.info("sample-data/climate.zarr/temperature")["shape"]
[10, 200, 3000]
>>> zarrscope.verify("sample-data/climate.zarr").sound
True
"""

from ._command import CommandError, DataError, UsageError, ZarrscopeError, binary
from ._commands import check, diff, find, info, merge, merge_stats, stats, trace, tree, verify
from ._report import Chunks, Fault, Report

__all__ = [
    "Chunks",
    "CommandError",
    "DataError",
    "Fault",
    "Report",
    "UsageError",
    "ZarrscopeError",
    "binary",
    "check",
    "diff",
    "find",
    "info",
    "merge",
    "merge_stats",
    "stats",
    "trace",
    "tree",
    "verify",
]
