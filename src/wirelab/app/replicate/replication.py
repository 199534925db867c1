"""Repeat a published study: by its own method and by the lab's, and compare its claims with print and both results."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import chain
from math import floor

from wirelab.app.lab.findings import measured_in
from wirelab.app.lab.results import results_in
from wirelab.app.replicate.changes import changed_methods
from wirelab.app.replicate.runs import ReplicationWhere, measured, seen, spent_s, with_known_calls
from wirelab.app.request import study_path
from wirelab.app.run.listener import Where
from wirelab.app.study.check import check_study
from wirelab.app.study.claims import judged, published_figures
from wirelab.app.study.wire import tried_on_wire
from wirelab.claims.factorial import models
from wirelab.claims.in_run import levels_named, ruled_by
from wirelab.claims.own_figures import levels_of, size_figures, time_figures
from wirelab.claims.printed import judge_here
from wirelab.claims.selection import Key, place, ratios_to
from wirelab.claims.shared_intervals import agreeing, ratios_as_claims
from wirelab.model.comparison import Question
from wirelab.model.errors import UsageError
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.units import NS_PER_S
from wirelab.report.replicate.replication import Printed, Published, Replication, Sound
from wirelab.store.lab import Lab
from wirelab.study.definition import PublishedMethod, Study
from wirelab.study.replication import (
    brief_study,
    departures,
    differences,
    published_study,
    sound_study,
)

_FOR_PUBLISHED = 0.25
"""Share of a budget that the published method may take, where both are asked for."""
_FOR_CHANGES = 0.15
"""Share that is kept for finding out why the two disagree, unless the replication is brief."""


class Method(StrEnum):
    """How a study is measured again."""

    PUBLISHED = "published"
    SOUND = "sound"
    BOTH = "both"


def replicate(name: str, method: Method, place: Where, *, budget_s: float, brief: bool) -> Replication:
    """Measure a published study again, and compare its claims with the results.

    Measurements that the lab file has are not repeated, and a stopped run continues. `budget_s` bounds all measuring. A
    `brief` replication has fewer sizes and shorter processes, and may leave claims open.

    Raises:
        WirelabError: of the class of the fault; earlier measurements are in the lab.
    """
    asked, folder = check_study(name, place.cache).study, study_path(name).parent
    theirs = _method_of(asked, method)
    study = brief_study(asked) if brief else asked
    lab = place.lab
    facts = tried_on_wire(asked, place.cache, place.listener.notice)
    varied = {name for name in FactorName if len(getattr(asked.factors, name, ())) > 1}
    constant = frozenset(FactorName) - varied - {FactorName.CODEC, FactorName.OPERATION}
    where = ReplicationWhere(lab, place.cache, place.listener, place.command, constant, facts)
    sound = published = derived = None
    for_changes = 0.0 if brief else _FOR_CHANGES
    share = _FOR_PUBLISHED if method is Method.BOTH else 1.0
    left_s = budget_s * (1 - _FOR_PUBLISHED - for_changes if theirs else 1.0)
    if theirs is not None and method is Method.BOTH and _is_single_shot(theirs):  # the lab's takes the rest
        derived, published = _by_theirs(study, theirs, budget_s * share, None, where)
        left_s = max(left_s, floor(budget_s * (1 - for_changes) - spent_s(derived, lab)))
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
            models(asked.claim, figures),
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
    changes = changed_methods(found, derived, ours, budget_s * for_changes, where)
    return replace(found, changes=tuple(changes))


def _method_of(study: Study, method: Method) -> PublishedMethod | None:
    """The authors' own method, if it is asked for; `BOTH` leaves out one that a study does not describe."""
    if not study.claim:
        remedy = "docs/writing-a-study.md shows how to write claims; `wirelab list studies` shows studies"
        raise UsageError(f"study {study.name}", "it has no claims to replicate", remedy=remedy)
    if method is Method.SOUND:
        return None
    if study.measure.published is None and method is Method.PUBLISHED:
        remedy = "describe it in [measure.published], or leave out --method"
        raise UsageError(f"study {study.name}", "it does not say how its authors measured", remedy=remedy)
    return study.measure.published


def _sound(study: Study, where: ReplicationWhere) -> Sound:
    run = measured(study, where)
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
    study: Study, theirs: PublishedMethod, budget_s: float, sound: Sound | None, where: ReplicationWhere
) -> tuple[Study, Published]:
    """The study as its authors measured it, with as many calls as the budget allows, and the results."""
    calls = _affordable_calls(study, theirs, budget_s, sound, where)
    derived = published_study(study, theirs, calls=calls, budget_s=budget_s)
    derived = with_known_calls(derived, where.lab)
    return derived, _published(study, theirs, derived, where)


def _published(study: Study, theirs: PublishedMethod, derived: Study, where: ReplicationWhere) -> Published:
    run = measured(derived, where)
    results = results_in(where.lab, run)
    own = seen(run, derived, where)
    return Published(
        judge_here(
            study.claim,
            (*own.times, *own.sizes, *where.facts),
            own.runs,
            own.filed,
            levels_named(study),
        ),
        _ratios(study, own.times, where.constant),
        _ratios(study, own.sizes, where.constant),
        results,
        tuple(departures(theirs, derived.measure, results.run.rounds)),
        models(study.claim, own.times) if derived.measure.rounds > 1 else (),
        (*own.times, *own.sizes),
        own.runs,
        derived.measure.warm_up_runs if derived.measure.rounds == 1 else 0,
    )


def _is_single_shot(theirs: PublishedMethod) -> bool:
    """Whether a run has one call, so that its number of calls does not depend on how long a call takes."""
    return (theirs.calls or 1) == 1


def _affordable_calls(
    study: Study, theirs: PublishedMethod, budget_s: float, sound: Sound | None, where: ReplicationWhere
) -> int:
    """As many calls in a run as the budget allows, by the times of the lab's method; at most the authors' number."""
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


def _ratios(study: Study, figures: Sequence[Figure], constant: frozenset[FactorName]) -> dict[Key, float]:
    return ratios_to(str(study.reference_subject), figures, constant)
