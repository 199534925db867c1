"""A study file checked against workloads, runners and figures: all mistakes at once, and claims it cannot decide."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from wirelab.app.names import wrong_names, wrong_parameters, wrong_place
from wirelab.app.platforms import PlacedRunner, by_platform, placed_runners, runners
from wirelab.app.ready import built_announcements
from wirelab.app.request import find_study, study_path
from wirelab.app.resources import workload_catalogue
from wirelab.app.study.claims import judged, published_figures
from wirelab.claims.undecidable import hindrance
from wirelab.claims.verdict import Verdict
from wirelab.files.toml import Mistake
from wirelab.model.errors import WirelabError
from wirelab.model.figure import FactorName
from wirelab.model.names import hint
from wirelab.study.claims import Claim, Letters, Ordering
from wirelab.study.definition import Study


@dataclass(frozen=True, slots=True)
class CheckedStudy:
    """A study without mistakes; claims that its design, or its published figures, leave open, and why."""

    study: Study
    undecidable: tuple[tuple[Claim, str], ...]
    unprinted: tuple[tuple[Claim, str], ...]
    foreign: tuple[tuple[FactorName, str], ...]  # levels of published figures that are none of the study's


def check_study(name: str, cache: Path) -> CheckedStudy:
    """Check a study against the workloads and the announcements of runners, and its claims against its own design.

    Codecs that are built announce their parameters, others only their names.

    Raises:
        UsageError, HostError: there is no such study.
        DefinitionError: with all mistakes, by line and key.
    """
    folder = study_path(name).parent

    def further(document: Mapping[str, Any]) -> Iterator[Mistake]:
        yield from wrong_names(document, base=folder)
        try:
            study = Study.model_validate(document)
        except ValidationError:
            return  # its values' own mistakes are shown with these
        yield from _wrong_subjects(study, cache)
        yield from _wrong_levels(study)
        for factor in study.several_in_transfer:
            yield ("factors", str(factor)), f"a transfer is of one {factor}"
        yield from _wrong_figures(study, folder)

    study = find_study(name, further)
    states = _states(study, cache)
    missing = {name: each[0].why_missing for name, each in by_platform(states).items() if each[0].missing}
    offered = {
        (platform, codec.name): codec.operations
        for platform, ready in built_announcements(states, cache).values()
        for codec in ready.codecs
    }
    hindered = ((claim, hindrance(claim, study, missing, offered)) for claim in study.claim)
    return CheckedStudy(
        study,
        tuple((claim, why) for claim, why in hindered if why),
        tuple((one.claim, one.why) for one in judged(study, folder) if one.verdict is Verdict.NOT_MEASURED),
        tuple(_foreign_levels(study, folder)),
    )


def _states(study: Study, cache: Path) -> tuple[PlacedRunner, ...]:
    """The runners that serve the study's platforms, on each of theirs; all if it names none."""
    platforms = study.factors.platform
    serving = [
        runner
        for runner in runners(platforms)
        if not platforms or any(platform.name in platforms for platform in runner.manifest.platforms)
    ]
    return placed_runners(serving, cache)


def _wrong_subjects(study: Study, cache: Path) -> Iterator[Mistake]:
    """Codecs that the study's platforms lack; and wrong parameters, if a runner that has the codec is built."""
    states = _states(study, cache)
    serving, announced = [state.runner for state in states], built_announcements(states, cache)
    for at, subject in enumerate(study.factors.codec if states else ()):
        wrong = list(wrong_place(subject, serving, runners(study.factors.platform)))
        for platform, ready in announced.values():
            wrong += wrong_parameters(subject, platform, ready)
        for what in dict.fromkeys(wrong):
            yield ("factors", "codec", at), what


def _wrong_figures(study: Study, folder: Path) -> Iterator[Mistake]:
    """Published files that cannot be read."""
    for at, name in enumerate(study.published):
        try:
            published_figures(name, folder)
        except WirelabError as error:
            for why in error.why.splitlines() or (error.what,):
                yield ("published", at), f"{name}: {why}"


def _wrong_levels(study: Study) -> Iterator[Mistake]:
    """Levels that claims name and that are none of the study's."""
    for at, claim in enumerate(study.claim):
        for key, factor, level in _named(claim):
            known = _levels(study, factor)
            if known and level not in known:
                what = f"there is no {factor} '{level}' among this study's factors; {hint(level, known)}"
                yield ("claim", at, *key), what


def _named(claim: Claim) -> Iterator[tuple[tuple[str, ...], FactorName, str]]:
    """Each level that a claim names, with its key and its factor."""
    for name, cells in claim.selected.items():
        for factor, levels in cells.named.items():
            yield from (((name.partition("[")[0], str(factor)), factor, level) for level in levels)
    match claim:
        case Letters():
            for levels in claim.levels:
                yield from ((("levels",), factor, level) for factor, level in zip(claim.factors, levels, strict=True))
        case Ordering():
            yield from ((("order",), claim.factor, level) for level in claim.order)


def _foreign_levels(study: Study, folder: Path) -> Iterator[tuple[FactorName, str]]:
    """Levels of published figures that are none of the study's, so no claim is about them."""
    figures = (figure for name in study.published for figure in published_figures(name, folder))
    for factor, level in dict.fromkeys(each for figure in figures for each in figure.levels.items()):
        known = () if factor is FactorName.REPLICATE else _levels(study, factor)
        if known and level not in known:
            yield factor, level


def _levels(study: Study, factor: FactorName) -> tuple[str, ...]:
    """The study's levels of a factor; the workloads' defaults where it names none; empty if any will do."""
    named = tuple(map(str, getattr(study.factors, factor, ())))
    catalogue = workload_catalogue()
    workloads = [catalogue.find(name) for name in study.factors.workload if name in catalogue.names]
    match factor:
        case FactorName.SIZE:
            return named or tuple(workload.sizes.default for workload in workloads)
        case FactorName.VARIANT:
            return named or tuple(workload.variants.default for workload in workloads)
        case _:
            return named
