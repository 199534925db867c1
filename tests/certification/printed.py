"""Results printed beside verdicts, judged by simulation with known truth: each function gives a section's lines.

All of it goes through the code of real runs: `decide`, `time_interval`, `cost_curve`, `fastest_of`, `slow_modes`.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tests.certification.noise import MACHINES, TIME_NS, Logs, Machine, drawn, ratios
from tests.certification.operating import BAND, COMPARISONS, CONFIDENCE, decisions, heading
from wirelab.analysis.audit.usage import slow_modes
from wirelab.analysis.cells_and_rounds import two_way_fit
from wirelab.analysis.decide.fastest import ByRound, fastest_of
from wirelab.analysis.decide.intervals import scatter_of, time_interval
from wirelab.analysis.decide.power import rounds_needed, smallest_found
from wirelab.analysis.growth import compare, cost_curve
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.model.findings.forecast import Crossing
from wirelab.model.subject import Subject

CELLS = tuple(
    Cell(CorpusName("w", "1", "plain"), "here", Subject(f"codec-{at}"), Operation.SERIALIZE) for at in range(16)
)
SIZES = np.array([1e3, 1e4, 1e5, 1e6])
LINE, ALIKE, CROSSING, PROPORTIONAL = LINES = ((5000.0, 2.0), (5000.0, 2.0), (15000.0, 1.5), (0.0, 2.0))
CROSSING_AT = 20_000.0
Share = float


def equated(
    seed: int, studies: int, rounds: int, ratio: float, comparisons: int, machine: Machine
) -> tuple[Share, Share]:
    """Share of comparisons called equivalent, and of studies that call any so, where all cells truly have `ratio`."""
    schedule = Schedule(rounds, comparisons)
    found = [
        sum(each.verdict.equates for each in decisions(logs, schedule))
        for logs in ratios(seed, studies, rounds, [ratio] * comparisons, machine)
    ]
    return sum(found) / (studies * comparisons), sum(number > 0 for number in found) / studies


def equivalence(studies: int) -> list[str]:
    """Equivalence of equal cells, and of cells just as different as the band is wide."""
    head = (
        f"*Found* is the share of equal cells that are called equivalent within {100 * BAND:.0f} %, in studies of 1 and"
        f" of {COMPARISONS} comparisons ({studies:,} studies per share). *Wrong* is the share of studies in which any"
        f" cell that truly takes {1 + BAND} times as long is called so: at most 5 % are promised.\n"
    )
    columns = [
        f"{name}, {of} of {of}, {rounds} rounds"
        for name in ("Found", "Wrong")
        for of in (1, COMPARISONS)
        for rounds in (20, 40)
    ]

    def shares(machine: Machine) -> list[Share]:
        cases = [(of, rounds) for of in (1, COMPARISONS) for rounds in (20, 40)]
        found = [equated(60 + n, studies, n, 1.0, of, machine)[0] for of, n in cases]
        return found + [equated(61 + n, studies, n, 1 + BAND, of, machine)[1] for of, n in cases]

    return table(head, ("Machine", *columns), shares)


def said_rounds(seed: int, studies: int, machine: Machine, ratio: float) -> tuple[int, Share, int, Share]:
    """Rounds that are said to find `ratio` or to equate equals, and the shares of so long studies that do.

    A report bases this on the scatter of one run, and this function on that of many, to see whether it is true then.
    """
    runs = ratios(seed, studies, 20, [1.0], machine)
    sd = math.sqrt(float(np.mean([scatter_of(logs[:, 0].tolist()).variance for logs in runs])))
    needed = rounds_needed(sd, ratio, band=BAND, schedule=Schedule(20, COMPARISONS))
    to_find, to_equate = needed.to_find or 0, needed.to_equate or 0
    found, equal = (
        [
            decisions(logs, Schedule(max(20, n), COMPARISONS), ended=False)[0].verdict
            for logs in ratios(seed + 1, studies, n, [true], machine)
        ]
        for n, true in ((to_find, ratio), (to_equate, 1.0))
    )
    shares = sum(each.differs for each in found) / studies, sum(each.equates for each in equal) / studies
    return to_find, shares[0], to_equate, shares[1]


def rounds_said(studies: int) -> list[str]:
    """How many rounds a decision takes."""
    head = (
        "For an unresolved comparison, a report gives the number of rounds that find a difference in 80 % of cases, and"
        f" the number that show two equals to be equivalent. The table has these numbers for {COMPARISONS} comparisons,"
        f" and the share of studies that are decided by then ({studies:,} studies per share); at least 80 % are"
        " promised. Earlier looks only add to that.\n"
    )
    columns = ("Machine", "To find 5 %", "found", "To find 10 %", "found", "To equate", "equated")
    lines = [head, *heading(columns)]
    for row, machine in enumerate(MACHINES[:4]):
        five, found_5, *_ = said_rounds(140 + row, studies, machine, 1.05)
        ten, found_10, equal, equated_ = said_rounds(140 + row, studies, machine, 1.1)
        shares = ((five, found_5), (ten, found_10), (equal, equated_))
        lines.append(f"| {machine} | {' | '.join(f'{n} | {percent(share)}' for n, share in shares)} |")
    return lines


def twin_alarms(seed: int, studies: int, bias: float, machine: Machine) -> tuple[Share, float]:
    """Share of studies of 20 rounds whose twin raises an alarm, and the median of the bias they say they would see."""
    schedule, alarms, unseen = Schedule(20, 1), 0, []
    for logs in ratios(seed, studies, 20, [bias], machine):
        (decision,) = decisions(logs, schedule)
        alarms += decision.verdict is Verdict.DIFFERENT
        sd = math.sqrt(scatter_of([log for _, log in decision.values]).variance)
        unseen.append(smallest_found(sd, decision.rounds, schedule.level_to_differ(decision.rounds, last=True)))
    return alarms / studies, float(np.median(unseen))


def twins(studies: int) -> list[str]:
    """False alarms, and how often a bias is seen."""
    head = (
        "*Alarms* is the share of twins that differ from their cell by more than the band in runs of 20 rounds where"
        f" nothing is wrong ({studies:,} runs per share); at most 5 % are promised. Each run says how large a bias it"
        " would see in 80 % of cases: *would see* is the median of these, and *seen* is the share of runs that do see"
        " a bias of that size.\n"
    )
    lines = [head, *heading(("Machine", "Alarms", "Would see", "Seen"))]
    for row, machine in enumerate(MACHINES):
        alarms, bias = twin_alarms(70 + row, studies, 1.0, machine)
        seen, _ = twin_alarms(80 + row, studies, bias, machine)
        lines.append(f"| {machine} | {percent(alarms)} | {percent(bias - 1)} | {percent(seen)} |")
    return lines


def ranked(seed: int, studies: int, truth: Sequence[float], machine: Machine) -> tuple[Share, float]:
    """Share of studies of 20 rounds that name the reference, the truly fastest, and how many cells they name."""
    schedule, held, named = Schedule(20, len(truth)), 0, 0
    for some in drawn(seed, studies, 20, [TIME_NS, *(TIME_NS * each for each in truth)], machine):
        for logs, levels in zip(some.ratios, some.levels, strict=True):
            rounds = [each.rounds for each in decisions(logs, schedule)]
            kept = [max(rounds), *rounds]  # a decided cell is measured no more; the reference is, as long as any is
            times = {
                cell: dict(list(own.items())[:n]) for n, (cell, own) in zip(kept, by_round(levels).items(), strict=True)
            }
            fastest = fastest_of(tuple(times), times, CONFIDENCE)
            held += CELLS[0] in fastest
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
    lines = [head, *heading(("Machine", *(f"{name}: {what}" for name in cases for what in ("held", "named"))))]
    for row, machine in enumerate(MACHINES):
        found = [ranked(90 + row, studies, own, machine) for own in cases.values()]
        told = " | ".join(f"{percent(held)} | {named:.1f}" for held, named in found)
        lines.append(f"| {machine} | {told} |")
    return lines


def times_held(seed: int, studies: int, rounds: int, machine: Machine) -> Share:
    """Share of intervals of a cell's time that hold it at the speeds that the machine had in this session."""
    held = 0
    for some in drawn(seed, studies, rounds, [TIME_NS] * 2, machine):
        own = np.exp(np.median(some.logs[:, :, 0], axis=2))
        speeds = np.median(some.felt[:, :, 0], axis=2).mean(axis=1) + some.longer
        for times, speed in zip(own.tolist(), speeds, strict=True):
            held += contains(time_interval(times, CONFIDENCE), TIME_NS * math.exp(speed))
    return held / studies


