"""Claims with their evidence, plain numbers or rounds of processes: as short texts, tables and JSON. Pure."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from wirelab.claims.rulings import Ruled, Ruling, Standing, rounds_needed
from wirelab.claims.verdict import Judged, Verdict, distinguished
from wirelab.model.findings.forecast import MOST_ROUNDS
from wirelab.report.quantities import MISSING, level_text, number, several
from wirelab.report.table import Table, words
from wirelab.study.claims import Assumption, Claim, Letters

_TRIALS_SHOWN, _RULINGS_SHOWN = 3, 2
_UNLIMITED = 1e9  # limits of few rounds, which say nothing
_TESTS = {"t": "Student's t interval", "sign": "sign-test interval", "chi-square": "chi-square interval"}
_OF_VARIANCES = {"levene": "Levene's test", "brown-forsythe": "Brown-Forsythe test"}


def found_text(judged: Judged) -> str:
    """The results of a claim's trials, in short: how many hold, and each of a few, else the first that do not hold."""
    if not judged.trials:
        return judged.why
    over = f"over {judged.over}: " if judged.over else ""
    by_place = list(zip(judged.places, judged.trials, strict=True))
    few = len(by_place) <= _TRIALS_SHOWN
    failed = [(place, trial) for place, trial in by_place if not trial.holds]
    shown = by_place if few else failed[:_TRIALS_SHOWN]
    texts = "; ".join(f"{place}: {trial.found}" if place else trial.found for place, trial in shown)
    if len(by_place) == 1:
        return over + texts
    rest = "" if few or len(failed) <= _TRIALS_SHOWN else " …"
    count = f"{len(by_place) - len(failed)} of {len(by_place)}"
    return over + (f"{count}{'; ' if few else '; not '}{texts}{rest}" if texts else count)


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
    """The place of a claim in its study, and whether it is the lab's own question."""
    asked = " (own)" if claim.own else ""
    return claim.place + asked + (f" (as {claim.repeats}, not counted again)" if claim.repeats else "")


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


def standing_text(ruled: Ruled) -> str:
    """The standing of a claim; one without rulings was not measured."""
    return str(ruled.standing) if ruled.rulings else str(Verdict.NOT_MEASURED)


def ruling_texts(ruled: Ruled) -> list[tuple[str, Ruling]]:
    """Each ruling with its place for people, the ones that decide first."""
    by_place = list(zip(distinguished([each.at for each in ruled.rulings]), ruled.rulings, strict=True))
    return sorted(by_place, key=lambda each: each[1].standing is not ruled.decisive)


def test_text(claim: Claim, ruling: Ruling) -> str:
    """The origin of a ruling: the kind of interval or the test, and its basis."""
    if ruling.p is not None:
        if not isinstance(claim, Assumption):
            return "F test, rounds as blocks"
        return "Shapiro-Wilk test" if claim.assumption == "normal residuals" else _OF_VARIANCES[claim.test]
    if ruling.interval is None:
        return ""
    if ruling.interval.method == "exact":
        return "sizes are exact"
    of, confidence = ruling.interval.processes, level_text(ruling.interval.level)
    return f"{_TESTS[ruling.interval.method]} at {confidence}, {several(of, 'round')}"


def sound_text(ruled: Ruled) -> str:
    """The rounds' result for a claim, in short: the number that decides, and how many rulings agree."""
    if not ruled.rulings:
        return ruled.why
    deciding = [(at, each) for at, each in ruling_texts(ruled) if each.standing is ruled.decisive]
    count = f"{len(deciding)} of {len(ruled.rulings)}: " if len(ruled.rulings) > 1 else ""
    if ruled.standing is Standing.IN_PART:
        count = f"not {count}"
    if ruled.over:
        count = f"over {ruled.over}: {count}"
    reasons = {each.why for _, each in deciding if each.p is None}
    if ruled.decisive is Standing.UNRESOLVED and len(reasons) == 1 and (why := reasons.pop()):
        return count + why
    texts = (
        f"{at} {number_text(each)}".strip() + wanted_text(ruled.claim, each.low, each.high)
        for at, each in deciding[:_RULINGS_SHOWN]
    )
    return count + "; ".join(texts) + (" …" if len(deciding) > _RULINGS_SHOWN else "")


def number_text(ruling: Ruling) -> str:
    """The number with its interval, or the P value of a test."""
    if ruling.p is not None:
        return f"p = {ruling.p:.2g}"
    if ruling.interval is None:
        return "as it was" if ruling.standing is Standing.REPLICATED else ruling.why or "too few rounds"
    if ruling.interval.method == "exact":
        return number(ruling.interval.estimate)
    ends = (ruling.interval.low, ruling.interval.high)
    low, high = (number(end if abs(end) < _UNLIMITED else math.copysign(math.inf, end)) for end in ends)
    return f"{number(ruling.interval.estimate)} [{low}, {high}]"


def wanted_text(claim: Claim, low: float | None, high: float | None) -> str:
    """The limits that the claim asks for, in brackets, and whose they are; nothing where it sets none."""
    whose = "our bound" if claim.our_bound or isinstance(claim, Letters) else "claimed"
    least, most = (None if limit is None else number(round(limit, 9) + 0.0) for limit in (low, high))  # never -0
    if least is None:
        return "" if most is None else f" ({whose}: at most {most})"
    return f" ({whose}: {f'at least {least}' if most is None else f'{least} to {most}'})"


def needed_text(ruled: Ruled) -> str:
    """The rounds that would decide a claim that is left open, or why none would; empty for one that is not."""
    if ruled.rulings and ruled.standing is Standing.UNRESOLVED:
        return _needed(ruled.rulings)
    return ""


def _needed(rulings: Sequence[Ruling]) -> str:
    left = [ruling for ruling in rulings if ruling.standing is Standing.UNRESOLVED]
    reasons = list(dict.fromkeys(ruling.why for ruling in left if ruling.why))
    if reasons:
        return "; ".join(reasons)
    rounds = [needed for ruling in left if (needed := rounds_needed(ruling)) is not None]
    if not rounds:
        return "more rounds: these are too few to decide"
    if math.isinf(max(rounds)):
        return f"more than {MOST_ROUNDS:,} rounds: it is close to the claimed limit"
    return f"about {several(int(max(rounds)), 'round')}"
