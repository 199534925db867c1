"""The sections of docs/operating-characteristics.md."""

from collections.abc import Callable, Collection
from pathlib import Path

from tests.certification import harness, independence, operating, printed
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
SECTIONS: dict[str, tuple[str, Callable[[], list[str]]]] = {
    "errors": ("Family error and coverage", lambda: operating.errors(STUDIES)),
    "power": ("Power, and coverage after stopping", lambda: operating.powers(STUDIES // 5)),
    "intervals": ("All intervals of a study at once", lambda: printed.together(STUDIES // 5)),
    "equivalence": ("Equivalence", lambda: printed.equivalence(STUDIES // 5)),
    "rounds": ("Rounds needed", lambda: printed.rounds_said(STUDIES // 10)),
    "twins": ("A/A twins", lambda: printed.twins(STUDIES // 5)),
    "rank": ("The least time", lambda: printed.ranks(STUDIES // 5)),
    "times": ("Times of a session", lambda: printed.times_of_sessions(STUDIES // 5)),
    "growth": ("Growth with size", lambda: printed.growth(STUDIES // 5)),
    "following": ("Rounds that follow each other", lambda: independence.following(STUDIES // 5)),
    "modes": ("Slow modes of processes", lambda: independence.slow_modes(STUDIES // 10)),
    "checks": ("Other methods", lambda: printed.checks(STUDIES // 10)),
    "crosscheck": ("`wirelab crosscheck`", lambda: harness.crosschecks(STUDIES // 5)),
    "groupings": ("Groupings of `wirelab analyze`", lambda: operating.groupings(STUDIES // 10)),
}
"""Name on the command line, title on the page, and what makes its lines."""


def page(chosen: Collection[str], before: str) -> str:
    """The page with the `chosen` sections made anew, and the others as they stand in the page `before`."""
    kept = dict(part.split("\n\n", 1) for part in before.split("\n## ")[1:])
    parts = [_HEAD.format(studies=f"{STUDIES:,}", error=error_points(STUDIES))]
    for name, (title, made) in SECTIONS.items():
        text = "\n".join(made()) if name in chosen else kept.get(title, "").strip()
        if text:
            parts.append(f"## {title}\n\n{text}\n")
    return "\n".join(parts)


def write(chosen: Collection[str]) -> None:
    """Write the `chosen` sections anew; all of them where none is named."""
    PAGE.write_text(page(chosen or SECTIONS, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
