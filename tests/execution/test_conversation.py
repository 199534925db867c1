"""A runner's message is bounded before anybody keeps it."""

from typing import cast

import pytest

from wirelab.execution.conversation import Conversation, LostError
from wirelab.process.transport import Transport
from wirelab.protocol.messages import Decode, Decoded, Fault


class Quoting:
    """A process whose library quotes the whole input."""

    def __init__(self, letters: int) -> None:
        self._answer = Fault(whose="codec", message="not a number: " + "9" * letters).model_dump_json().encode()

    def send(self, line: bytes) -> None:
        pass

    def receive(self, _: float) -> bytes:
        return self._answer


@pytest.mark.parametrize(
    ("letters", "said"),
    [(10, "not a number: 9999999999"), (500_000, "not a number: " + "9" * 1986 + "… (500,014 characters)")],
)
def test_a_message_that_quotes_the_input_is_cut(letters: int, said: str) -> None:
    conversation = Conversation(lambda: cast("Transport", Quoting(letters)))
    with pytest.raises(LostError) as lost:
        conversation.ask(Decode(encoded="in", file="out"), Decoded, 1.0)
    assert lost.value.loss.what == said
