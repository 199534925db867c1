"""Operating characteristics of the method, by simulation with known truth: `python -m tests.certification.operating`.

It writes docs/operating-characteristics.md; with names of sections behind it (`sections.py`), only these; with a
number, from so many studies instead of their own. Turns are drawn at once for many studies, on machines as noisy as
those that were measured (`noise.py`). The code that judges real ones judges them: `decide`, `mean_interval` and
`Schedule`, and `compare_levels` for tables of others. `printed.py` judges the other printed results.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from tests.certification.noise import MACHINES, UNLIKE, Logs, Machine, drawn, ratios
from wirelab.analysis.decide.decision import Decision, against_1, decide, half_width
from wirelab.analysis.decide.intervals import mean_interval, on_ratios
from wirelab.anova.checks.equal_variances import ENOUGH_FOR_VARIANCES, Scatter, scatter_of
from wirelab.anova.compare_levels import ComparisonRule, compare_levels
from wirelab.anova.least_squares import fit, gather
from wirelab.anova.observations import Factor, Observations
from wirelab.anova.result import ComparisonMethod, ScaledResponse, Transform
from wirelab.design.sequential import Schedule
from wirelab.model.findings.finding import Verdict

ALARMS = {Verdict.DIFFERENT, Verdict.NEGLIGIBLE}
BAND, CONFIDENCE = 0.02, 0.95
COMPARISONS, DIFFERING, FACTOR = 7, 3, 2.0
RATIOS = 5
"""So many times as many ratios as studies: a look at one ratio costs little."""
_PLAIN = COMPARISONS, FACTOR, f"{COMPARISONS}, others plain"
_ERRORS_HEAD = """\
*Family error* is the share of studies of {cells} equal cells that call any of the {comparisons} comparisons different,
negligibly or not ({studies} studies per share). *Mixed* is the same share where {differing} of the {comparisons} cells
truly take {factor:g} times as long. Each difference that is found leaves its share of the error to the {equal} equal
cells, and only these can wrongly be called different. We promise at most 5 % of both. *Coverage* is the share of 95 %
intervals of a ratio that contain the true ratio after a set number of rounds (one look, one comparison; {ratios}
studies per share). It must be 93.5 to 96.5 %, and may be more where times are not normal. A study that continues until
ratios are known to 5 % (*precise*) promises the same.
"""
_FIXED_COLUMNS = (
    *("Machine", "Family error, 20 rounds", "20 rounds, precise", "Mixed, 5 rounds", "20 rounds", "20 rounds, precise"),
    *("Coverage, 3 rounds", "5", "10", "20"),
)

_POWER_HEAD = """\
Studies continue until verdicts are reached. One cell is slower by 2, 5 or 10 %. *Found* is the share of studies that
say so. That comparison is the only one, or one of {comparisons} with the others equal, or one of {comparisons} with the
others taking {factor:g} times as long ("{comparisons}, others plain"). *Rounds* is the mean number of rounds until the
comparison is decided or the study ends. *Covered* is the share of intervals shown at that point that contain the truth.
The verdict is based on the interval shown, so no row can contradict its verdict. That interval allows for all looks and
comparisons, so more than 95 % are promised; the more comparisons, the more. The margin is smallest where 2 % is the
only question: that is the edge of the band, where each "equivalent" is a mistake, too ({studies} studies per share).
"""

_GROUPINGS_HEAD = """\
The table shows in how many of {designs} designs any two levels are called different. Each design has one factor with
{levels} equal levels, normal and without drift. Rows differ in the levels' scatter (standard deviation), columns in
observations per level (standard error of a share of 5 %: {error} points). *By rule* is the default choice of a method.
With fewer than {few} observations per level, no test finds unequal variances reliably, and methods that do not assume
equal ones find much less. If you expect scatter to differ, choose `--method welch-holm` or measure more
(docs/decisions/0013-unequal-variances.md).
"""


def decisions(logs: Logs, schedule: Schedule, *, ended: bool = True) -> tuple[Decision, ...]:
    """The lab's decision on each comparison of one study, when it has `ended` or so far; `logs` as of `ratios`."""
    family = [tuple(enumerate(column)) for column in logs.T.tolist()]
    asked = [against_1(own, BAND) for own in family]
    return decide(asked, schedule=schedule, rounds=len(logs), ended=ended)


def holds(decision: Decision, ratio: float) -> bool:
    """Whether the interval that is shown beside a verdict contains the true ratio."""
    return decision.interval is not None and decision.interval.low <= ratio <= decision.interval.high


def family_error(
    seed: int,
    studies: int,
    rounds: int,
    comparisons: int,
    machine: Machine,
    *,
    slower: Sequence[float] = (),
    precision: float | None = None,
) -> float:
    """Share of studies with an alarm in any comparison of equal cells.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each.
        comparisons: of each; all but those of `slower` are of equal cells.
        machine: that they run on.
        slower: true ratios of further comparisons. Differences found there leave more error to the others.
        precision: that studies continue to, or None: to verdicts.
    """
    schedule = Schedule(rounds, comparisons, precision=precision)
    equal = comparisons - len(slower)
    alarms = 0
    for logs in ratios(seed, studies, rounds, [1.0] * equal + list(slower), machine):
        alarms += any(each.verdict in ALARMS for each in decisions(logs, schedule)[:equal])
    return alarms / studies


