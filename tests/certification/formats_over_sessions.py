"""How often statements on formats between platforms over several sessions are right, by simulation.

A session's times are those of `noise.py`. It has a speed of its own, as its machine has, which all codecs feel and the
link does not; and each codec differs a little there from its time elsewhere. The code of real runs chooses each
session's codecs and judges it, and then all of them, as `wirelab report --runs` does.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from tests.certification.gates import SESSION_SD
from tests.certification.noise import MACHINES as NOISES
from tests.certification.noise import Machine, drawn
from tests.certification.operating import BAND, CONFIDENCE, heading
from tests.certification.printed import contains, percent
from tests.certification.transfers import LINK, UNLIKE, Formats
from wirelab.analysis.decide.intervals import differences, mean_interval, on_ratios
from wirelab.analysis.sessions.formats import Carried, pooled_formats
from wirelab.analysis.transfer import cells_to_go_on, qualified, transfer_finding
from wirelab.design.sequential import Schedule
from wirelab.design.transfer import QUALIFYING
from wirelab.model.cell import Cell
from wirelab.model.findings.finding import Interval
from wirelab.model.findings.sessions import PooledFormat, Reach
from wirelab.model.findings.transfer import TransferFinding

Numbers = NDArray[np.float64]
ALPHA = 1 - CONFIDENCE
QUIET, TWO_SPEEDS, *_ = NOISES
ALIKE = Formats({f"format-{at}": (20_000, 150e3, 100e3, 1) for at in range(4)})
_LOST = 0.05
"""Share of the processes that are lost where there are holes."""
_EXPECTED = 20_000
"""Sessions whose mean is taken for that of all further ones."""


@dataclass(frozen=True, slots=True)
class Case:
    """How sessions and machines differ; standard deviations are of ln(time).

    Attributes:
        name: for people.
        speed: SD from session to session, which all codecs of a session share.
        codecs: SD from session to session beyond that, each codec for itself; a ratio of two has 1.4 times as much.
        machines: SD from machine to machine, that all codecs share, and that each has for itself.
        unlike: by how much the last codec's sessions differ more than the first one's, geometrically between.
        tails: degrees of freedom of Student's t that sessions are drawn from; 0: they are normal.
        holes: share of a session's formats that it lacks; processes are lost there, too.
        rounds: of a session beyond those that choose codecs, from and to.
        stopped: whether a session ends with each format when it is decided.
        noise: the effects of its machine on turns.
    """

    name: str
    speed: float = 0.05
    codecs: float = SESSION_SD / math.sqrt(2)
    machines: tuple[float, float] = (0.0, 0.0)
    unlike: float = 1.0
    tails: int = 0
    holes: float = 0.0
    rounds: tuple[int, int] = (10, 10)
    stopped: bool = False
    noise: Machine = QUIET


USUAL = Case("as measured")
HOLES = Case("holes, 3 to 20 rounds", holes=0.3, rounds=(3, 20))
CASES = (
    USUAL,
    HOLES,
    Case("sessions alike", speed=0.0, codecs=0.0),
    Case("codecs unlike, 1 to 10", codecs=0.006, unlike=10.0),
    Case("heavy tails", tails=4),
    Case("ended when decided", stopped=True),
    Case("two speeds", noise=TWO_SPEEDS),
)
MACHINES = Case("machines", machines=(0.3, 0.03), rounds=(5, 15))
SESSIONS, FEWER = (2, 3, 5, 8), (3,)
LAYOUTS = ((2, 2), (1, 1, 1), (1, 2, 4), (2, 2, 2, 2))
"""Sessions of each machine."""
ROWS = (
    ("1", USUAL, (1,)),
    *((f"{n}, one machine", case, (n,)) for case in CASES for n in (SESSIONS if case in (USUAL, HOLES) else FEWER)),
    *((f"{sum(own)}, {len(own)} machines ({', '.join(map(str, own))})", MACHINES, own) for own in LAYOUTS),
)
"""The page's rows: how many sessions there are, how they differ, and how many each machine has."""


