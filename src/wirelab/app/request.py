"""The study that a user asks for: found by name or path, with some of its levels replaced."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from wirelab.app.names import require_names, wrong_names
from wirelab.app.platforms import runners
from wirelab.app.resources import cache_folder, resources
from wirelab.app.versions import with_versions_named
from wirelab.building.manifest import RunnerManifest
from wirelab.files.inputs import read_text
from wirelab.files.toml import Further, Mistake
from wirelab.model.cell import ModeKind, Operation, Sink
from wirelab.model.errors import UsageError
from wirelab.model.link import Link
from wirelab.model.names import choose
from wirelab.model.subject import Profile, Subject, parse_subject
from wirelab.study.definition import USUAL_LINK, Analysis, Factors, Measure, Study, Transfer, parse_study
from wirelab.study.question import own_question, transfer_question
from wirelab.workload.catalogue import anchored

_OWN = "command-line"
"""The name of a study that was put together from options."""
_TRANSFER_ROUNDS = 10
"""The rounds of a transfer, including those that choose codecs, unless the user gives a number."""


@dataclass(frozen=True, slots=True)
class Overrides:
    """Levels and settings that replace the study's own; empty or None leaves the study's."""

    workload: tuple[str, ...] = ()
    """Names, or folders; sizes and variants fall back to the workloads' defaults unless given too."""
    size: tuple[str, ...] = ()
    variant: tuple[str, ...] = ()
    platform: tuple[str, ...] = ()
    codec: tuple[Subject, ...] = ()
    operation: tuple[Operation, ...] = ()
    sink: tuple[Sink, ...] = ()
    further: tuple[Subject, ...] = ()  # subjects besides every codec, where no subjects are asked for
    profile: Profile | None = None
    mode: ModeKind | None = None
    rounds: int | None = None
    turns: int | None = None
    instructions: bool = False  # those of a call are counted, too
    precision: float | None = None  # a comparison is decided too when its interval's half-width is below this share
    budget_s: float | None = None
    transfer: Transfer | None = None  # who writes and who reads; then their platforms are the study's

    @property
    def factors(self) -> Mapping[str, tuple[object, ...]]:
        """The levels that are given, by factor."""
        return self.given(Factors)

    def given(self, table: type[BaseModel]) -> dict[str, Any]:
        """The given values of a table of the study, by its keys."""
        return {name: given for name in table.model_fields if (given := getattr(self, name, None))}


def transfer_asked(sender: str, receivers: tuple[str, ...], link: Link | None) -> Transfer:
    """A transfer from a platform to others, over the usual link unless another is given."""
    known = [platform.name for runner in runners((sender, *receivers)) for platform in runner.manifest.platforms]
    for at, name in enumerate((sender, *receivers)):
        choose("platform", name, known)
        if name in receivers[: max(0, at - 1)]:
            raise UsageError("option --to", f"'{name}' is named twice", remedy="name each platform once")
    return Transfer(sender=sender, receivers=receivers, link=link or USUAL_LINK)


def study_files() -> Mapping[str, Path]:
    """The lab's own studies by name."""
    return {path.stem: path for path in sorted((resources() / "studies").glob("*.toml"))}


def find_study(name: str, further: Further | None = None) -> Study:
    """The study of that name, or in that file if `name` ends in `.toml`; `further` finds more mistakes in it.

    Raises:
        UsageError: there is no such study.
        HostError: the file cannot be read.
        DefinitionError: the study has mistakes.
    """
    path = study_path(name)
    part = f"study {path.name}"
    study = parse_study(read_text(path, part), part, further)
    workloads = tuple(anchored(level, path.parent) for level in study.factors.workload)
    return study.changed({"workload": workloads})


def study_path(name: str) -> Path:
    """The file of the study of that name; a name that ends in `.toml` is a path."""
    return Path(name) if name.endswith(".toml") else study_files()[choose("study", name, study_files())]


def _default_study() -> str:
    for name in study_files():
        if find_study(name).default:
            return name
    raise UsageError("command line", "there is no default study", remedy="name one: wirelab run STUDY")


