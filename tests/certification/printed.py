"""What a report prints beside verdicts, judged by simulation with known truth: each function gives a section's lines.

All of it goes through the code of real runs: `decide`, `session_times`, `cost_curve`, `fastest_of`, `agreement`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tests.certification.noise import NOISES, TIME_NS, Noise, drawn, times
from tests.certification.operating import (
    BAND,
    COMPARISONS,
    CONFIDENCE,
    FACTOR,
    decisions,
    heading,
    holds,
    logs_of,
    running_of,
)
from wirelab.analysis.drift import drift_within_rounds
from wirelab.analysis.fastest import fastest_of
from wirelab.analysis.growth import compare, cost_curve
from wirelab.analysis.intervals import scatter_of
from wirelab.analysis.power import rounds_needed, smallest_found
from wirelab.analysis.ratios import bootstrap_ratio, fieller_paired
from wirelab.analysis.running import Running
from wirelab.analysis.session import Times, session_fit, session_times
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.finding import Interval, Verdict
from wirelab.model.forecast import Crossing
from wirelab.model.subject import Subject

CELLS = tuple(
    Cell(CorpusName("w", "1", "plain"), "here", Subject(f"codec-{at}"), Operation.SERIALIZE) for at in range(16)
)
SIZES = np.array([1e3, 1e4, 1e5, 1e6])
LINE, ALIKE, CROSSING, PROPORTIONAL = LINES = ((5000.0, 2.0), (5000.0, 2.0), (15000.0, 1.5), (0.0, 2.0))
CROSSING_AT = 20_000.0
Share = float


def together(studies: int) -> list[str]:
    """How often all intervals of a study hold at once."""
    cases: dict[str, list[float]] = {
        f"all {COMPARISONS} equal": [1.0] * COMPARISONS,
        "three plain": [FACTOR] * 3 + [1.0] * (COMPARISONS - 3),
        "all 5 % slower": [1.05] * COMPARISONS,
        "2, 2, 5, 5, 10, 10 %, plain": [1.02, 1.02, 1.05, 1.05, 1.1, 1.1, FACTOR],
    }
    head = (
        f"Each interval by itself is promised to hold in at least 95 % of studies. This is how often all {COMPARISONS}"
        f" of a study of at most 20 rounds hold ({studies:,} studies a share). Nothing is promised of that, since what"
        " was found leaves its share of the error to the others; it is 95 % all the same, because most of what is found"
        " is found long before its share is spent.\n"
    )
    return table(
        head,
        ("ICC, drift by", *cases),
        lambda noise: [together_held(50, studies, own, noise) for own in cases.values()],
    )


def together_held(seed: int, studies: int, ratios: Sequence[float], noise: Noise) -> Share:
    """Share of studies of 20 rounds in which every interval that is shown holds."""
    schedule = Schedule(20, len(ratios))
    held = 0
    for study in times(seed, studies, 20, ratios, noise).studies():
        held += all(holds(each, ratio) for each, ratio in zip(decisions(study, schedule), ratios, strict=True))
    return held / studies


def equated(seed: int, studies: int, rounds: int, ratio: float, comparisons: int, noise: Noise) -> tuple[Share, Share]:
    """Share of comparisons called equivalent, and of studies that call any so, where all cells truly have `ratio`."""
    schedule = Schedule(rounds, comparisons)
    found = [
        sum(each.verdict.equates for each in decisions(study, schedule))
        for study in times(seed, studies, rounds, [ratio] * comparisons, noise).studies()
    ]
    return sum(found) / (studies * comparisons), sum(number > 0 for number in found) / studies


def equivalence(studies: int) -> list[str]:
    """Of equal cells, and of cells just as different as the band is wide."""
    head = (
        f"*Found* is the share of equal cells that are called equivalent within {100 * BAND:.0f} %, in studies of 1 and"
        f" of {COMPARISONS} comparisons ({studies:,} studies a share). *Wrong* is the share of studies in which any"
        f" cell that truly takes {1 + BAND} times as long is called so: at most 5 % are promised.\n"
    )
    columns = [
        f"{name}, {of} of {of}, {rounds} rounds"
        for name in ("Found", "Wrong")
        for of in (1, COMPARISONS)
        for rounds in (20, 40)
    ]

    def shares(noise: Noise) -> list[Share]:
        cases = [(of, rounds) for of in (1, COMPARISONS) for rounds in (20, 40)]
        found = [equated(60 + n, studies, n, 1.0, of, noise)[0] for of, n in cases]
        return found + [equated(61 + n, studies, n, 1 + BAND, of, noise)[1] for of, n in cases]

    return table(head, ("ICC, drift by", *columns), shares)


def said_rounds(seed: int, studies: int, noise: Noise, ratio: float) -> tuple[int, Share, int, Share]:
    """Rounds that are said to find `ratio` or to equate equals, and the shares of so long studies that do.

    What is said rests on the scatter of one run; here on that of many, since the question is whether it is true then.
    """
    runs = times(seed, studies, 20, [1.0], noise).studies()
    sd = math.sqrt(float(np.mean([scatter_of(own).variance for study in runs for own in logs_of(study)])))
    needed = rounds_needed(sd, ratio, band=BAND, schedule=Schedule(20, COMPARISONS))
    to_find, to_equate = needed.to_find or 0, needed.to_equate or 0
    found, equal = (
        [
            decisions(study, Schedule(max(20, n), COMPARISONS), ended=False)[0].verdict
            for study in times(seed + 1, studies, n, [true], noise).studies()
        ]
        for n, true in ((to_find, ratio), (to_equate, 1.0))
    )
    shares = sum(each.differs for each in found) / studies, sum(each.equates for each in equal) / studies
    return to_find, shares[0], to_equate, shares[1]


STILL = tuple(Noise(correlation, drift=1.0) for correlation in (0.43, 0.64))
"""Machines without drift: the scatter is the same in every study."""


def rounds_said(studies: int) -> list[str]:
    """How many rounds a decision takes."""
    head = (
        "Where a comparison is unresolved, a report says how many rounds find a difference in 80 % of cases, and how"
        " many show that two equals are equivalent. It takes the run's own scatter for that, so here the machine does"
        f" not drift, which would make it another in each study. This is what is said for {COMPARISONS} comparisons,"
        f" and the share of studies that are decided so by then ({studies:,} studies a share); at least 80 % are"
        " promised. Looks before only add to that.\n"
    )
    columns = ("ICC", "To find 5 %", "found", "To find 10 %", "found", "To equate", "equated")
    lines = [head, *heading(columns)]
    for row, noise in enumerate(STILL):
        five, found_5, *_ = said_rounds(140 + row, studies, noise, 1.05)
        ten, found_10, equal, equated_ = said_rounds(140 + row, studies, noise, 1.1)
        shares = ((five, found_5), (ten, found_10), (equal, equated_))
        lines.append(f"| {noise.correlation} | {' | '.join(f'{n} | {percent(share)}' for n, share in shares)} |")
    return lines


def twin_alarms(seed: int, studies: int, bias: float, noise: Noise) -> tuple[Share, float]:
    """Share of studies of 20 rounds whose twin raises an alarm, and the median of the bias they say they would see."""
    schedule, alarms, unseen = Schedule(20, 1), 0, []
    for study in times(seed, studies, 20, [bias], noise).studies():
        (decision,) = decisions(study, schedule)
        alarms += decision.verdict is Verdict.DIFFERENT
        sd = math.sqrt(scatter_of([log for _, log in decision.logs]).variance)
        unseen.append(smallest_found(sd, decision.rounds, schedule.level_to_differ(decision.rounds, last=True)))
    return alarms / studies, float(np.median(unseen))


def twins(studies: int) -> list[str]:
    """False alarms, and how often a bias is seen."""
    head = (
        f"*Alarms* is the share of twins that differ from their cell by more than the band in runs of 20 rounds where"
        f" nothing is wrong ({studies:,} runs a share); at most 5 % are promised. *Would see* is the bias that the"
        " middle one of these runs says it would see in 80 % of cases, and *seen* is the share of runs that do see a"
        " bias of that size.\n"
    )
    lines = [head, *heading(("ICC, drift by", "Alarms", "Would see", "Seen"))]
    for row, noise in enumerate(NOISES):
        alarms, bias = twin_alarms(70 + row, studies, 1.0, noise)
        seen, _ = twin_alarms(80 + row, studies, bias, noise)
        lines.append(f"| {noise} | {percent(alarms)} | {percent(bias - 1)} | {percent(seen)} |")
    return lines


def ranked(seed: int, studies: int, ratios: Sequence[float], noise: Noise) -> tuple[Share, float]:
    """Share of studies of 20 rounds that name the reference, the truly fastest, and how many cells they name."""
    schedule, held, named = Schedule(20, len(ratios)), 0, 0
    for study in times(seed, studies, 20, ratios, noise).studies():
        rounds = [each.rounds for each in decisions(study, schedule)]
        kept = [max(rounds), *rounds]  # a decided cell is measured no more; the reference is, as long as any is
        by_round = [{b: own[b] for b in range(n)} for own, n in zip(columns_of(study[0]), kept, strict=True)]
        cells = range(len(kept))
        running = running_of(study).needed(dict(enumerate(kept)))

        def drift(pairs: Sequence[tuple[int, int]], running: Running = running) -> Sequence[Mapping[int, float]]:
            return drift_within_rounds(replace(running, pairs=tuple(pairs)))

        fastest = fastest_of(cells, dict(enumerate(by_round)), CONFIDENCE, drift=drift)
        held += cells[0] in fastest
        named += len(fastest)
    return held / studies, named / studies


def ranks(studies: int) -> list[str]:
    """The cells among which the fastest is."""
    cases = {"all equal": [1.0] * 5, "5 % apart": [1.05] * 5, "2, 5, 10, 20, 100 % apart": [1.02, 1.05, 1.1, 1.2, 2.0]}
    head = (
        "A report names the cell with the least time, and all that may be as fast or faster. *Held* is the share of"
        f" studies of 6 cells and 20 rounds in which the truly fastest is among those named ({studies:,} studies a"
        " share); at least 95 % are promised. *Named* is how many are, on average.\n"
    )
    lines = [head, *heading(("ICC, drift by", *(f"{name}: {what}" for name in cases for what in ("held", "named"))))]
    for row, noise in enumerate(NOISES):
        found = [ranked(90 + row, studies, own, noise) for own in cases.values()]
        told = " | ".join(f"{percent(held)} | {named:.1f}" for held, named in found)
        lines.append(f"| {noise} | {told} |")
    return lines


def times_held(seed: int, studies: int, rounds: int, cells: int, noise: Noise) -> tuple[Share, Share]:
    """Share of a cell's intervals that hold its time at the session's speeds, and at those of all sessions."""
    found = drawn(seed, studies, rounds, np.full(cells, TIME_NS), noise)
    held = ever = 0
    for study, speed in zip(found.times_ns, found.speeds, strict=True):
        interval = session_times(session_of(study), CONFIDENCE)[CELLS[0]]
        held += contains(interval, TIME_NS * math.exp(speed.mean()))
        ever += contains(interval, TIME_NS)
    return held / studies, ever / studies


def times_of_sessions(studies: int) -> list[str]:
    """Absolute times."""
    head = (
        "The interval of a time is of this session: of the time at the speeds that the machine had then. *Covered* is"
        f" the share of 95 % intervals that contain it, with 8 cells in a study, or with 2 ({studies:,} studies a"
        " share); with 8, 93 to 97.5 % are required. Two cells tell less of what the machine does within a round, and"
        " their intervals are wider than they need be. The last column says what such an interval is not: how often it"
        " contains the time at the machine's mean speed over all sessions.\n"
    )
    cases = ((3, 8), (5, 8), (10, 8), (20, 8), (5, 2), (10, 2))
    columns = [
        "ICC, drift by",
        *(f"Covered, {n} rounds, {cells} cells" for n, cells in cases),
        "All sessions, 10 rounds",
    ]

    def shares(noise: Noise) -> list[Share]:
        found = [times_held(100 + n + cells, studies, n, cells, noise) for n, cells in cases]
        return [*(held for held, _ in found), found[2][1]]

    return table(head, columns, shares)


def grown(
    seed: int, studies: int, rounds: int, noise: Noise, *, dropped_after: int | None = None
) -> NDArray[np.float64]:
    """Shares of studies in which what is said of growth is right.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each.
        noise: of the machine.
        dropped_after: rounds after which two of the four sizes of a codec are decided and measured no more.

    Returns:
        Intervals of the fixed cost, the cost a byte and the exponent that hold the truth; two equal codecs told apart
        anywhere; two that cross called so; of those, intervals that hold the crossing.
    """
    truth = np.array([fixed + per_byte * size for fixed, per_byte in LINES for size in SIZES])
    found = drawn(seed, studies, rounds, truth, noise)
    right = np.zeros(6)
    for study, speed in zip(found.times_ns, found.speeds, strict=True):
        session = session_of(study)
        if dropped_after is not None:
            session = {
                cell: own[: dropped_after if at % 4 < 2 else None] for at, (cell, own) in enumerate(session.items())
            }
        fit = session_fit(session)
        assert fit is not None
        line, alike, crossing, proportional = (
            cost_curve(fit, range(4 * at, 4 * at + 4), SIZES.tolist(), CONFIDENCE) for at in range(4)
        )
        # Costs are those at the mean speed over all processes of the session.
        slowness = math.exp(float(speed @ fit.counts.sum(axis=0) / fit.counts.sum()))
        other = compare(fit, line, crossing)
        crosses = other.outcome is Crossing.CROSSES
        right += (
            contains(line.model.fixed_ns, LINE[0] * slowness),
            contains(line.model.per_byte_ns, LINE[1] * slowness),
            contains(proportional.model.exponent, 1.0),
            compare(fit, line, alike).outcome is not Crossing.OPEN,
            crosses,
            crosses and (other.low_bytes or 0.0) <= CROSSING_AT <= (other.high_bytes or math.inf),
        )
    right[5] /= max(1.0, right[4]) / studies
    shares: NDArray[np.float64] = right / studies
    return shares


def growth(studies: int) -> list[str]:
    """Cost models of four codecs at four sizes."""
    head = (
        "Four codecs at four sizes, from 1 kB to 1 MB. Two cost 5 µs a call and 2 ns a byte, one crosses them at 20 kB,"
        " and one is proportional to size. *Covered* is the share of 95 % intervals that contain the fixed cost, the"
        f" cost a byte (both at the session's speeds) and the exponent ({studies:,} studies a share); 93 to 97.5 % are"
        " required. *Told apart* is the share of studies that call the two equal codecs different at any size; at most"
        " 5 % are promised. *Crosses* is the share that find the crossing, and *held* the share of those whose interval"
        " contains it; at least 95 % are promised. *Dropped*: of each codec two sizes were decided after 5 rounds.\n"
    )
    columns = ("ICC, drift by", "Rounds", "Covered, fixed", "a byte", "exponent", "Told apart", "Crosses", "held")
    lines = [head, *heading(columns)]
    for row, noise in enumerate(NOISES):
        for rounds, dropped in ((5, None), (10, None), (10, 5)):
            shares = grown(110 + row, studies, rounds, noise, dropped_after=dropped)
            said = f"{rounds}, dropped" if dropped else f"{rounds}"
            lines.append(f"| {noise} | {said} | {' | '.join(map(percent, shares))} |")
    return lines


def checks(studies: int) -> list[str]:
    """Ratios by other roads."""
    head = (
        "Reports check ratios by Fieller's interval of arithmetic means and, from ten rounds on, by a bootstrap of"
        f" rounds. This is the share of 95 % intervals that contain the true ratio ({studies:,} studies a share). The"
        " bootstrap is narrower than it should be with so few rounds, as its text says; no verdict rests on it.\n"
    )
    cases = ((5, "fieller"), (10, "fieller"), (20, "fieller"), (10, "bootstrap"), (20, "bootstrap"))

    def shares(noise: Noise) -> list[Share]:
        return [_check_held(120 + n, studies, n, method, noise) for n, method in cases]

    return table(head, ("ICC, drift by", *(f"{method.capitalize()}, {n} rounds" for n, method in cases)), shares)


def _check_held(seed: int, studies: int, rounds: int, method: str, noise: Noise) -> Share:
    held = 0
    for study in times(seed, studies, rounds, [1.05], noise).times_ns:
        reference, own = columns_of(study)
        found = (
            fieller_paired(own, reference, CONFIDENCE)
            if method == "fieller"
            else bootstrap_ratio(own, reference, CONFIDENCE, seed=0)
        )
        held += found is not None and contains(found, 1.05)
    return held / studies


def session_of(study: NDArray[np.float64]) -> Times:
    return {cell: list(enumerate(column.tolist())) for cell, column in zip(CELLS, study.T, strict=False)}


def columns_of(study: NDArray[np.float64]) -> list[dict[int, float]]:
    return [dict(enumerate(column.tolist())) for column in study.T]


def contains(interval: Interval, truth: float) -> bool:
    return interval.low <= truth <= interval.high


def table(head: str, columns: Sequence[str], shares: Callable[[Noise], Sequence[Share]]) -> list[str]:
    return [head, *heading(columns), *(f"| {noise} | {' | '.join(map(percent, shares(noise)))} |" for noise in NOISES)]


def percent(share: Share) -> str:
    return f"{100 * share:.1f} %"