@dataclass(frozen=True, slots=True)
class Session:
    """A simulated one.

    Attributes:
        carried: the report's data on it.
        truth: ln of the true time of each format at its speed, the mean over the rounds that judge, by format.
    """

    carried: Carried
    truth: Mapping[str, float]


def reports(seed: int, studies: int, formats: Formats, case: Case, layout: Sequence[int]) -> Iterator[list[Session]]:
    """The sessions behind each report; a machine has as many as `layout` says."""
    random = np.random.default_rng(seed)
    rounds, truth_ns = QUALIFYING + case.rounds[1], formats.truth_ns.tolist()
    turns = drawn(seed, studies * sum(layout), rounds, truth_ns, case.noise)
    own = (each for some in turns for each in zip(some.levels, some.speeds, strict=True))
    for _ in range(studies):
        made: list[Session] = []
        for machine, sessions in enumerate(layout):
            here = _effects(random, formats, *case.machines)
            for _ in range(sessions):
                levels, speeds = next(own)
                felt = here + _effects(random, formats, case.speed, case.codecs, case.unlike, case.tails)
                made.append(_session(random, formats, case, str(machine), len(made), (levels, speeds, felt)))
        yield made


def _effects(
    random: np.random.Generator, formats: Formats, speed: float, codecs: float, unlike: float = 1.0, tails: int = 0
) -> Numbers:
    """The effect of a session, or a machine, on ln(time) of each cell."""
    count = len(formats.cells)
    values = random.standard_normal(count + 1)
    if tails:
        values = random.standard_t(tails, count + 1) / math.sqrt(tails / (tails - 2))
    found: Numbers = speed * values[0] + codecs * unlike ** np.linspace(-0.5, 0.5, count) * values[1:]
    return found


def _session(
    random: np.random.Generator,
    formats: Formats,
    case: Case,
    machine: str,
    at: int,
    drawn_: tuple[Numbers, Numbers, Numbers],
) -> Session:
    levels, speeds, felt = drawn_
    rounds = QUALIFYING + int(random.integers(case.rounds[0], case.rounds[1] + 1))
    lacking = {name for name in formats.each if name != formats.reference and random.random() < case.holes}
    lost = random.random(levels.shape) < (_LOST if case.holes else 0.0)
    times = {
        cell: {b: float(ns) for b, ns in enumerate(own[:rounds]) if not gone[b]}
        for cell, own, gone in zip(formats.cells, np.exp(levels + felt).T, lost.T, strict=True)
    }
    ways = {name: own for name, own in formats.ways.items() if name not in lacking}
    first = {cell: {b: ns for b, ns in own.items() if b < QUALIFYING} for cell, own in times.items()}
    chosen = qualified(ways, first, formats.sizes, LINK)
    schedule = Schedule(case.rounds[1], max(1, len(chosen) - 1))
    asked = formats.asked()

    def found(so_far: Mapping[Cell, Mapping[int, float]], seen: int, *, ended: bool) -> TransferFinding:
        return transfer_finding(asked, chosen, so_far, formats.sizes, schedule, rounds=seen, ended=ended)

    if case.stopped:
        for seen in range(QUALIFYING + 1, rounds):
            so_far = {cell: {b: ns for b, ns in own.items() if b < seen} for cell, own in times.items()}
            further = cells_to_go_on(found(so_far, seen, ended=False), ways, frozenset(), seen)
            times = {cell: own if cell in further else dict(so_far[cell]) for cell, own in times.items()}
    finding = found(times, rounds, ended=True)
    places = {cell: place for place, cell in enumerate(formats.cells)}
    truth = {}
    for way in chosen:
        slowness = np.exp(speeds[QUALIFYING:rounds, None] + felt[[places[cell] for cell in way.cells]])
        truth[way.format] = float(np.log(slowness @ formats.ns(way.format) + formats.link_ns(way.format)).mean())
    return Session(Carried(at, machine, finding, times), truth)


