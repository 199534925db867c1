"""Before anything is measured: names checked, runners built, corpora made, cells expanded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from wirelab.app.platforms import PlatformState, by_platform, choose_platforms, platform_states, runners
from wirelab.app.resources import resources
from wirelab.design.offer import Offer, expand
from wirelab.execution.build import BuiltRunner, build_platform, build_runner, build_types
from wirelab.execution.exchange import handshake, undeclared
from wirelab.execution.program import Program, open_process
from wirelab.execution.runners import RunnerHome
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.errors import MeasurementError, ToolchainError, UsageError, WirelabError
from wirelab.model.names import choose
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Ready
from wirelab.schema.compile import CompiledSchema
from wirelab.study.definition import Study
from wirelab.workload.corpus import Corpus, make_corpus
from wirelab.workload.definition import Workload, compile_workload, find_workload

Notice = Callable[[str], None]
_LINES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Stand:
    """A runner that is ready to measure on a platform.

    Attributes:
        platform: the platform's name.
        built: the runner's program.
        ready: what the runner announced.
        types: the built types of each workload, by its name.
    """

    platform: str
    built: BuiltRunner
    ready: Ready
    types: Mapping[str, Path]

    def offer(self) -> Offer:
        """What it can measure."""
        return Offer(
            {codec.name: frozenset(codec.operations) for codec in self.ready.codecs},
            frozenset(compressor.name for compressor in self.ready.compressors),
        )


@dataclass(frozen=True, slots=True)
class Absence:
    """Something asked for that cannot be measured.

    Attributes:
        what: a platform or subject.
        why: the reason and what to do about it.
        fault: whether something failed, rather than is not there.
    """

    what: str
    why: str
    fault: bool


@dataclass(frozen=True, slots=True)
class Preparation:
    """All that measuring needs.

    Attributes:
        study: with the user's overrides.
        cells: what is measured, without twins.
        corpora: the data, by name.
        types: the types of each workload, by its name.
        replayed: what the objects of a corpus add up to, by its name, where they do.
        stands: runners that are ready, on each of their platforms.
        absences: what was asked for and cannot be measured.
    """

    study: Study
    cells: tuple[Cell, ...]
    corpora: Mapping[CorpusName, Corpus]
    types: Mapping[str, CompiledSchema]
    replayed: Mapping[CorpusName, Corpus]
    stands: tuple[Stand, ...]
    absences: tuple[Absence, ...]

    def program(self, cell: Cell) -> Program:
        """What starts a process for `cell`."""
        for stand in self.stands:
            if stand.platform == cell.platform and cell.subject.codec in stand.built.home.manifest.codecs:
                return stand.built.program(cell.platform, stand.types[cell.corpus.workload])
        raise LookupError(f"no runner on {cell.platform} has codec '{cell.subject.codec}'")


def prepare(study: Study, cache: Path, notice: Notice) -> Preparation:
    """Check every name in `study`, then build and make what it needs.

    A platform whose tools are missing or whose build fails is left out and said so; the others go on.

    Raises:
        UsageError: a name, size, variant, parameter or level does not exist.
        ToolchainError: no platform is left.
        MeasurementError: the study has no cell on the platforms that are left.
    """
    homes = runners(study.factors.platform)
    _check_subjects(study.factors.codec, homes)
    chosen = _chosen(study, platform_states(homes, cache))
    workloads = _workloads(study)
    corpora_asked = _corpora_asked(study, workloads)
    types = {name: compile_workload(workload) for name, workload in workloads.items()}
    stands, absences = _stands(study, chosen, types, cache, notice)
    _check_settings(study.factors.codec, stands)
    replaying = [workload.name for workload in workloads.values() if workload.replay is not None]
    cells = expand(study, corpora_asked, [(stand.platform, stand.offer()) for stand in stands], replaying)
    if not cells:
        names = ", ".join(dict.fromkeys(stand.platform for stand in stands))
        why = f"no codec of the study has the operations {', '.join(study.factors.operation)} on {names}"
        if Operation.REPLAY in study.factors.operation and not replaying:
            why += f", and {', '.join(workloads)} has nothing to replay"
        raise MeasurementError(f"study {study.name}", "there is nothing to measure", why=why, remedy="ask for others")
    corpora = {name: _corpus(name, workloads, cache, notice) for name in corpora_asked}
    absences += _unmeasured(study, cells, chosen, stands)
    replayed = _replayed(corpora_asked, workloads, cache, notice)
    return Preparation(study, cells, corpora, types, replayed, tuple(stands), tuple(absences))


def _chosen(study: Study, states: Sequence[PlatformState]) -> list[PlatformState]:
    """The runners of the platforms asked for that have a codec of the study."""
    wanted = {subject.codec for subject in study.factors.codec}
    having = [state for state in states if wanted & set(state.runner.manifest.codecs)]
    chosen = [state for state in choose_platforms(study.factors.platform, states) if state in having]
    if not chosen:
        what = f"{', '.join(study.factors.platform)} has none of its codecs"
        remedy = f"{', '.join(sorted(wanted))}: run on {', '.join(by_platform(having))}"
        raise UsageError(f"study {study.name}", what, remedy=remedy)
    return chosen


def _stands(
    study: Study, chosen: Sequence[PlatformState], types: Mapping[str, CompiledSchema], cache: Path, notice: Notice
) -> tuple[list[Stand], list[Absence]]:
    """Build each runner for each platform; those that cannot be are absences, and said so at once."""
    stands: list[Stand] = []
    absences: list[Absence] = []
    for state in chosen:
        stand = _stand(state, types, cache, notice)
        if isinstance(stand, Absence):
            absences.append(stand)
            notice(f"{stand.what} is left out: {stand.why}")
        else:
            stands.append(stand)
    if not stands:
        why = "\n".join(f"{absence.what}: {absence.why}" for absence in absences)
        remedy = "`wirelab doctor` says what is missing and how to get it"
        raise ToolchainError(f"study {study.name}", "no platform is left to run it on", why=why, remedy=remedy)
    return stands, absences


def _check_subjects(subjects: Sequence[Subject], homes: Sequence[RunnerHome]) -> None:
    codecs = [codec for home in homes for codec in home.manifest.codecs]
    compressors = [compressor for home in homes for compressor in home.manifest.compressors]
    for subject in subjects:
        choose("codec", subject.codec, codecs)
        if subject.compressor is not None:
            choose("compressor", subject.compressor, compressors)


def _workloads(study: Study) -> dict[str, Workload]:
    return {name: find_workload(name, resources() / "workloads") for name in study.factors.workload}


def _corpora_asked(study: Study, workloads: Mapping[str, Workload]) -> tuple[CorpusName, ...]:
    names = []
    for workload in workloads.values():
        sizes = study.factors.size or (workload.sizes.default,)
        variants = study.factors.variant or (workload.variants.default,)
        for size, variant in product(sizes, variants):
            workload.check_size(size)
            workload.check_variant(variant)
            names.append(CorpusName(workload.name, size, variant))
    return tuple(names)


def _corpus(name: CorpusName, workloads: Mapping[str, Workload], cache: Path, notice: Notice) -> Corpus:
    workload = workloads[name.workload]
    return make_corpus(workload, name.size, name.variant, workload.seed, cache, notice)


def _replayed(
    names: Sequence[CorpusName], workloads: Mapping[str, Workload], cache: Path, notice: Notice
) -> dict[CorpusName, Corpus]:
    replayed = {}
    for name in names:
        replay = workloads[name.workload].replay
        if replay is not None:
            target = find_workload(replay.workload, resources() / "workloads")
            replayed[name] = make_corpus(target, name.size, name.variant, None, cache, notice)
    return replayed


def _stand(state: PlatformState, types: Mapping[str, CompiledSchema], cache: Path, notice: Notice) -> Stand | Absence:
    name = state.platform.name
    what = f"runner {state.runner.name} on {name}"
    if state.missing:
        return Absence(what, state.why_missing, fault=False)
    try:
        built = build_runner(state.runner, cache, notice)
        build_platform(built, name, notice)
        ready = announcement(built, name)
        folders = {name: build_types(built, schema, cache, notice) for name, schema in types.items()}
    except (ToolchainError, MeasurementError) as error:
        return Absence(what, _shortened(error), fault=True)
    return Stand(name, built, ready, folders)


def _shortened(error: WirelabError) -> str:
    """A build's or handshake's fault with its last lines: the whole log is in a file that the remedy names."""
    lines = error.why.strip().splitlines()[-_LINES_SHOWN:]
    return "\n".join(part for part in (f"{error.part}: {error.what}", *lines, error.remedy) if part)


def announcement(built: BuiltRunner, platform: str) -> Ready:
    """What the runner announces on `platform`: asked once a build, then remembered beside it.

    Raises:
        MeasurementError: it does not answer as it should.
    """
    manifest = built.home.manifest
    remembered = built.output / f"announcement-{platform}.json"
    if remembered.is_file():
        ready = Ready.model_validate_json(remembered.read_bytes())
        if not undeclared(manifest, ready):
            return ready
    ready = handshake(manifest, lambda: open_process(built.program(platform)))
    remembered.write_text(ready.model_dump_json(), encoding="utf-8")
    return ready


def _check_settings(subjects: Sequence[Subject], stands: Sequence[Stand]) -> None:
    """Parameters, their values and levels must be announced on every platform that has the codec."""
    for subject, stand in product(subjects, stands):
        for codec in stand.ready.codecs:
            if codec.name == subject.codec:
                known = {parameter.name: parameter.values for parameter in codec.parameters}
                for name, value in subject.parameters:
                    choose(f"parameter of {codec.name}", name, known)
                    choose(f"value of {codec.name}:{name}", value, known[name])
        for compressor in stand.ready.compressors:
            if compressor.name == subject.compressor and subject.level is not None:
                low, high = compressor.min_level, compressor.max_level
                if not low <= subject.level <= high:
                    remedy = f"{compressor.name} on {stand.platform} has levels {low} to {high}"
                    raise UsageError(f"subject '{subject}'", f"there is no level {subject.level}", remedy=remedy)


def _unmeasured(
    study: Study, cells: Sequence[Cell], chosen: Sequence[PlatformState], stands: Sequence[Stand]
) -> list[Absence]:
    """Subjects without a cell: because their platform is left out, or has no such compressor or operation."""
    measured = {cell.subject for cell in cells}
    ready = {(stand.platform, stand.built.home.name) for stand in stands}
    absences = []
    for subject in study.factors.codec:
        if subject in measured:
            continue
        having = [state for state in chosen if subject.codec in state.runner.manifest.codecs]
        homes = [state.platform.name for state in having]
        left_out = [s.platform.name for s in having if (s.platform.name, s.runner.name) not in ready]
        if left_out:
            why = f"it runs on {', '.join(left_out)}, left out for the reason above"
        elif homes:
            why = f"{', '.join(homes)} has no such compressor, or none of the operations asked for"
        else:
            why = "none of the platforms asked for has this codec"
        absences.append(Absence(str(subject), why, fault=False))
    return absences
