"""A user's needs of a codec, and whether it was seen to meet them. Pure.

Executed trials count before a contract. A need that neither covers is not met, and is reported as unknown.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from wirelab.model.errors import UsageError
from wirelab.model.findings.finding import Interval
from wirelab.model.findings.transfer import Way
from wirelab.model.names import choose
from wirelab.protocol.codecs import Contract


class Basis(StrEnum):
    """How it is known whether a need is met, the surest first."""

    EXECUTED = "executed"
    RECORDED = "recorded"  # from the codec's package
    CONTRACT = "by contract"
    UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a codec, or a format with its codecs, meets a need."""

    need: str
    met: bool
    basis: Basis
    why: str  # as a clause


@dataclass(frozen=True, slots=True)
class Known:
    """The facts about a codec with its parameters and its compressor."""

    name: str  # as subjects name it, with its platform
    contract: Contract | None
    license: str = ""  # an SPDX expression; empty: not known
    compressed: bool = False
    evolved: Mapping[str, tuple[str, str]] | None = None
    """The outcomes of each everyday change of a schema, from old to new and back; None: not tried."""
    survived: tuple[int, int] | None = None  # of all changes both ways, how many came back, of how many
    withstood: Mapping[str, int] | None = None  # outcomes of hostile inputs with their numbers; None: not tried
    harmful: int = 0
    """How many inputs ended a process, stopped its answers, took all its memory, or touched something they name."""
    repeats: bool | None = None  # whether another process wrote the same bytes; None: not tried


@dataclass(frozen=True, slots=True)
class Spoken:
    """The languages and platforms that have a codec for a format."""

    format: str
    by_contract: frozenset[str]  # those whose runner has a codec of this format
    executed: frozenset[str]  # those that read, in this lab, the bytes that another's codec wrote of this data
    failed: frozenset[str] = frozenset()  # those that were tried, and did not read every value of them


@dataclass(frozen=True, slots=True)
class Need:
    """Something that a codec must have; `values` follow the name, as in `languages=java+python`."""

    name: str
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name + (f"={'+'.join(self.values)}" if self.values else "")


@dataclass(frozen=True, slots=True)
class Left:
    """The part of a run that is left if a need is asked."""

    need: Need | None  # None: nothing is asked
    formats: tuple[str, ...]  # those of the ways that are left, the smallest first
    bases: Mapping[Basis, int]  # the bases of the answers for the ways that are left, with their numbers
    smallest: Way | None = None
    size_bytes: float | None = None  # of one message that it writes
    fastest: tuple[Way, ...] = ()
    """Those among which the fastest is, to write and read; the lowest estimate first, and none if none was steady."""
    time: Interval | None = None  # of the first of them, in ns; None where its codecs share no round


def parse_needs(text: str, languages: Sequence[str]) -> tuple[Need, ...]:
    """Read `evolution,readable,languages=java+python`; a UsageError for no such need or language, or a wrong value."""
    found: dict[Need, None] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, equals, rest = part.partition("=")
        name = choose("need", name, [*_OF_A_CODEC, LANGUAGES])
        values: list[str] = []
        if name == LANGUAGES:
            values = [choose("language", each, languages) for each in rest.lower().split("+") if each]
            if not values:
                what, remedy = "it names no language", f"write, for example, {LANGUAGES}=java+python"
                raise UsageError(f"need '{part}'", what, remedy=remedy)
        elif name == _LICENSE:
            values = [choose("license", rest, [_PERMISSIVE])]
        elif equals:
            raise UsageError(f"need '{part}'", f"'{name}' takes no value", remedy=f"write {name}")
        found[Need(name, tuple(dict.fromkeys(values)))] = None
    return tuple(found)


def answer(need: Need, codecs: Sequence[Known], spoken: Spoken) -> Answer:
    """Whether a format meets `need` with these codecs, at least one: all of them have to, but for languages.

    The answer is that of the first codec that does not meet it, or else of the one for which it is the least sure.
    """
    if need.name == LANGUAGES:
        return _languages(need, spoken)
    answers = [(each, _OF_A_CODEC[need.name](each)) for each in codecs]
    unmet, surest = [each for each in answers if not each[1][0]], [*Basis]
    known, (met, basis, why) = unmet[0] if unmet else max(answers, key=lambda each: surest.index(each[1][1]))
    of = f"{known.name}: " if len(codecs) > 1 else ""
    return Answer(str(need), met, basis, f"{of}{why}")


def survived(codecs: Sequence[Known]) -> tuple[int, int] | None:
    """How many values came back, and of how many, with the codec that lost the most; None unless all were tried."""
    tried = [each.survived for each in codecs if each.survived is not None]
    return min(tried, key=lambda each: each[0] / each[1]) if tried and len(tried) == len(codecs) else None


_Judged = tuple[bool, Basis, str]
LANGUAGES, _LICENSE, _PERMISSIVE = "languages", "license", "permissive"
_PERMISSIVE_LICENSES = frozenset(
    {"0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0", "ISC", "MIT", "MIT-0"}
    | {"PSF-2.0", "Unlicense", "Zlib", "LicenseRef-Public-Domain"}
)
"""Licenses, by SPDX's names, that ask for no more than notices; of those in use."""


