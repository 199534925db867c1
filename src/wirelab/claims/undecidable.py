"""Which claims a study's design cannot decide, and why. Pure."""

from collections.abc import Collection, Mapping

from wirelab.claims.selection import size_number
from wirelab.model.cell import ModeKind, Operation
from wirelab.model.figure import FactorName, Quantity
from wirelab.study import claims as kinds
from wirelab.study.definition import Study

_SIZES_NEEDED = {kinds.Growth: 2, kinds.Gap: 2, kinds.Crossing: 2, kinds.Exponent: 3, kinds.Linear: 3, kinds.Bend: 3}


Offered = Mapping[tuple[str, str], Collection[Operation]]
"""The operations of each codec that is built, by platform and name."""


def hindrance(claim: kinds.Claim, study: Study, missing: Mapping[str, str], offered: Offered) -> str:
    """Why the study's design cannot decide a claim; empty: it can.

    `missing` has the reason for each platform that does not run here; codecs that are not `offered` are unknown.
    """
    reasons = (
        untestable(claim),
        _by_kind(claim, study),
        _factor_without_levels(claim, study),
        _sizes(claim, study),
        _platforms(claim, study, missing),
        _operations(claim, offered),
    )
    return next(filter(None, reasons), "")


def untestable(claim: kinds.Claim) -> str:
    """Why no measurement here tests a claim, whatever the method and the design; empty: one can."""
    match claim:
        case kinds.Unmeasured():
            return claim.why
        case kinds.Value() if claim.quantity in (Quantity.TIME, Quantity.DEVIATION):
            return "it states the time of another machine"
        case _:
            return ""


def _by_kind(claim: kinds.Claim, study: Study) -> str:
    match claim:
        case kinds.Replay() | kinds.Lossless() if claim.operation not in study.factors.operation:
            return f"nothing gives an object back: factors.operation lacks '{claim.operation}'"
        case kinds.Exchange() if not {Operation.SERIALIZE, Operation.DESERIALIZE} <= {*study.factors.operation}:
            return "factors.operation must have serialize and deserialize"
        case kinds.Spread() | kinds.Letters() | kinds.Effect() | kinds.Assumption() if study.measure.rounds < 2:
            return "one round has no spread: measure.rounds must be at least 2"
        case kinds.FirstRuns() if study.measure.mode is ModeKind.STEADY and study.measure.published is None:
            return "mode 'steady' warms up before it counts, and no published method is given ([measure.published])"
        case _:
            return ""


def _operations(claim: kinds.Claim, offered: Offered) -> str:
    """Why no codec that is built has the claim's operations."""
    for cells in claim.selected.values():
        operations = {Operation(each) for each in claim.where.named.get(FactorName.OPERATION, ())} | set(
            cells.operation
        )
        for subject in cells.codec:
            own = {platform: each for (platform, codec), each in offered.items() if codec == subject.codec}
            able = set().union(*own.values())
            able |= {each for each in Operation if each.compresses} if subject.compressor else set()
            if own and operations and not operations & able:
                return f"{subject} cannot {' or '.join(sorted(operations))} on {', '.join(own)}"
    return ""


def _factor_without_levels(claim: kinds.Claim, study: Study) -> str:
    """Why a claim about a factor's levels has nothing to compare."""
    if isinstance(claim, kinds.Letters | kinds.Effect):
        for name in claim.factors:
            levels = claim.where.named.get(name, ()) or getattr(study.factors, name, ())  # none: defaults decide
            if len(levels) == 1:
                return f"{name} does not vary: it has one level in factors"
    return ""


def _sizes(claim: kinds.Claim, study: Study) -> str:
    """Why a claim about growth has too few sizes."""
    needed = next((number for kind, number in _SIZES_NEEDED.items() if isinstance(claim, kind)), 0)
    if not needed:
        return ""
    named = [cells.named.get(FactorName.SIZE, ()) for cells in claim.selected.values()]
    sizes = next(filter(None, named), study.factors.size)
    if len([size for size in sizes if size_number(size) is not None]) < needed:
        return f"it needs {needed} sizes that begin with a number (sizes in all: {len(sizes)})"
    return ""


def _platforms(claim: kinds.Claim, study: Study, missing: Mapping[str, str]) -> str:
    """Why a claim cannot be tried here: all platforms that it could be tried on are missing."""
    for cells in claim.selected.values():
        named = cells.platform or study.factors.platform
        if named and set(named) <= set(missing):
            return f"{', '.join(named)} cannot run here: {missing[named[0]]}"
    return ""
