"""The conformance suite passes a runner that keeps to the protocol, and finds what one does wrong."""

import dataclasses
import hashlib
import shutil
from pathlib import Path

import pytest

from wirelab.building.programs import build_programs
from wirelab.building.runners import load_runner
from wirelab.execution.conformance import Specimen, Suite, check_runner, load_suite
from wirelab.model.conformance import ConformanceReport, Outcome

ROOT = Path(__file__).parents[2]
FAKE = ROOT / "runners" / "fake"


@pytest.fixture
def suite() -> Suite:
    return dataclasses.replace(load_suite(ROOT / "protocol" / "v1"), answer_s=1.5)


@pytest.fixture
def specimen(tmp_path: Path) -> Specimen:
    data = b"\x05hello\x05world"
    corpus = tmp_path / "corpus"
    corpus.write_bytes(data)
    return Specimen("school", corpus, hashlib.sha256(data).hexdigest(), objects=2)


def check(folder: Path, platform: str, specimen: Specimen, suite: Suite) -> ConformanceReport:
    programs = build_programs(load_runner(folder), platform, {}, specimen.corpus.parent / "cache", lambda _: None)
    return check_runner(programs.runner, programs.bare, programs.bare, specimen, suite)


def only(suite: Suite, *names: str) -> Suite:
    return dataclasses.replace(suite, transcripts=tuple(each for each in suite.transcripts if each.check in names))


BROKEN_PROCESSES = [
    ("fake-undeclared", "announcement", "codec 'steady' is in the manifest but is not announced"),
    ("fake-other-major", "handshake", "answer.protocol.major is 2, expected 1"),
    ("fake-slow-start", "announcement", "no answer to `hello` within"),
    ("fake-crashes-at-start", "announcement", "it ended at `hello` with status 1"),
    ("fake-garbage-at-start", "announcement", "does not match the schema"),
    ("fake-wrong-corpus", "load", "answer.objects is"),
    ("fake-ignores-bye", "announcement", "was still running"),
    ("fake-fails-at-bye", "announcement", "status 3, expected 0"),
    ("fake-speaks-after-bye", "announcement", "it sent a message after `bye`: good bye"),
]


@pytest.mark.parametrize(("platform", "name", "what"), BROKEN_PROCESSES)
def test_a_process_that_does_not_keep_to_it(
    specimen: Specimen, suite: Suite, platform: str, name: str, what: str
) -> None:
    report = check(FAKE, platform, specimen, only(suite, "handshake", "load"))

    failed = {each.name: each.what for each in report.checks if not each.ok}
    assert not report.ok
    assert what in failed[name]


MUTATIONS = [
    # file, what stands there, what is put in its place, the check that has to find it
    ("requests", "for name, rule in fields.items()}", "for name, rule in (fields | value).items()}", "unknown-keys"),
    ("requests", 'raise RefusalError("request", f"{path} is missing")', "return None", "missing-fields"),
    ("requests", 'raise RefusalError("request", f"not JSON: {error}") from None', "raise", "malformed"),
    ("requests", 'raise RefusalError("request", f"{path} cannot be {value!r}")', "return value", "wrong-types"),
    ("runner", 'self._need(self._corpus is not None, "`verify` before `load`")', "raise SystemExit(1)", "out-of-order"),
    ("runner", '"there is no such workload", fault="workload"', '"there is no such workload"', "load"),
    ("runner", "write_bytes(join_delimited(decoded))", "write_bytes(join_delimited(decoded[::-1]))", "load"),
    ("runner", 'self._used = True\n        yield from self._misbehave(subject, "measure")', "yield from ()", "cold"),
    ("runner", 'self._used = True\n        yield from self._misbehave(subject, "encode")', "yield from ()", "cold"),
    (
        "runner",
        '("request", message)\n        self._greeted',
        '("host", message)\n        self._greeted',
        "handshake-major",
    ),
    ("runner", "if not condition:", "if False:", "out-of-order"),
    ("runner", 'raise RefusalError("codec", f"there is no level', 'print(f"there is no level', "unknown-subjects"),
    ("runner", "sys.stdout = sys.stderr", "print('ready')", "handshake"),
    ("times", "calls = max(calls + 1,", "calls = max(calls + 20,", "measure"),
    ("times", '_batch("measured", calls)', '_batch("measured", calls + 2)', "measure"),
    ("times", 'range(mode["runs"])', 'range(mode["runs"] + 1)', "measure"),
    ("times", '<= rule["tolerance"]', '<= rule["tolerance"] * 0', "measure"),
    ("codecs", "gzip.decompress(data)", "data", "compressors"),
    ("codecs", '"tuned": "high"', '"tuned": "highest"', "announcement"),
    ("codecs", '"changes": {"high": ', '"changes": {"highest": ', "announcement"),
    ("codecs", '"input": "tuned bytes"', '"inputs": "tuned bytes"', "announcement"),
    ("codecs", '"reuses_buffer": True', '"reuses_buffer": "very"', "announcement"),
]


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: f"{mutation[1]} -> {mutation[2]}")
def test_what_is_broken_is_found(
    tmp_path: Path, specimen: Specimen, suite: Suite, mutation: tuple[str, str, str, str]
) -> None:
    module, old, new, name = mutation
    folder = shutil.copytree(FAKE, tmp_path / "fake", ignore=shutil.ignore_patterns("__pycache__"))
    source = folder / f"fake_{module}.py"
    text = source.read_text()
    assert text.count(old) == 1, "the mutation has nothing to change"
    source.write_text(text.replace(old, new))

    report = check(folder, "fake", specimen, only(suite, name))

    assert any(not each.ok and each.name.startswith((name, "announcement")) for each in report.checks), report


def test_an_expected_failure_that_is_not_there_is_an_error(tmp_path: Path, specimen: Specimen, suite: Suite) -> None:
    folder = shutil.copytree(FAKE, tmp_path / "fake")
    known = 'check = ["load", "carried"]\ncodec = "gone"\nreason = "it was said to fail"'
    (folder / "expected-failures.toml").write_text(f"[[failures]]\n{known}\n")

    report = check(folder, "fake", specimen, only(suite, "load"))

    assert [each.what for each in report.checks if not each.ok] == [
        "expected to fail, and not there: it was said to fail"
    ]


def test_an_expected_failure_that_passes_is_an_error(tmp_path: Path, specimen: Specimen, suite: Suite) -> None:
    folder = shutil.copytree(FAKE, tmp_path / "fake")
    (folder / "expected-failures.toml").write_text('[[failures]]\ncheck = "handshake"\nreason = "it is said to fail"\n')

    report = check(folder, "fake", specimen, only(suite, "handshake"))

    assert [each.outcome for each in report.checks] == [Outcome.PASSED, Outcome.UNEXPECTED]
    assert not report.ok
