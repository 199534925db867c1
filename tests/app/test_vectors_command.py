"""`wirelab interop --vectors`, as a user types it: mistakes, and a small suite over Python's codecs."""

import io
import json
import tarfile
from pathlib import Path

import pytest

from tests.conftest import Wirelab

MEASUREMENT = 5
CASES = {
    "y_text": b'["a\\u00e9"]',
    "y_number": b"42",
    "y_twice": b'{"a":"b","a":"c"}',
    "y_deep": b"[[[1]]]",
    "y_changed": b"[9007199254740993]",
    "n_comma": b"[1,]",
    "n_nan": b"[NaN]",
    "n_behind": b'{"a":"b"}#',
    "n_within": b'1,"a":2',
    "n_endless": 100_000 * b"[",
    "i_large": b"[1e400]",
}


def suite(folder: Path) -> None:
    with tarfile.open(folder / "s.tar.xz", "w:xz") as archive:
        for name, content in CASES.items():
            member = tarfile.TarInfo(f"s/{name}.json")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--vectors", "missing"), 2, "suites missing: there is no such folder"),
        (("--vectors", "."), 2, "there is no suite in a known layout"),
        (("--vectors", ".", "school"), 2, "--vectors has data of its own, and takes no workload"),
        (("--vectors", ".", "--data", "x.json"), 2, "--vectors has data of its own, and takes no data"),
        (("--vectors", ".", "--variant", "x"), 2, "--vectors has data of its own, and takes no variant"),
        (("--vectors", "s", "--platform", "fake"), 2, "no chosen codec has their format, JSON"),
        (("--vectors", "s", "--codec", "orjsn"), 2, "there is no codec 'orjsn'"),
        (("--vectors", "b.tar.xz"), 3, "suites b.tar.xz, b.tar.xz: it is not an archive, or it is damaged"),
    ],
)
def test_wrong_input(wirelab: Wirelab, tmp_path: Path, words: tuple[str, ...], code: int, says: str) -> None:
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "y_one.json").write_bytes(b"[1]")
    (tmp_path / "b.tar.xz").write_bytes(b"no archive")
    if words[1] == ".":
        (tmp_path / "s" / "y_one.json").unlink()
        (tmp_path / "b.tar.xz").unlink()
    ended = wirelab("interop", *words)
    assert ended.returncode == code, ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.timeout(1000)
@pytest.mark.builds
def test_a_small_suite(wirelab: Wirelab, tmp_path: Path) -> None:
    suite(tmp_path)
    words = ("--codec", "json", "--codec", "orjson", "--codec", "cbor2")
    ended = wirelab("interop", "--vectors", ".", "--platform", "python", *words, "--json", timeout=900)
    assert ended.returncode == MEASUREMENT, ended.stderr
    found = json.loads(ended.stdout)
    assert found["suites"] == [["s", "JSON", len(CASES)]]
    assert [each["what"] for each in found["not_run"]] == ["cbor2"]
    outcomes = {(each["subject"], each["case"]): each["outcome"] for each in found["answers"]}
    assert {case: outcome for (subject, case), outcome in outcomes.items() if subject == "orjson"} == {
        **dict.fromkeys(CASES, "as the suite says"),
        "y_deep": "not asked",
        "n_within": "not asked",
    }
    others = {case for (subject, case), outcome in outcomes.items() if subject == "json" and outcome == "accepted"}
    assert others == {"n_nan"}, "Python's own reads a number that JSON has not"
    (large,) = [each for each in found["answers"] if each["case"] == "i_large" and each["subject"] == "json"]
    assert large["read"] is True


@pytest.mark.timeout(1000)
@pytest.mark.builds
def test_what_the_report_says(wirelab: Wirelab, tmp_path: Path) -> None:
    suite(tmp_path)
    words = ("--codec", "json", "--out", "v.md", "--format", "markdown")
    ended = wirelab("interop", "--vectors", ".", "--platform", "python", *words, timeout=900)
    assert ended.returncode == MEASUREMENT, ended.stderr
    assert ended.stdout.startswith("8 of 9 answers to cases of public suites are as the suite says; 1 malformed and ")
    page = (tmp_path / "v.md").read_text(encoding="utf-8")
    assert page.startswith("<!-- Wirelab interoperation -->\n# Wirelab interoperation: 1 suite of cases")
    assert "json (python), s: n\\_nan" in page
    assert "nan" in page.partition("n\\_nan")[2].splitlines()[0]
