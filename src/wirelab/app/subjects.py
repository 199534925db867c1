"""Subjects held against what runners have: codecs, compressors, parameters and levels."""

from collections.abc import Sequence

from wirelab.building.runners import Runner
from wirelab.model.errors import UsageError
from wirelab.model.names import choose
from wirelab.model.subject import Subject
from wirelab.protocol.messages import Ready


def check_subject(subject: Subject, known: Sequence[Runner]) -> None:
    """Check that some runner has the codec and the compressor.

    Raises:
        UsageError: none has.
    """
    choose("codec", subject.codec, [codec for runner in known for codec in runner.manifest.codecs])
    if subject.compressor is not None:
        choose("compressor", subject.compressor, [name for runner in known for name in runner.manifest.compressors])


def check_parameters(subject: Subject, platform: str, ready: Ready) -> None:
    """Check parameters, their values and the level against what a runner announced on a platform.

    Raises:
        UsageError: there is no such parameter, value or level.
    """
    for codec in ready.codecs:
        if codec.name == subject.codec:
            known = {parameter.name: parameter.values for parameter in codec.parameters}
            for name, value in subject.parameters:
                choose(f"{codec.name} parameter", name, known)
                choose(f"{codec.name}:{name} value", value, known[name])
    for compressor in ready.compressors:
        if compressor.name == subject.compressor and subject.level is not None:
            low, high = compressor.min_level, compressor.max_level
            if not low <= subject.level <= high:
                raise UsageError(
                    f"subject '{subject}'",
                    f"{compressor.name} on {platform} has no level {subject.level}",
                    remedy=f"use a level from {low} to {high}",
                )
