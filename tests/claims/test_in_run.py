"""Which cells a run still needs for its claims."""

import pytest

from tests.claims.rounds import HEAD
from wirelab.analysis.measured import Measured
from wirelab.claims.in_run import open_for_claims
from wirelab.design.design import design_of
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.findings import Findings
from wirelab.model.measurement import ProcessSummary
from wirelab.model.subject import parse_subject
from wirelab.study.definition import parse_study

CLAIM = '[[claim]]\nplace = "§1"\nwords = "It is so."\nid = '
STUDY = (
    f'{HEAD}{CLAIM}"effect"\nkind = "effect"\nfactors = ["codec"]\nsignificant = true\n'
    f'{CLAIM}"normal"\nkind = "assumption"\nassumption = "normal residuals"\nmet = true\n'
    f'{CLAIM}"close"\nkind = "relation"\nof = {{ codec = "b" }}\nto = {{ codec = "a" }}\nmost = 1.02\n'
)


def test_tests_keep_no_cell_in_a_run_and_are_left_for_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    study = parse_study(STUDY, "study s.toml").changed(measure={"rounds": 9})
    cells = [Cell(CorpusName("w", "1", "v"), "p", parse_subject(name), Operation.SERIALIZE) for name in "abc"]
    times = {"a": 100.0, "b": 101.0, "c": 300.0}
    summaries = [
        ProcessSummary(cell, number, turns_ns=(times[str(cell.subject)] * (1 + 0.02 * (number * place % 5)),))
        for number in range(6)
        for place, cell in enumerate(cells, start=1)
    ]
    seen = Measured(study, design_of(study, cells), 6, False, summaries)
    monkeypatch.setattr("wirelab.claims.sound.p_values", lambda *_: pytest.fail("it was tested"))
    assert open_for_claims(seen, Findings()) == (*cells[:2],)