def times_of_sessions(studies: int) -> list[str]:
    """Absolute times."""
    head = (
        "The interval of a time says how much it scattered from round to round in this session. *Covered* is the share"
        f" of 95 % intervals that contain the time at the speeds that the machine had then ({studies:,} studies a"
        " share); at least 93 % are required. Where the machine changes its speed, intervals are wider than necessary,"
        " because the change counts as scatter. They promise nothing about another session.\n"
    )
    cases = (3, 5, 10, 20)
    return table(
        head,
        ("Machine", *(f"Covered, {n} rounds" for n in cases)),
        lambda machine: [times_held(100 + n, studies, n, machine) for n in cases],
    )


def grown(
    seed: int, studies: int, rounds: int, machine: Machine, *, dropped_after: int | None = None
) -> NDArray[np.float64]:
    """Shares of studies whose statements on growth are right.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each.
        noise: of the machine.
        dropped_after: rounds after which two of the four sizes of a codec are decided and measured no more.

    Returns:
        Intervals of the fixed cost, the cost per byte and the exponent that hold the truth; two equal codecs told apart
        anywhere; two that cross called so; of those, intervals that hold the crossing.
    """
    truth = [fixed + per_byte * float(size) for fixed, per_byte in LINES for size in SIZES]
    right = np.zeros(6)
    for levels, speed in (
        both
        for some in drawn(seed, studies, rounds, truth, machine)
        for both in zip(some.levels, some.speeds, strict=True)
    ):
        times = by_round(levels)
        if dropped_after is not None:
            times = {
                cell: dict(list(own.items())[: dropped_after if at % 4 < 2 else None])
                for at, (cell, own) in enumerate(times.items())
            }
        fit = two_way_fit(times)
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
        "Four codecs are measured at four sizes, from 1 kB to 1 MB. Two cost 5 µs a call and 2 ns a byte, one crosses"
        " them at 20 kB, and one is proportional to size. *Covered* is the share of 95 % intervals that contain the"
        " fixed cost, the cost per byte (both at the session's speeds) and the exponent"
        f" ({studies:,} studies per share);"
        " 93 to 97.5 % are required, and more is allowed where processes have a slow mode."
        " *Distinguished* is the share of studies that call the two equal codecs different at any size; at most"
        " 5 % are promised. *Crosses* is the share that find the crossing, and *held* the share of those whose interval"
        " contains it; at least 95 % are promised. In *dropped*, two sizes of each codec were decided after 5 rounds.\n"
    )
    columns = ("Machine", "Rounds", "Covered, fixed", "a byte", "exponent", "Distinguished", "Crosses", "held")
    lines = [head, *heading(columns)]
    for row, machine in enumerate(MACHINES):
        for rounds, dropped in ((5, None), (10, None), (10, 5)):
            shares = grown(110 + row, studies, rounds, machine, dropped_after=dropped)
            said = f"{rounds}, dropped" if dropped else f"{rounds}"
            lines.append(f"| {machine} | {said} | {' | '.join(map(percent, shares))} |")
    return lines


