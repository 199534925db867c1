"""The queue of a server, over a program instead of `wirelab`: order, stops, faults, restarts, hostile files."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from tests.web.invented_labs import add_run
from wirelab.app.serve.labs import Labs
from wirelab.app.serve.progress import Progress, progress_in
from wirelab.app.serve.queue import Queue, queue_of
from wirelab.app.serve.queued import FILE
from wirelab.app.serve.wanted import Wanted
from wirelab.model.errors import DefinitionError, LabError, UsageError

# Says what it was asked for, measures nothing, and ends as the budget has it; Ctrl-C ends it as it ends a run.
PROGRAM = """
trap 'echo stopped >> trace; exit 130' INT
echo "$*" >> trace
printf '{"event": "begins", "processes": 0, "of": 4}\\n' > "$WIRELAB_EVENTS"
printf '{"event": "verdict", "rounds": 2, "says": "a is faster"}\\n' >> "$WIRELAB_EVENTS"
case "$*" in
*--rounds=1*) echo done >> trace ;;
*--rounds=2*) while :; do sleep 0.05; done ;;
*--rounds=3*) echo "reading"; echo "error: runner x: a tool is missing" >&2; echo "  install it" >&2; exit 4 ;;
*--rounds=5*) exit 5 ;;
*--rounds=9*) kill -9 $$ ;;
esac
"""
QUICK, LONG, MISSING, PARTLY, KILLED = (Wanted(rounds=rounds) for rounds in (1, 2, 3, 5, 9))
COMMAND = ("sh", "-c", PROGRAM, "wirelab")


@pytest.fixture
def labs(tmp_path: Path) -> Labs:
    return Labs(tmp_path)


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def states(queue: Queue) -> list[str]:
    return [each["state"] for each in queue.shown()["studies"]]


def trace(labs: Labs) -> list[str]:
    with suppress(FileNotFoundError):
        return (labs.folder / "trace").read_text().splitlines()
    return []


def running(queue: Queue) -> bool:
    return any(each["progress"] and each["progress"]["of"] for each in queue.shown()["studies"])


def test_studies_are_measured_one_at_a_time_in_their_order(labs: Labs) -> None:
    with queue_of(labs, 1000, COMMAND) as queue:
        for lab in ("a", "b", "c"):
            queue.add(Wanted(lab=f"{lab}.duckdb", rounds=1))
        until(lambda: states(queue) == ["done"] * 3)
    assert trace(labs) == [f"run --lab={lab}.duckdb --rounds=1" if at else "done" for lab in "abc" for at in (1, 0)]


def test_what_runs_shows_how_far_it_is_and_its_lab_is_read_by_nobody(labs: Labs) -> None:
    add_run(labs.folder / "wirelab.duckdb")
    with queue_of(labs, 1000, COMMAND) as queue:
        study = queue.add(LONG)
        until(lambda: running(queue))
        (shown,) = queue.shown()["studies"]
        assert shown["command"] == "wirelab run --lab=wirelab.duckdb --rounds=2"
        assert shown["progress"]["says"] == ["verdict: a is faster"]
        assert (shown["progress"]["done"], shown["progress"]["of"]) == (0, 4)
        with (
            pytest.raises(LabError, match="a run that was started here is measuring into it"),
            labs.reading("wirelab.duckdb"),
        ):
            pass
        queue.stop(study.id)
        until(lambda: states(queue) == ["stopped"])
        with labs.reading("wirelab.duckdb"):
            pass
    assert trace(labs)[-1] == "stopped", "as Ctrl-C does"


def test_one_that_waits_is_stopped_and_one_that_is_stopped_continues_at_the_end(labs: Labs) -> None:
    with queue_of(labs, 1000, COMMAND) as queue:
        first, second = queue.add(LONG), queue.add(QUICK)
        until(lambda: running(queue))
        queue.stop(second.id)
        assert states(queue) == ["running", "stopped"]
        queue.resume(second.id)
        queue.stop(first.id)
        until(lambda: states(queue) == ["stopped", "done"])
        queue.remove(first.id)
        assert states(queue) == ["done"]
        with pytest.raises(UsageError, match="no longer in it"):
            queue.stop(first.id)
        with pytest.raises(UsageError, match="the study is done"):
            queue.resume(second.id)


@pytest.mark.parametrize(
    ("wanted", "state", "says"),
    [
        (MISSING, "failed", "runner x: a tool is missing\n  install it"),
        (PARTLY, "done in part", ""),
        (KILLED, "failed", "it was ended by signal 9"),
    ],
)
def test_one_that_fails_says_why_and_the_next_has_its_turn(labs: Labs, wanted: Wanted, state: str, says: str) -> None:
    with queue_of(labs, 1000, COMMAND) as queue:
        queue.add(wanted)
        queue.add(QUICK)
        until(lambda: states(queue) == [state, "done"])
        assert queue.shown()["studies"][0]["fault"] == says


def test_a_program_that_is_not_there_is_a_fault_of_the_study(labs: Labs) -> None:
    with queue_of(labs, 1000, ("no-such-program",)) as queue:
        queue.add(QUICK)
        until(lambda: states(queue) == ["failed"])
        assert "there is no such program" in queue.shown()["studies"][0]["fault"]


def test_the_next_server_continues_what_ran_and_what_waited(labs: Labs) -> None:
    with queue_of(labs, 1000, COMMAND) as queue:
        queue.add(LONG)
        queue.add(QUICK)
        until(lambda: running(queue))
    assert trace(labs) == ["run --lab=wirelab.duckdb --rounds=2"], "it was killed, and the other has not begun"
    with queue_of(labs, 1000, COMMAND) as queue:
        until(lambda: running(queue))
        queue.stop(queue.shown()["studies"][0]["id"])
        until(lambda: states(queue) == ["stopped", "done"])
    with queue_of(labs, 1000, COMMAND) as queue:
        assert states(queue) == ["stopped", "done"], "studies that are over stay"


def test_one_that_is_being_stopped_when_the_server_ends_is_stopped(labs: Labs) -> None:
    deaf = ("sh", "-c", PROGRAM.replace("trap 'echo stopped >> trace; exit 130' INT", "trap '' INT"), "wirelab")
    with queue_of(labs, 1000, deaf) as queue:
        study = queue.add(LONG)
        until(lambda: running(queue))
        queue.stop(study.id)
    with queue_of(labs, 1000, COMMAND) as queue:
        assert states(queue) == ["stopped"]
        queue.remove(study.id)


def test_a_run_that_has_begun_is_resumed_and_one_that_ended_unseen_is_done(labs: Labs) -> None:
    lab = labs.folder / "wirelab.duckdb"
    add_run(lab)
    with queue_of(labs, 1000, COMMAND) as queue:
        queue.add(LONG)
        until(lambda: running(queue))
    run = add_run(lab, ended=False)
    with queue_of(labs, 1000, ("sh", "-c", 'echo "$*" >> trace', "wirelab")) as queue:
        until(lambda: states(queue) == ["done"])
        assert queue.shown()["studies"][0]["run"] == run
    assert trace(labs)[-1] == "run --lab=wirelab.duckdb --resume"
    kept = json.loads((labs.folder / FILE).read_text())
    kept["studies"][0] |= {"state": "running", "run": None}
    (labs.folder / FILE).write_text(json.dumps(kept))
    add_run(lab)
    with queue_of(labs, 1000, COMMAND) as queue:
        until(lambda: states(queue) == ["done"])
    assert len(trace(labs)) == 2, "nothing was started again"


def test_a_run_that_others_began_after_it_failed_is_not_its_own(labs: Labs) -> None:
    with queue_of(labs, 1000, COMMAND) as queue:
        study = queue.add(MISSING)
        until(lambda: states(queue) == ["failed"])
        add_run(labs.folder / "wirelab.duckdb")
        queue.resume(study.id)
        until(lambda: states(queue) == ["failed"])
        assert queue.shown()["studies"][0]["run"] is None
    assert trace(labs) == ["run --lab=wirelab.duckdb --rounds=3"] * 2


def test_a_study_whose_run_has_another_behind_it_begins_a_new_one(labs: Labs) -> None:
    lab = labs.folder / "wirelab.duckdb"
    with queue_of(labs, 1000, COMMAND) as queue:
        study = queue.add(LONG)
        until(lambda: running(queue))
        run = add_run(lab, ended=False)
        queue.stop(study.id)
        until(lambda: states(queue) == ["stopped"])
        assert queue.shown()["studies"][0]["run"] == run
        add_run(lab)
        queue.resume(study.id)
        until(lambda: running(queue) or states(queue) == ["done"])
        assert (states(queue), queue.shown()["studies"][0]["run"]) == (["running"], None)
    assert trace(labs)[-1] == "run --lab=wirelab.duckdb --rounds=2", "only the last run of a lab can be continued"


def test_a_stopped_run_of_a_lab_is_finished(labs: Labs) -> None:
    add_run(labs.folder / "wirelab.duckdb")
    run = add_run(labs.folder / "wirelab.duckdb", ended=False)
    with queue_of(labs, 1000, ("sh", "-c", 'echo "$*" >> trace', "wirelab")) as queue:
        queue.add(Wanted(resume=True))
        until(lambda: states(queue) == ["done"])
        assert queue.shown()["studies"][0]["run"] == run
    assert trace(labs) == ["run --lab=wirelab.duckdb --resume"]


def _kept(**wanted: object) -> str:
    study = {"id": "0" * 16, "wanted": wanted, "asked_at": "2024-01-01T00:00:00Z"}
    return json.dumps({"studies": [study]})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "\udcff",
        '{"studies": 3}',
        _kept(words=["--trust"]),
        _kept(lab="../other.duckdb"),
        _kept(lab="/etc/passwd"),
        json.dumps({"studies": [{"id": "../../x", "wanted": {}, "asked_at": "2024-01-01T00:00:00Z"}]}),
    ],
)
def test_a_damaged_queue_ends_with_a_message(labs: Labs, text: str) -> None:
    (labs.folder / FILE).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(DefinitionError), queue_of(labs, 1000, COMMAND):
        pass
    assert (labs.folder / FILE).read_bytes() == text.encode("utf-8", "surrogateescape")


@pytest.mark.parametrize(
    "wanted",
    [
        {"study": "--trust"},
        {"study": "./evil.toml"},
        {"workload": "./evil"},
        {"workload": "../evil"},
        {"data": "../secret.json"},
        {"data": "-"},
        {"data": "link.json"},
        {"lab": "link.duckdb"},
        {"codec": ["--trust"]},
        {"platform": ["../evil"]},
        {"sender": "../evil", "receiver": ["python"]},
        {"sender": "python", "receiver": ["--trust"]},
        {"sender": "python"},
        {"receiver": ["python"]},
        {"sender": "python", "receiver": ["jvm"], "platform": ["jvm"]},
        {"sender": "python", "receiver": ["jvm"], "link": "--trust"},
    ],
    ids=str,
)
def test_a_queue_of_others_starts_no_code_and_reads_no_file_elsewhere(
    labs: Labs, tmp_path_factory: pytest.TempPathFactory, wanted: dict[str, Any]
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.json").write_text("[1]")
    (labs.folder / "link.json").symlink_to(outside / "secret.json")
    (labs.folder / "link.duckdb").symlink_to(outside / "made.duckdb")
    (labs.folder / FILE).write_text(_kept(**wanted))
    with queue_of(labs, 1000, COMMAND) as queue:
        until(lambda: states(queue) == ["failed"])
    assert trace(labs) == []
    assert not (outside / "made.duckdb").exists()


def test_each_value_is_behind_its_option() -> None:
    wanted = Wanted(
        lab="-x.duckdb",
        data="orders.jsonl",
        codec=("--trust", "orjson:keys=sorted+zstd-3"),
        platform=("python",),
        operation=("serialize",),  # type: ignore[arg-type]
        rounds=3,
        budget_minutes=1.5,
        precision_percent=2,
    )
    assert wanted.words(resume=False, most_bytes=7) == (
        *("run", "--lab=-x.duckdb", "--data=orders.jsonl", "--max-size=7", "--rounds=3", "--budget=90s"),
        *("--precision=0.020000", "--codec=--trust", "--codec=orjson:keys=sorted+zstd-3", "--platform=python"),
        "--operation=serialize",
    )
    transfer = Wanted(workload="school", sender="jvm", receiver=("python", "node"), link="20Mbit/s,40ms", size=("110",))
    assert transfer.words(resume=False) == (
        *("run", "--lab=wirelab.duckdb", "--workload=school", "--from=jvm", "--link=20Mbit/s,40ms"),
        *("--size=110", "--to=python", "--to=node"),
    )
    assert Wanted(study="quick").words(resume=False) == ("run", "quick", "--lab=wirelab.duckdb")
    assert Wanted(study="quick", rounds=1).words(resume=True) == ("run", "--lab=wirelab.duckdb", "--resume")


@pytest.mark.parametrize(
    "given",
    [
        {"lab": "x.html"},
        {"lab": ".x.duckdb"},
        {"lab": "a/b.duckdb"},
        {"lab": "\u202ex.duckdb"},
        {"lab": "x" * 300 + ".duckdb"},
        {"rounds": 0},
        {"rounds": 1.5},
        {"budget_minutes": 0},
        {"budget_minutes": "Infinity"},
        {"budget_minutes": -1},
        {"precision_percent": 100},
        {"operation": ["explode"]},
        {"profile": "--trust"},
        {"size": "110"},
        {"codec": "orjson"},
        {"codec": ["x" * 251]},
        {"platform": ["x"] * 201},
        {"trust": True},
        {"report": "/etc/passwd"},
    ],
    ids=lambda given: str(given)[:40],
)
def test_what_a_form_may_not_ask_for(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Wanted(**given)


def test_events_that_are_damaged_are_left_out(tmp_path: Path) -> None:
    events, log = tmp_path / "events", tmp_path / "log"
    assert progress_in(events, log) == {"doing": "", "done": 0, "of": 0, "says": []}
    log.write_bytes(b"building\n\x1b[2Jcarrying\xff\n\n")
    damaged = '[]\n3\n{"event": "ended", "processes": 1e999}\n{"event": "lost"}\n{"eve'
    events.write_text(f'{{"event": "ended", "processes": 3, "of": 8, "left_s": 90}}\n{damaged}')
    assert progress_in(events, log) == {"doing": "up to 1 min 30 s left", "done": 3, "of": 8, "says": []}
    events.write_text('{"event": "notice", "says": "\\u202e<b>"}\n')
    assert progress_in(events, log)["says"] == ["\\u202e<b>"]
    assert progress_in(events, log)["doing"] == "\\x1b[2Jcarrying\ufffd"


def test_events_are_read_once(tmp_path: Path) -> None:
    events, log, seen = tmp_path / "events", tmp_path / "log", Progress()
    log.write_text("building\n")
    assert progress_in(events, log, seen)["doing"] == "building"
    with events.open("w", buffering=1) as file:
        file.write('{"event": "begins", "processes": 0, "of": 8}\n{"event": "verdict", "says": "a"}\n{"event": "ver')
        file.flush()
        assert progress_in(events, log, seen) == {"doing": "round 1", "done": 0, "of": 8, "says": ["verdict: a"]}
        file.write('dict", "says": "b"}\n')
        file.flush()
        assert progress_in(events, log, seen)["says"] == ["verdict: a", "verdict: b"]
    assert seen.read_bytes == events.stat().st_size
    events.write_bytes(b"x" * seen.read_bytes + b'\n{"event": "ended", "processes": 3, "of": 8, "left_s": 1}\n')
    assert progress_in(events, log, seen) == {
        **{"doing": "up to 1 s left", "done": 3, "of": 8},
        "says": ["verdict: a", "verdict: b"],
    }


def test_after_the_last_round_there_is_no_further_one(tmp_path: Path) -> None:
    events = tmp_path / "events"
    ended = '{"event": "ended", "processes": 5, "of": 5, "left_s": 0.0}\n'
    events.write_text(f'{ended}{{"event": "round", "rounds": 1, "of": 10}}\n')
    assert progress_in(events, tmp_path)["doing"] == "round 2"
    events.write_text(f'{ended}{{"event": "round", "rounds": 1, "of": 5}}\n')
    assert progress_in(events, tmp_path)["doing"] == "the last round is done"
