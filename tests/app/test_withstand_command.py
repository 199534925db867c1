"""`wirelab withstand`, as a user types it: over the fake runner's misbehaving codecs, and over Python's."""

import json
from pathlib import Path

import pytest

from tests.conftest import Wirelab

MEASUREMENT = 5
FAKE = ("withstand", "--data", "small.json", "--platform", "fake")


@pytest.fixture(autouse=True)
def small(tmp_path: Path) -> None:
    """Few inputs are made of an object of few bytes."""
    (tmp_path / "small.json").write_text('{"id": 7, "name": "Ada", "city": "Bern"}')


@pytest.mark.long
def test_a_codec_that_takes_anything(wirelab: Wirelab, tmp_path: Path) -> None:
    ended = wirelab(*FAKE, "--codec", "steady", "--out", "w.md", "--format", "markdown")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("No process of 1 codec ended, stopped answering, used up its memory or touched")
    page = (tmp_path / "w.md").read_text(encoding="utf-8")
    assert page.startswith("<!-- Wirelab hostile input -->\n# Wirelab hostile input: small/")
    assert "Cut off: at every byte of 1 codec." in page
    assert "## Time against size" in page


@pytest.mark.long
def test_what_a_codec_says_is_told_apart(wirelab: Wirelab) -> None:
    found = json.loads(wirelab(*FAKE, "--codec", "steady", "--json").stdout)
    (steady,) = found["codecs"]
    outcomes = [each["outcome"] for each in steady["attempts"]]
    assert set(outcomes) <= {"refused", "same", "other"}
    assert outcomes.count("other") > 50, "it copies bytes, whatever they are"


@pytest.mark.long
@pytest.mark.parametrize("codec", ["crashes:when=decode", "refuses:when=decode", "mismatch"])
def test_a_codec_that_does_not_read_its_own_is_not_tried(wirelab: Wirelab, codec: str) -> None:
    ended = wirelab(*FAKE, "--codec", codec, "--json")
    found = json.loads(ended.stdout)
    if codec == "mismatch":
        assert ended.returncode == 0, ended.stderr
        assert found["codecs"], "it reads something each time, whatever that is"
    else:
        assert ended.returncode == MEASUREMENT, "it was named, and could not be tried"
        assert found["codecs"] == []
        assert "it does not read its own bytes" in found["not_run"][-1]["why"]


def test_an_input_that_a_codec_does_not_have_is_not_called_withstood(wirelab: Wirelab) -> None:
    ended = wirelab(*FAKE, "--codec", "steady", "--input", "999999")
    assert ended.returncode == MEASUREMENT
    assert ended.stdout.startswith("No codec could be tried on these bytes.")
    assert "steady on fake: it has no input 999999" in ended.stdout


@pytest.mark.long
def test_one_input_is_repeated_with_its_bytes(wirelab: Wirelab) -> None:
    found = json.loads(wirelab(*FAKE, "--codec", "steady", "--json").stdout)
    (steady,) = found["codecs"]
    cut = [each for each in steady["attempts"] if each["kind"] == "cut off"]
    assert len(cut) == steady["valid_bytes"]
    assert [each["number"] for each in steady["attempts"]] == [*range(1, len(steady["attempts"]) + 1)]
    changed = next(each for each in steady["attempts"] if each["kind"] == "a bit changed")
    assert changed["shown"] != changed["instead_of"]
    ended = wirelab(*FAKE, "--codec", "steady", "--input", str(changed["number"]))
    assert ended.returncode == 0, ended.stderr
    assert f"input {changed['number']}, " in ended.stdout
    assert f"0x{changed['shown']}" in ended.stdout
    again = json.loads(wirelab(*FAKE, "--codec", "steady", "--input", str(changed["number"]), "--json").stdout)
    assert again["codecs"][0]["attempts"] == [changed]
    assert again["codecs"][0]["growths"] == []


@pytest.mark.long
def test_a_time_that_grows_with_the_square_is_found(wirelab: Wirelab) -> None:
    ended = wirelab(*FAKE, "--codec", "quadratic", "--codec", "steady", "--json")
    assert ended.returncode == 0, ended.stderr
    found = {codec["subject"]: codec["growths"] for codec in json.loads(ended.stdout)["codecs"]}
    (texts,) = [each for each in found["quadratic"] if each["kind"] == "keys of a map, texts"]
    assert texts["exponent"] == pytest.approx(2, abs=0.5)
    assert [count for count, _ in texts["times"]] == [2000, 4000, 8000, 16000]
    assert {each["exponent"] for each in found["steady"]} == {None}


def test_an_input_that_there_is_not_is_named(wirelab: Wirelab) -> None:
    (missing,) = json.loads(wirelab(*FAKE, "--codec", "steady", "--input", "99999", "--json").stdout)["not_run"]
    assert missing == {"what": "steady on fake", "why": "it has no input 99999", "fault": False}


def test_what_reads_other_values_is_not_timed(wirelab: Wirelab) -> None:
    (codec,) = json.loads(wirelab(*FAKE, "--codec", "mismatch", "--json").stdout)["codecs"]
    (texts,) = [each for each in codec["growths"] if each["kind"] == "keys of a map, texts"]
    assert texts["times"] == []
    assert texts["stopped"].startswith("refused at 2,000: ")


@pytest.mark.exhaustive
def test_few_bytes_that_unpack_to_more_than_there_may_be(wirelab: Wirelab) -> None:
    """The fake runner unpacks by Python's gzip, all at once: it must be found."""
    ended = wirelab(*FAKE, "--codec", "steady+gzip", "--json")
    assert ended.returncode == MEASUREMENT, ended.stderr
    (codec,) = json.loads(ended.stdout)["codecs"]
    seen = {each["unpacked_bytes"]: each for each in codec["unpackings"]}
    assert [each["outcome"] for each in seen.values()] == ["other", "other", "memory", "memory"]
    assert seen[1 << 25]["peak_bytes"] > 1 << 25
    assert all(each["packed_bytes"] < each["unpacked_bytes"] / 500 for each in seen.values())


@pytest.mark.long
def test_a_large_object_is_not_tried(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "large.json").write_text(json.dumps([{"text": 1_100_000 * "x"}]))
    ended = wirelab("withstand", "--data", "large.json", "--platform", "fake", "--codec", "steady", "--json")
    assert ended.returncode == MEASUREMENT, "it was named, and could not be tried"
    found = json.loads(ended.stdout)
    assert found["codecs"] == []
    assert "hostile inputs are made from at most 1.05 MB" in found["not_run"][-1]["why"]


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
@pytest.mark.timeout(1000)
@pytest.mark.builds
def test_limits_are_found(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "small.json").write_text('{"id": 7, "name": "Ada"}')
    words = ("--platform", "python", "--codec", "orjson", "--codec", "json", "--json", "--out", "w.md")
    ended = wirelab("withstand", "--data", "small.json", *words, "--format", "markdown", timeout=900)
    assert ended.returncode == 0, ended.stderr
    limits = {
        (codec["subject"], each["kind"]): each["repeats"]
        for codec in json.loads(ended.stdout)["codecs"]
        for each in codec["limits"]
    }
    objects = "nested: objects in an unknown member"
    assert limits["orjson", objects] == 1023, "with the object around them, 1,024 levels are what it allows"
    assert limits["json", "long: an integer in an unknown member"] == 4300, "sys.set_int_max_str_digits"
    page = (tmp_path / "w.md").read_text(encoding="utf-8").replace("\\_", "_")
    assert "| json | python | number | an integer in an unknown member | 4,300 | 4,301 | – | sys.set_int" in page


@pytest.mark.exhaustive
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
