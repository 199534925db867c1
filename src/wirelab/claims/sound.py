"""Claims compared with rounds of processes: all their numbers with intervals that hold together. Pure.

Numbers are decided like comparisons (`wirelab.analysis.decide.decision`), by a `joint` schedule: all intervals of a
study, of every number, at every look, contain the truth together with probability 1 - alpha. Any conclusion from them
is therefore right in all but a share alpha of studies.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wirelab.analysis.decide.decision import Decision, decide, looks_until
from wirelab.claims.factorial import p_values
from wirelab.claims.rulings import Ruled, Ruling, Standing
from wirelab.claims.selection import place, selected
from wirelab.claims.series import Series, by_rounds, series_of
from wirelab.claims.undecidable import untestable
from wirelab.claims.verdict import Place
from wirelab.design.sequential import Schedule
from wirelab.model.errors import DesignError
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.findings.finding import Interval
from wirelab.study.claims import Assumption, Claim, Effect, Extreme, FirstRuns, Lossless, Replay, Restored

Look = tuple[int, float]
"""A number of rounds, and the error that each number may spend there."""
_UNSHOWN = "a test shows that something is there, never that it is not"
DIFFERENT = "the written values did not come back unchanged"
"""Why times at a place do not count if a process showed that."""
_UNSIZED = "its size is not known: every process was lost, or a single object has nothing to be compressed with"


def numbers_of(claims: Sequence[Claim], planned: Sequence[Figure], band: float) -> int:
    """How many numbers and tests share the error of a study.

    `planned` has a figure of any value for each time and size that the design gives.
    """
    return sum(
        1
        if isinstance(claim, Effect | Assumption)
        else sum(bool(one.of) for one in series_of(claim, planned, {}, band))
        for claim in claims
        if not _unruled(claim)
    )


def places_of(claims: Sequence[Claim], planned: Sequence[Figure], band: float) -> frozenset[Place]:
    """The places of all times that claims are about; arguments as of `numbers_of`."""
    tested = {
        place(one.levels)
        for claim in claims
        if isinstance(claim, Effect | Assumption)
        for one in selected(planned, Quantity.TIME, claim.where)
    }
    restored = {at for claim in claims if isinstance(claim, Restored) for at in _restored_at(claim, planned)}
    ruled = (claim for claim in claims if not _unruled(claim))
    return frozenset(
        tested | restored | {at for claim in ruled for one in series_of(claim, planned, {}, band) for at in one.of}
    )


def rule(
    claims: Sequence[Claim],
    figures: Sequence[Figure],
    *,
    planned: Sequence[Figure],
    schedule: Schedule,
    band: float,
    rounds: int,
    ended: bool,
    silent: Mapping[Place, str] | None = None,
) -> tuple[Ruled, ...]:
    """Each claim with its rulings by the processes.

    `figures` are times in ns, each with its round (from 0) as replicate, and sizes in bytes; `planned` has one of any
    value for each that the design gives. The comparisons of `schedule` are `numbers_of` the claims. `silent` says why
    the times at a place count for nothing and never will: lost, never steady, or `DIFFERENT`.
    """
    seen, silent = by_rounds(figures), silent or {}
    numbers = [() if _unruled(claim) else series_of(claim, planned, seen, band) for claim in claims]
    decidable = [one for own in numbers for one in own if one.of and not _silenced(one, silent)]
    answers = decide([one.asked for one in decidable], schedule=schedule, rounds=rounds, ended=ended)
    decided = dict(zip(decidable, answers, strict=True))
    rulings = [tuple(_ruling(one, decided.get(one), silent) for one in own) for own in numbers]
    looks = _looks(schedule, rounds, ended=ended)
    return tuple(
        _restored(claim, planned, figures, silent)
        if isinstance(claim, Restored)
        else _ruled(claim, own, figures, looks)
        for claim, own in zip(claims, rulings, strict=True)
    )


def open_places(ruled: Sequence[Ruled]) -> frozenset[Place]:
    """The places of the times that need a further round."""
    return frozenset(at for one in ruled for ruling in one.rulings if not ruling.decided for at in ruling.of)


def _looks(schedule: Schedule, rounds: int, *, ended: bool) -> tuple[Look, ...]:
    looks = looks_until(schedule, rounds)
    return tuple((n, schedule.level_to_differ(n, last=ended and n == looks[-1])) for n in looks)


def _unruled(claim: Claim) -> str:
    """Why processes cannot rule on a claim of this kind; empty: they can."""
    match claim:
        case FirstRuns():
            return "the lab's method warms up before it counts"
        case Extreme() if claim.quantity is Quantity.TIME and any(len(each) > 1 for each in claim.of.named.values()):
            return "it treats several as one, and the least of several noisy times is below their true least"
        case Assumption() if claim.assumption == "independent replicates":
            return "replicates are processes of their own in the lab's method"
        case _:
            return untestable(claim)


def _ruled(claim: Claim, of_numbers: tuple[Ruling, ...], figures: Sequence[Figure], looks: Sequence[Look]) -> Ruled:
    if why := _unruled(claim):
        return Ruled(claim, why=why)
    rulings = tuple(_tested(claim, figures, looks)) if isinstance(claim, Effect | Assumption) else of_numbers
    return Ruled(claim, rulings, "" if rulings else "this design measures nothing that it is about")


def _restored(
    claim: Replay | Lossless, planned: Sequence[Figure], figures: Sequence[Figure], silent: Mapping[Place, str]
) -> Ruled:
    """Rulings on claims about values that come back: a process that counts has given back the very object."""
    counted = _restored_at(claim, figures)

    def ruling(at: Place) -> Ruling:
        standing, why = Standing.REPLICATED, ""
        if silent.get(at) == DIFFERENT:
            standing, why = Standing.CONTRADICTED, DIFFERENT
        elif at not in counted:
            standing, why = Standing.UNRESOLVED, silent.get(at, "no process of it counts")
        return Ruling(at, (), None, None, None, standing, decided=True, why=why)

    rulings = tuple(map(ruling, _restored_at(claim, planned)))
    return Ruled(claim, rulings, "" if rulings else f"operation '{claim.operation}' was not measured")


def _restored_at(claim: Replay | Lossless, figures: Sequence[Figure]) -> dict[Place, None]:
    """The places of its operation."""
    times = selected(figures, Quantity.TIME, claim.where, claim.of)
    own = (one.levels for one in times if one.levels.get(FactorName.OPERATION) == claim.operation)
    return dict.fromkeys(place(levels, {FactorName.REPLICATE}) for levels in own)


def _ruling(one: Series, decision: Decision | None, silent: Mapping[Place, str]) -> Ruling:
    """The ruling on a number; sizes are exact, and some times do not count."""
    limits = (None, None) if one.reading.apart else (one.reading.low, one.reading.high)  # apart: it is outside of them
    said = one.at, one.of, *limits
    if decision is not None:
        shown = decision.interval, _standing(one, decision), decision.decided
        asked = replace(one.asked, values=decision.values)
        return Ruling(*said, *shown, asked=asked, pair=one.pair)
    if one.of or not one.values:
        return Ruling(*said, None, Standing.UNRESOLVED, decided=True, why=_silenced(one, silent) or _UNSIZED)
    (low, high), value = one.reading.limits, next(iter(one.values.values()))
    standing = Standing.REPLICATED if low <= value <= high else Standing.CONTRADICTED
    return Ruling(*said, Interval(value, value, value, 1.0, 1, "exact"), standing, decided=True)


def _silenced(one: Series, silent: Mapping[Place, str]) -> str:
    """Why the times of a number do not count; empty: they do."""
    return next((silent[at] for at in one.of if at in silent), "")


def _standing(one: Series, decision: Decision) -> Standing:
    verdict = decision.verdict
    if not (verdict.differs or verdict.equates):
        return Standing.UNRESOLVED
    return Standing.REPLICATED if verdict.differs == bool(one.reading.apart) else Standing.CONTRADICTED


def _tested(claim: Effect | Assumption, figures: Sequence[Figure], looks: Sequence[Look]) -> Iterator[Ruling]:
    """Significant at a look's level: there is an effect, or the assumption is broken. No further round is asked for."""
    there = claim.significant if isinstance(claim, Effect) else not claim.met
    standing = Standing.REPLICATED if there else Standing.CONTRADICTED
    found: dict[Place, Ruling] = {}
    why = ""
    rounds = [one for one in figures if FactorName.REPLICATE in one.levels]
    for n, alpha in looks:
        if found and all(ruling.decided for ruling in found.values()):
            break
        try:
            ps = dict(p_values(claim, [one for one in rounds if int(one.levels[FactorName.REPLICATE]) < n]))
        except DesignError as error:  # at a later look, rounds may allow it
            why = error.what
            continue
        for at, p in ps.items():
            if at not in found or not found[at].decided:
                shown = p < alpha / len(ps)
                reached, unshown = (standing, "") if shown else (Standing.UNRESOLVED, _UNSHOWN)
                found[at] = Ruling(at, (), None, None, None, reached, decided=shown, p=p, why=unshown)
    if why and not found:
        yield Ruling((), (), None, None, None, Standing.UNRESOLVED, decided=True, why=why)
    yield from found.values()
