"""Repeat a published study: by its own method and by the lab's, with its claims compared with print and both."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from math import floor, prod
from pathlib import Path

from wirelab.app.lab.findings import measured_in
from wirelab.app.lab.results import results_in, study_of
from wirelab.app.request import study_path
from wirelab.app.run.listener import Where
from wirelab.app.run.run import resume_run, run_study
from wirelab.app.study.check import check_study
from wirelab.app.study.claims import judged, published_figures
from wirelab.app.study.wire import tried_on_wire
from wirelab.claims.factorial import FactorialClaim, models
from wirelab.claims.in_run import levels_named, ruled_by
from wirelab.claims.own_figures import levels_of, mean_time_ns, run_times_ns, size_figures, time_figures
from wirelab.claims.printed import judge_here
from wirelab.claims.selection import Key, Levels, place, ratios_to
from wirelab.claims.shared_intervals import agreeing, ratios_as_claims
from wirelab.claims.verdict import Judged
from wirelab.model.cell import Cell, ModeKind, Operation, Sink
from wirelab.model.comparison import Question
from wirelab.model.errors import UsageError
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.run import Run
from wirelab.model.units import NS_PER_S
from wirelab.report.replicate.outcome import ClaimVerdicts, claim_verdicts
from wirelab.report.replicate.replication import Changed, Printed, Published, Replication, Sound
from wirelab.store.lab import Lab
from wirelab.study.claims import Claim, Unmeasured
from wirelab.study.definition import PublishedMethod, Study
from wirelab.study.replication import (
    brief_study,
    departures,
    differences,
    narrowed,
    published_study,
    repeated_in_one_process,
    single_changes,
    sound_study,
)

_ALPHA = 0.05  # of tests on observations, as the studies took it
_FOR_PUBLISHED = 0.25
"""Share of a budget that the published method may take, where both are asked for."""
_FOR_CHANGES = 0.15
"""And that is kept for finding out why they disagree, unless the replication is brief."""


class Method(StrEnum):
    """How a study is measured again."""

    PUBLISHED = "published"
    SOUND = "sound"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class _Where(Where):
    """Also the factors that have one level in the study, and what needs no clock (`facts`)."""

    constant: frozenset[FactorName] = frozenset()
    facts: tuple[Figure, ...] = ()


def replicate(name: str, method: Method, place: Where, *, budget_s: float, brief: bool) -> Replication:
    """Measure a published study again, and hold its claims against what comes out.

    What the lab file has of it already is not measured again, and what was stopped continues. `budget_s` bounds all
    measuring. A `brief` one has fewer sizes and shorter processes, and may leave claims open.

    Raises:
        WirelabError: of the class of the fault; what was measured until then is in the lab.
    """
    asked, folder = check_study(name, place.cache).study, study_path(name).parent
    theirs = _method_of(asked, method)
    study = brief_study(asked) if brief else asked
    lab = place.lab
    facts = tried_on_wire(asked, place.cache, place.listener.notice)
    varied = {name for name in FactorName if len(getattr(asked.factors, name, ())) > 1}
    constant = frozenset(FactorName) - varied - {FactorName.CODEC, FactorName.OPERATION}
    where = _Where(lab, place.cache, place.listener, place.command, constant, facts)
    sound = published = derived = None
    for_changes = 0.0 if brief else _FOR_CHANGES
    share = _FOR_PUBLISHED if method is Method.BOTH else 1.0
    left_s = budget_s * (1 - _FOR_PUBLISHED - for_changes if theirs else 1.0)
    if theirs is not None and method is Method.BOTH and _is_single_shot(theirs):  # the lab's has what it leaves
        derived, published = _by_theirs(study, theirs, budget_s * share, None, where)
        left_s = max(left_s, floor(budget_s * (1 - for_changes) - _spent_s(derived, lab)))
    ours = sound_study(study, budget_s=left_s, brief=brief)
    if method is not Method.PUBLISHED:
        sound = _sound(ours, where)
    if theirs is not None and published is None:
        derived, published = _by_theirs(study, theirs, budget_s * share, sound, where)
    figures = tuple(chain.from_iterable(published_figures(each, folder) for each in asked.published))
    measured: list[Sound | Published] = [each for each in (sound, published) if each is not None]
    found = Replication(
        study=asked.name,
        question=asked.question,
        origin=asked.origin,
        reference=str(asked.reference_subject),
        left_out=tuple(map(str, asked.factors.size[len(study.factors.size) :])),
        printed=Printed(
            judged(asked, folder),
            _ratios(asked, figures, where.constant),
            models(asked.claim, figures, _ALPHA),
            figures,
        ),
        published=published,
        sound=sound,
        differences=tuple(differences(ours, theirs)) if theirs else (),
        lab=str(lab),
        complete=all(each.results.complete for each in measured),
    )
    if brief or derived is None:
        return found
    return replace(found, changes=_changes(found, derived, ours, budget_s * for_changes, where))


def _method_of(study: Study, method: Method) -> PublishedMethod | None:
    """The authors' own, if it is asked for; `BOTH` leaves out one that a study does not describe."""
    if not study.claim:
        remedy = "docs/writing-a-study.md shows how to write claims; `wirelab list studies` shows studies"
        raise UsageError(f"study {study.name}", "it has no claims to replicate", remedy=remedy)
    if method is Method.SOUND:
        return None
    if study.measure.published is None and method is Method.PUBLISHED:
        remedy = "describe it in [measure.published], or leave out --method"
        raise UsageError(f"study {study.name}", "it does not say how its authors measured", remedy=remedy)
    return study.measure.published


