"""Run a study, or finish a run that was stopped."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from wirelab import __version__
from wirelab.analysis.decide.power import smallest_found
from wirelab.analysis.evaluation import evaluate
from wirelab.app.lab.findings import circumstances, measured
from wirelab.app.lab.results import results_of, study_of
from wirelab.app.preparation import Preparation, prepare
from wirelab.app.ready import ReadyRunner
from wirelab.app.run.counted import counted
from wirelab.app.run.exchanged import exchanged
from wirelab.app.run.listener import Listener, Where
from wirelab.app.run.pairs import with_pairs
from wirelab.app.run.rounds import Rounds
from wirelab.app.sessions.machines import machines_of
from wirelab.app.sizes_table import first_sizes
from wirelab.design.design import Design, design_of, design_with_twin
from wirelab.design.sequential import Schedule
from wirelab.design.transfer import qualifying_rounds, transfer_schedule
from wirelab.execution.data import Data
from wirelab.execution.machine.host import fastest_copy_bytes_per_ns, host_facts, scratch_folder
from wirelab.model.cell import Cell, CorpusName
from wirelab.model.errors import LabError
from wirelab.model.run import CorpusFacts, Run, RunInfo, exchanges_of
from wirelab.model.subject import Profile
from wirelab.protocol.codecs import Announcement
from wirelab.report.quantities import percent, ratio, several
from wirelab.report.run.results import Results
from wirelab.store.lab import Lab
from wirelab.study.definition import Study

_QUIET_SD = 0.03
"""The SD of paired differences of ln(time) on a quiet machine: about 2 % from process to process on either side."""
_TOO_LARGE, _USEFUL = 1.5, 1.2
"""A design that misses differences larger than the first can hardly decide; one that finds the second can."""
_ABSURD = 100
"""Nobody needs to know of a difference beyond this."""
_MOST_ROUNDS = 20


def foreseen(study: Study, cells: Sequence[Cell]) -> Iterator[str]:
    """Warn of a study of these cells that can hardly decide anything."""
    if study.analysis.until != "comparisons":
        return
    if study.transfer is None:
        yield from undecidable(design_of(study, cells).schedule)
    else:
        yield from undecidable(transfer_schedule(study, study.transfer), qualifying_rounds(study.transfer))


def undecidable(schedule: Schedule, choosing: int = 0) -> Iterator[str]:
    """Warn, in one sentence, of a design that can hardly decide anything, and say how many rounds would.

    `choosing` rounds come before those of the schedule, and decide nothing.
    """
    least = _smallest(schedule, schedule.rounds)
    if least is not None and least <= _TOO_LARGE:
        return
    useful = (n for n in range(2, _MOST_ROUNDS + 1) if (_smallest(schedule, n) or _TOO_LARGE) <= _USEFUL)
    enough = f"--rounds {next(useful, _MOST_ROUNDS) + choosing} would do"
    if least is None:
        yield f"one round decides nothing, because verdicts need at least two: {enough}"
        return
    of = "a comparison" if schedule.comparisons == 1 else f"any of {schedule.comparisons} comparisons"
    only = "" if least > _ABSURD else f", unless the times differ by more than {ratio(least)}"
    quiet = f"even where times scatter by only {percent(_QUIET_SD)}"
    rounds = f"{schedule.rounds + choosing} rounds" + (f", {choosing} of which choose codecs," if choosing else "")
    yield f"{rounds} can hardly decide {of}{only}, {quiet}: {enough}"


def _smallest(schedule: Schedule, rounds: int) -> float | None:
    """The smallest ratio that `rounds` rounds find on a quiet machine; None: they find none."""
    if rounds < 2:
        return None
    alpha = schedule.alpha / schedule.comparisons  # at least that of the last look
    return smallest_found(_QUIET_SD, rounds, alpha)


_SEED_BITS = 32


def run_study(
    study: Study,
    where: Where,
    *,
    seed: int | None,
    sizes_first: bool = False,
    require: Callable[[Preparation], None] = lambda _: None,
) -> Results:
    """Run `study` into the lab file, made if it does not exist; without a `seed`, one is drawn.

    Raises:
        WirelabError: of the class of the fault; earlier measurements are in the lab. `require` may also raise one, if
            too little of the study can be measured here.
    """
    scratch_folder()
    seed = random.SystemRandom().getrandbits(_SEED_BITS) if seed is None else seed
    if where.lab.exists():
        _look_into(where)
    # Before the lab is made: a mistyped name leaves no file.
    preparation = _prepared(study, where, sizes_first=sizes_first)
    require(preparation)
    with Lab.open(where.lab, create=True) as opened:
        for warning in foreseen(preparation.study, preparation.cells):
            where.listener.notice(warning)
        run_id = _begin(opened, preparation, seed, where.command)
        return _measure(opened, run_id, preparation, seed, where.listener)


def resume_run(where: Where) -> Results:
    """Finish the run that was stopped last: with its own study and seed, and no process twice.

    Raises:
        LabError: there is nothing to resume, it began on another machine, or its corpora or platforms have changed;
            others as `run_study`.
    """
    scratch_folder()
    with Lab.open(where.lab, create=False) as opened:
        run = opened.unfinished_run()
        if run is None:
            raise LabError(f"lab {where.lab}", "it has no stopped run to resume", remedy="start one: wirelab run")
        _require_same_machine(run)
        # Its subjects have the parameters that its profile gave them when it began, whatever runners announce now.
        study = study_of(run).model_copy(update={"profile": Profile.DEFAULT})
        preparation = _prepared(study, where)
        _require_same_corpora(opened, run, preparation)
        _require_same_platforms(opened, run, preparation)
        where.listener.notice(f"resuming run {run.id}, with {several(run.processes, 'process')} already recorded")
        return _measure(opened, run.id, preparation, run.info.seed, where.listener)


def _prepared(study: Study, where: Where, *, sizes_first: bool = False) -> Preparation:
    notice = where.listener.notice

    def when_ready(ready: ReadyRunner, data: Mapping[CorpusName, Data]) -> None:
        if sizes_first and (line := first_sizes(study, ready, data)):
            notice(line)

    return with_pairs(prepare(study, where.cache, notice, when_ready), notice)


def _look_into(where: Where) -> None:
    """Report an unusable lab file before anything is built for it."""
    with Lab.open(where.lab, create=True) as opened:
        if (stopped := opened.unfinished_run()) is not None:
            where.listener.notice(
                f"starting a new run; run {stopped.id} in {where.lab} was stopped, and `--resume` would finish it"
            )


def _begin(lab: Lab, preparation: Preparation, seed: int, command: str) -> int:
    info = RunInfo(
        study=preparation.study.name,
        study_json=preparation.study.model_dump_json(),
        not_run=preparation.not_run,
        seed=seed,
        started_at=datetime.now(UTC),
        wirelab_version=__version__,
        command=command,
        host=host_facts(),
    )
    announced = ((each.platform, each.ready) for each in preparation.runners)
    corpora = (
        CorpusFacts(corpus.name, corpus.digest, corpus.objects, corpus.bytes) for corpus in preparation.corpora.values()
    )
    return lab.begin_run(info, _design(preparation).cells, announced, corpora)


def _measure(lab: Lab, run_id: int, preparation: Preparation, seed: int, listener: Listener) -> Results:
    design = _design(preparation)
    if not any(True for _ in exchanges_of(lab.checks(run_id))):
        lab.record_checks(run_id, exchanged(preparation, listener.notice))
    copy_bytes_per_ns = fastest_copy_bytes_per_ns()
    ending, rounds = Rounds(preparation, design, lab=lab, run_id=run_id, seed=seed, listener=listener).measure()
    for check in counted(preparation, lab.checks(run_id), listener.notice):
        lab.record_checks(run_id, [check])
    seen = measured(lab, run_id, preparation.study, design, rounds=rounds, ended=True)
    copy_bytes_per_ns = max(copy_bytes_per_ns, fastest_copy_bytes_per_ns())
    findings = evaluate(seen, circumstances(lab, run_id, design, copy_bytes_per_ns))
    lab.record_findings(run_id, findings)
    lab.finish_run(run_id, ending)
    return results_of(lab, lab.run(run_id), findings)


def _design(preparation: Preparation) -> Design:
    return design_with_twin(preparation.study, preparation.cells)


def _require_same_machine(run: Run) -> None:
    """A run's times are those of one machine, which its report names."""
    now = host_facts()
    if len({*machines_of([run.info.host, now])}) > 1:
        then, here = (", ".join(each.get(fact, "?") for fact in ("machine", "cpu")) for each in (run.info.host, now))
        why, remedy = f"it began on {then}; this is {here}", "resume it there, or start a new run: wirelab run"
        raise LabError(f"run {run.id}", "it began on another machine", why=why, remedy=remedy)


