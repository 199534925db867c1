"""The pooled results of several sessions, as a report. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any

from wirelab.model.cell import Cell
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import InSession, PooledRatio, PooledTime, Reach, Spread, Together
from wirelab.model.groups import gathered
from wirelab.report.as_json import fields_of
from wirelab.report.document import Block, Document, Figure, Figures, Medium, Part, Points, Section, Text, again
from wirelab.report.drawing.charts import intervals
from wirelab.report.quantities import (
    MISSING,
    count,
    duration,
    duration_with_interval,
    percent,
    ratio,
    ratio_with_interval,
    several,
    together,
)
from wirelab.report.run.marks import VERDICT_MARKS, ratio_row
from wirelab.report.run.wording import FASTER, SLOWER, SUSTAINED, codec_words, data_words, ratio_words, subject_words
from wirelab.report.sessions.formats import format_sentences, format_tables
from wirelab.report.sessions.machines import machine_facts, reach_words, when
from wirelab.report.table import Column, Entry, Row, Table, with_limits

_WHERE = (Column("operation", least=10), Column("data", least=10), Column("platform"), Column("codec", least=10))
_SPREADS = (
    Column("rounds", number=True, below="covers"),
    Column("sessions", number=True, below="covers"),
    Column("machines", number=True, below="covers"),
)
_READ = (
    "Each row names what its interval covers: rounds of one session, sessions of one machine, or machines. The last"
    " columns are standard deviations: by how much rounds of a session, sessions of a machine, and machines differ."
)


def together_report(found: Together, command: str = "") -> Document:
    """Write the pooled results of sessions; `command` is the command line typed for it."""
    title = f"Wirelab: {several(len(found.sessions), 'session')} together"
    lead = (Text(answer(found), "answer"), Text(_basis(found), "soft"))
    return Document(title, lead, tuple(_sections(found, command)))


def together_json(found: Together) -> dict[str, Any]:
    """The report as values that `json.dumps` takes."""
    ratios = [{**fields_of(each), "held": each.held} for each in found.ratios]
    return {"version": 1, "answer": answer(found), "reach": str(found.reach), **fields_of(found), "ratios": ratios}


def answer(found: Together) -> str:
    """The answer, and how far it reaches."""
    ratios = [each for each in found.ratios if each.ratio is not None]
    carried = [each for each in found.formats if each.ratio is not None]
    verdicts = [each.verdict for each in ratios] + [each.verdict for each in carried if each.verdict is not None]
    differing = [each for each in verdicts if each.differs]
    alike = verdicts.count(Verdict.EQUIVALENT)
    sentences = [_reach(found), *format_sentences(found.formats)]
    if verdicts:
        verb = "differs" if 1 in (len(differing), len(verdicts)) else "differ"
        of = several(len(verdicts), "comparison")
        sentences.append(f"{count(len(differing))} of {of} {verb} from the reference.")
    if alike:
        verb = "is" if alike == 1 else "are"
        sentences.append(f"{count(alike)} {verb} equal to it within ±{percent(found.band)}.")
    shown = [each for each in ratios if each.machines]
    if shown:
        everywhere = sum(each.held == len(each.machines) for each in shown)
        verb = "holds" if 1 in (everywhere, len(shown)) else "hold"
        sentences.append(
            f"{count(everywhere)} of {several(len(shown), 'comparison')} {verb} on every machine with several sessions,"
            " as the sessions of each show."
        )
    return " ".join(sentences)


def _reach(found: Together) -> str:
    """How far intervals reach at most; a column shows how far each does."""
    sessions, machines = several(len(found.sessions), "session"), several(len(found.machines), "machine")
    match found.reach:
        case Reach.MACHINES:
            return f"{sessions} on {machines}: intervals hold for further machines like these."
        case Reach.SESSIONS if len(found.machines) == 1:
            scope = "intervals hold for further sessions like these on that machine"
            return f"{sessions} on {machines}: {scope}, and say nothing about another machine."
        case Reach.SESSIONS:
            scope = "so intervals hold at most for further sessions like these on the same machine"
            return f"{sessions} on {machines}, but no two machines measured the same, {scope}."
        case _ if len(found.sessions) > 1:
            scope = "so no interval shows how another day or machine would differ"
            return f"{sessions} on {machines}, but no two of them measured the same, {scope}."
        case _:
            return (
                "This is one session on one machine, so it cannot show how another day or machine would differ. Measure"
                " again on another day, and name both runs."
            )


def _basis(found: Together) -> str:
    return (
        f"At most {percent(found.alpha)} of such reports wrongly call any ratio different, over all their "
        "comparisons; the same holds for verdicts on single machines. Differences between sessions and machines"
        " are part of the intervals, if several of them were measured."
    )


def _sections(found: Together, command: str) -> Iterator[Section]:
    measured = tuple(each for each in found.ratios if each.ratio is not None)
    figure = Figures(
        "Each time divided by that of the reference, over all sessions, with the interval that covers them. Within the"
        " shaded band around 1, differences do not matter.",
        (),
        lambda: [
            (f"{operation} {data}", _figure(own, found.band))
            for (operation, data), own in gathered((_place(each.cell)[:2], each) for each in measured).items()
        ],
        "There are no ratios.",
    )
    yield Section("figure", "How much faster or slower?", (figure,) if measured else (), on=Medium.PAGE)
    if found.formats:
        yield Section("formats", "Formats", format_tables(found.formats), "Formats")
    yield Section("ratios", "Ratios", (_ratios(found.ratios),) if found.ratios else (), "Ratios")
    yield Section("times", "Times", (_times(found.times),) if found.times else (), "Times")
    notes = (_READ, *found.notes, *_few(found))
    yield Section("trust", "How far to trust it", (Points(notes),), "How far to trust it")
    yield Section("left-out", "Left out and kept apart", (Points(found.left_out, 10),) if found.left_out else ())
    own: tuple[Block, ...] = (_each(found),) if len(found.sessions) > 1 else ()
    yield Section("each", "What each session found", own, "Each session", on=Medium.FILES, folded=True)
    yield Section("machines", "Sessions and machines", (_sessions(found), machine_facts(found.machines)), "Sessions")
    if command:
        yield again(command)


def _few(found: Together) -> Iterator[str]:
    pooled = [each.ratio for each in found.ratios if each.ratio is not None]
    units = [each.sessions for each in pooled if each.reach is Reach.SESSIONS]
    units += [each.machines for each in pooled if each.reach is Reach.MACHINES]
    if min(units, default=0) == 2:
        yield (
            "Two sessions (or machines) show little about how much sessions (or machines) differ, so intervals are"
            " wide. Three or more are better."
        )
    if any(each.bootstrap for each in pooled):
        yield (
            "Bootstrap limits, from drawing sessions (or machines) with replacement, are beside the intervals, each at"
            f" {percent(1 - found.alpha)}. They assume no distribution, and are not corrected for several comparisons."
        )


def _ratios(found: Sequence[PooledRatio]) -> Table:
    columns = (
        *_WHERE,
        Column("compared with", least=10),
        Column("ratio", number=True, limits="interval"),
        Column("verdict"),
        Column("covers", least=10),
        Column("machines' own", least=10),
        *_SPREADS,
        Column("bootstrap", number=True, brief=False),
    )
    ordered = sorted(found, key=lambda each: (*_place(each.cell), _estimate(each)))
    return Table("Time over that of the reference, over all sessions", columns, tuple(map(_ratio_row, ordered)))


def _estimate(each: PooledRatio) -> float:
    return 0.0 if each.ratio is None else each.ratio.value.estimate


def _ratio_row(each: PooledRatio) -> Row:
    pooled = each.ratio
    if pooled is None:
        nothing: Row = (Entry(MISSING), "too little was measured", *[""] * 6)
        return (*_where(each.cell, each.version), codec_words(each.against, each.version_against), *nothing)
    words = ratio_words(each.verdict, pooled.value)
    drawn = "" if pooled.bootstrap is None else f"[{ratio(pooled.bootstrap[0])}, {ratio(pooled.bootstrap[1])}]"
    return (
        *_where(each.cell, each.version),
        codec_words(each.against, each.version_against),
        with_limits(ratio_with_interval(pooled.value), SUSTAINED * each.sustained),
        Entry(words, look=words if words in VERDICT_MARKS else ""),
        reach_words(pooled),
        _on_machines(each),
        *_spread(pooled.spread),
        drawn,
    )


def _on_machines(each: PooledRatio) -> str:
    """The results of single machines' own sessions, if there are several machines: `faster on 2 of 3`."""
    if not each.machines or each.ratio is None:
        return ""
    side = SLOWER if each.ratio.value.estimate > 1 else FASTER
    shows = each.verdict if each.verdict is Verdict.EQUIVALENT else side
    return f"{shows if each.held else 'shown'} on {each.held} of {len(each.machines)}"


