"""Replications for machines, in the manner of a run's JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wirelab.claims.rulings import Ruled, Ruling
from wirelab.claims.selection import Key
from wirelab.model.figure import Quantity
from wirelab.report.as_json import VERSION, plain
from wirelab.report.replicate.evidence import claims_json, needed_text, standing_text, test_text, verdict_json
from wirelab.report.replicate.outcome import ClaimVerdicts, claim_verdicts
from wirelab.report.replicate.replication import Faults, Published, Replication, Sound


def replications_json(found: Sequence[Replication], faults: Faults) -> dict[str, Any]:
    """Write replications as values that `json.dumps` takes.

    Each study has its `claims`, each with all its verdicts, trials and rulings, and its `times` and `sizes` as ratios
    to `reference`: as printed, by the authors' method here (`published`), by the lab's (`sound`, with intervals).
    `changes` are claims that the two methods dispute, by the authors' method with one thing as the lab does it. Values
    that were not measured are null. Studies that could not be measured are `faults`.
    """
    return {
        "version": VERSION,
        "studies": [_replication(one) for one in found],
        "faults": [
            {"study": study, "part": fault.part, "what": fault.what, "why": fault.why, "remedy": fault.remedy}
            for study, fault in faults.items()
        ],
    }


def _replication(found: Replication) -> dict[str, Any]:
    named = ("study", "question", "origin", "reference", "left_out", "lab", "complete")
    sources = {"printed": found.printed, "published": found.published, "sound": found.sound}
    return {
        **{name: plain(getattr(found, name)) for name in named},
        "published": _run(found.published),
        "sound": _run(found.sound),
        "differences": list(found.differences),
        "changes": [{"what": each.what, "claims": claims_json(each.judged)} for each in found.changes],
        "claims": [_claim(one) for one in claim_verdicts(found)],
        "times": list(_times(found)),
        "sizes": list(_sizes(found)),
        "models": {name: source and plain(source.models) for name, source in sources.items()},
    }


def _run(measured: Published | Sound | None) -> dict[str, Any] | None:
    if measured is None:
        return None
    names = ("run", "host", "runtimes", "codecs", "losses", "not_run")
    said: dict[str, Any] = plain({name: getattr(measured.results, name) for name in names})
    return said | ({"departures": list(measured.departures)} if isinstance(measured, Published) else {})


def _claim(one: ClaimVerdicts) -> dict[str, Any]:
    (written,) = claims_json([one.printed])
    return {
        "claim": written.pop("claim"),
        "outcome": one.outcome.value,
        "contradicted_by_itself": one.contradicted_by_itself,
        "disputed": one.disputed,
        "printed": written,
        "published": one.published and verdict_json(one.published),
        "sound": one.sound and _ruled(one.sound),
    }


def _ruled(ruled: Ruled) -> dict[str, Any]:
    return {
        "standing": standing_text(ruled),
        "rulings": [_ruling(ruled, each) for each in ruled.rulings],
        "why": ruled.why,
        "needed": needed_text(ruled),
    }


def _ruling(ruled: Ruled, ruling: Ruling) -> dict[str, Any]:
    said = {name: getattr(ruling, name) for name in ("standing", "interval", "p", "low", "high", "why")}
    written: dict[str, Any] = plain({"at": dict(ruling.at), **said, "test": test_text(ruled.claim, ruling)})
    return written


def _times(found: Replication) -> Iterator[dict[str, Any]]:
    measured = {"printed": found.printed, "published": found.published, "sound": found.sound}
    ratios: dict[str, Mapping[Key, Any]] = {name: each.ratios if each else {} for name, each in measured.items()}
    for key in dict.fromkeys(key for each in ratios.values() for key in each):
        quantity, at = key
        if quantity is Quantity.TIME:
            yield plain({"at": dict(at), **{name: each.get(key) for name, each in ratios.items()}})


def _sizes(found: Replication) -> Iterator[dict[str, Any]]:
    for key in dict.fromkeys((*found.printed.ratios, *found.sizes)):
        quantity, at = key
        if quantity is Quantity.SIZE:
            yield {"at": plain(dict(at)), "printed": found.printed.ratios.get(key), "here": found.sizes.get(key)}
