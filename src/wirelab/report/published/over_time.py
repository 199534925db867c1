"""A codec over versions and time: its ratios to one reference, run after run. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from wirelab.model.cell import Cell
from wirelab.model.findings.finding import ComparisonFinding, Interval
from wirelab.model.groups import gathered
from wirelab.report.document import Block, Figure, Figures, Text
from wirelab.report.drawing.charts import Values, intervals
from wirelab.report.published.cells import Newest, Selected, version_entry
from wirelab.report.published.runs import PublishedRun
from wirelab.report.quantities import ratio, ratio_with_interval, together
from wirelab.report.run.marks import ratio_row
from wirelab.report.run.wording import codec_words, verdict_look, verdict_words
from wirelab.report.table import Column, Entry, Row, Table, with_limits, words

_SAYS = (
    "Ratios to the same reference in the same run, so that the machine's speed cancels out. Times of two days "
    "are not comparable. The latest run is the last row."
)
_NOTHING = "No run compares it with a reference, so its versions cannot be compared."


@dataclass(frozen=True, slots=True)
class _Seen:
    """A ratio of a run."""

    run: PublishedRun
    cell: Cell
    found: ComparisonFinding
    ratio: Interval


def over_time(chosen: Sequence[Selected], newest: Newest, home: str) -> Iterator[Block]:
    """A figure for each ratio that several runs have, and a table of all; `home`: the path to the folder."""
    seen = gathered(_ratios(chosen))
    if not seen:
        yield Text(_NOTHING, "soft")
        return
    several = {title: own for title, own in seen.items() if len(own) > 1}
    if several:
        yield Figures(_SAYS, (), lambda: [(title, _figure(own)) for title, own in several.items()], "Nothing to draw.")
    columns = (
        Column("what", levels=True),
        *words("version"),
        Column("measured", day=True),
        Column("ratio", number=True, limits="interval"),
        *words("verdict", "machine", "run"),
    )
    rows = tuple(_row(title, each, newest, home) for title, own in seen.items() for each in own)
    yield Table("Ratios, the newest run first", columns, rows, sortable=True)


def _ratios(chosen: Sequence[Selected]) -> Iterator[tuple[str, _Seen]]:
    for each in chosen:
        for ranking in each.rankings:
            for finding in ranking.findings:
                cell, found = finding.cell, ranking.ratios.get(finding.cell)
                if found is None or found.ratio is None:
                    continue
                subject = replace(cell.subject, codec=cell.subject.name)  # in any version
                against = found.comparison.against
                reference = codec_words(against, each.run.version(against))  # another version is another reference
                over = f"over {reference} on {against.platform}"
                title = f"{subject} on {cell.platform}, {ranking.title}, {over}"
                yield title, _Seen(each.run, cell, found, found.ratio)


def _row(title: str, seen: _Seen, newest: Newest, home: str) -> Row:
    verdict = verdict_words(seen.found)
    return (
        title,
        version_entry(seen.run, seen.cell, newest),
        seen.run.day,
        with_limits(ratio_with_interval(seen.ratio)),
        Entry(verdict, look=verdict_look(verdict)),
        seen.run.machine,
        Entry(f"run {seen.run.run.id}", link=f"{home}{seen.run.page}"),
    )


def _figure(seen: Sequence[_Seen]) -> Figure:
    """`seen` has the newest first."""
    values: Values = []
    for at, each in enumerate(reversed(seen), start=1):
        verdict = verdict_words(each.found)
        name = f"{at}. {each.run.day} · {each.run.version(each.cell) or 'version not known'}"
        says = f"{name}: {together(ratio_with_interval(each.ratio))}, {verdict}"
        values.append({**ratio_row(name, each.ratio, verdict, says), "text": ratio(each.ratio.estimate)})
    return intervals(values, "time over that of the reference", unit="×", at=1.0, band=seen[0].found.band)
