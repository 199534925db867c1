"""Which cells share a process, and which processes live at the same time."""

from dataclasses import replace

from wirelab.design.parties import components_of, parties_of
from wirelab.design.plan import plan_round
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.subject import parse_subject

SMALL, LARGE = CorpusName("school", "110", "random"), CorpusName("school", "1100", "random")


def cell(codec: str, operation: Operation = Operation.SERIALIZE, corpus: CorpusName = SMALL) -> Cell:
    return Cell(corpus, "jvm", parse_subject(codec), operation)


def test_operations_of_a_codec_on_a_corpus_share_a_process() -> None:
    cells = [cell(codec, operation) for codec in "abc" for operation in (Operation.SERIALIZE, Operation.DESERIALIZE)]
    parties = parties_of(plan_round(cells, seed=1, round=0))
    assert len(parties) == 3
    assert all(
        {planned.cell.operation for planned in party} == {*Operation} & {"serialize", "deserialize"}
        for party in parties
    )
    assert parties[0][0].order == 0


def test_a_twin_and_an_exchange_have_processes_of_their_own() -> None:
    own = cell("a")
    cells = [own, replace(own, twin=True), cell("a", Operation.EXCHANGE), cell("a", Operation.DESERIALIZE)]
    assert sorted(len(party) for party in parties_of(plan_round(cells, seed=1, round=0))) == [1, 1, 2]


def test_every_comparison_of_a_corpus_is_a_pair_of_its_component() -> None:
    cells = [cell(codec, corpus=corpus) for corpus in (SMALL, LARGE) for codec in "abcd"]
    by_name = {(each.corpus, each.subject.codec): each for each in cells}
    comparisons = [
        Comparison(by_name[corpus, codec], by_name[corpus, "a"], Question.REFERENCE)
        for corpus in (SMALL, LARGE)
        for codec in "bc"
    ]
    parties = parties_of(plan_round(cells, seed=3, round=2))
    components = components_of(parties, comparisons)
    assert len(components) == 2
    for pairs in components:
        names = [{parties[member][0].cell.subject.codec for member in pair} for pair in pairs]
        corpora = {parties[member][0].cell.corpus for pair in pairs for member in pair}
        assert len(corpora) == 1
        assert sorted(map(sorted, names)) == [["a", "b"], ["a", "c"], ["d"]]
