"""`wirelab recommend`: which codec to take, from a run in a lab file."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from wirelab.app.executed.tried import Tried, recorded, tried_in
from wirelab.app.lab.findings import measured_in
from wirelab.app.lab.known import Knowledge, cells_of, languages, times_by_round, ways_of
from wirelab.app.lab.prices import own_prices, prices_in
from wirelab.app.lab.results import readable_study, results_of_run, study_of
from wirelab.choice.candidates import Timed
from wirelab.choice.decision import recommend
from wirelab.choice.needs import Need, parse_needs
from wirelab.choice.prices import Prices
from wirelab.choice.use import Use
from wirelab.model.cell import Cell, CorpusName, ModeKind
from wirelab.model.errors import LabError, UsageError
from wirelab.model.findings.transfer import Way
from wirelab.model.link import Link
from wirelab.model.names import choose
from wirelab.model.run import Run
from wirelab.model.subject import Subject
from wirelab.report.recommend.recommended import Recommended
from wirelab.store.lab import Lab, runs_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """The user's options for a recommendation, as they are typed."""

    needs: str
    messages: float  # per second
    reads: float
    months: float
    copies: float
    cold_starts: float
    link: Link | None = None
    prices: str | None = None  # a file; None: Wirelab's own
    tried: tuple[str, ...] = ()  # files
    corpus: str | None = None  # of several that the run has
    platforms: Collection[str] = ()  # to choose among; none: all that were measured
    codecs: Collection[Subject] = ()

    @property
    def use(self) -> Use:
        """How messages are used."""
        return Use(self.messages, self.reads, self.copies, self.months, self.cold_starts, self.link)


@dataclass(frozen=True, slots=True)
class Checked:
    """The user's options after their names and files were checked; before anything is measured for them."""

    wanted: Wanted
    needs: tuple[Need, ...]
    prices: Prices
    priced: Path
    tried: Tried


def checked(wanted: Wanted) -> Checked:
    """Read the files that a recommendation needs, and check its names.

    Raises:
        UsageError: there is no such need, language or file.
        DefinitionError: a price is invalid, or a file is not well formed.
    """
    needs = parse_needs(wanted.needs, sorted({name for names in languages().values() for name in names}))
    priced = own_prices() if wanted.prices is None else Path(wanted.prices)
    prices = prices_in(priced)
    return Checked(wanted, needs, prices, priced, tried_in(map(Path, wanted.tried)).over(recorded()))


def recommendation(lab: Path, run_id: int | None, asked: Checked, command: str = "") -> Recommended:
    """The recommendation from a run in `lab`, by default the latest whose mode is not `cold`.

    Raises:
        LabError: there is no such file or run, or it has nothing to choose among.
        UsageError: it has several corpora, and none of them is named.
    """
    with Lab.open(lab, create=False, read_only=True) as opened:
        runs = runs_of(opened)
        studies = [(each, readable_study(each)) for each in runs]
        cold = [each for each, study in studies if study is not None and study.measure.mode is ModeKind.COLD]
        others = [each for each in runs if each not in cold]
        run = opened.run(run_id) if run_id is not None else (others or runs)[-1]
        return _recommended(opened, run, cold, asked, command)


