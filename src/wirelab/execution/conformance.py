"""Whether a runner keeps to the protocol: the golden transcripts, played against its program."""

import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wirelab.building.program import Program, open_process
from wirelab.building.runners import Runner
from wirelab.execution.carrying import HardData, carrying
from wirelab.execution.expected import FAILURES, Case, ExpectedFailure, expectation_of, load_expected_failures, stale
from wirelab.execution.short_conversations import undeclared
from wirelab.execution.transcripts import BrokenError, TranscriptPlayer
from wirelab.model.cell import Operation, Sink
from wirelab.model.conformance import Check, ConformanceReport, Outcome
from wirelab.model.errors import DefinitionError
from wirelab.protocol.messages import CodecInfo, CompressorInfo, Ready
from wirelab.protocol.transcripts import Transcript, Values, read_transcripts, spread
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.objects import objects_digest


@dataclass(frozen=True, slots=True)
class Specimen:
    """The data that transcripts are played with.

    Attributes:
        workload: the workload's name.
        corpus: its corpus file.
        digest: SHA-256 of its bytes.
        objects: how many messages it holds.
        types: the workload's types; None: what a runner writes is compared byte by byte.
    """

    workload: str
    corpus: Path
    digest: str
    objects: int
    types: CompiledSchema | None = None

    def digest_of(self, written: Path) -> str:
        """The digest of the objects in a file that a runner wrote; a sentence where there is no such file."""
        try:
            if self.types is None:
                return objects_digest(written, self.digest, b"", "")
            return objects_digest(written, self.digest, self.types.descriptor_set, self.types.root)
        except OSError as error:
            return f"unknown: {error.strerror}"


@dataclass(frozen=True, slots=True)
class Suite:
    """What is played, and with what.

    Attributes:
        transcripts: the golden transcripts.
        workload: name of the workload to play with.
        size: its size.
        variant: its variant.
        hard: name of the workload, beside the transcripts, that codecs are tried on one by one.
        answer_s: an answer that takes longer is none.
    """

    transcripts: tuple[Transcript, ...]
    workload: str
    size: str
    variant: str
    hard: str
    answer_s: float


def load_suite(protocol: Path) -> Suite:
    """Read `conformance.toml` and the transcripts below `protocol`.

    Raises:
        DefinitionError: they are not well formed.
    """
    path = protocol / "conformance.toml"
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
        return Suite(transcripts=read_transcripts(protocol / "transcripts"), **settings)
    except (OSError, tomllib.TOMLDecodeError, TypeError) as error:
        raise DefinitionError(str(path), "it is not well formed", why=str(error), remedy="mend it") from None


def check_runner(
    runner: Runner,
    bare: Program,
    program: Program,
    specimen: Specimen,
    suite: Suite,
    told: Callable[[Check], None] = lambda _: None,
    *,
    hard: HardData | None = None,
) -> ConformanceReport:
    """Play the suite against a runner's program.

    Args:
        runner: what its manifest says is what it has to announce.
        bare: its program on one platform, without types.
        program: the same with the types of the specimen's workload.
        specimen: the data of `suite.workload`.
        suite: what is played.
        told: told each check as it ends.
        hard: codecs to check alone, and the data that they are tried on; None: all, by the transcripts.

    Raises:
        DefinitionError: the runner's `expected-failures.toml` is not well formed.
    """
    expected = load_expected_failures(runner.folder)
    checks: list[Check] = []
    cases: list[Case] = []
    with tempfile.TemporaryDirectory(prefix="wirelab-check-", ignore_cleanup_errors=True) as scratch:
        for case, check in _checks(runner, bare, program, specimen, suite, Path(scratch), hard=hard):
            judged = _judge(case, check, expected)
            cases.append(case)
            checks.append(judged)
            told(judged)
    if len(checks) > 1 and hard is None:
        for check in _stale(expected, cases):
            checks.append(check)
            told(check)
    return ConformanceReport(runner.name, program.platform.name, tuple(checks))


def _checks(
    runner: Runner,
    bare: Program,
    program: Program,
    specimen: Specimen,
    suite: Suite,
    scratch: Path,
    *,
    hard: HardData | None,
) -> Iterator[tuple[Case, Check]]:
    announcement, ready = _announce(runner, bare, specimen, suite)
    yield Case(announcement.name), announcement
    if ready is None:
        return
    turns = list(_turns(ready, suite, _specimen_values(specimen, scratch), hard))
    player = TranscriptPlayer(lambda: open_process(program), suite.answer_s, specimen.digest_of)
    try:
        for number, ((transcript, chosen), following) in enumerate(zip(turns, [*turns[1:], None], strict=True)):
            folder = scratch / f"{number}"
            folder.mkdir()
            turn = ", ".join(str(chosen[name]) for name in transcript.for_each)
            name = f"{transcript.check}[{turn}]" if turn else transcript.check
            codec = str(chosen["codec"]) if "codec" in transcript.for_each else ""
            player.take({**chosen, "folder": str(folder)})
            last = following is None or following[0].first
            yield Case(transcript.check, codec), _play(name, transcript, player, last=last)
    finally:
        player.stop()
    if hard is not None:
        yield from carrying(ready, hard, scratch)


