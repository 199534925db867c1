"""Every way a process can go wrong costs that process, and says why."""

import dataclasses
from pathlib import Path

import pytest

from tests.execution.conftest import SHORT, Perform, planned_of
from wirelab.execution.measuring import Assignment
from wirelab.model.cell import Operation, Sink
from wirelab.model.measurement import LossKind, Phase
from wirelab.protocol.messages import Cold, Fast, Fixed

LOSSES = [
    # subject, platform, kind, words of what, words of what was seen, words on stderr
    ("steady", "fake-other-major", LossKind.START, "version 2.2", "", ""),
    ("steady", "fake-crashes-at-start", LossKind.START, "ended at `hello` with status 1", "", "no such class"),
    ("steady", "fake-garbage-at-start", LossKind.GARBAGE, "`hello`", "Picked up options", ""),
    ("steady", "fake-crashes-at-load", LossKind.CRASH, "ended at `load` with status 137", "", "Out of memory"),
    ("steady", "fake-wrong-corpus", LossKind.MISMATCH, "3 objects instead of 2", "", ""),
    ("steady", "fake-refuses-load", LossKind.WORKLOAD, "not to my taste", "", ""),
    ("steady", "fake-fails-at-bye", LossKind.CRASH, "status 3 after `bye`", "", ""),
    ("steady", "fake-speaks-after-bye", LossKind.GARBAGE, "after `bye`", "good bye", ""),
    ("crashes:when=verify", "fake", LossKind.CRASH, "ended at `verify` with status 3", "", "Segmentation fault"),
    ("crashes", "fake", LossKind.CRASH, "ended at `measure` with status 3", "", "Segmentation fault"),
    ("crashes:how=signal", "fake", LossKind.CRASH, "signal SIGKILL", "", "Segmentation fault"),
    ("garbage", "fake", LossKind.GARBAGE, "`measure`", "Exception in thread main", ""),
    ("garbage:what=bytes", "fake", LossKind.GARBAGE, "`measure`", "\\xff\\xfe", ""),
    ("garbage:what=long", "fake", LossKind.GARBAGE, "a line of more than", "xxx", ""),
    ("garbage:what=truncated", "fake", LossKind.CRASH, "ended at `measure` with status 0", '{"type": "done"', ""),
    ("garbage:what=type,when=verify", "fake", LossKind.GARBAGE, "`verify`", "bye", ""),
    ("mismatch", "fake", LossKind.MISMATCH, "[0].name: expected 'ä', got '?'", "", ""),
    ("wrong-digest", "fake", LossKind.MISMATCH, "another digest", "", ""),
    ("lies", "fake", LossKind.IMPLAUSIBLE, "only", "", ""),
    ("lies:about=count", "fake", LossKind.IMPLAUSIBLE, "by its own count but sent", "", ""),
    ("lies:about=order", "fake", LossKind.IMPLAUSIBLE, "starts before batch", "", ""),
    ("lies:about=phases", "fake", LossKind.IMPLAUSIBLE, "follows measured", "", ""),
    ("dies-half-way", "fake", LossKind.CRASH, "ended at `measure` with status 3", '{"type"', "I am dying"),
    ("refuses", "fake", LossKind.CODEC, "prefer not to", "", ""),
    ("refuses:fault=runner", "fake", LossKind.RUNNER, "prefer not to", "", ""),
    ("refuses:fault=workload", "fake", LossKind.WORKLOAD, "prefer not to", "", ""),
    ("refuses:fault=host", "fake", LossKind.HOST, "prefer not to", "", ""),
    ("unheard-of", "fake", LossKind.CODEC, "no codec 'unheard-of'", "", ""),
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


@pytest.mark.parametrize(("subject", "platform"), [("hangs", "fake"), ("hangs:when=verify", "fake")])
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
    assert record.batches, "what was measured is kept"


def test_batches_before_a_loss_are_kept(run: Perform) -> None:
    record = run("dies-half-way")

    assert record.loss is not None
    assert len(record.batches) >= 5
    assert all(batch.canary_ns for batch in record.batches)


def test_a_steady_process(run: Perform) -> None:
    record = run("steady")

    assert record.loss is None
    assert record.exit_status == 0
    assert record.steady is True
    assert all(batch.canary_ns for batch in record.batches)
    assert record.last_canary_ns
    assert record.encoded_bytes == 10
    assert record.checksums is not None
    phases = [batch.phase for batch in record.batches]
    assert phases.count(Phase.MEASURED) == 4
    assert phases == sorted(phases, key=list(Phase).index)
    per_call = [batch.ns / batch.calls for batch in record.batches if batch.phase is Phase.MEASURED]
    assert all(700 < ns < 1400 for ns in per_call)


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


def test_cold_calls_once_and_verifies_afterwards(run: Perform) -> None:
    record = run("crashes:when=verify", mode=Cold())

    assert record.loss is not None
    assert record.loss.what == "it ended at `verify` with status 3"
    assert [(batch.phase, batch.calls) for batch in record.batches] == [(Phase.MEASURED, 1)]
    assert run("wrong-digest", mode=Cold()).loss is not None
    assert run("steady", mode=Cold()).steady is None


def test_fixed_runs_are_as_many_as_asked(run: Perform) -> None:
    record = run("steady", mode=Fixed(warm_up_runs=2, runs=3, calls=5))

    assert record.loss is None
    assert [batch.calls for batch in record.batches] == [5] * 5
    assert [batch.phase for batch in record.batches].count(Phase.MEASURED) == 3


def test_file_sinks_leave_nothing(run: Perform, tmp_path: Path) -> None:
    before = set(tmp_path.iterdir())

    record = run("steady", planned=planned_of("steady", sink=Sink.FILE))

    assert record.loss is None
    assert {path.name for path in set(tmp_path.iterdir()) - before} == {"decoded"}


def test_encoding_after_measuring_keeps_the_file(run: Perform, tmp_path: Path) -> None:
    record = run("steady", encode_to=tmp_path / "encoded", mode=Cold())

    assert record.loss is None
    assert record.encoded_bytes == 10
    assert (tmp_path / "encoded").read_bytes() == b"\x05hello\x05world"


def test_a_replay_that_does_not_add_up_costs_the_process(run: Perform, assignment: Assignment) -> None:
    planned = planned_of("steady")
    replaying = dataclasses.replace(planned, cell=dataclasses.replace(planned.cell, operation=Operation.REPLAY))

    record = run("steady", planned=replaying, replayed=assignment.corpus)  # the fake writes no such file

    assert record.loss is not None
    assert record.loss.kind is LossKind.MISMATCH
    assert "gives a different result" in record.loss.what
    assert run("steady", replayed=assignment.corpus).loss is None  # other operations do without


def test_measuring_goes_on_until_enough_batches_were_in_the_fast_state(run: Perform) -> None:
    seen = sorted(batch.canary_ns or 0 for batch in run("steady").batches)
    fast = SHORT.model_copy(update={"fast": Fast(canary_ns=seen[len(seen) // 2], max_ns=10_000_000)})
    never = SHORT.model_copy(update={"fast": Fast(canary_ns=1, max_ns=400_000)})

    some, none = run("steady", mode=fast), run("steady", mode=never)

    for record in (some, none):
        assert record.loss is None, record.loss
        assert sum(batch.phase is Phase.MEASURED for batch in record.batches) > 4


def test_a_program_that_is_not_there(assignment: object, run: Perform) -> None:
    from wirelab.execution.measuring import Assignment, perform

    assert isinstance(assignment, Assignment)

    def connect(_: object) -> object:
        from wirelab.process.transport import ProcessTransport

        return ProcessTransport(["no-such-program"], {"PATH": "/nowhere"})

    record = perform(planned_of("steady"), assignment, connect)  # type: ignore[arg-type]

    assert record.loss is not None
    assert record.loss.kind is LossKind.START
    assert "no-such-program" in record.loss.what
    assert record.exit_status is None
