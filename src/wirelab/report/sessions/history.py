"""How a codec's speed changed from session to session, as a report. Pure."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp, log
from typing import Any

from wirelab.model.findings.finding import Interval
from wirelab.model.findings.history import Control, History, Moment, Series, Shift
from wirelab.report.as_json import fields_of
from wirelab.report.compare.report import between_words
from wirelab.report.document import Document, Figure, Figures, Key, Medium, Points, Section, Text, again
from wirelab.report.drawing.axes import log_axis
from wirelab.report.drawing.charts import INK, SOFT, WIDTH, Values, chart, layer, points, silent
from wirelab.report.drawing.charts import log as log_scale
from wirelab.report.drawing.shapes import CIRCLE
from wirelab.report.quantities import (
    MISSING,
    count,
    duration_with_interval,
    listed,
    percent,
    ratio,
    ratio_with_interval,
    several,
    together,
)
from wirelab.report.run.wording import cell_words, codec_words, data_words
from wirelab.report.sessions.machines import machine_facts, when
from wirelab.report.table import Column, Entry, Row, Table, with_limits

_HEIGHT = 200
_MOST_NAMED = 3
_READ = (
    "A change is a change of level, with at least two sessions on either side. The search uses the ratio to the"
    " reference, in which the machine's speed cancels out; for a reference itself, its time over that of the canary."
    " Each session's interval is from its own rounds."
)


def history_report(found: History, command: str = "") -> Document:
    """Write the history of a codec; `command` is the command line typed for it."""
    lead = (Text(answer(found), "answer"), Text(_basis(found), "soft"))
    return Document(f"Wirelab history: {found.codec}", lead, tuple(_sections(found, command)))


def history_json(found: History) -> dict[str, Any]:
    """The report as values that `json.dumps` takes."""
    return {"version": 1, "answer": answer(found), **fields_of(found)}


def answer(found: History) -> str:
    """The answer: the changes, the largest first, and the changes of the machine itself."""
    where = (
        f"in {several(found.sessions, 'session')} on {several(len(found.machines), 'machine')}"
        f" ({count(len(found.series))} series)"
    )
    searched = [each for each in found.series if each.searched >= found.fewest]
    if not searched:
        return (
            f"{found.codec} was measured {where}. That is too few to detect a change: a series needs"
            f" {count(found.fewest)} sessions of the same data, on one machine, against the same reference."
        )
    shifts = [(series, shift) for series in searched for shift in series.shifts]
    if not shifts:
        sentences = [f"No change of {found.codec} was found {where}."]
    else:
        shifts.sort(key=lambda each: -abs(log(each[1].ratio.estimate)))
        named = [_shift_words(*each) for each in shifts[:_MOST_NAMED]]
        more = [f"{count(len(shifts) - _MOST_NAMED)} more"] if len(shifts) > _MOST_NAMED else []
        sentences = [f"Changes of {found.codec} were found {where}: {listed([*named, *more])}."]
    for control in found.controls:
        for shift in control.shifts:
            began = when(control.moments[shift.at].started_at)
            sentences.append(f"Machine {control.machine} itself became {between_words(shift.ratio)} on {began}.")
    return " ".join(sentences)


def _basis(found: History) -> str:
    return (
        f"At most {percent(found.alpha)} of such histories wrongly mark any change, over all series and the "
        "machines' own speed."
    )


def _shift_words(series: Series, shift: Shift) -> str:
    moment = series.moments[shift.at]
    before = _before(series, shift)
    versions = f", with {before.version} → {moment.version}" if before.version != moment.version else ""
    return f"{between_words(shift.ratio)} from {when(moment.started_at)}{versions} ({_place(series)})"


def _before(series: Series | Control, shift: Shift) -> Moment:
    """The last searched session before a change."""
    return next(each for each in reversed(series.moments[: shift.at]) if not each.excluded)


def _sections(found: History, command: str) -> Iterator[Section]:
    drawn = [each for each in found.series if len(each.moments) > 1]
    figures = Figures(
        "Each session's ratio to the reference (for a reference itself, its time) with the interval of its own rounds."
        " The dashed line is the mean of the sessions between two changes.",
        (Key("a session", CIRCLE, INK), Key("a session that is not searched", CIRCLE, INK, hollow=True)),
        lambda: [(_title(each), _figure(each)) for each in drawn],
        "No series has two sessions.",
    )
    yield Section("figures", "Over time", (figures,) if drawn else (), "Over time", on=Medium.PAGE)
    changes = [row for each in found.series for row in _change_rows(each)]
    changes += [row for each in found.controls for row in _change_rows(each)]
    yield Section("changes", "Changes", (_changes(changes),) if changes else (), "Changes")
    yield Section("sessions", "Sessions", tuple(map(_moments, found.series)), "Sessions")
    excluded = dict.fromkeys(
        f"{moment.session} is shown but not searched: {moment.excluded}."
        for each in found.series
        for moment in each.moments
        if moment.excluded
    )
    small = f"Changes that may be within ±{percent(found.band)} are not marked: sessions differ by that much anyway."
    yield Section(
        "trust", "How far to trust it", (Points((_READ, small, *excluded, *found.left_out)),), "How far to trust it"
    )
    yield Section("machines", "Machines", (machine_facts(found.machines),), "Machines")
    if command:
        yield again(command)


def _changes(rows: Sequence[Row]) -> Table:
    columns = (
        *(Column("since (UTC)"), Column("what", least=10), Column("operation", least=10), Column("data", least=10)),
        *(Column("platform"), Column("machine")),
        *(Column("later over earlier", number=True, limits="interval"), Column("change", wide=True)),
        Column("version", least=10),
    )
    return Table("Changes of level, by series", columns, tuple(rows))


def _change_rows(series: Series | Control) -> Iterator[Row]:
    for shift in series.shifts:
        before, after = _before(series, shift), series.moments[shift.at]
        change = Entry(between_words(shift.ratio), look="slower" if shift.slower else "faster")
        said = with_limits(ratio_with_interval(shift.ratio)), change
        if isinstance(series, Control):
            yield (when(after.started_at), "the machine itself", "", "", series.platform, series.machine, *said, "")
            continue
        cell, (old, new) = series.cell, (_version(before), _version(after))
        yield (
            *(when(after.started_at), str(cell.subject), str(cell.operation), data_words(cell)),
            *(cell.platform, series.machine, *said),
            new if old == new else f"{old} → {new}",
        )


def _version(moment: Moment) -> str:
    return moment.version or MISSING


def _place(series: Series) -> str:
    return f"{cell_words(series.cell)}, machine {series.machine}"


def _title(series: Series) -> str:
    over = "" if series.against is None else f", ratio to {codec_words(series.against, series.version_against)}"
    return f"{_place(series)}{over}"


def _moments(series: Series) -> Table:
    columns = (
        *(Column("began (UTC)"), Column("version"), Column("ratio", number=True, limits="interval")),
        Column("time", number=True, limits="its interval"),
        Column("machine's canary", number=True),
        *(Column("change", wide=True), Column("runtime", brief=False), Column("session", brief=False)),
    )
    shifts = {shift.at: shift for shift in series.shifts}
    first = next((each.canary_ns for each in series.moments if each.canary_ns), None)
    rows: list[Row] = []
    for at, each in enumerate(series.moments):
        values = map(with_limits, (ratio_with_interval(each.ratio), duration_with_interval(each.time_ns)))
        canary = ratio(each.canary_ns / first) if each.canary_ns and first else MISSING
        shift = shifts.get(at)
        look = "" if shift is None else "slower" if shift.slower else "faster"
        mark = Entry("" if shift is None else f"{between_words(shift.ratio)} from here", look=look)
        rows.append((when(each.started_at), _version(each), *values, canary, mark, each.runtime, each.session))
    says = ("Each canary's time is over that of the first session.",) if first else ()
    return Table(_title(series), columns, tuple(rows), says)


def _figure(series: Series) -> Figure | None:
    shown = [(at, each, own) for at, each in enumerate(series.moments) if (own := each.ratio or each.time_ns)]
    if not shown:
        return None
    ratios = series.against is not None
    written = ratio_with_interval if ratios else duration_with_interval
    scale = 1.0 if ratios else 1e-9
    levels = _levels(series, [(at, own) for at, each, own in shown if not each.excluded])
    values: Values = [
        {
            **{"x": at + 1, "y": own.estimate * scale, "low": own.low * scale, "high": own.high * scale},
            **{"colour": INK, "shape": CIRCLE, "hollow": bool(each.excluded)},
            "says": f"{when(each.started_at)}, {_version(each)}: {together(written(own))}",
        }
        for at, each, own in shown
    ]
    axis = log_axis([limit for value in values for limit in _drawable(value)], _HEIGHT)
    y = log_scale("y", axis, "×" if ratios else "s", "ratio to the reference" if ratios else "time of one operation")
    last = len(series.moments)
    x = {
        **{"field": "x", "type": "quantitative", "title": "session"},
        "scale": {"domain": [0.5, last + 0.5], "nice": False},
        "axis": {"tickMinStep": 1, "format": "d"},
    }
    drawn = [{**value, "low": max(value["low"], axis.low), "high": min(value["high"], axis.high)} for value in values]
    whiskers = layer(silent("rule", stroke=SOFT), y={**y, "field": "low"}, y2={"field": "high"})
    means = [{"from": first + 0.6, "to": end + 0.4, "level": level * scale} for (first, end), level in levels.items()]
    line = silent("rule", stroke=SOFT, strokeDash=[4, 3])
    level = layer(line, means, x={**x, "field": "from"}, x2={"field": "to"}, y={**y, "field": "level"})
    return chart(WIDTH, _HEIGHT, drawn, {"x": x, "y": y}, level, whiskers, points(60))


def _drawable(value: dict[str, Any]) -> list[float]:
    """Limits that do not dwarf the rest: two rounds can give any."""
    return [max(value["low"], value["y"] / 2), min(value["high"], value["y"] * 2), value["y"]]


def _levels(series: Series, shown: Sequence[tuple[int, Interval]]) -> dict[tuple[int, int], float]:
    """The mean of each stretch between changes, by its first session and the one after its last."""
    ends = [0, *(shift.at for shift in series.shifts), len(series.moments)]
    found = {}
    for first, end in pairwise(ends):
        logs = [log(own.estimate) for at, own in shown if first <= at < end]
        if logs:
            found[first, end] = exp(sum(logs) / len(logs))
    return found