def _require_same_corpora(lab: Lab, run: Run, preparation: Preparation) -> None:
    for recorded in lab.corpora(run.id):
        corpus = preparation.corpora.get(recorded.name)
        if corpus is not None and corpus.digest != recorded.digest:
            why = f"{recorded.name} was {recorded.digest[:12]}… when it began and is now {corpus.digest[:12]}…"
            remedy = "start a new run: wirelab run"
            raise LabError(f"run {run.id}", "its data has changed since it was stopped", why=why, remedy=remedy)


def _require_same_platforms(lab: Lab, run: Run, preparation: Preparation) -> None:
    """A run that lost a platform, found one, or has another version of a codec's library, is another run."""
    now = _offered(preparation.study, ((each.platform, each.ready) for each in preparation.runners))
    then = _offered(preparation.study, lab.announcements(run.id))
    if now != then:
        began, available = ({key: own[key] for key in own if now.get(key) != then.get(key)} for own in (then, now))
        why = f"It began on {_listed(began)}. Available now: {_listed(available)}."
        remedy = "restore them (`wirelab doctor` shows how), or start a new run: wirelab run"
        what = "the platforms, or versions of libraries, have changed since it began"
        raise LabError(f"run {run.id}", what, why=why, remedy=remedy)


def _offered(study: Study, offers: Iterable[tuple[str, Announcement]]) -> dict[tuple[str, str], str]:
    """The runtime of each runner on a platform, and the versions of those of its codecs that a study names."""
    named = {name for subject in study.factors.codec for name in (subject.codec, subject.compressor)}
    found = {}
    for platform, offer in offers:
        versions = {each.name: each.version for each in offer.codecs}
        versions |= {each.name: each.version for each in offer.compressors}
        own = (f"{name} {version}" for name, version in versions.items() if name in named)
        found[platform, offer.runner] = ", ".join([offer.runtime, *own])
    return found


def _listed(offered: Mapping[tuple[str, str], str]) -> str:
    return "; ".join(f"{runner} on {at} ({words})" for (at, runner), words in offered.items()) or "none"
