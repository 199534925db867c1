"""What a user asks for: a study, found by name or path, with some of its levels replaced."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from wirelab.app.platforms import runners
from wirelab.app.resources import resources
from wirelab.model.cell import ModeKind, Operation, Sink
from wirelab.model.errors import HostError, UsageError
from wirelab.model.names import choose
from wirelab.model.subject import Subject
from wirelab.study.definition import Study, parse_study


@dataclass(frozen=True, slots=True)
class Overrides:
    """Levels and settings that replace the study's own; empty or None leaves the study's.

    Attributes:
        workloads: names; sizes and variants fall back to the workloads' defaults unless given too.
        sizes: labels.
        variants: labels.
        platforms: names.
        subjects: codecs with parameters and compressors.
        further: subjects beside every codec, where no subjects are asked for.
        operations: what one call does.
        sinks: where bytes go.
        mode: how processes measure.
        rounds: at most this many.
        batches: measured ones a process of mode `steady`.
        precision: a comparison is decided too when its interval's half-width is below this share.
        budget_s: the bound on measuring, in seconds.
    """

    workloads: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()
    subjects: tuple[Subject, ...] = ()
    further: tuple[Subject, ...] = ()
    operations: tuple[Operation, ...] = ()
    sinks: tuple[Sink, ...] = ()
    mode: ModeKind | None = None
    rounds: int | None = None
    batches: int | None = None
    precision: float | None = None
    budget_s: float | None = None


def study_files() -> Mapping[str, Path]:
    """The lab's own studies by name."""
    return {path.stem: path for path in sorted((resources() / "studies").glob("*.toml"))}


def find_study(name: str | None) -> Study:
    """The study of that name, or in that file if `name` ends in `.toml`; the default one without a name.

    Raises:
        UsageError: there is no such study.
        HostError: the file cannot be read.
        DefinitionError: the study has mistakes.
    """
    return _default_study() if name is None else open_study(name).study


@dataclass(frozen=True, slots=True)
class StudyFile:
    """A study, its text, and where that lies."""

    study: Study
    text: str
    path: Path


def open_study(name: str) -> StudyFile:
    """The study of that name, or in that file if `name` ends in `.toml`.

    Raises:
        As `find_study`.
    """
    path = Path(name) if name.endswith(".toml") else study_files()[choose("study", name, study_files())]
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HostError(f"study {name}", "its file cannot be read", why=str(error), remedy="check the path") from None
    return StudyFile(parse_study(text, f"study {path.name}"), text, path)


def _default_study() -> Study:
    for study in map(find_study, study_files()):
        if study.default:
            return study
    raise UsageError("command line", "there is no default study", remedy="name one: wirelab run STUDY")


def asked(name: str | None, overrides: Overrides) -> Study:
    """The study of that name with `overrides`; without a name the default one.

    A workload that is asked for without a study and without codecs is a question of its own: how does every codec do?

    Raises:
        UsageError, HostError, DefinitionError: see `find_study`.
    """
    if name is None and overrides.workloads and not overrides.subjects:
        every = _every_codec(overrides.platforms)
        further = (subject for subject in overrides.further if Subject(subject.codec) in every)
        overrides = replace(overrides, subjects=tuple(dict.fromkeys((*every, *further))))
    return override(find_study(name), overrides)


def _every_codec(platforms: tuple[str, ...]) -> tuple[Subject, ...]:
    """Every codec of the platforms named, or of those that need no request."""
    codecs = {
        codec: None
        for runner in runners(platforms)
        if any(each.name in platforms if platforms else not each.on_request for each in runner.manifest.platforms)
        for codec in runner.manifest.codecs
    }
    return tuple(map(Subject, codecs))


def override(study: Study, overrides: Overrides) -> Study:
    """`study` with the levels and settings of `overrides`.

    A reference that is no longer among the subjects gives way to the first of them.
    """
    factors: dict[str, Any] = {
        "workload": overrides.workloads or study.factors.workload,
        "size": overrides.sizes or (() if overrides.workloads else study.factors.size),
        "variant": overrides.variants or (() if overrides.workloads else study.factors.variant),
        "platform": overrides.platforms or study.factors.platform,
        "codec": overrides.subjects or study.factors.codec,
        "operation": overrides.operations or study.factors.operation,
        "sink": overrides.sinks or study.factors.sink,
    }
    measure = {
        "mode": overrides.mode or study.measure.mode,
        "rounds": overrides.rounds or study.measure.rounds,
        "batches": overrides.batches or study.measure.batches,
        "budget_s": overrides.budget_s or study.measure.budget_s,
    }
    analysis = {"precision": overrides.precision or study.analysis.precision}
    reference = study.reference_subject if study.reference_subject in factors["codec"] else None
    return study.model_copy(
        update={
            "reference": reference,
            "factors": study.factors.model_copy(update=factors),
            "measure": study.measure.model_copy(update=measure),
            "analysis": study.analysis.model_copy(update=analysis),
        }
    )
