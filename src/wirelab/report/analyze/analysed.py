"""The input of an analysis's report."""

from collections.abc import Mapping
from dataclasses import dataclass

from wirelab.anova.factorial_analysis import FactorialAnalysis
from wirelab.anova.observations import Observations
from wirelab.anova.result import Grouping, LevelMean

_UNITS = {
    "ns": "nanoseconds",
    "us": "microseconds",
    "µs": "microseconds",
    "ms": "milliseconds",
    "s": "seconds",
    "bytes": "bytes",
}


@dataclass(frozen=True, slots=True, eq=False)
class Analysed:
    """A table and the conclusions of its analysis."""

    part: str  # the table, as messages call it: `table times.csv`
    kind: str  # its format: `CSV`, `JSON of hyperfine`
    where: Mapping[str, str]  # the levels that rows were chosen by, by column
    observations: Observations  # the analysed ones
    references: Mapping[str, str]  # factor -> level that others are compared with, where the user named one
    analysis: FactorialAnalysis  # of the observations
    notes: tuple[str, ...]  # facts on measurement and choice that the reader must know, as sentences

    def reference_of(self, grouping: Grouping) -> LevelMean:
        """The level that others of `grouping` are compared with: as named, else the one with the lowest mean."""
        named = tuple(self.references.get(factor) for factor in grouping.term)
        return next((mean for mean in grouping.means if mean.labels == named), grouping.means[-1])

    @property
    def unit_words(self) -> str:
        """The unit of the response, if its name shows it."""
        name = self.observations.response
        *before, last = name.split("_")
        unit = _UNITS.get(last) if before and before[-1] != "per" else None
        return f"{name} is in {unit}, as its name says" if unit else f"{name} is shown in the table's own unit"
