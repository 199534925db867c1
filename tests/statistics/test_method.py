"""The method keeps its promises, on scripted truths and noise as METHOD measured it.

The bounds allow for chance: a method that errs in exactly 5 % of cases exceeds the first one time in a thousand.
All is seeded. These go the whole way, from the plan of each round to the findings; docs/operating-characteristics.md
has many more studies, through only the rule.
"""

import random

import pytest
from scipy.stats import binom

from tests.again import first
from tests.statistics.scripted import TIME_NS, Noise, against, cell_named, run_study
from wirelab.analysis.decide.decision import against_1, decide
from wirelab.design.sequential import Schedule
from wirelab.model.findings.finding import Verdict
from wirelab.study.definition import LOOKS

ALARMS = {Verdict.DIFFERENT, Verdict.NEGLIGIBLE}
DRIFTS = [pytest.param(Noise(), id="drift by round"), pytest.param(Noise(steps_a_round=0), id="drift by batch")]
REFERENCE, OTHER = cell_named("reference"), cell_named("other")


def verdicts(studies: int, slowdown: float, noise: Noise, first_seed: int, rounds: int) -> list[Verdict]:
    truths = {REFERENCE: TIME_NS, OTHER: TIME_NS * slowdown}
    found = []
    for seed in range(first_seed, first_seed + studies):
        findings = run_study(truths, against(REFERENCE, OTHER), Schedule(rounds, 1), seed=seed, noise=noise)
        found += [compared.verdict for compared in findings.comparisons]
    return found


@pytest.mark.parametrize("noise", DRIFTS)
@pytest.mark.long
def test_false_alarms_of_equal_pairs(noise):
    studies = 250
    alarms = sum(verdict in ALARMS for verdict in verdicts(studies, 1.0, noise, 10_000, rounds=20))
    assert alarms <= binom.ppf(0.999, studies, 0.05)


@pytest.mark.parametrize("noise", DRIFTS)
@pytest.mark.long
def test_a_slowdown_of_five_percent_is_found(noise):
    found = sum(verdict in ALARMS for verdict in verdicts(100, 1.05, noise, 20_000, rounds=40))
    assert found >= 95


@pytest.mark.long
def test_the_family_error_of_eight_equal_cells():
    cells = [cell_named(f"cell{i}") for i in range(8)]
    comparisons = against(*cells)
    with_alarm = 0
    for seed in range(30_000, 30_060):
        findings = run_study(dict.fromkeys(cells, TIME_NS), comparisons, Schedule(20, 7), seed=seed)
        with_alarm += any(compared.verdict in ALARMS for compared in findings.comparisons)
    assert with_alarm <= binom.ppf(0.999, 60, 0.05)


@pytest.mark.parametrize("noise", DRIFTS)
@pytest.mark.parametrize("rounds", first(1, [10, 6, 20]))
@pytest.mark.long
def test_the_family_error_where_most_cells_join_after_the_first_look(noise, rounds):
    cells, studies = [cell_named(f"cell{i}") for i in range(8)], 100
    comparisons, truths = against(*cells), dict.fromkeys(cells, TIME_NS)
    with_alarm = 0
    for seed in range(40_000, 40_000 + studies):
        schedule = Schedule(rounds, 7)
        findings = run_study(truths, comparisons, schedule, seed=seed, noise=noise, early=cells[:3])
        assert len(findings.cells) == 8
        with_alarm += any(compared.verdict in ALARMS for compared in findings.comparisons)
    assert with_alarm <= binom.ppf(0.999, studies, 0.05)


@pytest.mark.long
@pytest.mark.parametrize("comparisons", [2, 12])
def test_what_is_said_to_differ_at_the_first_look_seldom_does_not(comparisons):
    """As a run prints it: a difference that the first look finds, though not yet precisely."""
    source, studies, with_error = random.Random(50_000), 1500, 0
    schedule = Schedule(20, comparisons, precision=0.05)
    for _ in range(studies):
        reference = [source.gauss(0, 0.03) for _ in range(LOOKS[0])]
        equal = [
            against_1(tuple((n, source.gauss(0, 0.03) - own) for n, own in enumerate(reference)), 0.02)
            for _ in range(comparisons)
        ]
        found = decide(equal, schedule=schedule, rounds=LOOKS[0])
        with_error += any(each.verdict.differs for each in found)
    assert with_error <= binom.ppf(0.999, studies, 0.05)


def test_a_quiet_machine_calls_equal_cells_equivalent_and_stops_early():
    quiet = Noise(process=0.001, batch=0.001, drift=1.01)
    rounds = []
    truths = dict.fromkeys((REFERENCE, OTHER), TIME_NS)
    for seed in range(20):
        findings = run_study(truths, against(REFERENCE, OTHER), Schedule(40, 1), seed=seed, noise=quiet)
        (compared,) = findings.comparisons
        assert compared.verdict in {Verdict.EQUIVALENT, Verdict.NEGLIGIBLE}
        rounds.append(compared.ratio.processes)
    assert max(rounds) <= 10
