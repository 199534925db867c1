"""Whether a runner keeps to the protocol: the table of checks, made on its program."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wirelab.building.program import Program
from wirelab.building.runners import Runner
from wirelab.execution.check.checked import ANSWER_S, Bench, BrokenError, CheckedProcess, Specimen
from wirelab.execution.check.checks import CHECKS, Checking, round_trip
from wirelab.execution.check.expected import (
    CARRIED,
    FAILURES,
    Case,
    ExpectedFailure,
    drafted,
    expectation_of,
    load_expected_failures,
    stale,
)
from wirelab.execution.check.tried import Turn, codecs, settings, subjects_of
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import announced, undeclared
from wirelab.files.scratch import scratch
from wirelab.model.conformance import Check, ConformanceReport, Outcome
from wirelab.protocol.codecs import Announcement

ANNOUNCEMENT = "announcement"
_SAYS = "the runner announces every codec and compressor of its manifest with a version or a reason"


_CARRYING = Checking(CARRIED, "decoded objects equal those that were encoded", codecs, round_trip)


@dataclass(frozen=True, slots=True)
class HardData:
    """Data made to be hard: a corpus for each variant."""

    program: Program
    corpora: tuple[Data, ...]


@dataclass(frozen=True, slots=True)
class Suite:
    """The checks to make, and their data."""

    specimen: Specimen
    checks: Collection[str] = ()
    codecs: Collection[str] = ()  # only these are checked; empty: all
    hard: HardData | None = None  # further data that these codecs are tried on; None: none
    answer_s: float = ANSWER_S


def check_runner(
    runner: Runner,
    announcing: Program,
    program: Program,
    suite: Suite,
    told: Callable[[Check], None] = lambda _: None,
) -> ConformanceReport:
    """Check a runner's program, and hand each check to `told` as it ends.

    `announcing` is the program that is asked for its announcement on one platform; `program` has the types of the
    specimen's workload.

    Raises:
        DefinitionError: the runner's `expected-failures.toml` is not well formed.
    """
    expected = load_expected_failures(runner.folder)
    judged: dict[Case, Check] = {}
    with scratch() as folder:
        for case, check in _checks(runner, announcing, program, suite, folder):
            judged[case] = _judge(case, check, expected)
            told(judged[case])
    checks = list(judged.values())
    if len(checks) > 1 and not suite.codecs:
        made = {case.check for case in judged}
        for what in stale((part for each in expected for part in each.about("check", made)), judged):
            checks.append(Check(FAILURES, "everything expected to fail is there", Outcome.FAILED, what))
            told(checks[-1])
    failed = {case: check.what for case, check in judged.items() if check.outcome is Outcome.FAILED}
    return ConformanceReport(runner.name, program.platform.name, tuple(checks), drafted(failed, judged))


def _checks(
    runner: Runner, announcing: Program, program: Program, suite: Suite, folder: Path
) -> Iterator[tuple[Case, Check]]:
    announcement, offered = _announce(runner, announcing, suite.answer_s)
    yield Case(ANNOUNCEMENT), announcement
    if offered is None:
        return
    chosen = offered
    if suite.codecs:
        chosen = offered.model_copy(update={"codecs": [each for each in offered.codecs if each.name in suite.codecs]})
    bench = Bench(chosen, suite.specimen, program, folder, suite.answer_s)
    try:
        for number, (checking, turn) in enumerate(_turns(suite, chosen, program.platform.extensions)):
            bench.begin(number)
            case = Case(checking.name, turn.codec, parameters=turn.parameters, operation=turn.operation or "")
            yield case, checking.made(bench, turn, turn.name)
    finally:
        bench.broken()
    if suite.hard is not None:
        yield from carrying(offered, suite.codecs, suite.hard, folder, suite.answer_s)


def carrying(
    offered: Announcement, names: Collection[str], hard: HardData, scratch: Path, answer_s: float
) -> Iterator[tuple[Case, Check]]:
    """Try each of the codecs, with every value of each of its parameters, on every corpus.

    There is one process per corpus while it lives.
    """
    for one in offered.unavailable:
        if one.name in names:
            name, why = f"{CARRIED}[{one.name}]", f"unavailable: {one.reason}"
            yield Case(CARRIED, one.name), Check(name, _CARRYING.says, Outcome.FAILED, why)
    subjects = [subject for codec in offered.codecs if codec.name in names for subject in subjects_of(codec)]
    for data in hard.corpora:
        corpus = data.corpus.name
        folder = scratch / f"{CARRIED}-{corpus.variant}"
        folder.mkdir()
        bench = Bench(offered, Specimen((data.copies[0].objects,), data.types), hard.program, folder, answer_s)
        try:
            for number, subject in enumerate(subjects):
                bench.begin(number)
                case = Case(CARRIED, subject.codec, corpus.workload, corpus.variant, settings(subject))
                yield case, _CARRYING.made(bench, Turn(subject), f"{subject}, {corpus}")
        finally:
            bench.broken()


def _turns(suite: Suite, offered: Announcement, extensions: Sequence[str]) -> Iterator[tuple[Checking, Turn]]:
    if not offered.codecs:  # none of those that were named is available here
        return
    for checking in CHECKS:
        is_there = not checking.extension or checking.extension in extensions
        if is_there and (not suite.checks or checking.name in suite.checks):
            for turn in checking.turns(offered):
                if turn.codec or not suite.codecs:
                    yield checking, turn


def _announce(runner: Runner, program: Program, answer_s: float) -> tuple[Check, Announcement | None]:
    """As for `wirelab list`: the announcement must match the manifest."""
    try:
        process = CheckedProcess(program, answer_s)
    except BrokenError as error:
        return Check(ANNOUNCEMENT, _SAYS, Outcome.FAILED, error.what), None
    try:
        ready = process.hello()
        faults = list(undeclared(runner.manifest, ready))
        if not faults and not ready.versions.keys() & runner.manifest.codecs.keys():
            faults = ["it offers no codec here: " + "; ".join(ready.unavailable.values())]
        if not faults:
            process.end()
    except BrokenError as error:
        faults = [error.what]
    stderr = process.kill()
    if faults:
        return Check(ANNOUNCEMENT, _SAYS, Outcome.FAILED, "; ".join(faults), process.seen, stderr), None
    return Check(ANNOUNCEMENT, _SAYS, Outcome.PASSED), announced(runner.manifest, program.platform, ready)


def _judge(case: Case, check: Check, expected: Sequence[ExpectedFailure]) -> Check:
    known = expectation_of(expected, case)
    if known is None or (known.may_pass and check.ok):
        return check
    outcome = Outcome.UNEXPECTED if check.outcome is Outcome.PASSED else Outcome.EXPECTED
    return replace(check, outcome=outcome, reason=known.reason)
