"""The driver, over hosts that play a script: nothing is measured twice, nothing is lost silently, hosts are named."""

import json
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from tests.again import first
from tests.app.hosts.scripted import AWAY, LOST, ROUNDS, STUDY, Scripted, ScriptedHosts
from wirelab.app.hosts.driver import looked_at
from wirelab.app.hosts.messages import answer_in
from wirelab.app.hosts.run import HostsRun, Place, resume_on_hosts, run_on_hosts
from wirelab.app.hosts.session import Session, folder_of, kept_session
from wirelab.app.preparation import digests_of
from wirelab.app.resources import cache_folder
from wirelab.model.errors import DefinitionError, LabError, MeasurementError, UsageError
from wirelab.model.findings.sessions import Reach
from wirelab.store.lab import Lab

NAMES = ("left", "middle", "right")
ONCE = dict.fromkeys(range(ROUNDS), 1)
PATIENCE_S = 2.0


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    return tmp_path / "wirelab.duckdb"


@pytest.fixture
def digest() -> str:
    (digest,) = digests_of(STUDY, cache_folder(), print).values()
    return digest


@pytest.fixture
def hosts(tmp_path: Path, digest: str) -> ScriptedHosts:
    return ScriptedHosts(*(Scripted(tmp_path, name, digest) for name in NAMES))


class Said(list[str]):
    """The notices, with an action that may follow one."""

    at: Callable[[str], None] | None = None

    def __call__(self, text: str) -> None:
        self.append(text)
        if self.at is not None:
            self.at(text)


def run(hosts: ScriptedHosts, lab: Path, said: Said | None = None, resume: bool = False) -> HostsRun:
    place = Place(tuple(hosts.by_name), hosts, PATIENCE_S, lab, cache_folder(), Said() if said is None else said)
    return resume_on_hosts(place) if resume else run_on_hosts(place, STUDY, seed=7)


def origins(lab: Path) -> list[str]:
    with Lab.open(lab, create=False, read_only=True) as opened:
        assert all(run.finished_at is not None for run in opened.runs())
        return sorted(run.info.host["origin"] for run in opened.runs())


@pytest.mark.long
def test_every_host_measures_every_round_and_machines_are_in_the_interval(hosts: ScriptedHosts, lab: Path) -> None:
    found = run(hosts, lab)
    assert [each.end for each in found.outcomes] == ["finished"] * 3
    assert origins(lab) == [f"host {name}" for name in NAMES]
    assert [dict(host.measured) for host in hosts] == [ONCE] * 3
    assert [host.left for host in hosts] == [[True]] * 3
    assert (found.together.reach, list(found.together.machines)) == (Reach.MACHINES, ["A", "B", "C"])
    assert found.together.left_out == ()
    with Lab.open(lab, create=False, read_only=True) as opened:
        assert len({each.info.seed for each in opened.runs()}) == 3, "each host draws its own plan"
        assert [each.processes for each in opened.runs()] == [6, 6, 6]
    assert not folder_of(lab).exists(), "the folder goes when all have ended"


@pytest.mark.long
@pytest.mark.parametrize("fault", [AWAY, LOST])
@pytest.mark.parametrize("at", first(2, [{2: 1}, {0: 1, 2: 1, 3: 1}, {0: 1}, {1: 1}, {4: 1}]))
def test_a_host_that_comes_back(hosts: ScriptedHosts, lab: Path, fault: str, at: Mapping[int, int]) -> None:
    hosts.by_name["middle"].faults = dict.fromkeys(at, fault)
    said = Said()
    found = run(hosts, lab, said)
    assert [each.end for each in found.outcomes] == ["finished"] * 3
    assert [dict(host.measured) for host in hosts] == [ONCE] * 3
    assert any(text.startswith("host middle: it vanished; waiting up to") for text in said)
    assert {"host middle: answers again", "host middle: is there"} & set(said)
    assert not any("left" in text and "vanished" in text for text in said)


