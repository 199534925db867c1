"""The programs on this machine, and whether they are new enough."""

import contextlib
import glob
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirelab.building.manifest import Tool
from wirelab.files.outputs import write_whole
from wirelab.files.scratch import scratch
from wirelab.process import children

TIMEOUT_S = 10.0
_MOST_CHARACTERS = 2000
"""Only so much of a tool's output counts: the same part is judged and remembered."""
_ANSWERS: dict[str, str | None] = {}
"""Answers of tools to this process: each is asked once, also one that hangs or where the cache cannot be written."""


class Failed(str):
    """The output of a program that ended with an error: numbers in it are no version."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class ToolStatus:
    """Whether a tool can be used."""

    tool: Tool
    ok: bool
    path: Path | None = None  # where it was found, or None
    version: str | None = None  # as it prints it, or None if it was not asked or printed none
    why: str = ""


def probe(tool: Tool, cache: Path | None = None) -> ToolStatus:
    """Look `tool` up on PATH and in its places, and ask its version.

    A place that starts with a variable (`$JAVA_HOME/bin/java`) comes before PATH: whoever sets it means it. It is no
    place while the variable is not set. The first that can be used counts; if none can, the first. Answers are
    remembered in `cache`, under the program's path, size and time of change: asking a tool that starts slowly costs
    more than the rest of a cached build. The next process asks again about a tool that cannot be used: a library may
    come beside a compiler.
    """
    first: ToolStatus | None = None
    for path in _found(tool):
        output = _remembered(tool, path, cache) if cache is not None else _ask(tool, path)
        status = judge(tool, path, output)
        if status.ok:
            return status
        first = first or status
    where = "on PATH" if not tool.places else f"on PATH or at {', '.join(tool.places)}"
    return first or ToolStatus(tool, ok=False, why=f"'{tool.command}' is not {where}")


def _found(tool: Tool) -> Iterator[Path]:
    named = [place for place in tool.places if place.startswith("$")]
    for place in named:
        variable, _, rest = place[1:].partition("/")
        if folder := os.environ.get(variable):
            there = sorted(glob.glob(rest, root_dir=folder))  # noqa: PTH207 - of patterns
            yield from _runnable([str(Path(folder, each)) for each in there])
    on_path = shutil.which(tool.command)
    if on_path is not None:
        yield Path(on_path)
    for place in tool.places:
        if place not in named:
            yield from _runnable(sorted(glob.glob(str(Path(place).expanduser()))))  # noqa: PTH207 - it is absolute


def _runnable(paths: list[str]) -> Iterator[Path]:
    return (Path(path) for path in paths if Path(path).is_file() and os.access(path, os.X_OK))


def judge(tool: Tool, path: Path, output: str | None) -> ToolStatus:
    """Decide by the tool's output; `output` is None when it gave no answer."""
    version = None if output is None or isinstance(output, Failed) else find_version(output)
    if version is None:
        asked = f"'{' '.join(tool.version)}'"
        first = (output or "").strip().partition("\n")[0]
        why = (
            f"{asked} printed no version, only '{first[:120]}'"
            if output is not None
            else (f"{path} does not run, or {asked} did not answer within {TIMEOUT_S:g} s")
        )
        return ToolStatus(tool, ok=False, path=path, why=why)
    if numbers_of(version) < numbers_of(tool.minimum):
        why = f"{path} is version {version}, but {tool.minimum} or newer is needed"
        return ToolStatus(tool, ok=False, path=path, version=version, why=why)
    if tool.below is not None and numbers_of(version) >= numbers_of(tool.below):
        why = f"{path} is version {version}, but a version below {tool.below} is needed"
        return ToolStatus(tool, ok=False, path=path, version=version, why=why)
    return ToolStatus(tool, ok=True, path=path, version=version)


def find_version(output: str) -> str | None:
    """The first dotted number in `output`, or else the first number: some first releases print only `25`."""
    match = re.search(r"\d+(?:\.\d+)+", output) or re.search(r"\d+", output)
    return None if match is None else match[0]


def numbers_of(version: str) -> tuple[int, ...]:
    """The key that orders versions: `1.2` and `1.2.0` are one."""
    numbers = [int(part) for part in re.findall(r"\d+", version)]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def _ask(tool: Tool, path: Path) -> str | None:
    command, *arguments = tool.version
    answer = answer_of([str(path) if command == tool.command else command, *arguments], TIMEOUT_S)
    if answer is None:
        return None
    start = answer.stdout[:_MOST_CHARACTERS]
    return start if answer.returncode == 0 else Failed(start)


def answer_of(
    command: Sequence[str], timeout_s: float, *, apart: bool = False
) -> subprocess.CompletedProcess[str] | None:
    """The output of `command`, with errors unless it runs `apart` (in a folder of its own); None if it does not end."""
    try:
        with scratch() as folder:  # one that is killed may leave things
            return children.answer_of(
                command,
                timeout_s,
                {**os.environ, "TMPDIR": str(folder)},
                stderr=subprocess.DEVNULL if apart else subprocess.STDOUT,
                cwd=folder if apart else None,
            )
    except (OSError, subprocess.TimeoutExpired):
        return None


def _remembered(tool: Tool, path: Path, cache: Path) -> str | None:
    real = path.resolve()
    state = real.stat()
    key = json.dumps([str(path), str(real), state.st_mtime_ns, state.st_size, tool.version])
    if key in _ANSWERS:
        return _ANSWERS[key]
    memory = cache / "tools.json"
    try:
        known = dict(json.loads(memory.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        known = {}
    if isinstance(known.get(key), str):
        return str(known[key])
    output = _ANSWERS[key] = _ask(tool, path)
    if output is not None and judge(tool, path, output).ok:
        with contextlib.suppress(OSError):  # a memory that cannot be written costs time, nothing else
            memory.parent.mkdir(parents=True, exist_ok=True)
            write_whole(memory, json.dumps({**known, key: output}).encode())
    return output