def _recommended(lab: Lab, run: Run, cold: Sequence[Run], asked: Checked, command: str) -> Recommended:
    study, results, wanted = study_of(run), results_of_run(lab, run), asked.wanted
    measured_on = list(dict.fromkeys(each.cell.platform for each in results.findings.cells))
    for name in wanted.platforms:
        choose("platform of the run", name, measured_on)
    there = [cell for cell in cells_of(results) if not wanted.platforms or cell.platform in wanted.platforms]
    for named in wanted.codecs:
        if not any(_is(cell.subject, named) for cell in there):
            choose("codec of the run", str(named), [str(cell.subject) for cell in there])
    cells = [cell for cell in there if not wanted.codecs or any(_is(cell.subject, named) for named in wanted.codecs)]
    corpus = _corpus(lab, run, cells, wanted.corpus)
    transfer = results.findings.forecast.transfer
    use = wanted.use
    if transfer is not None and use.link is None:
        use = replace(use, link=transfer.link)
    ways = ways_of(results, cells, corpus, use)
    if not ways:
        what = "no codec in it both writes and reads its data"
        remedy = "measure both: `wirelab run --workload NAME`, or give --reads 0 if nobody reads"
        raise LabError(f"run {run.id} of lab {lab.path}", what, remedy=remedy)
    times_ns = times_by_round(lab, run, study, results)
    objects = {each.name: each.objects for each in results.corpora}.get(corpus, 0)
    timed = Timed(times_ns, max(1, objects), _first_calls(lab, cold, corpus, run) if use.cold_starts else {})
    known = Knowledge(lab, run, results, asked.needs, asked.tried)
    candidates = tuple(known.candidate(way, timed, use) for way in ways)
    found = recommend(
        candidates,
        asked.needs,
        use,
        asked.prices,
        confidence=study.analysis.confidence,
        band=study.analysis.band,
    )
    return Recommended(
        found,
        corpus=corpus,
        objects=objects,
        study=results.study,
        lab=str(lab.path),
        run=run.id,
        started_at=results.run.started_at,
        host=results.host,
        priced=str(asked.priced),
        left_out=() if transfer is not None else tuple(_one_sided(cells, ways)),
        command=command,
    )


def _is(subject: Subject, named: Subject) -> bool:
    """Whether it is the subject that is named; its profile may have given it further parameters."""
    return {*named.parameters} <= {*subject.parameters} and subject == replace(named, parameters=subject.parameters)


def _one_sided(cells: Sequence[Cell], ways: Sequence[Way]) -> Iterator[str]:
    """The subjects that were measured but are part of no way."""
    part = {cell for way in ways for cell in way.cells}
    sides = {(cell.platform, cell.subject): cell.operation for cell in cells if cell not in part}
    whole = {(cell.platform, cell.subject) for cell in part}
    for (platform, subject), operation in sides.items():
        if (platform, subject) not in whole:
            yield f"{subject} on {platform} was measured only for {operation}"


def _corpus(lab: Lab, run: Run, cells: Sequence[Cell], named: str | None) -> CorpusName:
    known = {str(cell.corpus): cell.corpus for cell in cells}
    part = f"run {run.id} of lab {lab.path}"
    if not known and run.finished_at is not None:
        what, remedy = "it measured nothing in memory, and a recommendation is for that", "measure with --sink memory"
        raise LabError(part, what, remedy=remedy)
    if not known:
        raise LabError(part, "it has no finished cell to choose from", remedy="finish it: wirelab run --resume")
    if named is not None:
        return known[choose("corpus", named, known)]
    if len(known) > 1:
        what, why = "it has several corpora, and a recommendation is for one", f"they are {', '.join(known)}"
        raise UsageError(part, what, why=why, remedy=f"name one: --corpus {next(iter(known))}")
    return next(iter(known.values()))


def _first_calls(lab: Lab, runs: Sequence[Run], corpus: CorpusName, of: Run) -> dict[Cell, Mapping[int, float]]:
    """The times of first calls on the same data, by the cells of the run `of`; the last of several runs counts."""
    found: dict[Cell, Mapping[int, float]] = {}
    mode, digest = study_of(of).measure.mode, _digest(lab, of, corpus)
    for run in runs:
        if _digest(lab, run, corpus) == digest:
            own = measured_in(lab, run, study_of(run)).times_ns
            found |= {replace(cell, mode=mode): ns for cell, ns in own.items() if cell.corpus == corpus}
    if not found:
        what, remedy = f"it has no first calls on {corpus}", "measure them into it: `wirelab run … --mode cold`"
        raise LabError(f"lab {lab.path}", what, why="--cold-starts counts them", remedy=remedy)
    return found


def _digest(lab: Lab, run: Run, corpus: CorpusName) -> str:
    return next((each.digest for each in lab.corpora(run.id) if each.name == corpus), "")
