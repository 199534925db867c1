"""Common parts of reports on codecs that read each other's bytes, or hostile ones. Pure."""

import shlex
from collections.abc import Iterable, Iterator, Sequence

from wirelab.model.cell import Cell
from wirelab.model.findings.evolution import Evolution, Trial
from wirelab.model.findings.vectors import Answer
from wirelab.model.groups import gathered
from wirelab.model.run import NotRun
from wirelab.report.document import Medium, Points, Section, Text
from wirelab.report.quantities import MISSING, count, several
from wirelab.report.table import Entry

WAYS = {True: "old → new", False: "new → old"}
"""Between two versions, by whether the newer one reads."""
_CHOICES = {"--codec", "--platform", "--input", "--change", "--variant", "--out", "--format"}
"""Options with a value that choose other cells, or the report's destination."""
_SWITCHES = {"--json", "--force", "--resume"}


def points(key: str, heading: str, said: Iterable[Entry], *, nav: str = "", most: int = 12) -> Section:
    """Sentences under a heading, of which a terminal shows at most `most`; nothing if there are none."""
    found = tuple(said)
    blocks = (Text(f"{heading}:", on=Medium.TERMINAL), Points(found, most)) if found else ()
    return Section(key, heading, blocks, nav or heading)


def not_tried(not_run: Iterable[NotRun]) -> Section:
    """The trials that were not possible, each once."""
    return points("not-run", "Not tried", map(Entry, dict.fromkeys(f"{each.what}: {each.why}" for each in not_run)))


def codec_names(codecs: Iterable[Cell | Trial | Answer]) -> str:
    """Codecs with their platforms, each once: `gson, jackson-json (jvm), json (python)`."""
    of_platform = gathered(dict.fromkeys((each.platform, str(each.subject)) for each in codecs))
    return ", ".join(f"{', '.join(subjects)} ({platform})" for platform, subjects in of_platform.items())


def way(found: Evolution, writer: int, reader: int) -> str:
    """Which version writes, and which reads."""
    if found.of_two:
        return WAYS[writer < reader]
    return f"{found.versions[writer]} → {found.versions[reader]}"


def explained(trials: Iterable[Trial]) -> Iterator[Entry]:
    """Why outcomes contradict the rules; outcomes with the same reason share a sentence."""
    alike = gathered(((each.format, each.promised, each.outcome, each.why), each) for each in trials)
    for (format_, promised, outcome, why), own in alike.items():
        values = several(len(own), "value")
        yield Entry(f"{outcome}, where the rules of {format_} say {promised}, {codec_names(own)}: {why} ({values})")


def counted(number: int, look: str = "") -> Entry:
    """A number in a table, with its look where it is not 0."""
    return Entry(count(number), look=look) if number else Entry(MISSING)


def one_cell(command: str, *words: str) -> str:
    """The typed command, with `words` instead of its options for cells and the report; empty if none was typed."""
    if not command:
        return ""
    return shlex.join([*_kept(shlex.split(command)), *words])


def _kept(words: Sequence[str]) -> Iterator[str]:
    rest = iter(words)
    for word in rest:
        if word in _CHOICES:
            next(rest, None)
        elif word not in _SWITCHES and word.split("=", 1)[0] not in _CHOICES:
            yield word
