"""The results of checking a runner against the protocol."""

from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """The result of a check."""

    PASSED = "passed"
    FAILED = "failed"
    EXPECTED = "failed as expected"
    UNEXPECTED = "passed, although it was expected to fail"


@dataclass(frozen=True, slots=True)
class Check:
    """One check, on one codec or operation where it is repeated for these."""

    name: str  # the check's, with its codec or operation if it is repeated: `loop[NAME, serialize]`
    says: str
    outcome: Outcome
    what: str = ""  # the deviation; empty: there is none
    seen: str = ""  # the last lines of the conversation, shortened
    stderr_tail: str = ""
    reason: str = ""

    @property
    def ok(self) -> bool:
        """Whether it is as it should be."""
        return self.outcome in {Outcome.PASSED, Outcome.EXPECTED}


@dataclass(frozen=True, slots=True)
class ConformanceReport:
    """All checks of a runner on one platform, in order, and a draft of `expected-failures.toml`."""

    runner: str
    platform: str
    checks: tuple[Check, ...]
    draft: str = ""

    @property
    def ok(self) -> bool:
        """Whether the runner keeps to the protocol, expected failures aside."""
        return all(check.ok for check in self.checks)
