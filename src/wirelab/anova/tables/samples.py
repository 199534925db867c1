"""The report of a benchmark tool: samples, each of one benchmark, and the table they make."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod
from statistics import median
from typing import Annotated

from pydantic import Field

from wirelab.anova.tables.table import Suggestion, Table
from wirelab.model.errors import TableError

BENCHMARK = "benchmark"
_AGREE = "agree more with each other than with"
_ITERATIONS = (
    "A benchmark has only one process, so each observation is one iteration. Iterations of one process "
    f"{_AGREE} those of another, so intervals are too narrow and p values too small."
)
_MEDIANS = (
    "Each observation is one {process}: the median of its iterations. Iterations of one process "
    f"{_AGREE} another process, so they do not count as replicates."
)
_ONE_AFTER_THE_OTHER = (
    "The benchmarks ran one after the other, not in random rounds: any drift counts as a difference between them."
)


Count = Annotated[int, Field(gt=0, lt=1 << 63)]
"""The number of calls behind a value: of a size that tools count to, and that a double can hold."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The measurements of one benchmark."""

    name: str  # with the labels, distinguishes it from the others; benchmarks that share both are one level
    labels: Mapping[str, str]  # the parts of the name: method, parameters
    processes: Sequence[Sequence[float]]  # the values that each process measured, in run order


@dataclass(frozen=True, slots=True)
class Report:
    """The content of a tool's document."""

    response: str  # name of the quantity, with its unit: `time_s`
    samples: Sequence[Sample]  # in run order
    process: str = "process"  # the tool's word for a process; empty where each value is of a process of its own
    notes: tuple[str, ...] = ()  # facts that the reader must know, as sentences


def only_unit(units: Iterable[str], tool: str, *, why: str = "", remedy: str) -> str:
    """The one unit of a document's values; a TableError if there are several, so that there is no one response."""
    found = list(dict.fromkeys(units))
    if len(found) > 1:
        raise TableError(f"JSON of {tool}", f"it holds values in {' and '.join(found)}", why=why, remedy=remedy)
    return found[0]


def table_of(report: Report, tool: str, export: str, part: str) -> Table:
    """Make a long table of a tool's samples: the benchmark's name, the parts of that, the response.

    An observation is a process's median where every benchmark has several processes, else a value. The suggested
    factors are the labels that vary, where there is a benchmark for each combination of them; else the whole name.
    `export` is the option that writes such documents.

    Raises:
        TableError: there is no measurement, or only one benchmark.
    """
    samples = [sample for sample in report.samples if any(sample.processes)]
    if not samples:
        why = f"none of the benchmarks in this {tool} JSON has values"
        raise TableError(part, "it contains no measurements", why=why, remedy=f"export the times of each run: {export}")
    taken = {BENCHMARK, report.response}
    labels = {
        f"{label} (label)" if label in taken else label: [sample.labels.get(label, "") or "none" for sample in samples]
        for label in dict.fromkeys(label for sample in samples for label in sample.labels)
    }
    names = _names(samples)
    if len(set(names)) < 2:
        why = f"'{names[0]}' is the only one"
        what = "it contains only one benchmark, so there is nothing to compare"
        raise TableError(part, what, why=why, remedy="measure another")
    several = all(len(sample.processes) > 1 for sample in samples)
    values = [list(map(median, sample.processes) if several else chain(*sample.processes)) for sample in samples]
    varying = {label: cells for label, cells in labels.items() if len(set(cells)) > 1}
    factors = tuple(varying) if _crossed(varying, names) else (BENCHMARK,)
    columns: dict[str, list[str | float]] = {
        label: [cell for cell, own in zip(cells, values, strict=True) for _ in own]
        for label, cells in {BENCHMARK: names, **labels}.items()
    }
    columns[report.response] = list(chain(*values))
    replicates = _MEDIANS.format(process=report.process) if several else _ITERATIONS
    return Table(
        part,
        f"JSON of {tool}",
        columns,
        range(1, len(columns[report.response]) + 1),
        suggestion=Suggestion(report.response, factors),
        notes=(*([replicates] if report.process else []), *report.notes, _ONE_AFTER_THE_OTHER),
    )


def _names(samples: Sequence[Sample]) -> list[str]:
    """The name of each, with its labels where others of that name have other ones."""
    labelled = dict.fromkeys((sample.name, *sample.labels.items()) for sample in samples)
    several = {name for name, count in Counter(name for name, *_ in labelled).items() if count > 1}
    return [
        f"{sample.name} ({', '.join(f'{label}={level}' for label, level in sample.labels.items())})"
        if sample.name in several
        else sample.name
        for sample in samples
    ]


def _crossed(labels: Mapping[str, Sequence[str]], names: Sequence[str]) -> bool:
    """Whether there is one benchmark for each combination of levels, so that the labels are factors."""
    combinations = set(zip(*labels.values(), strict=True))
    return len(combinations) == len(set(names)) == prod(len(set(cells)) for cells in labels.values())
