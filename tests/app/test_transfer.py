"""Data from one platform to others, as a user asks it: over the fake runner, and once over Python."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.app.studies import QUICK_MODE
from tests.conftest import Wirelab
from wirelab.model.cell import Operation
from wirelab.model.errors import UsageError

STUDY = f"""\
name = "taken"
question = "?"
[factors]
workload = ["school"]
size = [110]
platform = ["fake", "fake-slow-start"]
codec = ["steady", "bimodal", "slower-5", "unlike-itself", "mismatch", "tunable:speed=high"]
[transfer]
sender = "fake"
receivers = ["fake"]
link = "100Mbit/s,1ms"
[measure]
rounds = 5
{QUICK_MODE}"""
LINES = "".join(json.dumps({"id": at, "name": f"name {at}", "tags": ["x"] * (at % 3)}) + "\n" for at in range(50))


@pytest.mark.long
def test_formats_are_compared_by_all_that_they_take(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "taken.toml").write_text(STUDY.replace(', "fake-slow-start"', ""))
    ended = wirelab("run", "taken.toml", "--json", "--seed", "5")
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    one, five = told["transfer"]["ways"]
    assert (one["way"]["format"], five["way"]["format"]) == ("one", "five")
    assert told["transfer"]["reference"] == "one"
    assert told["transfer"]["qualifying"] == 2
    assert one["link_ns"] == pytest.approx(1e6 + 8 * one["encoded_bytes"] / 1e8 * 1e9)
    assert one["time_ns"]["estimate"] == pytest.approx(one["write_ns"] + one["read_ns"][0] + one["link_ns"], rel=0.01)
    assert one["time_ns"]["processes"] <= 3, "rounds that choose do not count"
    assert five["way"]["writer"]["subject"] == "tunable:speed=high", "it takes half the time"
    named = {each["what"]: each["why"] for each in told["not_run"]}
    lost = "one from steady on fake to unlike-itself on fake"
    assert named[lost].startswith("[0] was a message School and came back as no such message: 0x")
    assert f"leaving out {lost}" in ended.stderr
    own = named["one from mismatch on fake to steady on fake"]
    assert own.startswith("mismatch does not read its own bytes: "), "so no process of it would ever count"
    shown = wirelab("report", "--format", "markdown", "--out", "-")
    assert "school from fake to fake in the least time" in shown.stdout
    assert (tmp_path / "wirelab-report.html").read_text().index("in the least time") < 20_000
    together = json.loads(wirelab("report", "--runs", "all", "--json").stdout)
    assert together["ratios"] == [], "formats are compared, not cells"
    assert {each["format"]: each["against"] for each in together["formats"]} == {"one": "", "five": "one"}
    (pooled,) = [each["ratio"]["value"]["estimate"] for each in together["formats"] if each["against"]]
    assert pooled == pytest.approx(five["ratio"]["estimate"])
    assert "in the least time, " in together["answer"]


def test_a_study_with_other_platforms_than_its_transfer_is_refused(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "taken.toml").write_text(STUDY)
    ended = wirelab("run", "taken.toml")
    assert ended.returncode == 3
    assert "factors.platform must name the sender and the receivers of [transfer]" in ended.stderr


def test_a_transfer_of_several_sizes_is_a_mistake_of_its_study(wirelab: Wirelab, tmp_path: Path) -> None:
    study = STUDY.replace(', "fake-slow-start"', "").replace("[110]", "[110, 1100]")
    (tmp_path / "taken.toml").write_text(study)
    ended = wirelab("study", "check", "taken.toml")
    assert ended.returncode == 3
    assert "line 5: factors.size: a transfer is of one size" in ended.stderr


@pytest.mark.parametrize("sizes", [("110", "1100"), ()])
def test_a_transfer_of_several_sizes_is_refused_before_anything_is_built(
    sizes: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from wirelab.app.request import Overrides, asked

    monkeypatch.delenv("WIRELAB_RESOURCES", raising=False)
    in_study = "[110]" if sizes else "[110, 1100]"
    study = STUDY.replace(', "fake-slow-start"', "").replace("[110]", in_study)
    (tmp_path / "taken.toml").write_text(study)
    with pytest.raises(UsageError, match="a transfer is of one workload, size and variant") as caught:
        asked(str(tmp_path / "taken.toml"), Overrides(size=sizes))
    assert caught.value.why == "these were asked for: size 110, 1100"
    assert asked(str(tmp_path / "taken.toml"), Overrides(size=("110",))).factors.size == ("110",)


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"platform": ("fake", "fake-slow-start")}, "factors.platform must name the sender and the receivers"),
        ({"operation": (Operation.SERIALIZE,)}, "factors.operation is serialize and deserialize"),
    ],
)
def test_options_that_do_not_fit_the_transfer_of_a_study_are_refused(
    given: dict[str, Any], fault: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from wirelab.app.request import Overrides, asked

    monkeypatch.delenv("WIRELAB_RESOURCES", raising=False)
    (tmp_path / "taken.toml").write_text(STUDY.replace(', "fake-slow-start"', ""))
    with pytest.raises(UsageError, match=fault):
        asked(str(tmp_path / "taken.toml"), Overrides(**given))


def test_the_usual_codecs_are_asked_and_the_first_is_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    from wirelab.app.request import Overrides, asked, transfer_asked

    monkeypatch.delenv("WIRELAB_RESOURCES", raising=False)
    transfer = transfer_asked("jvm", ("python",), None)
    study = asked(None, Overrides(workload=("school",), transfer=transfer), usual=True)
    assert study.factors.platform == ("jvm", "python")
    assert study.reference_subject == study.factors.codec[0], "that of the default study is of no more use"
    assert 10 < len(study.factors.codec) < 30
    every = asked(None, Overrides(workload=("school",), transfer=transfer))
    assert every.reference_subject == study.reference_subject, "usual ones come first among all"
    assert len(every.factors.codec) > 30
    assert study.measure.rounds == 10
    assert study.question == "Which format takes school from jvm to python in the least time, over 1 Gbit/s?"


@pytest.mark.exhaustive
@pytest.mark.long
@pytest.mark.builds
def test_ones_own_data_from_one_platform_to_another(wirelab: Wirelab, tmp_path: Path) -> None:
    (tmp_path / "orders.jsonl").write_text(LINES)
    words = ("--from", "python", "--to", "python", "--codec", "orjson", "--codec", "msgspec-msgpack")
    ended = wirelab("run", "--data", "orders.jsonl", *words, "--link", "50Mbit/s", "--rounds", "3")
    assert ended.returncode == 0, ended.stderr
    sentence, _, title, header, *rows = ended.stdout.splitlines()
    assert "takes orders from python to python in the least time" in sentence
    assert "over 50 Mbit/s" in sentence
    assert title == "orders/50/own from python to python over 50 Mbit/s"
    assert header.split()[0] == "format"
    assert {row.split()[0] for row in rows[:2]} == {"JSON", "MessagePack"}
    assert any("yes" in row.split() and "orjson" in row for row in rows[:2])
    assert "Before anything was timed, each reader decoded every value" in ended.stdout


@pytest.mark.builds
def test_no_format_in_common(wirelab: Wirelab, tmp_path: Path) -> None:
    words = ("--from", "fake", "--to", "python", "--codec", "steady", "--codec", "orjson")
    ended = wirelab("run", "--workload", "school", *words)
    assert ended.returncode == 2, ended.stderr
    assert "there is no format that fake writes and python can read" in ended.stderr
    assert "python has JSON" in ended.stderr
    assert list(tmp_path.iterdir()) == []
