"""What codecs make of bytes that nobody honest would send, as a report. Pure."""

from collections.abc import Iterator

from wirelab.model.findings.withstood import Attempt, Outcome, Withstanding, Withstood
from wirelab.model.groups import gathered
from wirelab.report.compatibility.common import not_tried, points
from wirelab.report.document import Document, Section, Text, again
from wirelab.report.quantities import count, size
from wirelab.report.table import Column, Entry, Row, Table, numbers


def withstanding_report(found: Withstanding, command: str = "") -> Document:
    """Write what codecs withstand; `command` is what was typed for it."""
    lead = (Text(_answer(found), "question"), Text(_basis(found), "soft"))
    return Document(f"Wirelab hostile input: {found.corpus}", lead, (*_sections(found), again(command)))


def _answer(found: Withstanding) -> str:
    if not found.codecs:
        return "Nothing was tried: no codec carries the data."
    harmed = {(codec.platform, codec.subject) for codec, _ in found.harmful()}
    tried = f"{count(len(found.codecs))} codecs" if len(found.codecs) > 1 else "1 codec"
    if not harmed:
        return (
            f"Of {tried}, none ended its process, kept it from answering, used up its memory or touched anything else, "
            "on any of these bytes."
        )
    whose = "their" if len(harmed) > 1 else "its"
    did = f"ended {whose} process, kept it from answering, used up its memory or touched other things"
    return f"Of {tried}, {count(len(harmed))} {did}."


def _basis(found: Withstanding) -> str:
    total = sum(len(codec.attempts) for codec in found.codecs)
    return (
        f"{count(total)} inputs: what each codec wrote of the first object of {found.corpus}, cut off and changed "
        f"(seed {found.seed}), and bytes that are hard on its format. A process may take {size(found.most_bytes)} and "
        f"{found.most_s:g} s for each. That nothing happened on these bytes says nothing of others."
    )


def _sections(found: Withstanding) -> Iterator[Section]:
    yield Section("codecs", "By codec", (_codecs(found),) if found.codecs else (), "By codec")
    heading = "Ended the process, kept it from answering, used up its memory, or touched other things"
    yield points("harmful", heading, _harmful(found), nav="Harmful", most=16)
    rows = tuple(_depths(found))
    columns = (Column("codec"), Column("platform"), Column("nested"), *numbers("read", "refused", "harmful"))
    says = (
        "Read: the deepest that was read without an error. Refused and harmful: the least deep that was. Where reading "
        "ends and refusing begins at one level, that limit was found by trying levels between.",
    )
    depths = Table("How deep", columns, rows, says)
    yield Section("depths", "How deep", (depths,) if rows else (), "Depth")
    yield not_tried(found.not_run)


def _codecs(found: Withstanding) -> Table:
    """A row a codec, those first that ended most often."""

    def row(codec: Withstood) -> Row:
        shown = [(codec.count(each), each) for each in Outcome]
        looks = dict.fromkeys((each for each in Outcome if each.harmful), "slower") | {Outcome.OTHER: "unresolved"}
        texts = [
            Entry(count(number) if number else "–", look=looks.get(each, "") if number else "")
            for number, each in shown
        ]
        return (str(codec.subject), codec.platform, codec.format, count(len(codec.attempts)), *texts)

    ordered = sorted(
        found.codecs,
        key=lambda each: (-sum(attempt.harmful for attempt in each.attempts), each.format, str(each.subject)),
    )
    says = (
        "Refused: with an error. Same and other: it was read without one, as the value that was written or as another; "
        "few formats have a check sum. Touched: it opened a file or a connection that the bytes name, or made an "
        "object of such a class. Memory: more was asked for than allowed. Slow: no answer in time. Ended: the "
        "process is gone.",
    )
    columns = (Column("codec"), Column("platform"), Column("format"), *numbers("inputs", *Outcome))
    return Table("What codecs make of hostile bytes", columns, tuple(map(row, ordered)), says)


def _harmful(found: Withstanding) -> Iterator[Entry]:
    """A sentence for each codec and kind of input, with the first such input."""
    for codec in found.codecs:
        harmful = gathered(((each.kind, each.outcome), each) for each in codec.attempts if each.harmful)
        for (kind, outcome), own in harmful.items():
            first = own[0]
            times = f" ({count(len(own))} inputs)" if len(own) > 1 else ""
            yield Entry(f"{codec.subject} ({codec.platform}), {kind}{times}: {outcome}", (_first(first),))


def _first(attempt: Attempt) -> str:
    more = "…" if attempt.size_bytes > len(attempt.begins) // 2 else ""
    depth = f", {count(attempt.depth)} levels" if attempt.depth else ""
    return f"{attempt.what}; {size(attempt.size_bytes)}{depth}: 0x{attempt.begins}{more}"


def _depths(found: Withstanding) -> Iterator[Row]:
    def shown(depths: list[int], at: int) -> str:
        return count(depths[at]) if depths else "–"

    for codec in found.codecs:
        limits = {each.kind: each.depth for each in codec.limits}
        for kind, own in codec.nested().items():
            read = [each.depth for each in own if each.outcome in (Outcome.SAME, Outcome.OTHER)]
            refused = [each.depth for each in own if each.outcome is Outcome.REFUSED]
            if kind in limits:
                read, refused = [limits[kind]], [limits[kind] + 1]
            harmful = [each.depth for each in own if each.harmful]
            ends = Entry(shown(harmful, 0), look="slower" if harmful else "")
            what = kind.removeprefix("nested: ")
            yield (str(codec.subject), codec.platform, what, shown(read, -1), shown(refused, 0), ends)
