"""The checks of a runner pass one that keeps to the protocol, and find the faults of one that does not."""

import shutil
import tomllib
from collections.abc import Collection
from pathlib import Path

import pytest

from wirelab.building.build import build_programs
from wirelab.building.runners import load_runner
from wirelab.execution.check.checked import Specimen, specimen_of
from wirelab.execution.check.checks import CHECKS
from wirelab.execution.check.conformance import Suite, check_runner
from wirelab.execution.check.expected import ExpectedFailures
from wirelab.model.conformance import ConformanceReport, Outcome
from wirelab.schema.objects import write_frames

ROOT = Path(__file__).parents[2]
FAKE = ROOT / "runners" / "fake"
HONEST = ("steady", "tunable", "unlike-itself")


@pytest.fixture
def specimen(tmp_path: Path) -> Specimen:
    """Three copies of two types, of different numbers of objects."""
    files = [tmp_path / f"{at}.objects" for at in range(3)]
    for at, file in enumerate(files):
        file.write_bytes(write_frames((kind % 2, bytes([65 + at]) * (kind + at + 1)) for kind in range(12)))
    return specimen_of(files, None, tmp_path)


def check(
    specimen: Specimen,
    checks: Collection[str],
    *,
    folder: Path = FAKE,
    platform: str = "fake",
    codecs: Collection[str] = (),
) -> ConformanceReport:
    programs = build_programs(load_runner(folder), platform, {}, specimen.files[0].parent / "cache", lambda _: None)
    suite = Suite(specimen, checks=checks, codecs=codecs, answer_s=1.5)
    return check_runner(programs.runner, programs.bare, programs.bare, suite)


def failed(report: ConformanceReport) -> dict[str, str]:
    """The faults, by check, whether they were expected or not."""
    wrong = {Outcome.FAILED, Outcome.EXPECTED}
    return {each.name: each.what for each in report.checks if each.outcome in wrong}


@pytest.mark.long
def test_one_that_keeps_to_the_protocol_passes(specimen: Specimen) -> None:
    report = check(specimen, (), codecs=HONEST)
    assert failed(report) == {}
    assert report.ok
    assert report.draft == ""
    once = {each.name for each in check(specimen, ("load", "unknown-keys", "errors", "canary", "clocks")).checks}
    assert once == {"announcement", "load", "unknown-keys", "errors", "canary", "clocks"}
    made = {each.name.partition("[")[0] for each in report.checks}
    assert made | once | {"end-of-input", "bye"} == {"announcement", *(each.name for each in CHECKS)}


BROKEN_PROCESSES = [
    ("fake-undeclared", "announcement", "codec 'steady' is in the manifest but is not announced"),
    ("fake-protocol-3", "announcement", "it speaks version 3 of the runner protocol, this lab speaks 2"),
    ("fake-slow-start", "announcement", "no answer to `hello` within"),
    ("fake-crashes-at-start", "announcement", "it ended at `hello` with status 1"),
    ("fake-garbage-at-start", "announcement", "something else was written to stdout: Picked up options: -Xmx1g"),
    ("fake-ignores-bye", "announcement", "it was still running"),
    ("fake-fails-at-bye", "announcement", "it ended with status 3 after `bye`"),
    ("fake-speaks-after-bye", "announcement", "it sent a message after `bye`: good bye"),
    ("fake-crashes-at-load", "load", "it ended at `load` with status 137"),
    ("fake-hangs-at-load", "load", "no answer to `load` within"),
    ("fake-garbage-at-load", "load", "something else was written to stdout: loading..."),
    ("fake-refuses-load", "load", "these data are not to my taste"),
    ("fake-wrong-corpus", "load", "`loaded.objects` is 13, and the first copy has 12"),
    ("fake-quick-canary", "canary", "calls of canary take"),
    ("fake-ticking-cpu", "clocks", "`timed.cpu_ns` has steps of 10 ms"),
]


@pytest.mark.parametrize(("platform", "name", "what"), BROKEN_PROCESSES)
def test_a_process_that_does_not_keep_to_it(specimen: Specimen, platform: str, name: str, what: str) -> None:
    report = check(specimen, ("load", "canary", "clocks"), platform=platform)
    assert not report.ok
    assert what in failed(report)[name]


BROKEN_CODECS = [
    ("crashes", "loop", "it ended at `time` with status 3"),
    ("hangs", "loop", "no answer to `time` within"),
    ("garbage", "loop", "something else was written to stdout: Exception in thread main"),
    ("refuses", "loop", "it answered `time` with an error of the codec: I would prefer not to"),
    ("dies-half-way", "loop", "it ended at `time` with status 3"),
    ("lies", "loop", "took"),
    ("drops-output", "loop", "as if 0 calls were made instead of 1"),
    ("mismatch", "round-trip", "in copy 0, [0] was 0x41 and came back as 0x40"),
    ("wrong-digest", "round-trip", "in copy 0, 12 objects and came back as 11"),
    ("wrong-digest", "relay", "`relayed.objects` is 11, and the file has 12"),
]


