"""What a run in a lab file came to: read from it, analysed, and stored once the run has ended."""

from collections.abc import Sequence
from dataclasses import replace

from wirelab.analysis.findings import analyse, audited, near_loop
from wirelab.analysis.forecast import forecast
from wirelab.analysis.guards import flagged, unlike_outputs
from wirelab.analysis.machine import machine_speeds
from wirelab.analysis.round_ratios import levelled_times
from wirelab.analysis.unsteady import with_unsteady
from wirelab.analysis.usage import used
from wirelab.app.transferring import with_transfer
from wirelab.design.design import Design
from wirelab.model.findings import Findings
from wirelab.model.guard import Flag
from wirelab.model.measurement import ProcessSummary
from wirelab.model.run import Run
from wirelab.store.lab import Lab
from wirelab.study.definition import Study


def findings_after(lab: Lab, run: int, study: Study, design: Design, *, rounds: int) -> Findings:
    """What the lab knows of cells and comparisons after `rounds` complete rounds.

    A look that is replayed for a resumed run sees what it saw then, not what came later.
    """
    summaries = [each for each in lab.summaries(run) if each.round < rounds]
    findings = _analysed(lab, run, study, design, summaries, rounds=rounds, ended=False)
    return with_transfer(findings, summaries, study, design, rounds=rounds, ended=False)


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
    return analyse(
        summaries,
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
    """All that is to be worked out of `run`: its findings, audited, and what follows from them.

    Args:
        lab: the lab.
        run: the run.
        study: its study.
        design: its design.
        rounds: complete rounds.
        ended: the run is over.
        copy_bytes_per_ns: the fastest copy that was seen on this machine; None: it is not known.
    """
    summaries = lab.summaries(run.id)
    if not ended:  # what an unfinished round has does not count
        summaries = tuple(each for each in summaries if each.round < rounds)
    findings = _analysed(lab, run.id, study, design, summaries, rounds=rounds, ended=ended)
    if study.measure.mode.takes_turns:
        findings = with_unsteady(audited(findings, lab.warm_ups(run.id), summaries))
    follows = forecast(
        findings,
        levelled_times(summaries),
        corpora=lab.corpora(run.id),
        schedule=design.schedule,
        confidence=study.analysis.confidence,
    )
    follows = replace(
        follows,
        machine=machine_speeds((platform, ns) for _, platform, ns in lab.canary(run.id)),
        near_loop=near_loop(findings, lab.loops_ns(run.id)),
        copy_bytes_per_ns=copy_bytes_per_ns,
        flags=_flags(lab, run, findings, copy_bytes_per_ns),
    )
    findings = used(replace(findings, forecast=follows), lab.costs(run.id))
    return with_transfer(findings, summaries, study, design, rounds=rounds, ended=ended)


def _flags(lab: Lab, run: Run, findings: Findings, copy_bytes_per_ns: float | None) -> tuple[Flag, ...]:
    codecs = {(platform, each.name): each for platform, offered in lab.announcements(run.id) for each in offered.codecs}
    cells = [finding.cell for finding in findings.cells]
    behind = [(cell, codecs.get((cell.platform, cell.subject.codec))) for cell in cells]
    too_fast = flagged(
        findings.cells,
        copy_bytes_per_ns=copy_bytes_per_ns,
        corpus_bytes={corpus.name: corpus.encoded_bytes for corpus in lab.corpora(run.id)},
        lazy={cell for cell, codec in behind if codec and codec.contract_with(dict(cell.subject.parameters)).lazy},
    )
    return (*too_fast, *unlike_outputs(cells, lab.checks(run.id)))
