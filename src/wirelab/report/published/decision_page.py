"""A page about one decision: its answer, its basis, and all measurements of both formats there. Pure."""

from collections.abc import Mapping, Sequence

from wirelab.report.document import Block, Document, Points, Section, Text
from wirelab.report.published.cells import Newest, exploring, selected
from wirelab.report.published.decisions import Decision, Evidence, Side, answer, basis
from wirelab.report.published.known import CodecKnown, known_table
from wirelab.report.quantities import count, duration, ratio, ratio_with_interval, size
from wirelab.report.run.wording import verdict_look
from wirelab.report.table import Column, Entry, Row, Table, with_limits, words

_HOME = "../"
_METHOD = (
    "Each format counts by its fastest codec in the run, without a compressor: the time to write all objects once and "
    "to read them once, added round by round. From one platform to another, the link of the run is added, too.",
    "The ratio is of the rounds that both have, with the 95 % interval for this one pair. It does not allow for the "
    "choice of the fastest codec, for the other pairs of the run or for early stopping. Where the run compared the two "
    "formats itself, from one platform to another, its own stricter interval is shown.",
    "Only measurements of one run are compared. If there are several runs, the newest answers.",
    "Other links, reads per write and prices change the answer: choose yours below.",
)


def decision_page(
    decision: Decision,
    seen: Sequence[Evidence],
    elsewhere: Sequence[tuple[str, str]],
    known: Mapping[str, CodecKnown],
    newest: Newest,
    figure: str,
) -> Document:
    """The page of a decision.

    `elsewhere` has the same formats in other places, by title and address; `figure` is the address of its picture.
    """
    lead = (Text(answer(decision, seen[0]), "answer"), Text(basis(seen[0]), "soft", day=seen[0].run.day))
    runs = tuple(dict.fromkeys(each.run for each in seen))
    places, formats = {cell.platform for cell in seen[0].one.way.cells}, (decision.one, decision.other)
    chosen = selected(runs, lambda run, cell: cell.platform in places and run.results.format_of(cell) in formats)
    names = {cell.subject.name for each in chosen for cell in each.shown.findings}
    own = tuple(known[name] for name in sorted(names) if name in known)
    links = tuple(Entry(title, link=address) for title, address in elsewhere)
    shown: tuple[Block, ...] = (Points(_METHOD), Points((Entry("This answer as a picture to embed", link=figure),)))
    sections = (
        Section("runs", "What each run shows", (evidence_table(decision, seen),), "Runs"),
        *exploring(chosen, newest, _HOME, figure=True),
        Section("hold", "Will it hold?", (known_table(own, f"{_HOME}codecs/"),) if own else (), "Will it hold?"),
        Section("elsewhere", "The same question elsewhere", (Points(links),) if links else ()),
        Section("method", "How it is worked out", shown),
    )
    return Document(f"Wirelab: {decision.title}", lead, sections)


def evidence_table(decision: Decision, seen: Sequence[Evidence]) -> Table:
    """One row per run and corpus, the newest run first."""
    columns = (
        *words("data"),
        Column("measured", day=True),
        *words(decision.one, decision.other),
        Column(f"time of {decision.one} over {decision.other}", number=True, limits="interval"),
        *words("verdict"),
        Column("bytes", number=True),
        Column("rounds", number=True),
        *words("A/A", "machine", "run"),
    )
    return Table("The newest run first", columns, tuple(map(_row, seen)), sortable=True)


def _row(each: Evidence) -> Row:
    return (
        each.data,
        each.run.day,
        _side(each.one),
        _side(each.other),
        with_limits(ratio_with_interval(each.ratio)),
        Entry(each.words, look=verdict_look(each.words)),
        ratio(each.one.size_bytes / each.other.size_bytes if each.other.size_bytes else None),
        count(each.run.results.run.rounds),
        each.run.twins,
        each.run.machine,
        Entry(f"run {each.run.run.id}", link=f"{_HOME}{each.run.page}"),
    )


def _side(side: Side) -> Entry:
    return Entry(duration(side.total_ns), (f"{size(side.size_bytes)}, {side.codecs}",))
