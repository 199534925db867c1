"""Codecs of one format, whatever their runners: trials on two of them follow from the announcements."""

from functools import cache

from tests.runners.places import REAL, Bench, Place
from wirelab.execution.check.expected import CARRIED, Case, expectation_of, load_expected_failures
from wirelab.protocol.codecs import CodecInfo


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
