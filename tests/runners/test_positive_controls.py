"""Codecs that are known to be bad are found bad: a matrix that finds nothing wrong would not be believed."""

import json

import pytest

from tests.conftest import Wirelab
from wirelab.model.errors import ExitCode

CONTROLS = [
    ("python", "pickle", "an object of a class that the bytes name", "touched"),
    ("python", "pickle", "a bit changed", "memory"),
    ("jvm", "java-serialization", "an object of a class that the bytes name", "touched"),
    ("node", "avsc", "a count of 2^62, and a negative one with its size", "slow"),
    ("cpp", "nlohmann-cbor", "nested: arrays in an unknown key", "ended"),
    ("cpp", "nlohmann-msgpack", "nested: arrays, and nothing else", "ended"),
]
"""A platform and a codec, the kind of input, and the outcome: by design, or by an issue of the library's own."""


@pytest.mark.timeout(1800)
@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.builds
@pytest.mark.parametrize("platform", dict.fromkeys(platform for platform, *_ in CONTROLS))
def test_what_is_known_to_be_bad_is_found(wirelab: Wirelab, platform: str) -> None:
    own = [(codec, kind, outcome) for at, codec, kind, outcome in CONTROLS if at == platform]
    words = [word for codec in dict.fromkeys(codec for codec, *_ in own) for word in ("--codec", codec)]
    ended = wirelab("withstand", "school", "--size", "110", "--platform", platform, *words, "--json", timeout=1700)
    if ended.returncode == ExitCode.TOOLCHAIN:
        pytest.skip(f"{platform} cannot run here: {ended.stderr.splitlines()[0]}")
    assert ended.returncode == ExitCode.MEASUREMENT, ended.stderr
    found = {
        (codec["subject"], each["kind"], each["outcome"])
        for codec in json.loads(ended.stdout)["codecs"]
        for each in codec["attempts"]
    }
    assert [each for each in own if each not in found] == []


@pytest.mark.timeout(1800)
@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.builds
@pytest.mark.parametrize(("codec", "old"), [("protobufjs", "7.2.0"), ("protobuf-es", "2.0.0")])
def test_a_version_before_its_limit_reads_deeper(wirelab: Wirelab, codec: str, old: str) -> None:
    words = ("--platform", "node", "--codec", f"{codec}@{old}", "--codec", codec, "--json")
    ended = wirelab("withstand", "school", "--size", "110", *words, timeout=1700)
    if ended.returncode == ExitCode.TOOLCHAIN:
        pytest.skip(f"{codec}@{old} cannot be had here: {ended.stderr.splitlines()[0]}")
    deepest = {
        each["subject"]: max(
            one["repeats"]
            for one in each["attempts"]
            if one["kind"].startswith("nested: ") and one["outcome"] in ("same", "other")
        )
        for each in json.loads(ended.stdout)["codecs"]
    }
    assert deepest[f"{codec}@{old}"] >= 10_000 > deepest[codec]
