"""`wirelab recommend`, as a user types it, over scripted subjects of the fake runner."""

import csv
import json
from pathlib import Path

import duckdb
import pytest

from tests.app.studies import write_study
from tests.conftest import ROOT, Wirelab
from wirelab.app.executed.tried import recorded, tried_in
from wirelab.choice.prices import Prices
from wirelab.files.toml import parse_document

NO_LAB, MALFORMED, USAGE, NOTHING = 6, 3, 2, 5
NS_AN_HOUR = 3.6e12
YEAR_S = 31_536_000


@pytest.fixture
def lab(wirelab: Wirelab, tmp_path: Path) -> Path:
    """A lab with a run of two codecs, one of which takes half the time, on 110 objects."""
    name = write_study(tmp_path, "steady", "tunable:speed=high", rounds=4)
    study = tmp_path / name
    study.write_text(study.read_text().replace('["serialize"]', '["serialize", "deserialize"]'))
    ended = wirelab("run", name, "--seed", "3")
    assert ended.returncode == 0, ended.stderr
    return tmp_path / "wirelab.duckdb"


def edited(folder: Path, **changed: object) -> str:
    """The lab's own prices with others for some."""
    text, part = [], ""
    for line in (ROOT / "prices.toml").read_text(encoding="utf-8").splitlines():
        part = line[1 : line.index("]")] if line.startswith("[") else part
        text.append(f"price = {changed[part]}" if line.startswith("price =") and part in changed else line)
    (folder / "mine.toml").write_text("\n".join(text), encoding="utf-8")
    return "mine.toml"


@pytest.mark.long
def test_a_year_is_added_up_from_what_was_measured(lab: Path, wirelab: Wirelab, tmp_path: Path) -> None:
    prices = edited(tmp_path, traffic=0)
    ended = wirelab("recommend", "--prices", prices, "--messages", "250", "--reads", "2", "--json", "--out", "r.html")
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    measured = json.loads(wirelab("report", "--json", "--out", "again.html").stdout)
    times = {
        (each["cell"]["subject"], each["cell"]["operation"]): each["time_ns"]["estimate"]
        for each in measured["findings"]
        if not each["cell"]["twin"]
    }
    objects = told["objects"]
    found = {each["candidate"]["way"]["writer"]["subject"]: each for each in told["found"]["choices"]}
    for codec, each in found.items():
        taken_ns = (times[codec, "serialize"] + 2 * times[codec, "deserialize"]) / objects
        year = 250 * YEAR_S * taken_ns * 0.0425 / NS_AN_HOUR
        assert each["cost"]["estimate"] == pytest.approx(year, rel=0.2), "the report's times are not levelled by round"
        own = each["candidate"]["times"]
        spent_ns = own["write_ns"] + 2 * own["read_ns"]
        assert each["cost"]["estimate"] == pytest.approx(250 * YEAR_S * spent_ns * 0.0425 / NS_AN_HOUR, rel=1e-9)
        assert each["cost"]["low"] <= each["cost"]["estimate"] <= each["cost"]["high"]
    assert told["found"]["taken"]["writer"]["subject"] == "tunable:speed=high"
    assert found["steady"]["ratio"]["estimate"] > 1.5
    assert not found["steady"]["may_be_cheapest"]
    assert "<title>Wirelab recommendation: school/110/random" in (tmp_path / "r.html").read_text(encoding="utf-8")
    shown = wirelab("recommend", "--prices", prices, "--explain").stdout
    assert shown.startswith("Take tunable:speed=high: ")
    assert "steady, the next, costs " in shown
    # Only bytes cost anything, and both write the same: one is quicker all the same.
    equal = wirelab("recommend", "--prices", edited(tmp_path, processor=0)).stdout
    assert equal.startswith("Take tunable:speed=high: ")
    assert "and no other is cheaper (95 % sure)" in equal


