"""A driver with data of its own: hosts are given the files that they lack, whatever breaks meanwhile."""

from pathlib import Path

import pytest

from tests.app.hosts.own_data import made_workload, study_of
from tests.app.hosts.scripted import AWAY, Scripted, ScriptedHosts
from wirelab.app.hosts import brought_files as module
from wirelab.app.hosts.messages import Answer, State
from wirelab.app.hosts.run import HostsRun, Place, resume_on_hosts, run_on_hosts
from wirelab.app.hosts.session import folder_of
from wirelab.app.preparation import digests_of
from wirelab.app.resources import cache_folder
from wirelab.model.errors import MeasurementError, UsageError

NAMES = ("left", "right")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made_workload(tmp_path)


@pytest.fixture
def hosts(tmp_path: Path, folder: Path) -> ScriptedHosts:
    ((corpus, digest),) = digests_of(study_of(folder), cache_folder(), print).items()
    return ScriptedHosts(*(Scripted(tmp_path, name, digest, corpus=corpus) for name in NAMES))


def run(hosts: ScriptedHosts, folder: Path, *, resume: bool = False) -> HostsRun:
    place = Place(NAMES, hosts, 2.0, folder.parent / "wirelab.duckdb", cache_folder(), lambda _: None)
    return resume_on_hosts(place) if resume else run_on_hosts(place, study_of(folder), seed=7)


def contents(folder: Path) -> list[bytes]:
    return sorted(path.read_bytes() for path in folder.iterdir())


@pytest.mark.long
def test_hosts_are_given_what_they_lack(hosts: ScriptedHosts, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PIECE_BYTES", 100)
    assert run(hosts, folder).complete
    for host in hosts:
        assert sorted(host.given.values()) == contents(folder)


@pytest.mark.long
def test_a_host_that_vanishes_amid_the_data_is_given_the_rest(
    hosts: ScriptedHosts, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PIECE_BYTES", 100)
    hosts.by_name["left"].gives = 3
    assert run(hosts, folder).complete
    assert sorted(hosts.by_name["left"].given.values()) == contents(folder)


@pytest.mark.long
def test_a_session_with_data_is_resumed(hosts: ScriptedHosts, folder: Path) -> None:
    right = hosts.by_name["right"]
    right.faults = {-1: AWAY}
    assert not run(hosts, folder).complete
    right.faults = {}
    assert run(hosts, folder, resume=True).complete
    assert sorted(right.given.values()) == contents(folder)


def test_a_host_that_keeps_nothing_fails(hosts: ScriptedHosts, folder: Path) -> None:
    left, right = hosts
    left.take = lambda _, piece: Answer(state=State.TAKEN, has=len(piece))  # type: ignore[method-assign]
    right.next = lambda _: (Answer(state=State.LACKS, lacks=("f" * 64,)), b"")  # type: ignore[method-assign]
    with pytest.raises(MeasurementError) as raised:
        run(hosts, folder)
    why = "it does not keep the data that it is given, or asks for other files"
    assert raised.value.why.splitlines() == [f"host {name}: {why}" for name in NAMES]


@pytest.mark.long
@pytest.mark.parametrize("state", [State.REFUSED, State.FAILED, State.FREE])
def test_a_host_that_does_not_take_data_ends(hosts: ScriptedHosts, folder: Path, state: State) -> None:
    left = hosts.by_name["left"]
    left.take = lambda *_: Answer(state=state)  # type: ignore[method-assign]
    found = run(hosts, folder)
    assert [each.end for each in found.outcomes] == ["refused" if state is State.REFUSED else "failed", "finished"]
    assert left.measured == {}


def test_a_file_with_a_name_that_is_not_sent_is_known_before_a_session_begins(
    hosts: ScriptedHosts, folder: Path
) -> None:
    (folder / "my notes.txt").touch()
    with pytest.raises(UsageError, match="my notes"):
        run(hosts, folder)
    assert not folder_of(folder.parent / "wirelab.duckdb").exists()
