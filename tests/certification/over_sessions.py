"""How often statements on several sessions, and on a codec's history, are right, by simulation."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.certification.gates import SESSION_SD
from tests.certification.operating import BAND, heading
from wirelab.analysis.decide.intervals import mean_interval
from wirelab.analysis.sessions.estimates import Estimate, Repeated, bootstrapped, estimated
from wirelab.analysis.sessions.steps import steps
from wirelab.analysis.sessions.verdicts import judged, known

COMPARISONS, ALPHA, CONFIDENCE = 7, 0.05, 0.95
ROUND_SD = 0.026
"""The SD of ln(ratio) from round to round on a quiet machine ("What turns do")."""
_SHARED = math.sqrt(0.5)
"""Cells and their reference scatter alike, so that ratios to the same reference move together by half."""


@dataclass(frozen=True, slots=True)
class Case:
    """How sessions differ.

    Attributes:
        name: for people.
        sessions: SD of ln(ratio) from session to session.
        machines: SD from machine to machine.
        unlike: by how much the last cell's sessions differ more than the first one's, geometrically between.
        tails: degrees of freedom of Student's t that sessions are drawn from; 0: they are normal.
        holes: share of a session's cells that it lacks.
        rounds: of a session, from and to.
    """

    name: str
    sessions: float = SESSION_SD
    machines: float = 0.0
    unlike: float = 1.0
    tails: int = 0
    holes: float = 0.0
    rounds: tuple[int, int] = (10, 10)


CASES = (
    Case("as measured"),
    Case("sessions alike", sessions=0.0),
    Case("cells unlike, 1 to 10", sessions=0.006, unlike=10.0),
    Case("heavy tails", tails=4),
    Case("holes, 3 to 20 rounds", holes=0.3, rounds=(3, 20)),
)
MACHINES = Case("machines", machines=0.03, rounds=(5, 15))
SESSIONS = (2, 3, 5, 10)
LAYOUTS = ((2, 2), (1, 1, 1), (1, 2, 4), (3, 3, 3, 3, 3))
"""Sessions of each machine."""


def drawn(random: np.random.Generator, case: Case, layout: Sequence[int]) -> list[list[Repeated]]:
    """Sessions' results for each of equal ratios, by comparison; a machine has as many sessions as `layout` says."""
    scale = case.unlike ** np.linspace(-0.5, 0.5, COMPARISONS)
    found: list[list[Repeated]] = [[] for _ in range(COMPARISONS)]
    for number, sessions in enumerate(layout):
        machine = case.machines * _together(random)
        for _ in range(sessions):
            level = machine + case.sessions * scale * _together(random, case.tails)
            rounds = int(random.integers(case.rounds[0], case.rounds[1] + 1))
            logs = level + ROUND_SD * np.array([_together(random) for _ in range(rounds)])
            for at in range(COMPARISONS):
                if random.random() >= case.holes:
                    found[at].append(Repeated(len(found[at]), str(number), tuple(logs[:, at].tolist())))
    return found


