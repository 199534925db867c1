"""Processes that live at the same time: their turns, the cost of a loss, and how memory splits them."""

from math import exp, log
from random import Random
from statistics import median, pstdev

import pytest

from tests.execution.conftest import SHORT, Start, opened, take_turns
from wirelab.execution import turns
from wirelab.execution.measuring_process import MeasuringProcess
from wirelab.execution.memory import Memory
from wirelab.execution.turns import in_groups, ratio_error
from wirelab.model.measurement import LossKind, Phase


def turns_of(process: MeasuringProcess) -> int:
    return sum(batch.phase is Phase.MEASURED for record in process.records() for batch in record.batches)


@pytest.mark.parametrize(
    ("subject", "kind", "slack_s"),
    [
        ("crashes:after=50", LossKind.CRASH, 20.0),
        ("garbage:after=50", LossKind.GARBAGE, 20.0),
        ("garbage:after=50,what=banner", LossKind.GARBAGE, 20.0),
        ("refuses:after=50", LossKind.CODEC, 20.0),
        ("hangs:after=50", LossKind.HANG, 0.5),
    ],
)
def test_one_that_is_lost_in_its_turn_costs_no_other(
    start: Start, subject: str, kind: LossKind, slack_s: float
) -> None:
    lost, *others = (start(each, slack_s=slack_s) for each in (subject, "steady", "slower-5"))
    measure = SHORT.model_copy(update={"turns": 40})

    take_turns(others[0], lost, others[1], measure=measure)

    assert lost.loss is not None
    assert lost.loss.kind is kind
    assert 0 < turns_of(lost) < 40, "the turns that it measured are kept"
    for other in others:
        assert other.loss is None
        assert turns_of(other) == 40


def test_one_that_cannot_be_warmed_up_costs_no_other(start: Start) -> None:
    processes = [start(each) for each in ("mismatch", "steady")]
    take_turns(*processes)
    assert [process.loss is None for process in processes] == [False, True]
    assert [turns_of(process) for process in processes] == [0, 4]


def test_turns_are_interleaved_in_an_order_that_changes(start: Start) -> None:
    processes = [start("steady") for _ in range(3)]
    take_turns(*processes)
    begun = {
        at: [b.start_ns for record in process.records() for b in record.batches if b.phase is Phase.MEASURED]
        for at, process in enumerate(processes)
    }
    turns = [sorted(begun, key=lambda at: begun[at][turn]) for turn in range(4)]
    for before, after in zip(range(3), range(1, 4), strict=True):
        assert max(own[before] for own in begun.values()) < min(own[after] for own in begun.values())
    assert len({tuple(order) for order in turns}) > 1


