"""What is wrong with subjects: codecs that no platform of a study has; parameters, values and levels that none has."""

from collections.abc import Iterator, Sequence

from wirelab.building.runners import Runner
from wirelab.model.names import hint
from wirelab.model.subject import Subject
from wirelab.protocol.codecs import Announcement


def wrong_place(subject: Subject, serving: Sequence[Runner], known: Sequence[Runner]) -> Iterator[str]:
    """A codec that some runner has, and none of those that serve the study's platforms; and so with compressors."""
    for kind, name, here, anywhere in (
        ("codec", subject.codec, _codecs(serving), _codecs(known)),
        ("compressor", subject.compressor, _compressors(serving), _compressors(known)),
    ):
        if name in anywhere - here:
            yield f"none of this study's platforms has {kind} '{name}'"


def wrong_parameters(subject: Subject, platform: str, ready: Announcement) -> Iterator[str]:
    """Parameters, values and a level that a runner did not announce on a platform."""
    for codec in ready.codecs:
        if codec.name == subject.codec:
            known = {parameter.name: parameter.values for parameter in codec.parameters}
            for name, value in subject.parameters:
                if name not in known:
                    yield f"{codec.name} has no parameter '{name}'; {hint(name, tuple(known))}"
                elif value not in known[name]:
                    yield f"parameter {name} has no value '{value}'; {hint(value, known[name])}"
    for compressor in ready.compressors:
        low, high = compressor.min_level, compressor.max_level
        if compressor.name == subject.compressor and subject.level is not None and not low <= subject.level <= high:
            yield f"{compressor.name} on {platform} has no level {subject.level}; use a level from {low} to {high}"


def _codecs(runners: Sequence[Runner]) -> frozenset[str]:
    return frozenset(codec for runner in runners for codec in runner.manifest.codecs)


def _compressors(runners: Sequence[Runner]) -> frozenset[str]:
    return frozenset(name for runner in runners for name in runner.manifest.compressors)
