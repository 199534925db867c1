from wirelab.model.findings.diagnostics import MachineSpeed
from wirelab.report.run.forecast import machine_words


def test_how_much_a_machine_varied_has_its_sentence() -> None:
    assert list(machine_words({"jvm": MachineSpeed(1.04, 60), "python": MachineSpeed(1.62, 1200)})) == [
        "The machine kept its speed on jvm.",
        "The machine's speed on python varied: the slowest tenth of 1,200 canaries took 1.62× the time of the fastest."
        " This affects times, but not ratios of the same turns.",
    ]
    assert list(machine_words({})) == []