@cache
def expected(case: Case) -> Mapping[str, float]:
    """ln of the true time, on average in further sessions on further machines, of formats that are unlike.

    In each of many sessions, the codecs are chosen that were the fastest in rounds of their own, as real ones are.
    """
    random, found = np.random.default_rng(1), UNLIKE
    speed = math.hypot(case.speed, case.machines[0])
    (*some,) = drawn(2, _EXPECTED, QUALIFYING, found.truth_ns.tolist(), case.noise)
    levels, speeds = (np.concatenate([getattr(each, name) for each in some]) for name in ("levels", "speeds"))
    felt = np.array([_effects(random, found, 0.0, case.codecs, case.unlike, case.tails) for _ in range(_EXPECTED)])
    felt += case.machines[1] * random.standard_normal(felt.shape)
    felt += _shared(random, case, speed)[:, None]
    taken = np.exp((levels + felt[:, None]).mean(axis=1))  # in the rounds that choose
    truth: dict[str, float] = {}
    for name, own in found.ways.items():
        total = np.full((_EXPECTED, QUALIFYING), found.link_ns(name))
        for cells, ns in zip(zip(*(way.cells for way in own), strict=True), found.ns(name), strict=True):
            side = [found.cells.index(cell) for cell in dict.fromkeys(cells)]
            quickest = np.array(side)[taken[:, side].argmin(axis=1)]
            total += ns * np.exp(speeds + np.take_along_axis(felt, quickest[:, None], axis=1))
        truth[name] = float(np.log(total).mean())
    return truth


def _shared(random: np.random.Generator, case: Case, speed: float) -> Numbers:
    """The effect of a session on all its codecs: drawn, or evenly over its distribution where that is normal."""
    if case.tails:
        scale = case.speed / math.sqrt(case.tails / (case.tails - 2))
        return scale * random.standard_t(case.tails, _EXPECTED)
    even = (np.arange(_EXPECTED) + 0.5) / _EXPECTED
    return speed * random.permutation([NormalDist().inv_cdf(each) for each in even.tolist()])


@dataclass(slots=True)
class Shares:
    """How often each kind of statement was made on reports, or by them, and how often it was true."""

    counts: dict[str, int] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)

    def note(self, what: str, *, so: bool) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1
        self.held[what] = self.held.get(what, 0) + so

    def share(self, what: str) -> float:
        """How often `what` was so."""
        return self.held[what] / self.counts[what]


ERRORS, RATIO, TIME, FASTEST, DRAWING, ROUNDS = "error", "ratio", "time", "fastest", "drawing", "rounds"


def pooled(seed: int, studies: int, formats: Formats, case: Case, layout: Sequence[int]) -> Shares:
    """The shares for reports over sessions.

    An interval of one session's rounds is compared with the true times of that session's formats, one of sessions or
    machines with their mean times in all further ones. A report errs that calls any format different by an
    interval without the truth.
    """
    shares, all_ = Shares(), dict.fromkeys(formats.each, 0.0) if formats is ALIKE else expected(case)
    for sessions in reports(seed, studies, formats, case, layout):
        found = pooled_formats([each.carried for each in sessions], alpha=ALPHA, band=BAND, confidence=CONFIDENCE)
        erring = [_noted(shares, each, sessions, formats, all_) for each in found]
        shares.note(ERRORS, so=any(erring))
        one = len(sessions) == 1
        of_all = {name: sessions[0].truth[name] for name in sessions[0].truth} if one else all_
        fastest = min((each.format for each in found), key=lambda name, of_all=of_all: of_all[name])
        shares.note(FASTEST, so=any(each.format == fastest and each.may_be_fastest for each in found))
    return shares


def _noted(
    shares: Shares, each: PooledFormat, sessions: Sequence[Session], formats: Formats, all_: Mapping[str, float]
) -> bool:
    """Note which statements on a format are right; returns whether it is called different by mistake."""
    erring = False
    if each.ratio is not None:
        own = _truth(each.ratio.reach, each, sessions, all_)
        truth = math.exp(own[each.format] - own[formats.reference])
        holds = contains(each.ratio.value, truth)
        shares.note(RATIO, so=holds)
        further = math.exp(all_[each.format] - all_[formats.reference])
        shares.note(ROUNDS, so=contains(_as_rounds(each.format, sessions), further))
        if each.ratio.bootstrap is not None:
            low, high = each.ratio.bootstrap
            shares.note(DRAWING, so=low <= truth <= high)
        assert each.verdict is not None
        erring = each.verdict.differs and not holds
    if each.time_ns is not None and formats is not ALIKE:
        truth = math.exp(_truth(each.time_ns.reach, each, sessions, all_)[each.format])
        shares.note(TIME, so=contains(each.time_ns.value, truth))
    return erring


