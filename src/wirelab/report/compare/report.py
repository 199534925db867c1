"""The changes between two versions or two runs, as a report: for a terminal, a page, a pull request. Pure."""

from collections.abc import Iterator
from math import ceil
from typing import Any

from wirelab.model.findings.change import Change, Changes, Effect
from wirelab.model.findings.finding import Interval, Verdict
from wirelab.report.as_json import fields_of
from wirelab.report.document import Block, Document, Medium, Points, Section, Text, again
from wirelab.report.quantities import (
    count,
    listed,
    number,
    percent,
    ratio_with_interval,
    several,
    size,
    time_left,
)
from wirelab.report.run.versions import exchange_points
from wirelab.report.run.wording import cell_words, codec_words, data_words
from wirelab.report.table import Column, Entry, Row, Table, with_limits

_LOOKS = {Effect.SLOWER: "slower", Effect.FASTER: "faster", Effect.SMALL: "equivalent", Effect.OPEN: "unresolved"}
_ORDER = tuple(Effect)
_MOST_NAMED = 3
_ABSURD = 3.0


def compare_report(found: Changes, command: str = "") -> Document:
    """Write the changes; `command` is the command line typed for it, empty if no command does it."""
    title = f"Wirelab comparison: {found.before} and {found.after}"
    lead = (Text(answer(found), "answer"), Text(_basis(found), "soft"))
    return Document(title, lead, (*_sections(found), *((again(command),) if command else ())))


def compare_json(found: Changes) -> dict[str, Any]:
    """The report as values that `json.dumps` takes: all fields, and the words for each change."""
    changes = [{**fields_of(each), "effect": str(each.effect), "says": effect_words(each)} for each in found.changes]
    return {**fields_of(found), "answer": answer(found), "changes": changes}


def answer(found: Changes) -> str:
    """The answer in a few sentences, slower cells first."""
    if not found.changes:
        return "Nothing was compared."
    sentences = []
    for effect in (Effect.SLOWER, Effect.FASTER):
        own = found.with_effect(effect)
        if own:
            named = [f"{cell_words(each.after)} ({effect_words(each)})" for each in own[:_MOST_NAMED]]
            more = [f"{len(own) - _MOST_NAMED} more"] if len(own) > _MOST_NAMED else []
            sentences.append(f"{_of(len(own), found)} {effect}: {listed([*named, *more])}.")
    if not found.with_effect(Effect.SLOWER):
        sentences.insert(0, "Nothing was found to be slower.")
    small, open_ = found.with_effect(Effect.SMALL), found.with_effect(Effect.OPEN)
    if small:
        widest = max(each.beyond for each in small)
        sentences.append(f"{_of(len(small), found)} without a change beyond ±{_share(widest)}.")
    if open_:
        needed = [each.needed_s for each in open_ if each.needed_s is not None]
        then = f": about {time_left(max(needed))} of measuring would probably decide" if needed else ""
        sentences.append(f"{_of(len(open_), found)} undecided{then}.")
    changed = sum(each.bytes_changed for each in found.changes)
    if changed:
        sentences.append(f"{_of(changed, found)} between encodings of different size.")
    return " ".join(sentences)


def effect_words(change: Change) -> str:
    """The words for one change: `slower by 4.2 to 6.8 %`, `no change beyond ±3 %`, `undecided`."""
    effect, ratio = change.effect, change.ratio
    if ratio is None:
        return f"{effect}: too little was measured"
    match effect:
        case Effect.SLOWER | Effect.FASTER:
            return between_words(ratio)
        case Effect.SMALL:
            return f"no change beyond ±{_share(change.beyond)}"
    if change.verdict is Verdict.UNSTEADY:
        return f"{effect}: most processes still changed their speed"
    absurd = change.beyond > _ABSURD  # nobody reads thousands of percent
    limits = "nearly nothing is excluded" if absurd else f"between {_way(ratio.low)} and {_way(ratio.high)}"
    needed = "" if change.needed_s is None else f"; would need about {time_left(change.needed_s)}"
    return f"{effect}: {limits}{needed}"


def between_words(change: Interval) -> str:
    """The words for a ratio whose interval excludes 1: `slower by 4.2 to 6.8 %`."""
    if change.low > 1:
        return f"slower by {_from_to(change.low - 1, change.high - 1)}"
    return f"faster by {_from_to(1 - change.high, 1 - change.low)}"


