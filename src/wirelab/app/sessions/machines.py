"""Which sessions were measured on one machine."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

_TELL_APART = ("machine", "cpu", "cores", "architecture")
"""Facts that one machine keeps. An identity alone is not enough: copies of an image share it."""
SHOWN = ("cpu", "cores", "memory", "architecture", "virtualisation", "system")


def machines_of(hosts: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    """What the machine of each session is called: A, B …, in the order in which they appear.

    Sessions are of one machine if they have the same identity, processor, cores and architecture; labs of earlier
    Wirelabs know no identity.
    """
    seen: dict[tuple[str | None, ...], str] = {}
    found = []
    for host in hosts:
        facts = tuple(host.get(name) for name in _TELL_APART)
        found.append(seen.setdefault(facts, _name(len(seen))))
    return tuple(found)


def _name(number: int) -> str:
    """A to Z, then A2 to Z2 and so on."""
    turn, letter = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[letter] + (str(turn + 1) if turn else "")
