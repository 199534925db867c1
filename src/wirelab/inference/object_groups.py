"""Seen values, settled: which objects belong together, whose keys are data, and which hold others of their own kind.

Objects that belong together are joined: a path to one of them leads to all of them, by way of `SeenObjects.one`.
Joining two also joins everything at the same place below them, so that objects may come to be below themselves. Types
that may be infinite are unified in this way (Huet 1976, as Aho et al. have it in *Compilers*, section 6.5).

Pure.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from wirelab.inference.maps import is_map
from wirelab.inference.seen import Seen, SeenObjects
from wirelab.model.groups import gathered

_ALIKE = 0.5


def settle(seen: Seen) -> None:
    """Settle `seen`, in place, since a copy of a large document's places takes as much memory again.

    Afterwards:

    - objects at one place that belong together are one: they name the same kind, or have mostly the same keys, or name
      more kinds than are kept apart;
    - objects whose keys are data have `entries` instead of fields;
    - objects that hold others of their own kind hold themselves: `{"name": …, "children": [{"name": …}]}` is a tree.
      So the places below them have no end.
    """
    while _settle(seen, set()):  # joined objects may have brought more that belong together
        pass


Groups = tuple[tuple[frozenset[str], SeenObjects], ...]


def groups_of(seen: Seen) -> Groups:
    """The settled groups of objects at one place, each with the kinds that its objects state."""
    groups = gathered((objects.one, stated) for stated, objects in seen.objects.items())
    return tuple((frozenset(stated), one) for one, stated in groups.items())


def is_map_of_itself(objects: SeenObjects) -> bool:
    """Whether a map, settled, has itself among its values, or theirs if they are maps, and so on."""
    met: set[SeenObjects] = set()
    places = [objects.one.entries]
    while places:
        seen = places.pop()
        if seen is not None:
            places.append(seen.elements)
            for one in (each.one for each in seen.objects.values()):
                if one is objects.one:
                    return True
                if one not in met:
                    met.add(one)
                    places.append(one.entries)
    return False


def _settle(seen: Seen, done: set[SeenObjects]) -> bool:
    """Settle a place and everything below it, from above, since objects take others in; whether any were joined."""
    changed = _group(seen)
    for _, objects in groups_of(seen):
        if objects.one in done:
            continue
        done.add(objects.one)
        _tell_map(objects.one)
        changed |= _Tree(objects, done).take_in()
        one = objects.one
        done.add(one)
        for inner in (one.entries, *one.fields.values()):
            changed |= inner is not None and _settle(inner, done)
    return (seen.elements is not None and _settle(seen.elements, done)) or changed


def _group(seen: Seen) -> bool:
    """Join objects that name kinds whose keys are mostly the same, or too many kinds; whether there were any."""
    groups: list[SeenObjects] = []
    for _, objects in groups_of(seen):
        near = next((one for one in groups if seen.crowded or _alike(one.fields, objects.fields)), None)
        if near is None:
            groups.append(objects)
        else:
            _join([(near, objects)])
            _group(seen)
            return True
    return False


def _tell_map(objects: SeenObjects) -> None:
    if objects.entries is None and is_map(objects):
        _join(_as_map(objects))


def _as_map(objects: SeenObjects) -> list[tuple[SeenObjects, SeenObjects]]:
    """Let keys be data; returns pairs of objects to join."""
    entries, fields = Seen(), objects.fields
    objects.entries, objects.fields = entries, {}
    return [pair for seen in fields.values() for pair in entries.absorb(seen)]


def _join(pairs: list[tuple[SeenObjects, SeenObjects]]) -> None:
    """Make one of two, and of all at the same place below them; keys that are data on one side are so in both."""
    while pairs:
        one, other = (each.one for each in pairs.pop())
        if one is other:
            continue
        other.joined = one
        one.count += other.count
        if one.entries is None and other.entries is not None:
            pairs += _as_map(one)
        if one.entries is not None:
            for seen in (other.entries, *other.fields.values()):
                pairs += [] if seen is None else one.entries.absorb(seen)
        else:
            for key, seen in other.fields.items():
                here = one.fields.setdefault(key, seen)
                pairs += [] if here is seen else here.absorb(seen)
        other.entries, other.fields = None, {}


@dataclass(slots=True)
class _Tree:
    """Objects that may hold others of their own kind."""

    top: SeenObjects
    done: Set[SeenObjects]  # those that are settled or hold these: they are looked into no more
    keys: set[str] = field(default_factory=set)  # of the top, under which some of its own kind were found

    def take_in(self) -> bool:
        """Join objects of its own kind with the top, level by level; whether there were any."""
        while found := next(self._found(), None):
            objects, key = found
            self.keys.add(key)
            _join([(self.top, objects)])
        return bool(self.keys)

    def _found(self) -> Iterator[tuple[SeenObjects, str]]:
        """Objects of the top's kind, and the top's key that leads there."""
        for key, seen in self.top.one.fields.items():
            yield from ((objects, key) for objects in self._below(seen, key, set()))

    def _below(self, seen: Seen, key: str, met: set[SeenObjects]) -> Iterator[SeenObjects]:
        for objects in [each.one for each in seen.objects.values()]:
            if objects is self.top.one or objects in self.done or objects in met:
                continue
            met.add(objects)
            _tell_map(objects)
            if objects.entries is not None:
                yield from self._below(objects.entries, key, met)
                continue
            if self._is_own_kind(objects, key):
                yield objects
            for inner in objects.fields.values():
                yield from self._below(inner, key, met)
        if seen.elements is not None:
            yield from self._below(seen.elements, key, met)

    def _is_own_kind(self, objects: SeenObjects, key: str) -> bool:
        """Whether they have mostly the same keys, that one among them; the last level may lack it."""
        fields = self.top.one.fields
        if key in self.keys and objects.fields.keys() <= fields.keys():
            return True
        return (key in objects.fields or key in self.keys) and _alike(fields, objects.fields)


def _alike(keys: Mapping[str, object], others: Mapping[str, object]) -> bool:
    return len(keys.keys() & others.keys()) >= _ALIKE * len(keys.keys() | others.keys())
