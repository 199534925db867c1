"""`wirelab recommend`: which codec to take, from a run in a lab file."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from wirelab.app.executed.tried import Place, Tried, recorded, tried_in
from wirelab.app.lab.findings import measured_in
from wirelab.app.lab.prices import own_prices, prices_in
from wirelab.app.lab.results import results_of_run, runs_of, study_of
from wirelab.app.platforms import runners
from wirelab.building.runners import Runner
from wirelab.choice.candidates import Candidate, Timed, own_ways, times_of
from wirelab.choice.deciding import recommend
from wirelab.choice.needs import Known, Need, Spoken, answer, parse_needs
from wirelab.choice.prices import Prices
from wirelab.choice.use import Use
from wirelab.design.transfer import encoding
from wirelab.model.cell import Cell, CorpusName, ModeKind, Sink
from wirelab.model.errors import LabError, UsageError
from wirelab.model.findings.transfer import Way
from wirelab.model.findings.withstanding import Outcome
from wirelab.model.link import Link
from wirelab.model.names import choose
from wirelab.model.run import Run
from wirelab.model.subject import Subject, subject_in
from wirelab.report.recommend.recommended import Recommended
from wirelab.report.run.results import Results
from wirelab.store.lab import Lab


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a user wants of a recommendation, as it is typed."""

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
        """What messages are for."""
        return Use(self.messages, self.reads, self.copies, self.months, self.cold_starts, self.link)


@dataclass(frozen=True, slots=True)
class Checked:
    """What is wanted, once every name and file of it is known to be right; before anything is measured for it."""

    wanted: Wanted
    needs: tuple[Need, ...]
    prices: Prices
    priced: Path
    tried: Tried


def checked(wanted: Wanted) -> Checked:
    """Read the files that a recommendation needs, and check its names.

    Raises:
        UsageError: there is no such need, language or file.
        DefinitionError: a price is none, or a file is not what it should be.
    """
    needs = parse_needs(wanted.needs, sorted({name for names in _languages().values() for name in names}))
    priced = own_prices() if wanted.prices is None else Path(wanted.prices)
    prices = prices_in(priced)
    return Checked(wanted, needs, prices, priced, tried_in(map(Path, wanted.tried)).over(recorded()))


def recommendation(lab: Path, run_id: int | None, asked: Checked, command: str = "") -> Recommended:
    """What a run in `lab` recommends; of the latest with steady times if none is named.

    Raises:
        LabError: there is no such file or run, or it has nothing to choose among.
        UsageError: it has several corpora, and which one counts is not said.
    """
    with Lab.open(lab, create=False, read_only=True) as opened:
        runs = runs_of(opened)
        steady = [each for each in runs if study_of(each).measure.mode is not ModeKind.COLD]
        run = opened.run(run_id) if run_id is not None else (steady or runs)[-1]
        cold = [each for each in runs if study_of(each).measure.mode is ModeKind.COLD]
        return _recommended(opened, run, cold, asked, command)


