"""The readings of codecs of one format of each other's bytes, in the report's first sentence."""

from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.interop import Interop, Outcome, Reading, Written
from wirelab.model.run import NotRun
from wirelab.model.subject import Subject
from wirelab.report.compatibility.interop import interop_report

ONE, OTHER = (Cell(CorpusName("w", "1", "v"), "p", Subject(name), Operation.SERIALIZE) for name in "ab")


def test_one_pair_is_not_many() -> None:
    def says(*outcomes: Outcome) -> str:
        readings = tuple(Reading("F", ONE, OTHER, each) for each in outcomes)
        written = tuple(Written(each, "F") for each in (ONE, OTHER))
        return interop_report(Interop(written, readings, ())).lead[0].words

    assert says(Outcome.SAME, Outcome.REFUSED).endswith("as it was written; 1 refuses the bytes of the other.")
    assert says(*[Outcome.REFUSED] * 2).endswith("as it was written; 2 refuse the bytes of the other.")


def test_where_nothing_was_written_the_report_says_so_and_why() -> None:
    found = interop_report(Interop((), (), (NotRun("runner r", "it is not there"),)), "wirelab interop w")
    assert found.title == "Wirelab interoperation"
    assert [each.words for each in found.lead][1] == "No codec that was asked for writes these data here."
    assert [each.key for each in found.sections if each.blocks] == ["not-run", "again"]
