"""The runs of a replication in its lab file, found there or made; and the figures of one by the authors' method."""

from dataclasses import dataclass, replace
from pathlib import Path

from wirelab.app.lab.results import readable_study, study_of
from wirelab.app.run.listener import Where
from wirelab.app.run.run import resume_run, run_study
from wirelab.claims.own_figures import levels_of, mean_time_ns, run_times_ns, size_figures, time_figures
from wirelab.model.cell import Cell, Operation, Sink
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.run import Run
from wirelab.store.lab import Lab
from wirelab.study.claims import Claim, Unmeasured
from wirelab.study.definition import Study


@dataclass(frozen=True, slots=True)
class ReplicationWhere(Where):
    """Also the factors that have one level in the study, and the figures that need no clock (`facts`)."""

    constant: frozenset[FactorName] = frozenset()
    facts: tuple[Figure, ...] = ()


def measured(study: Study, where: ReplicationWhere) -> int:
    """The run of `study` in the lab: found there, finished, or made."""
    run = known(study, where.lab)
    if run is None:
        run_study(study, where, seed=None)
    elif run.finished_at is None:
        resume_run(where)
    else:
        where.listener.notice(f"run {run.id} of {where.lab} has this already; another --lab measures it again")
    run = run or known(study, where.lab)
    assert run is not None
    return run.id


def known(study: Study, path: Path) -> Run | None:
    """The latest run of `study` in a lab file that is finished, or the one that can be resumed.

    A run with a larger budget than is asked for now, or with more calls in a run, counts, too: it has everything that
    the smaller budget would measure.
    """
    if not path.exists():
        return None
    with Lab.open(path, create=False, read_only=True) as lab:
        studies = [(run, readable_study(run)) for run in lab.runs()]
        same = [run for run, own in studies if own is not None and covers(own, study)]
        stopped = lab.unfinished_run()
    done = [run for run in same if run.finished_at is not None]
    return done[-1] if done else next((run for run in same if run == stopped), None)


def with_known_calls(study: Study, path: Path) -> Study:
    """The study with as many calls in a run as the lab has of it already, if that is more."""
    run = known(study, path)
    return study if run is None else study.changed(measure={"calls": study_of(run).measure.calls})


def covers(recorded: Study, asked: Study) -> bool:
    """Whether a run of one study is as good as one of another: see `known`."""
    had, wanted = recorded.measure, asked.measure
    bought = {"budget_s": wanted.budget_s, "calls": wanted.calls}
    return (
        _as_measured(recorded.changed(measure=bought)) == _as_measured(asked)
        and had.calls >= wanted.calls
        and (had.budget_s is None or (wanted.budget_s is not None and had.budget_s >= wanted.budget_s))
    )


def _as_measured(study: Study) -> Study:
    """The study without the parts that may change while its measurements stay valid.

    These are the words of its page, claims that nothing is measured for, and its authors' method, from which another
    study is made.
    """
    wordless = {"place": "", "words": "", "our_reading": False, "reason": None, "contradicted_by": ""}
    claims = tuple(each.model_copy(update=wordless) for each in study.claim if _is_measured(each))
    own = study.changed(measure={"published": None})
    return own.model_copy(update={"question": "", "origin": "", "published": (), "claim": claims})


def _is_measured(claim: Claim) -> bool:
    return not isinstance(claim, Unmeasured) and not getattr(claim, "quantity", Quantity.TIME).is_share


def spent_s(study: Study, path: Path) -> float:
    """The seconds that the processes of a measured run took."""
    run = known(study, path)
    assert run is not None
    with Lab.open(path, create=False, read_only=True) as lab:
        return sum(lab.process_walls_s(run.id))


@dataclass(frozen=True, slots=True)
class Seen:
    """The figures of a run by the authors' method: times of each cell, and every run of it if one process has all."""

    times: tuple[Figure, ...]
    runs: tuple[Figure, ...]
    sizes: tuple[Figure, ...]
    filed: frozenset[Operation]  # those that worked with files, where others worked in memory


def seen(run: int, derived: Study, where: ReplicationWhere) -> Seen:
    """The figures of a run of `derived`, from processes that were not lost."""
    with Lab.open(where.lab, create=False, read_only=True) as lab:
        lost = {planned for planned, _ in lab.losses(run)}
        planned = [each for each in lab.planned(run) if each not in lost and not each.cell.twin]
        planned.sort(key=lambda each: _as_listed(derived, each.cell))  # rounds may have an order of their own
        with_files = {_without_sink(each.cell) for each in planned if each.cell.sink is Sink.FILE}
        own = [each for each in planned if each.cell.sink is Sink.FILE or _without_sink(each.cell) not in with_files]
        means: dict[Cell, dict[int, float]] = {}
        runs: dict[Cell, dict[int, float]] = {}
        for each in own:
            batches, cell = lab.batches(run, each), replace(each.cell, subject=derived.named(each.cell.subject))
            if derived.measure.rounds > 1:
                means.setdefault(cell, {})[each.round] = mean_time_ns(batches)
            else:
                means[cell] = run_times_ns(batches)
                runs[cell] = run_times_ns(batches, warm_up=True)
        sizes = tuple(size_figures([replace(each, subject=derived.named(each.subject)) for each in lab.sizes(run)]))
    filed = frozenset(each.cell.operation for each in own if each.cell.sink is Sink.FILE)
    return Seen(tuple(time_figures(means)), tuple(time_figures(runs or means)), sizes, filed)


_LISTED = (
    FactorName.OPERATION,
    FactorName.PLATFORM,
    FactorName.CODEC,
    FactorName.WORKLOAD,
    FactorName.SIZE,
    FactorName.VARIANT,
)


def _as_listed(study: Study, cell: Cell) -> list[int]:
    """A cell's place in the order in which the study names levels."""
    levels, named = levels_of(cell), {name: [*map(str, getattr(study.factors, name))] for name in _LISTED}
    return [named[name].index(levels[name]) if levels[name] in named[name] else -1 for name in _LISTED]


def _without_sink(cell: Cell) -> tuple[object, ...]:
    return cell.corpus, cell.platform, cell.subject, cell.operation