def modes(seed: int, studies: int, rounds: int, share: float, machine: Machine) -> Share:
    """Share of studies of 8 cells that say of the second that some of its processes are slow.

    Args:
        seed: of the draws.
        studies: how many.
        rounds: of each.
        share: of its processes that take 1.4 times as long.
        machine: that they run on.
    """
    random, said = np.random.default_rng(seed), 0
    for some in drawn(seed, studies, rounds, [TIME_NS] * 8, machine):
        levels = some.levels
        levels[:, :, 1] += math.log(1.4) * (random.random(levels.shape[:2]) < share)
        said += sum(any(mode.cell == CELLS[1] for mode in slow_modes(by_round(own))) for own in levels)
    return said / studies


def modes_said(studies: int) -> list[str]:
    """Processes that stand apart."""
    head = (
        "A report names cells of which some processes are in a slow mode. The table shows the share of studies of 8"
        " cells that name one cell, of whose processes the given share takes 1.4 times as long (or none does). No"
        " report can name a slow mode that all n processes miss, which has a probability of (1 − p)^n"
        f" ({studies:,} studies per share).\n"
    )
    cases = ((10, 0.0), (20, 0.0), (40, 0.0), (10, 0.05), (20, 0.05), (40, 0.05), (20, 0.2))
    columns = [f"{percent(share)} slow, {rounds} rounds" for rounds, share in cases]
    lines = [head, *heading(("Machine", *columns))]
    for machine in MACHINES[:4]:
        shares = [modes(170 + n, studies, n, share, machine) for n, share in cases]
        lines.append(f"| {machine} | {' | '.join(map(percent, shares))} |")
    return lines


def by_round(levels: Logs) -> ByRound:
    """Times in ns by cell and round; `levels` has shape (rounds, cells)."""
    return {cell: dict(enumerate(column)) for cell, column in zip(CELLS, np.exp(levels).T.tolist(), strict=False)}


def contains(interval: Interval, truth: float) -> bool:
    return interval.low <= truth <= interval.high


def table(head: str, columns: Sequence[str], shares: Callable[[Machine], Sequence[Share]]) -> list[str]:
    return [
        head,
        *heading(columns),
        *(f"| {machine} | {' | '.join(map(percent, shares(machine)))} |" for machine in MACHINES),
    ]


def percent(share: Share) -> str:
    return f"{100 * share:.1f} %"
