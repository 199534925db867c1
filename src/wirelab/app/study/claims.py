"""A study's claims compared with its own printed numbers."""

from itertools import chain
from pathlib import Path

from wirelab.app.request import find_study, study_path
from wirelab.app.resources import resources
from wirelab.app.study.published import read_published
from wirelab.claims.printed import judge
from wirelab.claims.verdict import Judged
from wirelab.model.figure import Figure
from wirelab.study.definition import Study


def judged_by_print(name: str) -> tuple[Judged, ...]:
    """Each claim of a study, by its name or file, with its verdict by the study's printed numbers."""
    return judged(find_study(name), study_path(name).parent)


def judged(study: Study, folder: Path) -> tuple[Judged, ...]:
    """Each claim of a study in `folder` with its verdict by the study's printed numbers."""
    figures = tuple(chain.from_iterable(published_figures(name, folder) for name in study.published))
    return judge(study.claim, figures)


def published_figures(name: str, folder: Path) -> tuple[Figure, ...]:
    """The figures of a file that a study in `folder` names: found beside it or among the lab's own.

    Raises:
        UsageError, HostError, DefinitionError: it is not there, cannot be read, or is not such a file.
    """
    folders = (folder, folder / "published", resources() / "studies" / "published")
    places = [each / name for each in folders]
    return read_published(next((place for place in places if place.is_file()), places[0]))
