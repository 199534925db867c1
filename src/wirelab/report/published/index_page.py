"""The first page of a folder that is published: decisions, all cells with facets, codecs, runs and data. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from wirelab.report.document import Code, Document, Points, Section, Text
from wirelab.report.published.cells import Newest, exploring, newest_of_each
from wirelab.report.published.decisions import Decision, Evidence
from wirelab.report.published.known import CodecKnown, known_table
from wirelab.report.published.runs import ListedRun, PublishedRun, runs_table
from wirelab.report.quantities import ratio, ratio_with_interval, several
from wirelab.report.run.wording import verdict_look
from wirelab.report.table import Column, Entry, Row, Table, with_limits, words

DATA = {
    "data/cells.parquet": "every cell of every run, one row each, as Parquet",
    "data/cells.json": "the same as JSON",
    "data/runs.parquet": "every run with its machine, as Parquet",
    "data/runs.json": "the same as JSON",
    "CITATION.cff": "how to cite this",
}
_ASK = "duckdb -c \"SELECT codec, version, time_ns FROM 'data/cells.parquet' WHERE format = 'JSON' ORDER BY time_ns\""
_LABS = (
    "The lab files of the runs have every raw batch. With one, you can choose by your own needs and prices, make "
    "the report again, or analyze it differently:"
)
_RECOMMEND = "wirelab recommend --lab LAB.duckdb --needs evolution --reads 3"
_LEAD = (
    "Which serialization format and library is the fastest, measured with Wirelab. Choose a question below, or choose "
    "among all cells. Nothing is compared across runs: times of two machines, or of two days, are not comparable."
)
_LASTING = (
    "A run's page and its JSON keep their names and their bytes, whatever is published later: link to those. Other "
    "pages, and the tables of data, keep their names and show the newest results."
)


def index_page(
    title: str,
    runs: Sequence[PublishedRun],
    decided: Mapping[Decision, Sequence[Evidence]],
    pages: Mapping[Decision, str],
    known: Sequence[CodecKnown],
    newest: Newest,
) -> Document:
    """The first page; `runs` have the newest first, `pages` the address of each decision's page."""
    labs, machines = {each.lab for each in runs}, {each.machine for each in runs}
    number = (
        f"{several(len(runs), 'run')} of {several(len(labs), 'lab')} on {several(len(machines), 'machine')}, "
        f"{several(len(known), 'codec')}; measured from {runs[-1].day} to {runs[0].day}."
    )
    lead = (Text(_LEAD, "question"), Text(number, "soft", day=runs[0].day))
    table = (_decisions(decided, pages),) if decided else ()
    listed = [ListedRun(each.lab, each.run, each.page, tuple(_forms(each))) for each in runs]
    links = tuple(Entry(path, (says,), link=path) for path, says in DATA.items())
    kept = (Text(_LABS), Code(_RECOMMEND)) if any(each.kept for each in runs) else ()
    sections = (
        Section("decide", "Decide between two", table, "Decide"),
        *exploring(newest_of_each(runs), newest, "", figure=True),
        Section("codecs", "Codecs", (known_table(known, "codecs/", "license"),) if known else (), "Codecs"),
        Section("runs", "Runs", (Text(_LASTING, "soft"), runs_table(listed)), "Runs"),
        Section("data", "Data", (Points(links), Text("With DuckDB, for example:"), Code(_ASK), *kept), "Data"),
    )
    return Document(title, lead, sections)


def _forms(run: PublishedRun) -> Iterator[tuple[str, str]]:
    yield "JSON", f"runs/{run.name}.json"
    if run.kept:
        yield "lab", run.kept


def _decisions(decided: Mapping[Decision, Sequence[Evidence]], pages: Mapping[Decision, str]) -> Table:
    columns = (
        *words("question"),
        Column("where", levels=True),
        Column("time of the first over the second", number=True, limits="interval"),
        *words("the first is"),
        Column("bytes", number=True),
        *words("data"),
        Column("measured", day=True),
    )
    rows = tuple(_decision(each, seen[0], pages[each]) for each, seen in decided.items())
    return Table("Answers of the newest run that has both", columns, rows, sortable=True)


def _decision(decision: Decision, seen: Evidence, page: str) -> Row:
    return (
        Entry(f"{decision.one} or {decision.other}?", link=page),
        decision.where,
        with_limits(ratio_with_interval(seen.ratio)),
        Entry(seen.words, look=verdict_look(seen.words)),
        ratio(seen.one.size_bytes / seen.other.size_bytes if seen.other.size_bytes else None),
        seen.data,
        seen.run.day,
    )
