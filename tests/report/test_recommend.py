"""The words of a recommendation, sentence by sentence."""

from wirelab.choice.use import Use
from wirelab.report.recommend.wording import use_words


def test_one_message_and_one_month_are_not_many() -> None:
    assert use_words(Use(messages_per_s=1, months=1)) == (
        "1 message per second, each written once and read once, kept 1 month in one copy"
    )
