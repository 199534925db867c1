"""What a run in a lab file came to: read from it, analysed, and stored once the run has ended."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wirelab.analysis.capped import with_unsteady
from wirelab.analysis.findings import analyse, audited, checked, counted_times, drift_between, near_loop, placed_times
from wirelab.analysis.forecast import Ordered, Session, batches_suggested, forecast
from wirelab.analysis.guards import flagged, unlike_outputs
from wirelab.analysis.slow_state import slow_ratios
from wirelab.analysis.states import slow_limits
from wirelab.analysis.usage import used
from wirelab.app.fast_state import fast_limits, machine_of
from wirelab.app.transferring import with_transfer
from wirelab.design.design import Design
from wirelab.model.cell import Cell, Identity, ModeKind
from wirelab.model.findings import Findings
from wirelab.model.guard import Flag
from wirelab.model.machine import MachineStates, SlowRatio
from wirelab.model.measurement import ProcessSummary, Spread
from wirelab.model.run import Run
from wirelab.store.lab import Lab
from wirelab.study.definition import Study

_OTHER_RUNS = 9  # of the same cells, whose sessions are taken in


def findings_after(lab: Lab, run: int, study: Study, design: Design, *, rounds: int) -> Findings:
    """What the lab knows of cells and comparisons after `rounds` complete rounds.

    A look that is replayed for a resumed run sees what it saw then, not what came later.
    """
    summaries = lab.summaries(run, fast_limits(machine_of(lab, run, rounds)))
    findings = _analysed(lab, run, study, design, summaries, rounds=rounds, ended=False)
    return with_transfer(findings, lab, run, study, design, rounds=rounds, ended=False)


def _analysed(
    lab: Lab,
    run: int,
    study: Study,
    design: Design,
    summaries: Sequence[ProcessSummary],
    *,
    rounds: int,
    ended: bool,
) -> Findings:
    """Of the processes of complete rounds; with the last retries once `ended`."""
    bound = rounds if ended else rounds - 1
    return analyse(
        [summary for summary in summaries if summary.round <= bound],
        comparisons=design.comparisons,
        band=study.analysis.band,
        confidence=study.analysis.confidence,
        schedule=design.schedule,
        rounds=rounds,
        ended=ended,
        sizes=lab.sizes(run),
    )


def all_findings(
    lab: Lab,
    run: Run,
    study: Study,
    design: Design,
    *,
    rounds: int,
    ended: bool,
    copy_bytes_per_ns: float | None = None,
) -> Findings:
    """All that is to be worked out of `run`: its findings, checked and audited, and what follows from them.

    Args:
        lab: the lab.
        run: the run.
        study: its study.
        design: its design.
        rounds: complete rounds.
        ended: the run is over.
        copy_bytes_per_ns: the fastest copy that was seen on this machine; None: it is not known.
    """
    machine = machine_of(lab, run.id, rounds if not ended else None)
    fast_ns = fast_limits(machine)
    summaries = lab.summaries(run.id, fast_ns)
    findings = checked(_analysed(lab, run.id, study, design, summaries, rounds=rounds, ended=ended), summaries)
    if study.measure.mode is ModeKind.STEADY:
        findings = with_unsteady(audited(findings, lab.courses(run.id, fast_ns)))
    follows = forecast(
        findings,
        counted_times(summaries),
        Session(run.info.host, lab.spreads(run.id, fast_ns)),
        _other_sessions(lab, run),
        ordered=Ordered(placed_times(summaries), drift_between(summaries)),
        corpora=lab.corpora(run.id),
        schedule=design.schedule,
        confidence=study.analysis.confidence,
    )
    follows = replace(
        follows,
        machine=machine,
        near_loop=near_loop(findings, lab.loops_ns(run.id)),
        slow_ratios=_slow_ratios(lab, run.id, study, findings, machine),
        copy_bytes_per_ns=copy_bytes_per_ns,
        flags=_flags(lab, run, findings, copy_bytes_per_ns),
    )
    findings = used(replace(findings, forecast=follows), lab.windows(run.id), fast_ns)
    return with_transfer(findings, lab, run.id, study, design, rounds=rounds, ended=ended)


def _flags(lab: Lab, run: Run, findings: Findings, copy_bytes_per_ns: float | None) -> tuple[Flag, ...]:
    codecs = {(platform, codec.name): codec for platform, ready in lab.announcements(run.id) for codec in ready.codecs}
    cells = [finding.cell for finding in findings.cells]
    behind = [(cell, codecs.get((cell.platform, cell.subject.codec))) for cell in cells]
    too_fast = flagged(
        findings.cells,
        copy_bytes_per_ns=copy_bytes_per_ns,
        corpus_bytes={corpus.name: corpus.encoded_bytes for corpus in lab.corpora(run.id)},
        lazy={cell for cell, codec in behind if codec and codec.contract_with(dict(cell.subject.parameters)).lazy},
    )
    return (*too_fast, *unlike_outputs(cells, lab.checks(run.id)))


def _slow_ratios(
    lab: Lab, run: int, study: Study, findings: Findings, machine: Mapping[str, MachineStates]
) -> tuple[SlowRatio, ...]:
    """On platforms where the machine has a slower state of its own."""
    limits = {platform: own for platform, states in machine.items() if (own := slow_limits(states)) is not None}
    if not limits or study.measure.mode is not ModeKind.STEADY:
        return ()
    above_ns, most_ns = ({platform: own[side] for platform, own in limits.items()} for side in (0, 1))
    summaries = [each for each in lab.summaries(run, most_ns, above_ns) if each.cell.platform in limits]
    return tuple(slow_ratios(findings.comparisons, summaries, study.analysis.confidence))


def batches_of_latest(lab: Lab, cells: Mapping[Cell, Identity]) -> int | None:
    """How many batches a process should have, by the latest finished run with all of `cells`; None: no such.

    Args:
        lab: the lab.
        cells: what stands behind each cell now; a run of other data or another version of a library does not count.
    """
    wanted = {cell: identity for cell, identity in cells.items() if not cell.twin}
    for run in reversed(lab.runs()):
        if run.finished_at is not None:
            spreads = _same(lab, run, wanted)
            if wanted.keys() <= {spread.cell for spread in spreads}:
                return batches_suggested(spreads, wanted.keys())
    return None


def _other_sessions(lab: Lab, run: Run) -> Iterator[Session]:
    own = _identities(lab, run)
    others = [other for other in lab.runs() if other.id != run.id and other.finished_at is not None]
    return (Session(other.info.host, _same(lab, other, own)) for other in others[-_OTHER_RUNS:])


def _same(lab: Lab, run: Run, cells: Mapping[Cell, Identity]) -> tuple[Spread, ...]:
    """The processes of `run` whose cell, or its twin, is one of `cells`, with the same data and library behind it."""
    there = _identities(lab, run)
    same = {cell for cell, identity in cells.items() if there.get(cell) == identity}
    spreads = lab.spreads(run.id, fast_limits(machine_of(lab, run.id)))
    return tuple(spread for spread in spreads if replace(spread.cell, twin=False) in same)


def _identities(lab: Lab, run: Run) -> dict[Cell, Identity]:
    digests = {corpus.name: corpus.digest for corpus in lab.corpora(run.id)}
    versions = {(at, codec.name): codec.version for at, ready in lab.announcements(run.id) for codec in ready.codecs}
    cells = dict.fromkeys(planned.cell for planned in lab.planned(run.id))
    return {
        cell: Identity(digests.get(cell.corpus, ""), versions.get((cell.platform, cell.subject.codec), ""))
        for cell in cells
    }