def _sound(study: Study, where: _Where) -> Sound:
    run = _measured(study, where)
    results = results_in(where.lab, run)
    with Lab.open(where.lab, create=False, read_only=True) as lab:
        seen = measured_in(lab, lab.run(run), study)
    alone = models(study.claim, tuple(time_figures(seen.times_ns)), study.analysis.alpha, blocked=True)
    ratios = {
        (Quantity.TIME, place(levels_of(found.comparison.cell), where.constant)): found.ratio
        for found in results.findings.asked(Question.REFERENCE)
        if found.ratio is not None
    }
    sizes = _ratios(study, tuple(size_figures(seen.sizes)), where.constant)
    ruled = agreeing(ruled_by(seen, results.findings, where.facts))
    shown = ratios_as_claims(ratios, ruled, str(study.reference_subject), where.constant)
    return Sound(ruled, shown, sizes, results, alone)


def _by_theirs(
    study: Study, theirs: PublishedMethod, budget_s: float, sound: Sound | None, where: _Where
) -> tuple[Study, Published]:
    """The study as its authors measured it, as far as the budget allows, and what that gave."""
    calls = _affordable_calls(study, theirs, budget_s, sound, where)
    derived = published_study(study, theirs, calls=calls, budget_s=budget_s)
    if (known := _known(derived, where.lab)) is not None:
        derived = derived.changed(measure={"calls": study_of(known).measure.calls})
    return derived, _published(study, theirs, derived, where)


def _published(study: Study, theirs: PublishedMethod, derived: Study, where: _Where) -> Published:
    run = _measured(derived, where)
    results = results_in(where.lab, run)
    seen = _seen(run, derived, where)
    return Published(
        judge_here(
            study.claim,
            (*seen.times, *seen.sizes, *where.facts),
            seen.runs,
            _ALPHA,
            seen.filed,
            levels_named(study),
        ),
        _ratios(study, seen.times, where.constant),
        _ratios(study, seen.sizes, where.constant),
        results,
        tuple(departures(theirs, derived.measure, results.run.rounds)),
        models(study.claim, seen.times, _ALPHA) if derived.measure.rounds > 1 else (),
        (*seen.times, *seen.sizes),
        seen.runs,
        derived.measure.warm_up_runs if derived.measure.rounds == 1 else 0,
    )