def _together(random: np.random.Generator, tails: int = 0) -> np.ndarray:
    """Differences of each cell to the same reference, each of variance 1."""
    values = random.standard_normal(COMPARISONS + 1)
    if tails:
        values = random.standard_t(tails, COMPARISONS + 1) / math.sqrt(tails / (tails - 2))
    return _SHARED * (values[1:] - values[0])


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of reports with any false difference, and of intervals that hold the truth, by how they are drawn."""

    family: float
    shown: float
    alone: float
    drawing: float
    as_rounds: float


def pooled(seed: int, studies: int, case: Case, layout: Sequence[int]) -> Shares:
    """The shares for reports over sessions where all ratios are 1."""
    random = np.random.default_rng(seed)
    alarms, held, counts = 0, np.zeros(4), np.zeros(4)
    for _ in range(studies):
        by_cell = drawn(random, case, layout)
        told = [(own, each) for own in by_cell if (each := estimated(own)) is not None and each.sessions > 1]
        found = judged([each for _, each in told], alpha=ALPHA, band=BAND)
        alarms += any(each.verdict.differs for each in found)
        for (own, estimate), each in zip(told, found, strict=True):
            holds = (
                each.pooled.value.low <= 1 <= each.pooled.value.high,
                known(estimate, CONFIDENCE).value.low <= 1 <= known(estimate, CONFIDENCE).value.high,
                _by_drawing(estimate),
                _as_rounds(own),
            )
            held += [bool(one) for one in holds]
            counts += [one is not None for one in holds]
    return Shares(alarms / studies, *(held / np.maximum(counts, 1)).tolist())


def _by_drawing(estimate: Estimate) -> bool | None:
    limits = bootstrapped(estimate, CONFIDENCE)
    return None if limits is None else limits[0] <= 0 <= limits[1]


def _as_rounds(own: Sequence[Repeated]) -> bool:
    interval = mean_interval([value for each in own for value in each.logs], CONFIDENCE)
    return interval.low <= 0 <= interval.high


_HEAD = """\
These are reports over several sessions of {comparisons} comparisons whose true ratios are 1 (`wirelab report --runs`).
Ratios differ by {session:.1f} % (SD) from session to session, as measured, and by {round:.1f} % from round to round,
with 10 rounds per session. *Error* is the share of reports that call any ratio different; at most 5 % are promised.
*Shown* is the share of the intervals in reports that contain the truth. They are valid together, so more than 95 % do.
*Alone* is the same share for separate 95 % intervals, as times have; 93.5 % are required. *Drawing* is the share for
limits by drawing sessions with replacement, which are shown from five sessions on and promise nothing. *As rounds* is
the share for intervals that treat every round as independent, as if there were no sessions; it shows why this model
exists. In *cells unlike*, sessions differ by 0.2 to 1.9 %, depending on the cell; *heavy tails* are Student's t with 4
degrees of freedom; *holes* lack 30 % of all cells. Several machines (with the sessions of each in brackets) differ by
{machine:.1f} % ({studies:,} reports per share).
"""


def over_sessions(studies: int) -> list[str]:
    """The lines on several sessions."""
    head = _HEAD.format(
        comparisons=COMPARISONS,
        session=100 * SESSION_SD,
        round=100 * ROUND_SD,
        machine=100 * MACHINES.machines,
        studies=studies,
    )
    lines = [head, *heading(("Sessions", "How they differ", "Error", "Shown", "Alone", "Drawing", "As rounds"))]
    rows = [(f"{n}, one machine", case, (n,)) for case in CASES for n in SESSIONS]
    rows += [(f"{sum(own)}, {len(own)} machines ({', '.join(map(str, own))})", MACHINES, own) for own in LAYOUTS]
    for row, (name, case, layout) in enumerate(rows):
        found = pooled(20_000 + row, studies, case, layout)
        units = len(layout) if len(layout) > 1 else layout[0]
        drawing = _percent(found.drawing) if units >= 5 and not case.holes else "–"
        shares = _percent(found.family), _percent(found.shown), _percent(found.alone), drawing
        lines.append(f"| {name} | {case.name} | {' | '.join(shares)} | {_percent(found.as_rounds)} |")
    return lines


# --- history ----------------------------------------------------------------------------------------------------------

SERIES = 8


@dataclass(frozen=True, slots=True)
class Kind:
    """How a codec's sessions scatter around its level.

    Attributes:
        name: for people.
        tails: degrees of freedom of Student's t; 0: normal.
        disturbed: share of sessions that are off by 10 %, up or down.
        kept: how much of a session's deviation the next one has, too.
    """

    name: str
    tails: int = 0
    disturbed: float = 0.0
    kept: float = 0.0


KINDS = (
    Kind("normal"),
    Kind("heavy tails", tails=4),
    Kind("one in twenty disturbed", disturbed=0.05),
    Kind("each a little like the one before", kept=0.2),
    Kind("each half like the one before", kept=0.5),
)
LENGTHS = (4, 8, 20, 50)
SHIFTS = {"middle": (10, 20), "last 2": (18, 20), "came and went": (8, 13)}
"""Between which of 20 sessions the level is another."""
_OFF, _LEAST = 0.1, math.log1p(BAND)
CHANGES = (0.05, 0.1, 0.2)


def series(random: np.random.Generator, kind: Kind, sessions: int) -> np.ndarray:
    """ln(ratio) of each session of a codec that does not change."""
    noise = random.standard_t(kind.tails, sessions) if kind.tails else random.standard_normal(sessions)
    if kind.tails:
        noise /= math.sqrt(kind.tails / (kind.tails - 2))
    for at in range(1, sessions):
        noise[at] = kind.kept * noise[at - 1] + math.sqrt(1 - kind.kept**2) * noise[at]
    own = math.hypot(SESSION_SD, ROUND_SD / math.sqrt(10))
    off = random.choice((-_OFF, _OFF), sessions) * (random.random(sessions) < kind.disturbed)
    return own * noise + off


def false_changes(seed: int, studies: int, kind: Kind, sessions: int) -> float:
    """The share of histories of several series with any change, where there is none."""
    random = np.random.default_rng(seed)
    marked = sum(
        any(steps(series(random, kind, sessions).tolist(), ALPHA / SERIES, _LEAST) for _ in range(SERIES))
        for _ in range(studies)
    )
    return marked / studies


def found_changes(seed: int, studies: int, kind: Kind, change: float, where: tuple[int, int]) -> tuple[float, float]:
    """The share of changes of a series of 20 sessions that are found, to a session, and of histories with one too many.

    The series is one of eight, of which the others do not change.
    """
    random = np.random.default_rng(seed)
    truth = [at for at in where if at < 20]
    right = spurious = 0
    for _ in range(studies):
        values = series(random, kind, 20)
        values[where[0] : where[1]] += math.log1p(change)
        places = [each.at for each in steps(values.tolist(), ALPHA / SERIES, _LEAST)]
        right += all(any(abs(place - at) <= 1 for place in places) for at in truth)
        spurious += any(all(abs(place - at) > 1 for at in truth) for place in places)
    return right / studies, spurious / studies


_HISTORY = """\
These are histories of {series} series (`wirelab history`). *Alarms* is the share of histories with any change marked
although no series changes, by the number of sessions; at most 5 % are promised. Sessions scatter by {own:.1f} %:
normally; by Student's t with 4 degrees of freedom; with one session in twenty that is off by 10 %; or with a fifth or
half of the deviation of the session before. Changes that may be within ±2 % are not marked. This keeps sessions that
resemble the one before from raising alarms, and costs power where changes are small and sessions few. *Found* is the
share of histories of 20 sessions in which a change of one series is found, to within a session. The change is of 5, 10
or 20 %: from the middle on, in the last two sessions, or in five sessions after which it disappears. *Beside* is the
largest share of these histories with a change marked elsewhere in that series, or more than one session away from the
true change ({studies:,} histories per share).
"""


def history(studies: int) -> list[str]:
    """The lines on histories."""
    own = 100 * math.hypot(SESSION_SD, ROUND_SD / math.sqrt(10))
    columns = [f"Alarms, {n} sessions" for n in LENGTHS]
    columns += [f"{100 * change:.0f} % found, {where}" for change in CHANGES for where in SHIFTS]
    head = _HISTORY.format(series=SERIES, own=own, studies=studies)
    lines = [head, *heading(("Sessions", *columns, "Beside"))]
    for row, kind in enumerate(KINDS):
        said = [_percent(false_changes(21_000 + 10 * row + at, studies, kind, n)) for at, n in enumerate(LENGTHS)]
        found = [
            found_changes(22_000 + 10 * row + at, studies, kind, change, where)
            for change in CHANGES
            for at, where in enumerate(SHIFTS.values())
        ]
        said += [_percent(share) for share, _ in found]
        lines.append(f"| {kind.name} | {' | '.join(said)} | {_percent(max(beside for _, beside in found))} |")
    return lines


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
