"""A transfer as a study has it: who writes, who reads, and what lies between."""

from pydantic import Field

from wirelab.model.link import Link
from wirelab.study.fields import LinkText, SubjectText, Table

USUAL_LINK = Link(1e9)


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
    link: LinkText = USUAL_LINK
    pairs: tuple[Pair, ...] = ()

    @property
    def platforms(self) -> tuple[str, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((self.sender, *self.receivers)))
