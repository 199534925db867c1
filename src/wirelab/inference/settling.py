"""What was seen, settled: which objects belong together, whose keys are data, and which hold others of their own kind.

Pure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from wirelab.inference.maps import is_map
from wirelab.inference.seen import Seen, SeenObjects, merged, merged_objects

_ALIKE = 0.5


def settled(seen: Seen) -> Seen:
    """A copy of what was seen, in which.

    - objects at one place that belong together are one: they tell the same kind, or have mostly the same keys;
    - objects whose keys are data have `entries` instead of fields;
    - objects that hold others of their own kind hold themselves: `{"name": …, "children": [{"name": …}]}` is a tree.
      So what is below them has no end.
    """
    copy = merged([seen])
    _settle(copy, {})
    return copy


def groups_of(seen: Seen) -> tuple[tuple[frozenset[str], SeenObjects], ...]:
    """What is settled of objects at one place: each group, and what its objects tell of their kind."""
    groups = {id(objects): objects for objects in seen.objects.values()}
    return tuple(
        (frozenset(told for told, one in seen.objects.items() if one is objects), objects)
        for objects in groups.values()
    )


def _settle(seen: Seen, done: dict[int, SeenObjects]) -> None:
    """Settle a place and all that is below it, from above, since objects take others in."""
    _group(seen)
    for _, objects in groups_of(seen):
        if id(objects) not in done:
            done[id(objects)] = objects
            _tell_map(objects)
            if objects.entries is None:
                _Tree(objects, done).take_in()
            for inner in (objects.entries, *objects.fields.values()):
                if inner is not None:
                    _settle(inner, done)
    if seen.elements is not None:
        _settle(seen.elements, done)


def _group(seen: Seen) -> None:
    """Objects that tell the same kind are one, and kinds whose keys are mostly the same are, too."""
    groups: list[list[str]] = []
    for told, objects in seen.objects.items():
        near = next((group for group in groups if _alike(seen.objects[group[0]].fields, objects.fields)), None)
        if near is None:
            groups.append([told])
        else:
            near.append(told)
    for group in groups:
        of_group = {id(seen.objects[told]): seen.objects[told] for told in group}
        if len(of_group) > 1:
            one = merged_objects(of_group.values())
            seen.objects |= dict.fromkeys(group, one)


def _tell_map(objects: SeenObjects) -> None:
    if objects.entries is None and is_map(objects):
        objects.entries, objects.fields = merged(objects.fields.values()), {}


@dataclass(slots=True)
class _Tree:
    """Objects that may hold others of their own kind.

    Attributes:
        root: the objects.
        done: by identity, those that are settled or hold these: they are looked into no more.
        keys: of the root, under which some of its own kind were found.
    """

    root: SeenObjects
    done: Mapping[int, SeenObjects]
    keys: set[str] = field(default_factory=set)

    def take_in(self) -> None:
        """Merge objects of its own kind with the root, level by level, and put the root in their places."""
        taken: list[tuple[Seen, str]] = []
        while found := next(self._found(), None):
            place, told, key = found
            self.keys.add(key)
            taken.append((place, told))
            self.root.merge(place.objects.pop(told))
        for place, told in taken:
            place.objects[told] = self.root

    def _found(self) -> Iterator[tuple[Seen, str, str]]:
        """Where objects of the root's kind are, what they tell of it, and the root's key that leads there."""
        for key, seen in self.root.fields.items():
            yield from ((place, told, key) for place, told in self._below(seen, key))

    def _below(self, seen: Seen, key: str) -> Iterator[tuple[Seen, str]]:
        for told, objects in seen.objects.items():
            if id(objects) in self.done:
                continue
            _tell_map(objects)
            if objects.entries is not None:
                yield from self._below(objects.entries, key)
                continue
            if self._is_own_kind(objects, key):
                yield seen, told
            for inner in objects.fields.values():
                yield from self._below(inner, key)
        if seen.elements is not None:
            yield from self._below(seen.elements, key)

    def _is_own_kind(self, objects: SeenObjects, key: str) -> bool:
        """Whether they have mostly the same keys, that one among them; of the last level it is known by the others."""
        if key in self.keys and objects.fields.keys() <= self.root.fields.keys():
            return True
        return (key in objects.fields or key in self.keys) and _alike(self.root.fields, objects.fields)


def _alike(keys: Mapping[str, object], others: Mapping[str, object]) -> bool:
    return len(keys.keys() & others.keys()) >= _ALIKE * len(keys.keys() | others.keys())
