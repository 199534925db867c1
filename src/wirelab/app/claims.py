"""A study's claims held against its own printed numbers, and as rows to show."""

from collections.abc import Iterable
from typing import Any

from wirelab.app.published import read_published
from wirelab.app.request import StudyFile, open_study
from wirelab.app.resources import resources
from wirelab.claims.printed import judge
from wirelab.claims.verdict import Judged
from wirelab.model.figure import Figure

_ALPHA = 0.05  # of tests on printed observations, as the studies took it
_SHOWN = 3


def judged_by_print(name: str) -> tuple[Judged, ...]:
    """Each claim of a study with its verdict by what the study printed.

    Args:
        name: of a study, or its file.

    Raises:
        UsageError, HostError, DefinitionError: the study or its figures cannot be read.
    """
    opened = open_study(name)
    return judged(opened, published_figures(opened))


def judged(opened: StudyFile, figures: tuple[Figure, ...]) -> tuple[Judged, ...]:
    """Each claim with its verdict by `figures`."""
    return judge(opened.study.claim, figures, _ALPHA)


def published_figures(opened: StudyFile) -> tuple[Figure, ...]:
    """All figures that the study names, found beside it or among the lab's own.

    Raises:
        HostError, DefinitionError: a file cannot be read, or is not such a file.
    """
    folders = (opened.path.parent, opened.path.parent / "published", resources() / "studies" / "published")
    found: list[Figure] = []
    for name in opened.study.published:
        places = [folder / name for folder in folders]
        found += read_published(next((place for place in places if place.is_file()), places[0]))
    return tuple(found)


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
