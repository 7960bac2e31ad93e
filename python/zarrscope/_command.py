"""Finds the program, runs it, and reads what it prints."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

#: Where the program is, for people who have built their own.
VARIABLE = "ZARRSCOPE"

#: With it the program ends when its input does: it does not outlive a Python that was killed.
ENDS_WITH_INPUT = "ZARRSCOPE_ENDS_WITH_INPUT"

#: Options that may be repeated: a list for one of them is an option for each of its values.
REPEATED = frozenset({"allow_references", "codecs", "inner", "sel"})

#: Options about what is printed, which is read here.
PRINTED = frozenset({"format", "json", "output"})

#: The data is at fault: there is JSON all the same.
AT_FAULT = 1

#: The command was called with something that does not fit.
USAGE = 2

#: Something could not be read or asked for, and nothing that was read is at fault: there may be JSON.
UNREAD = 3


class ZarrscopeError(Exception):
    """What this package raises."""


class UsageError(ZarrscopeError, ValueError):
    """The command was called with something that does not fit: no such path, an option that is unknown."""


class DataError(ZarrscopeError):
    """The data is at fault, and the command had nothing to give."""


class UnreadError(ZarrscopeError, OSError):
    """Something could not be read or asked for: a server did not answer, a permission is missing, a reference is not allowed."""


class CommandError(ZarrscopeError, RuntimeError):
    """The program could not be run, or did not end as it should."""


def binary() -> str:
    """Give the path of the program: ``$ZARRSCOPE``, the one of this package, or the first on ``PATH``."""
    own = os.environ.get(VARIABLE)
    if own:
        return own
    name = "zarrscope" + (sysconfig.get_config_var("EXE") or "")
    for folder in _folders():
        path = Path(folder, name)
        if path.is_file():
            return str(path)
    found = shutil.which(name)
    if found is None:
        raise CommandError(f"expected the program {name} beside Python or on PATH, found none; ${VARIABLE} may name it")
    return found


def _folders() -> list[str]:
    """Give the folders into which packages install programs, the ones of this environment first."""
    folders = [sysconfig.get_path("scripts")]
    user = sysconfig.get_preferred_scheme("user")
    if user in sysconfig.get_scheme_names():
        folders.append(sysconfig.get_path("scripts", scheme=user))
    # `pip install --target FOLDER` puts programs beside the package.
    folders.append(str(Path(__file__).parent.parent / "bin"))
    return [folder for folder in folders if folder]


def run(arguments: Sequence[str], options: Mapping[str, Any], *, text: str | None = None) -> Any:
    """Run a command, and give its JSON.

    ``text`` is what the command reads. The option ``within`` is how many seconds the command may take; all others are its own.
    """
    command, *rest = arguments
    for option in PRINTED.intersection(options):
        raise UsageError(f"{command}: expected no option {option}: what the command found is returned")
    return _read(command, run_words(command, ["--json"], rest, options, text=text))


def run_words(
    command: str, words: Sequence[str], rest: Sequence[str], options: Mapping[str, Any], *, text: str | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command with words of its own before the options. The command ends with this process, also where this one is killed."""
    within = options.get("within")
    options = {name: value for name, value in options.items() if name != "within"}
    line = [binary(), command, *words, *option_words(options), "--", *rest]
    try:
        return _run_with_text(line, text, within) if text is not None else _run_while_here(line, within)
    except subprocess.TimeoutExpired as error:
        raise CommandError(f"{command}: expected an end within {within} s, found none") from error
    except OSError as error:
        raise CommandError(f"{line[0]}: {error.strerror or error}") from error


def _run_with_text(line: Sequence[str], text: str, within: float | None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(line, input=text.encode(), capture_output=True, check=False, timeout=within)


def _run_while_here(line: Sequence[str], within: float | None) -> subprocess.CompletedProcess[bytes]:
    """Run a command whose input is open as long as this process is there."""
    theirs, ours = os.pipe()
    try:
        environment = {**os.environ, ENDS_WITH_INPUT: "1"}
        return subprocess.run(line, stdin=theirs, capture_output=True, check=False, timeout=within, env=environment)
    finally:
        os.close(ours)
        os.close(theirs)


def run_object(arguments: Sequence[str], options: Mapping[str, Any], *, text: str | None = None) -> dict[str, Any]:
    """Run a command whose JSON is an object, and give it."""
    document = run(arguments, options, text=text)
    if not isinstance(document, dict):
        raise CommandError(f"{arguments[0]}: expected an object in JSON, found {type(document).__name__}")
    return document


def check_end(command: str, done: subprocess.CompletedProcess[bytes]) -> None:
    """Raise what a command says where it gave nothing."""
    said = _reason(done.stderr.decode(errors="replace"))
    if done.returncode == USAGE:
        raise UsageError(said or f"{command}: called with something that does not fit")
    if done.returncode not in (0, AT_FAULT, UNREAD):
        raise CommandError(f"{command}: expected exit status 0, 1 or 3, found {done.returncode}: {said}")
    if not done.stdout.strip():
        if done.returncode == AT_FAULT:
            raise DataError(said)
        if done.returncode == UNREAD:
            raise UnreadError(said)
        raise CommandError(f"{command}: expected an answer, found nothing")


def _read(command: str, done: subprocess.CompletedProcess[bytes]) -> Any:
    check_end(command, done)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError as error:
        raise CommandError(f"{command}: expected JSON, found something else: {error}") from error


def _reason(stderr: str) -> str:
    """Give what a command says on stderr from its reason on; where it says none, as when it panics, the last lines."""
    lines = stderr.strip().splitlines()
    begin = next((number for number, line in enumerate(lines) if line.startswith("error:")), max(0, len(lines) - 5))
    return "\n".join(lines[begin:])


def option_words(options: Mapping[str, Any]) -> list[str]:
    """Give options as words of a command line.

    ``max_chunk_bytes=9`` is ``--max-chunk-bytes=9``, ``True`` an option without a value; ``None`` and ``False`` are no option.
    A list for an option that may be repeated is an option for each of its values; a tuple is one value.

    >>> option_words({"ignore_checksums": True, "chunk": (1, 7), "region": [slice(0, 2), slice(3, None)]})
    ['--ignore-checksums', '--chunk=1,7', '--region=0:2,3:']
    >>> option_words({"allow_references": ["/a", "s3://b/"], "inner": (1, 2)})
    ['--allow-references=/a', '--allow-references=s3://b/', '--inner=1,2']
    """
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        words.extend([option] if value is True else [f"{option}={option_value(one)}" for one in _repeated(name, value)])
    return words


def _repeated(name: str, value: Any) -> Sequence[Any]:
    """Give each value of an option that may be repeated. Numbers in a list are coordinates, which are one value."""
    is_list = name in REPEATED and isinstance(value, list) and not any(isinstance(part, int) for part in value)
    return value if is_list else [value]


def option_value(value: Any) -> str:
    """Give the value of an option as a text: slices as ``A:B``, mappings as ``NAME=VALUE``, lists with commas.

    >>> option_value({"time": "2020-03-01", "lat": slice(40, 50)})
    'time=2020-03-01,lat=40:50'
    """
    if isinstance(value, slice):
        if value.step is not None:
            raise UsageError(f"expected a slice without a step, found {value}")
        return ":".join("" if end is None else str(end) for end in (value.start, value.stop))
    if isinstance(value, Mapping):
        return ",".join(f"{name}={option_value(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return ",".join(option_value(part) for part in value)
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
