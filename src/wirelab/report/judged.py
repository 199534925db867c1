"""Claims with their verdicts by plain numbers: as short texts, rows and JSON. Pure."""

from collections.abc import Iterable
from typing import Any

from wirelab.claims.verdict import Judged

_SHOWN = 3


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
    return [{"claim": one.claim.model_dump(mode="json", exclude_defaults=True), **verdict_json(one)} for one in judged]


def verdict_json(one: Judged) -> dict[str, Any]:
    """A claim's verdict with all its trials."""
    return {
        "verdict": str(one.verdict),
        "trials": [{"at": dict(trial.at), "found": trial.found, "holds": trial.holds} for trial in one.trials],
        "why": one.why,
    }
