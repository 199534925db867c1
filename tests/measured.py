"""Runs as far as they have been measured, of a study with the usual settings."""

from collections.abc import Sequence

from wirelab.analysis.measured import Measured
from wirelab.design.design import Design
from wirelab.design.sequential import Schedule
from wirelab.model.comparison import Comparison
from wirelab.model.measurement import ProcessSummary
from wirelab.model.run import EncodedSize
from wirelab.study.definition import Factors, Study

STUDY = Study(name="s", question="?", factors=Factors(workload=("w",), codec=("c",)))  # type: ignore[arg-type]


def measured(
    summaries: Sequence[ProcessSummary],
    comparisons: Sequence[Comparison],
    schedule: Schedule,
    *,
    rounds: int | None = None,
    ended: bool = False,
    sizes: Sequence[EncodedSize] = (),
) -> Measured:
    """The results of processes; `rounds`: complete ones, or as many as they name."""
    if rounds is None:
        rounds = max((each.round + 1 for each in summaries), default=0)
    cells = tuple(dict.fromkeys(each.cell for each in summaries))
    return Measured(STUDY, Design(cells, tuple(comparisons), schedule), rounds, ended, summaries, sizes)
