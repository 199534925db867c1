"""`wirelab history`: a codec's speed from session to session, and where it changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log, log1p
from pathlib import Path
from statistics import median

from wirelab.analysis.sessions.steps import FEWEST, steps
from wirelab.app.lab.session import Session, sessions_in
from wirelab.app.sessions.machines import facts_of, machines_of
from wirelab.building.versions import in_order
from wirelab.model.cell import Cell
from wirelab.model.comparison import Question
from wirelab.model.errors import UsageError
from wirelab.model.findings.finding import ComparisonFinding, Interval, Verdict
from wirelab.model.findings.history import Control, History, Moment, Series, Shift
from wirelab.model.names import choose
from wirelab.model.subject import Subject, parse_subject

_ALPHA = 0.05
_UNSTEADY = "most processes still changed their speed"
_OLDER = "a later version of the same session is searched"


def history_of(codec: str, labs: Sequence[Path]) -> History:
    """All finished runs of `labs` that measured a codec, as series of its sessions.

    A series is of one machine, of the same data, and against one reference in one version, so that a change is due to
    the codec, its runtime, or its behaviour on the machine. All searches share one error.

    Raises:
        UsageError: no session measured it. LabError: a lab cannot be read, or has no finished run.
    """
    wanted = parse_subject(codec)
    sessions, left_out = sessions_in(labs, summaries=False)
    _require_measured(wanted, sessions)
    hosts = [each.host for each in sessions]
    machines = machines_of(hosts)
    series, controls = _series(wanted, sessions, machines), _controls(wanted, sessions, machines)
    if not series:
        raise UsageError(f"subject '{wanted}'", "no session gave it a time", remedy="`wirelab report` shows why")
    band = sessions[-1].study.analysis.band
    asked = sum(each.searched >= FEWEST for each in series) + sum(each.searched >= FEWEST for each in controls)
    own = {each.machine for each in series}
    return History(
        codec=str(wanted),
        labs=tuple(map(str, labs)),
        sessions=len({moment.session for each in series for moment in each.moments}),
        machines={name: facts for name, facts in facts_of(hosts, machines).items() if name in own},
        series=tuple(replace(each, shifts=_shifts(each, asked, band)) for each in series),
        controls=tuple(replace(each, shifts=_shifts(each, asked, band)) for each in controls),
        alpha=_ALPHA,
        band=band,
        fewest=FEWEST,
        left_out=left_out,
    )


def _require_measured(wanted: Subject, sessions: Sequence[Session]) -> None:
    measured = dict.fromkeys(cell.subject for session in sessions for cell in session.cells)
    choose("codec", wanted.name, sorted({each.name for each in measured}))
    if wanted.version_range or not any(_is(wanted, each) for each in measured):
        own = [str(each) for each in measured if each.name == wanted.name]
        what, remedy = "no session measured it", f"these were measured: {', '.join(sorted(own))}"
        raise UsageError(f"subject '{wanted}'", what, remedy=remedy)


def _is(wanted: Subject, subject: Subject) -> bool:
    """A codec stands for all its versions; without settings or a compressor, for those with any, too."""
    if wanted.name != subject.name or wanted.version not in ("", subject.version):
        return False
    plain = not wanted.parameters and wanted.compressor is None
    return plain or replace(subject, codec=wanted.codec) == wanted


@dataclass(frozen=True, slots=True)
class _Key:
    machine: str
    cell: Cell  # without a version
    digest: str
    against: Cell | None
    version_against: str
    sustained: bool  # times of mean calls have a series of their own


def _series(wanted: Subject, sessions: Sequence[Session], machines: Sequence[str]) -> list[Series]:
    found: dict[_Key, list[Moment]] = {}
    for session, machine in zip(sessions, machines, strict=True):
        fresh: dict[_Key, list[Moment]] = {}
        for cell, moment, ratio, sustained in _moments(wanted, session):
            unversioned = replace(cell, subject=replace(cell.subject, codec=cell.subject.name))
            against = None if ratio is None else ratio.comparison.against
            version = "" if against is None else session.version(against)
            key = _Key(machine, unversioned, session.digests.get(cell.corpus, ""), against, version, sustained)
            fresh.setdefault(key, []).append(moment)
        for key, own in fresh.items():
            *older, last = _in_order(own)
            found.setdefault(key, []).extend([*(replace(each, excluded=_OLDER) for each in older), last])
    made = (Series(key.machine, key.cell, key.against, key.version_against, tuple(own)) for key, own in found.items())
    return sorted(made, key=lambda each: (-len(each.moments), each.cell.key, each.machine))


def _in_order(moments: Sequence[Moment]) -> list[Moment]:
    """Versions of one session, the latest last; as the study lists them where they are not all releases."""
    releases = in_order([each.version for each in moments])
    known = all(each.version in releases for each in moments)
    return sorted(moments, key=lambda each: releases.index(each.version)) if known else list(moments)


def _moments(wanted: Subject, session: Session) -> Iterator[tuple[Cell, Moment, ComparisonFinding | None, bool]]:
    assert session.findings is not None
    ratios = {each.comparison.cell: each for each in session.findings.asked(Question.REFERENCE)}
    for finding in session.findings.cells:
        cell = finding.cell
        if cell.twin or not _is(wanted, cell.subject) or finding.time_ns is None:
            continue
        ratio = ratios.get(cell)
        unsteady = ratio is not None and ratio.verdict is Verdict.UNSTEADY
        moment = replace(
            _moment(session, cell.platform),
            version=session.version(cell),
            ratio=None if ratio is None else ratio.ratio,
            time_ns=finding.time_ns,
            excluded=_UNSTEADY if unsteady or (ratio is None and finding.mostly_unsteady) else "",
        )
        if ratio is None or ratio.ratio is not None:
            yield cell, moment, ratio, finding.sustained if ratio is None else ratio.sustained


def _moment(session: Session, platform: str) -> Moment:
    canaries = [ns for on, ns in session.canaries if on == platform]
    return Moment(
        session=session.called,
        started_at=session.run.info.started_at,
        version="",
        runtime=session.runtimes.get(platform, ""),
        ratio=None,
        time_ns=None,
        canary_ns=median(canaries) if canaries else None,
    )


def _controls(wanted: Subject, sessions: Sequence[Session], machines: Sequence[str]) -> list[Control]:
    """Each machine's canary on each platform that the codec was measured on."""
    found: dict[tuple[str, str], list[Moment]] = {}
    for session, machine in zip(sessions, machines, strict=True):
        for platform in dict.fromkeys(cell.platform for cell in session.cells if _is(wanted, cell.subject)):
            moment = _moment(session, platform)
            if moment.canary_ns:
                found.setdefault((machine, platform), []).append(moment)
    return [Control(machine, platform, tuple(own)) for (machine, platform), own in found.items()]


def _shifts(series: Series | Control, asked: int, band: float) -> tuple[Shift, ...]:
    """The changes of one of the series that are searched, which share the error."""
    searched = [at for at, each in enumerate(series.moments) if not each.excluded]
    if len(searched) < FEWEST:
        return ()
    values = _values(series, [series.moments[at] for at in searched])
    return tuple(
        Shift(
            searched[each.at],
            Interval(exp(each.change), exp(each.low), exp(each.high), 1 - _ALPHA, len(searched), "t"),
        )
        for each in steps(values, _ALPHA / asked, log1p(band))
    )


def _values(series: Series | Control, moments: Sequence[Moment]) -> list[float]:
    """The values to search: ratios, a reference's times (over the canary if all have one), or a machine's canaries."""
    canaries = [log(each.canary_ns) for each in moments if each.canary_ns]
    if isinstance(series, Control):
        return canaries
    ratios = [log(each.ratio.estimate) for each in moments if each.ratio is not None]
    if ratios:
        return ratios
    times = [log(each.time_ns.estimate) for each in moments if each.time_ns is not None]
    return [time - own for time, own in zip(times, canaries, strict=True)] if len(canaries) == len(times) else times
