"""Sentences on how far to trust a run, on growth with size, and on the next run. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from wirelab.model.finding import CellFinding, Interval, Steadiness
from wirelab.model.forecast import ILL_FITTING, MOST_ROUNDS, Crossing, Growth, NearLoop, Needed, SlowMode
from wirelab.report.flags import flag_words
from wirelab.report.machine import machine_words
from wirelab.report.quantities import duration, percent, size
from wirelab.report.results import Results
from wirelab.report.usage import usage_words
from wirelab.report.wording import cell_words, comparison_words, subject_words

_LINES_SHOWN = 3


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
        Answer("Did the machine keep its speed?", tuple(machine_words(forecast.machine))),
        Answer("Can all of it be true?", tuple(map(flag_words, forecast.flags))),
        Answer("Is any cell so fast that the measuring loop matters?", tuple(map(near_loop_words, forecast.near_loop))),
        Answer("Does CPU time change the order?", tuple(usage_words(findings))),
        Answer("Were processes steady when they were measured?", tuple(steadiness_words(findings.cells))),
        Answer("Are the processes of a cell alike?", tuple(map(slow_mode_words, forecast.slow_modes))),
        Answer("How does time grow with size?", tuple(map(growth_words, forecast.growth))),
    )


def _advice(results: Results) -> tuple[Answer, ...]:
    forecast = results.findings.forecast
    return (Answer("What would decide what is unresolved?", tuple(map(needed_words, forecast.needed))),)


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


def slow_mode_words(mode: SlowMode) -> str:
    """Say how many processes stand apart, and how far."""
    return (
        f"{cell_words(mode.cell)}: {mode.slow} of {_processes(mode.processes)} took about {mode.times:.2g} times as"
        " long as the others, as in a slow mode of their own. The mean and its interval mix the two."
    )


def needed_words(needed: Needed) -> str:
    """Say how many rounds it takes to find differences of several sizes, or to find none."""
    first = needed.answers[0]
    found = [
        f"{_rounds(answer.to_find, needed.rounds)} for {percent(round(answer.ratio - 1, 2))}"
        for answer in needed.answers
    ]
    return (
        f"{comparison_words(needed.comparison)}, is unresolved after {needed.rounds} rounds. Rounds needed in all to"
        f" detect a true difference with {percent(first.power)} probability: {', '.join(dict.fromkeys(found))};"
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
