"""A corpus in halves: one is measured, the other trains dictionaries."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from wirelab.files.outputs import write_whole
from wirelab.model.errors import HostError, UsageError
from wirelab.model.units import ByteCount
from wirelab.schema.messages import delimited, read_delimited
from wirelab.workload.corpus import Corpus

_MEASURED, _TRAINING = "measured", "training"


def in_halves(copies: Sequence[Corpus]) -> tuple[tuple[Corpus, ...], Corpus]:
    """The halves of copies that are measured, and the half of the first that trains dictionaries; both in the cache.

    Every second object of the first copy is measured, beginning with the first. The other copies lose the objects that
    train, each as often as it does, and keep as many of the rest as the first keeps. So nothing is measured that a
    dictionary was trained on, and a workload's own duplicates stay duplicates.

    Raises:
        UsageError: there is only one object.
        HostError: no space, or no permission.
    """
    first = copies[0]
    objects = [list(read_delimited(copy.path.read_bytes(), f"corpus {copy.name}")) for copy in copies]
    measured, training = objects[0][::2], objects[0][1::2]
    if not training:
        raise UsageError(
            f"corpus {first.name}",
            "it has one object, but objects that train a dictionary are not measured",
            remedy="give several messages (`--unit document`, or a larger size), or leave out codecs with a dictionary",
        )
    others = (_without(training, own, len(measured)) for own in objects[1:])
    halves = tuple(_written(copy, _MEASURED, own) for copy, own in zip(copies, (measured, *others), strict=True))
    return halves, _written(first, _TRAINING, training)


def _without(training: Sequence[bytes], objects: Sequence[bytes], count: int) -> list[bytes]:
    left, rest = Counter(training), list[bytes]()
    for each in objects:
        if left[each] > 0:
            left[each] -= 1
        else:
            rest.append(each)
    # A copy from a seed of its own loses nothing: every second object, as of the first, so that all kinds are there.
    return rest[:: max(1, (len(rest) + 1) // count)][:count]


def _written(corpus: Corpus, half: str, objects: Sequence[bytes]) -> Corpus:
    content, path = b"".join(map(delimited, objects)), corpus.path.with_suffix(f".{half}{corpus.path.suffix}")
    try:
        write_whole(path, content)
    except OSError as error:
        remedy = "free some space, or set WIRELAB_CACHE to a writable folder"
        raise HostError(f"corpus {corpus.name}", "it cannot be halved", why=str(error), remedy=remedy) from error
    digest = hashlib.sha256(content).hexdigest()
    return replace(corpus, path=path, digest=digest, objects=len(objects), bytes=ByteCount(len(content)))
