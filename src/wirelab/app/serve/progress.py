"""How far the command of a queue is, by its output while it measures."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wirelab.model.visible import visible
from wirelab.report.quantities import several, time_left

_MOST_SAID, _TAIL_BYTES = 200, 8 << 10
_SAID = {"notice": "", "lost": "lost: ", "verdict": "verdict: "}
_FAULT = "error: "


@dataclass(slots=True)
class Progress:
    """The progress of a study that is being measured, as a page shows it."""

    doing: str = ""  # the latest line of the command
    done: int = 0  # processes that have ended
    of: int = 0  # processes at most; 0: measuring has not begun
    says: list[str] = field(default_factory=list)  # notices, losses and verdicts, the latest last
    read_bytes: int = 0  # of the events: a page asks every second, beside measurements


def progress_in(events: Path, log: Path, seen: Progress | None = None) -> dict[str, Any]:
    """How far a command is, by its file of events and its log; either may not be there yet.

    `seen` is its progress at the last call, and becomes the one at this call: only further events are read.
    """
    found = Progress() if seen is None else seen
    for line in _further(events, found):
        with suppress(ValueError, TypeError, AttributeError, KeyError, OverflowError):
            _take(found, json.loads(line))
    said = found.doing or visible(next((line for line in reversed(tail(log).splitlines()) if line.strip()), ""))
    return {"doing": said, "done": found.done, "of": found.of, "says": [*found.says]}


def _further(events: Path, found: Progress) -> list[bytes]:
    """The lines that were not read yet; the last one may not be whole yet."""
    with suppress(OSError), events.open("rb") as file:
        file.seek(found.read_bytes)
        written = file.read()
        whole = written[: written.rfind(b"\n") + 1]
        found.read_bytes += len(whole)
        return whole.splitlines()
    return []


def _take(found: Progress, event: dict[str, Any]) -> None:
    kind = event["event"]
    found.of = int(event.get("of", found.of))
    if kind in _SAID:
        found.says = [*found.says, visible(f"{_SAID[kind]}{event['says']}")][-_MOST_SAID:]
    elif kind == "begins":
        found.done, found.doing = int(event["processes"]), "round 1"
    elif kind == "started":
        found.doing = f"{several(int(event['processes']), 'process')} of this round started"
    elif kind == "ended":
        found.done, found.doing = int(event["processes"]), f"up to {time_left(float(event['left_s']))} left"
    elif kind == "round":
        more = found.done < found.of
        found.doing = f"round {int(event['rounds']) + 1}" if more else "the last round is done"


def tail(log: Path) -> str:
    """The end of a command's log, or nothing."""
    with suppress(OSError), log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _TAIL_BYTES))
        return file.read().decode("utf-8", "replace")
    return ""


def fault_in(log: Path) -> str:
    """The error that a command ended with, or the end of its log."""
    said = tail(log)
    return said[max(0, said.rfind(_FAULT)) :].removeprefix(_FAULT).strip()
