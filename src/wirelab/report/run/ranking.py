"""Which cells are compared side by side, and in which order. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.comparison import Question
from wirelab.model.findings.diagnostics import Usage
from wirelab.model.findings.finding import CellFinding, ComparisonFinding
from wirelab.model.findings.forecast import Needed
from wirelab.model.groups import gathered
from wirelab.model.run import CorpusFacts
from wirelab.report.run.results import Results
from wirelab.report.run.wording import unusual_words


@dataclass(frozen=True, slots=True)
class Ranking:
    """Cells under the same conditions (data, operation, mode and sink), the fastest first."""

    corpus: CorpusName
    operation: Operation
    mode: ModeKind
    sink: Sink
    findings: tuple[CellFinding, ...]  # by time, cells without a time last; A/A twins left out
    ratios: Mapping[Cell, ComparisonFinding]
    """The ratio of each of these cells to its reference; cells without one are not among the keys."""
    data: CorpusFacts | None = None
    flagged: frozenset[Cell] = frozenset()
    needed: Mapping[Cell, Needed] = field(default_factory=dict)
    may_be_fastest: tuple[Cell, ...] = ()
    usage: Mapping[Cell, Usage] = field(default_factory=dict)
    formats: Mapping[Cell, str] = field(default_factory=dict)

    @property
    def references(self) -> tuple[Cell, ...]:
        """The cells that ratios are against: one, or one per platform."""
        return tuple(dict.fromkeys(found.comparison.against for found in self.ratios.values()))

    @property
    def title(self) -> str:
        """Name the conditions: `serialize school/1100/random`, with mode and sink where they are not the usual ones."""
        return f"{self.operation} {self.corpus}{unusual_words(self.mode, self.sink)}"

    @property
    def series(self) -> str:
        """Name the conditions that it shares with rankings of the same data at other sizes."""
        unusual = unusual_words(self.mode, self.sink)
        return f"{self.operation} {self.corpus.workload}/{self.corpus.variant}{unusual}"

    def is_reference(self, finding: CellFinding) -> bool:
        """Whether ratios are against this cell, and it has none itself."""
        return finding.cell not in self.ratios and finding.cell in self.references


def rankings(results: Results) -> tuple[Ranking, ...]:
    """Rank the cells under the same conditions: corpora as `results` lists them, then operations, modes, sinks."""
    together = gathered((each.cell.conditions, each) for each in results.findings.cells if not each.cell.twin)
    known = {corpus.name: corpus for corpus in results.corpora}
    corpora = dict.fromkeys([*known, *(corpus for corpus, *_ in together)])
    ratios = {found.comparison.cell: found for found in results.findings.asked(Question.REFERENCE)}
    needed = {each.comparison.cell: each for each in results.findings.forecast.needed}
    usage = {each.cell: each for each in results.findings.forecast.usage}
    flagged = frozenset(flag.cell for flag in results.findings.forecast.flags)

    def ranking(key: tuple[CorpusName, Operation, ModeKind, Sink]) -> Ranking:
        cells = [finding.cell for finding in together[key]]
        fastest = (each.cells for each in results.findings.forecast.fastest if {*each.cells}.issubset(cells))
        return Ranking(
            *key,
            findings=tuple(sorted(together[key], key=_place)),
            ratios={cell: ratios[cell] for cell in cells if cell in ratios},
            data=known.get(key[0]),
            flagged=flagged,
            needed=needed,
            may_be_fastest=next(fastest, ()),
            usage=usage,
            formats={cell: results.format_of(cell) for cell in cells},
        )

    return tuple(ranking(key) for key in product(corpora, Operation, ModeKind, Sink) if key in together)


def pareto_front(points: Sequence[tuple[float, float]]) -> list[int]:
    """The places of the points, by time, that no other beats: none has as little time and bytes, and less of one."""
    front: list[int] = []
    for at in sorted(range(len(points)), key=points.__getitem__):
        last = points[front[-1]] if front else None
        if last is None or points[at][1] < last[1] or points[at] == last:
            front.append(at)
    return front


def _place(finding: CellFinding) -> tuple[bool, float, str]:
    time = finding.time_ns
    return time is None, time.estimate if time else 0.0, finding.cell.key
