"""How codecs read values of another version of their schema, as a report. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence

from wirelab.model.findings.evolution import Evolution, Outcome, Trial
from wirelab.model.groups import gathered
from wirelab.model.subject import Subject
from wirelab.report.compatibility.common import (
    WAYS,
    codec_names,
    counted,
    explained,
    not_tried,
    one_cell,
    points,
    way,
)
from wirelab.report.compatibility.judged import judged_sections
from wirelab.report.compatibility.relayed import relay_sections, relays_in_short
from wirelab.report.document import Document, Facts, Medium, Section, Text, again
from wirelab.report.quantities import count, listed, several
from wirelab.report.table import Column, Entry, Row, Table, numbers, words

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
_WORST = (Outcome.CHANGED, Outcome.LOST, Outcome.ENDED, Outcome.REFUSED, Outcome.SAME)
_MOST_SENTENCES = 3  # on terminals
_MOST_PAIRS = 3  # of versions, named in a sentence
_BOTH = 2  # ways between two versions
_FORWARD, _BACKWARD = "new readers of old data", "old readers of new data"


def evolution_report(found: Evolution, command: str = "") -> Document:
    """Write how values come through changes of a schema; `command` is the command line typed for it."""
    relays = relays_in_short(found)
    lead = (Text(_answer(found), "question"), *([Text(relays)] if relays else []), Text(_basis(found), "soft"))
    return Document(f"Wirelab evolution: {found.what}", lead, (*_sections(found, command), again(command)))


def _answer(found: Evolution) -> str:
    if not found.trials:
        return "Nothing was tried: no codec carries the values of both schemas."
    says = {
        Outcome.SAME: ("came back", "came back"),
        Outcome.CHANGED: ("became another without an error", "became others without an error"),
        Outcome.LOST: ("was lost without an error", "were lost without an error"),
        Outcome.REFUSED: ("was refused", "were refused"),
        Outcome.ENDED: ("ended the process, had no answer, or used up its memory",) * 2,
    }
    numbers_of = Counter(each.outcome for each in found.trials)
    parts = [f"{count(number)} {words[number != 1]}" for each, words in says.items() if (number := numbers_of[each])]
    read = f"{several(len(found.trials), 'value')} {'was' if len(found.trials) == 1 else 'were'} read"
    return f"{read} with another version of their schema: {listed(parts)}."


def _basis(found: Evolution) -> str:
    codecs = len({(each.platform, each.subject) for each in found.trials})
    how = f"every version that has them, each read with the {len(found.versions) - 1} others"
    if found.of_two:
        how = "the old and with the new version, each read with the other"
    return (
        f"Tried on {several(codecs, 'codec')}: {several(len(found.changes), 'small value')} of "
        f"{found.what}, written with {how} in another process. A value came back if every field of its reader holds "
        "the written value; other fields do not count. A codec is a library with the types and "
        "conversions that Wirelab writes for it; other types may be laxer."
    )


def _sections(found: Evolution, command: str) -> Iterator[Section]:
    against = [each for each in found.trials if each.disagrees]
    unknown = [each for each in against if not each.why]
    yield points("rules", "Against the format's own rules", _grouped(unknown, found, promised=True))
    known = explained([each for each in against if each.why])
    yield points("explained", "Against the format's own rules, for known reasons", known, nav="Rules, explained")
    if found.of_two:
        yield points("sentences", "Each codec", codec_sentences(found), most=_MOST_SENTENCES)
    yield Section("codecs", "Results per codec", (_codecs(found),) if found.trials else (), "Codecs")
    for outcome, (key, heading) in _WRONG.items():
        yield points(key, heading, _grouped([each for each in found.trials if each.outcome is outcome], found))
    yield from relay_sections(found)
    yield from judged_sections(found)
    matrices = _change_by_change if found.of_two else _version_by_version
    yield Section("matrix", "Each change", tuple(matrices(found, command)), "Changes", Medium.FILES)
    yield not_tried(found.not_run)
    sources = Facts(found.sources)
    yield Section("sources", "Sources of the rules", (sources,) if found.sources else (), on=Medium.FILES)


def _grouped(trials: Sequence[Trial], found: Evolution, *, promised: bool = False) -> Iterator[Entry]:
    """Sentences about trials; trials with the same result share a sentence.

    Each codec refuses in words of its own, which only a page's details have.
    """
    says = dict(found.changes)

    def result(each: Trial) -> tuple[str, Outcome, str, str]:
        rules = f"{each.outcome}, where the rules of {each.format} say {each.promised}: " if promised else ""
        return each.change, each.outcome, each.what if each.outcome.silent else "", rules

    of_pair = gathered(((each.writer, each.reader, result(each)), each) for each in trials)
    alike = gathered(
        ((found.of_two and writer < reader, shared, codec_names(own)), own[0])
        for (writer, reader, shared), own in of_pair.items()
    )
    for (_, (change, _, what, rules), codecs), own in alike.items():
        yield Entry(f"{says[change]}, {_pairs(own, found)}: {rules}{codecs}", (what,) if what else ())


def _pairs(own: Sequence[Trial], found: Evolution) -> str:
    """Which versions wrote and read: the first pairs, and how many more there are."""
    named = [way(found, each.writer, each.reader) for each in own[:_MOST_PAIRS]]
    more = len(own) - len(named)
    return ", ".join((*named, *([f"and {several(more, 'other pair')}"] if more else [])))


def codec_sentences(found: Evolution) -> Iterator[Entry]:
    """For each codec, the changes that are safe in both directions or in one, the silent failures, and how many fail.

    It is for two versions; more versions are shown as a matrix.
    """
    of_codec = gathered(((each.platform, str(each.subject)), each) for each in found.trials)
    for own in of_codec.values():
        yield Entry(f"{codec_names(own[:1])}: {_sentence(own)}")


def _sentence(own: Sequence[Trial]) -> str:
    ways = gathered((each.change, each) for each in own)
    silent = [change for change, each in ways.items() if any(one.outcome.silent for one in each)]
    safe = {
        change: [one.forward for one in each if one.outcome is Outcome.SAME]
        for change, each in ways.items()
        if change not in silent
    }
    both = [change for change, each in safe.items() if len(each) == len(ways[change])]
    parts = [f"safe both ways: {_named(both)}" if both else "no change is safe both ways"]
    for forward, says in ((True, _FORWARD), (False, _BACKWARD)):
        if one_way := [change for change, each in safe.items() if each == [forward] and change not in both]:
            parts.append(f"only {says} are safe: {_named(one_way)}")
    if silent:
        parts.append(f"wrong without an error: {_named(silent)}")
    failed = [ways[change] for change, each in safe.items() if not each]
    for where, some in (("both ways", _BOTH), ("the one way that was tried", 1)):
        if alike := [each for each in failed if len(each) == some]:
            ended = any(one.outcome is Outcome.ENDED for each in alike for one in each)
            how = "refused, or the process ended," if ended else "refused"
            parts.append(f"{how} {where}: {several(len(alike), 'other')}")
    return "; ".join(parts)


def _named(changes: Sequence[str]) -> str:
    return listed([change.replace("-", " ") for change in changes])


def _codecs(found: Evolution) -> Table:
    """One row per codec; codecs with which the most values came back are first."""
    by_codec = gathered(((each.platform, each.subject, each.format), each) for each in found.trials)
    kinds = {"same": (Outcome.SAME,), "wrong": (Outcome.LOST, Outcome.CHANGED), "refused": (Outcome.REFUSED,)}
    if any(each.outcome is Outcome.ENDED for each in found.trials):
        kinds["ended"] = (Outcome.ENDED,)

    def row(key: tuple[str, Subject, str]) -> Row:
        platform, subject, format_ = key
        counts = [
            counted(sum(each.forward is forward and each.outcome in outcomes for each in by_codec[key]))
            for forward in WAYS
            for outcomes in kinds.values()
        ]
        return (str(subject), platform, format_, *counts)

    keys = sorted(
        by_codec, key=lambda key: (-sum(t.outcome is Outcome.SAME for t in by_codec[key]), key[2], str(key[1]), key[0])
    )
    columns = (
        *words("codec", "platform", "format"),
        *numbers(*(f"{each}: {what}" for each in WAYS.values() for what in kinds)),
    )
    says = ("Wrong: a value was lost or changed without an error.",)
    return Table(f"Results of {found.what}", columns, tuple(map(row, keys)), says)


def _version_by_version(found: Evolution, command: str) -> Iterator[Table]:
    columns = (Column("written with"), *map(Column, found.versions))
    for format_, own in gathered((each.format, each) for each in found.trials).items():
        pairs = gathered(((each.writer, each.reader), each) for each in own)

        def entry(writer: int, reader: int) -> Entry:
            tried = pairs.get((writer, reader), [])  # noqa: B023
            worst = min((each.outcome for each in tried), key=_WORST.index, default=None)
            if worst is None or worst is Outcome.SAME:
                return Entry(worst, look=_LOOKS[worst]) if worst else Entry("–")
            bad = gathered((each.change, each) for each in tried if each.outcome is worst)
            details = (
                f"{change}: {codec_names(own)}: {'; '.join(_seen(own[0], command))}" for change, own in bad.items()
            )
            return Entry(f"{worst}: {count(len(bad))}", look=_LOOKS[worst], details=tuple(details))

        places = range(len(found.versions))
        rows: list[Row] = [(name, *(entry(at, to) for to in places)) for at, name in enumerate(found.versions)]
        says = (
            "Columns are versions that read. Cells have the worst outcome with any codec, and the number of values.",
        )
        yield Table(f"{format_}: written with one version, read with another", columns, tuple(rows), says)


def _seen(trial: Trial, command: str) -> Iterator[str]:
    """The outcome for a value, with its path; the bytes that were written; and how to repeat it."""
    if trial.what:
        yield trial.what
    if trial.begins:
        yield f"written as 0x{trial.begins}…"
    words = ("--platform", trial.platform, "--codec", str(trial.subject), "--change", trial.change)
    if repeat := one_cell(command, *words):
        yield f"to repeat it: {repeat}"


def _change_by_change(found: Evolution, command: str) -> Iterator[Table]:
    for format_, own in gathered((each.format, each) for each in found.trials).items():
        cells = {(each.change, each.platform, each.subject, each.forward): each for each in own}
        codecs = list(dict.fromkeys((each.platform, each.subject) for each in own))

        def entry(change: str, codec: tuple[str, Subject]) -> Entry:
            both = [(forward, cells.get((change, *codec, forward))) for forward in (True, False)]  # noqa: B023
            worst = min((each.outcome for _, each in both if each), key=_WORST.index, default=Outcome.SAME)
            details = tuple(f"{WAYS[forward]}: {'; '.join(_seen(each, command))}" for forward, each in both if each)
            text = " / ".join(each.outcome if each else "–" for _, each in both)
            return Entry(text, look=_LOOKS[worst], details=details)

        promised = {(each.change, each.forward): each.promised for each in own if each.promised is not None}

        def rules(change: str) -> str:
            both = [promised.get((change, forward)) for forward in (True, False)]  # noqa: B023
            return " / ".join(each or "–" for each in both) if any(both) else ""

        rows: list[Row] = [
            (says, *([rules(change)] if promised else []), *(entry(change, codec) for codec in codecs))
            for change, says in found.changes
        ]
        columns = (
            Column("change"),
            *([Column("rules")] if promised else []),
            *(Column(f"{subject} ({platform})") for platform, subject in codecs),
        )
        yield Table(f"{format_}: {' / '.join(WAYS.values())}", columns, tuple(rows))
