"""The exchanges that the checks of a run add up to."""

from wirelab.model.cell import CorpusName
from wirelab.model.run import Check, Exchange, bytes_kind, exchanges_of, reads_kind
from wirelab.model.subject import parse_subject

CORPUS = CorpusName("school", "1100", "random")
OLD, NEW = parse_subject("orjson@3.9"), parse_subject("orjson@3.10")
READ_OLD, SAME_AS_OLD = (Check(CORPUS, "python", NEW, kind(OLD), passed=True) for kind in (reads_kind, bytes_kind))
READ_NEW, SAME_AS_NEW = (Check(CORPUS, "python", OLD, kind(NEW), passed=True) for kind in (reads_kind, bytes_kind))


def test_an_exchange_has_both_ways_and_the_bytes_of_one() -> None:
    """A lab that somebody changed may lack any of them."""
    forth, back = (Exchange(CORPUS, "python", *pair, same_bytes=True) for pair in ((OLD, NEW), (NEW, OLD)))
    assert list(exchanges_of([READ_NEW, SAME_AS_NEW, READ_OLD, SAME_AS_OLD])) == [forth]
    assert list(exchanges_of([READ_NEW, READ_OLD, SAME_AS_OLD])) == [back]
    for some in ([READ_NEW, READ_OLD], [READ_NEW, SAME_AS_NEW, SAME_AS_OLD], [SAME_AS_NEW], []):
        assert list(exchanges_of(some)) == []
