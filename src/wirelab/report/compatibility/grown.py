"""Growth with hostile bytes: the time to read them, the limits of codecs, and the unpacked size. Pure."""

from collections.abc import Iterator

from wirelab.model.findings.withstood import Growth, Outcome, Withstanding, Withstood
from wirelab.report.compatibility.common import points
from wirelab.report.document import Medium, Section
from wirelab.report.quantities import MISSING, count, duration, size
from wirelab.report.table import Column, Entry, Row, Table, numbers

_NS = 1e9
_READ = (Outcome.SAME, Outcome.OTHER)
_OUTGROWS = "The time grows faster than the input"


def grown_sections(found: Withstanding) -> Iterator[Section]:
    """Sections on times against sizes, on limits, and on unpacked sizes."""
    yield points("outgrows", _OUTGROWS, _outgrowing(found), nav="Time against n", most=16)
    rows = tuple(_times(codec, each) for codec in found.codecs for each in codec.growths)
    yield Section("growth", "Time against size", (_growth_table(rows),) if rows else (), "Growth", Medium.FILES)
    limits = tuple(_limits(found))
    yield Section("limits", "Limits by default", (_limit_table(limits),) if limits else (), "Limits")
    unpacked = tuple(_unpacked(found))
    yield Section("unpacked", "Size after unpacking", (_unpacked_table(unpacked),) if unpacked else (), "Unpacked")


def _outgrowing(found: Withstanding) -> Iterator[Entry]:
    for codec in found.codecs:
        for each in codec.growths:
            if each.outgrows:
                words = f"the time grows with n^{each.exponent:.1f} ({_seen(each)})"
                yield Entry(f"{codec.subject} ({codec.platform}), {each.kind}: {words}")


def _seen(each: Growth) -> str:
    readings = ", ".join(f"{count(number)} in {duration(seconds * _NS)}" for number, seconds in each.times[-3:])
    return f"{each.unit}: {readings}"


def _times(codec: Withstood, each: Growth) -> Row:
    shown = ", ".join(f"{count(number)}: {duration(seconds * _NS)}" for number, seconds in each.times)
    grows = MISSING if each.exponent is None else f"n^{each.exponent:.1f}"
    kind = each.kind.removeprefix("long: ")
    look = "slower" if each.outgrows else ""
    return (str(codec.subject), codec.platform, kind, each.unit, shown, Entry(grows, look=look), each.stopped)


def _growth_table(rows: tuple[Row, ...]) -> Table:
    columns = (*map(Column, ("codec", "platform", "input", "of", "time")), Column("grows with"), Column("stopped"))
    says = (
        "Times are the quickest of three readings. Keys and digits of the schema's own members were written by the "
        "codec itself, and only its reading is timed, 15 times if the quickest of three took less than 0.2 s. The "
        "times of other inputs include the request and the answer. The exponent is of the last three sizes, and is "
        "left out unless their times grow, by at least 100 ms in all. It is valid only between these sizes, on this "
        "machine.",
    )
    return Table("Time for inputs of growing size", columns, rows, says)


def _limits(found: Withstanding) -> Iterator[Row]:
    """A row for each codec and kind of input that repeats a part."""
    of_kind = dict(found.kinds)
    places = {(each.codec, each.of): each.where for each in found.places}
    for codec in found.codecs:
        limits = {each.kind: each.repeats for each in codec.limits}
        for kind, own in codec.repeated().items():
            read = max((each.repeats for each in own if each.outcome in _READ), default=None)
            refused = min((each.repeats for each in own if each.outcome is Outcome.REFUSED), default=None)
            if kind in limits:
                read, refused = limits[kind], limits[kind] + 1
            harmful = min((each.repeats for each in own if each.harmful), default=None)
            of = of_kind.get(kind, "")
            bounded = read is not None and refused is not None  # a codec that refuses the smallest has another reason
            where = places.get((codec.subject.codec, of), "") if bounded else ""
            yield (
                str(codec.subject),
                codec.platform,
                of,
                kind.split(": ", 1)[-1],
                _shown(read),
                _shown(refused),
                Entry(_shown(harmful), look="slower" if harmful is not None else ""),
                where,
            )


def _shown(repeats: int | None) -> str:
    return MISSING if repeats is None else count(repeats)


def _limit_table(rows: tuple[Row, ...]) -> Table:
    columns = (
        *map(Column, ("codec", "platform", "limit of", "input")),
        *numbers("read", "refused", "harmful"),
        Column("where it is set"),
    )
    says = (
        "Read: the most levels, digits or letters that were read without an error. Refused and harmful: the fewest "
        "that were refused or did harm. Where the most and the fewest differ by 1, values between larger steps were "
        "tried, too. A codec that refuses even the smallest may refuse it for another reason, such as a member that "
        "its types do not have.",
    )
    return Table("Limits by default, found by running", columns, rows, says)


def _unpacked(found: Withstanding) -> Iterator[Row]:
    for codec in found.codecs:
        for each in codec.unpackings:
            look = "slower" if each.outcome.harmful else ""
            outcome = Entry(each.outcome, look=look, details=(each.what,) if each.what else ())
            shown = (size(each.packed_bytes), size(each.unpacked_bytes), size(each.peak_bytes))
            yield (str(codec.subject), codec.platform, *shown, outcome)


def _unpacked_table(rows: tuple[Row, ...]) -> Table:
    columns = (Column("codec"), Column("platform"), *numbers("packed", "unpacks to", "memory"), Column("outcome"))
    says = (
        "Memory: the most that the process had at once, its runtime included, or unknown if it ended. Refused: with an "
        "error, before or after unpacking (the memory shows which).",
    )
    return Table("Zeros, packed as the compressor packs them", columns, rows, says)
