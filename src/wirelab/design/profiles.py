"""A study's profile, written out: explicit parameters, so that a subject's name always contains its settings."""

from collections.abc import Sequence
from dataclasses import replace

from wirelab.model.subject import Profile, Subject
from wirelab.protocol.codecs import CodecInfo
from wirelab.study.definition import Study


def with_profile(study: Study, announced: Sequence[CodecInfo]) -> Study:
    """`study` with the parameters of its profile in its subjects; parameters that a subject names itself stay.

    The first of two announced codecs with the same name counts. A second call changes nothing.
    """
    if study.profile is Profile.DEFAULT:
        return study
    subjects = {subject: _tuned(subject, announced) for subject in study.factors.codec}
    return study.changed(
        factors={"codec": tuple(dict.fromkeys(subjects.values()))},
        measure={"early": tuple(subjects[each] for each in study.measure.early)},
        reference=None if study.reference is None else subjects[study.reference],
    )


def untuned(subjects: Sequence[Subject], announced: Sequence[CodecInfo]) -> tuple[str, ...]:
    """The codecs of `subjects` that have no tuned settings, by name."""
    without = {codec.name for codec in announced if not codec.tuned}
    return tuple(dict.fromkeys(subject.codec for subject in subjects if subject.codec in without))


def _tuned(subject: Subject, announced: Sequence[CodecInfo]) -> Subject:
    tuned = next((codec.tuned for codec in announced if codec.name == subject.codec), {})
    return replace(subject, parameters=tuple({**tuned, **dict(subject.parameters)}.items()))
