"""A study file held against workloads, runners and figures: all its mistakes at once, and what it cannot decide."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from wirelab.app.claims import judged, published_figures
from wirelab.app.platforms import PlacedRunner, by_platform, placed_runners, runners
from wirelab.app.ready import built_announcement, first_here
from wirelab.app.request import StudyFile, open_study
from wirelab.app.resources import workload_catalogue
from wirelab.app.subjects import check_parameters, check_subject
from wirelab.building.runners import Runner
from wirelab.claims.deciding import Offer, hindrance
from wirelab.claims.verdict import Verdict
from wirelab.model.document import Path as Key
from wirelab.model.document import line_of
from wirelab.model.errors import DefinitionError, WirelabError
from wirelab.model.figure import FactorName, Figure
from wirelab.model.names import choose
from wirelab.protocol.messages import Ready
from wirelab.study.claims import Claim
from wirelab.study.definition import Study
from wirelab.workload.definition import Workload


@dataclass(frozen=True, slots=True)
class CheckedStudy:
    """A study without mistakes.

    Attributes:
        study: the study.
        undecidable: claims that its design cannot decide, each with the reason.
        unprinted: claims that its published figures say nothing of, each with the reason.
    """

    study: Study
    undecidable: tuple[tuple[Claim, str], ...]
    unprinted: tuple[tuple[Claim, str], ...]


def check_study(name: str, cache: Path) -> CheckedStudy:
    """Check a study against the workloads and what runners announce, and its claims against its own design.

    Args:
        name: of a study, or its file.
        cache: the folder of builds: codecs that are built announce their parameters, others their names alone.

    Raises:
        UsageError, HostError: there is no such study.
        DefinitionError: with all mistakes, by line and key.
    """
    opened, mistakes = open_study(name), _Mistakes()
    study = opened.study
    known = runners(study.factors.platform)
    states = placed_runners(_serving(known, study.factors.platform), cache)
    workloads = _check_data(study, mistakes)
    announced = _announced(states, cache)
    _check_platforms(study, known, mistakes)
    _check_subjects(study, states, announced, mistakes)
    _check_claims(study, workloads, mistakes)
    figures: tuple[Figure, ...] = ()
    with mistakes.at("published"):
        figures = published_figures(opened)
    if mistakes.found:
        raise _as_error(opened, mistakes.found)
    missing = {name: each[0].why_missing for name, each in by_platform(states).items() if each[0].missing}
    offered = tuple(
        Offer(platform, codec.name, frozenset(codec.operations))
        for (_, platform), ready in announced.items()
        for codec in ready.codecs
    )
    hindered = ((claim, hindrance(claim, study, missing, offered)) for claim in study.claim)
    return CheckedStudy(
        study,
        tuple((claim, why) for claim, why in hindered if why),
        tuple((one.claim, one.why) for one in judged(opened, figures) if one.verdict is Verdict.NOT_MEASURED),
    )


class _Mistakes:
    """Mistakes as they are found, each with its key.

    Attributes:
        found: the keys, each with what is wrong.
    """

    def __init__(self) -> None:
        self.found: list[tuple[Key, str]] = []

    @contextmanager
    def at(self, *key: int | str) -> Iterator[None]:
        """Take a fault within for a mistake at `key`."""
        try:
            yield
        except WirelabError as error:
            told = "; ".join(filter(None, (f"{error.part}: {error.what}", *error.why.splitlines(), error.remedy)))
            self.found.append((key, told))


def _check_data(study: Study, mistakes: _Mistakes) -> tuple[Workload, ...]:
    """Workloads, sizes and variants; the workloads that there are."""
    workloads = []
    for name in study.factors.workload:
        with mistakes.at("factors", "workload"):
            workloads.append(workload_catalogue().find(name))
    for workload, size in product(workloads, study.factors.size):
        with mistakes.at("factors", "size"):
            workload.check_size(size)
    for workload, variant in product(workloads, study.factors.variant):
        with mistakes.at("factors", "variant"):
            workload.check_variant(variant)
    return tuple(workloads)


def _announced(states: Sequence[PlacedRunner], cache: Path) -> dict[tuple[str, str], Ready]:
    """What runners that are built announce, by their names and the first of their platforms that is here."""
    found = {}
    for name in dict.fromkeys(state.runner.name for state in states):
        own = [state for state in states if state.runner.name == name]
        here, ready = first_here(own), built_announcement(own, cache)
        if here is not None and ready is not None:
            found[name, here.platform.name] = ready
    return found


def _serving(known: Sequence[Runner], platforms: Sequence[str]) -> tuple[Runner, ...]:
    """The runners of the platforms that a study names; all if it names none."""
    return tuple(
        runner
        for runner in known
        if not platforms or any(platform.name in platforms for platform in runner.manifest.platforms)
    )


def _check_platforms(study: Study, known: Sequence[Runner], mistakes: _Mistakes) -> None:
    names = [platform.name for runner in known for platform in runner.manifest.platforms]
    for name in study.factors.platform:
        with mistakes.at("factors", "platform"):
            choose("platform", name, names)


def _check_subjects(
    study: Study,
    states: Sequence[PlacedRunner],
    announced: Mapping[tuple[str, str], Ready],
    mistakes: _Mistakes,
) -> None:
    """Codecs of the study's platforms; parameters where a runner that has the codec is built."""
    serving = tuple({state.runner.name: state.runner for state in states}.values())
    for subject in study.factors.codec if serving else ():
        with mistakes.at("factors", "codec"):
            check_subject(subject, serving)
            for (_, platform), ready in announced.items():
                check_parameters(subject, platform, ready)


def _check_claims(study: Study, workloads: Sequence[Workload], mistakes: _Mistakes) -> None:
    """Every level that a claim names is one of the study's."""
    for at, claim in enumerate(study.claim):
        for name, cells in claim.selected.items():
            for factor, levels in cells.named.items():
                known = _levels(study, workloads, factor)
                for level in levels if known else ():
                    with mistakes.at("claim", at, name.partition("[")[0], str(factor)):
                        choose(f"{factor} among this study's factors", level, known)


def _levels(study: Study, workloads: Sequence[Workload], factor: FactorName) -> tuple[str, ...]:
    """The study's levels of a factor; the workloads' defaults where it names none; empty if any will do."""
    named = tuple(map(str, getattr(study.factors, factor, ())))
    match factor:
        case FactorName.SIZE:
            return named or tuple(workload.sizes.default for workload in workloads)
        case FactorName.VARIANT:
            return named or tuple(workload.variants.default for workload in workloads)
        case _:
            return named


def _as_error(opened: StudyFile, mistakes: Sequence[tuple[Key, str]]) -> DefinitionError:
    """All mistakes in one, by line."""
    lines = sorted((line_of(opened.text, key), _written(key), told) for key, told in mistakes)
    count = "1 mistake" if len(lines) == 1 else f"{len(lines)} mistakes"
    why = "\n".join(f"line {line}: {key}: {told}" for line, key, told in dict.fromkeys(lines))
    return DefinitionError(f"study {opened.path.name}", f"it has {count}", why=why, remedy="mend them and try again")


def _written(key: Key) -> str:
    text = ""
    for step in key:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