def asked(name: str | None, overrides: Overrides, *, usual: bool = False) -> Study:
    """The study of that name with `overrides`; without a name the default one.

    A workload that is asked for without a study and without codecs is a question of its own: how does every codec do?
    With `usual`, it has only the codecs that runners call usual, if any does. Errors as `find_study`, and a UsageError
    for names that do not exist, and for factors that do not fit a transfer.
    """
    overrides = replace(overrides, workload=tuple(anchored(level, Path()) for level in overrides.workload))
    if overrides.transfer is not None:
        overrides = _of_transfer(overrides, overrides.transfer)
    given = overrides.factors
    named = _default_study() if name is None else name
    folder = study_path(named).parent

    def further(document: Mapping[str, Any]) -> Iterator[Mistake]:
        """Names that are replaced need not exist."""
        factors = document.get("factors")
        kept = {key: factors[key] for key in factors if key not in given} if isinstance(factors, Mapping) else {}
        return wrong_names({**document, "factors": kept}, overrides.platform, folder)

    study = find_study(named, further)
    if name is None and overrides.workload and not overrides.codec:
        every = _every_codec(overrides.platform, usual=usual)
        beside = (subject for subject in overrides.further if Subject(subject.codec) in every)
        subjects = tuple(dict.fromkeys((*every, *beside)))
        changed = override(study, replace(overrides, codec=subjects))
        if usual and overrides.transfer is None:
            changed = _with_early(
                changed, _first_usual(overrides.platform, changed.reference_subject), overrides.rounds
            )
    else:
        changed = override(study, overrides)
        changed = changed.changed(default=study.default and not overrides.codec)
    if not given.keys() - {"platform"}:
        return _with_names(changed)
    question = own_question(changed.factors)
    if changed.transfer is not None:
        question = transfer_question(changed.transfer, changed.factors)
    return _with_names(changed.changed(question=question, name=study.name if name else _OWN))


def _require_fitting_transfer(study: Study) -> None:
    """Refuse options that do not fit the study's transfer, before anything is built for it."""
    if fault := study.transfer_fault:
        raise UsageError(f"study {study.name}", fault, remedy="leave out --platform and --operation")
    if several := study.several_in_transfer:
        asked_for = "; ".join(f"{factor} {', '.join(getattr(study.factors, factor))}" for factor in several)
        what, remedy = "a transfer is of one workload, size and variant", "name one of each"
        raise UsageError(f"study {study.name}", what, why=f"these were asked for: {asked_for}", remedy=remedy)


def _with_early(study: Study, subjects: tuple[Subject, ...], rounds: int | None) -> Study:
    """`study` with subjects to be measured first, and, unless `rounds` are given, more rounds for the others."""
    more = 0 if rounds else study.analysis.looks[0]
    return study.changed(measure={"early": subjects, "rounds": study.measure.rounds + more})


def _of_transfer(overrides: Overrides, transfer: Transfer) -> Overrides:
    return replace(
        overrides,
        platform=transfer.platforms,
        operation=(Operation.SERIALIZE, Operation.DESERIALIZE),
        rounds=overrides.rounds or _TRANSFER_ROUNDS,
    )


def _with_names(study: Study) -> Study:
    """`study`, once the names that were given for it are known to exist, and to fit its transfer."""
    require_names({factor: levels for factor, levels in study.factors if levels})
    _require_fitting_transfer(study)
    return with_versions_named(study, cache_folder())


def _every_codec(platforms: tuple[str, ...], *, usual: bool) -> tuple[Subject, ...]:
    """Every codec, or every usual subject, of the platforms named or else of those that need no request."""
    manifests = _manifests(platforms)
    first = dict.fromkeys(text for manifest in manifests for text in manifest.usual)
    codecs = dict.fromkeys(codec for each in manifests for codec in each.codecs)
    # Usual codecs come first, because the reference of a transfer is the first one.
    every = dict.fromkeys((*(text for text in first if text in codecs), *codecs))
    return tuple(map(parse_subject, (first if usual else {}) or every))


def _first_usual(platforms: tuple[str, ...], reference: Subject) -> tuple[Subject, ...]:
    """The first of each platform's usual subjects that is compared with the reference."""
    first: dict[str, Subject] = {}
    for manifest in _manifests(platforms):
        others = [subject for text in manifest.usual if (subject := parse_subject(text)) != reference]
        for platform in manifest.platforms if others else ():
            first.setdefault(platform.name, others[0])
    return tuple(dict.fromkeys(first.values()))


def _manifests(platforms: tuple[str, ...]) -> list[RunnerManifest]:
    """The manifests of the runners of the platforms named, or else of those that need no request."""
    return [
        runner.manifest
        for runner in runners(platforms)
        if any(each.name in platforms if platforms else not each.on_request for each in runner.manifest.platforms)
    ]


def override(study: Study, overrides: Overrides) -> Study:
    """`study` with the levels and settings of `overrides`.

    A reference that is no longer among the subjects is replaced by the first of them; in a transfer, any reference is.
    """
    factors: dict[str, Any] = dict(overrides.factors)
    if overrides.workload:
        factors = {"size": (), "variant": (), **factors}
    codecs = factors.get("codec", study.factors.codec)
    early = tuple(each for each in study.measure.early if each in codecs)
    kept = overrides.transfer is None and study.reference_subject in codecs
    return study.changed(
        factors,
        {**overrides.given(Measure), "early": early},
        overrides.given(Analysis),
        reference=study.reference_subject if kept else None,
        # No platforms are chosen among codecs that a user names.
        most_platforms=None if overrides.codec else study.most_platforms,
        transfer=overrides.transfer or study.transfer,
        profile=overrides.profile or study.profile,
    )