@pytest.mark.long
def test_needs_prices_and_names_that_are_none_are_refused(lab: Path, wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text('{"id": 1}')
    unmet = wirelab("recommend", "--needs", "readable,canonical", "--out", "-", "--format", "markdown")
    assert unmet.returncode == NOTHING, unmet.stderr
    assert "Nothing meets all needs. Drop " in unmet.stdout
    for price, words in (
        ("nan", "processor.price: should be a finite number"),
        ("-1", "processor.price: should be at least 0"),
        ('"much"', "processor.price: should be a number"),
        ("inf", "processor.price: should be a finite number"),
    ):
        ended = wirelab("recommend", "--prices", edited(tmp_path, processor=price))
        assert ended.returncode == MALFORMED, ended.stdout
        assert "prices mine.toml" in ended.stderr
        assert words in ended.stderr
    for options, words in (
        (("--needs", "speed"), "there is no such need"),
        (("--reads", "nan"), "is not a number of reads"),
        (("--months", "-1"), "is not a number of months"),
        (("--messages", "0"), "is not a number of messages per second"),
        (("--cold-starts", "2"), "is not a share of all calls"),
        (("--corpus", "orders"), "there is no such corpus"),
        (("--platform", "jvm"), "there is no such platform of the run"),
        (("--rounds", "3"), "it is about measuring data of your own"),
        (("--from", "jvm", "--to", "python"), "it is about measuring data of your own"),
        (("nowhere.jsonl",), "there is no file or folder of data"),
        (("orders.jsonl", "--corpus", "orders"), "option --corpus: it cannot be combined with --data"),
        (("--prices", "nowhere.toml"), "there is no such file"),
    ):
        ended = wirelab("recommend", *options)
        assert (ended.returncode, words in ended.stderr) == (USAGE, True), (options, ended.stderr)
    cold = wirelab("recommend", "--cold-starts", "0.01")
    assert cold.returncode == NO_LAB
    assert "--mode cold" in cold.stderr
    assert wirelab("recommend", "--lab", "none.duckdb").returncode == NO_LAB
    (tmp_path / "t.json").write_text('{"written": [{"cell": 3}]}')
    tried = wirelab("recommend", "--tried", "t.json")
    assert tried.returncode == MALFORMED
    assert "outcomes t.json: it is not the --json output of these commands" in tried.stderr


@pytest.mark.long
def test_what_was_tried_on_ones_own_data_comes_first(lab: Path, wirelab: Wirelab, tmp_path: Path) -> None:
    interop = wirelab("interop", "school", "--size", "110", "--platform", "fake", "--codec", "steady", "--json")
    (tmp_path / "interop.json").write_text(interop.stdout)
    evolve = wirelab("evolve", "--platform", "fake", "--codec", "steady", "--json")
    (tmp_path / "evolve.json").write_text(evolve.stdout)
    tried = ("--tried", "interop.json", "--tried", "evolve.json", "--codec", "steady", "--explain")
    ended = wirelab("recommend", "--needs", "canonical,evolution", *tried)
    assert ended.returncode == 0, ended.stderr
    assert "canonical: yes (executed: another process wrote the same bytes)" in ended.stdout
    assert "evolution: yes (executed: a field is added at the end; the last field is removed" in ended.stdout


@pytest.mark.long
def test_a_run_without_a_finished_cell_recommends_nothing(wirelab: Wirelab, tmp_path: Path) -> None:
    name = write_study(tmp_path, "crashes", rounds=2)
    study = tmp_path / name
    study.write_text(study.read_text().replace('["serialize"]', '["serialize", "deserialize"]'))
    wirelab("run", name, "--seed", "3")
    ended = wirelab("recommend")
    assert ended.returncode == NOTHING, ended.stderr
    assert ended.stdout.startswith("Nothing can be recommended: ")


def test_tables_of_what_was_tried_have_a_line_for_each_codec() -> None:
    for folder, columns in (("evolution", 3), ("hostile", 8)):
        with (ROOT / folder / "outcomes.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        names = [row[0] for row in rows[1:]]
        assert names == sorted(set(names))
        assert {len(row) for row in rows} == {columns}
        assert len(names) >= 100


def test_wirelabs_own_prices_are_read_and_say_of_what_and_when() -> None:
    text = (ROOT / "prices.toml").read_text(encoding="utf-8")
    prices = parse_document(text, Prices, "prices.toml")
    assert {each.as_of for each in (prices.processor, prices.traffic, prices.storage, prices.waiting)} == {"2025-01"}
    assert prices.processor.of_a_ns * 7e6 == pytest.approx(prices.traffic.of_a_byte * 1000, rel=0.05), (
        "docs/recommending.md says that 1 kB of traffic costs as much as 7 ms of processor time"
    )


def test_every_codec_that_was_tried_exists_and_has_an_everyday_change() -> None:
    found = recorded()
    assert {codec for _, codec in found.evolved} <= {codec for _, codec in found.withstood} | {"encoding-xml", "gob"}
    assert all(len(each) == 2 for each in found.evolved.values())
    assert found.survived["", "protobuf-java"][1] == 60


LINES = "".join(json.dumps({"id": at, "name": f"name {at}"}) + "\n" for at in range(40))


@pytest.mark.long
def test_ones_own_data_is_measured_with_first_calls_and_recommended_in_one_go(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text(LINES)
    codecs = ("--platform", "fake", "--codec", "steady", "--codec", "tunable:speed=high", "--rounds", "2")
    ended = wirelab("recommend", "orders.jsonl", *codecs, "--cold-starts", "0.5", "--budget", "10m", "--json")
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert (told["objects"], told["found"]["use"]["cold_starts"]) == (40, 0.5)
    for each in told["found"]["choices"]:
        times = each["candidate"]["times"]
        spent_ns = times["write_ns"] + times["read_ns"] + 0.5 * (times["cold_write_ns"] + times["cold_read_ns"])
        assert each["money"]["processor"] == pytest.approx(1000 * YEAR_S * spent_ns * 0.0425 / NS_AN_HOUR)
    with duckdb.connect(tmp_path / "wirelab.duckdb", read_only=True) as connection:
        budgets = connection.execute("SELECT study_json ->> '$.measure.budget_s' FROM run").fetchall()
    assert [float(each) for (each,) in budgets] == [300, 300], "both together have 10 minutes"
    both = wirelab("recommend", "orders.jsonl", "--data", "orders.jsonl")
    assert (both.returncode, "cannot be combined with --data" in both.stderr) == (USAGE, True)


@pytest.mark.long
def test_formats_between_platforms_cost_what_their_link_carries(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text(LINES)
    codecs = ("--codec", "steady", "--codec", "tunable:speed=high", "--rounds", "3")
    between = ("--from", "fake", "--to", "fake", "--link", "1Mbit/s,1ms")
    ended = wirelab("recommend", "orders.jsonl", *between, *codecs, "--messages", "10", "--json")
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)["found"]
    assert told["use"]["link"] == {"bits_per_s": 1e6, "delay_s": 1e-3}
    assert [each["name"] for each in told["steps"]] == ["measured", "link", "cost"]
    again = wirelab("recommend", "--messages", "10", "--needs", "languages=python")
    assert again.returncode == NOTHING, "no runner of a language that people know has these formats"
    assert "over 1 Mbit/s, 1 ms" not in again.stdout
    flooded = wirelab("recommend", "--messages", "1000000")
    assert flooded.returncode == NOTHING
    assert "the link cannot carry the bytes" in flooded.stdout


def test_outcomes_of_ones_own_changes_come_before_those_that_are_recorded(tmp_path: Path) -> None:
    known, place = recorded(), ("jvm", "gson")
    trials = [
        {
            "platform": "jvm",
            "subject": "gson",
            "change": "price",
            "writer": writer,
            "reader": reader,
            "outcome": outcome,
        }
        for writer, reader, outcome in ((0, 1, "same"), (1, 0, "same"), (0, 2, "lost"), (2, 0, "same"))
    ]
    (tmp_path / "evolved.json").write_text(json.dumps({"changes": [["price", "price"]], "trials": trials}))
    attempts = {"attempts": [{"outcome": "refused"}], "unpackings": [{"outcome": "memory"}]}
    withstood = {"codecs": [{"platform": "jvm", "subject": "gson", **attempts}]}
    (tmp_path / "withstood.json").write_text(json.dumps(withstood))
    found = tried_in([tmp_path / "evolved.json", tmp_path / "withstood.json"]).over(known)
    assert found.evolved[place] == {"price": ("lost", "same")}
    assert found.survived[place] == (3, 4)
    assert found.withstood[place] == {"refused": 1, "memory": 1}
    assert found.evolved["", "gson"] == known.evolved["", "gson"]
    assert set(found.evolved["", "gson"].values()) == {("same", "same")}


def test_readings_of_all_data_and_of_all_files_count(tmp_path: Path) -> None:
    writer, one, other = (("a", "orjson"), ("b", "gson"), ("c", "cborg"))

    def interop(name: str, *readings: tuple[tuple[str, str], str]) -> Path:
        cells = [(dict(zip(("platform", "subject"), place, strict=True)), said) for place, said in readings]
        by = dict(zip(("platform", "subject"), writer, strict=True))
        read = [{"writer": by, "reader": cell, "outcome": said} for cell, said in cells]
        (tmp_path / name).write_text(json.dumps({"written": [], "readings": read}))
        return tmp_path / name

    first = interop("first.json", (one, "changed"), (one, "same"))
    second = interop("second.json", (one, "same"), (other, "refused"))
    assert tried_in([first]).readings == {writer: {one: False}}, "it lost values of the first data"
    assert tried_in([first, second]).readings == {writer: {one: False, other: False}}


def test_one_of_wirelabs_own_changes_does_not_answer_for_those_that_are_everyday(tmp_path: Path) -> None:
    at = {"platform": "jvm", "subject": "gson", "writer": 0, "reader": 1, "outcome": "same"}
    for change, everyday in (("field-renumbered", False), ("field-added", True)):
        evolved = {"changes": [[change, "says"]], "trials": [{**at, "change": change}]}
        (tmp_path / "evolved.json").write_text(json.dumps(evolved))
        found = tried_in([tmp_path / "evolved.json"]).evolved
        assert found == ({("jvm", "gson"): {"says": ("same", "")}} if everyday else {})


@pytest.mark.long
def test_one_cell_is_enough_only_where_nobody_reads(wirelab: Wirelab, tmp_path: Path) -> None:
    ended = wirelab("run", write_study(tmp_path, "steady", rounds=2), "--seed", "3")
    assert ended.returncode == 0, ended.stderr
    ended = wirelab("recommend")
    assert ended.returncode == NO_LAB
    assert "no codec in it both writes and reads its data" in ended.stderr
    assert "--reads 0" in ended.stderr
    written = wirelab("recommend", "--reads", "0")
    assert written.returncode == 0, written.stderr
    assert written.stdout.startswith("Take steady: ")
    assert "each written once and never read. It is the only one that was measured." in written.stdout
