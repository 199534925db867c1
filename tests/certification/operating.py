"""Operating characteristics of the method, by simulation with known truth: `python -m tests.certification.operating`.

It writes docs/operating-characteristics.md. Times are drawn at once for thousands of studies on a machine as noisy as
the one METHOD measured; what judges them is the code that judges real ones: `decide`, `paired_ratio` and `Schedule`;
for tables of others `compare_levels`.

- drift: log speed is an AR(1) series with lag-1 autocorrelation 0.8, scaled to span a factor of 1.55 over a study of
  20 rounds. Its steps are rounds (speed moves along between them) or, harsher, single processes.
- batch: log-normal, SD 2 %; five a process, which counts by their median.
- process: log-normal, SD such that the process's share of the variance of single batches (intra-class correlation) is
  as given.
- order: a round's cells are shuffled anew.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.certification.tables import lines as lines_on_tables
from wirelab.analysis.comparisons import ComparisonRule, compare_levels
from wirelab.analysis.decision import Decision, decide
from wirelab.analysis.equal_variances import ENOUGH_FOR_VARIANCES, Scatter, scatter_of
from wirelab.analysis.intervals import paired_ratio
from wirelab.analysis.least_squares import fit, gather
from wirelab.design.sequential import Schedule
from wirelab.model.factorial import ComparisonMethod, ScaledResponse, Transform
from wirelab.model.finding import Verdict
from wirelab.model.observations import Factor, Observations

PAGE = Path(__file__).resolve().parents[2] / "docs" / "operating-characteristics.md"
ALARMS = {Verdict.DIFFERENT, Verdict.NEGLIGIBLE}
BAND, CONFIDENCE = 0.02, 0.95
TIME_NS = 50_000.0
BATCHES = 5
SPAN_ROUNDS = 20
COMPARISONS, DIFFERING, FACTOR = 7, 3, 2.0
_PLAIN = COMPARISONS, FACTOR, f"{COMPARISONS}, others plain"
_HEAD = """\
# Operating characteristics

This page shows how often the method is right when the truth is known. `python -m tests.certification.operating`
writes it. Each share comes from {studies} simulated studies with seeds, judged by the lab's own code (standard error of
a share of 5 %: {error} points).

The simulated machine is as noisy as the one that was measured (`tests/certification/operating.py`). It drifts 1.55x
over 20 rounds with lag-1 autocorrelation 0.8, stepping by round or by process. Batches scatter by 2 %, and processes so
much that the intra-class correlation (ICC) is 0.43 or 0.64, the bounds that were measured.

## Family error and coverage

*Family error* is the share of studies of {cells} equal cells that call any of the {comparisons} comparisons different,
negligibly or not. *Mixed* is the same where {differing} of the {comparisons} cells truly take {factor:g} times as long.
What is found of them leaves its share of the error to the {equal} equal ones, which alone can be called different
wrongly. We promise at most 5 % of both. *Coverage* is the share of 95 % intervals of a ratio that contain the true
ratio after a set number of rounds (drawn at 95 %, since nothing stops early). Here and below,
93.5 to 96.5 % is required.
"""
_FIXED_COLUMNS = (
    *("ICC, drift by", "Family error, 20 rounds", "40 rounds", "Mixed, 5 rounds", "20 rounds"),
    *("Coverage, 3 rounds", "5", "7", "10", "20", "40"),
)

_POWER_HEAD = """
## Power, and coverage after stopping

One cell is slower by 2, 5 or 10 %. *Found* is the share of studies that say so. That comparison is the only one, or
one of {comparisons} of which the others are equal, or one of {comparisons} of which the others take {factor:g} times as
long ("{comparisons}, others plain"). *Rounds* is their mean number until the comparison is decided or the study ends.
*Covered* is the share of the 95 % intervals shown at that point that contain the truth. A comparison stops because it
looks decided, so an interval that ignores stopping contains the truth only 92.5 to 95 % of the time. The intervals
shown are therefore drawn at {level:.0f} % (docs/decisions/0012-intervals-that-know-of-stopping.md). Verdicts use the
wider intervals of the schedule.
"""

_GROUPINGS_HEAD = """
## Groupings of `wirelab analyze`