@pytest.mark.long
def test_a_host_that_does_not_come_back_is_named_and_resumed(hosts: ScriptedHosts, lab: Path) -> None:
    right = hosts.by_name["right"]
    right.faults = {3: AWAY, 4: AWAY, -1: AWAY, 0: "", 1: "", 2: ""}
    found = run(hosts, lab)
    assert {each.host: each.end for each in found.outcomes} == {
        **{"left": "finished", "middle": "finished", "right": "away"}
    }
    assert not found.complete
    (lacking,) = found.together.left_out
    assert "Host right is left out, because it does not answer: it vanished." in lacking
    assert str(folder_of(lab) / "right.duckdb") in lacking
    assert origins(lab) == ["host left", "host middle"]
    right.faults = {}
    again = run(hosts, lab, resume=True)
    assert (origins(lab), again.complete) == ([f"host {name}" for name in NAMES], True)
    assert [dict(host.measured) for host in hosts] == [ONCE] * 3
    assert not folder_of(lab).exists()


def test_no_host_at_all(hosts: ScriptedHosts, lab: Path) -> None:
    for host in hosts:
        host.faults = {-1: AWAY}
    with pytest.raises(MeasurementError) as raised:
        run(hosts, lab)
    assert raised.value.why.splitlines() == [f"host {name}: it vanished" for name in NAMES]
    assert not lab.exists()


def test_refusals_and_faults_have_their_reasons(hosts: ScriptedHosts, lab: Path) -> None:
    left, middle, right = hosts
    left.version, middle.digest = "0.0.9", "0" * 64
    right.faults = {2: "failed: there is no space left"}
    with pytest.raises(MeasurementError) as raised:
        run(hosts, lab)
    one, two, three = raised.value.why.splitlines()
    assert one == "host left: host: it has 0.0.9"
    assert two.startswith("host middle: its data of school/110/random differ: digest 000000000000… there,")
    assert three == "host right: host: there is no space left"
    assert middle.measured == {}, "nothing is measured on other data"
    assert middle.left == [False]


@pytest.mark.long
def test_a_busy_host_is_waited_for(hosts: ScriptedHosts, lab: Path) -> None:
    hosts.by_name["left"].faults = {0: "busy: it measures for another driver", 1: "busy: it still does"}
    said = Said()
    assert run(hosts, lab, said).complete
    assert "host left: it measures for another driver; waiting up to 2 s" in said


@pytest.mark.long
def test_a_host_that_lost_its_lab_measures_nothing_twice(hosts: ScriptedHosts, lab: Path) -> None:
    right = hosts.by_name["right"]
    right.faults = {3: AWAY, -1: AWAY, 0: "", 1: "", 2: ""}
    run(hosts, lab)
    right.lab.unlink()
    right.faults = {}
    found = run(hosts, lab, resume=True)
    assert "its lab of this session is gone" in found.together.left_out[0]
    assert dict(right.measured) == {0: 1, 1: 1}


@pytest.mark.long
def test_a_lab_with_less_than_before_is_not_taken(hosts: ScriptedHosts, lab: Path, tmp_path: Path, digest: str) -> None:
    right = hosts.by_name["right"]
    right.faults = {3: AWAY, -1: AWAY, 0: "", 1: "", 2: ""}
    run(hosts, lab)
    right.lab.unlink()
    right.faults, before = {}, right.next
    right.next = lambda asked: before(asked.model_copy(update={"had": 0}))  # type: ignore[method-assign]
    found = run(hosts, lab, resume=True)
    assert "it handed over 0 processes, fewer than the 4 before" in found.together.left_out[0]


def test_what_is_no_lab_is_not_taken(hosts: ScriptedHosts, lab: Path) -> None:
    left, middle, right = hosts
    before = left.next
    left.next = lambda asked: (before(asked)[0], b"no lab")  # type: ignore[method-assign]
    own = middle.next
    middle.next = lambda asked: own(asked.model_copy(update={"seed": 1}))  # type: ignore[method-assign]
    right.faults = {-1: AWAY}
    with pytest.raises(MeasurementError) as raised:
        run(hosts, lab)
    one, two, _ = raised.value.why.splitlines()
    assert one.startswith("host left: the lab that it handed over cannot be unpacked")
    assert two == "host middle: the lab that it handed over is of another session", "its seed is another host's"