@pytest.mark.parametrize(("codec", "name", "what"), BROKEN_CODECS)
def test_a_codec_that_does_not_keep_to_it(specimen: Specimen, codec: str, name: str, what: str) -> None:
    found = failed(check(specimen, (name,), codecs=(codec,)))
    assert what in next(said for check_name, said in found.items() if check_name.startswith(f"{name}[{codec}"))


LIES = [
    ("times", "its batches took"),
    ("count", "`timed.start_ns` has 0 numbers for 1 batches"),
    ("columns", "`timed.ns` has 0 numbers for 1 batches"),
    ("order", "batch 1 starts before batch 0 ends"),
    ("sink", "`timed.sink` is"),
    ("calls", "as if 3 calls were made instead of 6"),
    ("rotation", "as if the inputs did not rotate"),
]


@pytest.mark.parametrize(("about", "what"), LIES)
def test_a_lie_is_found_from_outside(tmp_path: Path, specimen: Specimen, about: str, what: str) -> None:
    text = (FAKE / "codecs.toml").read_text()
    folder = changed(tmp_path, "codecs.toml", text.replace('default = "times"', f'default = "{about}"'))
    assert what in failed(check(specimen, ("loop",), folder=folder, codecs=("lies",)))["loop[lies, serialize]"]


MUTATIONS = [
    # file, a part of it, its replacement, the check that has to find it, words
    (
        "fake_runner",
        "_next.clear()\n        self._sums.clear()\n        yield",
        "_sums.clear()\n        yield",
        "load",
        "sink",
    ),
    ("fake_runner", "self._next[operation] = (first", "self._next['no'] = (first", "loop", "rotation began again"),
    ("fake_runner", 'inputs=operation == "nothing")', "inputs=False)", "nothing", "`timed.sink` is"),
    ("fake_runner", "first, count = self._next[operation], len(sums)", "first, count = 1, len(sums)", "loop", "sink"),
    ("fake_runner", 'self._copies[request["copy_index"]]', "self._copies[0]", "round-trip", "the types"),
    ("fake_runner", "objects=len(frames)", "objects=len(frames) - 1", "round-trip", "`encoded.objects` is 11"),
    ("fake_runner", "objects=len(objects)", "objects=0", "round-trip", "`decoded.objects` is 0"),
    ("fake_runner", "objects=len(read)", "objects=0", "relay", "`relayed.objects` is 0"),
    (
        "fake_runner",
        "for kind, message in read]",
        "for kind, message in read[::-1]]",
        "relay",
        "are not those of copy 0",
    ),
    ("fake_runner", 'request["file"], objects', 'request["file"], objects[::-1]', "round-trip", "came back as"),
    ("fake_runner", 'else "serialized"\n', 'else "serialized"\n            continue\n', "files", "no file"),
    ("fake_runner", 'whose="host"', 'whose="codec"', "errors", "`error.whose` is codec, expected host"),
    ("fake_runner", 'message=str(error) or "out of memory"', "message=''", "errors", "`error.message` is empty"),
    (
        "fake_runner",
        "except (OSError, MemoryError) as error",
        "except KeyError as error",
        "errors",
        "`error.whose` is runner",
    ),
    (
        "fake_runner",
        'raise RefusalError("runner", f"there is no codec',
        'print(f"there is no codec',
        "errors",
        "`opened`",
    ),
    ("fake_runner", 'yield _line("loaded",', 'yield _line("loaded", mood=1,', "load", "mood"),
    ("fake_runner", "sys.stdout = sys.stderr", "print('ready')", "", "it sent a message after `bye`: ready"),
    ("fake_runner", "for line in sys.stdin.buffer:", "while line := input().encode():", "end-of-input", "status 1"),
    ("fake_codecs", "gzip.decompress(encoded)", "encoded", "round-trip", "came back as"),
    (
        "fake_codecs",
        "return self.compress(self.write(message))",
        "return self.write(message)",
        "round-trip",
        "cannot decode",
    ),
    (
        "fake_codecs",
        '{"zdict": Path(dictionary).read_bytes()}',
        "{}",
        "dictionary",
        "is decoded with another, as if neither were used",
    ),
    ("fake_times", 'start_ns": self._clock.now_ns', 'start_ns": 5', "loop", "starts before"),
    (
        "fake_times",
        "return {key: [row[key] for row in rows] for key in rows[0]}",
        "return {key: [row[key] - (key[0] == 's') * rows[0][key] for row in rows] for key in rows[0]}",
        "loop",
        "batch 0 starts before batches of an earlier request end",
    ),
    (
        "fake_times",
        "return calls * self._times.call_ns",
        "return 1000 * self._times.call_ns",
        "time",
        "times as long as",
    ),
    ("fake_times", "CANARY_NS = 1, 20_000", "CANARY_NS = 1, 20", "canary", "that is no CRC-32"),
    ("fake_times", "round(self._batch_ns(", "1000 * round(self._batch_ns(", "clocks", "steps of 1000 ns"),
    ("fake_times", "self._pause(ahead_ns / 1e9)", "self._pause(ahead_ns / 1e8)", "clocks", "by the lab's"),
]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: f"{mutation[1]} -> {mutation[3]}")
def test_what_is_broken_is_found(tmp_path: Path, specimen: Specimen, mutation: tuple[str, str, str, str, str]) -> None:
    module, old, new, name, what = mutation
    text = (FAKE / f"{module}.py").read_text()
    assert text.count(old) == 1, "the mutation has nothing to change"
    folder = changed(tmp_path, f"{module}.py", text.replace(old, new))
    report = check(specimen, (name or "load",), folder=folder, codecs=() if name in ONCE else ("steady",))
    assert any(what in said for said in failed(report).values()), report


