"""`wirelab check-runner --codec`: why a codec does not carry hard data."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab
from wirelab.cli.commands.check_runner import show
from wirelab.model.conformance import Check, Outcome

MEASUREMENT = 5


@pytest.mark.long
def test_a_codec_that_decodes_something_else(wirelab: Wirelab, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "runners" / "fake", tmp_path / "fake")
    (tmp_path / "fake" / "expected-failures.toml").unlink()
    ended = wirelab("check-runner", "./fake", "--trust", "--codec", "mismatch")
    assert ended.returncode == MEASUREMENT, ended.stderr
    assert "✗ carried[mismatch, torture/1/nul]: decoded objects equal those that were encoded" in ended.stdout
    assert "    [0].optional.bytes_value was 0x00 and came back as 0x01" in ended.stdout
    assert "[steady" not in ended.stdout


@pytest.mark.long
def test_a_codec_that_carries_it(wirelab: Wirelab) -> None:
    ended = wirelab("check-runner", "fake", "--codec", "steady")
    assert ended.returncode == 0, ended.stdout
    assert "✓ carried[steady, torture/1/nul]" in ended.stdout


@pytest.mark.long
def test_a_codec_that_ends_the_process(wirelab: Wirelab, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "runners" / "fake", tmp_path / "fake")
    (tmp_path / "fake" / "expected-failures.toml").unlink()
    ended = wirelab("check-runner", "./fake", "--trust", "--codec", "crashes")
    assert ended.returncode == MEASUREMENT, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "✓ carried[crashes, torture/1/nul]" in ended.stdout
    assert "✗ carried[crashes:when=decode, torture/1/nul]" in ended.stdout
    assert "it ended at `decode` with" in ended.stdout


def test_nothing_that_a_runner_writes_steers_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    hostile = "\x1b[2J\u202e"
    show(Check(hostile, hostile, Outcome.FAILED, hostile, hostile, f"first\n{hostile}"))
    show(Check("known", "as before", Outcome.EXPECTED, f"{hostile}\nsecond", reason=hostile))
    said = capsys.readouterr().out
    assert said.replace("\n", "").isprintable()
    assert r"    \x1b[2J\u202e" in said.splitlines()
    assert "second" in said.splitlines()