def _times(found: Sequence[PooledTime]) -> Table:
    columns = (*_WHERE, Column("time", number=True, limits="interval"), Column("covers", least=10), *_SPREADS)
    rows: list[Row] = []
    for each in sorted(found, key=lambda each: (*_place(each.cell), each.time_ns.value.estimate)):
        time = with_limits(duration_with_interval(each.time_ns.value), SUSTAINED * each.sustained)
        rows.append((*_where(each.cell, each.version), time, reach_words(each.time_ns), *_spread(each.time_ns.spread)))
    return Table("Time of one operation, over all sessions, with separate intervals", columns, tuple(rows))


def _each(found: Together) -> Part:
    numbers = range(len(found.sessions))
    columns = (*_WHERE, *(Column(f"session {at + 1}", number=True) for at in numbers))
    ratios = [(each.cell, each.version, each.sessions, ratio) for each in found.ratios]
    times = [(each.cell, each.version, each.sessions, duration) for each in found.times]
    tables = tuple(
        Table(
            title,
            columns,
            tuple(
                (*_where(cell, version), *_values(own, len(numbers), written)) for cell, version, own, written in rows
            ),
        )
        for title, rows in (("Ratio to the reference", ratios), ("Time of one operation", times))
        if rows
    )
    return Part("Ratios and times per session", tables)


