"""Whether an object's keys are names or data: `{"name": …}` has fields, `{"2024-05-01": …}` is a map. Pure."""

import re

from wirelab.inference.seen import Kind, SeenObjects, kinds_of

_MOST_FIELDS = 1000
"""Of a message: beyond it, compilers of several languages give up."""
_DATA = re.compile(
    r"-?[0-9]+|[0-9]{4}-[0-9]{2}(?:-[0-9]{2}.*)?|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
    r"|(?=.*[0-9])[0-9a-f]{16,}|.*/.*|.+@.+\..+",
    re.DOTALL,
)
_MANY, _RARE = 20, 0.25
_ALIKE = 5


def is_map(objects: SeenObjects) -> bool:
    """Whether keys are data.

    They are if all are numbers, dates, identifiers, paths or addresses (beside an empty one), if there are more than a
    message should have, if there are many and an object has few of them, or
    if several lead to objects with the same keys.
    """
    keys = objects.fields
    if not keys:
        return False
    if len(keys) > _MOST_FIELDS or (any(keys) and all(not key or _DATA.fullmatch(key) for key in keys)):
        return True
    filled = sum(seen.count for seen in keys.values()) / (objects.count * len(keys))
    if len(keys) >= _MANY and filled <= _RARE:
        return len(list(kinds_of(*keys.values()))) == 1
    return len(keys) >= _ALIKE and _lead_to_the_same(objects)


def _lead_to_the_same(objects: SeenObjects) -> bool:
    """Whether every value is an object, and all have the same keys."""
    found = {
        frozenset(inner.fields) if list(seen.first) == [Kind.OBJECT] and not seen.nulls else None
        for seen in objects.fields.values()
        for inner in (each.one for each in seen.objects.values())
    }
    only = next(iter(found)) if len(found) == 1 else None
    return bool(only) and all(Kind.OBJECT in seen.first for seen in objects.fields.values())
