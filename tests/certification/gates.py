"""How often a gate on versions is right: `wirelab compare` over simulated machines, judged by the lab's own code."""

import math
from dataclasses import dataclass

import numpy as np

from tests.certification.noise import MACHINES, Machine, ratios
from tests.certification.operating import BAND, decisions, heading
from wirelab.analysis.changes import changes_between
from wirelab.app.compare.in_turns import ROUNDS
from wirelab.app.compare.labs import RATIOS_DIFFER
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.findings.change import Change, Effect
from wirelab.model.subject import Subject

COMPARISONS, WORSE = 8, 0.05
SESSION_SD = 0.019
"""The SD of ln(ratio) of one cell from session to session: 22 ratios were within 3.8 % of another session's."""
_HEAD = """\
A gate on a new version makes {comparisons} comparisons in turns, until each ratio is known to half of {worse:.0f} %, in
at most {rounds} rounds. *Alarms* is the share of gates that find anything slower although the versions are equal; at
most 5 % are promised. *No change* is the share of those comparisons that end with "no change beyond ±x %", with x of
at most {worse:.0f}. *Found* is the share of gates that detect the one comparison of the {comparisons} that is truly
slower, by 5 or 10 %; *rounds* is the mean number of rounds until the gate ends. *Two sessions* is the share of alarms
of gates that compare two labs of equal versions, with 10 rounds each and ratios that differ by {session:.1f} % (SD)
from session to session. Such a gate allows {allowed:.0f} % for that; the last column is without this allowance
({studies} gates per share).
"""
_COLUMNS = (
    *("Machine", "Alarms", "No change", "Rounds", "5 % slower: found", "Rounds", "10 % slower: found", "Rounds"),
    *("Two sessions: alarms", "Without the allowance"),
)


@dataclass(frozen=True, slots=True)
class Gate:
    """The shares for gates of one kind: false alarms, comparisons without a change, and found slower versions."""

    alarms: float
    unchanged: float
    found: float
    rounds: float


def gate(seed: int, studies: int, machine: Machine, slower: float = 1.0) -> Gate:
    """The gate on versions measured in turns; the last comparison's truth is `slower`, that of the others 1."""
    schedule = Schedule(ROUNDS, COMPARISONS, precision=WORSE / 2)
    truth = [1.0] * (COMPARISONS - 1) + [slower]
    totals = np.zeros(4)
    for logs in ratios(seed, studies, ROUNDS, truth, machine):
        made = decisions(logs, schedule)
        effects = [Change(_CELL, _CELL, each.interval, each.verdict, WORSE, each.rounds).effect for each in made]
        of_equals = effects if slower == 1 else effects[:-1]
        totals += [
            Effect.SLOWER in of_equals,
            sum(each is Effect.SMALL for each in of_equals) / len(of_equals),
            effects[-1] is Effect.SLOWER,
            max(each.rounds for each in made),
        ]
    return Gate(*(float(each) for each in totals / studies))


def alarms_of_sessions(seed: int, studies: int, machine: Machine, allowed: float, rounds: int = 10) -> float:
    """The share of comparisons of two labs that find anything slower although nothing but the session differs."""
    shifts = np.random.default_rng(seed).normal(0, SESSION_SD, (studies, COMPARISONS))
    sides = (ratios(seed + at, studies, rounds, [1.0] * COMPARISONS, machine) for at in (1, 2))
    alarms = 0
    for shift, before, after in zip(shifts, *sides, strict=True):
        found = changes_between(
            _times(before),
            _times(after + shift),
            [(cell, cell) for cell in _CELLS],
            alpha=0.05,
            band=BAND,
            tolerated=WORSE,
            between_sessions=allowed,
        )
        alarms += any(each.effect is Effect.SLOWER for each in found)
    return alarms / studies


def gates(studies: int) -> list[str]:
    """The lines on gates."""
    head = _HEAD.format(
        comparisons=COMPARISONS,
        worse=100 * WORSE,
        rounds=ROUNDS,
        session=100 * SESSION_SD,
        allowed=100 * RATIOS_DIFFER,
        studies=f"{studies:,}",
    )
    lines = [head, *heading(_COLUMNS)]
    for row, machine in enumerate(MACHINES):
        equal, *slower = (
            gate(8000 + 10 * row + at, studies, machine, truth) for at, truth in enumerate((1, 1.05, 1.1))
        )
        said = [f"{100 * equal.alarms:.1f} %", f"{100 * equal.unchanged:.1f} %", f"{equal.rounds:.1f}"]
        said += [text for each in slower for text in (f"{100 * each.found:.1f} %", f"{each.rounds:.1f}")]
        said += [
            f"{100 * alarms_of_sessions(9000 + 10 * row, studies, machine, allowed):.1f} %"
            for allowed in (RATIOS_DIFFER, 0.0)
        ]
        lines.append(f"| {machine} | {' | '.join(said)} |")
    return lines


def _times(logs: np.ndarray) -> dict[Cell, dict[int, float]]:
    return {cell: {at: math.exp(log) for at, log in enumerate(logs[:, place])} for place, cell in enumerate(_CELLS)}


_CELLS = tuple(
    Cell(CorpusName("simulated", str(number), "random"), "simulated", Subject("codec"), Operation.SERIALIZE)
    for number in range(COMPARISONS)
)
_CELL = _CELLS[0]