def unlike_error(
    seed: int, studies: int, rounds: int, scatters: Sequence[float], *, plain: int = 0, precision: float | None = None
) -> float:
    """Share of studies with an alarm in any comparison of equal cells that do not scatter alike.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each.
        scatters: SD of ln(time) of each cell's processes, normal and independent, the reference first.
        plain: so many of the cells behind the reference take 20 times as long, and leave their error to the others.
        precision: that studies continue to, or None: to verdicts.
    """
    random = np.random.default_rng(seed)
    truth = np.log([1.0] * (len(scatters) - plain) + [20.0] * plain)
    times = truth + np.array(scatters) * random.standard_normal((studies, rounds, len(scatters)))
    schedule = Schedule(rounds, len(scatters) - 1, precision=precision)
    equal = len(scatters) - 1 - plain
    found = (decisions(own[:, 1:] - own[:, :1], schedule)[:equal] for own in times)
    return sum(any(each.verdict in ALARMS for each in own) for own in found) / studies


def coverage(seed: int, studies: int, rounds: int, machine: Machine) -> float:
    """Share of 95 % intervals of one ratio, after a set number of rounds, that hold the true ratio."""
    truth, held = 1.05, 0
    for logs in ratios(seed, studies, rounds, [truth], machine):
        interval = on_ratios(mean_interval(logs[:, 0].tolist(), CONFIDENCE))
        held += interval.low <= truth <= interval.high
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
    seed: int, studies: int, rounds: int, ratio: float, comparisons: int, machine: Machine, *, others: float = 1.0
) -> Power:
    """The power for one slower cell among `comparisons`; all others take `others` times as long as the reference."""
    schedule = Schedule(rounds, comparisons)
    found = spent = held = 0
    for logs in ratios(seed, studies, rounds, [ratio] + [others] * (comparisons - 1), machine):
        decision = decisions(logs, schedule)[0]
        found += decision.verdict in ALARMS and decision.interval is not None and decision.interval.estimate > 1
        spent += decision.rounds
        held += holds(decision, ratio)
    return Power(found / studies, spent / studies, held / studies)


@dataclass(frozen=True, slots=True)
class Precise:
    """How studies fare that continue until every ratio is known to so many percent.

    Attributes:
        covered: share of all intervals shown at the end that hold the true ratio.
        together: share of studies all of whose intervals do.
        known: share of ratios that are known so well at the end.
        rounds: mean number of rounds until the last comparison is decided or the study ends.
        bias: of ln(ratio), the mean over all comparisons.
    """

    covered: float
    together: float
    known: float
    rounds: float
    bias: float


def precise(
    seed: int, studies: int, rounds: int, truth: Sequence[float], machine: Machine, precision: float
) -> Precise:
    """The results for comparisons with the true ratios `truth`."""
    schedule = Schedule(rounds, len(truth), precision=precision)
    totals = np.zeros(5)
    for logs in ratios(seed, studies, rounds, truth, machine):
        found = decisions(logs, schedule)
        held = [holds(each, true) for each, true in zip(found, truth, strict=True)]
        drawn = [each.interval for each in found if each.interval is not None]
        known = [half_width(interval) <= precision for interval in drawn]
        off = [math.log(each.estimate / true) for each, true in zip(drawn, truth, strict=True)]
        totals += [fmean(held), all(held), fmean(known), max(each.rounds for each in found), fmean(off)]
    return Precise(*(float(total) for total in totals / studies))


_PRECISE_HEAD = """\
Studies continue until every ratio is known to ±5 or ±2 %, for at most {rounds} rounds. *Covered* is the share of the
intervals shown at the end that contain the truth. At least 95 % are promised, whenever a study stops, because the
intervals of all looks are valid together. *All* is the share of studies in which every interval contains the truth;
nothing is promised about it. *Known* is the share of ratios that are known this well when the study ends, and *rounds*
is the mean number of rounds until then. *Bias* is the bias of ratios, in percent of the ratio ({studies} studies per
share). "7 plain" are ratios of 0.3 to 40, "7 close" of 0.97 to 1.1.
"""
CASES = {
    "1 ratio of 2": [2.0],
    "7 plain": [0.3, 0.7, 1.5, 2.0, 4.0, 10.0, 40.0],
    "7 close": [0.97, 1.0, 1.0, 1.02, 1.03, 1.05, 1.1],
    "14, 12 of them plain": [1.0, 1.04, *[0.3, 0.7, 1.5, 2.0, 4.0, 10.0] * 2],
}


