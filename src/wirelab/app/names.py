"""Checks the names in a study, or on a command line that changes one: each must exist and occur once.

All mistakes are reported at once. Names are checked as they are written, before they become values, so that one mistake
hides no other.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from wirelab.app.platforms import runners
from wirelab.app.resources import workload_catalogue
from wirelab.app.versions import without_versions
from wirelab.building.runners import Runner
from wirelab.files.toml import Key, Mistake, items_at, value_at
from wirelab.model.errors import UsageError
from wirelab.model.names import hint
from wirelab.model.subject import Subject, subject_in
from wirelab.protocol.codecs import Announcement
from wirelab.workload.catalogue import anchored, is_folder
from wirelab.workload.definition import FILE

_LIST = "`wirelab list` shows the names"
_INSTEAD = ("measure", "published", "instead")
"""The key of the tables of subjects that a study's authors used instead of its own."""
_FACTORS = ("workload", "size", "variant", "platform", "codec", "operation", "sink")


def wrong_names(document: Mapping[str, Any], platforms: Sequence[str] = (), base: Path = Path()) -> Iterator[Mistake]:
    """The mistakes in the names of `document`, a study as TOML has it.

    Levels that are not texts or break the grammar of subjects are left to the code that reads the values. The runners
    of further `platforms` have codecs, too; folders of workloads are in `base`.
    """
    levels = {name: _levels(items_at(document, "factors", name)) for name in _FACTORS}
    levels["workload"] = [anchored(level, base) for level in levels["workload"]]
    known = runners([*levels["platform"], *platforms])
    for name, given in levels.items():
        yield from _repeated(name, given)
    yield from _unknown("platform", levels["platform"], (p.name for each in known for p in each.manifest.platforms))
    yield from _no_workloads(levels["workload"])
    yield from _wrong_sizes(levels)
    yield from _wrong_subjects(levels["codec"], known, ("factors", "codec"))
    for at, instead in enumerate(items_at(document, *_INSTEAD)):
        key = (*_INSTEAD, at)
        used = str(value_at(instead, "used") or "")
        yield from (((*key, "used"), what) for _, what in _wrong_subjects([used], known, key))
        of = subject_in(str(value_at(instead, "of") or ""))
        if of is not None and of not in map(subject_in, levels["codec"]):
            yield (*key, "of"), f"'{of}' is not among factors.codec"


def require_names(given: Mapping[str, Sequence[object]]) -> None:
    """Make sure that the levels given as options, by factor, exist, each once; a UsageError names all mistakes."""
    factors = {name: [str(level) for level in levels] for name, levels in given.items()}
    refuse("command line", [(f"option --{path[1]}", what) for path, what in wrong_names({"factors": factors})], _LIST)


def refuse(whole: str, wrong: Sequence[tuple[str, str]], remedy: str) -> None:
    """Raise one UsageError for all mistakes, each with the part at fault and the reason."""
    if len(wrong) == 1:
        ((part, what),) = wrong
        raise UsageError(part, what, remedy=remedy)
    if wrong:
        lines = "\n".join(f"{part}: {what}" for part, what in wrong)
        raise UsageError(whole, f"it has {len(wrong)} mistakes", why=lines, remedy=remedy)


def wrong_place(subject: Subject, serving: Sequence[Runner], known: Sequence[Runner]) -> Iterator[str]:
    """A codec that some runner has, but none that serves the study's platforms; the same for compressors."""
    if subject.name in _codecs(known) and subject.name not in _codecs(serving):
        yield f"none of this study's platforms has codec '{subject.name}'"
    if subject.compressor in _compressors(known) and subject.compressor not in _compressors(serving):
        yield f"none of this study's platforms has compressor '{subject.compressor}'"


def wrong_parameters(subject: Subject, platform: str, offered: Announcement) -> Iterator[str]:
    """Parameters, values and a level that a runner did not announce on a platform."""
    codec, compressor = offered.codec(subject.codec), offered.compressor(subject.compressor or "")
    known = {} if codec is None else {parameter.name: parameter.values for parameter in codec.parameters}
    for name, value in subject.parameters if codec else ():
        if name not in known:
            yield f"{subject.codec} has no parameter '{name}'; {hint(name, tuple(known))}"
        elif value not in known[name]:
            yield f"parameter {name} has no value '{value}'; {hint(value, known[name])}"
    if compressor is not None and subject.level is not None:
        low, high = compressor.min_level, compressor.max_level
        if not low <= subject.level <= high:
            yield f"{compressor.name} on {platform} has no level {subject.level}; use a level from {low} to {high}"


def _levels(given: Sequence[Any]) -> list[str]:
    """The levels of a factor, each at its place; a level that is not a text is empty."""
    return [str(each) if isinstance(each, str | int) and not isinstance(each, bool) else "" for each in given]


def _repeated(factor: str, given: Sequence[str]) -> Iterator[Mistake]:
    seen = set()
    for at, level in enumerate(given):
        same = subject_in(level) or level if factor == "codec" else Path(level).name if factor == "workload" else level
        if level and same in seen:
            yield ("factors", factor, at), f"'{level}' is named twice"
        seen.add(same)


def _unknown(kind: str, given: Iterable[str], known: Iterable[str], of: str = "", key: Key = ()) -> Iterator[Mistake]:
    """Those of `given`, the values of `key` (the factor's own, unless another is named), that are not `known`."""
    names = list(dict.fromkeys(known))
    for at, level in enumerate(given):
        if level and level not in names:
            yield (*(key or ("factors", kind)), at), f"there is no {kind} '{level}'{of}; {hint(level, names)}"


def _no_workloads(given: Sequence[str]) -> Iterator[Mistake]:
    yield from _unknown("workload", ["" if is_folder(each) else each for each in given], workload_catalogue().names)
    for at, level in enumerate(given):
        if is_folder(level) and not (Path(level) / FILE).is_file():
            yield ("factors", "workload", at), f"there is no {FILE} in {level}"


def _wrong_sizes(levels: Mapping[str, Sequence[str]]) -> Iterator[Mistake]:
    """Sizes and variants that one of the workloads lacks."""
    catalogue = workload_catalogue()
    for name in dict.fromkeys(levels["workload"]):
        if name in catalogue.names or (is_folder(name) and (Path(name) / FILE).is_file()):
            workload = catalogue.find(name)
            of = f" of workload {workload.name}"
            yield from _unknown("size", levels["size"], workload.sizes.values, of)
            yield from _unknown("variant", levels["variant"], workload.variants.values, of)


def _wrong_subjects(given: Sequence[str], known: Sequence[Runner], key: Key) -> Iterator[Mistake]:
    subjects = [subject_in(level) for level in given]
    codecs = [each.name if each else "" for each in subjects]
    yield from _unknown("codec", codecs, _codecs(known), key=key)
    for at, subject in enumerate(subjects):
        if subject is not None:
            yield from (((*key, at), what) for what in without_versions(subject, known))
    behind = [each.compressor or "" if each else "" for each in subjects]
    yield from _unknown("compressor", behind, _compressors(known), key=key)


def _codecs(known: Iterable[Runner]) -> list[str]:
    return [codec for runner in known for codec in runner.manifest.codecs]


def _compressors(known: Iterable[Runner]) -> list[str]:
    return [name for runner in known for name in runner.manifest.compressors]
