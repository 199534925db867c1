"""How codecs of one format read each other's bytes, as a report. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from wirelab.model.cell import Cell
from wirelab.model.findings.interop import Interop, Outcome, Reading, Written
from wirelab.model.groups import gathered
from wirelab.report.compatibility.common import codec_names, counted, not_tried, one_cell, points
from wirelab.report.compatibility.determinism import determinism_sections
from wirelab.report.document import Document, Medium, Section, Text, again
from wirelab.report.quantities import count, listed, several, size
from wirelab.report.table import Column, Entry, Row, Table, numbers

_LOOKS = {Outcome.SAME: "faster", Outcome.CHANGED: "slower", Outcome.REFUSED: "unresolved", Outcome.ENDED: "slower"}
_UNABLE = "Left out, because they cannot carry the data"
_HEADINGS = {
    Outcome.CHANGED: ("changed", "Different values were read, without an error"),
    Outcome.REFUSED: ("refused", "Refused"),
    Outcome.ENDED: ("ended", "The reader's process ended, did not answer, or had no memory left"),
}


def interop_report(found: Interop, command: str = "") -> Document:
    """Write who reads whom; `command` is the command line typed for it."""
    title = ": ".join(filter(None, ("Wirelab interoperation", _corpora(found))))
    lead = (Text(_answer(found), "question"), Text(_basis(found), "soft"))
    return Document(title, lead, (*_sections(found, command), again(command)))


def _answer(found: Interop) -> str:
    if not found.readings:
        return "Nothing was compared: no two codecs that were tried have a format in common and carry the data."
    numbers_of = Counter(each.outcome for each in found.readings)
    total, same = len(found.readings), numbers_of[Outcome.SAME]
    pairs = f"{several(total, 'pair')} of writer and reader with one format"
    if same == total:
        return f"{count(same)} of {pairs} read every value as it was written."
    says = {
        Outcome.CHANGED: ("reads another value without an error", "read another value without an error"),
        Outcome.REFUSED: ("refuses the bytes of the other", "refuse the bytes of the other"),
        Outcome.ENDED: ("ends, does not answer, or uses up its memory", "end, do not answer, or use up their memory"),
    }
    wrong = [f"{count(number)} {words[number != 1]}" for each, words in says.items() if (number := numbers_of[each])]
    return f"{count(same)} of {pairs} read every value as it was written; {listed(wrong)}."


def _corpora(found: Interop) -> str:
    names = [str(corpus) for corpus in found.corpora]
    return listed(names) if names else ""


def _basis(found: Interop) -> str:
    if not found.written:
        return "No codec that was asked for writes these data here."
    runs = len({(each.cell.platform, each.cell.subject) for each in found.written})
    return (
        f"Tried on {several(runs, 'codec')}: each wrote {_corpora(found)}, and every other of its format read "
        "these bytes in another process. All values were compared. Other data may give other results."
    )


def _sections(found: Interop, command: str) -> Iterator[Section]:
    yield Section("formats", "Pairs per format", (_formats(found),) if found.readings else (), "Formats")
    for outcome, (key, heading) in _HEADINGS.items():
        yield points(key, heading, _grouped([each for each in found.readings if each.outcome is outcome]))
    yield points("unable", _UNABLE, _unable(found))
    yield from determinism_sections(found)
    yield Section("matrix", "Who reads whom", tuple(_matrices(found, command)), "Matrix", Medium.FILES)
    yield not_tried(found.not_run)


def _unable(found: Interop) -> Iterator[Entry]:
    alike = gathered(((each.cell.corpus, each.why), each.cell) for each in found.written if each.why)
    for (corpus, why), cells in alike.items():
        yield Entry(f"{corpus}: {codec_names(cells)}", (why,))


def _formats(found: Interop) -> Table:
    """A row for each format that several codecs have, formats with the most failures first."""
    by_format = gathered((each.format, each) for each in found.readings)

    def row(name: str) -> Row:
        own = by_format[name]
        codecs = {(each.platform, each.subject) for reading in own for each in (reading.writer, reading.reader)}
        texts = [counted(sum(each.outcome is outcome for each in own), _LOOKS[outcome]) for outcome in Outcome]
        return (name, count(len(codecs)), count(len(own)), *texts)

    names = sorted(by_format, key=lambda name: (-sum(e.outcome is not Outcome.SAME for e in by_format[name]), name))
    columns = (Column("format"), *numbers("codecs", "pairs", "same values", "changed", "refused", "ended"))
    return Table("Pairs of codecs by format", columns, tuple(map(row, names)))


def _grouped(readings: Sequence[Reading]) -> Iterator[Entry]:
    """Sentences about pairs; pairs with the same result share a sentence."""
    alike = gathered((((each.writer.corpus, each.format, each.what), each.reader), each.writer) for each in readings)
    of_writers = gathered(((of, tuple(writers)), reader) for (of, reader), writers in alike.items())
    for ((corpus, name, what), writers), readers in of_writers.items():
        yield Entry(f"{name}, {corpus}: {codec_names(writers)} → {codec_names(readers)}", (what,))


def _matrices(found: Interop, command: str) -> Iterator[Table]:
    """Writers by readers, for each corpus and format in which a pair failed."""
    for (corpus, name), own in gathered(((each.writer.corpus, each.format), each) for each in found.readings).items():
        if all(each.outcome is Outcome.SAME for each in own):
            continue
        written = {each.cell: each for each in found.written if each.cell.corpus == corpus}
        yield _matrix(f"{name}, {corpus}", own, written, command)


def _matrix(title: str, readings: Sequence[Reading], written: Mapping[Cell, Written], command: str) -> Table:
    readers = list(dict.fromkeys(each.reader for each in readings))
    by_writer = gathered((each.writer, each) for each in readings)

    def row(writer: Cell) -> Row:
        of_reader = {each.reader: each for each in by_writer[writer]}
        entries = (
            Entry(each.outcome, look=_LOOKS[each.outcome], details=tuple(_details(each, written, command)))
            if each
            else ""
            for each in map(of_reader.get, readers)
        )
        return (_name(writer), *entries)

    columns = (Column("writes ↓ reads →"), *(Column(_name(reader)) for reader in readers))
    return Table(title, columns, tuple(map(row, by_writer)))


def _details(each: Reading, written: Mapping[Cell, Written], command: str) -> Iterator[str]:
    """The first value that differed, the bytes that were read, and the command that repeats it."""
    if each.what:
        yield each.what
    if (bytes_ := written.get(each.writer)) is not None and bytes_.begins:
        yield f"Written: {size(bytes_.size_bytes)}, 0x{bytes_.begins}…"
    sides = dict.fromkeys([(cell.platform, str(cell.subject)) for cell in (each.writer, each.reader)])
    platforms = (word for place in dict.fromkeys(place for place, _ in sides) for word in ("--platform", place))
    codecs = (word for codec in dict.fromkeys(codec for _, codec in sides) for word in ("--codec", codec))
    if repeat := one_cell(command, *platforms, *codecs, "--variant", each.writer.corpus.variant):
        yield f"To repeat it: {repeat}"


def _name(cell: Cell) -> str:
    return f"{cell.subject} ({cell.platform})"
