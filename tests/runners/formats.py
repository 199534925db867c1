"""Codecs of one format, whatever their runners: what is tried on two of them comes of what is announced."""

from functools import cache
from pathlib import Path

from tests.runners.places import REAL, WORKLOADS, Bench, Place
from wirelab.execution.check.expected import CARRIED, Case, expectation_of, load_expected_failures
from wirelab.execution.data import open_request
from wirelab.model.subject import Subject
from wirelab.protocol.codecs import CodecInfo
from wirelab.protocol.messages import Encode, Encoded
from wirelab.workload.objects import Copy


def by_format(bench: Bench) -> dict[str, list[tuple[Place, CodecInfo]]]:
    """All codecs of real runners by format, each runner on the first of its platforms."""
    found: dict[str, list[tuple[Place, CodecInfo]]] = {}
    for place in {place.runner: place for place in reversed(available(bench))}.values():
        for codec in bench.ready(place).codecs:
            found.setdefault(codec.format, []).append((place, codec))
    return found


def available(bench: Bench) -> list[Place]:
    return [place for place in REAL if not bench.state(place).missing]


@cache
def known_to_fail(place: Place, codec: str, workload: str, variant: str) -> bool:
    case = Case(CARRIED, codec, workload, variant)
    return expectation_of(load_expected_failures(place.found.folder), case) is not None


def encoded_file(bench: Bench, place: Place, subject: Subject, copy: Copy, folder: Path) -> Path:
    talk = bench.talk(place, WORKLOADS[copy.corpus.name.workload])
    assert talk.load(copy) == "", (place, copy.corpus.name)
    assert talk.open(open_request(subject, bench.ready(place))) == "", (place, subject)
    file = folder / str(subject)
    encoded = talk.ask(Encode(copy_index=0, file=str(file)))
    assert isinstance(encoded, Encoded), (subject, encoded)
    return file
