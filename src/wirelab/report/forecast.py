"""Sentences on what a run says of its steadiness, its scatter, growth with size, and the next run. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirelab.model.finding import CellFinding, ComparisonFinding, Interval, Steadiness, Verdict
from wirelab.model.forecast import ILL_FITTING, MOST_ROUNDS, BatchPlan, Crossing, Forecast, Growth, Needed
from wirelab.report.quantities import duration, percent, probability, size
from wirelab.report.results import Results
from wirelab.report.wording import cell_words

_LINES_SHOWN = 3
FEWEST_TO_CHECK = 5
"""Rounds below which t's tails alone decide what an interval excludes."""
FEWEST_TO_RESAMPLE = 10
"""Rounds below which a bootstrap is too narrow to check anything."""
_SOURCES = {
    "machine": "from machine to machine",
    "session": "from run to run",
    "round": "from round to round",
    "process": "from process to process of a round",
    "batch": "from batch to batch of a process",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """Sentences that answer one question.

    Attributes:
        question: as a heading.
        sentences: none of them ends in a full stop.
    """

    question: str
    sentences: tuple[str, ...]


def answers(results: Results) -> tuple[Answer, ...]:
    """All that is known beyond the tables; questions without an answer are left out."""
    findings, forecast = results.findings, results.findings.forecast
    found = (
        Answer("Was it steady when it was measured?", tuple(steadiness_words(findings.cells))),
        Answer("Do other roads lead to the same ratios?", tuple(checks_words(findings.comparisons))),
        Answer("Where does the scatter come from?", tuple(scatter_words(forecast))),
        Answer("How does time grow with size?", tuple(map(growth_words, forecast.growth))),
        Answer("What would decide what is unresolved?", tuple(map(needed_words, forecast.needed))),
    )
    return tuple(answer for answer in found if answer.sentences)


def forecast_notes(results: Results) -> Iterator[str]:
    """The same for the terminal: as many sentences of a kind as help there, and how many more the report has."""
    for answer in answers(results):
        shown = answer.sentences[:_LINES_SHOWN]
        yield from (f"{sentence}." for sentence in shown)
        if len(answer.sentences) > len(shown):
            yield f"{len(answer.sentences) - len(shown)} more of these; the report lists them all."


def steadiness_words(findings: Sequence[CellFinding]) -> Iterator[str]:
    """One sentence on all cells that were audited, and one on each cell whose level changed while it was measured."""
    told = [(finding, finding.steadiness) for finding in findings if finding.steadiness is not None]
    if not told:
        return
    audited = sum(steadiness.audited for _, steadiness in told)
    slower = sum(steadiness.slowdown for _, steadiness in told)
    unsettled = [(finding, steadiness) for finding, steadiness in told if steadiness.unsettled]
    lost = sum(steadiness.unsettled for _, steadiness in unsettled)
    says = f"Audit of {_processes(audited)}, batch by batch: {audited - lost} had settled before they were measured"
    if slower:
        says += f", {slower} of them at a slower level than they had reached before"
    yield says
    for finding, steadiness in unsettled:
        yield f"{cell_words(finding.cell)}: {unsettled_words(steadiness)}"


def unsettled_words(steadiness: Steadiness) -> str:
    """Say how many processes changed level while they were measured, and how many the warm-up rule had let through."""
    says = f"no steady state in {steadiness.unsettled} of {_processes(steadiness.audited)}"
    if steadiness.too_early:
        says += f" (the warm-up rule stopped too early in {steadiness.too_early})"
    return says


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
        roads = {"arithmetic means": checks.arithmetic} | ({"bootstrap": checks.bootstrap} if resampled else {})
        other = [f"{limits_words(each)} by {name}" for name, each in roads.items() if _side(each) != _side(ratio)]
        if other:
            against.append(
                f"{cell_words(found.comparison.cell)}: {limits_words(ratio)} in the table, {', '.join(other)}"
            )
    roads_words = (
        "arithmetic means (Fieller) and resampled rounds (bootstrap)" if resampled else "arithmetic means (Fieller)"
    )
    yield (
        f"By {roads_words}, {len(told) - len(against)} of {len(told)} intervals of ratios lie on the same side of 1,"
        " or around it, as in the table"
    )
    yield from against
    for found, _, checks in told:
        if found.verdict is Verdict.EQUIVALENT:
            cell, p = found.comparison.cell, probability(checks.equivalence_p)
            yield f"{cell_words(cell)}: two one-sided tests put it within {percent(found.band)} (p {p})"


def limits_words(interval: Interval) -> str:
    """Write the limits alone."""
    return f"[{interval.low:.3f}, {interval.high:.3f}]"


def _side(interval: Interval) -> int:
    """Of 1: below, around, above."""
    return (interval.low > 1) - (interval.high < 1)


def scatter_words(forecast: Forecast) -> Iterator[str]:
    """Say how much each level scatters, and how many batches a process should have."""
    if forecast.components:
        parts = [f"{percent(round(part.sd, 4))} {_SOURCES[part.source]}" for part in forecast.components]
        over = "" if forecast.runs == 1 else f" (over {forecast.runs} runs of the lab with the same cells)"
        yield f"Times scatter by {', '.join(parts)}{over}: standard deviations, each beside the others"
    if forecast.batches is not None:
        yield batches_words(forecast.batches)


def batches_words(plan: BatchPlan) -> str:
    """Say how many batches a process should have next time."""
    cells = "" if plan.fewest == plan.most else f" (cells ask for {plan.fewest} to {plan.most})"
    if plan.batches == plan.measured:
        return f"{plan.measured} measured batches a process make the best use of time{cells}"
    return (
        f"{plan.batches} measured batches a process would make better use of time than the {plan.measured} of this run"
        f"{cells}; `wirelab run --batches auto` takes that from the lab"
    )


def needed_words(needed: Needed) -> str:
    """Say how many rounds it takes to find differences of several sizes, or to find none."""
    cell, first = needed.comparison.cell, needed.answers[0]
    found = [
        f"{percent(round(answer.ratio - 1, 2))}: {_rounds(answer.to_find, needed.rounds)}" for answer in needed.answers
    ]
    return (
        f"{cell_words(cell)}: unresolved after {needed.rounds} rounds. Rounds in all to find a true difference"
        f" with {percent(first.power)} probability, by its size: {', '.join(found)};"
        f" to find two equal ones equivalent: {_rounds(first.to_equate, needed.rounds)}"
    )


def growth_words(growth: Growth) -> str:
    """Say what a call and a byte cost, the exponent, and where the reference's line is crossed."""
    cell, model = growth.cell, growth.model
    name = f"{cell.subject} on {cell.platform}, {cell.operation} {cell.corpus.workload} ({cell.corpus.variant})"
    exponent = model.exponent
    grows = f"time grows as size to the power of {exponent.estimate:.3f} [{exponent.low:.3f}, {exponent.high:.3f}]"
    measured = f"between {size(model.smallest_bytes)} and {size(model.largest_bytes)} of data"
    if model.lack_of_fit < ILL_FITTING:
        says = f"{name}: {grows} {measured}; a fixed cost and a cost a byte do not describe it"
    else:
        fixed, per_kb = _signed(model.fixed_ns, 1), _signed(model.per_byte_ns, 1000)
        says = f"{name}: {fixed} a call and {per_kb} a kB; {grows} {measured}"
    return f"{says}{_crossing(growth)}"


def _crossing(growth: Growth) -> str:
    compared = growth.comparison
    if compared is None or growth.reference is None:
        return ""
    reference = f"{growth.reference.subject} on {growth.reference.platform}"
    between = f"[{size(compared.low_bytes)}, {size(compared.high_bytes)}]"
    match compared.outcome:
        case Crossing.CROSSES:
            at = f"at {size(compared.at_bytes)} " if compared.at_bytes is not None else "within "
            return f"; it crosses {reference} {at}{between}"
        case Crossing.FASTER | Crossing.SLOWER:
            direction = "faster" if compared.outcome is Crossing.FASTER else "slower"
            if compared.low_bytes is None:
                return f"; it is {direction} than {reference} at every size in between"
            return f"; it is {direction} than {reference}, but not to be told from it within {between}"
        case _:
            return f"; it cannot be told from {reference} at any size in between"


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
    return f"{wanted} ({wanted - had} more)" if wanted > had else f"{wanted} (had)"


def _processes(number: int) -> str:
    return "1 process" if number == 1 else f"{number} processes"