@pytest.mark.long
def test_a_driver_that_is_stopped_lets_hosts_stop_and_is_resumed(hosts: ScriptedHosts, lab: Path) -> None:
    said = Said()

    def stop(text: str) -> None:
        if text == "host left: round 2 done, 4 processes":
            raise KeyboardInterrupt

    said.at = stop
    with pytest.raises(KeyboardInterrupt):
        run(hosts, lab, said)
    assert [False] in [host.left for host in hosts]
    assert run(hosts, lab, resume=True).complete
    assert [dict(host.measured) for host in hosts] == [ONCE] * 3


@pytest.mark.long
def test_a_clock_that_is_wrong_is_said_once(hosts: ScriptedHosts, lab: Path) -> None:
    hosts.by_name["middle"].ahead = timedelta(hours=2)
    hosts.by_name["right"].ahead = timedelta(seconds=2)
    said = Said()
    found = run(hosts, lab, said)
    words = "its clock is 2 h ahead of this one; measured times do not depend on it"
    assert [text for text in said if "clock" in text] == [f"host middle: {words}"]
    assert f"Host middle: {words}." in found.together.notes


@pytest.mark.long
def test_two_hosts_on_one_machine_count_as_one(hosts: ScriptedHosts, lab: Path) -> None:
    left, middle, _ = hosts
    left.identity = middle.identity = "aaaaaaaaaaaa"
    found = run(hosts, lab)
    assert len(found.together.machines) == 2
    # Machines have letters in the order in which their sessions began, which differs from time to time.
    assert any(
        re.match(r"Hosts left and middle have the identity of one machine \([AB]\)", note)
        for note in found.together.notes
    )


@pytest.mark.long
def test_one_driver_at_a_time_and_no_session_is_forgotten(hosts: ScriptedHosts, lab: Path) -> None:
    with pytest.raises(LabError, match="no stopped session"):
        run(hosts, lab, resume=True)
    hosts.by_name["right"].faults = {-1: AWAY}
    run(hosts, lab)
    with pytest.raises(LabError, match="unfinished"):
        run(hosts, lab)
    with kept_session(lab, None), pytest.raises(LabError, match="another driver has it"):
        run(hosts, lab, resume=True)
    fewer = ScriptedHosts(*(host for host in hosts if host.name != "right"))
    with pytest.raises(UsageError, match="does not name right"):
        run(fewer, lab, resume=True)


@pytest.mark.long
def test_a_run_that_is_in_the_lab_already_is_not_added_again(hosts: ScriptedHosts, lab: Path) -> None:
    """The driver is killed when it has added a run and not said so yet."""
    hosts.by_name["right"].faults = {-1: AWAY}
    run(hosts, lab)
    kept = folder_of(lab) / "session.json"
    written = json.loads(kept.read_text())
    assert sorted(written["finished"]) == ["left", "middle"]
    kept.write_text(json.dumps({**written, "finished": {}}))
    hosts.by_name["right"].faults = {}
    assert run(hosts, lab, resume=True).complete
    assert origins(lab) == [f"host {name}" for name in NAMES]


def test_a_study_that_another_version_wrote(hosts: ScriptedHosts, lab: Path) -> None:
    session = Session(id="0" * 32, study='{"name": 1}', name="steps", seed=1, command="", hosts=NAMES)
    with kept_session(lab, session):
        pass
    with pytest.raises(DefinitionError, match="this version of Wirelab cannot read it"):
        run(hosts, lab, resume=True)


def test_a_look_at_hosts_of_which_one_answers_something_else(
    hosts: ScriptedHosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = hosts.ask
    monkeypatch.setattr(hosts, "ask", lambda name, *of: answer_in(b"[]", name) if name == "middle" else ask(name, *of))
    found = {name: answer for name, answer, _ in looked_at(hosts, NAMES)}
    assert [answer and str(answer.state) for answer in found.values()] == ["free", "failed", "free"]
    assert found["middle"] is not None
    assert found["middle"].fault is not None
    assert found["middle"].fault.words.startswith("host middle: it does not answer as Wirelab's hosts do")


def test_a_look(hosts: ScriptedHosts) -> None:
    rows = {name: (answer and str(answer.state), why) for name, answer, why in looked_at(hosts, NAMES)}
    assert rows == dict.fromkeys(NAMES, ("free", ""))
