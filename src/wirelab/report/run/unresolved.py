"""Why a comparison is unresolved, in a few words for its row. Pure."""

from wirelab.model.findings.finding import CellFinding, ComparisonFinding, Interval, Verdict
from wirelab.model.findings.forecast import Needed
from wirelab.model.findings.transfer import WayFinding

NO_REFERENCE, LOST, REFERENCE_LOST = "no reference here", "all lost", "the reference was lost"
TOO_FEW, SCATTER, CLOSE = "too few rounds", "too much scatter", "too close to 1"
PRECISE = "precise enough"
_FEW = 5
"""Rounds below which the tails of Student's t, not the scatter, make intervals wide."""
_MANY = 4
"""A multiple of the completed rounds: if more would be needed, it is better to look for the cause of the scatter."""


def why_no_ratio(finding: CellFinding, found: ComparisonFinding | None, reference: CellFinding | None) -> str:
    """Say why a cell that is no reference has no ratio; empty where it has one."""
    if found is None:
        return NO_REFERENCE
    if found.ratio is not None:
        return ""
    if finding.time_ns is None:
        return LOST if finding.lost else TOO_FEW
    return TOO_FEW if reference is not None and reference.time_ns is not None else REFERENCE_LOST


def why_unresolved(found: ComparisonFinding | WayFinding, band: float, needed: Needed | None = None) -> str:
    """Say what keeps a ratio from its verdict; empty where it has one, and where there is no ratio at all."""
    ratio = found.ratio
    if ratio is None or found.verdict is not Verdict.UNRESOLVED:
        return ""
    if found.decided:  # it needs no further round
        return PRECISE
    if ratio.processes < _FEW:
        return TOO_FEW
    if 1 / (1 + band) <= ratio.estimate <= 1 + band:
        return CLOSE
    rounds = None if needed is None else _to_find(needed, ratio)
    if rounds is None or rounds > _MANY * ratio.processes:
        return SCATTER
    return f"{TOO_FEW} (about {rounds})" if rounds > ratio.processes else TOO_FEW


def _to_find(needed: Needed, ratio: Interval) -> int | None:
    """Rounds in all that find a difference as large as the one that was seen, or the nearest known one."""
    seen = max(ratio.estimate, 1 / ratio.estimate)
    return min(needed.answers, key=lambda answer: abs(answer.ratio - seen)).to_find
