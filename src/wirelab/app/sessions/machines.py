"""Which sessions were measured on one machine."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase

_IDENTITY = "machine"
_ALIKE = ("cpu", "cores", "architecture")
"""Facts that a machine keeps. An identity is not enough: copies of an image share it."""
_SHOWN = ("cpu", "cores", "memory", "architecture", "virtualisation", "system")


def machines_of(hosts: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    """The name of each session's machine: A, B …, in the order in which they appear.

    Sessions are of one machine if they have the same processor, cores and architecture, and the same identity; where
    one has none, as in labs of earlier Wirelabs, the rest decides.
    """
    seen: list[dict[str, str | None]] = []
    found = []
    for host in hosts:
        facts = {name: host.get(name) for name in (_IDENTITY, *_ALIKE)}
        at = next((at for at, each in enumerate(seen) if _are_one(each, facts)), len(seen))
        if at == len(seen):
            seen.append(facts)
        seen[at][_IDENTITY] = seen[at][_IDENTITY] or facts[_IDENTITY]
        found.append(_name(at))
    return tuple(found)


def facts_of(hosts: Sequence[Mapping[str, str]], machines: Sequence[str]) -> dict[str, dict[str, str]]:
    """The facts of each machine, by its name, from its last session."""
    found = {
        machine: {name: host[name] for name in _SHOWN if name in host}
        for host, machine in zip(hosts, machines, strict=True)
    }
    return dict(sorted(found.items()))


def _are_one(one: Mapping[str, str | None], other: Mapping[str, str | None]) -> bool:
    identities = one[_IDENTITY], other[_IDENTITY]
    return all(one[name] == other[name] for name in _ALIKE) and (None in identities or identities[0] == identities[1])


def _name(number: int) -> str:
    """A to Z, then A2 to Z2 and so on."""
    turn, letter = divmod(number, len(ascii_uppercase))
    return ascii_uppercase[letter] + (str(turn + 1) if turn else "")
