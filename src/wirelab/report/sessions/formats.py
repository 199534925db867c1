"""Formats from one platform to others, by the pooled results of several sessions. Pure."""

from collections.abc import Iterator, Sequence

from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import PooledFormat, Route
from wirelab.model.findings.transfer import TransferFinding
from wirelab.model.groups import gathered
from wirelab.report.quantities import MISSING, duration_with_interval, listed, ratio_with_interval, together
from wirelab.report.run.marks import VERDICT_MARKS
from wirelab.report.run.transfer import link_words
from wirelab.report.run.wording import REFERENCE, ratio_words
from wirelab.report.sessions.machines import reach_words
from wirelab.report.table import Column, Entry, Row, Table, with_limits

_COLUMNS = (
    Column("format", least=10),
    *(Column(name, number=True, limits="interval") for name in ("ratio", "time")),
    Column("verdict"),
    Column("covers", least=10),
    Column("codecs", below="format"),
)
_READ = (
    "Intervals of ratios belong to the verdicts: they allow for all comparisons of this report. The interval of a time"
    " is only for that time."
)


def format_sentences(found: Sequence[PooledFormat]) -> Iterator[str]:
    """Which format takes the least time on each route, and which others may."""
    for route, own in _by_route(found):
        best = next((each for each in own if each.may_be_fastest), own[0])
        others = [each for each in own if each is not best]
        how = "" if best.ratio is None else f", {together(ratio_with_interval(best.ratio.value))} of {best.against}'s"
        yield f"{best.format} takes {route.corpus.workload} {_way(route)} in the least time{how}{_rivals(others)}."


def format_tables(found: Sequence[PooledFormat]) -> tuple[Table, ...]:
    """A table for each route, the fastest format first."""
    return tuple(
        Table(f"{route.corpus} {_way(route)}, over all sessions", _COLUMNS, tuple(map(_row, own)), (_READ,))
        for route, own in _by_route(found)
    )


def formats_left_out(found: TransferFinding, session: str) -> Iterator[str]:
    """Which formats are left out of a session; `session` is its name."""
    for each in found.ways:
        if each.verdict is Verdict.UNSTEADY:
            yield (
                f"{each.way.format} of {each.way.writer.corpus} is left out of {session}: most of its processes, or of"
                f" {found.reference}'s, still changed their speed there."
            )


def _by_route(found: Sequence[PooledFormat]) -> Iterator[tuple[Route, list[PooledFormat]]]:
    """The formats that are compared with the same one on a route, those without a ratio last."""
    for (route, _), own in gathered(((each.route, each.reference), each) for each in found).items():
        yield route, sorted(own, key=_place)


def _place(each: PooledFormat) -> tuple[bool, float]:
    if each.ratio is None:
        return bool(each.against), 1.0
    return False, each.ratio.value.estimate


def _rivals(others: Sequence[PooledFormat]) -> str:
    if not others:
        return "; it is the only format that was compared"
    rivals = [each.format for each in others if each.may_be_fastest]
    return f", and {listed(rivals)} may be as fast or faster" if rivals else ", and no other is as fast"


def _way(route: Route) -> str:
    return f"from {route.sender} to {listed(list(route.receivers))} over {link_words(route.link)}"


def _row(each: PooledFormat) -> Row:
    time = with_limits(duration_with_interval(None if each.time_ns is None else each.time_ns.value))
    covered = each.ratio or each.time_ns
    reach = MISSING if covered is None else reach_words(covered)
    codecs = "; ".join(each.codecs)
    if each.verdict is None:
        return each.format, "1×", time, Entry(REFERENCE, look=REFERENCE), reach, codecs
    ratio = with_limits(ratio_with_interval(None if each.ratio is None else each.ratio.value))
    words = "too little was measured" if each.ratio is None else ratio_words(each.verdict, each.ratio.value)
    verdict = Entry(words, look=words if words in VERDICT_MARKS else "")
    return each.format, ratio, time, verdict, reach, codecs
