"""Sentences on how far to trust a run, on growth with size, and on the next run. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from wirelab.model.findings.diagnostics import Flag, Guard, MachineSpeed
from wirelab.model.findings.finding import CellFinding, Interval, Steadiness, Verdict
from wirelab.model.findings.findings import Findings
from wirelab.model.findings.forecast import ILL_FITTING, MOST_ROUNDS, Crossing, Growth, NearLoop, Needed, SlowMode
from wirelab.report.quantities import count, duration, percent, ratio, several, size
from wirelab.report.run.results import Results
from wirelab.report.run.wording import cell_words, comparison_words, subject_words, unusual_words

Asked = Iterator[tuple[str, Iterable[str]]]
"""Questions with the sentences that answer each; some have none."""
_EVEN = 1.1
MARK = "!"
"""Behind the time of a cell that a guard finds implausible, in tables."""


def basis(results: Results) -> Asked:
    """How far to trust a run, and how time grows with size."""
    findings, forecast = results.findings, results.findings.forecast
    yield "Did the machine keep its speed?", machine_words(forecast.machine)
    yield "Are all times plausible?", map(flag_words, forecast.flags)
    yield "Is any cell so fast that the measuring loop matters?", map(near_loop_words, forecast.near_loop)
    yield "Does CPU time change the order?", usage_words(findings)
    yield "Were processes steady when they were measured?", steadiness_words(findings.cells)
    yield "Are the processes of a cell alike?", map(slow_mode_words, forecast.slow_modes)
    yield "How does time grow with size?", map(growth_words, forecast.growth)


def advice(results: Results) -> Asked:
    """Advice for the next run."""
    yield "What would decide the unresolved comparisons?", map(needed_words, results.findings.forecast.needed)


def machine_words(machine: Mapping[str, MachineSpeed]) -> Iterator[str]:
    """Say how much the machine's speed varied on each platform."""
    for platform, speed in machine.items():
        if speed.varied < _EVEN:
            yield f"The machine kept its speed on {platform}."
        else:
            yield (
                f"The machine's speed on {platform} varied: the slowest tenth of {count(speed.canaries)} canaries took"
                f" {ratio(speed.varied)} the time of the fastest. This affects times, but not ratios of the same turns."
            )


def usage_words(findings: Findings) -> Iterator[str]:
    """Name each pair that CPU time orders the other way round; say so where there is none."""
    forecast = findings.forecast
    for found in forecast.reversals:
        yield (
            f"{cell_words(found.cell)}, is faster than {subject_words(found.other)},"
            f" but takes {percent(round(found.ratio - 1, 2))} more CPU time, all threads counted."
        )
    decided = any(found.verdict is Verdict.DIFFERENT for found in findings.comparisons)
    if any(each.cpus_ns for each in forecast.usage) and decided and not forecast.reversals:
        yield "No decided order was seen to change when the CPU time of all threads is counted."


def flag_words(flag: Flag) -> str:
    """Say what was seen, and why it cannot be, in one sentence."""
    return f"{MARK} {cell_words(flag.cell)}: {_why(flag)}."


def _why(flag: Flag) -> str:
    took, least, moved = duration(max(0.0, flag.took_ns)), duration(flag.least_ns), size(flag.moved_bytes)
    match flag.guard:
        case Guard.COPY:
            return f"it takes {took}, but copying the {moved} of its output takes at least {least} on this machine"
        case Guard.READ:
            return f"it takes {took}, but reading the {moved} of its input takes at least {least} on this machine"
        case Guard.GROWTH if flag.smaller is not None and flag.took_ns <= 0:
            return f"it takes no longer than with the much smaller {flag.smaller.corpus}"
        case Guard.GROWTH if flag.smaller is not None:
            more = f"it takes only {took} longer than with {flag.smaller.corpus}"
            return f"{more}, but moving {moved} more takes at least {least} on this machine"
        case _:
            return flag.detail


def near_loop_words(near: NearLoop) -> str:
    """Say how little a cell does beside the loop that measures it."""
    own = f"about {percent(round(1 / near.times, 2))} of its time is" if near.times > 1 else "all of its time may be"
    return (
        f"{cell_words(near.cell)} takes only {near.times:.1f} times as long as an empty measuring loop,"
        f" so {own} the loop's own."
    )


