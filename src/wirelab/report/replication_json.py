"""Replications for machines, in the manner of a run's JSON."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wirelab.claims.factorial import Model
from wirelab.claims.ratios import Key
from wirelab.claims.ruling import Ruled, Ruling
from wirelab.model.figure import Quantity
from wirelab.report.as_json import VERSION, plain
from wirelab.report.judged import claims_json, verdict_json
from wirelab.report.outcome import Told, told
from wirelab.report.replication import Faults, Published, Replication, Sound
from wirelab.report.ruled import needed_text, standing_text, test_text


def replications_json(found: Sequence[Replication], faults: Faults) -> dict[str, Any]:
    """Write replications as what `json.dumps` takes.

    Each study has its `claims`, each with all its verdicts, trials and rulings, and its `times` and `sizes` as ratios
    to `reference`: as printed, by the authors' method here (`published`), by the lab's (`sound`, with intervals).
    `changes` are claims that the two dispute, by the authors' method with one thing as the lab does it. What was not
    measured is null. Studies that could not be measured are `faults`.
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
    return {
        "study": found.study,
        "question": found.question,
        "origin": found.origin,
        "reference": found.reference,
        "left_out": list(found.left_out),
        "lab": found.lab,
        "complete": found.complete,
        "published": found.published and {**_run(found.published), "departures": list(found.published.departures)},
        "sound": found.sound and _run(found.sound),
        "differences": list(found.differences),
        "changes": [{"what": each.what, "claims": claims_json(each.judged)} for each in found.changes],
        "claims": [_claim(one) for one in told(found)],
        "times": list(_times(found)),
        "sizes": list(_sizes(found)),
        "models": {
            "printed": _models(found.printed.models),
            "published": found.published and _models(found.published.models),
            "sound": found.sound and _models(found.sound.models),
        },
    }


def _run(measured: Published | Sound) -> dict[str, Any]:
    results = measured.results
    said = {"run": results.run, "host": results.host, "runtimes": results.runtimes, "codecs": results.codecs}
    written: dict[str, Any] = plain({**said, "losses": results.losses, "not_run": results.not_run})
    return written


def _claim(one: Told) -> dict[str, Any]:
    (written,) = claims_json([one.printed])
    return {
        "claim": written.pop("claim"),
        "outcome": one.outcome.value,
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
    printed, theirs, ours = _of_each(found)
    for key in dict.fromkeys((*printed, *theirs, *ours)):
        quantity, at = key
        if quantity is Quantity.TIME:
            said = {"printed": printed.get(key), "published": theirs.get(key), "sound": ours.get(key)}
            yield plain({"at": dict(at), **said})


def _sizes(found: Replication) -> Iterator[dict[str, Any]]:
    for key in dict.fromkeys((*found.printed.ratios, *found.sizes)):
        quantity, at = key
        if quantity is Quantity.SIZE:
            yield {"at": plain(dict(at)), "printed": found.printed.ratios.get(key), "here": found.sizes.get(key)}


def _of_each(found: Replication) -> tuple[Mapping[Key, Any], Mapping[Key, Any], Mapping[Key, Any]]:
    theirs = found.published.ratios if found.published else {}
    return found.printed.ratios, theirs, found.sound.ratios if found.sound else {}


def _models(models: Sequence[Model]) -> list[dict[str, Any]]:
    written: list[dict[str, Any]] = plain(models)
    return written
