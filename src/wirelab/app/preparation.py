"""Before anything is measured: names checked, runners built, corpora made, cells expanded."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from wirelab.app.platforms import PlatformState, choose_platforms, platform_states, runners
from wirelab.app.resources import resources
from wirelab.design.offer import Offer, expand
from wirelab.execution.build import BuiltRunner, build_runner, build_types
from wirelab.execution.exchange import handshake, undeclared
from wirelab.execution.program import open_process
from wirelab.execution.runners import RunnerHome
from wirelab.model.cell import Cell, CorpusName
from wirelab.model.errors import MeasurementError, ToolchainError, UsageError, WirelabError
from wirelab.model.names import choose
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Ready
from wirelab.study.definition import Study
from wirelab.workload.corpus import Corpus, make_corpus
from wirelab.workload.definition import Workload, compile_workload, find_workload

Notice = Callable[[str], None]
_LINES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Stand:
    """A platform that is ready to measure.

    Attributes:
        platform: its name.
        built: its runner's program.
        ready: what the runner announced.
        types: the built types of each workload, by its name.
    """

    platform: str
    built: BuiltRunner
    ready: Ready
    types: Mapping[str, Path]


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
        stands: platforms that are ready, by name.
        absences: what was asked for and cannot be measured.
    """

    study: Study
    cells: tuple[Cell, ...]
    corpora: Mapping[CorpusName, Corpus]
    stands: Mapping[str, Stand]
    absences: tuple[Absence, ...]


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
    stands, absences = _stands(study, chosen, workloads, cache, notice)
    _check_settings(study.factors.codec, stands)
    cells = expand(study, corpora_asked, {name: _offer(stand.ready) for name, stand in stands.items()})
    if not cells:
        why = f"no codec of the study has the operations {', '.join(study.factors.operation)} on {', '.join(stands)}"
        raise MeasurementError(f"study {study.name}", "there is nothing to measure", why=why, remedy="ask for others")
    corpora = {name: _corpus(name, workloads, cache, notice) for name in corpora_asked}
    absences += _unmeasured(study, cells, chosen, stands)
    return Preparation(study, cells, corpora, stands, tuple(absences))


def _chosen(study: Study, states: Mapping[str, PlatformState]) -> list[PlatformState]:
    """The platforms asked for that have a codec of the study."""
    wanted = {subject.codec for subject in study.factors.codec}
    having = {name for name, state in states.items() if wanted & set(state.runner.manifest.codecs)}
    chosen = [state for state in choose_platforms(study.factors.platform, states) if state.platform.name in having]
    if not chosen:
        what = f"{', '.join(study.factors.platform)} has none of its codecs"
        remedy = f"{', '.join(sorted(wanted))}: run on {', '.join(sorted(having))}"
        raise UsageError(f"study {study.name}", what, remedy=remedy)
    return chosen


def _stands(
    study: Study, chosen: Sequence[PlatformState], workloads: Mapping[str, Workload], cache: Path, notice: Notice
) -> tuple[dict[str, Stand], list[Absence]]:
    """Build for each platform; those that cannot be are absences, and said so at once."""
    stands: dict[str, Stand] = {}
    absences: list[Absence] = []
    for state in chosen:
        stand = _stand(state, workloads, cache, notice)
        if isinstance(stand, Absence):
            absences.append(stand)
            notice(f"{stand.what} is left out: {stand.why}")
        else:
            stands[state.platform.name] = stand
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


def _stand(state: PlatformState, workloads: Mapping[str, Workload], cache: Path, notice: Notice) -> Stand | Absence:
    name = state.platform.name
    if state.missing:
        return Absence(f"platform {name}", state.why_missing, fault=False)
    try:
        built = build_runner(state.runner, cache, notice)
        ready = announcement(built, name)
        types = {
            workload.name: build_types(built, compile_workload(workload), cache, notice)
            for workload in workloads.values()
        }
    except (ToolchainError, MeasurementError) as error:
        return Absence(f"platform {name}", _shortened(error), fault=True)
    return Stand(name, built, ready, types)


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


def _offer(ready: Ready) -> Offer:
    return Offer(
        {codec.name: frozenset(codec.operations) for codec in ready.codecs},
        frozenset(compressor.name for compressor in ready.compressors),
    )


def _check_settings(subjects: Sequence[Subject], stands: Mapping[str, Stand]) -> None:
    """Parameters, their values and levels must be announced by every platform that has the codec."""
    for subject, stand in product(subjects, stands.values()):
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
    study: Study, cells: Sequence[Cell], chosen: Sequence[PlatformState], stands: Mapping[str, Stand]
) -> list[Absence]:
    """Subjects without a cell: because their platform is left out, or has no such compressor or operation."""
    measured = {cell.subject for cell in cells}
    absences = []
    for subject in study.factors.codec:
        if subject in measured:
            continue
        homes = [state.platform.name for state in chosen if subject.codec in state.runner.manifest.codecs]
        left_out = [name for name in homes if name not in stands]
        if left_out:
            why = f"it runs on {', '.join(left_out)}, left out for the reason above"
        elif homes:
            why = f"{', '.join(homes)} has no such compressor, or none of the operations asked for"
        else:
            why = "none of the platforms asked for has this codec"
        absences.append(Absence(str(subject), why, fault=False))
    return absences