def _recommended(lab: Lab, run: Run, cold: Sequence[Run], asked: Checked, command: str) -> Recommended:
    study, results, wanted = study_of(run), results_of_run(lab, run), asked.wanted
    measured_on = list(dict.fromkeys(each.cell.platform for each in results.findings.cells))
    for name in wanted.platforms:
        choose("platform of the run", name, measured_on)
    cells = [
        each.cell
        for each in results.findings.cells
        if not each.cell.twin
        and each.cell.sink is Sink.MEMORY
        and (not wanted.platforms or each.cell.platform in wanted.platforms)
        and (not wanted.codecs or any(_is(each.cell.subject, named) for named in wanted.codecs))
    ]
    corpus = _corpus(lab, run, cells, wanted.corpus)
    transfer = results.findings.forecast.transfer
    use = wanted.use
    if transfer is not None and use.link is None:
        use = replace(use, link=transfer.link)
    if transfer is not None:
        ways = tuple(each.way for each in transfer.ways if each.way.writer in cells)
    else:
        formats = {cell: encoding(results.format_of(cell), cell.subject) for cell in cells}
        ways = own_ways([cell for cell in cells if cell.corpus == corpus], formats, use)
    if not ways:
        what = "no codec in it both writes and reads its data"
        remedy = "measure both: `wirelab run --workload NAME`, or give --reads 0 if nobody reads"
        raise LabError(f"run {run.id} of lab {lab.path}", what, remedy=remedy)
    times_ns = measured_in(lab, run, study).times_ns
    if transfer is not None:
        first = transfer.qualifying
        times_ns = {cell: {b: ns for b, ns in own.items() if b >= first} for cell, own in times_ns.items()}
    objects = {each.name: each.objects for each in results.corpora}.get(corpus, 0)
    timed = Timed(times_ns, max(1, objects), _first_calls(lab, cold, corpus) if use.cold_starts else {})
    known = _Knowledge(lab, run, results, asked)
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
    """What was measured, and is part of no way."""
    part = {cell for way in ways for cell in way.cells}
    sides = {(cell.platform, cell.subject): cell.operation for cell in cells if cell not in part}
    whole = {(cell.platform, cell.subject) for cell in part}
    for (platform, subject), operation in sides.items():
        if (platform, subject) not in whole:
            yield f"{subject} on {platform} was measured to {operation} only"


def _corpus(lab: Lab, run: Run, cells: Sequence[Cell], named: str | None) -> CorpusName:
    known = {str(cell.corpus): cell.corpus for cell in cells}
    part = f"run {run.id} of lab {lab.path}"
    if not known:
        raise LabError(part, "it has no finished cell to choose from", remedy="finish it: wirelab run --resume")
    if named is not None:
        return known[choose("corpus", named, known)]
    if len(known) > 1:
        what, why = "it has several corpora, and a choice is for one", f"they are {', '.join(known)}"
        raise UsageError(part, what, why=why, remedy=f"name one: --corpus {next(iter(known))}")
    return next(iter(known.values()))


def _first_calls(lab: Lab, runs: Sequence[Run], corpus: CorpusName) -> dict[Cell, Mapping[int, float]]:
    """What first calls of processes took, by the steady cells of the same; of several runs the last counts."""
    found: dict[Cell, Mapping[int, float]] = {}
    for run in runs:
        own = measured_in(lab, run, study_of(run)).times_ns
        found |= {replace(cell, mode=ModeKind.STEADY): times for cell, times in own.items() if cell.corpus == corpus}
    if not found:
        what, remedy = f"it has no first calls on {corpus}", "measure them into it: `wirelab run … --mode cold`"
        raise LabError(f"lab {lab.path}", what, why="--cold-starts counts them", remedy=remedy)
    return found


