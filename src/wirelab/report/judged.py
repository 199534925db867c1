"""Claims with their verdicts by plain numbers: as short texts, tables and JSON. Pure."""

from collections.abc import Iterable
from typing import Any

from wirelab.claims.verdict import Judged
from wirelab.report.quantities import MISSING
from wirelab.report.table import Table, words
from wirelab.study.claims import Claim

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


def claims_table(title: str, judged: Iterable[Judged]) -> Table:
    """A row for each claim."""
    rows = [(one.claim.id, place_text(one.claim), one.claim.words, str(one.verdict), found_text(one)) for one in judged]
    return Table(title, words("claim", "place", "words", "verdict", "found"), tuple(rows))


def trials_table(judged: Judged) -> Table:
    """A row for each trial of a claim."""
    tried = zip(judged.places, judged.trials, strict=True)
    rows = [(at or MISSING, trial.found, "yes" if trial.holds else "no") for at, trial in tried]
    return Table("Tried", words("at", "found", "holds"), tuple(rows))


def place_text(claim: Claim) -> str:
    """Where a claim stands, and whether it is the lab's own question."""
    return claim.place + (" (own)" if claim.own else "")


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
