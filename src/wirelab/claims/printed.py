"""Claims compared with plain numbers: those that a study printed, or that its own method gives here. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

from wirelab.claims.factorial import factorial_trials
from wirelab.claims.missing_levels import Wanted, lacking
from wirelab.claims.selection import averaged
from wirelab.claims.trials import most_runs, trials
from wirelab.claims.undecidable import untestable
from wirelab.claims.verdict import Judged
from wirelab.model.cell import Operation
from wirelab.model.errors import DesignError
from wirelab.model.figure import Figure
from wirelab.study import claims as kinds

Figures = Sequence[Figure]


def judge(claims: Sequence[kinds.Claim], figures: Figures) -> tuple[Judged, ...]:
    """Each claim with its verdict by the figures, or by the study's own words against it."""
    return tuple(
        Judged(claim, (), claim.contradicted_by, contradicted_in_words=True)
        if claim.contradicted_by
        else _judged(claim, figures)
        for claim in claims
    )


def judge_here(
    claims: Sequence[kinds.Claim],
    figures: Figures,
    runs: Figures,
    filed: Collection[Operation] = (),
    wanted: Wanted = MappingProxyType({}),
) -> tuple[Judged, ...]:
    """Each claim with its verdict by the figures that its study's own method gives on this machine.

    `runs` has every run of each cell, also those that the study did not count, for claims about first runs.
    Operations in `filed` worked with files, where others worked in memory. The study names the codecs and platforms
    that are `wanted`.
    """
    lacks = lacking(wanted, figures)
    found = []
    for claim in claims:
        one = _judged_here(claim, runs if isinstance(claim, kinds.FirstRuns) else figures, filed)
        why = lacks.hindrance(claim)
        found.append(Judged(claim, (), why) if why and one.trials else replace(one, over=lacks.over(claim)))
    return tuple(found)


def _judged_here(claim: kinds.Claim, figures: Figures, filed: Collection[Operation]) -> Judged:
    if why := untestable(claim):
        return Judged(claim, (), why)
    match claim:
        case kinds.Sum() if len({each in filed for each in _with_bytes(claim)}) > 1:
            return Judged(claim, (), "here the whole is written or read as a file, but some of its parts in memory")
        case kinds.Replay() | kinds.Lossless():
            return Judged(claim, (), "every process that counts gave it back; see the lab's method")
        case _:
            found = _judged(claim, figures)
            return found if found.trials else Judged(claim, (), "nothing that it is about was measured")


def _with_bytes(claim: kinds.Claim) -> Iterator[Operation]:
    """The operations of a claim that give or take encoded bytes, which a file could hold."""
    named = (each for cells in claim.selected.values() for each in cells.operation)
    return (each for each in named if each.gives_encoded or each.takes_encoded)


def _means(claim: kinds.Claim, figures: Figures) -> Figures:
    return averaged(figures, geometric=isinstance(claim, kinds.Compared) and claim.scale == "log")


def _judged(claim: kinds.Claim, figures: Figures) -> Judged:
    match claim:
        case kinds.Unmeasured():
            return Judged(claim, (), claim.why)
        case kinds.Replay() | kinds.Lossless():
            return Judged(claim, (), "the study prints nothing about it")
        case kinds.Letters() | kinds.Effect() | kinds.Assumption():
            try:
                found = tuple(factorial_trials(claim, figures))
            except DesignError as error:
                return Judged(claim, (), error.what)
        case kinds.Relation(most_runs=True):
            found = tuple(most_runs(claim, figures))
            if not found:  # only means are printed, which do not show single runs
                found = trials(claim, _means(claim, figures))
                return Judged(claim, found, "" if found else "the study prints no figures for it", untold=bool(found))
        case kinds.FirstRuns():
            found = trials(claim, figures)
        case _:
            found = trials(claim, _means(claim, figures))
    return Judged(claim, found, "" if found else "the study prints no figures for it")
