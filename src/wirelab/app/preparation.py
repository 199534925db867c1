"""Before anything is measured: names checked, runners built, corpora made, cells expanded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path

from wirelab.app.builds import made_ready
from wirelab.app.names import refuse, wrong_parameters
from wirelab.app.platforms import PlacedRunner, by_platform, choose_platforms, placed_runners, runners
from wirelab.app.ready import ReadyRunner
from wirelab.app.resources import workload_catalogue
from wirelab.app.study import shape
from wirelab.app.trust import trusted_workload
from wirelab.app.versions import with_versions
from wirelab.building.program import Program
from wirelab.design.cells import expand
from wirelab.design.profiles import untuned, with_profile
from wirelab.execution import dictionaries
from wirelab.execution.data import Data, open_request
from wirelab.execution.dictionaries import Dictionary, Samples, Writer, writer_of
from wirelab.execution.short_conversations import EXTENDED
from wirelab.model.cell import Cell, CorpusName, ModeKind, Operation, Sink
from wirelab.model.errors import MeasurementError, ToolchainError, UsageError
from wirelab.model.run import NotRun
from wirelab.model.subject import Profile, Subject
from wirelab.protocol.codecs import Contract
from wirelab.protocol.messages import Open
from wirelab.report.run.wording import profile_words
from wirelab.schema.compile import CompiledSchema
from wirelab.schema.rendering.shapes import Means, agreed
from wirelab.study.definition import Study
from wirelab.workload.copies import make_copies
from wirelab.workload.corpus import Corpus, make_corpus
from wirelab.workload.definition import Workload, compile_workload, load_workload
from wirelab.workload.halves import in_halves
from wirelab.workload.objects import taken_apart

Notice = Callable[[str], None]
WhenReady = Callable[[ReadyRunner, Mapping[CorpusName, Data]], None]
"""Called with a runner that is ready, and the data of each corpus, while others are built."""
_LIST = "`wirelab list codecs NAME` shows the parameters of a codec"


@dataclass(frozen=True, slots=True)
class Preparation:
    """The input of measuring: cells, data, types and runners."""

    study: Study  # with the user's overrides, and the parameters that its profile gives its subjects
    cells: tuple[Cell, ...]
    data: Mapping[CorpusName, Data]  # that processes work on, by the name of the first copy's corpus
    types: Mapping[str, CompiledSchema]
    runners: tuple[ReadyRunner, ...]
    not_run: tuple[NotRun, ...]
    dictionaries: Mapping[Writer, Dictionary] = field(default_factory=dict)
    """One for each codec with such a compressor; then half of the objects trains, and the other half is measured."""
    json_bytes: Mapping[Cell, shape.JsonBytes] = field(default_factory=dict)
    """The bytes that each JSON codec would write for users' own documents if it wrote numbers and texts like them."""

    @property
    def corpora(self) -> dict[CorpusName, Corpus]:
        """The corpus of each name."""
        return {name: data.corpus for name, data in self.data.items()}

    def program(self, cell: Cell) -> Program:
        """The program that starts a process for `cell`."""
        return self._runner(cell).programs.typed[cell.corpus.workload]

    def open_request(self, cell: Cell, encoded: Path | None = None) -> Open:
        """The request that opens the codec of `cell`: with its own dictionary, or the one of the file `encoded`."""
        offered = self._runner(cell).ready
        if not offered.takes_dictionary(cell.subject.compressor):
            return open_request(cell.subject, offered)
        own = self.dictionaries[writer_of(cell)]
        of_file = None if encoded is None else dictionaries.made_with(self.dictionaries.values(), encoded)
        return open_request(cell.subject, offered, (of_file or own).file)

    def contract(self, cell: Cell) -> Contract:
        """The contract of the codec of `cell`, with its parameters."""
        codec = self._runner(cell).ready.codec(cell.subject.codec)
        assert codec is not None
        return codec.contract_with(dict(cell.subject.parameters))

    def with_dictionaries(self, training: Mapping[CorpusName, Data]) -> "Preparation":
        """This preparation with a dictionary for each codec whose compressor takes one; errors as `train`."""
        taking = [cell for cell in self.cells if self._runner(cell).ready.takes_dictionary(cell.subject.compressor)]
        first = {writer_of(cell): cell for cell in reversed(taking)}
        asked = {
            writer: Samples(
                training[cell.corpus], self.program(cell), open_request(writer.subject, self._runner(cell).ready)
            )
            for writer, cell in reversed(first.items())
        }
        found = dictionaries.train(asked, self.study.measure.slack_s)
        return replace(self, dictionaries=found, not_run=(*self.not_run, *dictionaries.unmeasured(found)))

    def _runner(self, cell: Cell) -> ReadyRunner:
        for each in self.runners:
            if each.platform == cell.platform and cell.subject.codec in each.programs.runner.manifest.codecs:
                return each
        raise LookupError(f"no runner on {cell.platform} has codec '{cell.subject.codec}'")


