"""Pairs of codecs that are known not to read each other's bytes, and where outcomes are not as expected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from textwrap import shorten

from wirelab.execution.check.expected import ANY, Case, Expectation, Patterns, expectation_of
from wirelab.files.toml import Table, parse_document


@dataclass(frozen=True, slots=True)
class PairCase:
    """Bytes of one codec, read by another.

    Attributes:
        writer: the codec that writes.
        reader: the one that reads.
        format: the one that both announce.
        workload: the workload.
        variant: the workload's variant.
    """

    writer: str
    reader: str
    format: str
    workload: str
    variant: str

    @property
    def codecs(self) -> tuple[str, str]:
        """Both."""
        return self.writer, self.reader


class ExpectedPair(Expectation):
    """Codecs of one format that do not read each other's bytes; keys as in `PairCase`.

    Attributes:
        codecs: writer or reader, whichever.
    """

    writer: Patterns = ANY
    reader: Patterns = ANY
    codecs: Patterns = ANY
    format: Patterns = ANY
    workload: Patterns = ANY
    variant: Patterns = ANY


class ExpectedPairs(Table):
    """`expected-pairs.toml` and `expected-sizes.toml`, one for all runners: `[[pairs]]` tables."""

    pairs: tuple[ExpectedPair, ...] = ()


def load_expected_pairs(path: Path) -> tuple[ExpectedPair, ...]:
    """Read such a file."""
    return parse_document(path.read_text(encoding="utf-8"), ExpectedPairs, str(path)).pairs


_LONGEST = 600  # a runner repeats the whole message of its library


def mistakes(expected: Sequence[Expectation], outcomes: Mapping[Case, str] | Mapping[PairCase, str]) -> list[str]:
    """Where outcomes are not as expected, a line each.

    Args:
        expected: the known failures among these cases.
        outcomes: the faults, by case; empty where there is none.
    """
    found = []
    for case, what in outcomes.items():
        known = expectation_of(expected, case)
        words = ", ".join(f"{each.name} {value}" for each in fields(case) if (value := getattr(case, each.name)))
        if what and known is None:
            found.append(shorten(f"{words}: {what}", _LONGEST))
        if not what and known is not None and not known.may_pass:
            found.append(f"{words}: it passes, though it is expected to fail: {known.reason}")
    return found
