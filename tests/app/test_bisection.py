"""A search for the release that became slower, over comparisons whose results are known."""

from types import SimpleNamespace
from typing import Any

import pytest

from wirelab.app.compare.bisection import _Search
from wirelab.app.request import Overrides
from wirelab.design.bisection import looks_needed
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.errors import ToolchainError
from wirelab.model.findings.bisection import Bisection
from wirelab.model.findings.change import Change, Changes
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.subject import Subject

VERSIONS = tuple(f"1.{at}" for at in range(17))
SLOWER, OPEN = Interval(1.2, 1.1, 1.3, 0.95, 9, "t"), Interval(1.02, 0.9, 1.2, 0.95, 9, "t")


def searched(between: Interval | None) -> Bisection:
    """The search where the newest release is slower, and nothing is decided of the others, or none can be built."""

    def compared(overrides: Overrides, alpha: float) -> Changes:
        assert alpha == 0.05 / looks_needed(VERSIONS)
        old, new = (Cell(CorpusName("w", "1", "a"), "p", each, Operation.SERIALIZE) for each in overrides.codec)
        ratio = SLOWER if new.subject.version == VERSIONS[-1] else between
        if ratio is None:
            raise ToolchainError("runner", "it cannot be built")
        verdict = Verdict.DIFFERENT if ratio is SLOWER else Verdict.UNRESOLVED
        return Changes("", "", in_turns=True, changes=(Change(old, new, ratio, verdict, 0.05, 9),))

    where = SimpleNamespace(listener=SimpleNamespace(notice=lambda _: None))
    turns: Any = SimpleNamespace(where=where, compared=compared)
    return _Search(Subject("c"), VERSIONS, Overrides(), turns).result()


@pytest.mark.parametrize(("between", "steps"), [(OPEN, looks_needed(VERSIONS)), (None, len(VERSIONS) - 1)])
def test_no_more_releases_are_compared_than_the_error_is_shared_among(between: Interval | None, steps: int) -> None:
    found = searched(between)
    assert len(found.steps) == steps
    assert (found.last_before, found.first_slower, found.between) == ("1.0", "1.16", VERSIONS[1:-1])
