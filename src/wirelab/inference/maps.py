"""Whether an object's keys are names or data: `{"name": …}` has fields, `{"2024-05-01": …}` is a map. Pure."""

import re
from collections import Counter
from collections.abc import Collection

from wirelab.inference.seen import Seen, SeenObjects
from wirelab.schema.kinds import JsonKind

_MOST_FIELDS = 1000
"""The most fields of a message: beyond it, compilers of several languages give up."""
_DATA = re.compile(
    r"-?[0-9]+|[0-9]{4}-[0-9]{2}(?:-[0-9]{2}.*)?|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
    r"|(?=.*[0-9])[0-9a-f]{16,}|.*/.*|.+@.+\..+",
    re.DOTALL,
)
_MANY, _RARE, _FEW = 20, 0.25, 0.25
_ALIKE, _HALF, _MOST = 5, 0.5, 0.9


def is_map(objects: SeenObjects) -> bool:
    """Whether keys are data.

    They are in each of these cases:

    - all are numbers, dates, identifiers, paths or addresses (beside an empty one);
    - there are more than a message should have;
    - there are many, an object has few of them, and all values are of one kind;
    - several lead to objects, or arrays of objects, that are alike.
    """
    keys = objects.fields
    if not keys:
        return False
    if len(keys) > _MOST_FIELDS or (any(keys) and all(not key or _DATA.fullmatch(key) for key in keys)):
        return True
    filled = sum(seen.count for seen in keys.values()) / (objects.count * len(keys))
    if len(keys) >= _MANY and filled <= _RARE:
        return _are_of_one_kind(keys.values())
    return len(keys) >= _ALIKE and _lead_to_alike(keys.values())


def _are_of_one_kind(places: Collection[Seen]) -> bool:
    """Whether values at all places are of one kind, null aside: integers are numbers, where doubles carry them all."""
    kinds = {kind for seen in places for kind in seen.first}
    if kinds == {JsonKind.INTEGER, JsonKind.NUMBER}:
        return all(seen.exact for seen in places)
    return len(kinds) == 1


def _lead_to_alike(places: Collection[Seen]) -> bool:
    """Whether every value is an object, or an array of such, and these are alike.

    They are if nearly all have most of the keys that at least half of them have, or if many have few keys among them.
    """
    all_objects = [_objects_at(seen) for seen in places]
    if not all(all_objects):
        return False
    each_keys = [one.one.fields.keys() for objects in all_objects for one in objects]
    held = Counter(key for keys in each_keys for key in keys)
    if len(each_keys) >= _MANY and 0 < len(held) <= _FEW * len(each_keys):
        return True
    common = {key for key, count in held.items() if count >= _HALF * len(each_keys)}
    alike = sum(len(keys & common) >= _HALF * len(keys | common) for keys in each_keys)
    return bool(common) and alike >= _MOST * len(each_keys)


def _objects_at(seen: Seen) -> tuple[SeenObjects, ...]:
    """The objects at a place that has nothing else, or arrays of nothing else."""
    if list(seen.first) == [JsonKind.LIST] and seen.elements is not None and not seen.nulls:
        seen = seen.elements
    return tuple(seen.objects.values()) if list(seen.first) == [JsonKind.OBJECT] and not seen.nulls else ()
