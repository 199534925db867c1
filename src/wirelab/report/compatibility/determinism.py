"""Whether equal values have equal bytes: in another process, of maps in another order, by another codec. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from wirelab.model.cell import CorpusName
from wirelab.model.findings.interop import Interop, Written
from wirelab.model.groups import gathered
from wirelab.report.compatibility.common import codec_names, points
from wirelab.report.document import Medium, Section
from wirelab.report.quantities import MISSING, count, listed
from wirelab.report.table import Column, Entry, Row, Table, numbers

_BROKEN = "Different bytes for equal values, against the contract"


def determinism_sections(found: Interop) -> Iterator[Section]:
    """Broken promises, the codecs that write the same bytes, and one row per codec."""
    yield points("promises", _BROKEN, map(Entry, _broken(found)), nav="Promises")
    yield points("bytes", "The same bytes", map(Entry, _bytes(found)))
    able = [each for each in found.written if not each.why]
    blocks = (_table(able),) if able else ()
    yield Section("determinism", "Equal values, equal bytes?", blocks, "Determinism", Medium.FILES)


def _broken(found: Interop) -> Iterator[str]:
    broken = [each for each in found.written if each.breaks_promise]
    for (corpus, repeats), own in gathered(((each.cell.corpus, each.repeats), each.cell) for each in broken).items():
        how = "where maps were filled in another order" if repeats else "in another process"
        yield f"{corpus}, {how}: {codec_names(own)}"


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
        yield f"Different bytes in another process, {corpus}: {codec_names(cells)}."
    turned = gathered((each.cell.corpus, each.cell) for each in able if each.repeats and each.keeps_order)
    for corpus, cells in turned.items():
        yield f"Different bytes where maps were filled in another order, {corpus}: {codec_names(cells)}."


def _never_alike(name: str, by_format: Iterable[tuple[tuple[str, CorpusName], Sequence[Written]]]) -> bool:
    """Whether a format has several codecs, and no two of them write the same bytes of any corpus."""
    counts = [(len(own), len({each.digest for each in own})) for (of, _), own in by_format if of == name]
    return any(codecs > 1 for codecs, _ in counts) and all(codecs == digests for codecs, digests in counts)


def _table(able: Sequence[Written]) -> Table:
    """One row per codec, grouped by format."""
    digests = gathered(((each.format, each.cell.corpus, each.digest), each.cell) for each in able)
    by_codec = gathered(((each.cell.platform, str(each.cell.subject), each.format), each) for each in able)

    def row(key: tuple[str, str, str]) -> Row:
        platform, subject, format_ = key
        own = by_codec[key]
        with_maps = [each for each in own if each.keeps_order is not None]
        others = [
            {(cell.platform, cell.subject) for cell in digests[format_, each.cell.corpus, each.digest]} for each in own
        ]
        alike = set.intersection(*others) - {(platform, own[0].cell.subject)}
        return (
            subject,
            platform,
            format_,
            "yes" if own[0].promised else MISSING,
            _share(own, [each for each in own if each.repeats], promised=own[0].promised),
            _share(with_maps, [each for each in with_maps if not each.keeps_order], promised=own[0].promised),
            ", ".join(f"{other} ({place})" for place, other in sorted(alike, key=str)) or MISSING,
        )

    columns = (
        *map(Column, ("codec", "platform", "format", "promised")),
        *numbers("another process", "maps in another order"),
        Column("same bytes as"),
    )
    says = (
        "Promised: the contract says that equal values give equal bytes. Another process, maps in another order: "
        "the number of corpora with equal bytes, or a dash where none has maps. A codec without its own map keeps the "
        "order of its types' maps. Same bytes as: codecs of any language that wrote the same bytes for every corpus.",
    )
    keys = sorted(by_codec, key=lambda key: (key[2], key[1], key[0]))
    return Table("Bytes of equal values", columns, tuple(map(row, keys)), says)


def _share(tried: Sequence[Written], equal: Sequence[Written], *, promised: bool) -> Entry:
    if not tried:
        return Entry(MISSING)
    look = "faster" if len(equal) == len(tried) else "slower" if promised else "unresolved"
    details = tuple(str(each.cell.corpus) for each in tried if each not in equal)
    return Entry(f"{count(len(equal))} of {count(len(tried))}", look=look, details=details)