def _changes(found: Replication, derived: Study, ours: Study, budget_s: float, where: _Where) -> tuple[Changed, ...]:
    """Their method on the cells of claims that did not hold, as it is and with one thing after the other as the lab's.

    Disputed claims first, then those that print bears out, then others, as far as the budget goes. Claims of sizes are
    left out, because no method changes them. Claims of analyses of variance have `_whole_design`.
    """
    candidates = [one for one in claim_verdicts(found) if one.published is not None and (one.disputed or one.unheld)]
    claims: list[Claim] = []
    places: list[Levels] = []
    spent_s = _spent_s(derived, where.lab)
    for one in sorted(candidates, key=lambda one: (not one.disputed, not one.surprising)):
        own = [figure.levels for figure in _times_of(one)]
        study = narrowed(derived, [*places, *own])
        costs_s = spent_s * _share(study, derived) * sum(1 for _ in single_changes(study, ours))
        if own and (one.disputed or costs_s <= budget_s):
            claims.append(one.claim)
            places += own
    theirs = narrowed(derived, places)
    changes = [*single_changes(theirs, ours)] if claims else []
    found_by_change = []
    for what, study in changes:
        changed = study.changed(measure={"budget_s": budget_s / len(changes)})
        found_by_change.append(Changed(what, _judged_so(what, changed, claims, where), unchanged=study == theirs))
    whole = [one.claim for one in candidates if isinstance(one.claim, FactorialClaim)]
    return (*found_by_change, *(_whole_design(whole, derived, ours, where) if whole else ()))


def _whole_design(claims: Sequence[Claim], derived: Study, ours: Study, where: _Where) -> Iterator[Changed]:
    """What claims of analyses of variance become where the whole design is measured otherwise, and analysed as theirs.

    The lab's own measurements serve for its warm-up, turns and copies of the data together.
    """
    if derived.measure.mode is ModeKind.COLD:
        what, study = repeated_in_one_process(derived)
        yield Changed(what, _judged_so(what, study, claims, where))
    if (run := _known(ours, where.lab)) is not None:
        with Lab.open(where.lab, create=False, read_only=True) as lab:
            times = tuple(time_figures(measured_in(lab, run, ours).times_ns))
        yield Changed("with the lab's measurements under their analysis", judge_here(claims, times, (), _ALPHA))


def _judged_so(what: str, study: Study, claims: Sequence[Claim], where: _Where) -> tuple[Judged, ...]:
    """The claims by the authors' method with one change."""
    where.listener.notice(f"the authors' method with one change: {what}")
    seen = _seen(_measured(study, where), study, where)
    return judge_here(claims, (*seen.times, *seen.sizes), seen.runs, _ALPHA, seen.filed)


def _times_of(one: ClaimVerdicts) -> list[Figure]:
    """The times that a claim's trials by the authors' method are made of."""
    trials = one.published.trials if one.published else ()
    readings = [reading for trial in trials for reading in trial.readings]
    return [figure for reading in readings for figure in reading.of if figure.quantity is Quantity.TIME]


def _share(part: Study, whole: Study) -> float:
    """How many of a study's cells a narrowed one has."""
    counts = [
        len(getattr(part.factors, name)) / len(levels)
        for name in FactorName
        if (levels := getattr(whole.factors, name, ()))
    ]
    return prod(counts)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a run by the authors' method measured: times of each cell, every run of it where one process has all."""

    times: tuple[Figure, ...]
    runs: tuple[Figure, ...]
    sizes: tuple[Figure, ...]
    filed: frozenset[Operation]  # those that worked with files, where others worked in memory


def _seen(run: int, derived: Study, where: _Where) -> _Seen:
    with Lab.open(where.lab, create=False, read_only=True) as lab:
        lost = {planned for planned, _ in lab.losses(run)}
        planned = [each for each in lab.planned(run) if each not in lost and not each.cell.twin]
        planned.sort(key=lambda each: _as_listed(derived, each.cell))  # rounds may have an order of their own
        with_files = {_without_sink(each.cell) for each in planned if each.cell.sink is Sink.FILE}
        own = [each for each in planned if each.cell.sink is Sink.FILE or _without_sink(each.cell) not in with_files]
        means: dict[Cell, dict[int, float]] = {}
        runs: dict[Cell, dict[int, float]] = {}
        for each in own:
            batches, cell = lab.batches(run, each), replace(each.cell, subject=derived.named(each.cell.subject))
            if derived.measure.rounds > 1:
                means.setdefault(cell, {})[each.round] = mean_time_ns(batches)
            else:
                means[cell] = run_times_ns(batches)
                runs[cell] = run_times_ns(batches, warm_up=True)
        sizes = tuple(size_figures([replace(each, subject=derived.named(each.subject)) for each in lab.sizes(run)]))
    filed = frozenset(each.cell.operation for each in own if each.cell.sink is Sink.FILE)
    return _Seen(tuple(time_figures(means)), tuple(time_figures(runs or means)), sizes, filed)


