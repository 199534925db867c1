"""Latest executed trials of each codec: kept on this machine, with a version and a day, used before recorded ones."""

import datetime
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import ROOT, Wirelab
from wirelab.app.executed.kept import executed, executed_words, keep, known_of, of_withstanding
from wirelab.model.findings.withstood import Outcome, Unpacking, Withstanding, Withstood
from wirelab.model.subject import parse_subject
from wirelab.report.executed import EVOLVES, HOSTILE

OUTCOMES = [(("p", "a"), True), (("p", "a"), False), (("p", "b:x=1"), True)]
VERSIONS = {("p", "a"): "1.2", ("p", "b"): "3"}


def test_what_is_recorded_has_a_day(tmp_path: Path) -> None:
    known = known_of(executed(tmp_path), ("python",), "orjson")
    lines = (ROOT / "hostile" / "outcomes.csv").read_text(encoding="utf-8").splitlines()
    (numbers,) = [[*map(int, line.split(",")[1:])] for line in lines if line.startswith("orjson,")]
    assert (known[HOSTILE].good, known[HOSTILE].total) == (sum(numbers[:3]), sum(numbers))
    assert known[EVOLVES].total == 60
    assert (known[EVOLVES].on, known[HOSTILE].on) == (datetime.date(2026, 11, 26), datetime.date(2026, 11, 26))
    assert "(as recorded by Wirelab's developers, 2026-11-26)" in executed_words(known)


def test_what_several_commands_keep_at_once_is_all_kept(tmp_path: Path) -> None:
    places = [("p", f"codec{at}") for at in range(20)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda place: keep(tmp_path, EVOLVES, [(place, True)], {}), places))
    assert {*places} <= executed(tmp_path).keys()


def test_what_is_kept_comes_before_it_and_other_columns_stay(tmp_path: Path) -> None:
    keep(tmp_path, EVOLVES, OUTCOMES, VERSIONS)
    keep(tmp_path, HOSTILE, OUTCOMES[:1], VERSIONS)
    keep(tmp_path, EVOLVES, [(("python", "orjson"), True)], {("python", "orjson"): "3.11.4"})
    known = executed(tmp_path)
    own = known["p", "a"]
    assert (own[EVOLVES].short, own[HOSTILE].short, own[EVOLVES].version) == ("1 of 2", "1 of 1", "1.2")
    assert known["p", "b:x=1"][EVOLVES].version == "3"
    orjson = known_of(known, ("python",), "orjson")
    assert (orjson[EVOLVES].short, orjson[EVOLVES].version) == ("1 of 1", "3.11.4")
    assert orjson[HOSTILE].version == "", "as recorded"
    assert known_of(known, ("other", "p"), "a")[EVOLVES].short == "1 of 2"
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["executed.json", "executed.json.lock"], "nothing else is left beside it"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"p": {"a": {"evolves": {"good": "many"}}}}'])
def test_a_damaged_file_is_no_knowledge_and_written_again(tmp_path: Path, text: str) -> None:
    (tmp_path / "executed.json").write_text(text)
    assert ("p", "a") not in executed(tmp_path)
    keep(tmp_path, EVOLVES, OUTCOMES, VERSIONS)
    assert executed(tmp_path)["p", "a"][EVOLVES].short == "1 of 2"


def test_few_bytes_that_unpack_to_many_count_as_inputs() -> None:
    bombs = (Unpacking(9, 99, Outcome.REFUSED), Unpacking(9, 999, Outcome.MEMORY))
    found = Withstanding("w", 1, 1, 1.0, (Withstood("p", parse_subject("a+gzip"), "F", (), unpackings=bombs),), ())
    assert [*of_withstanding(found)] == [(("p", "a+gzip"), True), (("p", "a+gzip"), False)]


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    keep(tmp_path / "missing", EVOLVES, OUTCOMES, VERSIONS)
    assert not (tmp_path / "missing").exists()


@pytest.mark.long
def test_columns_of_the_list(wirelab: Wirelab, tmp_path: Path) -> None:
    cache = {"WIRELAB_CACHE": str(tmp_path / "cache")}
    rows = {row["codec"]: row for row in json.loads(wirelab("list", "codecs", "--json", **cache).stdout)["codecs"]}
    assert rows["orjson"]["evolves"].endswith(" of 60")
    assert rows["orjson"]["interoperates"] == "", "nobody has tried it here"
    assert rows["avsc"]["hostile"] == "2,142 of 2,143"
    shown = wirelab("list", "codecs", "orjson", **cache).stdout
    assert "values that were read with another version of their schema came back" in shown


@pytest.mark.long
def test_a_command_keeps_what_it_saw(wirelab: Wirelab, tmp_path: Path) -> None:
    words = ("--platform", "fake", "--codec", "steady", "--codec", "bimodal")
    cache = {"WIRELAB_CACHE": str(tmp_path / "cache")}
    for command in (("interop", "school", "--variant", "random"), ("withstand", "school", "--size", "110")):
        ended = wirelab(*command, *words, **cache)
        assert ended.returncode == 0, ended.stderr
    (tmp_path / "x.json").write_text('[{"a": 1}]')
    assert wirelab("interop", "--data", "x.json", *words, **cache).returncode == 0
    kept = json.loads((tmp_path / "cache" / "executed.json").read_text(encoding="utf-8"))["fake"]["steady"]
    assert kept.keys() == {"interoperates", "hostile"}
    assert (kept["interoperates"]["good"], kept["interoperates"]["total"]) == (2, 2), "not of one's own data"
    assert kept["interoperates"]["on"] == datetime.datetime.now(datetime.UTC).date().isoformat()
