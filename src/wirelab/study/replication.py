"""A study that repeats another, as two: measured as that one was published, and as this lab measures. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from wirelab.model.cell import ModeKind, Sink
from wirelab.model.figure import FactorName
from wirelab.study.claims import Claim
from wirelab.study.definition import LOOKS, Measure, PublishedMethod, Study

_BRIEF_CELLS = 36
"""The most cells in a round of a brief replication."""
_BRIEF = {"turns": 10, "batch_ms": 10, "warm_up_min_ms": 100, "warm_up_max_ms": 2000, "copies": 1}
_FIRST_LOOK = 5
"""In rounds: each of 60 joint ratios is known to 133 standard deviations after 3, and to 8 after 5."""


def sound_study(study: Study, *, budget_s: float, brief: bool) -> Study:
    """The study by the lab's own method, until its claims are decided or the budget is spent."""
    measure = {"mode": ModeKind.STEADY, "budget_s": budget_s, **(_BRIEF if brief else {})}
    looks = study.analysis.looks if brief else tuple(look for look in LOOKS if look >= _FIRST_LOOK)
    return study.changed(measure=measure, analysis={"until": "claims", "looks": looks})


def published_study(study: Study, method: PublishedMethod, *, calls: int, budget_s: float) -> Study:
    """The study by its authors' own method, where the lab can follow it.

    A run may have fewer `calls` than theirs; no replicate of the whole starts that would end later than `budget_s`
    after the first.
    """
    sinks = (Sink.FILE, Sink.MEMORY) if method.sink is Sink.FILE else (Sink.MEMORY,)
    measure = {
        "mode": ModeKind.COLD if single_shots(method) else ModeKind.FIXED,
        "rounds": method.replicates or 1,
        "warm_up_runs": method.warm_up_runs or 0,
        "runs": method.runs or 1,
        "calls": calls,
        "copies": 1,
        "budget_s": budget_s,
        "one_process": bool(method.one_process),
        "warm_up_first": method.warm_up_first,
        "timed_sizes": (),
        "order": _order(method),
    }
    codec = tuple(map(method.used, study.factors.codec))
    return study.changed({"sink": sinks, "codec": codec}, measure, {"until": "rounds"})


def _order(method: PublishedMethod) -> str:
    """If their order is not stated and processes are repeated, a new order in each shows how much it matters."""
    unknown = method.order == "not stated" and (method.replicates or 1) > 1
    return "random" if unknown or method.order == "random" else "as listed"


_THEIRS = ("rounds", "copies", "budget_s", "one_process", "order")
"""Settings of the authors' method that do not concern warm-up and turns."""


def single_changes(theirs: Study, ours: Study, all_calls: int) -> Iterator[tuple[str, Study]]:
    """The authors' method as it is, then with one thing at a time as the lab does it.

    A run of it may have fewer calls here than `all_calls`, which it has on all cells.

    Yields:
        The change, as a phrase, and the study to measure.
    """
    calls = theirs.measure.calls
    fewer = "" if calls == all_calls else f" and {calls:,} instead of {all_calls:,} calls in a run"
    yield f"as they did, but only with these cells{fewer}", theirs
    if theirs.measure.mode is not ModeKind.STEADY:
        warm = ours.measure.model_copy(update={name: getattr(theirs.measure, name) for name in _THEIRS})
        yield "with the lab's warm-up and turns", theirs.model_copy(update={"measure": warm})
    if theirs.measure.mode is ModeKind.COLD:
        yield repeated_in_one_process(theirs)
    if theirs.measure.one_process:
        yield "with a process for each cell", theirs.changed(measure={"one_process": False, "warm_up_first": False})
    if theirs.measure.one_process and theirs.measure.order != ours.measure.order:
        yield "in random order", theirs.changed(measure={"order": ours.measure.order})
    if theirs.measure.warm_up_first:
        yield "with each cell's warm-up before its own runs", theirs.changed(measure={"warm_up_first": False})
    if theirs.factors.codec != (own := tuple(map(theirs.named, theirs.factors.codec))):
        yield "with the subjects of the lab's method", theirs.changed({"codec": own})
    if Sink.FILE in theirs.factors.sink and Sink.FILE not in ours.factors.sink:
        yield "in memory, not in files", theirs.changed({"sink": (Sink.MEMORY,)})
    if theirs.measure.copies != ours.measure.copies:
        copies = {"copies": ours.measure.copies}
        yield f"with {ours.measure.copies} copies of the data in turn", theirs.changed(measure=copies)


def repeated_in_one_process(theirs: Study) -> tuple[str, Study]:
    """Single shots as the runs of one process for each runner: the change as a phrase, and the study to measure."""
    measure = {"mode": ModeKind.FIXED, "one_process": True, "warm_up_runs": 0}
    runs = {"rounds": 1, "runs": theirs.measure.rounds, "calls": 1}
    return "in one process that repeats each call", theirs.changed(measure={**measure, **runs})


