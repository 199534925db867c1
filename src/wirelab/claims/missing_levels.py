"""Claims of means over levels that a study names and that were not measured. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.study.claims import Assumption, Claim, Effect, Letters

_NAMES = {FactorName.CODEC: "codecs", FactorName.PLATFORM: "platforms"}
Wanted = Mapping[FactorName, Sequence[str]]
"""The levels of codec and platform that a study names."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """The measured ones of the levels that a study names, for factors of which some are missing."""

    present: Mapping[FactorName, int]  # how many levels of a factor were measured
    named: Mapping[FactorName, int]  # how many the study has

    def over(self, claim: Claim) -> str:
        """The levels that a claim's means cover: `3 of 4 codecs`; empty: all, or it compares no means."""
        return " and ".join(f"{self.present[name]} of {self.named[name]} {_NAMES[name]}" for name in self._of(claim))

    def hindrance(self, claim: Claim) -> str:
        """Why a claim gets no verdict: with missing levels, an interaction is another one; empty: it gets one."""
        if isinstance(claim, Effect) and len(claim.factors) > 1 and set(claim.factors) & set(self.present):
            return f"an interaction over {self.over(claim)} is not that of the study"
        return ""

    def _of(self, claim: Claim) -> Iterator[FactorName]:
        if isinstance(claim, Effect | Letters | Assumption):
            held = {name for name in claim.where.named if len(claim.where.named[name]) == 1}
            named = set(claim.factors) if isinstance(claim, Letters) else set()
            yield from (name for name in self.present if name not in held | named)


def lacking(wanted: Wanted, figures: Sequence[Figure]) -> Lacking:
    """The missing levels of a study among the times that were measured, or that a design gives."""
    present: dict[FactorName, int] = {}
    for name, levels in wanted.items():
        seen = {one.levels.get(name) for one in figures if one.quantity is Quantity.TIME} & set(levels)
        if 0 < len(seen) < len(levels):
            present[name] = len(seen)
    return Lacking(present, {name: len(wanted[name]) for name in present})
