"""All results that are computed from a run, as one value, which is stored and which reports show."""

from dataclasses import dataclass, field

from wirelab.model.comparison import Question
from wirelab.model.findings.finding import CellFinding, ComparisonFinding
from wirelab.model.findings.forecast import Forecast


@dataclass(frozen=True, slots=True)
class Findings:
    """All findings of a run, cells in the study's order. While it continues, nothing is audited or forecast."""

    cells: tuple[CellFinding, ...] = ()
    comparisons: tuple[ComparisonFinding, ...] = ()
    forecast: Forecast = field(default_factory=Forecast)

    def asked(self, question: Question) -> tuple[ComparisonFinding, ...]:
        """The comparisons that answer `question`."""
        return tuple(found for found in self.comparisons if found.comparison.question is question)
