"""What codecs make of values of another version of their schema, as a report. Pure."""

from collections.abc import Iterator, Sequence

from wirelab.model.findings.evolution import Evolution, Outcome, Trial
from wirelab.model.gathering import gathered
from wirelab.model.subject import Subject
from wirelab.report.compatibility.common import codec_names, not_tried, points
from wirelab.report.document import Document, Facts, Medium, Section, Text, again
from wirelab.report.quantities import count, listed
from wirelab.report.table import Column, Entry, Row, Table

_LOOKS = {
    Outcome.SAME: "faster",
    Outcome.LOST: "slower",
    Outcome.CHANGED: "slower",
    Outcome.REFUSED: "unresolved",
    Outcome.ENDED: "slower",
}
_WRONG = {
    Outcome.CHANGED: ("changed", "A value became another, without an error"),
    Outcome.LOST: ("lost", "A value is gone, without an error"),
    Outcome.REFUSED: ("refused", "Refused"),
    Outcome.ENDED: ("ended", "The reader's process ended, did not answer, or had no memory left"),
}
_FORWARD, _BACKWARD = "old → new", "new → old"


def evolution_report(found: Evolution, command: str = "") -> Document:
    """Write what holds over changes of a schema; `command` is what was typed for it."""
    lead = (Text(_answer(found), "question"), Text(_basis(found), "soft"))
    return Document(f"Wirelab evolution: {found.versions}", lead, (*_sections(found), again(command)))


def _answer(found: Evolution) -> str:
    if not found.trials:
        return "Nothing was tried: no codec carries the values of both schemas."
    numbers = {outcome: sum(1 for _ in found.of(outcome)) for outcome in Outcome}
    says = {
        Outcome.SAME: "came back",
        Outcome.CHANGED: "became others without an error",
        Outcome.LOST: "were lost without an error",
        Outcome.REFUSED: "were refused",
        Outcome.ENDED: "ended the process, had no answer, or used up its memory",
    }
    parts = [f"{count(numbers[each])} {words}" for each, words in says.items() if numbers[each]]
    return f"Of {count(len(found.trials))} values that were read with another version of their schema, {listed(parts)}."


def _basis(found: Evolution) -> str:
    codecs = len({(each.platform, each.subject) for each in found.trials})
    return (
        f"Tried on {count(codecs)} codec{'s' * (codecs != 1)}: {count(len(found.changes))} small values of "
        f"{found.versions}, written with the old and with the new version, each read with the other in another "
        "process. A value came back if all that its reader has a field for is what was written; what it has no field "
        "for is left out. A codec is a library with the types and conversions that Wirelab writes for it; other types "
        "may be laxer."
    )


def _sections(found: Evolution) -> Iterator[Section]:
    against = [each for each in found.trials if each.disagrees]
    yield points("rules", "Not as the format's own rules say", _grouped(against, found, promised=True))
    yield Section("codecs", "By codec", (_codecs(found),) if found.trials else (), "By codec")
    for outcome, (key, heading) in _WRONG.items():
        yield points(key, heading, _grouped(list(found.of(outcome)), found))
    yield Section("matrix", "Change by change", tuple(_matrices(found)), "Changes", Medium.FILES)
    yield not_tried(found.not_run)
    sources = Facts(found.sources)
    yield Section("sources", "Where the rules are", (sources,) if found.sources else (), on=Medium.FILES)


def _grouped(trials: Sequence[Trial], found: Evolution, *, promised: bool = False) -> tuple[Entry, ...]:
    """Sentences about trials: those with the same to say together.

    Each codec refuses in words of its own, which only a page's details have.
    """
    says = dict(found.changes)
    alike = gathered(
        ((each.change, each.forward, each.format if promised else "", _what(each)), each) for each in trials
    )

    def entry(change: str, forward: bool, what: str, own: Sequence[Trial]) -> Entry:
        rules = f"{own[0].outcome}, where the rules of {own[0].format} say {own[0].promised}: " if promised else ""
        return Entry(f"{says[change]}, {_way(forward)}: {rules}{codec_names(own)}", (what,) if what else ())

    return tuple(entry(change, forward, what, own) for (change, forward, _, what), own in alike.items())


def _what(trial: Trial) -> str:
    return trial.what if trial.outcome.silent else ""


def _way(forward: bool) -> str:
    return _FORWARD if forward else _BACKWARD


def _codecs(found: Evolution) -> Table:
    """A row a codec, those first with which the most came back."""
    by_codec = gathered(((each.platform, each.subject, each.format), each) for each in found.trials)

    def share(own: Sequence[Trial], *outcomes: Outcome) -> str:
        number = sum(each.outcome in outcomes for each in own)
        return count(number) if number else "–"

    def row(key: tuple[str, Subject, str]) -> Row:
        platform, subject, format_ = key
        ways = [[each for each in by_codec[key] if each.forward is forward] for forward in (True, False)]
        wrong = (Outcome.LOST, Outcome.CHANGED)
        numbers = [
            share(own, *outcomes)
            for own in ways
            for outcomes in ((Outcome.SAME,), wrong, (Outcome.REFUSED, Outcome.ENDED))
        ]
        return (str(subject), platform, format_, *numbers)

    keys = sorted(
        by_codec, key=lambda key: (-sum(t.outcome is Outcome.SAME for t in by_codec[key]), key[2], str(key[1]), key[0])
    )
    ways = [
        Column(f"{way}: {what}", number=True) for way in (_FORWARD, _BACKWARD) for what in ("same", "wrong", "refused")
    ]
    columns = (Column("codec"), Column("platform"), Column("format"), *ways)
    says = ("Wrong: a value was lost or changed without an error.",)
    return Table(f"What survives of {found.versions}", columns, tuple(map(row, keys)), says)


def _matrices(found: Evolution) -> Iterator[Table]:
    """For each format a row a change and a column a codec."""
    for format_, own in gathered((each.format, each) for each in found.trials).items():
        cells = {(each.change, each.platform, each.subject, each.forward): each for each in own}
        codecs = list(dict.fromkeys((each.platform, each.subject) for each in own))

        def entry(change: str, codec: tuple[str, Subject]) -> Entry:
            both = [(forward, cells.get((change, *codec, forward))) for forward in (True, False)]  # noqa: B023
            looks = [_LOOKS[each.outcome] for _, each in both if each and each.outcome is not Outcome.SAME]
            details = tuple(f"{_way(forward)}: {each.what}" for forward, each in both if each and each.what)
            text = " / ".join(each.outcome if each else "–" for _, each in both)
            return Entry(text, look=looks[0] if looks else "faster", details=details)

        rows: list[Row] = [(says, *(entry(change, codec) for codec in codecs)) for change, says in found.changes]
        columns = (Column("change"), *(Column(f"{subject} ({platform})") for platform, subject in codecs))
        yield Table(f"{format_}: {_FORWARD} / {_BACKWARD}", columns, tuple(rows))