def prepare(
    study: Study,
    cache: Path,
    notice: Notice,
    when_ready: WhenReady = lambda _, __: None,
    *,
    exchanging: bool = False,
    timed: bool = True,
) -> Preparation:
    """Check every name in `study`, then build and make everything that it needs.

    A platform whose tools are missing or whose build fails is left out, with a notice; the others continue. Where
    runtimes read each other's data (`exchanging`, or a transfer), codecs write documents only by the means that all
    have. Programs that are not `timed` may be built quickly, and be slow.

    Raises:
        UsageError: a name, size, variant, parameter or level does not exist.
        ToolchainError: no platform is left.
        MeasurementError: the study has no cell on the platforms that are left.
    """
    known = with_versions(runners(study.factors.platform), study.factors.codec, cache)
    study, chosen = of_first_platforms(study, _chosen(study, placed_runners(known, cache)))
    workloads = _workloads(study, cache)
    corpora_asked = _corpora_asked(study, workloads)
    means = shape.agreed(study, chosen) if exchanging or study.transfer is not None else frozenset(Means)
    types = {name: agreed(compile_workload(workload), means) for name, workload in workloads.items()}
    count = study.measure.copies
    copies = {name: make_copies(workloads[name.workload], name, count, cache, notice) for name in corpora_asked}
    replayed = _replayed(corpora_asked, workloads, cache, notice)
    training = dict[CorpusName, Data]()
    if dictionaries.are_asked(study, known):
        _require_halves(study, replayed)
        halves = {name: in_halves(own) for name, own in copies.items()}
        copies = {name: measured for name, (measured, _) in halves.items()}
        training = {
            name: Data((taken_apart(trains, types[name.workload]),), types[name.workload])
            for name, (_, trains) in halves.items()
        }
    data = {
        name: Data(
            tuple(taken_apart(copy, types[name.workload]) for copy in own), types[name.workload], replayed.get(name)
        )
        for name, own in copies.items()
    }
    ready, not_run = made_ready(
        chosen, study.factors.platform, types, cache, notice, lambda each: when_ready(each, data), timed=timed
    )
    if not ready:
        why = "\n".join(f"{missing.what}: {missing.why}" for missing in not_run)
        remedy = "fix one of these; `wirelab doctor` checks the tools"
        raise ToolchainError(f"study {study.name}", "none of its platforms can run here", why=why, remedy=remedy)
    study = _with_profile(study, ready, notice)
    _check_parameters(study, ready)
    replaying = [workload.name for workload in workloads.values() if workload.replay is not None]
    with_columns = [name for name, own in types.items() if own.schema.payload is not None]
    offers = [(each.platform, each.ready) for each in ready]
    cells = expand(study, corpora_asked, offers, replaying, with_columns)
    if not cells:
        names = ", ".join(dict.fromkeys(each.platform for each in ready))
        sinks = "" if Sink.MEMORY in study.factors.sink else f" with sink {' or '.join(study.factors.sink)}"
        why = f"none of the study's codecs can {' or '.join(study.factors.operation)}{sinks} on {names}"
        if Operation.REPLAY in study.factors.operation and not replaying:
            why += f", and there is nothing to replay in {', '.join(workloads)}"
        if Sink.TABLE in study.factors.sink and not with_columns:
            why += f", and there are no columns for a table in {', '.join(workloads)}"
        for subject in study.factors.codec:
            if warm := _never_cold(study, subject, ready):
                why += f"; {subject} has no mode 'cold': {warm}"
        raise MeasurementError(
            f"study {study.name}",
            "there is nothing to measure",
            why=why,
            remedy="choose other operations, or another mode",
        )
    not_run += _unmeasured(study, cells, chosen, ready)
    not_run += [
        NotRun(f"data of {one.name}", what, fault=False) for one in workloads.values() for what in one.not_carried
    ]
    json_bytes = dict[Cell, shape.JsonBytes]()
    for one in workloads.values():
        own = [cell for cell in cells if cell.corpus.workload == one.name]
        not_run += shape.written_otherwise(one, own, ready, means)
        if not training:  # else half of the objects is measured
            json_bytes |= shape.json_bytes(one, own, ready, means)
    prepared = Preparation(study, cells, data, types, tuple(ready), tuple(not_run), json_bytes=json_bytes)
    return prepared.with_dictionaries(training)


