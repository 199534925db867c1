"""Labs made by hand: ways with times per message in ns by round, sizes in bytes, and round prices."""

from collections.abc import Mapping, Sequence

from wirelab.choice.candidates import Candidate
from wirelab.choice.needs import Answer, Basis
from wirelab.choice.prices import Carried, Hourly, Prices, Stored
from wirelab.choice.use import Times
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.transfer import Way
from wirelab.model.subject import parse_subject

CORPUS = CorpusName("w", "1", "plain")
YEAR_S = 31_536_000


def cell(codec: str, operation: Operation, platform: str = "a") -> Cell:
    return Cell(CORPUS, platform, parse_subject(codec), operation)


def way(codec: str, *readers: str) -> Way:
    """One that writes and reads itself, or is read by codecs on platforms `b`, `c` …"""
    read = [cell(name, Operation.DESERIALIZE, at) for name, at in zip(readers, "bcd", strict=False)]
    return Way(codec.upper(), cell(codec, Operation.SERIALIZE), tuple(read) or (cell(codec, Operation.DESERIALIZE),))


def candidate(
    codec: str,
    write_ns: Sequence[float],
    read_ns: Sequence[float],
    size: float | None,
    answers: Mapping[str, bool] | None = None,
    **said: object,
) -> Candidate:
    """A candidate of these times by round; its session's are the first round's, so that they can be added by hand."""
    rounds = {b: Times(*both) for b, both in enumerate(zip(write_ns, read_ns, strict=True))}
    met = tuple(Answer(need, yes, Basis.EXECUTED, "seen") for need, yes in (answers or {}).items())
    return Candidate(way(codec), size, rounds.get(0), rounds, answers=met, **said)  # type: ignore[arg-type]


def prices(processor: float = 0.036, traffic: float = 0.1, storage: float = 0.02, waiting: float = 0.0) -> Prices:
    """A processor for 1e-14 per ns, traffic for 1e-10 per byte, storage for 2e-11 per byte and month, unless given."""
    told = {"of": "nobody's", "as_of": "2025-01"}
    return Prices(
        currency="USD",
        processor=Hourly(price=processor, per="hour", **told),  # type: ignore[arg-type]
        traffic=Carried(price=traffic, per="GB", **told),  # type: ignore[arg-type]
        storage=Stored(price=storage, per="GB month", **told),  # type: ignore[arg-type]
        waiting=Hourly(price=waiting, per="hour", **told),  # type: ignore[arg-type]
    )
