"""Known failures: each reason is written once, for all the codecs, data and checks that it explains."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

from pydantic import BeforeValidator, Field

from wirelab.files.toml import Table, parse_document
from wirelab.model.errors import DefinitionError
from wirelab.schema.names import quoted

CARRIED, BROKEN_BYTES = "carried", "broken bytes"
FAILURES = "expected-failures.toml"


def _listed(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


# A text, or a list of those. In a text, `*` stands for anything, and `?` for one character. `[ab]` and `[!ab]` stand
# for one that is, or is not, among these, and `[*]`, `[?]` and `[[]` for the character itself.
Patterns = Annotated[tuple[str, ...], BeforeValidator(_listed), Field(min_length=1, strict=False)]
ANY: tuple[str, ...] = ("*",)
_Patterns = Mapping[str, tuple[str, ...]]
_KEYS = ("check", "codec", "workload", "variant", "parameters", "operation")


@dataclass(frozen=True, slots=True)
class Case:
    """Something that a runner is tried on; fields that do not matter are empty."""

    check: str
    """The name of a check of `wirelab check-runner`; `carried`: whether a codec carries a corpus; `broken bytes`:
    whether the process survives bytes that are not valid."""
    codec: str = ""
    workload: str = ""
    variant: str = ""
    parameters: str = ""  # the part of a subject after the codec's name: `style=default`, `+gzip-9`
    operation: str = ""


class Expectation(Table):
    """A reason, and the cases that fail for it: those that have one of the patterns of every key."""

    reason: Annotated[str, Field(min_length=1)]
    may_pass: bool = False  # it need not fail every time; without, one that passes is a mistake

    def matches(self, case: object) -> bool:
        """Whether `case`, which has each key as a text or several, fails for this reason."""
        return all(
            any(fnmatchcase(value, pattern) for pattern in patterns for value in _listed(getattr(case, key)))
            for key, patterns in self.patterns()
        )

    def patterns(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The patterns under each key."""
        return ((key, value) for key, value in self if isinstance(value, tuple))

    def about(self, key: str, values: Iterable[str]) -> Iterator[Self]:
        """The same with only those patterns of `key` that match one of `values`; nothing if none does."""
        tried = tuple(values)
        left = tuple(each for each in getattr(self, key) if any(fnmatchcase(value, each) for value in tried))
        if left:
            yield self.model_copy(update={key: left})


E = TypeVar("E", bound=Expectation)


class ExpectedFailure(Expectation):
    """Something that is known to fail in one runner; keys as in `Case`."""

    check: Patterns = (CARRIED,)
    codec: Patterns = ANY
    workload: Patterns = ANY
    variant: Patterns = ANY
    parameters: Patterns = ANY
    operation: Patterns = ANY


class ExpectedFailures(Table):
    """`expected-failures.toml` of a runner: `[[failures]]` tables."""

    failures: tuple[ExpectedFailure, ...] = ()


def load_expected_failures(folder: Path) -> tuple[ExpectedFailure, ...]:
    """Read `expected-failures.toml` in a runner's folder; none where there is no such file.

    Raises:
        DefinitionError: it cannot be read or is not well formed.
    """
    path = folder / FAILURES
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise DefinitionError(str(path), "it cannot be read", why=str(error), remedy="fix the file") from None
    return parse_document(text, ExpectedFailures, str(path)).failures


def expectation_of(expected: Sequence[E], case: object) -> E | None:
    """The first that explains why `case` fails, or None."""
    return next((each for each in expected if each.matches(case)), None)


def stale(expected: Iterable[Expectation], cases: Iterable[object]) -> Iterator[str]:
    """Entries and patterns that match none of `cases`, one line each."""
    tried = tuple(cases)
    for each in expected:
        matched = [case for case in tried if each.matches(case)]
        if not matched:
            yield f"expected to fail, and not there: {each.reason}"
            continue
        for key, patterns in each.patterns():
            for pattern in patterns:
                alone = each.model_copy(update={key: (pattern,)})
                if not any(alone.matches(case) for case in matched):
                    yield f'{key} = "{pattern}" matches nothing that fails because {each.reason}'


def drafted(failures: Mapping[Case, str], tried: Iterable[Case]) -> str:
    """Tables of `expected-failures.toml` for the failures among the tried cases; people write the reasons."""
    others = tuple(tried)
    tables: list[tuple[_Patterns, str]]
    tables = [({key: (getattr(case, key),) for key in _KEYS}, what) for case, what in failures.items()]
    for key in _KEYS:  # tables that differ only in this key become one
        merged: dict[object, tuple[_Patterns, str]] = {}
        for patterns, what in tables:
            alike = (what, *(values for name, values in patterns.items() if name != key))
            before = merged[alike][0][key] if alike in merged else ()
            merged[alike] = ({**patterns, key: (*before, *patterns[key])}, what)
        tables = list(merged.values())
    return "\n".join(_table(patterns, what, others) for patterns, what in tables)


def _table(patterns: _Patterns, what: str, tried: Sequence[Case]) -> str:
    """One table; keys that no case of its checks uses are left out."""
    lines = ["[[failures]]"]
    for key, values in patterns.items():
        if any(getattr(case, key) for case in tried if case.check in patterns["check"]):
            distinct = [quoted(each) for each in dict.fromkeys(values)]
            lines.append(f"{key} = " + (distinct[0] if len(distinct) == 1 else f"[{', '.join(distinct)}]"))
    return "\n".join([*lines, f"reason = {quoted(what)}", ""])