_LISTED = (
    FactorName.OPERATION,
    FactorName.PLATFORM,
    FactorName.CODEC,
    FactorName.WORKLOAD,
    FactorName.SIZE,
    FactorName.VARIANT,
)


def _as_listed(study: Study, cell: Cell) -> list[int]:
    """A cell's place in the order in which the study names levels."""
    levels, named = levels_of(cell), {name: [*map(str, getattr(study.factors, name))] for name in _LISTED}
    return [named[name].index(levels[name]) if levels[name] in named[name] else -1 for name in _LISTED]


def _is_single_shot(theirs: PublishedMethod) -> bool:
    """Whether nothing has to be known of how long a call takes to say how many there are."""
    return (theirs.calls or 1) == 1


def _spent_s(study: Study, path: Path) -> float:
    """How long the processes of a run that was measured took."""
    run = _known(study, path)
    assert run is not None
    with Lab.open(path, create=False, read_only=True) as lab:
        return sum(lab.process_walls_s(run.id))


def _affordable_calls(
    study: Study, theirs: PublishedMethod, budget_s: float, sound: Sound | None, where: _Where
) -> int:
    """As many calls in a run as the budget allows, by the times of the lab's method; at most theirs."""
    if _is_single_shot(theirs):
        return 1
    calls = theirs.calls or 1
    if sound is None:
        where.listener.notice("one round of the lab's method first: it shows how long a call takes")
        once = sound_study(study, budget_s=budget_s, brief=True)
        sound = _sound(once.changed(measure={"rounds": 1}), where)
    runs = (theirs.warm_up_runs or 0) + (theirs.runs or 1)
    times_ns = [each.time_ns.estimate for each in sound.results.findings.cells if each.time_ns is not None]
    whole_s = sum(times_ns) / NS_PER_S * runs * calls * (theirs.replicates or 1)
    return max(1, floor(calls * min(1.0, budget_s / whole_s))) if whole_s else calls


def _measured(study: Study, where: _Where) -> int:
    """The run of `study` in the lab: found there, finished, or made."""
    run = _known(study, where.lab)
    if run is None:
        run_study(study, where, seed=None)
    elif run.finished_at is None:
        resume_run(where)
    else:
        where.listener.notice(f"run {run.id} of {where.lab} has it already; another --lab measures it again")
    run = run or _known(study, where.lab)
    assert run is not None
    return run.id


def _known(study: Study, path: Path) -> Run | None:
    """The latest run of `study` in a lab file that is finished, or the one that can be resumed.

    One that had more time than is asked for now, or more calls in a run, is as good: what a budget buys of it has been
    measured.
    """
    if not path.exists():
        return None
    with Lab.open(path, create=False, read_only=True) as lab:
        same = [run for run in lab.runs() if _covers(study_of(run), study)]
        stopped = lab.unfinished_run()
    done = [run for run in same if run.finished_at is not None]
    return done[-1] if done else next((run for run in same if run == stopped), None)


def _covers(known: Study, asked: Study) -> bool:
    had, wanted = known.measure, asked.measure
    bought = {"budget_s": wanted.budget_s, "calls": wanted.calls}
    return (
        _as_measured(known.changed(measure=bought)) == _as_measured(asked)
        and had.calls >= wanted.calls
        and (had.budget_s is None or (wanted.budget_s is not None and had.budget_s >= wanted.budget_s))
    )


def _as_measured(study: Study) -> Study:
    """The study without what may change while what was measured is as good.

    That is the words of its page, claims that nothing is measured for, and its authors' method, from which another
    study is made.
    """
    wordless = {"place": "", "words": "", "our_reading": False, "reason": None, "contradicted_by": ""}
    claims = tuple(each.model_copy(update=wordless) for each in study.claim if _is_measured(each))
    own = study.changed(measure={"published": None})
    return own.model_copy(update={"question": "", "origin": "", "published": (), "claim": claims})


def _is_measured(claim: Claim) -> bool:
    return not isinstance(claim, Unmeasured) and not getattr(claim, "quantity", Quantity.TIME).is_share


def _ratios(study: Study, figures: Sequence[Figure], constant: frozenset[FactorName]) -> dict[Key, float]:
    return ratios_to(str(study.reference_subject), figures, constant)


def _without_sink(cell: Cell) -> tuple[object, ...]:
    return cell.corpus, cell.platform, cell.subject, cell.operation
