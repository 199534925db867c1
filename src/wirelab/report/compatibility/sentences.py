"""How codecs handle changes of a schema, one sentence per codec; and why some results contradict the rules. Pure."""

from collections.abc import Iterator, Sequence

from wirelab.model.findings.evolution import Evolution, Outcome, Trial
from wirelab.model.groups import gathered
from wirelab.report.compatibility.common import codec_names
from wirelab.report.quantities import listed, several
from wirelab.report.table import Entry

_FORWARD, _BACKWARD = "new readers of old data", "old readers of new data"


def codec_sentences(found: Evolution) -> Iterator[Entry]:
    """For each codec, the changes that are safe in both directions or in one, the silent failures, and how many fail.

    It is for two versions; more versions are shown as a matrix.
    """
    of_codec = gathered(((each.platform, str(each.subject)), each) for each in found.trials)
    for own in of_codec.values():
        yield Entry(f"{codec_names(own[:1])}: {_sentence(own)}")


def _sentence(own: Sequence[Trial]) -> str:
    ways: dict[str, dict[bool, Outcome]] = {}
    for each in own:
        ways.setdefault(each.change, {})[each.forward] = each.outcome
    silent = {change: each for change, each in ways.items() if any(one.silent for one in each.values())}
    rest = {change: each for change, each in ways.items() if change not in silent}
    survive = {
        change: tuple(forward for forward, one in each.items() if one is Outcome.SAME) for change, each in rest.items()
    }
    both = [change for change, each in survive.items() if len(each) == len(ways[change])]
    one_way = {
        says: [change for change, each in survive.items() if each == (forward,) and change not in both]
        for forward, says in ((True, _FORWARD), (False, _BACKWARD))
    }
    failed = len(rest) - len(both) - sum(map(len, one_way.values()))
    parts = [
        f"safe both ways: {_named(both)}" if both else "no change is safe both ways",
        *(f"only {says} are safe: {_named(changes)}" for says, changes in one_way.items() if changes),
        *([f"wrong without an error: {_named(silent)}"] if silent else []),
        *([f"refused both ways: {several(failed, 'other')}"] if failed else []),
    ]
    return "; ".join(parts)


def _named(changes: Sequence[str] | dict[str, dict[bool, Outcome]]) -> str:
    return listed([change.replace("-", " ") for change in changes])


def explained_entries(trials: Sequence[Trial]) -> Iterator[Entry]:
    """Why outcomes contradict the rules; outcomes with the same reason share a sentence."""
    alike = gathered(((each.format, each.promised, each.outcome, each.why), each) for each in trials)
    for (format_, promised, outcome, why), own in alike.items():
        codecs = codec_names({(each.platform, each.subject): each for each in own}.values())
        values = several(len(own), "value")
        yield Entry(f"{outcome}, where the rules of {format_} say {promised}, {codecs}: {why} ({values})")
