"""The sections of docs/operating-characteristics.md."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from textwrap import fill

from tests.certification import harness, independence, limits, operating, printed, tables, transfers
from tests.certification.operating import error_points

PAGE = Path(__file__).resolve().parents[2] / "docs" / "operating-characteristics.md"
STUDIES = 10_000
_HEAD = """\
# Operating characteristics

This page shows how often the method is right when the truth is known. `python -m tests.certification.operating`
writes it. Shares come from {studies} simulated studies with seeds unless another number is named, judged by the lab's
own code (standard error of a share of 5 %: {error} points).

The simulated machine is as noisy as the one that was measured (`tests/certification/noise.py`). It drifts 1.55x over
20 rounds with lag-1 autocorrelation 0.8, stepping by round or by process. Batches scatter by 2 %, and processes so
much that the intra-class correlation (ICC) is 0.43 or 0.64, the bounds that were measured.
"""
SECTIONS: dict[str, tuple[str, Callable[[int], list[str]], int]] = {
    "errors": ("Family error and coverage", operating.errors, 1),
    "power": ("Power, and coverage after stopping", operating.powers, 5),
    "intervals": ("All intervals of a study at once", printed.together, 5),
    "equivalence": ("Equivalence", printed.equivalence, 5),
    "rounds": ("Rounds needed", printed.rounds_said, 10),
    "twins": ("A/A twins", printed.twins, 5),
    "rank": ("The least time", printed.ranks, 5),
    "transfers": ("Formats from one platform to others", transfers.transfers, 5),
    "times": ("Times of a session", printed.times_of_sessions, 5),
    "growth": ("Growth with size", printed.growth, 5),
    "following": ("Rounds that follow each other", independence.following, 5),
    "modes": ("Slow modes of processes", independence.slow_modes, 10),
    "places": ("Places in a round", independence.places, 10),
    "checks": ("Other methods", printed.checks, 10),
    "crosscheck": ("`wirelab crosscheck`", harness.crosschecks, 5),
    "groupings": ("Groupings of `wirelab analyze`", operating.groupings, 10),
    "variances": ("Equal variances in `wirelab analyze`", tables.variances, 10),
    "pairs": ("All pairs at once in `wirelab analyze`", tables.all_pairs, 10),
    "limits": ("Limits in `wirelab analyze`", limits.limits, 20),
    "holes": ("Missing combinations in `wirelab analyze`", tables.missing_combinations, 20),
}
"""Name on the command line, title on the page, what makes its lines, and by how much fewer studies than `STUDIES`."""


def page(chosen: Collection[str], before: str, studies: int = STUDIES) -> str:
    """The page with the `chosen` sections made anew, and the others as they stand in the page `before`."""
    kept = dict(part.split("\n\n", 1) for part in before.split("\n## ")[1:])
    parts = [_HEAD.format(studies=f"{STUDIES:,}", error=error_points(STUDIES))]
    for name, (title, made, fewer) in SECTIONS.items():
        text = _written(made(studies // fewer)) if name in chosen else kept.get(title, "").strip()
        if text:
            parts.append(f"## {title}\n\n{text}\n")
    return "\n".join(parts)


def _written(lines: Sequence[str]) -> str:
    head, *table = lines
    return "\n".join((fill(head, 120, break_long_words=False, break_on_hyphens=False), "", *table))


def write(arguments: Collection[str]) -> None:
    """Write the sections that are named anew, or all; a number among `arguments` stands for `STUDIES`."""
    chosen = [name for name in arguments if not name.isdecimal()]
    studies = next((int(number) for number in arguments if number.isdecimal()), STUDIES)
    PAGE.write_text(page(chosen or SECTIONS, PAGE.read_text(encoding="utf-8"), studies), encoding="utf-8")
