"""Bytes that are nearly valid: cut off, with a bit changed, with lengths that may be huge, with more behind. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from wirelab.model.findings.withstood import CUT_OFF

_FLIPS, _RUNS, _GROWN = 80, 40, 20
_LONGEST_VALID = 1 << 16
"""Valid bytes are changed, or end, only within the first so many."""
_MOST_CUTS = 2000
"""At most so many beginnings of valid bytes are inputs, evenly spread."""
_HUGE = (b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f", 9 * b"\xff" + b"\x01")


@dataclass(frozen=True, slots=True)
class Input:
    """Bytes for a codec to read.

    Attributes:
        kind: the way in which they were made, for people; inputs of one kind are counted together.
        repeats: how often a part is in it: levels, digits, letters; 0: it is no such input.
    """

    kind: str
    content: bytes
    repeats: int = 0


def cut_off(valid: bytes) -> Iterator[Input]:
    """Beginnings of valid bytes, shorter than 64 KiB: all of them, or 2,000 that are evenly spread.

    The first 40 are spread evenly: a codec that fails on these need not be asked for the others.
    """
    size = min(len(valid), _LONGEST_VALID)
    places = _evenly(size, _MOST_CUTS)
    first = [places[at] for at in _evenly(len(places), FIRST_CUTS)]
    rest = sorted({*places} - {*first})
    yield from (Input(CUT_OFF, valid[:at]) for at in (*first, *rest))


FIRST_CUTS = 40


def _evenly(size: int, most: int) -> list[int]:
    return sorted({size * step // most for step in range(most)}) if size > most else [*range(size)]


def spoiled(valid: bytes, random: Random) -> Iterator[Input]:
    """Bytes that were changed, made of valid ones.

    Args:
        valid: the output of a codec. Nothing is made of an empty one; only the first 64 KiB are changed.
        random: draws the places.
    """
    size = min(len(valid), _LONGEST_VALID)
    if not size:
        return
    for _ in range(_FLIPS):
        at, bit = random.randrange(size), 1 << random.randrange(8)
        yield Input("a bit changed", valid[:at] + bytes([valid[at] ^ bit]) + valid[at + 1 :])
    for _ in range(_RUNS):
        at, run = random.randrange(size), random.choice(_HUGE)
        yield Input("four or ten bytes made huge", valid[:at] + run + valid[at + len(run) :])
    for _ in range(_GROWN):
        at = random.randrange(size + 1)
        yield Input("a part twice", valid[:at] + valid[max(0, at - 16) :])
