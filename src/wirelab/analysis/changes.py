"""Changes, from the comparisons of a run, or from two runs that were measured at different times. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isinf, log

from wirelab.analysis.decide.decision import against_1, decide, rounds_to_know, verdict_on
from wirelab.analysis.decide.fastest import ByRound
from wirelab.analysis.decide.round_ratios import Logs
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell
from wirelab.model.comparison import Question
from wirelab.model.findings.change import Change, Effect
from wirelab.model.findings.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.findings.findings import Findings


def changes_of(findings: Findings, *, tolerated: float, rounds: int, taken_s: float) -> Iterator[Change]:
    """The changes between versions that took turns, from a run's comparisons; its rounds took `taken_s`.

    References of several platforms, which a run compares with each other, are no change.
    """
    cells = {finding.cell: finding for finding in findings.cells}
    for found in findings.asked(Question.REFERENCE):
        before, after = found.comparison.against, found.comparison.cell
        if before.platform != after.platform:
            continue
        old, new = cells.get(before), cells.get(after)
        change = Change(
            *(before, after, found.ratio, found.verdict, tolerated, rounds),
            bytes_before=None if old is None else old.encoded_bytes,
            bytes_after=None if new is None else new.encoded_bytes,
            instructions_before=None if old is None else old.instructions,
            instructions_after=None if new is None else new.instructions,
        )
        yield replace(change, needed_s=_needed_s(change, found, rounds, taken_s))


def changes_between(
    before: ByRound,
    after: ByRound,
    pairs: Sequence[tuple[Cell, Cell]],
    *,
    alpha: float,
    band: float,
    tolerated: float,
    between_sessions: float,
) -> Iterator[Change]:
    """The changes between two runs of different sessions, in the cells that they share, each a pair.

    Rounds of different runs have nothing in common, so any way to pair them gives equally independent differences; they
    are paired in order. The family error is that of the one look at all pairs. Each interval is widened in both
    directions by `between_sessions`, the amount by which two sessions of the same cells may differ. No change beyond
    the `tolerated` share is within the `band`.
    """
    band = min(band, tolerated)
    logs = [_paired(before.get(one, {}), after.get(other, {})) for one, other in pairs]
    rounds = max((len(own) for own in logs), default=0)
    if not rounds:
        return
    schedule = Schedule(rounds, max(1, len(pairs)), alpha, ())
    decisions = decide([against_1(own, band) for own in logs], schedule=schedule, rounds=rounds, ended=True)
    for (one, other), decision, own in zip(pairs, decisions, logs, strict=True):
        shown = decision.interval and _widened(decision.interval, between_sessions)
        reached = Verdict.UNRESOLVED if shown is None else verdict_on(shown, band)
        yield Change(one, other, shown, reached, tolerated, len(own))


def _paired(before: Mapping[int, float], after: Mapping[int, float]) -> Logs:
    sides = ([own[at] for at in sorted(own)] for own in (before, after))
    return tuple((at, log(new / old)) for at, (old, new) in enumerate(zip(*sides, strict=False)))


def _widened(interval: Interval, share: float) -> Interval:
    return replace(interval, low=interval.low / (1 + share), high=interval.high * (1 + share))


def _needed_s(change: Change, found: ComparisonFinding, rounds: int, taken_s: float) -> float | None:
    if change.effect is not Effect.OPEN or found.ratio is None or found.verdict is Verdict.UNSTEADY:
        return None
    needed = rounds_to_know(against_1(found.logs, found.band), found.ratio.level, change.tolerated / 2)
    return None if needed is None or isinf(needed) else needed * taken_s / rounds
