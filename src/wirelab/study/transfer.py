"""A transfer as a study has it: who writes, who reads, and what lies between."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainSerializer

from wirelab.model.errors import UsageError
from wirelab.model.link import Link, parse_link
from wirelab.study.fields import SubjectText, Table

USUAL_LINK = Link(1e9)


def _link(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return parse_link(value)
    except UsageError as error:
        raise ValueError(f"{error.what}; {error.remedy}") from None


class Pair(Table):
    """Two codecs of one format, of which the second reads what the first writes.

    Attributes:
        format: with the compressor behind it: `JSON+zstd`.
        writer: runs on the sender.
        receiver: a platform.
        reader: runs on the receiver.
    """

    format: str
    writer: SubjectText
    receiver: str
    reader: SubjectText


class Transfer(Table):
    """Data written on one platform and read on others.

    Attributes:
        sender: the platform that writes.
        receivers: the platforms that read.
        link: between the sender and each of them.
        pairs: those that were tried on the data before anything was timed; empty until then.
    """

    sender: str
    receivers: tuple[str, ...] = Field(min_length=1)
    link: Annotated[Link, BeforeValidator(_link), PlainSerializer(str)] = USUAL_LINK
    pairs: tuple[Pair, ...] = ()

    @property
    def platforms(self) -> tuple[str, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((self.sender, *self.receivers)))
