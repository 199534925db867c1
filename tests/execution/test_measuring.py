"""Every way a process can go wrong costs that process, and says why."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.execution.conftest import Perform, Start, planned_of, take_turns
from wirelab.execution.alone import measure_first_call, measure_fixed, measure_one_after_the_other
from wirelab.execution.conversation import LostError
from wirelab.execution.data import Data
from wirelab.execution.measuring_process import MeasuringProcess
from wirelab.execution.warm_up import Chunk
from wirelab.model.cell import ModeKind, Operation, Sink
from wirelab.model.measurement import Batch, Loss, LossKind, Phase
from wirelab.model.units import Nanoseconds
from wirelab.process.transport import Transport
from wirelab.protocol.messages import Timed
from wirelab.study.definition import Measure

LOSSES = [
    # subject, platform, kind, words of `what`, words of `seen`, words on stderr
    ("steady", "fake-protocol-3", LossKind.START, "it speaks version 3", "", ""),
    ("steady", "fake-crashes-at-start", LossKind.START, "ended at `hello` with status 1", "", "no such class"),
    ("steady", "fake-garbage-at-start", LossKind.GARBAGE, "`hello`", "Picked up options", ""),
    ("steady", "fake-crashes-at-load", LossKind.CRASH, "ended at `load` with status 137", "", "Out of memory"),
    ("steady", "fake-wrong-corpus", LossKind.MISMATCH, "3 objects instead of 2", "", ""),
    ("steady", "fake-refuses-load", LossKind.WORKLOAD, "not to my taste", "", ""),
    ("steady", "fake-fails-at-bye", LossKind.CRASH, "status 3 after `bye`", "", ""),
    ("steady", "fake-speaks-after-bye", LossKind.GARBAGE, "after `bye`", "good bye", ""),
    ("crashes:when=open", "fake", LossKind.CRASH, "ended at `open` with status 3", "", "Segmentation fault"),
    ("crashes:when=encode", "fake", LossKind.CRASH, "ended at `encode` with status 3", "", "Segmentation fault"),
    ("crashes", "fake", LossKind.CRASH, "ended at `time` with status 3", "", "Segmentation fault"),
    ("crashes:how=signal", "fake", LossKind.CRASH, "signal SIGKILL", "", "Segmentation fault"),
    ("crashes:how=abort", "fake", LossKind.CRASH, "signal SIGABRT", "", "Segmentation fault"),
    ("garbage", "fake", LossKind.GARBAGE, "`time`", "Exception in thread main", ""),
    ("garbage:what=bytes", "fake", LossKind.GARBAGE, "`time`", "\\xff\\xfe", ""),
    ("garbage:what=long", "fake", LossKind.GARBAGE, "a line of more than", "xxx", ""),
    ("garbage:what=truncated", "fake", LossKind.CRASH, "ended at `time` with status 0", '{"type": "timed"', ""),
    ("garbage:what=type,when=decode", "fake", LossKind.GARBAGE, "`decode`", "bye", ""),
    ("mismatch", "fake", LossKind.MISMATCH, "decode(encode(x)) is not x at [", "", ""),
    ("wrong-digest", "fake", LossKind.MISMATCH, "decode(encode(x)) is not x at", "", ""),
    ("lies", "fake", LossKind.IMPLAUSIBLE, "only", "", ""),
    ("lies:about=count", "fake", LossKind.IMPLAUSIBLE, "batches instead of", "", ""),
    ("lies:about=columns", "fake", LossKind.GARBAGE, "not of the same length", "", ""),
    ("lies:about=order", "fake", LossKind.IMPLAUSIBLE, "starts before batch", "", ""),
    ("dies-half-way", "fake", LossKind.CRASH, "ended at `time` with status 3", '{"type"', "I am dying"),
    ("refuses", "fake", LossKind.CODEC, "prefer not to", "", ""),
    ("refuses:whose=runner", "fake", LossKind.RUNNER, "prefer not to", "", ""),
    ("refuses:whose=host", "fake", LossKind.HOST, "prefer not to", "", ""),
]


@pytest.mark.parametrize("row", LOSSES, ids=lambda row: f"{row[0]}-{row[1]}")
def test_a_fault_costs_one_process(run: Perform, row: tuple[str, str, LossKind, str, str, str]) -> None:
    subject, platform, kind, what, seen, stderr = row

    record = run(subject, platform)

    assert record.loss is not None
    assert record.loss.kind is kind, record.loss
    assert what in record.loss.what
    assert seen in record.loss.seen
    assert stderr in record.loss.stderr_tail
    assert len(record.loss.seen) < 500
    assert record.exit_status is not None


@pytest.mark.parametrize(("subject", "platform"), [("hangs", "fake"), ("hangs:when=decode", "fake")])
def test_a_hang_ends_at_its_deadline(run: Perform, subject: str, platform: str) -> None:
    record = run(subject, platform, slack_s=1.0)

    assert record.loss is not None
    assert record.loss.kind is LossKind.HANG
    assert record.exit_status == -9
    assert 1e9 < record.wall_ns < 4e9


def test_a_slow_start_is_a_hang_only_past_its_deadline(run: Perform) -> None:
    assert run("steady", "fake-slow-start", slack_s=10.0).loss is None

    late = run("steady", "fake-slow-start", slack_s=0.7)

    assert late.loss is not None
    assert (late.loss.kind, late.loss.what) == (LossKind.HANG, "no answer to `hello` within 0.7 s")


def test_a_runner_that_ignores_bye_is_killed(run: Perform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wirelab.execution.conversation.EXIT_S", 0.3)

    record = run("steady", "fake-ignores-bye")

    assert record.loss is not None
    assert record.loss.kind is LossKind.HANG
    assert "after `bye`" in record.loss.what
    assert record.batches, "the measured batches are kept"


def test_a_steady_process(run: Perform) -> None:
    record = run("steady")

    assert record.loss is None
    assert record.exit_status == 0
    assert record.steady is True
    assert record.encoded_bytes == 10
    assert record.outputs_as_verified is True
    assert record.canary_ns
    assert record.loop_ns
    phases = [batch.phase for batch in record.batches]
    warm_up = phases.count(Phase.WARM_UP)
    assert phases == [Phase.WARM_UP] * warm_up + [Phase.LEAD_IN, Phase.MEASURED] * 4
    per_call = [batch.ns / batch.calls for batch in record.batches if batch.phase is Phase.MEASURED]
    assert all(700 < ns < 1400 for ns in per_call)


def test_the_operations_of_a_codec_share_a_process(start: Start) -> None:
    operations = (Operation.DESERIALIZE, Operation.SERIALIZE)
    process = start("steady", cells=tuple(planned_of("steady", operation=each) for each in operations))

    take_turns(process)

    records = process.records()
    assert tuple(record.planned.cell.operation for record in records) == operations
    for record in records:
        assert record.loss is None
        assert sum(batch.phase is Phase.MEASURED for batch in record.batches) == 4
        assert record.outputs_as_verified is True


@pytest.mark.parametrize("about", ["sink", "calls", "rotation"])
def test_a_loop_that_does_other_work_is_found(run: Perform, about: str) -> None:
    record = run(f"lies:about={about}")

    assert record.loss is None
    assert record.outputs_as_verified is False


def test_a_codec_that_gives_nothing_while_it_is_timed_is_found(run: Perform) -> None:
    assert run("drops-output").outputs_as_verified is False


def test_a_drifting_subject_is_never_steady(run: Perform) -> None:
    record = run("drifting")

    assert record.loss is None
    assert record.steady is False


def test_noise_on_stderr_does_no_harm(run: Perform) -> None:
    assert run("chatty").loss is None


def test_compressed_size_is_the_size(run: Perform) -> None:
    record = run("steady+gzip-9")

    assert record.loss is None
    assert record.encoded_bytes == 50  # two objects of 5 bytes in gzip's frame


def test_file_sinks_have_a_folder_of_their_own(run: Perform) -> None:
    record = run("steady", cells=(planned_of("steady", sink=Sink.FILE),))

    assert record.loss is None
    assert record.loop_ns is None
    assert record.outputs_as_verified is True


def test_what_the_codec_makes_is_kept_where_it_is_wanted(start: Start) -> None:
    process = start("steady", keeps_encoded=True)
    take_turns(process)
    assert process.payloads == (b"hello", b"world")


def test_a_replay_that_does_not_add_up_costs_the_process(start: Start, data: Data) -> None:
    replaying = Data(data.copies, None, replayed=data.copies[1].objects)
    process = start("steady", cells=(planned_of("steady", operation=Operation.REPLAY),), data=replaying)

    take_turns(process)

    assert process.loss is not None  # the fake has nothing to fold


def test_a_first_call_is_one_call_and_is_verified_afterwards(start: Start, tmp_path: Path) -> None:
    def first(subject: str) -> MeasuringProcess:
        model = start(subject)
        return measure_first_call(model.assignment, None, model._connect, model._folder)

    process = first("steady")
    (record,) = process.records()
    assert record.loss is None
    assert [(batch.phase, batch.calls) for batch in record.batches] == [(Phase.MEASURED, 1)]
    assert record.steady is None
    assert record.outputs_as_verified is True
    assert first("drops-output").records()[0].outputs_as_verified is False
    lost = first("crashes:when=decode")
    assert lost.loss is not None
    assert lost.loss.what == "it ended at `decode` with status 3"
    assert first("wrong-digest").loss is not None


def test_a_first_call_that_has_nothing_to_read_is_lost_for_its_writers_reason(start: Start) -> None:
    model = start("steady")
    refused = Loss(LossKind.CODEC, "I would prefer not to", seen="error")
    (record,) = measure_first_call(model.assignment, refused, model._connect, model._folder).records()
    assert record.loss == replace(refused, what="nothing was written for it to read: I would prefer not to")
    assert record.exit_status is None, "it was not started"


def test_fixed_runs_are_as_many_as_asked(start: Start) -> None:
    model = start("steady")
    process = measure_fixed(
        model.assignment, Measure(mode=ModeKind.FIXED, warm_up_runs=2, runs=3, calls=5), model._connect, model._folder
    )

    (record,) = process.records()
    assert record.loss is None
    assert [batch.calls for batch in record.batches] == [5] * 5
    assert [batch.phase for batch in record.batches].count(Phase.MEASURED) == 3


def test_cells_of_one_process_are_measured_one_after_the_other_and_a_loss_costs_its_own(
    start: Start, tmp_path: Path
) -> None:
    subjects = ("steady", "slower-5", "crashes:when=decode", "chatty", "steady+gzip")
    models = [start(subject) for subject in subjects]
    begun: list[int | None] = []

    def connect(planned: object) -> Transport:
        begun.append(None)
        return models[0]._connect(planned)  # type: ignore[arg-type]

    folder = tmp_path / "together"
    folder.mkdir()
    measure = Measure(mode=ModeKind.FIXED, warm_up_runs=1, runs=2, calls=3)
    processes = measure_one_after_the_other([each.assignment for each in models], measure, connect, folder)

    records = [record for process in processes for record in process.records()]
    assert [record.loss is None for record in records] == [True, True, False, True, True]
    assert len(begun) == 2, "the one that was lost ended the first process"
    assert all(len(record.batches) == 3 for record in records)
    assert records[-1].encoded_bytes == 50


@pytest.mark.parametrize("lost", [False, True])
def test_all_cells_of_one_process_warm_up_first_and_a_loss_makes_the_others_warm_up_again(
    start: Start, tmp_path: Path, lost: bool
) -> None:
    subjects = ("steady", "crashes:when=decode" if lost else "slower-5", "chatty")
    models = [start(subject) for subject in subjects]
    began: list[str] = []

    def connect(planned: object) -> Transport:
        began.append("process")
        return models[0]._connect(planned)  # type: ignore[arg-type]

    folder = tmp_path / "together"
    folder.mkdir()
    measure = Measure(mode=ModeKind.FIXED, warm_up_runs=1, runs=2, calls=4, copies=3, warm_up_first=True)
    processes = measure_one_after_the_other([each.assignment for each in models], measure, connect, folder)

    records = [record for process in processes for record in process.records()]
    assert [record.loss is None for record in records] == [True, not lost, True]
    phases = [[batch.phase for batch in record.batches] for record in records]
    once, twice = [Phase.WARM_UP, *[Phase.MEASURED] * 2], [*[Phase.WARM_UP] * 2, *[Phase.MEASURED] * 2]
    assert phases == ([once, once, twice] if lost else [once] * 3)
    assert len(began) == 1 + lost
    assert all(record.outputs_as_verified for record in records if record.loss is None)


def test_the_last_one_that_is_left_lets_the_process_end(start: Start, tmp_path: Path) -> None:
    models = [start(subject) for subject in ("steady", "crashes")]
    folder = tmp_path / "together"
    folder.mkdir()
    measure = Measure(mode=ModeKind.FIXED, warm_up_runs=1, runs=2, calls=4, warm_up_first=True)
    assignments = [each.assignment for each in models]
    processes = measure_one_after_the_other(assignments, measure, models[0]._connect, folder)

    kept, lost = (record for process in processes for record in process.records())
    assert (kept.loss, kept.exit_status) == (None, 0)
    assert lost.loss is not None


def test_a_program_that_is_not_there(start: Start) -> None:
    process = start("steady")
    process._connect = lambda _: Transport(["no-such-program"], {"PATH": "/nowhere"})

    take_turns(process)

    (record,) = process.records()
    assert record.loss is not None
    assert record.loss.kind is LossKind.START
    assert "no-such-program" in record.loss.what
    assert record.exit_status is None


def test_a_measured_batch_that_took_no_time_is_a_loss(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    process = start("steady")
    none = Batch(Phase.MEASURED, Nanoseconds(0), 1, Nanoseconds(0))
    monkeypatch.setattr(process, "_timed", lambda *_, **__: (none,))
    with pytest.raises(LostError, match="a measured batch took no time"):
        process.turn(Operation.SERIALIZE, Chunk(1, 1))
    with pytest.raises(LostError, match="a measured batch took no time"):
        process.time(Operation.SERIALIZE, Chunk(1, 1), Phase.MEASURED)
    assert process.turns_ns(Operation.SERIALIZE) == ()


def test_a_clock_that_begins_again_with_each_request_is_a_loss(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """By such a clock no warm-up ever comes to its end."""
    process = start("steady")
    process.begin()
    answer = Timed(start_ns=[0], ns=[1000], sink=0)
    monkeypatch.setattr(process._talk(), "ask", lambda *_: answer)
    process.time(Operation.SERIALIZE, Chunk(1, 1), Phase.WARM_UP)
    with pytest.raises(LostError, match="starts before batches of an earlier request end"):
        process.time(Operation.SERIALIZE, Chunk(1, 1), Phase.WARM_UP)
    process.kill()


def test_data_that_is_gone_from_the_cache_is_no_fault_of_the_codec(start: Start, data: Data) -> None:
    process = start("steady")
    process.begin()
    data.copies[0].objects.unlink()
    with pytest.raises(LostError, match=r"its data cannot be read again: .*No such file") as lost:
        process.verify()
    assert lost.value.loss.kind is LossKind.HOST
    process.kill()
