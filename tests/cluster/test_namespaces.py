"""A study over hosts in network namespaces, while things break: it ends with the right table."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.network import Namespaces, in_namespaces, why_no_namespaces
from tests.cluster.studies import SLOW, study_text
from tests.cluster.test_hosts import CELLS, measured
from tests.conftest import require

pytestmark = [pytest.mark.long, pytest.mark.exhaustive, pytest.mark.timeout(900)]
ROUNDS = 4
NAMES = ("left", "middle", "right")
ALL = {f"host {name}": ROUNDS * CELLS for name in NAMES}


@pytest.fixture
def network(tmp_path: Path, root: None) -> Iterator[Namespaces]:
    why = why_no_namespaces()
    require("namespaces", not why, why)
    with in_namespaces(tmp_path, NAMES) as made:
        members = made.members
        (members.folder / "steps.toml").write_text(study_text(ROUNDS, SLOW))
        members.begin(NAMES)
        yield made


def ends_with_the_right_table(network: Namespaces) -> None:
    members = network.members
    assert members.ended() == 0, members.log("driver")
    assert measured(members.folder / "wirelab.duckdb") == ALL
    found = json.loads(members.out("driver").read_text().strip().rpartition("\n}\n")[2] or "{}")
    assert (found["complete"], found["reach"], len(found["machines"])) == (True, "machines", 3)
    (ratio,) = [each for each in found["ratios"] if "slower-5" in json.dumps(each["cell"])]
    assert ratio["ratio"]["value"]["estimate"] == pytest.approx(1.05, rel=0.02)
    assert ratio["ratio"]["machines"] == 3
    assert found["left_out"] == []


def test_one_host_is_killed_and_another_cut_off(network: Namespaces) -> None:
    members = network.members
    members.drive("steps.toml", "--seed", "1")
    members.until(lambda: "host left: round 1 done" in members.log("driver"), 120)
    members.kill("left")
    network.cut("right")
    members.until(lambda: "host left: it vanished" in members.log("driver"))
    members.serve("left")
    members.until(lambda: "host right: it vanished" in members.log("driver"), 120)  # nobody says that a link is cut
    network.mend("right")
    ends_with_the_right_table(network)
    assert "host left: answers again" in members.log("driver")
    assert "host right: answers again" in members.log("driver")
    assert "host middle: it vanished" not in members.log("driver")


def test_the_scheduler_starts_again_and_the_driver_is_killed(network: Namespaces) -> None:
    members = network.members
    members.drive("steps.toml", "--seed", "1")
    members.until(lambda: "host middle: round 1 done" in members.log("driver"), 120)
    members.kill("scheduler")
    members.until(lambda: "the scheduler" in members.log("driver"))
    members.schedule()
    members.until(lambda: "host middle: round 2 done" in members.log("driver"), 120)
    members.kill("driver")
    members.drive("--resume")
    ends_with_the_right_table(network)


def test_two_drivers(network: Namespaces) -> None:
    members = network.members
    file = members.file
    file.write_text(f"{file.read_text()}patience_s = 2\n")
    members.drive("steps.toml", "--seed", "1")
    members.until(lambda: "host left: ready" in members.log("driver"), 120)
    members.start("second", "run", "steps.toml", "--hosts", str(file), "--lab", "second.duckdb")
    assert members.ended("second", 120) == 5
    for name in NAMES:
        assert f"host {name}: it measures for another driver: session" in members.log("second")
    assert not (members.folder / "second.duckdb").exists()
    ends_with_the_right_table(network)
