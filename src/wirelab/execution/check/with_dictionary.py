"""Whether a compressor uses the dictionary that it is given: data written with one cannot be read with another."""

from collections.abc import Iterable

from wirelab.execution.check.checked import Bench, BrokenError
from wirelab.execution.check.tried import Turn
from wirelab.model.subject import Subject
from wirelab.protocol.codecs import Announcement
from wirelab.protocol.messages import Decode, Fault


def taking(offered: Announcement) -> Iterable[Turn]:
    """The first codec before every compressor that takes a dictionary."""
    first = offered.codecs[0].name
    return (Turn(Subject(first, compressor=each.name)) for each in offered.compressors if each.dictionary)


def used(bench: Bench, turn: Turn) -> None:
    """Decoding data that were encoded with another dictionary must fail."""
    assert turn.subject is not None
    process, encoded = bench.loaded(), bench.folder / "encoded-0"
    process.open(bench.open(turn.subject))
    process.encode(0, encoded)
    process.open(bench.open(turn.subject, "another"))
    try:
        process.ask(Decode(encoded=str(encoded), file=str(bench.folder / "decoded-0")), Fault)
    except BrokenError as error:
        what = "input encoded with one dictionary is decoded with another, as if neither were used"
        raise BrokenError(f"{what}: {error.what}") from None