def test_calls_that_take_long_have_fewer_turns_together(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    processes = [start("steady"), start("slower-5")]
    monkeypatch.setattr(turns, "MOST_NS", 500_000)
    take_turns(*processes, measure=SHORT.model_copy(update={"turns": 40}))
    counts = {turns_of(process) for process in processes}
    assert len(counts) == 1
    assert turns.LEAST_TURNS <= counts.pop() < 40


def test_one_that_was_lost_takes_no_time_from_the_turns_of_others(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, *others = (start(each) for each in ("crashes:after=30", "steady", "slower-5"))
    monkeypatch.setattr(turns, "_turn_ns", lambda *_: 1.0)
    monkeypatch.setattr(turns, "MOST_NS", 2 * 20)
    take_turns(lost, *others, measure=SHORT.model_copy(update={"turns": 20}))
    assert lost.loss is not None
    assert [turns_of(process) for process in others] == [20, 20]


def test_one_whose_calls_take_long_has_the_first_turns_alone(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    quick, slow = start("steady"), start("remembers")
    monkeypatch.setattr(turns, "OWN_NS", 700_000)
    take_turns(quick, slow, measure=SHORT.model_copy(update={"turns": 20}))
    assert turns_of(quick) == 20
    assert turns.LEAST_TURNS <= turns_of(slow) < 20
    assert slow.loss is None


def test_waiting_processes_take_no_processor_time(start: Start) -> None:
    processes = [start("collecting") for _ in range(2)]
    take_turns(*processes)
    for process in processes:
        (record,) = process.records()
        assert record.waiting_cpu_ns is not None


@pytest.mark.long
def test_what_does_not_fit_into_memory_is_split_and_the_reference_is_in_every_group(start: Start) -> None:
    memory = Memory()
    memory.bound_bytes = 3
    made: list[tuple[int, int]] = []

    def start_it(member: int, group: int) -> MeasuringProcess:
        made.append((member, group))
        return start("steady")

    pairs = [(0, member) for member in range(1, 6)]
    groups = list(in_groups(pairs, start_it, lambda _: 1, SHORT, memory, Random(1)))

    assert [len(group.members) for group in groups] == [3, 3, 2]
    assert made == [(0, 0), (1, 0), (2, 0), (0, 1), (3, 1), (4, 1), (0, 2), (5, 2)]
    assert all(process.loss is None for group in groups for process in group.members)


def test_one_that_fits_nowhere_is_measured_by_itself(start: Start) -> None:
    memory = Memory()
    memory.bound_bytes = 1
    groups = list(in_groups([(0, 0), (1, 1)], lambda *_: start("steady"), lambda _: 5, SHORT, memory, Random(1)))
    assert [len(group.members) for group in groups] == [1, 1]


def test_memory_is_expected_while_other_threads_learn() -> None:
    memory = Memory()

    class Interrupted(str):
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            memory._seen["elsewhere", str(len(memory._seen)), "steady"] = 7
            return str.__eq__(self, other)

    memory._seen = {("here", "a", "steady"): 5, ("here", "b", "steady"): 6}
    assert memory.expected_bytes(Interrupted("here"), "c", opened("steady")) == 6


def test_an_interrupt_leaves_no_process(start: Start) -> None:
    begun: list[MeasuringProcess] = []

    def start_it(member: int, group: int) -> MeasuringProcess:
        if member == 2:
            raise KeyboardInterrupt
        begun.append(start("steady"))
        return begun[-1]

    with pytest.raises(KeyboardInterrupt):
        list(in_groups([(0, 1), (0, 2)], start_it, lambda _: 1, SHORT, Memory(), Random(1)))
    assert len(begun) == 2
    assert all(process.records()[0].exit_status == -9 for process in begun)


def test_a_restless_round_takes_more_turns(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    processes = [start("steady"), start("slower-5")]
    monkeypatch.setattr(turns, "ERROR", 0.0)
    take_turns(*processes, measure=SHORT.model_copy(update={"turns": 5}))
    assert {turns_of(process) for process in processes} == {10}


def test_the_error_of_a_round_is_that_of_ratios_in_many_rounds() -> None:
    """The machine's effect on a turn cancels out; the part that is each one's own scatters by 10 %."""
    draw, estimates, ratios = Random(7), [], []
    for _ in range(300):
        machine = [draw.choice([1.0, 1.7]) for _ in range(20)]
        group = [[1000 * speed * exp(draw.gauss(0, 0.1)) for speed in machine] for _ in range(8)]
        estimates.append(ratio_error(group))
        ratios.append(median(log(one / other) for one, other in zip(*group[:2], strict=True)))
    assert 0.8 < median(estimates) / pstdev(ratios) < 1.2


def test_those_that_have_had_their_turns_say_nothing_of_a_rounds_error() -> None:
    full = [[1.0, 1.1, 0.9, 1.2], [2.0, 2.3, 1.9, 2.1]]
    assert ratio_error([*full, [7.0, 90.0]]) == ratio_error(full) > 0


def test_one_alone_has_no_error_of_ratios() -> None:
    assert ratio_error([[1.0, 2.0]]) == ratio_error([[1.0], [2.0]]) == 0.0