def _turns(ready: Ready, suite: Suite, values: Values, hard: HardData | None) -> Iterator[tuple[Transcript, Values]]:
    """Each turn of each transcript, with what its placeholders stand for."""
    codecs = [each for each in _codecs(ready) if hard is None or each["codec"] in hard.codecs]
    choices = {"codec": codecs, "compressor": _compressors(ready)}
    for transcript in suite.transcripts:
        if hard is None or "codec" in transcript.for_each:
            for chosen in spread(transcript.for_each, choices, {**_codecs(ready)[0], **values}):
                yield transcript, chosen


def _announce(runner: Runner, bare: Program, specimen: Specimen, suite: Suite) -> tuple[Check, Ready | None]:
    """Without types, as for `wirelab list`: what is announced is what the manifest says."""
    name, says = "announcement", "the handshake needs no workload and matches the manifest"
    player = TranscriptPlayer(lambda: open_process(bare), suite.answer_s, specimen.digest_of)
    try:
        ready = player.greet()
        player.end()
    except BrokenError as error:
        return Check(name, says, Outcome.FAILED, str(error), player.seen, player.stop()), None
    differences = undeclared(runner.manifest, ready)
    if not ready.codecs:
        return Check(name, says, Outcome.FAILED, "it announces no codecs", player.seen), None
    outcome = Outcome.FAILED if differences else Outcome.PASSED
    return Check(name, says, outcome, "; ".join(differences), player.seen if differences else ""), ready


def _play(name: str, transcript: Transcript, player: TranscriptPlayer, *, last: bool) -> Check:
    """Play one turn; the next goes on in the same process, unless something is not as expected."""
    try:
        player.play(transcript.steps)
        if last:
            player.end()
    except BrokenError as error:
        return Check(name, transcript.says, Outcome.FAILED, str(error), player.seen, player.stop())
    return Check(name, transcript.says, Outcome.PASSED)


def _judge(case: Case, check: Check, expected: Sequence[ExpectedFailure]) -> Check:
    known = expectation_of(expected, case)
    if known is None or (known.may_pass and check.ok):
        return check
    outcome = Outcome.UNEXPECTED if check.outcome is Outcome.PASSED else Outcome.EXPECTED
    return replace(check, outcome=outcome, reason=known.reason)


def _stale(expected: Sequence[ExpectedFailure], cases: Sequence[Case]) -> Iterator[Check]:
    """A failed check for everything that is expected of the transcripts that were played and matches none of them."""
    played = {case.check for case in cases}
    for what in stale((part for each in expected for part in each.about("check", played)), cases):
        yield Check(FAILURES, "what is expected to fail is there", Outcome.FAILED, what)


def _specimen_values(specimen: Specimen, scratch: Path) -> dict[str, object]:
    cut = scratch / "cut.corpus"
    cut.write_bytes(specimen.corpus.read_bytes()[:-1])
    return {
        "workload": specimen.workload,
        "corpus": str(specimen.corpus),
        "digest": specimen.digest,
        "objects": specimen.objects,
        "cut": str(cut),
    }


def _codecs(ready: Ready) -> list[Mapping[str, object]]:
    return [{"codec": codec.name, "choices": _choices_of_codec(codec)} for codec in ready.codecs]


def _choices_of_codec(codec: CodecInfo) -> dict[str, list[dict[str, object]]]:
    own = set(codec.operations)
    foreign = [each for each in Operation if each.converts or each is Operation.REPLAY]
    pairs: list[dict[str, object]] = [
        {"parameter": parameter.name, "value": value} for parameter in codec.parameters for value in parameter.values
    ]
    operations: list[dict[str, object]] = [{"operation": str(each)} for each in codec.operations if _is_played(each)]
    return {
        "operation": operations,
        "cold_operation": [] if codec.never_cold else operations,
        "never_cold_operation": operations if codec.never_cold else [],
        "foreign_operation": [{"foreign_operation": str(each)} for each in foreign if each not in own],
        "whole_operation": [{"whole_operation": str(each)} for each in codec.operations if Sink.FILE.holds(each)],
        "parameter": [{"parameter": parameter.name} for parameter in codec.parameters],
        "setting": pairs,
    }


def _is_played(operation: Operation) -> bool:
    """The suite's workload has nothing to replay, and a codec alone nothing to compress."""
    return not operation.compresses and operation is not Operation.REPLAY


def _compressors(ready: Ready) -> list[Mapping[str, object]]:
    first = _choices_of_codec(ready.codecs[0])
    return [
        {"compressor": each.name, "choices": {**first, **_choices_of_compressor(each)}} for each in ready.compressors
    ]


def _choices_of_compressor(compressor: CompressorInfo) -> dict[str, list[dict[str, object]]]:
    low, high = compressor.min_level, compressor.max_level
    return {
        "level": [{"level": level} for level in sorted({low, compressor.default_level, high})],
        "foreign_level": [{"foreign_level": level} for level in (low - 1, high + 1)],
        "compressing": [{"compressing": str(each)} for each in Operation if Sink.FILE.holds(each) or each.compresses],
    }
