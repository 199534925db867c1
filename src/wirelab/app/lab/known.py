"""Facts about the codecs of a run: their times by round, and answers to needs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from wirelab.analysis.decide.fastest import ByRound
from wirelab.app.executed.tried import Place, Tried
from wirelab.app.lab.findings import measured_in
from wirelab.app.platforms import runners
from wirelab.building.runners import Runner
from wirelab.choice.candidates import Candidate, Timed, own_ways, times_of
from wirelab.choice.needs import Known, Need, Spoken, answer, survived
from wirelab.choice.use import Use
from wirelab.design.transfer import encoding
from wirelab.model.cell import Cell, CorpusName, Sink
from wirelab.model.findings.transfer import Way
from wirelab.model.findings.withstood import Outcome
from wirelab.model.groups import gathered
from wirelab.model.run import Run
from wirelab.model.subject import Subject, subject_in
from wirelab.protocol.codecs import WrittenCodec
from wirelab.report.run.results import Results
from wirelab.store.lab import Lab
from wirelab.study.definition import Study


def cells_of(results: Results) -> list[Cell]:
    """The cells that a run has measured in memory, without twins."""
    found = (each.cell for each in results.findings.cells)
    return [cell for cell in found if not cell.twin and cell.sink is Sink.MEMORY]


def ways_of(results: Results, cells: Sequence[Cell], corpus: CorpusName, use: Use) -> tuple[Way, ...]:
    """The ways to carry a corpus with `cells`; for a transfer, the ways that it chose and that have one of these."""
    transfer = results.findings.forecast.transfer
    if transfer is not None:
        return tuple(each.way for each in transfer.ways if not {*each.way.cells}.isdisjoint(cells))
    formats = {cell: encoding(results.format_of(cell), cell.subject) for cell in cells}
    return own_ways([cell for cell in cells if cell.corpus == corpus], formats, use)


def times_by_round(lab: Lab, run: Run, study: Study, results: Results) -> ByRound:
    """The times of each cell by round, in ns; for a transfer, only those of rounds that compare formats."""
    times_ns, transfer = measured_in(lab, run, study).times_ns, results.findings.forecast.transfer
    if transfer is None:
        return times_ns
    return {cell: {b: ns for b, ns in own.items() if b >= transfer.qualifying} for cell, own in times_ns.items()}


class Knowledge:
    """Everything known about the codecs of a run."""

    def __init__(self, lab: Lab, run: Run, results: Results, needs: Sequence[Need], tried: Tried) -> None:
        self._needs, self._tried, self._results = needs, tried, results
        self._offered = {
            (platform, codec.name): codec for platform, ready in lab.announcements(run.id) for codec in ready.codecs
        }
        self._found = {each.cell: each for each in results.findings.cells}
        self._lost = {each.cell: each.what for each in results.losses}
        self._languages, self._licenses = languages(), _licenses()
        self._spoken = _by_format()

    def candidate(self, way: Way, timed: Timed, use: Use) -> Candidate:
        """A way with everything known about it."""
        times, rounds, lacking = times_of(way, timed, use)
        size = self._found[way.writer].encoded_bytes
        if size is None and not lacking:
            lacking = f"the size of the bytes of {way.writer.subject} is not known"
        lost = next((self._lost[cell] for cell in way.cells if cell in self._lost), "")
        codecs = tuple(
            self._known(at, subject) for at, subject in dict.fromkeys((c.platform, c.subject) for c in way.cells)
        )
        contracts = [each.contract for each in codecs if each.contract is not None]
        return Candidate(
            way=way,
            size_bytes=None if size is None else size / timed.objects,
            times=None if size is None else times,
            rounds=rounds,
            lacking=f"{lacking}: {lost}" if lacking and lost else lacking,
            unsteady=any(self._found[cell].mostly_unsteady for cell in way.cells if cell in self._found),
            answers=tuple(answer(need, codecs, self._spoken_by(way)) for need in self._needs),
            survived=survived(codecs),
            readable=bool(contracts) and contracts[0].human_readable and way.writer.subject.compressor is None,
            needs_schema=any(each.needs_schema for each in contracts),
        )

    def _known(self, platform: str, subject: Subject) -> Known:
        """The facts about one codec; recorded trials count only for codecs with their default parameters."""
        codec, parameters = self._offered.get((platform, subject.codec)), dict(subject.parameters)
        places = [(platform, str(subject)), (platform, str(subject.uncompressed))]
        if codec is not None and codec.all_parameters(parameters) == codec.all_parameters({}):
            places.append(("", subject.codec))
        tried = self._tried
        withstood = _withstood(tried, places, compressed=subject.compressor is not None)
        return Known(
            name=f"{subject} on {platform}",
            contract=None if codec is None else codec.contract_with(parameters),
            license=(codec.license if codec else "") or self._licenses.get((platform, subject.name), ""),
            compressed=subject.compressor is not None,
            evolved=_first(tried.evolved, places),
            survived=_first(tried.survived, places),
            withstood=withstood,
            harmful=_harmful(withstood or {}),
            repeats=_first(tried.repeats, places[:1]),
        )

    def _spoken_by(self, way: Way) -> Spoken:
        """The languages that have its format, and those that read these very bytes in this lab or in trials."""
        format_, behind = self._results.format_of(way.writer), way.writer.subject.compressor or ""
        own = {(cell.platform, cell.subject.name) for cell in way.cells}
        tried = self._tried.readings.get((way.writer.platform, str(way.writer.subject)), {})
        read = own | {_codec_at(place) for place, same in tried.items() if same}
        unread = {_codec_at(place) for place, same in tried.items() if not same}
        executed = frozenset(name for at in read for name in self._languages.get(at, ()))
        failed = frozenset(name for at in unread for name in self._languages.get(at, ())) - executed
        named = encoding(format_, way.writer.subject)
        return Spoken(named, self._spoken.get((format_, behind), frozenset()), executed, failed)


Value = TypeVar("Value")


def _first(found: Mapping[Place, Value], places: Sequence[Place]) -> Value | None:
    return next((found[place] for place in places if place in found), None)


def _withstood(tried: Tried, places: Sequence[Place], *, compressed: bool) -> Mapping[str, int] | None:
    """The outcomes of hostile inputs; behind a compressor, which reads them first, those of the codec itself, too.

    None if none were tried; a codec without its compressor was tried only if it shows harm.
    """
    if not compressed:
        return _first(tried.withstood, places)
    own, uncompressed = _first(tried.withstood, places[:1]), _first(tried.withstood, places[1:])
    both = Counter(own or {}) + Counter(uncompressed or {})
    return None if own is None and not _harmful(both) else both


def _harmful(outcomes: Mapping[str, int]) -> int:
    return sum(number for name, number in outcomes.items() if Outcome(name).harmful)


def _codec_at(place: Place) -> tuple[str, str]:
    platform, subject = place
    known = subject_in(subject)
    return platform, subject if known is None else known.name


def _offered() -> Iterator[tuple[Runner, str, str, WrittenCodec]]:
    """Each codec of each platform, by its name, with its runner."""
    for runner in runners():
        for platform in runner.manifest.platforms:
            yield from ((runner, platform.name, name, codec) for name, codec in runner.manifest.codecs.items())


def languages() -> dict[tuple[str, str], frozenset[str]]:
    """The names by which users may call a codec's place, by platform and codec: platform, runner and language."""
    return {(platform, name): frozenset({platform, *_names(runner)}) for runner, platform, name, _ in _offered()}


def _licenses() -> dict[tuple[str, str], str]:
    """The licenses that this Wirelab has, by platform and codec; labs of earlier ones have none."""
    return {(platform, name): codec.license for _, platform, name, codec in _offered()}


def _by_format() -> dict[tuple[str, str], frozenset[str]]:
    """All names of places with a codec for a format, by format and the compressor behind it, or none."""
    found = gathered(
        ((codec.format, behind), {platform, *_names(runner)})
        for runner, platform, _, codec in _offered()
        for behind in ("", *runner.manifest.compressors)
    )
    return {of: frozenset(chain.from_iterable(names)) for of, names in found.items()}


def _names(runner: Runner) -> set[str]:
    """The names of a runner, and of its language as it is typed between `+`: `cpp` is C++."""
    return {runner.name, runner.manifest.language.lower().replace("+", "p")} - {""}