class _Knowledge:
    """What is known of the codecs of a run."""

    def __init__(self, lab: Lab, run: Run, results: Results, asked: Checked) -> None:
        self._asked, self._results = asked, results
        self._offered = {
            (platform, codec.name): codec for platform, ready in lab.announcements(run.id) for codec in ready.codecs
        }
        self._found = {each.cell: each for each in results.findings.cells}
        self._lost = {each.cell: each.what for each in results.losses}
        self._languages, self._licenses = _languages(), _licenses()
        self._spoken = _by_format()

    def candidate(self, way: Way, timed: Timed, use: Use) -> Candidate:
        """A way with all that is known of it."""
        times, rounds, lacking = times_of(way, timed, use)
        size = self._found[way.writer].encoded_bytes
        if size is None and not lacking:
            lacking = f"the size of what {way.writer.subject} writes is not known"
        lost = next((self._lost[cell] for cell in way.cells if cell in self._lost), "")
        codecs = tuple(
            self._known(at, subject) for at, subject in dict.fromkeys((c.platform, c.subject) for c in way.cells)
        )
        contracts = [each.contract for each in codecs if each.contract is not None]
        survived = [each.survived for each in codecs if each.survived is not None]
        return Candidate(
            way=way,
            size_bytes=None if size is None else size / timed.objects,
            times=None if size is None else times,
            rounds=rounds,
            lacking=f"{lacking}: {lost}" if lacking and lost else lacking,
            unsteady=any(self._found[cell].mostly_unsteady for cell in way.cells if cell in self._found),
            answers=tuple(answer(need, codecs, self._spoken_by(way)) for need in self._asked.needs),
            survived=min(survived, default=None) if len(survived) == len(codecs) else None,
            readable=bool(contracts) and contracts[0].human_readable and way.writer.subject.compressor is None,
            needs_schema=any(each.needs_schema for each in contracts),
        )

    def _known(self, platform: str, subject: Subject) -> Known:
        """What is recorded is of codecs with their default parameters."""
        codec, parameters = self._offered.get((platform, subject.codec)), dict(subject.parameters)
        places = [(platform, str(subject)), (platform, str(subject.uncompressed))]
        if codec is not None and codec.all_parameters(parameters) == codec.all_parameters({}):
            places.append(("", subject.codec))
        tried = self._asked.tried
        withstood = _first(tried.withstood, places)
        return Known(
            name=f"{subject} on {platform}",
            contract=None if codec is None else codec.contract_with(parameters),
            license=(codec.license if codec else "") or self._licenses.get((platform, subject.name), ""),
            compressed=subject.compressor is not None,
            evolved=_first(tried.evolved, places),
            survived=_first(tried.survived, places),
            withstood=withstood,
            fatal=sum(number for name, number in (withstood or {}).items() if Outcome(name).fatal),
            repeats=_first(tried.repeats, places[:1]),
        )

    def _spoken_by(self, way: Way) -> Spoken:
        """The languages that have its format, and those that read these very bytes in this lab or in what was tried."""
        format_ = self._results.format_of(way.writer)
        own = {(cell.platform, cell.subject.name) for cell in way.cells}
        tried = self._asked.tried.readings.get((way.writer.platform, str(way.writer.subject)), {})
        read = own | {_codec_at(place) for place, same in tried.items() if same}
        unread = {_codec_at(place) for place, same in tried.items() if not same}
        executed = frozenset(name for at in read for name in self._languages.get(at, ()))
        refused = frozenset(name for at in unread for name in self._languages.get(at, ())) - executed
        return Spoken(format_, self._spoken.get(format_, frozenset()) - refused, executed)


Value = TypeVar("Value")


def _first(found: Mapping[Place, Value], places: Sequence[Place]) -> Value | None:
    return next((found[place] for place in places if place in found), None)


def _codec_at(place: Place) -> tuple[str, str]:
    platform, subject = place
    known = subject_in(subject)
    return platform, subject if known is None else known.name


def _languages() -> dict[tuple[str, str], frozenset[str]]:
    """By platform and codec, what users may call where it is: its platform, its runner, and its language."""
    return {
        (platform.name, codec): frozenset({platform.name, *_names(runner)})
        for runner in runners()
        for platform in runner.manifest.platforms
        for codec in runner.manifest.codecs
    }


def _licenses() -> dict[tuple[str, str], str]:
    """By platform and codec, what this Wirelab has; labs of earlier ones have none."""
    return {
        (platform.name, name): codec.license
        for runner in runners()
        for platform in runner.manifest.platforms
        for name, codec in runner.manifest.codecs.items()
    }


def _by_format() -> dict[str, frozenset[str]]:
    """By format, all that users may call where there is a codec for it."""
    found: dict[str, set[str]] = {}
    for runner in runners():
        names = {*_names(runner), *(each.name for each in runner.manifest.platforms)}
        for codec in runner.manifest.codecs.values():
            found.setdefault(codec.format, set()).update(names)
    return {format_: frozenset(names) for format_, names in found.items()}


def _names(runner: Runner) -> set[str]:
    """Of a runner, and of its language as it is typed between `+`: `cpp` is C++."""
    return {runner.name, runner.manifest.language.lower().replace("+", "p")} - {""}
