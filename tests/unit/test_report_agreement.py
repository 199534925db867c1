"""The table of a cross-check."""

from wirelab.analysis.agreement import agreement, first_turns
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.subject import Subject
from wirelab.report.agreement import agreement_lines

ONE = Cell(CorpusName("w", "1", "plain"), "here", Subject("one"), Operation.SERIALIZE)
OTHER = Cell(CorpusName("w", "100", "plain"), "here", Subject("other"), Operation.DESERIALIZE)


def test_a_line_a_cell_with_what_is_known_of_it() -> None:
    turns = {0: [(1.01e6, 1e6)], 1: [(1.0e6, 1e6)], 2: [(0.99e6, 1e6)]}
    same = agreement(ONE, turns, steady=[True, True, True], band=0.05, confidence=0.95)
    twice = {0: [(2e6, 1e6)], 1: [(2e6, 1e6)]}
    slower = agreement(OTHER, twice, steady=[True, False], band=0.05, confidence=0.95)
    lost = agreement(OTHER, {}, steady=[], band=0.05, confidence=0.95)
    found = [same, slower, lost]
    header, *lines = agreement_lines(found, first_turns(found, 0.95), "H 1", 0.05)
    assert header.split() == ["cell", "lab", "H", "1", "ratio", "interval", "steady", "verdict"]
    assert lines[0].split()[:7] == ["serialize", "w/1/plain", "one", "1.00", "ms", "1.00", "ms"]
    assert lines[0].split()[-2:] == ["yes", "within"]
    assert lines[1].split()[-4:] == ["2.00]", "50", "%", "outside"]
    assert "–" in lines[2]
    assert lines[2].endswith("not measured")
    assert "at most 5 % from 1" in lines[-2]
    assert "First turns alone" in lines[-1]
    assert len(list(agreement_lines([lost], None, "H 1", 0.05))) == 4
