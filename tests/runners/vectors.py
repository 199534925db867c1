"""Cases of public suites that codecs are known to answer otherwise, and where outcomes are not as expected.

`wirelab interop --vectors DIR --json | python -m tests.runners.vectors` prints tables for
`runners/expected-vectors.toml`, to be given reasons by people.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conftest import ROOT
from wirelab.execution.check.expected import ANY, Expectation, Patterns
from wirelab.files.toml import Table, parse_document
from wirelab.model.findings.vectors import Outcome
from wirelab.model.groups import gathered

FILE = ROOT / "runners" / "expected-vectors.toml"
SUITES = Path(os.environ.get("WIRELAB_VECTORS", ROOT.parent / "shared" / "vectors"))
"""Suites are never copied into the tree."""


@dataclass(frozen=True, slots=True)
class VectorCase:
    """An answer that is not as the suite says."""

    format: str
    codec: str
    suite: str
    case: str
    outcome: str


class ExpectedVector(Expectation):
    """Cases that codecs answer otherwise; keys as in `VectorCase`."""

    format: Patterns = ANY
    codec: Patterns = ANY
    suite: Patterns = ANY
    case: Patterns = ANY
    outcome: Patterns = ANY


class ExpectedVectors(Table):
    """`expected-vectors.toml`, one for all runners: `[[vectors]]` tables."""

    vectors: tuple[ExpectedVector, ...] = ()


def load_expected_vectors() -> tuple[ExpectedVector, ...]:
    """Read the file."""
    return parse_document(FILE.read_text(encoding="utf-8"), ExpectedVectors, str(FILE)).vectors


def disagreements(found: Mapping[str, Any]) -> Iterator[VectorCase]:
    """The disagreements that `wirelab interop --vectors --json` found."""
    for each in found["answers"]:
        if Outcome(each["outcome"]).wrong:
            yield VectorCase(each["format"], each["subject"], each["suite"], each["case"], each["outcome"])


def _drafted(found: Mapping[str, Any]) -> Iterator[str]:
    whats = {(each["subject"], each["suite"], each["case"]): each["what"] for each in found["answers"]}
    of_case = gathered(
        ((each.format, each.suite, each.case, each.outcome), each.codec) for each in disagreements(found)
    )
    alike = gathered(
        ((format_, suite, tuple(sorted(codecs)), outcome), case)
        for (format_, suite, case, outcome), codecs in of_case.items()
    )
    for (format_, suite, codecs, outcome), cases in alike.items():
        keys = {"format": format_, "codec": codecs, "suite": suite, "case": cases, "outcome": outcome}
        lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in keys.items()]
        reason = whats[codecs[0], suite, cases[0]]
        yield "\n".join(["[[vectors]]", *lines, f"reason = {json.dumps(reason, ensure_ascii=False)}", ""])


if __name__ == "__main__":
    print(*_drafted(json.load(sys.stdin)), sep="\n")