def steadiness_words(findings: Sequence[CellFinding]) -> Iterator[str]:
    """One sentence on all cells that were audited, and one on each cell whose level changed while it was measured."""
    known = [(finding, finding.steadiness) for finding in findings if finding.steadiness is not None]
    if not known:
        return
    audited = sum(steadiness.audited for _, steadiness in known)
    slower = sum(steadiness.slowdown for _, steadiness in known)
    unsettled = [(finding, steadiness) for finding, steadiness in known if steadiness.unsettled]
    lost = sum(steadiness.unsettled for _, steadiness in unsettled)
    which = f"{audited - lost} of {audited}" if lost or audited == 1 else f"All {audited}"
    says = f"{which} audited processes were steady before they were measured"
    if slower:
        says += f"; {slower} of them had been faster earlier on"
    yield f"{says}."
    for finding, steadiness in unsettled:
        yield f"{cell_words(finding.cell)}: {unsettled_words(steadiness)}."


def unsettled_words(steadiness: Steadiness) -> str:
    """Say how many processes changed level while they were measured, and how many the warm-up rule had let through."""
    processes = several(steadiness.audited, "process")
    says = f"the speed of {steadiness.unsettled} of {processes} still changed during measurement"
    if steadiness.too_early:
        says += f" (the warm-up rule had passed {steadiness.too_early} of them)"
    return says


def slow_mode_words(mode: SlowMode) -> str:
    """Say how many processes are far from the others, and how far."""
    processes = several(mode.processes, "process")
    return (
        f"{cell_words(mode.cell)}: {mode.slow} of {processes} took about {mode.times:.2g} times as"
        " long as the others, as if in a slow mode of their own. The mean and its interval mix the two."
    )


def needed_words(needed: Needed) -> str:
    """Say how many rounds it takes to find differences of several sizes, or to find none."""
    first = needed.answers[0]
    found = [
        f"{_rounds(answer.to_find, needed.rounds)} for {percent(round(answer.ratio - 1, 2))}"
        for answer in needed.answers
    ]
    rounds = several(needed.rounds, "round")
    return (
        f"{comparison_words(needed.comparison)}, is unresolved after {rounds}. Rounds needed in all to"
        f" detect a true difference with {percent(first.power)} probability: {', '.join(dict.fromkeys(found))}."
        f" Rounds needed to show that two equal cells are equivalent: {_rounds(first.to_equate, needed.rounds)}."
    )


def growth_words(growth: Growth) -> str:
    """Say what a call and a byte cost, the exponent, and where the reference's line is crossed."""
    cell, model = growth.cell, growth.model
    data = f"{cell.corpus.workload} ({cell.corpus.variant}){unusual_words(cell.mode, cell.sink)}"
    name = f"{subject_words(cell)}, {cell.operation} {data}"
    exponent = model.exponent
    grows = f"time grows as size to the power of {exponent.estimate:.3f} [{exponent.low:.3f}, {exponent.high:.3f}]"
    measured = f"between {size(model.smallest_bytes)} and {size(model.largest_bytes)} of data"
    if model.lack_of_fit < ILL_FITTING:
        says = f"{name}: {grows} {measured}, and a fixed cost plus a cost per byte does not fit"
    else:
        fixed, per_kb = _signed(model.fixed_ns, 1), _signed(model.per_byte_ns, 1000)
        says = f"{name}: {fixed} per call plus {per_kb} per kB, and {grows} {measured}"
    return f"{says}{_crossing(growth)}."


def _crossing(growth: Growth) -> str:
    compared = growth.comparison
    if compared is None or growth.reference is None:
        return ""
    reference = subject_words(growth.reference)
    low, high = size(compared.low_bytes), size(compared.high_bytes)
    match compared.outcome:
        case Crossing.CROSSES if compared.at_bytes is not None:
            limits = "" if compared.low_bytes is None else f" [{low}, {high}]"
            return f". It and {reference} change places at {size(compared.at_bytes)}{limits}"
        case Crossing.CROSSES:
            return f". It and {reference} change places between {low} and {high}"
        case Crossing.FASTER | Crossing.SLOWER:
            direction = "faster" if compared.outcome is Crossing.FASTER else "slower"
            if compared.low_bytes is None:
                return f". It is {direction} than {reference} at every size in this range"
            but = f"but at some sizes between {low} and {high}, the two do not differ significantly"
            return f". It is {direction} than {reference}, {but}"
        case _:
            return f". It does not differ significantly from {reference} at any size in this range"


def _signed(interval: Interval, factor: float) -> str:
    """Write a duration with limits that may be below 0."""
    estimate, low, high = (
        f"{'−' if value < 0 else ''}{duration(abs(value) * factor)}"
        for value in (interval.estimate, interval.low, interval.high)
    )
    return f"{estimate} [{low}, {high}]"


def _rounds(wanted: int | None, had: int) -> str:
    if wanted is None:
        return f"more than {MOST_ROUNDS}"
    return str(wanted) if wanted > had else f"{wanted} (already run)"
