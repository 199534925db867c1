"""The times of formats from a sender to its receivers: the answer in words, and one line per format. Pure."""

from collections.abc import Iterator, Sequence, Set

from wirelab.choice.break_even import Line, Overtaking, overtaken
from wirelab.model.cell import Cell
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.transfer import TransferFinding, WayFinding
from wirelab.model.link import Link, rate_words
from wirelab.model.units import NS_PER_S
from wirelab.report.quantities import (
    MISSING,
    capitalized,
    duration,
    duration_with_interval,
    listed,
    percent,
    ratio_with_interval,
    several,
    share_words,
    size,
    together,
)
from wirelab.report.run.forecast import MARK
from wirelab.report.run.results import Results
from wirelab.report.run.unresolved import why_unresolved
from wirelab.report.run.wording import REFERENCE, SUSTAINED, ratio_words, verdict_look
from wirelab.report.table import Column, Entry, Table, numbers, with_limits, words

_COLUMNS = (
    Column("format"),
    *(Column(name, number=True, limits="interval") for name in ("time", "ratio")),
    Column("verdict"),
    *numbers("write", "link", "read", "size"),
    *words("schema", "readable"),
    Column("codecs", below="format"),
)
_UNLIKE = 0.02
"""A reader is named if the size of its own bytes differs by more than this share from the bytes that it is to read."""


def transfer_answer(found: TransferFinding, flagged: Set[Cell] = frozenset()) -> str:
    """Say which format takes the least time, by how much, how sure that is, and what changes it.

    `flagged` are the cells whose times a guard doubts.
    """
    timed = by_time(found)
    if not timed:
        return "Nothing was compared: no round has every time that a format needs."
    best, *others = timed
    way = best.way
    to = listed([cell.platform for cell in way.readers])
    takes = f"{way.format} takes {way.writer.corpus.workload} from {way.writer.platform} to {to} in the least time"
    doubted = "" if flagged.isdisjoint(way.cells) else f", which a guard doubts ({MARK}),"
    says = f"{takes}, {together(duration_with_interval(best.time_ns))}{doubted} over {link_words(found.link)}"
    if not others:
        return f"{says}; it is the only format that was compared."
    how = f"{_by_how_much(found, best, others[0])}{_rivals(found, best, others)}"
    return f"{says}: {how}. {capitalized(_change(best, others, found.link))}."


def link_words(link: Link) -> str:
    """Write a link for a sentence: `1 Gbit/s and 10 ms of delay`."""
    rate = rate_words(link.bits_per_s, 12)
    return f"{rate} and {duration(link.delay_s * NS_PER_S)} of delay" if link.delay_s else rate


def transfer_table(results: Results, found: TransferFinding) -> Table:
    """Write one line per format, the fastest first."""
    first = found.ways[0].way
    to = listed([cell.platform for cell in first.readers])
    timed = by_time(found)
    ordered = [*timed, *(each for each in found.ways if each not in timed)]
    return Table(
        f"{first.writer.corpus} from {first.writer.platform} to {to} over {link_words(found.link)}",
        _COLUMNS,
        tuple(_row(results, found, each) for each in ordered),
        tuple(_says(results, found)),
    )


def tippings(
    best: WayFinding, others: Sequence[WayFinding], link: Link
) -> tuple[Overtaking[str] | None, Overtaking[str] | None]:
    """The other that would take over first on a slower link, since it makes fewer bytes, and on a faster one.

    Each with the seconds that a bit takes where both take as long.
    """

    def over_rates(each: WayFinding) -> Line[str]:
        return Line(each.way.format, each.codecs_ns, 8 * each.crossing_bytes * NS_PER_S)

    faster, slower = overtaken(over_rates(best), map(over_rates, others), 1 / link.bits_per_s)
    return slower, faster


def by_time(found: TransferFinding) -> list[WayFinding]:
    """The ways that have a time, the fastest first."""
    timed = [(each.time_ns.estimate, at) for at, each in enumerate(found.ways) if each.time_ns is not None]
    return [found.ways[at] for _, at in sorted(timed)]


def _by_how_much(found: TransferFinding, best: WayFinding, second: WayFinding) -> str:
    """The ratio that was tested: the best one's against the reference, or of the next if that is the best."""
    if best.way.format == found.reference:
        return f"{second.way.format}, the next, takes {share_words(second.ratio)} as long{_DOUBTS[second.verdict]}"
    return f"{share_words(best.ratio)} of {found.reference}'s{_DOUBTS[best.verdict]}"