def _truth(
    reach: Reach, each: PooledFormat, sessions: Sequence[Session], all_: Mapping[str, float]
) -> Mapping[str, float]:
    """A session's own, where the statement is on one session; a format may share no round with the reference there."""
    if reach is not Reach.SESSION:
        return all_
    (route,) = {route for one in sessions for route in one.carried.routes}
    own = [at for at, one in enumerate(sessions) if each.format in one.carried.routes.get(route, {})]
    return sessions[each.sessions[0].session if each.sessions else own[0]].truth


def _as_rounds(name: str, sessions: Sequence[Session]) -> Interval:
    """An interval that takes every round for independent."""
    logs = []
    for each in sessions:
        for formats in each.carried.routes.values():
            if {name, each.carried.finding.reference} <= formats.keys():
                (_, totals), (_, against) = formats[name], formats[each.carried.finding.reference]
                logs += [log for _, log in differences(totals, against)]
    return on_ratios(mean_interval(logs, CONFIDENCE))


_HEAD = """\
These are reports over several sessions of formats from one platform to another (`wirelab report --runs`, of runs with
`--from` and `--to`). A session has {rounds} rounds after those that choose codecs. It has a speed of its own
({speed:.0f} %, SD), which affects codecs but not the link; each codec differs by {codecs:.1f} % more. The truth is the
mean time of a format in further sessions, each with the codecs that it would choose. *Error* is the share of reports on
{alike} equal formats that call any of them different; at most 5 % are promised. The other columns are for the four
formats of [one session](#formats-from-one-platform-to-others), which truly differ. *Ratio* is the share of the
intervals of ratios that contain the truth. They are valid together, so more than 95 % do. *Time* is the same share for
the intervals of times, each by itself; 93.5 % are required. *Fastest* is the share of reports that name the truly
fastest format among those that may be; at least 95 % are promised. *Drawing* and *as rounds* are shares of ratios, as
[above](#several-sessions-and-machines). If there are several machines, they differ by {machines:.0f} % (SD) in speed,
and each codec by {own:.0f} % more; their sessions have 5 to 15 rounds. The link's share of a time, and with it the
ratio, then differs between machines. *One session* is compared with its own truth, as its report says. Its intervals
promise nothing about other sessions; *as rounds* shows how often they hold there. In *ended when decided*, a session
stops measuring a format once its verdict is found ({studies:,} reports per share).
"""
_COLUMNS = ("Sessions", "How they differ", "Error", "Ratio", "Time", "Fastest", "Drawing", "As rounds")


def formats_over_sessions(studies: int) -> list[str]:
    """The lines on formats over several sessions."""
    head = _HEAD.format(
        rounds=USUAL.rounds[0],
        speed=100 * USUAL.speed,
        codecs=100 * USUAL.codecs,
        alike=len(ALIKE.each),
        machines=100 * MACHINES.machines[0],
        own=100 * MACHINES.machines[1],
        studies=studies,
    )
    return [head, *heading(_COLUMNS), *(line(row, studies) for row in range(len(ROWS)))]


def line(row: int, studies: int) -> str:
    """One of the table's lines."""
    name, case, layout = ROWS[row]
    equal = pooled(23_000 + 2 * row, studies, ALIKE, case, layout)
    unlike = pooled(23_001 + 2 * row, studies, UNLIKE, case, layout)
    drawing = percent(unlike.share(DRAWING)) if DRAWING in unlike.counts and not case.holes else "–"
    shares = [percent(equal.share(ERRORS)), *(percent(unlike.share(what)) for what in (RATIO, TIME, FASTEST))]
    return f"| {name} | {case.name} | {' | '.join(shares)} | {drawing} | {percent(unlike.share(ROUNDS))} |"
