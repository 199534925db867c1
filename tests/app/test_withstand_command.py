"""`wirelab withstand`, as a user types it: over the fake runner's misbehaving codecs, and over Python's."""

import json
from pathlib import Path

import pytest

from tests.conftest import Wirelab

MEASUREMENT = 5
FAKE = ("withstand", "school", "--size", "110", "--platform", "fake")


def test_a_codec_that_takes_anything(wirelab: Wirelab, tmp_path: Path) -> None:
    ended = wirelab(*FAKE, "--codec", "steady", "--out", "w.md", "--format", "markdown")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("Of 1 codec, none ended its process, kept it from answering, used up its memory or")
    page = (tmp_path / "w.md").read_text(encoding="utf-8")
    assert page.startswith("<!-- Wirelab hostile input -->\n# Wirelab hostile input: school/110/")


def test_what_a_codec_says_is_told_apart(wirelab: Wirelab) -> None:
    found = json.loads(wirelab(*FAKE, "--codec", "steady", "--json").stdout)
    (steady,) = found["codecs"]
    outcomes = [each["outcome"] for each in steady["attempts"]]
    assert set(outcomes) <= {"refused", "same", "other"}
    assert outcomes.count("other") > 50, "it copies bytes, whatever they are"


@pytest.mark.parametrize("codec", ["crashes:when=decode", "refuses:when=decode", "mismatch"])
def test_a_codec_that_does_not_read_its_own_is_not_tried(wirelab: Wirelab, codec: str) -> None:
    ended = wirelab(*FAKE, "--codec", codec, "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    if codec == "mismatch":
        assert found["codecs"], "it reads something each time, and what that is does not matter here"
    else:
        assert found["codecs"] == []
        assert "it does not read what it wrote itself" in found["not_run"][-1]["why"]


def test_a_large_object_is_not_tried(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "large.json").write_text(json.dumps([{"text": 1_100_000 * "x"}]))
    ended = wirelab("withstand", "--data", "large.json", "--platform", "fake", "--codec", "steady", "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert found["codecs"] == []
    assert "at most 1.05 MB are changed so often" in found["not_run"][-1]["why"]


@pytest.mark.timeout(1000)
@pytest.mark.builds
def test_memory_that_nobody_may_have(wirelab: Wirelab) -> None:
    """pickle makes room for whatever number it reads (positive control: it must be found)."""
    ended = wirelab(
        "withstand", "school", "--size", "110", "--platform", "python", "--codec", "pickle", "--json", timeout=900
    )
    assert ended.returncode == MEASUREMENT, ended.stderr
    (pickle,) = json.loads(ended.stdout)["codecs"]
    assert "memory" in {each["outcome"] for each in pickle["attempts"]}


@pytest.mark.timeout(1000)
@pytest.mark.builds
def test_limits_of_nesting_are_found(wirelab: Wirelab) -> None:
    ended = wirelab(
        "withstand", "school", "--size", "110", "--platform", "python", "--codec", "orjson", "--codec", "json"
    )
    assert ended.returncode == 0, ended.stderr
    (row,) = [line.split() for line in ended.stdout.splitlines() if line.startswith("orjson") and "objects" in line]
    assert row[-3:] == ["1,023", "1,024", "–"], "with the object around them, 1,024 levels are what it allows"


@pytest.mark.timeout(1000)
@pytest.mark.builds
def test_a_check_sum_finds_what_was_changed(wirelab: Wirelab) -> None:
    """Without one, many changed bytes are read as another value."""
    words = ("--platform", "python", "--codec", "msgspec-msgpack", "--codec", "msgspec-msgpack+crc32", "--json")
    ended = wirelab("withstand", "school", "--size", "110", *words, timeout=900)
    assert ended.returncode == 0, ended.stderr
    others = {
        codec["subject"]: sum(each["outcome"] == "other" for each in codec["attempts"])
        for codec in json.loads(ended.stdout)["codecs"]
    }
    assert others["msgspec-msgpack"] > 20
    assert others["msgspec-msgpack+crc32"] == 0
