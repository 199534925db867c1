"""Values that an older reader writes again, as sections of a report. Pure."""

from collections.abc import Iterator, Sequence

from wirelab.model.findings.evolution import Evolution, Outcome, Trial
from wirelab.model.groups import gathered
from wirelab.report.compatibility.common import codec_names, counted, explained, points
from wirelab.report.document import Section
from wirelab.report.quantities import count, listed
from wirelab.report.table import Column, Entry, Row, Table, numbers

_SAYS = {
    Outcome.SAME: "kept",
    Outcome.LOST: "lost",
    Outcome.CHANGED: "changed",
    Outcome.REFUSED: "refused",
    Outcome.ENDED: "ended",
}
_LOOKS = dict.fromkeys((Outcome.LOST, Outcome.CHANGED, Outcome.ENDED), "slower")
_MOST_CHANGES = 3  # named in a sentence
_RELAYED = (
    "A value is written with one version, read and written again with an older one, and read with the first: kept if "
    "all of it came back."
)
_CHAINED = (
    "A value is written with one version, read and written again with each version between, and read with the last or "
    "the first. It is kept if every value that the last reader has a field for came back."
)


def relays_in_short(found: Evolution) -> str:
    """The answer in a sentence; empty if nothing was tried."""
    if not found.relays:
        return ""
    outcomes = [each.outcome for each in found.relays]
    if len(outcomes) == 1:
        return f"An older reader read 1 value and wrote it again, and {_SAYS[outcomes[0]]} it."
    rest = [f"{words} {count(outcomes.count(each))}" for each, words in _SAYS.items() if each in outcomes]
    return f"An older reader read {count(len(outcomes))} values and wrote them again, and {listed(rest)} of them."


def relay_sections(found: Evolution) -> Iterator[Section]:
    """Sections on how older readers keep fields that they do not know; results against the rules come first."""
    against = tuple(each for each in found.relays if each.disagrees and not each.why)
    heading = "Written again by an older reader, against the format's own rules"
    yield points("relay-rules", heading, _grouped(against, found), nav="Relays against rules")
    known = explained([each for each in found.relays if each.disagrees and each.why])
    heading = "Written again by an older reader, against the rules, for known reasons"
    yield points("relays-explained", heading, known, nav="Relays, explained")
    title = "Values that an older reader wrote again"
    blocks = (_codecs(found.relays, title, _RELAYED),) if found.relays else ()
    yield Section("relays", "Written again by an older reader", blocks, "Relays")
    silent = tuple(each for each in found.relays if each.outcome.silent)
    heading = "Lost or changed by an older reader that writes again, without an error"
    yield points("relays-lost", heading, _grouped(silent, found), nav="Lost in relays")
    title = "Values that all versions between wrote again"
    chained = (_codecs(found.chains, title, _CHAINED),) if found.chains else ()
    yield Section("chains", "Through every version between", chained, "Chains")
    lost = tuple(each for each in found.chains if each.outcome.silent)
    heading = "Lost or changed on the way through every version between, without an error"
    yield points("chains-lost", heading, _grouped(lost, found), nav="Lost in chains")


def _codecs(trials: Sequence[Trial], title: str, says: str) -> Table:
    """One row per codec; codecs that keep the most are first."""
    by_codec = gathered(((each.format, str(each.subject), each.platform), each) for each in trials)

    def row(own: Sequence[Trial]) -> Row:
        entries = [counted(sum(each.outcome is one for each in own), _LOOKS.get(one, "")) for one in Outcome]
        return (str(own[0].subject), own[0].platform, own[0].format, *entries)

    keys = sorted(by_codec, key=lambda key: (-sum(each.outcome is Outcome.SAME for each in by_codec[key]), key))
    columns = (Column("codec"), Column("platform"), Column("format"), *numbers(*_SAYS.values()))
    return Table(title, columns, tuple(row(by_codec[key]) for key in keys), (says,))


def _grouped(trials: Sequence[Trial], found: Evolution) -> Iterator[Entry]:
    """Sentences about trials; changes with the same outcome by the same codecs share a sentence."""
    says = dict(found.changes)
    of_change = gathered(
        ((each.change, each.outcome, each.promised if each.disagrees else None), each) for each in trials
    )
    alike = gathered(
        ((outcome, promised, codec_names(own)), own[0]) for (_, outcome, promised), own in of_change.items()
    )
    for (outcome, promised, codecs), own in alike.items():
        named = [says[each.change] for each in own[:_MOST_CHANGES]]
        more = f" and {count(len(own) - len(named))} more" if len(own) > len(named) else ""
        rules = f", where the rules say {_SAYS[promised]}" if promised is not None else ""
        words = f"{_SAYS[outcome].capitalize()}{rules}, {codecs}: {'; '.join(named)}{more}"
        yield Entry(words, (own[0].what,) if own[0].what else ())
