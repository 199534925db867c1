"""Operating characteristics of the method, by simulation with known truth: `python -m tests.certification.operating`.

It writes docs/operating-characteristics.md; with names of sections behind it (`sections.py`), only these; with a
number, from so many studies instead of their own. Times are drawn at once for thousands of studies on a machine as
noisy as the one METHOD measured (`noise.py`); what judges them is the code that judges real ones: `decide`,
`paired_ratio` and `Schedule`; for tables of others `compare_levels`. What else is printed is judged in `printed.py`.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.certification.noise import NOISES, Noise, times
from wirelab.analysis.comparisons import ComparisonRule, compare_levels
from wirelab.analysis.decision import Decision, decide
from wirelab.analysis.drift import drift_within_rounds
from wirelab.analysis.equal_variances import ENOUGH_FOR_VARIANCES, Scatter, scatter_of
from wirelab.analysis.intervals import paired_ratio
from wirelab.analysis.least_squares import fit, gather
from wirelab.analysis.running import Running
from wirelab.design.sequential import Schedule
from wirelab.model.factorial import ComparisonMethod, ScaledResponse, Transform
from wirelab.model.finding import Verdict
from wirelab.model.observations import Factor, Observations

ALARMS = {Verdict.DIFFERENT, Verdict.NEGLIGIBLE}
BAND, CONFIDENCE = 0.02, 0.95
COMPARISONS, DIFFERING, FACTOR = 7, 3, 2.0
RATIOS = 5
"""So many times as many ratios as studies: a look at one ratio costs little."""
_PLAIN = COMPARISONS, FACTOR, f"{COMPARISONS}, others plain"
_ERRORS_HEAD = """\
*Family error* is the share of studies of {cells} equal cells that call any of the {comparisons} comparisons different,
negligibly or not ({studies} studies a share). *Mixed* is the same where {differing} of the {comparisons} cells truly
take {factor:g} times as long. What is found of them leaves its share of the error to the {equal} equal ones, which
alone can be called different wrongly. We promise at most 5 % of both. *Coverage* is the share of 95 % intervals of a
ratio that contain the true ratio after a set number of rounds (one look, one comparison, nothing taken out; {ratios}
studies a share); 93.5 to 96.5 % is required.
"""
_FIXED_COLUMNS = (
    *("ICC, drift by", "Family error, 20 rounds", "40 rounds", "Mixed, 5 rounds", "20 rounds"),
    *("Coverage, 3 rounds", "5", "7", "10", "20", "40"),
)

_POWER_HEAD = """\
One cell is slower by 2, 5 or 10 %. *Found* is the share of studies that say so. That comparison is the only one, or
one of {comparisons} of which the others are equal, or one of {comparisons} of which the others take {factor:g} times as
long ("{comparisons}, others plain"). *Rounds* is their mean number until the comparison is decided or the study ends.
*Covered* is the share of intervals shown at that point that contain the truth. The interval shown is the one that the
verdict rests on, so no row can contradict its verdict. It allows for all looks and comparisons, so more than 95 % are
promised; the more comparisons, the more. Least is left where 2 % is the only question: that is the edge of the band,
where each "equivalent" is a mistake too ({studies} studies a share).
"""

_GROUPINGS_HEAD = """\
The table shows in how many of {designs} designs any two levels are called different. Each design has one factor with
{levels} equal levels, normal and without drift. Rows differ in the levels' scatter (standard deviation), columns in
observations per level (standard error of a share of 5 %: {error} points). *By rule* is what happens unless you choose a
method. With fewer than {few} observations per level, no test finds unequal variances reliably, and methods that do not
assume equal ones find much less. If you expect scatter to differ, choose `--method welch-holm` or measure more
(docs/decisions/0013-unequal-variances.md).
"""


Study = tuple[NDArray[np.float64], NDArray[np.intp]]
"""Times in ns and places in their rounds, both of shape (rounds, cells), the reference first."""


def decisions(study: Study, schedule: Schedule, *, ended: bool = True) -> tuple[Decision, ...]:
    """What the lab makes of each comparison of one study, when it has `ended` or so far."""
    reference, *others = ({b: float(time) for b, time in enumerate(column)} for column in study[0].T)
    family = [(own, reference) for own in others]
    return decide(family, schedule=schedule, band=BAND, rounds=len(study[0]), ended=ended, running=running_of(study))


def logs_of(study: Study) -> list[list[float]]:
    """ln(ratio) of each comparison in each round of one study, the machine's drift within rounds taken out."""
    logs = np.log(study[0])
    drift = drift_within_rounds(running_of(study))
    return [
        [log - off[b] for b, log in enumerate((logs[:, 1 + at] - logs[:, 0]).tolist())] for at, off in enumerate(drift)
    ]


