"""Which format for this data? The formats that each common question leaves, with this data's own numbers. Pure."""

from collections.abc import Sequence

from wirelab.choice.needs import LANGUAGES, Left, Need
from wirelab.report.document import Section, Text
from wirelab.report.quantities import MISSING, count, duration_with_interval, listed, size
from wirelab.report.recommend.wording import Names
from wirelab.report.run.results import Results
from wirelab.report.table import Column, Row, Table, with_limits

_ASKS = {
    "evolution": "Must old and new versions of the schema read each other's data?",
    "readable": "Must people read the bytes?",
    "no-schema": "Must it work without a schema?",
    "schema": "Must a schema describe it?",
}
_SAYS = (
    "Each question is asked by itself. An answer counts as executed if it was tried; otherwise it is the contract's "
    "promise. Sizes are exact. Times are to write all of the data and to read it, with a {} interval each; codecs that "
    "still changed their speed are not among the fastest. `wirelab recommend --needs …` combines questions, and adds "
    "up costs."
)


def questions_section(results: Results) -> Section:
    """The questions of a run on data of a user's own; empty for other runs."""
    found = results.questions
    key, title = "questions", "Which format for this data?"
    if not found:
        return Section(key, title, ())
    names = Names([way for each in found for way in (each.smallest, *each.fastest) if way is not None])
    confidence = next((f"{100 * each.time.confidence:g} %" for each in found if each.time is not None), MISSING)
    columns = (
        Column("if you ask", least=24),
        Column("formats left", least=24),
        Column("smallest"),
        Column("size", number=True),
        Column("fastest"),
        Column("time", number=True, limits="interval"),
        Column("known by", brief=False),
    )
    table = Table("Formats that each question leaves", columns, tuple(_row(each, names) for each in found))
    return Section(key, title, (table, Text(_SAYS.format(confidence), "soft")), "Which format?")


def _row(left: Left, names: Names) -> Row:
    if left.smallest is None:
        return (_asks(left.need), "none that was measured", "", "", "", "", "")
    return (
        _asks(left.need),
        f"{count(len(left.formats))}: {', '.join(left.formats)}",
        names.of(left.smallest),
        size(left.size_bytes),
        _fastest([names.of(way) for way in left.fastest]),
        with_limits(duration_with_interval(left.time)),
        ", ".join(f"{basis}: {number}" for basis, number in left.bases.items()),
    )


def _fastest(names: Sequence[str]) -> str:
    """The fastest of steady ones, or those that the run cannot distinguish from it."""
    if not names:
        return "none was steady"
    others = len(names) - 1
    return names[0] + (f", or one of {count(others)} others" if others > 1 else f", or {names[1]}" if others else "")


def _asks(need: Need | None) -> str:
    if need is None:
        return "nothing"
    if need.name != LANGUAGES:
        return _ASKS[need.name]
    return f"Must {listed(need.values)} all read it?" if need.values else "Must another language read it?"
