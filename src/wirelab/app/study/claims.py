"""A study's claims compared with its own printed numbers, and those on its messages tried on its data."""

from collections.abc import Callable
from itertools import chain
from pathlib import Path

from wirelab.app.request import find_study, study_path
from wirelab.app.resources import resources, workload_catalogue
from wirelab.app.study.published import read_published
from wirelab.claims.own_figures import wire_figures
from wirelab.claims.printed import judge
from wirelab.claims.verdict import Judged
from wirelab.claims.wire_facts import wire_facts
from wirelab.model.figure import Figure, Quantity
from wirelab.schema.messages import read_delimited
from wirelab.study.definition import Study
from wirelab.workload.corpus import make_corpus
from wirelab.workload.definition import compile_workload

_ALPHA = 0.05  # of tests on printed observations, as the studies took it


def judged_by_print(name: str) -> tuple[Judged, ...]:
    """Each claim of a study, by its name or file, with its verdict by what the study printed."""
    return judged(find_study(name), study_path(name).parent)


def judged(study: Study, folder: Path) -> tuple[Judged, ...]:
    """Each claim of a study in `folder` with its verdict by what the study printed."""
    figures = tuple(chain.from_iterable(published_figures(name, folder) for name in study.published))
    return judge(study.claim, figures, _ALPHA)


def published_figures(name: str, folder: Path) -> tuple[Figure, ...]:
    """The figures of a file that a study in `folder` names: found beside it or among the lab's own.

    Raises:
        UsageError, HostError, DefinitionError: it is not there, cannot be read, or is not such a file.
    """
    folders = (folder, folder / "published", resources() / "studies" / "published")
    places = [each / name for each in folders]
    return read_published(next((place for place in places if place.is_file()), places[0]))


def tried_on_wire(study: Study, cache: Path, notice: Callable[[str], None]) -> tuple[Figure, ...]:
    """Shares of the messages of each workload at its first size and variant; none if no claim is about them.

    Raises:
        UsageError, DefinitionError, HostError: a workload cannot be used.
    """
    asked = [getattr(claim, "quantity", Quantity.TIME) for claim in study.claim]
    if not any(quantity.is_share for quantity in asked):
        return ()
    found: list[Figure] = []
    for name in study.factors.workload:
        workload = workload_catalogue().find(name)
        size = next(iter(study.factors.size), workload.sizes.default)
        variant = next(iter(study.factors.variant), workload.variants.default)
        corpus, types = make_corpus(workload, size, variant, None, cache, notice), compile_workload(workload)
        objects = list(read_delimited(corpus.path.read_bytes()))
        found += wire_figures(corpus.name, wire_facts(types.descriptor_set, types.root, objects))
    return tuple(found)