def running_of(study: Study) -> Running:
    """The processes of one study as they ran."""
    times_ns, places = study
    ran = tuple(
        (b, int(cell), log[cell])
        for b, (log, order) in enumerate(zip(np.log(times_ns).tolist(), np.argsort(places, axis=1), strict=True))
        for cell in order
    )
    return Running(ran, tuple((cell, 0) for cell in range(1, times_ns.shape[1])))


def holds(decision: Decision, ratio: float) -> bool:
    """Whether the interval that is shown beside a verdict contains the true ratio."""
    return decision.interval is not None and decision.interval.low <= ratio <= decision.interval.high


def family_error(
    seed: int, studies: int, rounds: int, comparisons: int, noise: Noise, *, slower: Sequence[float] = ()
) -> float:
    """Share of studies with an alarm in any comparison of equal cells.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each.
        comparisons: of each; all but those of `slower` are of equal cells.
        noise: of the machine.
        slower: true ratios of further comparisons. What is found of them leaves more error to the others.
    """
    schedule = Schedule(rounds, comparisons)
    equal = comparisons - len(slower)
    alarms = 0
    for study in times(seed, studies, rounds, [1.0] * equal + list(slower), noise).studies():
        alarms += any(each.verdict in ALARMS for each in decisions(study, schedule)[:equal])
    return alarms / studies


def unlike_error(seed: int, studies: int, rounds: int, scatters: Sequence[float], *, plain: int = 0) -> float:
    """Share of studies with an alarm in any comparison of equal cells that do not scatter alike.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each.
        scatters: SD of ln(time) of each cell's processes, normal and independent, the reference first.
        plain: so many of the cells behind the reference take 20 times as long, and leave their error to the others.
    """
    random = np.random.default_rng(seed)
    truth = np.array([1.0] * (len(scatters) - plain) + [20.0] * plain)
    logs = np.array(scatters) * random.standard_normal((studies, rounds, len(scatters)))
    places = random.permuted(np.broadcast_to(np.arange(len(scatters)), logs.shape), axis=2)
    schedule = Schedule(rounds, len(scatters) - 1)
    equal = len(scatters) - 1 - plain
    found = (decisions(study, schedule)[:equal] for study in zip(truth * np.exp(logs), places, strict=True))
    return sum(any(each.verdict in ALARMS for each in own) for own in found) / studies


def coverage(seed: int, studies: int, rounds: int, noise: Noise) -> float:
    """Share of 95 % intervals of one ratio, after a set number of rounds, that hold the true ratio."""
    truth = 1.05
    held = 0
    for study in times(seed, studies, rounds, [truth], noise).times_ns:
        reference, own = ({b: float(time) for b, time in enumerate(column)} for column in study.T)
        interval = paired_ratio(own, reference, CONFIDENCE)
        held += interval is not None and interval.low <= truth <= interval.high
    return held / studies


@dataclass(frozen=True, slots=True)
class Power:
    """How a true difference fares.

    Attributes:
        found: share of studies that call it different (or different but negligible), in the right direction.
        rounds: mean number of rounds until the comparison is decided or the study ends.
        covered: share of the intervals shown then that hold the true ratio.
    """

    found: float
    rounds: float
    covered: float


def power(
    seed: int, studies: int, rounds: int, ratio: float, comparisons: int, noise: Noise, *, others: float = 1.0
) -> Power:
    """Of one slower cell among `comparisons`; all others take `others` times as long as the reference."""
    schedule = Schedule(rounds, comparisons)
    found = spent = held = 0
    for study in times(seed, studies, rounds, [ratio] + [others] * (comparisons - 1), noise).studies():
        decision = decisions(study, schedule)[0]
        found += decision.verdict in ALARMS and decision.interval is not None and decision.interval.estimate > 1
        spent += decision.rounds
        held += holds(decision, ratio)
    return Power(found / studies, spent / studies, held / studies)


SCATTERS = {
    "equal": np.ones(6),
    "from 1 to 2": np.linspace(1, 2, 6),
    "from 1 to 4": np.linspace(1, 4, 6),
    "one 5 times the others'": np.array([1.0, 1, 1, 1, 1, 5]),
}