The table shows in how many of {designs} designs any two levels are called different. Each design has one factor with
{levels} equal levels, normal and without drift. Rows differ in the levels' scatter (standard deviation), columns in
observations per level (standard error of a share of 5 %: {error} points). *By rule* is what happens unless you choose a
method. With fewer than {few} observations per level, no test finds unequal variances reliably, and methods that do not
assume equal ones find much less. If you expect scatter to differ, choose `--method welch-holm` or measure more
(docs/decisions/0013-unequal-variances.md).
"""


@dataclass(frozen=True, slots=True)
class Noise:
    """What a machine does to times; the defaults are METHOD's.

    Attributes:
        correlation: intra-class, of batches within processes.
        by_process: whether the drift steps from process to process, else from round to round.
        batch: SD of a batch's log time.
        drift: factor the machine's speed spans over `SPAN_ROUNDS` rounds.
        autocorrelation: of the drift from step to step.
    """

    correlation: float = 0.5
    by_process: bool = False
    batch: float = 0.02
    drift: float = 1.55
    autocorrelation: float = 0.8

    @property
    def process(self) -> float:
        """SD of a process's log time."""
        return self.batch * math.sqrt(self.correlation / (1 - self.correlation))

    def __str__(self) -> str:
        return f"{self.correlation:.2f}, {'process' if self.by_process else 'round'}"


NOISES = tuple(Noise(correlation, by_process) for correlation in (0.43, 0.64) for by_process in (False, True))


def times(seed: int, studies: int, rounds: int, ratios: Sequence[float], noise: Noise) -> NDArray[np.float64]:
    """Process times in ns, shape (studies, rounds, cells): the reference, then the cells of `ratios`."""
    random = np.random.default_rng(seed)
    truth = np.log(TIME_NS * np.array([1.0, *ratios]))
    cells = len(truth)
    drift = _drift(random, studies, rounds, cells, noise)
    places = random.permuted(np.broadcast_to(np.arange(cells), (studies, rounds, cells)), axis=2)
    moments = np.arange(rounds)[None, :, None] + places / cells
    own = noise.process * random.standard_normal((studies, rounds, cells))
    batches = noise.batch * random.standard_normal((studies, rounds, cells, BATCHES))
    logs = truth + _at(drift, moments * (cells if noise.by_process else 1)) + own + np.median(batches, axis=3)
    found: NDArray[np.float64] = np.exp(logs)
    return found


def decisions(study: NDArray[np.float64], schedule: Schedule) -> tuple[Decision, ...]:
    """What the lab makes of each comparison of one study, shape (rounds, cells), when it has ended."""
    reference, *others = ({b: float(time) for b, time in enumerate(column)} for column in study.T)
    rounds = len(study)
    return decide([(own, reference) for own in others], schedule=schedule, band=BAND, rounds=rounds, ended=True)


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
    for study in times(seed, studies, rounds, [1.0] * equal + list(slower), noise):
        alarms += any(each.verdict in ALARMS for each in decisions(study, schedule)[:equal])
    return alarms / studies


def coverage(seed: int, studies: int, rounds: int, noise: Noise) -> float:
    """Share of 95 % intervals of one ratio, after a set number of rounds, that hold the true ratio."""
    truth = 1.05
    held = 0
    for study in times(seed, studies, rounds, [truth], noise):
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
        covered: share of the 95 % intervals shown then that hold the true ratio.
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
    for study in times(seed, studies, rounds, [ratio] + [others] * (comparisons - 1), noise):
        decision = decisions(study, schedule)[0]
        found += decision.verdict in ALARMS and decision.interval is not None and decision.interval.estimate > 1
        spent += decision.rounds
        reference, own = (
            {b: float(time) for b, time in enumerate(column)} for column in study[: decision.rounds, :2].T
        )
        shown = paired_ratio(own, reference, schedule.level_to_draw(CONFIDENCE))
        held += shown is not None and shown.low <= ratio <= shown.high
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
        designs=f"{designs:,}", levels=len(SCATTERS["equal"]), error=_error_points(designs), few=ENOUGH_FOR_VARIANCES
    )
    columns = ["Scatter", "Comparisons", *(f"{count} observations" for count in counts)]
    lines = [head, *_heading(columns)]
    for row, (name, scatter) in enumerate(SCATTERS.items()):
        for method in (None, ComparisonMethod.TUKEY, ComparisonMethod.WELCH_HOLM):
            seeds = [20_000 + 100 * row + count for count in counts]
            errors = [grouping_error(seed, designs, n, scatter, method) for seed, n in zip(seeds, counts, strict=True)]
            told = " | ".join(f"{100 * error:.1f} %" for error in errors)
            lines.append(f"| {name} | {method or 'by rule'} | {told} |")
    return lines