def _languages(need: Need, spoken: Spoken) -> Answer:
    missing = [each for each in need.values if each not in spoken.by_contract | spoken.executed]
    if missing:
        return Answer(str(need), False, Basis.CONTRACT, f"{spoken.format} has no codec here in {', '.join(missing)}")
    if failed := [each for each in need.values if each in spoken.failed]:
        why = f"not every value of this data came back in {', '.join(failed)} from the same writer's bytes"
        return Answer(str(need), False, Basis.EXECUTED, why)
    if spoken.executed.issuperset(need.values):
        why = "each read every value of this data from the same writer's bytes"
        return Answer(str(need), True, Basis.EXECUTED, why)
    why = f"each has a codec for {spoken.format}; `wirelab interop` tries whether they read each other's bytes"
    return Answer(str(need), True, Basis.CONTRACT, why)


def _of_contract(judge: Callable[[Contract], tuple[bool, str]]) -> Callable[[Known], _Judged]:
    def judged(known: Known) -> _Judged:
        if known.contract is None:
            return False, Basis.UNKNOWN, "its runner announced no contract"
        met, why = judge(known.contract)
        return met, Basis.CONTRACT, why

    return judged


def _of_flag(flag: Callable[[Contract], bool], yes: str, no: str, *, wanted: bool = True) -> Callable[[Known], _Judged]:
    return _of_contract(lambda contract: (flag(contract) is wanted, yes if flag(contract) else no))


def _evolution(known: Known) -> _Judged:
    if known.evolved:
        ways = {says: (old or "–", new or "–") for says, (old, new) in known.evolved.items()}
        wrong = [f"{says}: {old}, and back: {new}" for says, (old, new) in ways.items() if {old, new} - _KEPT]
        if wrong:
            return False, Basis.EXECUTED, "; ".join(wrong)
        return True, Basis.EXECUTED, f"{'; '.join(known.evolved)}: every value came back both ways"
    if known.contract is None or known.contract.evolution == "none":
        why = "old and new versions of a type do not recognize each other's fields"
        return _of_contract(lambda _: (False, why))(known)
    why = f"fields are recognized by {known.contract.evolution}; `wirelab evolve` tries it"
    return True, Basis.CONTRACT, why


_KEPT = {"same", "–"}


def _readable(known: Known) -> _Judged:
    if known.compressed:
        return False, Basis.CONTRACT, "it is compressed"
    return _of_flag(lambda contract: contract.human_readable, "text for people", "binary")(known)


def _schema(wanted: bool) -> Callable[[Known], _Judged]:
    yes, no = "works only with a schema", "works without a schema"
    return _of_flag(lambda contract: contract.needs_schema, yes, no, wanted=wanted)


def _canonical(known: Known) -> _Judged:
    if known.repeats is None:
        why = "a second process was not tried; `wirelab interop --json` tries one, for --tried"
        return False, Basis.UNKNOWN, why
    if known.repeats:
        return True, Basis.EXECUTED, "another process wrote the same bytes"
    return False, Basis.EXECUTED, "it wrote other bytes of the same values"


def _no_codegen(known: Known) -> _Judged:
    if known.contract is not None and known.contract.needs_schema:
        why = "it needs a schema, and its contract does not say whether it also needs generated code"
        return False, Basis.UNKNOWN, why
    return _of_contract(lambda contract: (True, f"takes {contract.input}, without a schema"))(known)


def _hostile_safe(known: Known) -> _Judged:
    if known.withstood is None:
        return False, Basis.UNKNOWN, "no hostile bytes were tried on it; `wirelab withstand` tries them"
    inputs = sum(known.withstood.values())
    if known.harmful:
        words = [f"{number} {name}" for name, number in known.withstood.items() if number]
        return False, Basis.EXECUTED, f"{known.harmful} of {inputs} hostile inputs did harm ({', '.join(words)})"
    return True, Basis.EXECUTED, f"it withstood {inputs} hostile inputs, and may fail on others"


def _license(known: Known) -> _Judged:
    if not known.license:
        return False, Basis.UNKNOWN, "its license is not recorded"
    return is_permissive(known.license), Basis.RECORDED, f"its package says {known.license}"


def is_permissive(expression: str) -> bool:
    """Whether an SPDX expression leaves a choice of only permissive licenses; an exception makes none permissive."""
    for joint, judge in (("OR", any), ("AND", all)):
        sides = _apart(expression, joint)
        if len(sides) > 1:
            return judge(map(is_permissive, sides))
    within = expression.strip()
    if within.startswith("(") and within.endswith(")"):
        return is_permissive(within[1:-1])
    return within in _PERMISSIVE_LICENSES


def _apart(expression: str, joint: str) -> list[str]:
    """The parts that `joint` joins outside of brackets."""
    sides, depth = [""], 0
    for word in expression.replace("(", " ( ").replace(")", " ) ").split():
        depth += (word == "(") - (word == ")")
        if word == joint and not depth:
            sides.append("")
        else:
            sides[-1] += f" {word}"
    return sides


_OF_A_CODEC: Mapping[str, Callable[[Known], _Judged]] = {
    "evolution": _evolution,
    "readable": _readable,
    "schema": _schema(True),
    "no-schema": _schema(False),
    "canonical": _canonical,
    "zero-copy": _of_flag(
        lambda contract: contract.lazy,
        "reading may leave fields undecoded",
        "as it was measured, reading decodes every field",
    ),
    "no-codegen": _no_codegen,
    "hostile-safe": _hostile_safe,
    _LICENSE: _license,
}
