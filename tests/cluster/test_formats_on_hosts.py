"""Data from one platform to another, measured by real codecs on hosts in network namespaces, one of which is killed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.studies import QUICK_MODE
from tests.cluster.network import Namespaces, in_namespaces, why_no_namespaces
from tests.conftest import Wirelab, require
from wirelab.store.lab import Lab

pytestmark = [pytest.mark.long, pytest.mark.builds, pytest.mark.exhaustive, pytest.mark.timeout(900)]
MEASUREMENT, ROUNDS, FIRST = 5, 4, 2
NAMES = ("left", "middle", "right")
CODECS = {"orjson": "json-v8", "msgspec-msgpack": "msgpackr", "cbor2": "cbor-x"}
"""Those that write in Python, with those that read that in Node; JSON has two in each, to choose from."""
STUDY = f"""\
name = "taken"
question = "?"
[factors]
workload = ["school"]
size = [110]
platform = ["python", "node"]
codec = {json.dumps(["json", "json-bigint", *CODECS, *CODECS.values()])}
[analysis]
until = "rounds"
[transfer]
sender = "python"
receivers = ["node"]
[measure]
rounds = {ROUNDS}
turns = 5
{QUICK_MODE.replace("slack_s = 2", "slack_s = 30")}"""


@pytest.fixture
def network(tmp_path: Path, root: None, wirelab: Wirelab) -> Iterator[Namespaces]:
    why = why_no_namespaces()
    require("namespaces", not why, why)
    # Hosts reach no package source: the packages that they need are built before.
    built = wirelab("sizes", "school", *(f"--platform={name}" for name in ("python", "node")), timeout=600)
    require("node", built.returncode == 0, f"Python and Node could not be built: {built.stderr}")
    with in_namespaces(tmp_path, NAMES) as made:
        (tmp_path / "taken.toml").write_text(STUDY)
        made.members.begin(NAMES)
        yield made


def measured(lab: Path) -> dict[str, list[set[str]]]:
    """The cells of each round on each host; none of them twice."""
    found: dict[str, list[set[str]]] = {}
    with Lab.open(lab, create=False, read_only=True) as opened:
        for run in opened.runs():
            planned = [(each.round, each.cell.key) for each in opened.planned(run.id)]
            assert len(set(planned)) == len(planned)
            rounds = range(1 + max(at for at, _ in planned))
            found[run.info.host.get("origin", "")] = [{key for at, key in planned if at == each} for each in rounds]
    return found


def report(network: Namespaces) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(network.members.out("driver").read_text())
    return found


def is_whole(network: Namespaces, *names: str) -> None:
    """Each host has every round, and in each that compares formats the cells of all of them."""
    found = measured(network.members.folder / "wirelab.duckdb")
    assert set(found) == {f"host {name}" for name in names}
    for rounds in found.values():
        assert len(rounds) == ROUNDS
        assert all(each == rounds[FIRST] for each in rounds[FIRST:]), "after those that chose codecs, all are the same"
        assert all(len(each) >= 2 * len(CODECS) for each in rounds[FIRST:])


def compares_formats(found: dict[str, Any], machines: int) -> None:
    formats = {each["format"]: each for each in found["formats"]}
    # On a busy machine most processes of a format may still change their speed: then a session says nothing of it.
    counts = {
        name: sum(why.startswith(f"{name} of ") for why in found["left_out"])
        for name in ("JSON", "MessagePack", "CBOR")
    }
    assert set(formats) == {name for name, unsteady in counts.items() if unsteady < machines}
    for name, each in formats.items():
        assert each["against"] == ("" if name == "JSON" else "JSON")
        unsteady = counts[name]
        assert each["time_ns"]["machines"] == machines - unsteady
        assert all(" → " in codecs for codecs in each["codecs"])
        assert len(each["sessions"]) == machines - unsteady
        assert all(session["rounds"] == ROUNDS - FIRST for session in each["sessions"])
    assert found["ratios"] == [], "formats are compared, not cells"
    assert "school from python to node over 1 Gbit/s in the least time" in found["answer"]


def test_a_host_is_killed_and_started_again(network: Namespaces) -> None:
    members = network.members
    members.drive("taken.toml", "--seed", "1")
    members.until(lambda: "host left: round 1 done" in members.log("driver"), 300)
    members.kill("left")
    members.until(lambda: "host left: it vanished" in members.log("driver"))
    members.serve("left")
    assert members.ended(timeout_s=600) == 0, members.log("driver")
    assert "host left: answers again" in members.log("driver")
    is_whole(network, *NAMES)
    found = report(network)
    assert found["complete"] is True
    assert not any("Host" in why for why in found["left_out"])
    compares_formats(found, len(NAMES))


def test_a_host_is_killed_and_does_not_come_back(network: Namespaces) -> None:
    members = network.members
    file = members.file
    file.write_text(f"{file.read_text()}patience_s = 4\n")
    members.drive("taken.toml", "--seed", "2")
    members.until(lambda: "host left: round 1 done" in members.log("driver"), 300)
    members.kill("left")
    assert members.ended(timeout_s=600) == MEASUREMENT, members.log("driver")
    is_whole(network, "middle", "right")
    found = report(network)
    assert found["complete"] is False
    (why,) = (each for each in found["left_out"] if each.startswith("Host"))
    assert why.startswith("Host left is left out, because it does not answer: it vanished")
    assert "wirelab.duckdb.hosts/left.duckdb" in why
    compares_formats(found, 2)
    partial = measured(members.folder / "wirelab.duckdb.hosts" / "left.duckdb")
    assert [len(rounds) for rounds in partial.values()] == [1]
