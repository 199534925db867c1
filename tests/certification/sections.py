"""The sections of docs/operating-characteristics.md."""

import os
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from textwrap import fill

from tests.certification import (
    formats_over_sessions,
    gates,
    limits,
    operating,
    over_sessions,
    printed,
    tables,
    transfers,
)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "operating-characteristics.md"
_HEAD = """\
# Operating characteristics

This page shows how often the method is right when the truth is known. `python -m tests.certification.operating`
writes it. Shares come from simulated studies with seeds, judged by the lab's own code. Each section says how many are
behind a share. The standard error of a share of 5 % is 0.2 points with 10,000, 0.7 with 1,000 and 1.5 with 200.

The simulated machines are as noisy as those that were measured (`tests/certification/noise.py`). A round's processes
take 20 turns, each in a new random order. Processes scatter by 1.6 % around their cell and batches by 3 %. A
*quiet* machine does nothing else. One of *two speeds*, 1.6 apart, changes every twelve batches on average; a *sliding*
one wanders by a factor of 1.5 or so; a *busy neighbour* lets a fifth of all batches take up to twice as long; and in a
*rare slow mode*, one process in twenty takes 1.3 times as long.
"""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page.

    Attributes:
        title: on the page.
        lines: its text, and its table's lines, from so many simulated studies per share.
        studies: how many that are. All sections together take less than half an hour on two cores.
    """

    title: str
    lines: Callable[[int], list[str]]
    studies: int


SECTIONS: dict[str, Section] = {
    "turns": Section("What turns do", operating.in_turns, 5_000),
    "errors": Section("Family error and coverage", operating.errors, 1_500),
    "precision": Section("Ratios known to a few percent", operating.precisions, 500),
    "power": Section("Power, and coverage after stopping", operating.powers, 400),
    "gates": Section("Gates on new versions", gates.gates, 500),
    "sessions": Section("Several sessions and machines", over_sessions.over_sessions, 400),
    "history": Section("Changes in a history", over_sessions.history, 500),
    "equivalence": Section("Equivalence", printed.equivalence, 300),
    "rounds": Section("Rounds needed", printed.rounds_said, 1_000),
    "twins": Section("A/A twins", printed.twins, 2_000),
    "rank": Section("The least time", printed.ranks, 500),
    "transfers": Section("Formats from one platform to others", transfers.transfers, 2_000),
    "routes": Section("Formats over several sessions", formats_over_sessions.formats_over_sessions, 500),
    "times": Section("Times of a session", printed.times_of_sessions, 5_000),
    "growth": Section("Growth with size", printed.growth, 2_000),
    "modes": Section("Slow modes of processes", printed.modes_said, 1_000),
    "groupings": Section("Groupings of `wirelab analyze`", operating.groupings, 500),
    "variances": Section("Equal variances in `wirelab analyze`", tables.variances, 1_000),
    "pairs": Section("All pairs at once in `wirelab analyze`", tables.all_pairs, 1_000),
    "limits": Section("Limits in `wirelab analyze`", limits.limits, 150),
    "holes": Section("Missing combinations in `wirelab analyze`", tables.missing_combinations, 500),
}
"""The sections, by their names on the command line."""


def page(chosen: Collection[str], before: str, studies: int | None = None) -> str:
    """The page with the `chosen` sections made again, and the others as they are in the page `before`."""
    kept = dict(part.split("\n\n", 1) for part in before.split("\n## ")[1:])
    # Matrices are small: threads for each of them would take the processors from the sections.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as processes:
        made = {
            name: processes.submit(section.lines, studies or section.studies)
            for name, section in SECTIONS.items()
            if name in chosen
        }
        parts = [_HEAD]
        for name, section in SECTIONS.items():
            text = _written(made[name].result()) if name in made else kept.get(section.title, "").strip()
            if text:
                parts.append(f"## {section.title}\n\n{text}\n")
    return "\n".join(parts)


def _written(lines: Sequence[str]) -> str:
    head, *table = lines
    return "\n".join((fill(head, 120, break_long_words=False, break_on_hyphens=False), "", *table))


def write(arguments: Collection[str]) -> None:
    """Write the named sections again, or all of them; a number among `arguments` stands for their own `studies`."""
    chosen = [name for name in arguments if not name.isdecimal()]
    studies = next((int(number) for number in arguments if number.isdecimal()), None)
    PAGE.write_text(page(chosen or SECTIONS, PAGE.read_text(encoding="utf-8"), studies), encoding="utf-8")
