"""How codecs read bytes that nobody honest would send, as a report. Pure."""

from collections import Counter
from collections.abc import Iterator

from wirelab.model.findings.withstood import CUT_OFF, Attempt, Outcome, Unpacking, Withstanding, Withstood
from wirelab.model.groups import gathered
from wirelab.report.compatibility.common import counted, not_tried, one_cell, points
from wirelab.report.compatibility.grown import grown_sections
from wirelab.report.document import Document, Section, Text, again
from wirelab.report.quantities import capitalized, count, several, size
from wirelab.report.table import Column, Entry, Row, Table, numbers

_UNPACKED = "few bytes that unpack to many"
_LOOKS = dict.fromkeys((each for each in Outcome if each.harmful), "slower") | {Outcome.OTHER: "unresolved"}


def withstanding_report(found: Withstanding, command: str = "") -> Document:
    """Write what codecs withstand; `command` is the command line typed for it."""
    lead = (Text(_answer(found), "question"), Text(_basis(found), "soft"))
    return Document(f"Wirelab hostile input: {found.corpus}", lead, (*_sections(found, command), again(command)))


def _answer(found: Withstanding) -> str:
    if not found.codecs:
        return "No codec could be tried on these bytes."
    harmed = {(codec.platform, codec.subject) for codec, _ in found.harmful()}
    tried = several(len(found.codecs), "codec")
    if not harmed:
        return (
            f"No process of {tried} ended, stopped answering, used up its memory or touched anything else, on any of "
            "these bytes."
        )
    whose = "their" if len(harmed) > 1 else "its"
    did = f"ended {whose} process, kept it from answering, used up its memory or touched other things"
    return f"{count(len(harmed))} of {tried} {did}."


def _basis(found: Withstanding) -> str:
    total = sum(len(codec.attempts) + len(codec.unpackings) for codec in found.codecs)
    return (
        f"{several(total, 'input')}: each codec's bytes of the first object of {found.corpus}, cut off and changed "
        f"(seed {found.seed}), and bytes that are hard on its format. A process may take {size(found.most_bytes)}, and "
        f"for each input {found.most_s:g} s and as long again per MB. A codec that withstands these bytes may fail on "
        "others."
    )


def _sections(found: Withstanding, command: str) -> Iterator[Section]:
    cuts = () if found.only else (Text(_cuts(found), "soft"),)
    blocks = (_codecs(found, command), *cuts) if found.codecs else ()
    yield Section("codecs", "Results per codec", blocks, "Codecs")
    heading = "Ended the process, kept it from answering, used up its memory, or touched other things"
    yield points("harmful", heading, _harmful(found, command), nav="Harmful", most=16)
    if found.only:
        yield points("inputs", "Inputs", _inputs(found))
    yield from grown_sections(found)
    yield not_tried(found.not_run)


def _codecs(found: Withstanding, command: str) -> Table:
    """One row per codec; codecs with the most harmful inputs are first."""

    def row(codec: Withstood) -> Row:
        entries = []
        for outcome in Outcome:
            own = [each for each in codec.attempts if each.outcome is outcome]
            details = tuple(_details(codec, own, command)) if outcome is not Outcome.SAME else ()
            entries.append(counted(len(own), _LOOKS.get(outcome, ""))._replace(details=details))
        return (str(codec.subject), codec.platform, codec.format, count(len(codec.attempts)), *entries)

    ordered = sorted(
        found.codecs,
        key=lambda each: (-sum(attempt.harmful for attempt in each.attempts), each.format, str(each.subject)),
    )
    says = (
        "Refused: with an error. Same and other: read without an error, as the written value or as another (few "
        "formats have a checksum). Touched: the codec opened a file or a connection that the bytes name, or made an "
        "object of a class that they name. Memory: the process asked for more than allowed. Slow: no answer in time. "
        "Ended: the process is gone.",
    )
    columns = (Column("codec"), Column("platform"), Column("format"), *numbers("inputs", *Outcome))
    return Table("Outcomes of hostile bytes", columns, tuple(map(row, ordered)), says)


def _details(codec: Withstood, attempts: list[Attempt], command: str) -> Iterator[str]:
    """The first input of each kind, and how to repeat these."""
    of_kind = gathered((each.kind, each) for each in attempts)
    for kind, own in of_kind.items():
        times = f" ({count(len(own))} inputs)" if len(own) > 1 else ""
        yield f"{kind}{times}: {_first(own[0])}"
    if repeat := _repeat(codec, [own[0] for own in of_kind.values()], command):
        yield f"To repeat these: {repeat}"


def _repeat(codec: Withstood, attempts: list[Attempt], command: str) -> str:
    numbered = [word for each in attempts if each.number for word in ("--input", str(each.number))]
    if not numbered:
        return ""
    return one_cell(command, "--platform", codec.platform, "--codec", str(codec.subject), *numbered)


def _cuts(found: Withstanding) -> str:
    """At how many places valid bytes were cut off."""
    cuts = [(sum(each.kind == CUT_OFF for each in codec.attempts), codec.valid_bytes) for codec in found.codecs]
    whole = sum(number == valid for number, valid in cuts)
    parts = [f"at every byte of {several(whole, 'codec')}"] if whole else []
    rest = Counter(number for number, valid in cuts if number != valid)
    for number, codecs in sorted(rest.items(), reverse=True):
        of = several(codecs, "codec")
        parts.append(f"at {count(number)} evenly spaced places of {of} (too long, or some of these did harm)")
    return f"Cut off: {'; '.join(parts)}."


def _harmful(found: Withstanding, command: str) -> Iterator[Entry]:
    """A sentence for each codec and kind of input, with the first such input."""
    for codec in found.codecs:
        harmful = gathered(((each.kind, each.outcome), each) for each in codec.attempts if each.harmful)
        for (kind, outcome), own in harmful.items():
            times = f" ({count(len(own))} inputs)" if len(own) > 1 else ""
            repeat = _repeat(codec, own[:1], command)
            words = f"{codec.subject} ({codec.platform}), {kind}{times}: {outcome}."
            yield Entry(words, (capitalized(_first(own[0])),), details=(repeat,) if repeat else ())
    for codec, each in found.harmful():
        if isinstance(each, Unpacking):
            words = f"{codec.subject} ({codec.platform}), {_UNPACKED}: {each.outcome}."
            sizes = f"{size(each.packed_bytes)} for {size(each.unpacked_bytes)}"
            yield Entry(words, (capitalized("; ".join(filter(None, (each.what, sizes)))),))


def _inputs(found: Withstanding) -> Iterator[Entry]:
    for codec in found.codecs:
        for each in codec.attempts:
            words = f"{codec.subject} ({codec.platform}), {each.kind}: {each.outcome}."
            yield Entry(words, (capitalized(_first(each)),))


def _first(attempt: Attempt) -> str:
    """The outcome of an input, and its bytes where they differ from valid ones."""
    shown = len(attempt.shown) // 2
    more = "…" if attempt.at + shown < attempt.size_bytes else ""
    repeats = f", {count(attempt.repeats)} times" if attempt.repeats else ""
    number = f"input {attempt.number}, " if attempt.number else ""
    place = f" from byte {count(attempt.at)} on" if attempt.at else ""
    bytes_ = f"0x{attempt.shown}{more}" if shown else "nothing"
    instead = f" instead of 0x{attempt.instead_of}…" if attempt.instead_of else ""
    where = f"{number}{size(attempt.size_bytes)}{repeats}{place}: {bytes_}{instead}"
    return "; ".join(filter(None, (attempt.what, where)))