def _of(number: int, found: Changes) -> str:
    total = len(found.changes)
    return f"{count(number)} of {several(total, 'comparison')} {'is' if number == 1 else 'are'}"


def _basis(found: Changes) -> str:
    error = (
        f"At most {percent(found.alpha)} of such reports wrongly call anything slower or faster, over all their "
        "comparisons."
    )
    if found.in_turns:
        return f"{found.before} and {found.after} took turns on this machine, within fractions of a second. {error}"
    return f"{found.before} and {found.after} were measured in separate sessions. {error}"


def _sections(found: Changes) -> Iterator[Section]:
    table = (_table(found),) if found.changes else ()
    yield Section("changes", "Changes", table, "Changes")
    points = tuple(exchange_points(found.exchanges))
    yield Section("bytes", "Do the versions read each other's bytes?", (Points(points),) if points else (), "Bytes")
    yield Section("basis", "How far to trust it", (Points(found.notes),) if found.notes else ())
    yield Section("only", "Only in one of the two", tuple(_only(found)))
    lost = (
        *(f"Lost: {each}" for each in found.lost),
        *(f"Not run: {each.what} ({each.why})" for each in found.not_run),
    )
    yield Section("losses", "Lost and not run", (Points(lost, 10),) if lost else ())
    yield Section("limits", "What it does not show", (Text(_LIMITS),), on=Medium.FILES)


_LIMITS = (
    "Ratios are of these codecs on this data on this machine. The change may differ on another machine or with another "
    "kind of data."
)
_COUNTED = "Instructions are of one warm call, counted by an emulator of the processor."


def _table(found: Changes) -> Table:
    columns = (
        Column("operation", least=10),
        Column("data", least=10),
        Column("platform"),
        Column("before", least=10),
        Column("after", least=10),
        Column("ratio", number=True, limits="interval"),
        Column("change", wide=True),
        Column("size", number=True),
        Column("instructions", number=True),
    )
    ordered = sorted(
        found.changes, key=lambda each: (_ORDER.index(each.effect), -(each.ratio.estimate if each.ratio else 0))
    )
    says = (_COUNTED,) if any(map(_instructions, ordered)) else ()
    return Table("Time after over time before, the slower ones first", columns, tuple(map(_row, ordered)), says)


def _row(change: Change) -> Row:
    both = change.bytes_before, change.bytes_after
    sizes = [size(each) for each in both]
    exact = sizes if sizes[0] != sizes[1] else [f"{each or 0:,} B" for each in both]
    return (
        str(change.after.operation),
        data_words(change.after),
        change.after.platform,
        codec_words(change.before, change.version_before),
        codec_words(change.after, change.version_after),
        with_limits(ratio_with_interval(change.ratio)),
        Entry(effect_words(change), look=_LOOKS[change.effect]),
        " → ".join(exact) if change.bytes_changed else sizes[1],
        _instructions(change),
    )


def _instructions(change: Change) -> str:
    """The instructions before and after, and the change as a share; nothing where they were not counted."""
    before, after = change.instructions_before, change.instructions_after
    if before is None or after is None:
        return ""
    return f"{number(before)} → {number(after)} ({(after - before) / before:+.1%})".replace("-", "−").replace("%", " %")


def _only(found: Changes) -> Iterator[Block]:
    for where, cells in ((found.before, found.only_before), (found.after, found.only_after)):
        if cells:
            yield Points(tuple(f"Only in {where}: {cell_words(cell)}" for cell in cells), 10)


def _from_to(low: float, high: float) -> str:
    return f"{_plain(low)} to {_share(high)}"


def _way(ratio: float) -> str:
    return f"{_share(ratio - 1)} slower" if ratio >= 1 else f"{_share(1 - ratio)} faster"


def _share(share: float) -> str:
    return f"{_plain(share, up=True)} %"


def _plain(share: float, *, up: bool = False) -> str:
    """A share in percent, to one decimal below 10; limits that promise something are rounded up."""
    digits = 1 if share < 0.1 else 0
    scaled = share * 100 * 10**digits
    rounded = (ceil(scaled - 1e-9) if up else int(scaled)) / 10**digits
    return f"{rounded:.{digits}f}".removesuffix(".0")
