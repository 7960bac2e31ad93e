"""The report of ``verify``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class Chunks:
    """How many chunks there are. ``missing`` is ``None`` where that cannot be known, as at a server that lists nothing."""

    stored: int
    missing: int | None
    decoded: int
    faulty: int


@dataclass(frozen=True)
class Fault:
    """A chunk or a document that cannot be used.

    ``array`` is the path of the array, ``key`` that of the chunk or the document in it, ``chunk`` the coordinates of the chunk
    or ``None``. ``document`` is all that the report says of it.
    """

    array: str
    key: str
    chunk: tuple[int, ...] | None
    stage: str
    message: str
    document: Mapping[str, Any]

    def __str__(self) -> str:
        return ": ".join(part for part in (self.array, self.key, self.stage, self.message) if part)


@dataclass(frozen=True)
class Report:
    """What ``verify`` found in a store, or in a part of its work.

    ``not_reached`` says why nothing of the store could be read, as without credentials; then nothing is known of it. ``part`` is
    ``(i, n)`` for the i-th of n parts. ``lacking`` are the parts of which a merged report has nothing.
    ``document`` is the whole report as the command printed it; its form stands in ``zarrscope schema verify``.
    """

    arrays: int
    chunks: Chunks
    faults: tuple[Fault, ...]
    part: tuple[int, int] | None
    lacking: tuple[int, ...]
    not_reached: str | None
    document: Mapping[str, Any]

    @property
    def complete(self) -> bool:
        """Whether all of the work was done."""
        return self.part is None and not self.lacking and self.not_reached is None

    @property
    def sound(self) -> bool:
        """Whether all of the work was done, and no fault was found."""
        return self.complete and not self.faults

    def records(self) -> list[dict[str, Any]]:
        """Give each fault as a mapping: path, key, chunk, inner, stage, byte, rule, severity, message, where they are known."""
        names = ("path", "key", "chunk", "inner", "stage", "byte", "rule", "severity", "message")
        return [{name: fault.document.get(name) for name in names} for fault in self.faults]

    def to_dataframe(self) -> pandas.DataFrame:
        """Give the faults as a table of pandas, a row for each."""
        import pandas as pd

        columns = ["path", "key", "chunk", "inner", "stage", "byte", "rule", "severity", "message"]
        return pd.DataFrame.from_records(self.records(), columns=columns)

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> Report:
        """Read a report."""
        chunks = document["chunks"]
        part = document.get("part")
        return cls(
            arrays=document["arrays"],
            chunks=Chunks(chunks["stored"], chunks["missing"], chunks["decoded"], chunks["faulty"]),
            faults=tuple(_fault(fault) for fault in document["faults"]),
            part=None if part is None else (part[0], part[1]),
            lacking=tuple(document.get("lacking") or ()),
            not_reached=document.get("not_reached"),
            document=document,
        )


def _fault(document: Mapping[str, Any]) -> Fault:
    chunk = document.get("chunk")
    return Fault(
        array=document["array"],
        key=document["key"],
        chunk=None if chunk is None else tuple(chunk),
        stage=document["stage"],
        message=document["message"],
        document=document,
    )