def narrowed(study: Study, places: Sequence[Mapping[FactorName, str]]) -> Study:
    """The study with only the levels that `places` name, as claims do; a factor without a named level keeps all."""
    named = {name: {levels[name] for levels in places if name in levels} for name in FactorName}
    kept = {}
    for name, levels in named.items():
        given = getattr(study.factors, name, ())
        own = [level for level in given if str(study.named(level) if name is FactorName.CODEC else level) in levels]
        if own:
            kept[str(name)] = tuple(own)
    reference = study.reference if study.reference in kept.get("codec", study.factors.codec) else None
    return study.changed(kept, reference=reference)


@dataclass(frozen=True, slots=True)
class Part:
    """Claims that are measured together, on the cells of all."""

    claims: tuple[Claim, ...]
    places: tuple[Mapping[FactorName, str], ...]
    study: Study  # with these cells


def with_claim(
    parts: Sequence[Part], claim: Claim, places: Sequence[Mapping[FactorName, str]], whole: Study
) -> tuple[Part, ...]:
    """The parts of a study with one more claim, which is about times at `places`.

    It joins the first part with which it has no more cells than both have apart; otherwise it is a part of its own.
    """
    own = Part((claim,), tuple(places), narrowed(whole, places))
    for at, part in enumerate(parts):
        both = (*part.places, *own.places)
        study = narrowed(whole, both)
        if cell_count(study) <= cell_count(part.study) + cell_count(own.study):
            return (*parts[:at], Part((*part.claims, claim), both, study), *parts[at + 1 :])
    return (*parts, own)


def cell_count(study: Study) -> int:
    """How many cells all levels of a study's factors make together."""
    return prod(len(levels) for name in FactorName if (levels := getattr(study.factors, name, ())))


def single_shots(method: PublishedMethod) -> bool:
    """Whether each observation is the first call of a process of its own."""
    return not method.one_process and (method.warm_up_runs, method.runs or 1, method.calls or 1) == (0, 1, 1)


def brief_study(study: Study) -> Study:
    """The study at as few of its sizes as a brief round can hold, the smallest first; at least at one."""
    kept = max(1, _BRIEF_CELLS // cell_count(study.changed({"size": ()})))
    return study.changed({"size": study.factors.size[:kept]})


def departures(method: PublishedMethod, measured: Measure, replicates: int) -> Iterator[str]:
    """Sentences on the rerun's differences from the authors' measurements, and on its assumptions."""
    if method.one_process:
        yield "One process per runner and workload measures everything."
    if single_shots(method):
        yield "Each observation is the first call in a process of its own; setting up the codec is timed, too."
    if method.calls is not None and measured.calls < method.calls:
        yield f"A run has {measured.calls:,} calls instead of {method.calls:,}, to keep to the budget."
    if replicates < (method.replicates or 1):
        there_are = "There is 1 replicate" if replicates == 1 else f"There are {replicates} replicates"
        yield f"{there_are} instead of {method.replicates}, to keep to the budget."
    if method.sink is Sink.FILE:
        yield "Operations with encoded bytes write and read files, where the runner can; others work in memory."
    if method.context == "inside":
        yield "A codec's one-time set-up is not timed, unless one of its parameters says otherwise."
    if method.order == "not stated":
        listed = "operations, then codecs, then data, as the study file lists them"
        yield f"The order of cells is not stated: {'drawn for each process' if measured.order == 'random' else listed}."
    yield f"The machine is another one. Theirs: {method.machine or 'not stated'}."
    if method.not_stated:
        yield f"Not stated: {'; '.join(method.not_stated)}."


def differences(study: Study, method: PublishedMethod) -> Iterator[str]:
    """How the authors' method, as it is rerun, differs from the lab's: clauses that a list can hold.

    Things that a rerun cannot measure as they did are not among these differences: see `departures`.
    """
    rerun = published_study(study, method, calls=method.calls or 1, budget_s=1).measure
    if single_shots(method):
        yield "single shot (the first call of a process counts, without warm-up)"
    elif method.warm_up_runs is None:
        yield "warm-up (not stated, so none)"
    else:
        count = f"{method.warm_up_runs} run{'' if method.warm_up_runs == 1 else 's'}" if method.warm_up_runs else "none"
        when = ", all cells before the first that counts" if method.warm_up_first else ""
        yield f"warm-up ({count}{when}, whether times are steady by then or not)"
    if rerun.runs == rerun.calls == rerun.rounds == 1:
        yield "one value per cell (without any spread)"
    if method.one_process:
        yield "one process for all (with the effects of earlier cells)"
    if rerun.order != study.measure.order:
        yield "order (always the same)"
    if method.sink is Sink.FILE and Sink.FILE not in study.factors.sink:
        yield "sink (files)"
    if method.instead:
        yield f"subjects ({', '.join(f'{each.used} instead of {each.of}' for each in method.instead)})"
    if rerun.copies != study.measure.copies:
        yield "data (the same objects in every call)"
    if study.measure.timed_sizes:
        yield f"sizes (the lab's method times only {' and '.join(study.measure.timed_sizes)})"
