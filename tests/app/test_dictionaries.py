"""Codecs behind a compressor with a dictionary, as a user types it: over the fake runner, which has zlib's."""

import json
import re
import zlib
from pathlib import Path

import pytest

from tests.conftest import Wirelab
from wirelab.files.dictionary import trained

QUICK = ("--rounds", "1", "--budget", "20s")
PLAIN, PACKED, WITH = "steady", "steady+gzip", "steady+zlib-dictionary"
USAGE = 2


def messages(folder: Path, count: int) -> Path:
    """Small messages that have much in common, but for a number each."""
    path = folder / "messages.jsonl"
    lines = (f'{{"number": {at * 7919 % 10007}, "text": "measured by the station at noon"}}\n' for at in range(count))
    path.write_text("".join(lines))
    return path


def subjects(*named: str) -> list[str]:
    return [word for subject in named for word in ("--codec", subject)]


def test_half_trains_and_the_other_half_is_measured(wirelab: Wirelab, tmp_path: Path) -> None:
    words = ("sizes", str(messages(tmp_path, 400)), "--unit", "document", "--platform", "fake", "--json")
    whole = json.loads(wirelab(*words, *subjects(PLAIN)).stdout)
    ended = wirelab(*words, *subjects(PLAIN, PACKED, WITH))
    assert ended.returncode == 0, ended.stderr
    halved = json.loads(ended.stdout)
    size = {cell["codec"]: cell["size_bytes"]["none"] for cell in halved["cells"]}
    (one,) = whole["cells"]
    assert 0.4 < size[PLAIN] / one["size_bytes"]["none"] < 0.6
    assert size[WITH] < size[PLAIN] < size[PACKED]
    (note,) = [each for each in halved["not_run"] if each["what"].startswith("every second object of ")]
    assert not note["fault"]
    said = r"these 200 train the dictionaries and are not measured: [\d,]+ bytes for steady \(fake\)"
    assert re.fullmatch(said, note["why"])


def test_times_are_measured_and_the_report_says_of_what(wirelab: Wirelab, tmp_path: Path) -> None:
    data = messages(tmp_path, 400)
    words = ("run", str(data), "--unit", "document", "--platform", "fake", *QUICK)
    ended = wirelab(*words, *subjects(PLAIN, WITH))
    assert ended.returncode == 0, ended.stderr
    rows = [line.split() for line in ended.stdout.splitlines() if line.startswith(f"{WITH} ")]
    assert len(rows) == 2, "serialize and deserialize"
    assert "Not run: every second object of messages/400/own (these 200 train the dictionaries" in ended.stdout


REFUSED = [
    ('{"a": 1}\n', ["it has one object", "--unit document"]),
    ('{"a": 1}\n{"a": 2}\n{"a": 3}\n', ["there is too little to train it on", "a few hundred at least"]),
]


@pytest.mark.parametrize(("content", "said"), REFUSED, ids=["one", "few"])
def test_refused_with_what_to_do(wirelab: Wirelab, tmp_path: Path, content: str, said: list[str]) -> None:
    (tmp_path / "few.jsonl").write_text(content)
    ended = wirelab("sizes", "few.jsonl", "--unit", "document", "--platform", "fake", *subjects(WITH))
    assert ended.returncode == USAGE
    for words in said:
        assert words in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("samples", [[], [b""], [b"a"], [b"abc"] * 20])
def test_too_few_samples_give_no_dictionary(samples: list[bytes]) -> None:
    assert trained(samples) is None


def test_a_dictionary_is_at_most_a_tenth_and_the_same_each_time() -> None:
    samples = [f"measured by the station at noon: {at * 7919 % 10007}".encode() for at in range(1_000)]
    one, again = trained(samples), trained(samples)
    assert one is not None
    assert again is not None
    assert one.as_bytes() == again.as_bytes()
    assert len(one) <= sum(map(len, samples)) // 10
    packed = zlib.compressobj(zdict=one.as_bytes())
    assert len(packed.compress(samples[1]) + packed.flush()) < len(samples[1])
