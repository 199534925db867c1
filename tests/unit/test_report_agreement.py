"""The table of a cross-check."""

from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.finding import Agreement, Agrees, Interval
from wirelab.model.machine import MachineKind, MachineStates
from wirelab.model.subject import Subject
from wirelab.report.agreement import agreement_lines

ONE = Cell(CorpusName("w", "1", "plain"), "here", Subject("one"), Operation.SERIALIZE)
OTHER = Cell(CorpusName("w", "100", "plain"), "here", Subject("other"), Operation.DESERIALIZE)
MACHINE = MachineStates(MachineKind.LEVELS, (200.0,), (0.75,), 210.0, 0.1, 400)


def test_a_line_a_cell_with_what_is_known_of_it() -> None:
    same = Agreement(ONE, None, 1e6, 1e6, Interval(1.0, 0.98, 1.02, 0.95, 9, "sign"), 9, 9, Agrees.WITHIN)
    slower = Agreement(OTHER, "ByHand", 2e6, 1e6, Interval(2.0, 1.9, 2.1, 0.95, 7, "sign"), 8, 4, Agrees.OUTSIDE)
    lost = Agreement(OTHER, None, None, None, None, 0, 0, Agrees.UNRESOLVED)
    header, *lines = agreement_lines([same, slower, lost], {"here": MACHINE}, "H 1", 0.05)
    columns = ["cell", "benchmark", "lab", "H", "1", "ratio", "interval", "rounds", "steady", "verdict"]
    assert header.split() == columns
    assert lines[0].startswith("serialize w/1/plain one")
    assert "the lab's operation  1.00 ms  1.00 ms" in lines[0]
    assert lines[0].split()[-7:] == ["9", "of", "9", "9", "of", "9", "within"]
    assert "ByHand" in lines[1]
    assert lines[1].split()[-7:] == ["7", "of", "8", "4", "of", "8", "outside"]
    assert "–" in lines[2]
    assert lines[2].endswith("unresolved")
    assert "at most 5 % from 1" in lines[-3]
    assert "fast state for 75" in lines[-2]
    assert lines[-1] == "13 of 17 processes were steady. Of 3 cells: 1 within, 1 outside, 1 unresolved."
