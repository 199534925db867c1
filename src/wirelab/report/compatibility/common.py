"""Common parts of reports on codecs that read each other's bytes, or hostile ones. Pure."""

from collections.abc import Iterable

from wirelab.model.cell import Cell
from wirelab.model.findings.evolution import Trial
from wirelab.model.findings.vectors import Answer
from wirelab.model.groups import gathered
from wirelab.model.run import NotRun
from wirelab.report.document import Medium, Points, Section, Text
from wirelab.report.quantities import MISSING, count
from wirelab.report.table import Entry


def points(key: str, heading: str, said: Iterable[Entry], *, nav: str = "", most: int = 12) -> Section:
    """Sentences under a heading, of which a terminal shows at most `most`; nothing if there are none."""
    found = tuple(said)
    blocks = (Text(f"{heading}:", on=Medium.TERMINAL), Points(found, most)) if found else ()
    return Section(key, heading, blocks, nav or heading)


def not_tried(not_run: Iterable[NotRun]) -> Section:
    """The trials that were not possible, each once."""
    return points("not-run", "Not tried", map(Entry, dict.fromkeys(f"{each.what}: {each.why}" for each in not_run)))


def codec_names(codecs: Iterable[Cell | Trial | Answer]) -> str:
    """Codecs with their platforms: `gson, jackson-json (jvm), json (python)`."""
    of_platform = gathered((each.platform, str(each.subject)) for each in codecs)
    return ", ".join(f"{', '.join(subjects)} ({platform})" for platform, subjects in of_platform.items())


def counted(number: int, look: str = "") -> Entry:
    """A number in a table, with its look where it is not 0."""
    return Entry(count(number), look=look) if number else Entry(MISSING)
