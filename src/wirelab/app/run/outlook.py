"""What can be said of a design before it is measured."""

from collections.abc import Iterator

from wirelab.analysis.decide.power import smallest_found
from wirelab.design.sequential import Schedule
from wirelab.report.quantities import percent, ratio

_QUIET_SD = 0.03
"""Of paired differences of ln(time) on a quiet machine: about 2 % from process to process on either side."""
_TOO_LARGE, _USEFUL = 1.5, 1.2
"""A design that misses differences larger than the first can hardly decide; one that finds the second can."""
_ABSURD = 100
"""Nobody needs to know of a difference beyond this."""
_MOST_ROUNDS = 20


def undecidable(schedule: Schedule) -> Iterator[str]:
    """Warn, in one sentence, of a design that can hardly decide anything, and say how many rounds would."""
    least = _smallest(schedule, schedule.rounds)
    if least is not None and least <= _TOO_LARGE:
        return
    useful = (n for n in range(2, _MOST_ROUNDS + 1) if (_smallest(schedule, n) or _TOO_LARGE) <= _USEFUL)
    enough = f"--rounds {next(useful, _MOST_ROUNDS)} would do"
    if least is None:
        yield f"one round decides nothing, because verdicts need at least two: {enough}"
        return
    of = "a comparison" if schedule.comparisons == 1 else f"any of {schedule.comparisons} comparisons"
    only = "" if least > _ABSURD else f", unless the times differ by more than {ratio(least)}"
    quiet = f"even where times scatter by only {percent(_QUIET_SD)}"
    yield f"{schedule.rounds} rounds can hardly decide {of}{only}, {quiet}: {enough}"


def _smallest(schedule: Schedule, rounds: int) -> float | None:
    """The smallest ratio that `rounds` rounds find on a quiet machine; None: they find none."""
    if rounds < 2:
        return None
    alpha = schedule.alpha / schedule.comparisons  # at least what the last look has
    return smallest_found(_QUIET_SD, rounds, alpha)
