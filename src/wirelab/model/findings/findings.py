"""All that is worked out of a run, as one value: what is stored, and what reports show."""

from dataclasses import dataclass, field

from wirelab.model.comparison import Question
from wirelab.model.findings.finding import CellFinding, ComparisonFinding
from wirelab.model.findings.forecast import Forecast


@dataclass(frozen=True, slots=True)
class Findings:
    """What is known of a run. While it goes on, nothing is audited or forecast.

    Attributes:
        cells: one a cell, twins included, in the study's order.
        comparisons: one a comparison.
        forecast: what follows for sizes not measured and for the next run.
    """

    cells: tuple[CellFinding, ...] = ()
    comparisons: tuple[ComparisonFinding, ...] = ()
    forecast: Forecast = field(default_factory=Forecast)

    def asked(self, question: Question) -> tuple[ComparisonFinding, ...]:
        """The comparisons that answer `question`."""
        return tuple(found for found in self.comparisons if found.comparison.question is question)
