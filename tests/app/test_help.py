"""Numbers and names in the help of commands: those that a study and the code have."""

from tests.conftest import Wirelab
from wirelab.app.request import find_study
from wirelab.model.cell import Operation
from wirelab.study.definition import Measure


def test_operations_and_rounds_are_those_that_there_are(wirelab: Wirelab) -> None:
    shown = " ".join(wirelab("run", "--help").stdout.split())
    *others, last = Operation
    assert f"Operation to measure: {', '.join(others)} or {last} (repeatable)." in shown
    study = find_study("quick")
    assert study.default
    rounds, usual = study.measure.rounds, study.measure.rounds + study.analysis.looks[0]
    assert f"else {Measure().rounds}; {rounds} if you name no study, or {usual} for the usual codecs" in shown
