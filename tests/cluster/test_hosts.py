"""A study on several hosts, with a scheduler, workers and TLS, on loopback."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cluster.network import Members, on_loopback
from tests.cluster.studies import SLOW, study_text
from wirelab.cluster.certificates import make_certificates
from wirelab.store.lab import Lab

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]
MEASUREMENT, HOST, INTERRUPTED = 5, 7, 130
ROUNDS, CELLS = 3, 3


@pytest.fixture
def members(tmp_path: Path) -> Iterator[Members]:
    with on_loopback(tmp_path, ["left", "right"]) as made:
        yield made


def measured(lab: Path) -> dict[str, int]:
    """How many processes each host has in a lab, none of them twice."""
    found = {}
    with Lab.open(lab, create=False, read_only=True) as opened:
        for run in opened.runs():
            planned = [(each.round, each.cell.key) for each in opened.planned(run.id)]
            assert len(set(planned)) == len(planned)
            assert run.finished_at is not None
            found[run.info.host["origin"]] = len(planned)
    return found


def test_a_study_on_two_hosts(members: Members) -> None:
    (members.folder / "steps.toml").write_text(study_text(ROUNDS))
    members.serve("left")
    members.until(lambda: "Waiting, because the scheduler does not answer" in members.log("left"))
    members.schedule()
    members.serve("right")
    for name in ("left", "right"):
        members.until(lambda name=name: f"Host {name} waits for a driver" in members.log(name))  # type: ignore[misc]
    members.start("look", "hosts", "check", str(members.file))
    assert members.ended("look") == 0
    assert members.out("look").read_text().count("free") == 2
    members.drive("steps.toml", "--seed", "3")
    assert members.ended() == 0, members.log("driver")
    assert measured(members.folder / "wirelab.duckdb") == dict.fromkeys(["host left", "host right"], ROUNDS * CELLS)
    found = json.loads(members.out("driver").read_text())
    assert found["complete"] is True
    (ratio,) = [each for each in found["ratios"] if "slower-5" in json.dumps(each["cell"])]
    assert ratio["ratio"]["value"]["estimate"] == pytest.approx(1.05, rel=0.02)
    assert any(note.startswith("Hosts left and right have the identity of one machine (A)") for note in found["notes"])
    assert "host left: round 2 done, 6 processes" in members.log("driver")
    assert (members.folder / "wirelab-report.html").exists()
    assert not (members.folder / "wirelab.duckdb.hosts").exists()
    assert list((members.folder / "part-left").iterdir()) == [], "the driver has all of it"
    for name in ("left", "right", "scheduler"):
        assert members.stop(name) == 0
        assert "Traceback" not in members.log(name)


@pytest.mark.exhaustive
def test_own_data_on_two_hosts(members: Members) -> None:
    rows = [{"id": at, "name": f"order {at}"} for at in range(30)]
    (members.folder / "orders.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    members.schedule()
    members.serve("left")
    members.serve("right")
    what = ("--platform", "fake", "--codec", "steady", "--codec", "slower-5", "--operation", "serialize")
    members.drive("orders.jsonl", *what, "--rounds", "2", "--turns", "2")
    assert members.ended() == 0, members.log("driver")
    assert measured(members.folder / "wirelab.duckdb") == dict.fromkeys(["host left", "host right"], 2 * CELLS)
    for name in ("left", "right"):
        assert f"host {name}: takes " in members.log("driver")


@pytest.mark.exhaustive
def test_a_driver_is_killed_and_another_stopped_and_the_session_continues(members: Members) -> None:
    (members.folder / "steps.toml").write_text(study_text(ROUNDS, SLOW))
    members.schedule()
    members.serve("left")
    members.serve("right")
    members.drive("steps.toml")
    members.until(lambda: "host left: round 1 done" in members.log("driver"))
    members.kill("driver")
    members.drive("--resume")
    members.until(lambda: members.log("driver").count("host right: round 2 done") == 1)
    members.running["driver"].send_signal(signal.SIGINT)
    assert members.ended() == INTERRUPTED
    assert "To continue:\n  wirelab run --resume --hosts" in members.log("driver")
    members.drive("--resume")
    assert members.ended() == 0, members.log("driver")
    assert measured(members.folder / "wirelab.duckdb") == dict.fromkeys(["host left", "host right"], ROUNDS * CELLS)


@pytest.mark.exhaustive
def test_a_host_with_another_certificate_is_refused_and_named(members: Members) -> None:
    (members.folder / "steps.toml").write_text(study_text(ROUNDS))
    file = members.file
    file.write_text(f"{file.read_text()}patience_s = 3\n")
    (members.folder / "others").mkdir()
    make_certificates(members.folder / "others" / "hosts", f"tls://127.0.0.1:{members.port}", ["right"])
    members.schedule()
    members.serve("left")
    members.serve("right", members.folder / "others" / "hosts" / "hosts.toml")
    assert members.ended("right", 60) == HOST
    assert "do not trust each other" in members.log("right")
    members.drive("steps.toml")
    assert members.ended() == MEASUREMENT
    assert measured(members.folder / "wirelab.duckdb") == {"host left": ROUNDS * CELLS}
    left_out = json.loads(members.out("driver").read_text())["left_out"]
    assert left_out[0].startswith("Host right is left out, because it does not answer: it has not joined")


def test_a_driver_with_another_certificate_is_refused(members: Members, tmp_path: Path) -> None:
    members.schedule()
    make_certificates(members.folder / "others", f"tls://127.0.0.1:{members.port}", ["left"])
    members.start("look", "hosts", "check", str(members.folder / "others" / "hosts.toml"))
    assert members.ended("look", 60) == HOST
    assert "do not trust each other" in members.log("look")


def test_a_port_that_is_taken(members: Members) -> None:
    members.schedule()
    members.start("second", "hosts", "schedule", str(members.file))
    assert members.ended("second", 60) == HOST
    assert "it cannot listen" in members.log("second")
    assert "Traceback" not in members.log("second")


def test_nothing_listens_but_tls_at_one_address(members: Members) -> None:
    members.schedule()
    members.serve("left")
    members.until(lambda: "Host left waits for a driver" in members.log("left"))
    for name in ("scheduler", "left"):
        listening = [each for each in sockets_of(members.running[name].pid) if each[1] == "0A"]
        assert [each[0].partition(":")[0] for each in listening] == ["0100007F"], "only 127.0.0.1, and once"


def sockets_of(pid: int) -> list[tuple[str, str]]:
    """Local address and state of each TCP socket of a process, as the kernel lists them."""
    own = {str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir()}
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            _, local, _, state, *rest = line.split()
            if f"socket:[{rest[5]}]" in own:
                found.append((local, state))
    return found
