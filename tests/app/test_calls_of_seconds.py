"""Which batches count where hardly one lies between two fast canaries, and what is said of steadiness then."""

from pathlib import Path
from statistics import median

import pytest

from tests.store.records import INFO, STARTED
from wirelab.analysis.unsteady import mostly_unsteady
from wirelab.app.findings import all_findings
from wirelab.app.ruling import ruled_by
from wirelab.design.design import design_with_twin
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.finding import CellFinding
from wirelab.model.machine import MachineKind
from wirelab.model.measurement import Batch, Phase, PlannedProcess, ProcessRecord
from wirelab.model.subject import parse_subject
from wirelab.model.units import NS_PER_MS, NS_PER_S, Nanoseconds
from wirelab.store.lab import Lab
from wirelab.study.definition import Study

CORPUS = CorpusName("school", "110", "random")
SHORT, LONG = (Cell(CORPUS, "fake", parse_subject(codec), Operation.SERIALIZE) for codec in ("short", "long"))
FAST_NS, SLOW_NS = 200_000, 320_000
LEVEL = [0.300, 0.305, 0.298, 0.302, 0.297, 0.306, 0.304, 0.299, 0.303, 0.300]
FALLING = [0.600, 0.590, 0.595, 0.605, 0.598, 0.602, 0.400, 0.320, 0.260, 0.210]


def process(cell: Cell, round_: int, times_s: list[float]) -> ProcessRecord:
    """Its first half is warm-up, whose end the rule did not see; of five canaries in a row, two are slow."""
    canaries_ns = [Nanoseconds(SLOW_NS if at % 5 in {2, 4} else FAST_NS + at % 3) for at in range(len(times_s) + 1)]
    batches = tuple(
        Batch(
            Phase.WARM_UP if 2 * at < len(times_s) else Phase.MEASURED,
            Nanoseconds(round(sum(times_s[:at]) * NS_PER_S)),
            1,
            Nanoseconds(round(seconds * NS_PER_S)),
            canary_ns=canaries_ns[at],
        )
        for at, seconds in enumerate(times_s)
    )
    planned = PlannedProcess(round_, 0 if cell == SHORT else 1, 0, cell, 0)
    return ProcessRecord(planned, STARTED, Nanoseconds(NS_PER_S), canaries_ns[-1], steady=False, batches=batches)


def found_of(folder: Path, long_s: list[float]) -> tuple[dict[Cell, CellFinding], str]:
    """What a run comes to, of which one cell has batches in plenty, and the other such as are given.

    Returns:
        Of each cell what was found, and why a claim of the two is not decided.
    """
    factors = {"workload": ["school"], "size": [110], "codec": ["short", "long"]}
    claim = {"id": "c", "kind": "relation", "place": "§1", "words": "It is slower.", "least": 1}
    claim |= {"of": {"codec": "long"}, "to": {"codec": "short"}, "where": {"operation": "serialize"}}
    asked = {"name": "s", "question": "?", "factors": factors, "measure": {"rounds": 3}, "claim": [claim]}
    study = Study.model_validate(asked)
    with Lab.open(folder / "lab.duckdb", create=True) as lab:
        number = lab.begin_run(INFO, (SHORT, LONG))
        for round_ in range(3):
            short_s = [(1 + 0.01 * (at % 4)) * 20 * NS_PER_MS / NS_PER_S for at in range(60)]
            lab.record_all(number, [process(SHORT, round_, short_s), process(LONG, round_, long_s)])
        design = design_with_twin(study, (SHORT, LONG))
        findings = all_findings(lab, lab.run(number), study, design, rounds=3, ended=True)
        (ruled,) = ruled_by(lab, number, study, design, findings)
    assert findings.forecast.machine["fake"].kind is MachineKind.LEVELS
    (ruling,) = ruled.rulings
    return {finding.cell: finding for finding in findings.cells}, ruling.why


@pytest.mark.parametrize(
    ("long_s", "unsteady", "why"),
    [(LEVEL, False, ""), (FALLING, True, "most processes still changed their speed while they were measured")],
)
def test_calls_that_canaries_do_not_tell_all_count_and_are_audited(
    tmp_path: Path, long_s: list[float], unsteady: bool, why: str
) -> None:
    found, undecided = found_of(tmp_path, [10 * each for each in long_s])
    assert found[LONG].process_times_ns == pytest.approx([10 * median(long_s[5:]) * NS_PER_S] * 3)
    assert {cell: finding.steadiness and finding.steadiness.audited for cell, finding in found.items()} == {
        SHORT: 3,
        LONG: 3,
    }
    assert (mostly_unsteady(found[SHORT]), mostly_unsteady(found[LONG])) == (False, unsteady)
    assert undecided == why


def test_of_shorter_ones_count_those_between_two_fast_canaries(tmp_path: Path) -> None:
    """That is one of those that are measured: too few for an audit, so that the warm-up rule's word stands."""
    found, undecided = found_of(tmp_path, LEVEL)
    assert found[LONG].process_times_ns == pytest.approx([LEVEL[5] * NS_PER_S] * 3)
    assert found[LONG].steadiness is None
    assert mostly_unsteady(found[LONG])
    assert undecided == "most processes were too short to tell whether they were steady"
