"""Findings on pieces of documents, as one."""

from wirelab.inference.seen import MOST_TEXTS, Seen, merged, seen_in


def texts_of(*numbers: range) -> list[Seen]:
    return [seen_in([f"text {number}" for number in own], as_one=False) for own in numbers]


def test_pieces_with_texts_in_common_keep_all_that_one_pass_would() -> None:
    pieces = texts_of(range(200), range(143, 243))
    assert list(merged(pieces).texts) == [f"text {number}" for number in range(243)]
    assert len(merged(texts_of(range(200), range(100, 300))).texts) == MOST_TEXTS + 1
