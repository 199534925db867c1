"""A study's claims held against its own printed numbers, and as rows to show."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

from wirelab.app.published import read_published
from wirelab.app.request import find_study, study_path
from wirelab.app.resources import resources
from wirelab.claims.printed import judge
from wirelab.claims.verdict import Judged
from wirelab.model.figure import Figure
from wirelab.study.definition import Study

_ALPHA = 0.05  # of tests on printed observations, as the studies took it
_SHOWN = 3


def judged_by_print(name: str) -> tuple[Judged, ...]:
    """Each claim of a study with its verdict by what the study printed.

    Args:
        name: of a study, or its file.

    Raises:
        UsageError, HostError, DefinitionError: the study or its figures cannot be read.
    """
    return judged(find_study(name), study_path(name).parent)


def judged(study: Study, folder: Path) -> tuple[Judged, ...]:
    """Each claim of a study in `folder` with its verdict by what the study printed.

    Raises:
        UsageError, HostError, DefinitionError: its figures cannot be read.
    """
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


def found_text(judged: Judged) -> str:
    """What a claim's trials found, in short: how many hold; all of a few, or the first of those that do not."""
    if not judged.trials:
        return judged.why
    told = list(zip(judged.places, judged.trials, strict=True))
    few = len(told) <= _SHOWN
    failed = [(place, trial) for place, trial in told if not trial.holds]
    shown = told if few else failed[:_SHOWN]
    texts = "; ".join(f"{place}: {trial.found}" if place else trial.found for place, trial in shown)
    if len(told) == 1:
        return texts
    rest = "" if few or len(failed) <= _SHOWN else " …"
    count = f"{len(told) - len(failed)} of {len(told)}"
    return f"{count}{'; ' if few else '; not '}{texts}{rest}" if texts else count


def claim_rows(judged: Iterable[Judged]) -> list[dict[str, str]]:
    """A row for each claim."""
    return [
        {
            "claim": one.claim.id,
            "place": one.claim.place + (" (own)" if one.claim.own else ""),
            "words": one.claim.words,
            "verdict": str(one.verdict),
            "found": found_text(one),
        }
        for one in judged
    ]


def trial_rows(judged: Judged) -> list[dict[str, str]]:
    """A row for each trial of a claim."""
    return [
        {"at": at or "–", "found": trial.found, "holds": "yes" if trial.holds else "no"}
        for at, trial in zip(judged.places, judged.trials, strict=True)
    ]


def claims_json(judged: Iterable[Judged]) -> list[dict[str, Any]]:
    """Each claim as it is written, with its verdict and all its trials."""
    return [
        {
            "claim": one.claim.model_dump(mode="json", exclude_defaults=True),
            "verdict": str(one.verdict),
            "trials": [{"at": dict(trial.at), "found": trial.found, "holds": trial.holds} for trial in one.trials],
            "why": one.why,
        }
        for one in judged
    ]
