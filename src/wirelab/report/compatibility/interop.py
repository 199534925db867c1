"""What codecs of one format make of each other's bytes, as a report. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from wirelab.model.cell import Cell, CorpusName
from wirelab.model.findings.interop import Interop, Outcome, Reading, Written
from wirelab.model.groups import gathered
from wirelab.report.compatibility.common import codec_names, not_tried, points
from wirelab.report.document import Document, Medium, Section, Text, again
from wirelab.report.quantities import count, listed
from wirelab.report.table import Column, Entry, Row, Table, numbers

_LOOKS = {Outcome.SAME: "faster", Outcome.CHANGED: "slower", Outcome.REFUSED: "unresolved", Outcome.ENDED: "slower"}
_UNABLE = "Left out, because they cannot carry the data"
_HEADINGS = {
    Outcome.CHANGED: ("changed", "Other values were read, without an error"),
    Outcome.REFUSED: ("refused", "Refused"),
    Outcome.ENDED: ("ended", "The reader's process ended, did not answer, or had no memory left"),
}


def interop_report(found: Interop, command: str = "") -> Document:
    """Write who reads whom; `command` is what was typed for it."""
    corpora = [str(corpus) for corpus in found.corpora]
    title = f"Wirelab interoperation: {listed(corpora)}"
    lead = (Text(_answer(found), "question"), Text(_basis(found), "soft"))
    return Document(title, lead, (*_sections(found), again(command)))


def _answer(found: Interop) -> str:
    if not found.readings:
        return "Nothing was compared: no two codecs that were tried have a format in common and carry the data."
    total, same = len(found.readings), sum(1 for _ in found.of(Outcome.SAME))
    pairs = "Of 1 pair" if total == 1 else f"Of {count(total)} pairs"
    if same == total:
        return f"{pairs} of writer and reader with one format, all read every value as it was written."
    numbers_of = {outcome: sum(1 for _ in found.of(outcome)) for outcome in Outcome}
    says = {
        Outcome.CHANGED: "read another value without an error",
        Outcome.REFUSED: "refuse what the other wrote",
        Outcome.ENDED: "end, do not answer, or use up their memory",
    }
    rest = listed([f"{count(number)} {says[each]}" for each, number in numbers_of.items() if number and each in says])
    return f"{pairs} of writer and reader with one format, {count(same)} read every value as it was written; {rest}."


def _basis(found: Interop) -> str:
    corpora = listed([str(corpus) for corpus in found.corpora])
    runs = len({(each.cell.platform, each.cell.subject) for each in found.written})
    return (
        f"Tried on {count(runs)} codec{'s' * (runs != 1)}: each wrote {corpora}, and every other of its format read "
        "that, in another process; all values were compared. It shows nothing of other data."
    )


def _sections(found: Interop) -> Iterator[Section]:
    yield Section("formats", "By format", (_formats(found),) if found.readings else (), "By format")
    for outcome, (key, heading) in _HEADINGS.items():
        yield points(key, heading, _grouped(tuple(found.of(outcome))))
    yield points("unable", _UNABLE, _unable(found))
    yield points("bytes", "The same bytes", map(Entry, _bytes(found)))
    yield Section("matrix", "Who reads whom", tuple(_matrices(found)), "Matrix", Medium.FILES)
    yield not_tried(found.not_run)


def _unable(found: Interop) -> Iterator[Entry]:
    alike = gathered(((each.cell.corpus, each.why), each.cell) for each in found.written if each.why)
    for (corpus, why), cells in alike.items():
        yield Entry(f"{corpus}: {codec_names(cells)}", (why,))


def _formats(found: Interop) -> Table:
    """A row for each format that several codecs have, those where most goes wrong first."""
    by_format = gathered((each.format, each) for each in found.readings)

    def row(name: str) -> Row:
        own = by_format[name]
        codecs = {(each.platform, each.subject) for reading in own for each in (reading.writer, reading.reader)}
        shown = [sum(each.outcome is outcome for each in own) for outcome in Outcome]
        texts = [
            Entry(count(number) if number else "–", look=_LOOKS[o] if number else "")
            for o, number in zip(Outcome, shown, strict=True)
        ]
        return (name, count(len(codecs)), count(len(own)), *texts)

    names = sorted(by_format, key=lambda name: (-sum(e.outcome is not Outcome.SAME for e in by_format[name]), name))
    columns = (Column("format"), *numbers("codecs", "pairs", "same values", "changed", "refused", "ended"))
    return Table("Pairs of codecs by format", columns, tuple(map(row, names)))


def _grouped(readings: Sequence[Reading]) -> Iterator[Entry]:
    """Sentences about pairs: those with the same to say together."""
    alike = gathered((((each.writer.corpus, each.format, each.what), each.reader), each.writer) for each in readings)
    of_writers = gathered(((of, tuple(writers)), reader) for (of, reader), writers in alike.items())
    for ((corpus, name, what), writers), readers in of_writers.items():
        yield Entry(f"{name}, {corpus}: {codec_names(writers)} → {codec_names(readers)}", (what,))


def _bytes(found: Interop) -> Iterator[str]:
    """Say which codecs write the very same bytes, and which do not write the same twice."""
    able = [each for each in found.written if not each.why]
    by_format = gathered(((each.format, each.cell.corpus), each) for each in able)
    for (name, corpus), own in by_format.items():
        alike = gathered((each.digest, each.cell) for each in own).values()
        if together := [codec_names(cells) for cells in alike if len(cells) > 1]:
            yield f"{name}, {corpus}: {'; '.join(together)}."
    if apart := [name for name in dict.fromkeys(each.format for each in able) if _never_alike(name, by_format.items())]:
        yield f"No two codecs of {listed(apart)} write the same bytes."
    for corpus, cells in gathered((each.cell.corpus, each.cell) for each in able if not each.repeats).items():
        yield f"Other bytes in another process, {corpus}: {codec_names(cells)}."
    turned = gathered((each.cell.corpus, each.cell) for each in able if each.repeats and each.keeps_order)
    for corpus, cells in turned.items():
        yield f"Other bytes where maps were filled in another order, {corpus}: {codec_names(cells)}."


def _never_alike(name: str, by_format: Iterable[tuple[tuple[str, CorpusName], Sequence[Written]]]) -> bool:
    """Whether a format has several codecs, and no two of them write the same bytes of any corpus."""
    counts = [(len(own), len({each.digest for each in own})) for (of, _), own in by_format if of == name]
    return any(codecs > 1 for codecs, _ in counts) and all(codecs == digests for codecs, digests in counts)


def _matrices(found: Interop) -> Iterator[Table]:
    """Writers by readers, for each corpus and format with something to see."""
    for (corpus, name), own in gathered(((each.writer.corpus, each.format), each) for each in found.readings).items():
        if all(each.outcome is Outcome.SAME for each in own):
            continue
        yield _matrix(f"{name}, {corpus}", own)


def _matrix(title: str, readings: Sequence[Reading]) -> Table:
    readers = list(dict.fromkeys(each.reader for each in readings))
    by_writer = gathered((each.writer, each) for each in readings)

    def row(writer: Cell) -> Row:
        of_reader = {each.reader: each for each in by_writer[writer]}
        entries = (
            Entry(each.outcome, look=_LOOKS[each.outcome], details=(each.what,) if each.what else ()) if each else ""
            for each in map(of_reader.get, readers)
        )
        return (_name(writer), *entries)

    columns = (Column("writes ↓ reads →"), *(Column(_name(reader)) for reader in readers))
    return Table(title, columns, tuple(map(row, by_writer)))


def _name(cell: Cell) -> str:
    return f"{cell.subject} ({cell.platform})"