def tables(designs: int) -> list[str]:
    """The lines of the page on tables of others, from simulations of `designs` designs a share."""
    return list(lines_on_tables(designs, _error_points(designs)))


def page(studies: int = 10_000) -> str:
    """The page, from simulations of `studies` studies a share."""
    comparisons = COMPARISONS
    head = _HEAD.format(
        studies=f"{studies:,}",
        error=_error_points(studies),
        cells=comparisons + 1,
        comparisons=comparisons,
        differing=DIFFERING,
        factor=FACTOR,
        equal=comparisons - DIFFERING,
    )
    lines = [head, *_heading(_FIXED_COLUMNS)]
    for row, noise in enumerate(NOISES):
        seed = 100 * row
        errors = [family_error(seed + n, studies, n, comparisons, noise) for n in (20, 40)]
        plain = [FACTOR] * DIFFERING
        errors += [family_error(seed + 90 + n, studies, n, comparisons, noise, slower=plain) for n in (5, 20)]
        covered = [coverage(seed + 50 + n, studies, n, noise) for n in (3, 5, 7, 10, 20, 40)]
        lines.append(f"| {noise} | {' | '.join(f'{100 * share:.1f} %' for share in (*errors, *covered))} |")
    level = 100 * Schedule(20, comparisons).level_to_draw(CONFIDENCE)
    lines.append(_POWER_HEAD.format(level=level, comparisons=comparisons, factor=FACTOR))
    columns = ["ICC, drift by", "At most", "Comparisons"]
    columns += [column for share in (2, 5, 10) for column in (f"{share} % found", "rounds", "covered")]
    lines += _heading(columns)
    for row, noise in enumerate(NOISES):
        for rounds in (20, 40):
            for of, others, said in ((1, 1.0, "1"), (comparisons, 1.0, f"{comparisons}"), _PLAIN):
                seed = 10_000 + 1000 * row + 10 * rounds + of + round(others)
                powers = [
                    power(seed + 100 * i, studies, rounds, ratio, of, noise, others=others)
                    for i, ratio in enumerate((1.02, 1.05, 1.1))
                ]
                told = (f"{100 * own.found:.1f} % | {own.rounds:.1f} | {100 * own.covered:.1f} %" for own in powers)
                lines.append(f"| {noise} | {rounds} | {said} | {' | '.join(told)} |")
    return "\n".join([*lines, *groupings(studies // 10), *tables(studies // 10)]) + "\n"


def _heading(columns: Sequence[str]) -> tuple[str, str]:
    return f"| {' | '.join(columns)} |", f"| {' | '.join('---' for _ in columns)} |"


def _error_points(number: int) -> str:
    return f"{100 * math.sqrt(0.05 * 0.95 / number):.1f}"


def _drift(random: np.random.Generator, studies: int, rounds: int, cells: int, noise: Noise) -> NDArray[np.float64]:
    """Log slowness at each step, shape (studies, steps), spanning ln(drift) over `SPAN_ROUNDS` rounds."""
    a_round = cells if noise.by_process else 1
    steps, span = max(rounds, SPAN_ROUNDS) * a_round + 1, SPAN_ROUNDS * a_round + 1
    series = np.empty((studies, steps))
    series[:, 0] = random.standard_normal(studies) / math.sqrt(1 - noise.autocorrelation**2)
    for step in range(1, steps):
        series[:, step] = noise.autocorrelation * series[:, step - 1] + random.standard_normal(studies)
    first = series[:, :span]
    scale = math.log(noise.drift) / (first.max(axis=1) - first.min(axis=1))
    scaled: NDArray[np.float64] = series * scale[:, None]
    return scaled


def _at(series: NDArray[np.float64], moments: NDArray[np.float64]) -> NDArray[np.float64]:
    """The series between its steps, by straight lines; moments have shape (studies, rounds, cells)."""
    step = np.minimum(moments.astype(np.intp), series.shape[1] - 2)
    study = np.arange(len(series))[:, None, None]
    part = moments - step
    between: NDArray[np.float64] = (1 - part) * series[study, step] + part * series[study, step + 1]
    return between


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
