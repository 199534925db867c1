"""`wirelab interop`, as a user types it: over the fake runner, and over Python and Node."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import Wirelab
from wirelab.app.compatibility.interop import _written
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.subject import Subject
from wirelab.schema.objects import write_frames

MEASUREMENT = 5
FAKE = ("interop", "school", "--variant", "random", "--platform", "fake")
WELL = ("--codec", "steady", "--codec", "bimodal")


@pytest.mark.long
def test_two_that_read_each_other(wirelab: Wirelab, tmp_path: Path) -> None:
    ended = wirelab(*FAKE, *WELL, "--out", "i.html")
    assert ended.returncode == 0, ended.stderr
    first, basis, *_ = ended.stdout.splitlines()
    assert first == "2 of 2 pairs of writer and reader with one format read every value as it was written."
    assert "Tried on 2 codecs: each wrote school/1100/random" in basis
    assert "one, school/1100/random: steady, bimodal (fake)." in ended.stdout, "they write the same bytes"
    assert "<title>Wirelab interoperation: school/1100/random" in (tmp_path / "i.html").read_text(encoding="utf-8")
    assert not (tmp_path / "wirelab.duckdb").exists(), "nothing is measured"


def test_codecs_of_other_formats_are_no_pair_though_they_write_the_same_bytes(wirelab: Wirelab) -> None:
    ended = wirelab(*FAKE, *WELL, "--codec", "slower-2", "--codec", "slower-5", "--codec", "tunable", "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert len({each["digest"] for each in found["written"]}) == 1
    pairs = [(each["format"], each["writer"]["subject"], each["reader"]["subject"]) for each in found["readings"]]
    of_one, of_five = ("steady", "bimodal"), ("slower-5", "tunable")
    assert sorted(pairs) == sorted(
        (name, *ways) for name, both in (("one", of_one), ("five", of_five)) for ways in (both, both[::-1])
    )


def test_a_process_that_ended_is_not_called_one_that_wrote_other_bytes(tmp_path: Path) -> None:
    cell, file = Cell(CorpusName("w", "1", "v"), "p", Subject("a"), Operation.SERIALIZE), tmp_path / "file"
    file.write_bytes(write_frames([(0, b"bytes")]))
    found = _written(cell, "F", file, Loss(LossKind.CRASH, "it ended with status 9"), {})
    assert found.why == "nothing was written in another process: it ended with status 9"
    assert not replace(found, promised=True).breaks_promise


def test_what_goes_wrong_is_told_apart(wirelab: Wirelab) -> None:
    ended = wirelab(*FAKE, *WELL, "--codec", "unlike-itself", "--codec", "mismatch", "--json")
    assert ended.returncode == MEASUREMENT, ended.stderr
    found = json.loads(ended.stdout)
    pairs = {(each["writer"]["subject"], each["reader"]["subject"]): each for each in found["readings"]}
    assert pairs["steady", "bimodal"]["outcome"] == "same"
    assert pairs["steady", "unlike-itself"]["outcome"] == "changed"
    assert pairs["steady", "unlike-itself"]["what"].startswith("[0] was a message School")
    assert not any("mismatch" in pair for pair in pairs), "it cannot carry the data"
    (mismatch,) = [each for each in found["written"] if each["cell"]["subject"] == "mismatch"]
    assert mismatch["why"].startswith("it does not read its own bytes: ")


@pytest.mark.parametrize(
    "words", [FAKE, ("evolve", "--platform", "fake", "--change", "field-added"), ("withstand", "school", *FAKE[2:])]
)
def test_a_codec_that_was_named_and_could_not_be_tried_has_an_exit_code(
    wirelab: Wirelab, words: tuple[str, ...]
) -> None:
    ended = wirelab(*words, "--codec", "released@9.9", "--codec", "steady")
    assert ended.returncode == MEASUREMENT, ended.stderr
    assert "skipping runner fake with released@9.9" in ended.stderr


def test_a_codec_that_was_named_and_cannot_carry_the_data_has_an_exit_code(wirelab: Wirelab) -> None:
    for words in (FAKE, ("evolve", "--platform", "fake", "--change", "field-added")):
        ended = wirelab(*words, *WELL, "--codec", "refuses:when=decode")
        assert ended.returncode == MEASUREMENT, ended.stderr
        assert wirelab(*words, *WELL).returncode == 0


@pytest.mark.long
def test_data_that_is_hard_on_codecs(wirelab: Wirelab) -> None:
    words = ("interop", "--torture", "--variant", "maps", "--variant", "floats", "--platform", "fake", *WELL)
    ended = wirelab(*words, "--json")
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    corpora = {each["cell"]["corpus"]["variant"] for each in found["written"]}
    assert corpora == {"maps", "floats"}
    turned = {(each["cell"]["corpus"]["variant"], each["keeps_order"]) for each in found["written"]}
    assert turned == {("maps", True), ("floats", None)}, "it copies bytes; where there are no maps nothing is known"


@pytest.mark.long
def test_a_promise_of_equal_bytes_that_is_broken_is_a_finding(wirelab: Wirelab, tmp_path: Path) -> None:
    words = ("interop", "--torture", "--variant", "maps", "--platform", "fake", "--codec", "promising")
    ended = wirelab(*words, "--codec", "steady", "--out", "i.md", "--format", "markdown")
    assert ended.returncode == MEASUREMENT, ended.stderr
    page = (tmp_path / "i.md").read_text(encoding="utf-8")
    assert "torture/1/maps, where maps were filled in another order: promising (fake)\n" in page
    assert "| promising | fake | one | yes | 1 of 1 | 0 of 1 | steady (fake) |" in page
    assert "| steady | fake | one | – | 1 of 1 | 0 of 1 | promising (fake) |" in page


@pytest.mark.timeout(1000)
@pytest.mark.builds
def test_settings_that_promise_equal_bytes_keep_it(wirelab: Wirelab) -> None:
    asked = (
        "json:order=sorted",
        "orjson:order=sorted",
        "cbor2:canonical=on",
        "protobuf-python:deterministic=on",
        "json",
    )
    words = ("interop", "--torture", "--variant", "logical-maps", "--platform", "python")
    ended = wirelab(*words, *(word for each in asked for word in ("--codec", each)), "--json", timeout=900)
    written = {each["cell"]["subject"]: each for each in json.loads(ended.stdout)["written"]}
    assert {name: each["keeps_order"] for name, each in written.items() if not each["why"]} == {
        **dict.fromkeys(asked[:-1], False),
        "json": True,
    }
    assert {name for name, each in written.items() if each["promised"]} == {*asked[:-1]}
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("interop",), "give a workload, or your own data with --data"),
        (("interop", "school", "--data", "x.json"), "give a workload, or your own data with --data"),
        (("interop", "scool"), "workload 'scool': there is no such workload"),
        (("interop", "school", "--codec", "orjsn"), "there is no codec 'orjsn'"),
        (("interop", "school", "--torture"), "--torture names the workload"),
        (("interop", "--torture", "--data", "x.json"), "option --data: --torture has data of its own"),
        (("interop", "--vectors", ".", "--torture"), "takes no torture"),
        (("interop", "school", "--out", "-", "--json"), "standard output cannot hold both"),
    ],
)
def test_wrong_input(wirelab: Wirelab, words: tuple[str, ...], says: str) -> None:
    ended = wirelab(*words)
    assert ended.returncode == 2, ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.long
@pytest.mark.timeout(1000)
@pytest.mark.builds
def test_ones_own_data_across_codecs(wirelab: Wirelab, tmp_path: Path) -> None:
    """A number beyond 2^53 is read by all of Python's codecs of a format."""
    (tmp_path / "big.json").write_text('[{"id": 9007199254740993, "name": "ä"}]')
    ended = wirelab("interop", "--data", "big.json", "--platform", "python", "--json", timeout=900)
    assert ended.returncode == 0, ended.stderr
    found = json.loads(ended.stdout)
    assert len(found["readings"]) >= 6
    assert {each["format"] for each in found["written"]} >= {"JSON", "MessagePack"}
    assert {each["outcome"] for each in found["readings"]} == {"same"}