def grouping_error(
    seed: int, designs: int, observations: int, scatter: NDArray[np.float64], method: ComparisonMethod | None = None
) -> float:
    """Share of designs of equal levels in which any pair is called different.

    Args:
        seed: of the draws.
        designs: how many.
        observations: of each level.
        scatter: shape (levels,), standard deviation of each.
        method: of the comparisons; None: by rule.
    """
    random = np.random.default_rng(seed)
    levels = Factor.of("level", [str(level) for level in range(len(scatter)) for _ in range(observations)])
    rule = ComparisonRule(method, 1 - CONFIDENCE, None, 0, 0)
    response = ScaledResponse("time_ns", Transform.LN, None)
    alarms, of_normal = 0, None
    for _ in range(designs):
        values = (scatter[:, None] * random.standard_normal((len(scatter), observations))).reshape(-1)
        model = fit(gather(Observations("time_ns", values, (levels,))), ((0,),))
        of_normal = scatter_of(model).of_normal if of_normal is None else of_normal  # the design's, not the values'
        grouping = compare_levels(model, Scatter(model.residuals(), of_normal), (0,), rule, response)
        assert grouping is not None
        alarms += any(pair.significant for pair in grouping.comparisons)
    return alarms / designs


def groupings(designs: int) -> list[str]:
    """The lines of the page on groupings, from simulations of `designs` designs a share."""
    counts = (3, 5, 8, 10, 20)
    head = _GROUPINGS_HEAD.format(
        designs=f"{designs:,}", levels=len(SCATTERS["equal"]), error=error_points(designs), few=ENOUGH_FOR_VARIANCES
    )
    columns = ["Scatter", "Comparisons", *(f"{count} observations" for count in counts)]
    lines = [head, *heading(columns)]
    for row, (name, scatter) in enumerate(SCATTERS.items()):
        for method in (None, ComparisonMethod.TUKEY, ComparisonMethod.WELCH_HOLM):
            seeds = [20_000 + 100 * row + count for count in counts]
            errors = [grouping_error(seed, designs, n, scatter, method) for seed, n in zip(seeds, counts, strict=True)]
            told = " | ".join(f"{100 * error:.1f} %" for error in errors)
            lines.append(f"| {name} | {method or 'by rule'} | {told} |")
    return lines


def errors(studies: int) -> list[str]:
    """The lines on family error and coverage, from simulations of `studies` studies a share."""
    comparisons = COMPARISONS
    head = _ERRORS_HEAD.format(
        studies=f"{studies:,}",
        ratios=f"{RATIOS * studies:,}",
        cells=comparisons + 1,
        comparisons=comparisons,
        differing=DIFFERING,
        factor=FACTOR,
        equal=comparisons - DIFFERING,
    )
    lines = [head, *heading(_FIXED_COLUMNS)]
    for row, noise in enumerate(NOISES):
        seed = 100 * row
        found = [family_error(seed + n, studies, n, comparisons, noise) for n in (20, 40)]
        plain = [FACTOR] * DIFFERING
        found += [family_error(seed + 90 + n, studies, n, comparisons, noise, slower=plain) for n in (5, 20)]
        covered = [coverage(seed + 50 + n, RATIOS * studies, n, noise) for n in (3, 5, 7, 10, 20, 40)]
        lines.append(f"| {noise} | {' | '.join(f'{100 * share:.1f} %' for share in (*found, *covered))} |")
    return lines


def powers(studies: int) -> list[str]:
    """The lines on power, likewise."""
    comparisons = COMPARISONS
    columns = ["ICC, drift by", "At most", "Comparisons"]
    columns += [column for share in (2, 5, 10) for column in (f"{share} % found", "rounds", "covered")]
    lines = [_POWER_HEAD.format(comparisons=comparisons, factor=FACTOR, studies=f"{studies:,}"), *heading(columns)]
    for row, noise in enumerate(NOISES):
        for rounds in (20, 40):
            for of, others, said in ((1, 1.0, "1"), (comparisons, 1.0, f"{comparisons}"), _PLAIN):
                seed = 10_000 + 1000 * row + 10 * rounds + of + round(others)
                found = [
                    power(seed + 100 * i, studies, rounds, ratio, of, noise, others=others)
                    for i, ratio in enumerate((1.02, 1.05, 1.1))
                ]
                told = (f"{100 * own.found:.1f} % | {own.rounds:.1f} | {100 * own.covered:.1f} %" for own in found)
                lines.append(f"| {noise} | {rounds} | {said} | {' | '.join(told)} |")
    return lines


def heading(columns: Sequence[str]) -> tuple[str, str]:
    """A table's first two lines."""
    return f"| {' | '.join(columns)} |", f"| {' | '.join('---' for _ in columns)} |"


def error_points(number: int) -> str:
    """The standard error of a share of 5 %, in percentage points, of `number` draws."""
    return f"{100 * math.sqrt(0.05 * 0.95 / number):.1f}"


if __name__ == "__main__":
    from tests.certification.sections import write

    write(sys.argv[1:])
