"""A run in a lab file, in the form that the analysis takes."""

from wirelab.analysis.measured import Circumstances, Measured
from wirelab.design.design import Design, design_of
from wirelab.model.measurement import ProcessSummary
from wirelab.model.run import Run
from wirelab.store.lab import Lab
from wirelab.study.definition import Study


def measured_in(lab: Lab, run: Run, study: Study) -> Measured:
    """All measurements of a run of a study, finished or stopped."""
    summaries = lab.summaries(run.id)
    # A lab keeps each cell once, in the order of its earlier runs; this one's first platform has the first reference.
    platforms = [platform for platform, _ in lab.announcements(run.id)]
    cells = dict.fromkeys(each.cell for each in summaries)
    design = design_of(study, sorted(cells, key=lambda cell: [*platforms, cell.platform].index(cell.platform)))
    rounds, ended = min(study.measure.rounds, run.rounds), run.finished_at is not None
    return Measured(study, design, rounds, ended, _complete(summaries, rounds, ended), lab.sizes(run.id))


def measured(lab: Lab, run: int, study: Study, design: Design, *, rounds: int, ended: bool) -> Measured:
    """All measurements of a run in `rounds` complete rounds."""
    return Measured(study, design, rounds, ended, _complete(lab.summaries(run), rounds, ended), lab.sizes(run))


def _complete(summaries: tuple[ProcessSummary, ...], rounds: int, ended: bool) -> tuple[ProcessSummary, ...]:
    """While a run continues, a look that is replayed after a resumption sees the same processes, no later ones."""
    return summaries if ended else tuple(each for each in summaries if each.round < rounds)


def circumstances(lab: Lab, run: int, design: Design, copy_bytes_per_ns: float | None = None) -> Circumstances:
    """The facts of a run besides its times; `copy_bytes_per_ns` is the fastest copy that was seen on this machine."""
    codecs = {(platform, each.name): each for platform, offered in lab.announcements(run) for each in offered.codecs}
    behind = ((cell, codecs.get((cell.platform, cell.subject.codec))) for cell in design.cells)
    return Circumstances(
        warm_ups=lab.warm_ups(run),
        costs=lab.costs(run),
        canaries=lab.canary(run),
        loops_ns=lab.loops_ns(run),
        corpora=lab.corpora(run),
        checks=lab.checks(run),
        lazy={cell for cell, codec in behind if codec and codec.contract_with(dict(cell.subject.parameters)).lazy},
        copy_bytes_per_ns=copy_bytes_per_ns,
    )
