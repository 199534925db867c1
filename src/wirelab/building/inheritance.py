"""A manifest based on another, as plain tables: keys that several runners share are written once."""

from collections.abc import Mapping
from typing import Any

BASE = "base"


def joined(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Both tables, joined key by key; where both have a key that is no table, it is `own`'s.

    The item `{base}` of a list of `own` stands for all the items that `base` has there; none, if it has no such list.
    """
    both = dict(base)
    for key, value in own.items():
        there = both.get(key)
        if isinstance(value, Mapping):
            both[key] = joined(there if isinstance(there, Mapping) else {}, value)
        elif isinstance(value, list):
            both[key] = expanded(value, {BASE: there if isinstance(there, list) else []})
        else:
            both[key] = value
    return both


def expanded(value: Any, lists: Mapping[str, Any]) -> Any:
    """`value` with each item `{name}` of a list replaced by the items that `lists` has under it, and so on in those.

    A list that would hold itself stays as it is.
    """
    if isinstance(value, Mapping):
        return {key: expanded(each, lists) for key, each in value.items()}
    if not isinstance(value, list):
        return value
    items: list[Any] = []
    for each in value:
        name = each[1:-1] if isinstance(each, str) and each.startswith("{") and each.endswith("}") else None
        if name is not None and isinstance(lists.get(name), list):
            items += expanded(lists[name], {other: words for other, words in lists.items() if other != name})
        else:
            items.append(expanded(each, lists))
    return items