_DOUBTS = {
    None: ", which may be chance",
    Verdict.DIFFERENT: "",
    Verdict.NEGLIGIBLE: ", a difference that does not matter",
    Verdict.EQUIVALENT: ", an equivalent time",
    Verdict.UNRESOLVED: ", which may be chance",
    Verdict.UNSTEADY: ", which has no verdict because processes were not steady",
}


def _rivals(found: TransferFinding, best: WayFinding, others: Sequence[WayFinding]) -> str:
    if not found.may_be_fastest:
        return ""
    rivals = [each.way.format for each in others if each.way.format in found.may_be_fastest]
    if not rivals:  # formats that were unsteady were compared with none
        unsteady = any(each.verdict is Verdict.UNSTEADY for each in (best, *others))
        return f", and no other{' that was steady' if unsteady else ''} is as fast"
    return f", and {listed(rivals)} may be as fast or faster"


def _change(best: WayFinding, others: Sequence[WayFinding], link: Link) -> str:
    slower, faster = tippings(best, others, link)
    parts = [f"below about {rate_words(1 / slower.x)}, {slower.of} would be faster"] if slower else []
    parts += [f"above about {rate_words(1 / faster.x)}, {faster.of} would be faster"] if faster else []
    return ", and ".join(parts) or "no other rate of the link would change that"


def _row(results: Results, found: TransferFinding, each: WayFinding) -> tuple[Entry | str, ...]:
    flagged = {flag.cell for flag in results.findings.forecast.flags}.intersection(each.way.cells)
    means = {finding.cell for finding in results.findings.cells if finding.sustained}
    sustained = {one.way.format for one in found.ways if not means.isdisjoint(one.way.cells)}
    mean = SUSTAINED if each.way.format in sustained else ""
    of_either = SUSTAINED if each.ratio is not None and sustained & {each.way.format, found.reference} else ""
    ratio = with_limits(ratio_with_interval(each.ratio), of_either)
    return (
        each.way.format,
        with_limits(duration_with_interval(each.time_ns), mean + (f" {MARK}" if flagged else "")),
        Entry("1×") if each.way.format == found.reference else ratio,
        _verdict(found, each),
        duration(each.write_ns),
        duration(each.link_ns),
        " + ".join(map(duration, each.read_ns)) or MISSING,
        size(each.encoded_bytes),
        *_facts(results, each),
        f"{each.way.writer.subject} → {', '.join(str(cell.subject) for cell in each.way.readers)}",
    )


def _facts(results: Results, each: WayFinding) -> tuple[str, str]:
    """Whether it needs a schema, and whether people can read it; a dash where that is not known."""
    codecs = [results.codec_of(cell) for cell in each.way.cells]
    needed = any(codec is not None and codec.needs_schema for codec in codecs)
    schema = "needed" if needed else MISSING if None in codecs else "no"
    if each.way.writer.subject.compressor is not None:
        return schema, "no"
    return schema, MISSING if codecs[0] is None else "yes" if codecs[0].human_readable else "no"


def _verdict(found: TransferFinding, each: WayFinding) -> Entry:
    if each.way.format == found.reference or each.verdict is None:
        return Entry(REFERENCE, look=REFERENCE)
    says = ratio_words(each.verdict, each.ratio)
    return Entry(says, (why_unresolved(each, found.band),), verdict_look(says))


def _says(results: Results, found: TransferFinding) -> Iterator[str]:
    """Sentences on the table's numbers."""
    first = found.ways[0].way
    to, times = listed([cell.platform for cell in first.readers]), len(first.readers)
    once = f", once for each of {times} receivers," if times > 1 else ""
    yield (
        f"Time: to write on {first.writer.platform}, to cross the link{once} and to read on {to}, added up in each"
        " round. Its parts are averaged separately. The link is computed from the size."
    )
    if found.qualifying:
        yield (
            f"The first {several(found.qualifying, 'round')} chose the codecs of each format that has several, and do"
            " not count in these times: formats are compared by the rounds after them."
        )
    yield "Before anything was timed, each reader decoded every value of this data from the bytes of its writer."
    yield from _unlike(results, found)


def _unlike(results: Results, found: TransferFinding) -> Iterator[str]:
    """Readers are timed on bytes of their own codec; if their size differs, times may differ too."""
    sizes = {each.cell: each.encoded_bytes for each in results.findings.cells}
    for each in found.ways:
        for reader in each.way.readers:
            own = sizes.get(reader)
            if own and each.encoded_bytes and abs(own / each.encoded_bytes - 1) > _UNLIKE:
                yield (
                    f"{reader.subject} on {reader.platform} was timed on bytes of its own; their size is"
                    f" {percent(round(own / each.encoded_bytes, 3))} of that from {each.way.writer.subject}."
                )
