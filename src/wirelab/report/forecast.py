"""Sentences on what a run says of its steadiness, its variation, growth with size, and the next run. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from wirelab.model.dependence import Dependence
from wirelab.model.finding import CellFinding, ComparisonFinding, Interval, Steadiness, Verdict
from wirelab.model.forecast import ILL_FITTING, MOST_ROUNDS, Crossing, Forecast, Growth, NearLoop, Needed
from wirelab.report.flags import flag_words
from wirelab.report.machine import machine_words, slow_words
from wirelab.report.quantities import duration, percent, probability, ratio_with_interval, size, together
from wirelab.report.results import Results
from wirelab.report.usage import usage_words
from wirelab.report.wording import cell_words, listed, subject_words

_LINES_SHOWN = 3
FEWEST_TO_CHECK = 5
"""Rounds below which t's tails alone decide what an interval excludes."""
FEWEST_TO_RESAMPLE = 10
"""Rounds below which a bootstrap is too narrow to check anything."""
_SOURCES = {
    "machine": "between machines",
    "session": "between runs",
    "round": "between rounds",
    "process": "between processes",
    "batch": "between batches",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """Sentences that answer one question.

    Attributes:
        question: as a heading.
        sentences: each with its full stop.
    """

    question: str
    sentences: tuple[str, ...]


def answers(results: Results) -> tuple[Answer, ...]:
    """All that is known beyond the tables; questions without an answer are left out."""
    return _answered((*_basis(results), *_advice(results)))


def basis_notes(results: Results) -> Iterator[str]:
    """What the tables rest on, for the terminal: as many sentences of a kind as help there."""
    return _some(_basis(results))


def advice_notes(results: Results) -> Iterator[str]:
    """What to do next time, likewise."""
    return _some(_advice(results))


def _basis(results: Results) -> tuple[Answer, ...]:
    findings, forecast = results.findings, results.findings.forecast
    return (
        Answer("Did the machine keep its speed?", tuple(machine_words(forecast.machine, findings.cells))),
        Answer("Are ratios the same when the machine is slower?", tuple(slow_words(forecast.slow_ratios))),
        Answer("Can all of it be true?", tuple(map(flag_words, forecast.flags))),
        Answer("Is any cell so fast that the measuring loop matters?", tuple(map(near_loop_words, forecast.near_loop))),
        Answer("Do collections or CPU time change the order?", tuple(usage_words(findings))),
        Answer("Were processes steady when they were measured?", tuple(steadiness_words(findings.cells))),
        Answer("Are rounds independent, and processes alike?", tuple(dependence_words(forecast.dependence))),
        Answer("Do other methods agree?", tuple(checks_words(findings.comparisons))),
        Answer("Where does the variation come from?", tuple(variation_words(forecast))),
        Answer("How does time grow with size?", tuple(map(growth_words, forecast.growth))),
    )


def _advice(results: Results) -> tuple[Answer, ...]:
    forecast = results.findings.forecast
    return (
        Answer("What would decide what is unresolved?", tuple(map(needed_words, forecast.needed))),
        Answer("How many batches next time?", tuple(batches_words(results))),
    )


def _answered(asked: Iterable[Answer]) -> tuple[Answer, ...]:
    return tuple(answer for answer in asked if answer.sentences)


def _some(asked: Iterable[Answer]) -> Iterator[str]:
    for answer in _answered(asked):
        yield from answer.sentences[:_LINES_SHOWN]
        if (more := len(answer.sentences) - _LINES_SHOWN) > 0:
            yield f"The report has {more} more like this."


def near_loop_words(near: NearLoop) -> str:
    """Say how little a cell does beside the loop that measures it."""
    return (
        f"{cell_words(near.cell)} takes only {near.times:.1f} times as long as an empty measuring loop,"
        f" so about {percent(round(1 / near.times, 2))} of its time is the loop's own."
    )


def steadiness_words(findings: Sequence[CellFinding]) -> Iterator[str]:
    """One sentence on all cells that were audited, and one on each cell whose level changed while it was measured."""
    told = [(finding, finding.steadiness) for finding in findings if finding.steadiness is not None]
    if not told:
        return
    audited = sum(steadiness.audited for _, steadiness in told)
    slower = sum(steadiness.slowdown for _, steadiness in told)
    unsettled = [(finding, steadiness) for finding, steadiness in told if steadiness.unsettled]
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
    says = f"the speed of {steadiness.unsettled} of {_processes(steadiness.audited)} still changed during measurement"
    if steadiness.too_early:
        says += f" (the warm-up rule had passed {steadiness.too_early} of them)"
    return says


def dependence_words(dependence: Dependence | None) -> Iterator[str]:
    """Say what speaks against independence: of processes, of rounds, and of a single round."""
    if dependence is None:
        return
    for mode in dependence.slow_modes:
        yield (
            f"{cell_words(mode.cell)}: {mode.slow} of {_processes(mode.processes)} took about {mode.times:.2g} times as"
            " long as the others, as in a slow mode of their own. The mean and its interval mix the two."
        )
    for each in dependence.following:
        still = "still excludes 1" if _side(each.widened) else "includes 1"
        yield (
            f"{cell_words(each.comparison.cell)}: differences follow each other from round to round (lag-1"
            f" {each.lag_1:.2f}), so the interval is too narrow. Widened for that it is {limits_words(each.widened)},"
            f" which {still}."
        )
    if dependence.place is not None:
        times = together(ratio_with_interval(dependence.place))
        yield (
            f"All cells together, processes at the end of a round took {times} the time of those at its start. The"
            " order is random, so this favours no codec, but ratios scatter more for it."
        )
    for tipping in dependence.tipping:
        ratio = together(ratio_with_interval(tipping.ratio))
        yield f"{cell_words(tipping.comparison.cell)}: without round {tipping.round + 1} nothing is found: {ratio}."


def checks_words(findings: Sequence[ComparisonFinding]) -> Iterator[str]:
    """One sentence on all ratios that were checked, one on each that its checks contradict or find equivalent."""
    told = [
        (found, found.ratio, found.checks)
        for found in findings
        if found.ratio is not None and found.checks is not None and found.ratio.processes >= FEWEST_TO_CHECK
    ]
    if not told:
        return
    resampled = min(ratio.processes for _, ratio, _ in told) >= FEWEST_TO_RESAMPLE
    against: list[str] = []
    for found, ratio, checks in told:
        methods = {"Fieller's method": checks.arithmetic} | ({"the bootstrap": checks.bootstrap} if resampled else {})
        other = [f"{limits_words(each)} by {name}" for name, each in methods.items() if _side(each) != _side(ratio)]
        if other:
            against.append(
                f"{cell_words(found.comparison.cell)}: {limits_words(ratio)} in the table, but {listed(other)}."
            )
    methods_words = "Fieller's method on arithmetic means" + (" and with a bootstrap of rounds" if resampled else "")
    agree = _agreeing(len(told) - len(against), len(told))
    yield f"{agree} with {methods_words} on whether the ratio is below 1, above 1 or neither."
    yield from against
    for found, _, checks in told:
        if found.verdict is Verdict.EQUIVALENT:
            cell, p = found.comparison.cell, probability(checks.equivalence_p)
            yield f"{cell_words(cell)}: two one-sided tests for a difference within {percent(found.band)} give p = {p}."


def _agreeing(number: int, total: int) -> str:
    if number < total or total == 1:
        return f"{number} of {total} intervals {'agrees' if number == 1 else 'agree'}"
    return "Both intervals agree" if total == 2 else f"All {total} intervals agree"


def limits_words(interval: Interval) -> str:
    """Write the limits alone."""
    return f"[{interval.low:.3f}, {interval.high:.3f}]"


def _side(interval: Interval) -> int:
    """Of 1: below, around, above."""
    return (interval.low > 1) - (interval.high < 1)


def variation_words(forecast: Forecast) -> Iterator[str]:
    """Say how much times vary at each level."""
    if forecast.components:
        parts = [f"{percent(round(part.sd, 4))} {_SOURCES[part.source]}" for part in forecast.components]
        over = "" if forecast.runs == 1 else f", over {forecast.runs} runs of these cells in the lab file"
        yield f"Variation (SD): {', '.join(parts)}{over}."


def batches_words(results: Results) -> Iterator[str]:
    """Say how many batches a process should have next time, unless this run did as it, or the one before, advises."""
    plan = results.findings.forecast.batches
    if plan is None or plan.measured in {plan.batches, results.advised_batches}:
        return
    says = f"Next time use {plan.batches} batches per process instead of {plan.measured} (`--batches auto` does)"
    yield says + (
        "." if plan.fewest == plan.most else f"; cell by cell, the best number is {plan.fewest} to {plan.most}."
    )


def needed_words(needed: Needed) -> str:
    """Say how many rounds it takes to find differences of several sizes, or to find none."""
    cell, first = needed.comparison.cell, needed.answers[0]
    found = [
        f"{_rounds(answer.to_find, needed.rounds)} for {percent(round(answer.ratio - 1, 2))}"
        for answer in needed.answers
    ]
    return (
        f"{cell_words(cell)}, is unresolved after {needed.rounds} rounds. Rounds needed in all to detect a true"
        f" difference with {percent(first.power)} probability: {', '.join(dict.fromkeys(found))};"
        f" to show that two equals are equivalent: {_rounds(first.to_equate, needed.rounds)}."
    )


def growth_words(growth: Growth) -> str:
    """Say what a call and a byte cost, the exponent, and where the reference's line is crossed."""
    cell, model = growth.cell, growth.model
    name = f"{subject_words(cell)}, {cell.operation} {cell.corpus.workload} ({cell.corpus.variant})"
    exponent = model.exponent
    grows = f"time grows as size to the power of {exponent.estimate:.3f} [{exponent.low:.3f}, {exponent.high:.3f}]"
    measured = f"between {size(model.smallest_bytes)} and {size(model.largest_bytes)} of data"
    if model.lack_of_fit < ILL_FITTING:
        says = f"{name}: {grows} {measured}; a fixed cost plus a cost per byte does not fit"
    else:
        fixed, per_kb = _signed(model.fixed_ns, 1), _signed(model.per_byte_ns, 1000)
        says = f"{name}: {fixed} per call plus {per_kb} per kB; {grows} {measured}"
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
            return f"; it and {reference} change places at {size(compared.at_bytes)}{limits}"
        case Crossing.CROSSES:
            return f"; it and {reference} change places between {low} and {high}"
        case Crossing.FASTER | Crossing.SLOWER:
            direction = "faster" if compared.outcome is Crossing.FASTER else "slower"
            if compared.low_bytes is None:
                return f"; it is {direction} than {reference} at every size in this range"
            but = f"except between {low} and {high}, where the two cannot be told apart"
            return f"; it is {direction} than {reference}, {but}"
        case _:
            return f"; it cannot be told apart from {reference} at any size in this range"


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


def _processes(number: int) -> str:
    return "1 process" if number == 1 else f"{number} processes"
