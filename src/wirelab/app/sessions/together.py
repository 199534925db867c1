"""`wirelab report --runs`: one model for several runs of a lab, or of several labs that were merged."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from wirelab.analysis.decide.round_ratios import levelled_times
from wirelab.analysis.sessions import formats, together
from wirelab.app.lab.session import Session, sessions_in
from wirelab.app.sessions.machines import facts_of, machines_of
from wirelab.model.comparison import Comparison, Question
from wirelab.model.errors import UsageError
from wirelab.model.findings.finding import Verdict
from wirelab.model.findings.sessions import SessionFacts, Together
from wirelab.model.run import ORIGIN
from wirelab.report.quantities import listed, time_left
from wirelab.report.run.wording import cell_words, subject_words
from wirelab.report.sessions.formats import formats_left_out

_A_DAY_S = 24 * 3600


def together_in(lab: Path, run_ids: Sequence[int] | None) -> Together:
    """The pooled results of runs of a lab, by default of all finished ones.

    Raises:
        LabError: there is no such file or run, or a run was stopped.
        UsageError: they have no cell of the same data.
    """
    sessions, left_out = sessions_in([lab], run_ids)
    return pooled(sessions, left_out)


def pooled(sessions: Sequence[Session], left_out: Sequence[str] = ()) -> Together:
    """The pooled results of sessions, the earliest first; `left_out` are sentences about others.

    Raises:
        UsageError: nothing in them can be pooled.
    """
    machines = machines_of([each.host for each in sessions])
    data = _Data(sessions)
    modelled = [
        together.Session(
            at=at,
            machine=machine,
            summaries=[each for each in own.summaries if data.is_shared(own, each.cell.corpus)],
            reference=None if own.study.transfer is not None else own.study.reference_subject,
            versions={cell: own.version(cell) for cell in own.cells},
            unsteady=_unsteady(own),
        )
        for at, (own, machine) in enumerate(zip(sessions, machines, strict=True))
    ]
    carried = [
        formats.Carried(each.at, each.machine, transfer, levelled_times(each.summaries))
        for own, each in zip(sessions, modelled, strict=True)
        if own.findings is not None and (transfer := own.findings.forecast.transfer) is not None
    ]
    compared = any(each.reference is not None for each in modelled)
    last = sessions[-1].study.analysis
    alpha = last.alpha / (2 if carried and compared else 1)  # two families share the error
    times = together.pooled_times(modelled, last.confidence)
    if not times:
        what, remedy = "they have no process that counts", "`wirelab report --run N` shows why"
        if any(each.loss is None for own in modelled for each in own.summaries):
            what, remedy = "no cell has two rounds, which an interval needs", "measure with --rounds 3 or more"
        raise UsageError(listed([each.called for each in sessions]), what, remedy=remedy)
    return Together(
        sessions=tuple(_facts(own, machine) for own, machine in zip(sessions, machines, strict=True)),
        machines=facts_of([each.host for each in sessions], machines),
        ratios=together.pooled_ratios(modelled, alpha=alpha, band=last.band),
        times=times,
        band=last.band,
        alpha=last.alpha,
        left_out=(*left_out, *data.left_out(), *_not_pooled(sessions)),
        notes=tuple(_notes(sessions)),
        formats=formats.pooled_formats(carried, alpha=alpha, band=last.band, confidence=last.confidence),
    )


class _Data:
    """The data that each name of a corpus means: those of most sessions, in a tie the earliest."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        self._sessions = sessions
        seen: dict[object, Counter[str]] = {}
        for session in sessions:
            for name, digest in session.digests.items():
                seen.setdefault(name, Counter())[digest] += 1
        self._digests = {name: digests.most_common(1)[0][0] for name, digests in seen.items()}

    def is_shared(self, session: Session, corpus: object) -> bool:
        return session.digests.get(corpus) == self._digests.get(corpus)

    def left_out(self) -> Iterator[str]:
        for session in self._sessions:
            other = [str(name) for name in session.digests if not self.is_shared(session, name)]
            if other:
                yield (
                    f"{session.called} has different data under the name {listed(other)} than most sessions, so "
                    "those cells are left out."
                )


def _unsteady(session: Session) -> frozenset[Comparison]:
    findings = session.findings
    found = () if findings is None else findings.comparisons
    return frozenset(each.comparison for each in found if each.verdict is Verdict.UNSTEADY)


def _facts(session: Session, machine: str) -> SessionFacts:
    run = session.run
    return SessionFacts(
        called=session.called,
        origin=session.host.get(ORIGIN, ""),
        started_at=run.info.started_at,
        rounds=min(run.rounds, session.study.measure.rounds),
        machine=machine,
        wirelab_version=run.info.wirelab_version,
    )


def _not_pooled(sessions: Sequence[Session]) -> Iterator[str]:
    for session in sessions:
        asked = [each for each in _unsteady(session) if each.question is Question.REFERENCE]
        for each in sorted(asked, key=lambda each: each.cell.key):
            yield (
                f"The ratio of {cell_words(each.cell)} is left out of {session.called}: most of its processes, or of"
                f" {subject_words(each.against)}'s, still changed their speed there."
            )
        if session.findings is not None and session.findings.forecast.transfer is not None:
            yield from formats_left_out(session.findings.forecast.transfer, session.called)
    versions: dict[tuple[str, str], dict[str, None]] = {}
    for session in sessions:
        for cell in session.cells:
            name = str(cell.subject.uncompressed), cell.platform
            versions.setdefault(name, {})[session.version(cell)] = None
    for (subject, platform), found in versions.items():
        if len(found) > 1:
            yield f"{subject} on {platform} has a row for each version: {listed(list(found))}."


def _notes(sessions: Sequence[Session]) -> Iterator[str]:
    moments = [each.run.info.started_at for each in sessions]
    span_s = (max(moments) - min(moments)).total_seconds()
    if len(sessions) > 1 and span_s < _A_DAY_S:
        yield (
            f"All sessions began within {time_left(span_s)}. Sessions of other days may differ more, so measure "
            "again on another day."
        )
    profiles = dict.fromkeys(str(each.study.profile) for each in sessions)
    if len(profiles) > 1:
        yield (
            f"The profiles differ ({listed(list(profiles))}): codecs are pooled where their parameters are the same."
        )
    for platform, runtimes in _by_platform(sessions).items():
        if len(runtimes) > 1:
            yield f"Platform {platform} was not always the same: {listed(list(runtimes))}."
    references = dict.fromkeys(map(_reference, sessions))
    if len(references) > 1:
        yield f"The sessions have several references ({listed(list(references))}): ratios to each are kept apart."


def _reference(session: Session) -> str:
    """What others are compared with: a format, if formats are."""
    transfer = None if session.findings is None else session.findings.forecast.transfer
    return str(session.study.reference_subject) if transfer is None else transfer.reference


def _by_platform(sessions: Sequence[Session]) -> Mapping[str, Mapping[str, None]]:
    found: dict[str, dict[str, None]] = {}
    for session in sessions:
        for platform, runtime in session.runtimes.items():
            found.setdefault(platform, {})[runtime] = None
    return found