def _values(own: Sequence[InSession], sessions: int, written: Any) -> list[str]:
    values = {each.session: each.value for each in own}
    return [written(values[at]) if at in values else MISSING for at in range(sessions)]


def _sessions(found: Together) -> Table:
    columns = (
        *(Column("session", number=True), Column("run", least=12), Column("measured into", least=12)),
        *(Column("began (UTC)"), Column("machine"), Column("rounds", number=True), Column("Wirelab")),
    )
    rows = tuple(
        (
            *(str(at), each.called, each.origin, when(each.started_at)),
            *(each.machine, count(each.rounds), each.wirelab_version),
        )
        for at, each in enumerate(found.sessions, start=1)
    )
    return Table("Sessions, the earliest first", columns, rows)


def _figure(found: Sequence[PooledRatio], band: float) -> Figure | None:
    values = []
    differ = len({each.against for each in found}) > 1
    for each in sorted(found, key=_estimate):
        assert each.ratio is not None
        interval, words = each.ratio.value, ratio_words(each.verdict, each.ratio.value)
        own, against = codec_words(each.cell, each.version), codec_words(each.against, each.version_against)
        says = f"{together(ratio_with_interval(interval))} of the time of {against}; {words}"
        name = f"{own} · {each.cell.platform}" + (f" / {against}" if differ else "")
        values.append(ratio_row(name, interval, words, f"{subject_words(each.cell)}: {says}"))
    return intervals(values, "time over that of the reference", unit="×", at=1.0, band=band) if values else None


def _place(cell: Cell) -> tuple[str, str, str]:
    return str(cell.operation), data_words(cell), cell.platform


def _where(cell: Cell, version: str) -> tuple[str, str, str, str]:
    return (*_place(cell), codec_words(cell, version))


def _spread(spread: Spread) -> tuple[str, str, str]:
    rounds, sessions, machines = (
        "" if each is None else f"±{percent(each)}" for each in (spread.rounds, spread.sessions, spread.machines)
    )
    return rounds, sessions, machines