def _require_halves(study: Study, replayed: Mapping[CorpusName, Path]) -> None:
    """Refuse replays with a dictionary: half of the objects do not add up to the same as all of them."""
    if replayed and Operation.REPLAY in study.factors.operation:
        what = f"it replays {', '.join(map(str, replayed))} and has codecs with a dictionary"
        why = "half of the objects train the dictionary, and the others do not add up to the same"
        remedy = "leave out the operation replay, or these codecs"
        raise UsageError(f"study {study.name}", what, why=why, remedy=remedy)


def digests_of(study: Study, cache: Path, notice: Notice) -> dict[CorpusName, str]:
    """The digest of each corpus of a study, which is made for that if it is missing; errors as `prepare`."""
    workloads = _workloads(study, cache)
    corpora = [
        make_corpus(workloads[name.workload], name.size, name.variant, None, cache, notice)
        for name in _corpora_asked(study, workloads)
    ]
    if dictionaries.are_asked(study, runners(study.factors.platform)):
        corpora = [measured for (measured,), _ in (in_halves((corpus,)) for corpus in corpora)]
    return {corpus.name: corpus.digest for corpus in corpora}


def _workloads(study: Study, cache: Path) -> dict[str, Workload]:
    found = map(workload_catalogue().find, study.factors.workload)
    return {each.name: trusted_workload(each, cache) for each in found}


def _chosen(study: Study, states: Sequence[PlacedRunner]) -> list[PlacedRunner]:
    """The runners of the platforms asked for that have a codec of the study."""
    wanted = {subject.codec for subject in study.factors.codec}
    having = [state for state in states if wanted & set(state.runner.manifest.codecs)]
    having = [state for state in having if _has_operations(study, state)] or having
    chosen = [state for state in choose_platforms(study.factors.platform, states) if state in having]
    if not chosen:
        what = f"none of its codecs runs on {', '.join(study.factors.platform)}"
        remedy = f"use one of these platforms: {', '.join(by_platform(having))}"
        raise UsageError(f"study {study.name}", what, remedy=remedy)
    return chosen


def _has_operations(study: Study, state: PlacedRunner) -> bool:
    """Whether a runner has an operation of the study: some need an extension, which not all have."""
    extensions = state.platform.extensions
    lacking = {operation for extension, operation in EXTENDED.items() if extension not in extensions}
    return not lacking.issuperset(study.factors.operation)


def of_first_platforms(study: Study, chosen: Sequence[PlacedRunner]) -> tuple[Study, Sequence[PlacedRunner]]:
    """The first platforms that have their tools here, as many as the study takes, and the codecs that these have.

    Returns the study with only those codecs, and the runners of those platforms. Runners of earlier platforms that
    lack tools stay among them, so that this is reported.
    """
    most, subjects = study.most_platforms, study.factors.codec

    def place(state: PlacedRunner) -> int:
        return next(at for at, each in enumerate(subjects) if each.codec in state.runner.manifest.codecs)

    if most is None or study.factors.platform:
        return study, chosen
    in_order = sorted(chosen, key=place)
    taken = list(dict.fromkeys(state.platform.name for state in in_order if not state.missing))[:most]
    if not taken:
        return study, chosen
    last = max(at for at, state in enumerate(in_order) if state.platform.name in taken)
    left = [state for state in in_order[: last + 1] if state.missing or state.platform.name in taken]
    having = {codec for state in left if not state.missing for codec in state.runner.manifest.codecs}
    codec = tuple(subject for subject in subjects if subject.codec in having)
    early = {"early": tuple(subject for subject in study.measure.early if subject in codec)}
    return study.changed({"codec": codec}, early, reference=study.reference if study.reference in codec else None), left