def precisions(studies: int) -> list[str]:
    """The lines on studies that continue until ratios are known."""
    columns = ["Machine", "Ratios", *(f"±{share} %: {what}" for share in (5, 2) for what in _PRECISE_COLUMNS)]
    lines = [_PRECISE_HEAD.format(studies=f"{studies:,}", rounds=20), *heading(columns)]
    for row, machine in enumerate(MACHINES):
        for at, (name, truth) in enumerate(CASES.items()):
            found = [precise(3000 + 10 * row + at, studies, 20, truth, machine, share) for share in (0.05, 0.02)]
            told = (
                f"{100 * own.covered:.1f} % | {100 * own.together:.1f} % | {100 * own.known:.1f} % | {own.rounds:.1f} |"
                f" {100 * own.bias:+.2f} %"
                for own in found
            )
            lines.append(f"| {machine} | {name} | {' | '.join(told)} |")
    return lines


_PRECISE_COLUMNS = ("covered", "all", "known", "rounds", "bias")
_TURNS_HEAD = """\
Before any statistics, the table shows the effect of taking turns: the standard deviation of a round's ln(ratio) of two
equal cells out of eight, by the number of turns in a round ({studies} rounds a figure). The part that remains with many
turns is the difference between processes. *Apart* is the same standard deviation for processes that run one after the
other, each with five batches in a row. *Bias* is the bias of the ratio with 20 turns, in percent of the ratio.
"""


def in_turns(studies: int) -> list[str]:
    """The lines on the effect of turns."""
    counts = (1, 2, 5, 10, 20, 40)
    columns = ["Machine", "Apart", *(f"{count} turn{'s' if count > 1 else ''}" for count in counts), "Bias"]
    lines = [_TURNS_HEAD.format(studies=f"{studies:,}"), *heading(columns)]
    for row, machine in enumerate((*MACHINES, UNLIKE)):
        scatter = [_scatter(4000 + row, studies, replace(machine, turns=count)) for count in counts]
        told = " | ".join(f"{100 * sd:.1f} %" for sd, _ in scatter)
        apart, bias = 100 * _apart(5000 + row, studies, machine), 100 * scatter[counts.index(20)][1]
        lines.append(f"| {machine} | {apart:.1f} % | {told} | {bias:+.2f} % |")
    return lines


def _scatter(seed: int, rounds: int, machine: Machine) -> tuple[float, float]:
    """SD and bias of a round's ln(ratio) of two cells of eight."""
    found = np.concatenate([logs[:, 0] for logs in ratios(seed, rounds, 1, [1.0] * 7, machine)])
    return float(found.std()), float(found.mean())


def _apart(seed: int, rounds: int, machine: Machine) -> float:
    """Likewise, the two a long time from each other: one's five batches in a row, then the other's."""
    single = replace(machine, turns=5)
    sides = [
        np.concatenate(
            [np.median(some.logs[:, :, 0], axis=2)[:, 0] for some in drawn(seed + at, rounds, 1, [1.0], single)]
        )
        for at in (0, 1)
    ]
    return float((sides[0] - sides[1]).std())


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
    rule = ComparisonRule(method, 1 - CONFIDENCE, None)
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
    """The lines of the page on groupings, from simulations of `designs` designs per share."""
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
    """The lines on family error and coverage, from simulations of `studies` studies per share."""
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
    plain = [FACTOR] * DIFFERING
    for row, machine in enumerate(MACHINES):
        seed = 100 * row
        found = [
            family_error(seed + 20, studies, 20, comparisons, machine, precision=wanted) for wanted in (None, 0.05)
        ]
        found += [
            family_error(seed + 90 + n, studies, n, comparisons, machine, slower=plain, precision=wanted)
            for n, wanted in ((5, None), (20, None), (20, 0.05))
        ]
        covered = [coverage(seed + 50 + n, RATIOS * studies, n, machine) for n in (3, 5, 10, 20)]
        lines.append(f"| {machine} | {' | '.join(f'{100 * share:.1f} %' for share in (*found, *covered))} |")
    return lines


def powers(studies: int) -> list[str]:
    """The lines on power, likewise."""
    comparisons = COMPARISONS
    columns = ["Machine", "At most", "Comparisons"]
    columns += [column for share in (2, 5, 10) for column in (f"{share} % found", "rounds", "covered")]
    lines = [_POWER_HEAD.format(comparisons=comparisons, factor=FACTOR, studies=f"{studies:,}"), *heading(columns)]
    for row, machine in enumerate(MACHINES):
        for rounds in (10, 20):
            for of, others, said in ((1, 1.0, "1"), (comparisons, 1.0, f"{comparisons}"), _PLAIN):
                seed = 10_000 + 1000 * row + 10 * rounds + of + round(others)
                found = [
                    power(seed + 100 * i, studies, rounds, ratio, of, machine, others=others)
                    for i, ratio in enumerate((1.02, 1.05, 1.1))
                ]
                told = (f"{100 * own.found:.1f} % | {own.rounds:.1f} | {100 * own.covered:.1f} %" for own in found)
                lines.append(f"| {machine} | {rounds} | {said} | {' | '.join(told)} |")
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