ONCE = {"", "load", "errors", "canary", "clocks", "end-of-input"}


def changed(tmp_path: Path, file: str, after: str) -> Path:
    """The fake with one file changed."""
    folder = shutil.copytree(FAKE, tmp_path / "fake", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / file).write_text(after)
    return folder


def test_a_codec_that_is_not_available_is_not_checked(tmp_path: Path, specimen: Specimen) -> None:
    text, all_there = (FAKE / "fake_runner.py").read_text(), 'but="steady" if self._process == "undeclared" else "")'
    assert text.count(all_there) == 1
    without = text.replace(all_there, 'but="steady"), unavailable={"steady": "it needs a newer system"}')
    folder = changed(tmp_path, "fake_runner.py", without)
    assert [each.name for each in check(specimen, (), folder=folder, codecs=("steady",)).checks] == ["announcement"]


def test_a_codec_without_a_whole_operation_has_no_first_call_to_time(tmp_path: Path, specimen: Specimen) -> None:
    text = (FAKE / "codecs.toml").read_text()
    folder = changed(
        tmp_path, "codecs.toml", text.replace("[codecs.steady]", '[codecs.steady]\noperations = ["build"]')
    )
    report = check(specimen, ("cold",), folder=folder, codecs=("steady", "tunable"))
    assert [each.name for each in report.checks] == ["announcement", "cold[tunable, serialize]"]


@pytest.mark.long
def test_what_failed_is_drafted(specimen: Specimen, tmp_path: Path) -> None:
    folder = shutil.copytree(FAKE, tmp_path / "fake")
    (folder / "expected-failures.toml").unlink()
    codecs = ("steady", "mismatch", "refuses")
    report = check(specimen, ("round-trip", "loop"), folder=folder, codecs=codecs)
    assert not report.ok
    drafted = tomllib.loads(report.draft)
    assert {
        "check": "loop",
        "codec": "refuses",
        "parameters": "",
        "operation": ["serialize", "deserialize"],
        "reason": "it answered `time` with an error of the codec: I would prefer not to",
    } in drafted["failures"]
    ExpectedFailures.model_validate(drafted)
    (folder / "expected-failures.toml").write_text(report.draft)
    assert check(specimen, ("round-trip", "loop"), folder=folder, codecs=codecs).ok


def test_an_expected_failure_that_is_not_there_is_an_error(tmp_path: Path, specimen: Specimen) -> None:
    folder = shutil.copytree(FAKE, tmp_path / "fake")
    known = 'check = ["load", "carried"]\ncodec = "gone"\nreason = "it was said to fail"'
    (folder / "expected-failures.toml").write_text(f"[[failures]]\n{known}\n")
    report = check(specimen, ("load",), folder=folder)
    assert [each.what for each in report.checks if not each.ok] == [
        "expected to fail, and not there: it was said to fail"
    ]


def test_an_expected_failure_that_passes_is_an_error(tmp_path: Path, specimen: Specimen) -> None:
    folder = shutil.copytree(FAKE, tmp_path / "fake")
    (folder / "expected-failures.toml").write_text('[[failures]]\ncheck = "load"\nreason = "it is said to fail"\n')
    report = check(specimen, ("load",), folder=folder)
    assert [each.outcome for each in report.checks] == [Outcome.PASSED, Outcome.UNEXPECTED]
    assert not report.ok
