"""Findings on pieces of documents, as one."""

from wirelab.inference.seen import MOST_TEXTS, Seen, seen_in


def texts_in_pieces(*numbers: range) -> list[str]:
    whole = Seen()
    for own in numbers:
        whole.merge(seen_in([f"text {number}" for number in own], as_one=False))
    return list(whole.texts)


def test_pieces_with_texts_in_common_keep_all_that_one_pass_would() -> None:
    assert texts_in_pieces(range(200), range(143, 243)) == [f"text {number}" for number in range(243)]
    assert len(texts_in_pieces(range(200), range(100, 300))) == MOST_TEXTS + 1