def _with_profile(study: Study, ready: Sequence[ReadyRunner], notice: Notice) -> Study:
    """Subjects with the parameters of the study's profile; a notice names the codecs that have none."""
    announced = [codec for each in ready for codec in each.ready.codecs]
    if study.profile is not Profile.DEFAULT:
        notice(profile_words(study.profile, untuned(study.factors.codec, announced)))
    return with_profile(study, announced)


def _corpora_asked(study: Study, workloads: Mapping[str, Workload]) -> tuple[CorpusName, ...]:
    return tuple(
        workload.corpus_name(size, variant)
        for workload in workloads.values()
        for size in study.factors.size or (workload.sizes.default,)
        for variant in study.factors.variant or (workload.variants.default,)
    )


def _replayed(
    names: Sequence[CorpusName],
    workloads: Mapping[str, Workload],
    cache: Path,
    notice: Notice,
) -> dict[CorpusName, Path]:
    """For each corpus that can be replayed, the file of the object that its objects add up to."""
    replayed = {}
    for name in names:
        workload = workloads[name.workload]
        if workload.replay is not None:
            target = trusted_workload(load_workload(workload.folder.parent / workload.replay.workload), cache)
            corpus = make_corpus(target, name.size, name.variant, None, cache, notice)
            replayed[name] = taken_apart(corpus, compile_workload(target)).objects
    return replayed


def _check_parameters(study: Study, ready: Sequence[ReadyRunner]) -> None:
    """Refuse parameters, values and levels that a runner of the codec did not announce on its platform."""
    wrong = dict.fromkeys(
        (f"subject '{subject}'", what)
        for subject, each in product(study.factors.codec, ready)
        for what in wrong_parameters(subject, each.platform, each.ready)
    )
    refuse(f"study {study.name}", list(wrong), _LIST)


def _never_cold(study: Study, subject: Subject, ready: Sequence[ReadyRunner]) -> str:
    """Why first calls of the subject's codec cannot be measured, if the study asks for them."""
    if study.measure.mode is not ModeKind.COLD:
        return ""
    whys = (codec.never_cold for each in ready for codec in each.ready.codecs if codec.name == subject.codec)
    return "; ".join(dict.fromkeys(filter(None, whys)))


def _unmeasured(
    study: Study, cells: Sequence[Cell], chosen: Sequence[PlacedRunner], ready: Sequence[ReadyRunner]
) -> list[NotRun]:
    """Codecs and compressors that their runner cannot offer here, and subjects that have no cell for another reason.

    In the default study they are no fault; in any other they are, unless the subject has a cell on another platform.
    """
    unavailable = {(each.platform, one.name): one.reason for each in ready for one in each.ready.unavailable}
    measured = {cell.subject for cell in cells}
    not_run = [
        NotRun(f"{subject} on {platform}", reason, fault=not study.default and subject not in measured)
        for subject in study.factors.codec
        for (platform, name), reason in unavailable.items()
        if name in (subject.codec, subject.compressor)
    ]
    said = {name for _, name in unavailable}
    made = {(each.platform, each.programs.runner.called) for each in ready}
    for subject in study.factors.codec:
        if subject in measured or said & {subject.codec, subject.compressor}:
            continue
        having = [placed for placed in chosen if subject.codec in placed.runner.manifest.codecs]
        left_out = [p.platform.name for p in having if (p.platform.name, p.runner.called) not in made]
        if left_out and all(placed.runner.pin for placed in having):
            continue  # its runner has no other codec, so the runner's reason is enough
        if left_out:
            why = f"its runner was skipped on {', '.join(left_out)} for the reason above"
        elif warm := _never_cold(study, subject, ready):
            why = f"it has no mode 'cold': {warm}"
        elif having:
            names = ", ".join(placed.platform.name for placed in having)
            why = f"its compressor, or each of the requested operations, is missing on {names}"
        else:
            why = "none of the requested platforms has this codec"
        not_run.append(NotRun(str(subject), why, fault=not study.default))
    return not_run
