from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.finding import CellFinding
from wirelab.model.machine import TOLD_NS, MachineKind, MachineStates
from wirelab.model.subject import Subject
from wirelab.report.machine import machine_words

ONE = MachineStates(MachineKind.ONE, (250_000.0,), (0.98,), None, 0.01, 500)
TWO = MachineStates(MachineKind.LEVELS, (200_000.0, 300_000.0), (0.62, 0.31), 212_000.0, 0.15, 500)
TAIL = MachineStates(MachineKind.LEVELS, (200_000.0,), (0.7,), 212_000.0, 0.1, 500)
SLIDING = MachineStates(MachineKind.SLIDING, (), (), None, 0.163, 500)
UNKNOWN = MachineStates(MachineKind.UNKNOWN, (), (), None, 0.0, 3)


def test_each_kind_of_machine_has_its_sentence() -> None:
    assert list(machine_words({"jvm": ONE, "python": ONE})) == ["The machine kept one speed on jvm and python."]
    assert list(machine_words({"jvm": TWO})) == [
        "On jvm the machine was in its fast state for 62 % of the canaries; 31 % took 1.50 times as long."
        " Times are of the fast state alone."
    ]
    assert list(machine_words({"jvm": TAIL})) == [
        "On jvm the machine was in its fast state for 70 % of the canaries, and slower by varying amounts otherwise."
        " Times are of the fast state alone."
    ]
    assert list(machine_words({"jvm": SLIDING, "python": UNKNOWN})) == [
        "On jvm the machine's speed drifted without settling at any level (SD 16.3 %): "
        "times there are as measured, at whatever speed it had."
    ]
    assert list(machine_words({})) == []


def test_calls_that_canaries_do_not_tell_are_named_where_there_are_some() -> None:
    def found(platform: str, *times_ns: float) -> CellFinding:
        cell = Cell(CorpusName("school", "1", "random"), platform, Subject("gson"), Operation.SERIALIZE)
        return CellFinding(cell, None, times_ns, None, None, None, steady_share=1.0, lost=0)

    machine, short, long = {"jvm": TAIL}, found("jvm", 0.9 * TOLD_NS), found("jvm", 0.9 * TOLD_NS, 1.1 * TOLD_NS)
    (told,) = machine_words(machine, [short, found("python", 2.0 * TOLD_NS)])
    assert told.endswith(" Times are of the fast state alone.")
    (told,) = machine_words(machine, [short, long])
    assert told.endswith(
        " Times are of the fast state alone, but for calls of more than a second, which canaries do not tell."
    )
