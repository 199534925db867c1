"""How far the command of a queue is, by its output while it measures."""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass, field
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


def progress_in(events: Path, log: Path) -> dict[str, Any]:
    """How far a command is, by its file of events and its log; either may not be there yet."""
    found = Progress(doing=visible(next((line for line in reversed(tail(log).splitlines()) if line.strip()), "")))
    text = ""
    with suppress(OSError):
        text = events.read_text(encoding="utf-8", errors="replace")
    for line in text.splitlines():
        with suppress(ValueError, TypeError, AttributeError, KeyError, OverflowError):  # the last line may be cut off
            _take(found, json.loads(line))
    return asdict(found)


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
        found.doing = f"round {int(event['rounds']) + 1}"


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
