"""Documents of shapes that people have and Protocol Buffers has no place for, made here: small, each of its kind."""

import random
from typing import Any


def geography() -> dict[str, Any]:
    """Features whose coordinates are arrays in arrays, as many levels deep as their kind has."""
    draw = random.Random(1)

    def ring(corners: int) -> list[list[float]]:
        return [
            [round(draw.uniform(-180, 180), 6) + 1e-7, round(draw.uniform(-90, 90), 6) + 1e-7] for _ in range(corners)
        ]

    return {
        "type": "FeatureCollection",
        "areas": [{"name": f"area {n}", "coordinates": [ring(5), ring(4)][: 1 + n % 2]} for n in range(4)],
        "groups": [{"coordinates": [[ring(4)], [ring(5), ring(3)], []]} for _ in range(2)],
        "line": ring(3),
    }


def statuses() -> dict[str, Any]:
    """Messages of people: nulls that are always written, lists and objects that are not always there."""
    users = [
        {"id": n, "name": f"user {n}", "url": None if n % 2 else f"https://example.org/{n}", "groups": None}
        | ({} if n % 3 else {"entities": {"urls": [{"indices": [n, n + 9]}], "media": [n]}})
        for n in range(6)
    ]
    return {"statuses": [{"text": f"größe {n}", "geo": None, "user": user} for n, user in enumerate(users)]}


def catalogue() -> dict[str, Any]:
    """Objects under keys that are data, and lists that are empty here and absent there."""
    kinds = {f"application/{n}": {"source": "iana"} | ({"extensions": [f"e{n}"]} if n % 2 else {}) for n in range(12)}
    parts = [{"id": 1, "tags": []}, {"id": 2}, {"id": 3, "tags": ["a"]}, {"more": {"x": 1}, "id": 4}]
    return {
        "kinds": kinds,
        "parts": parts,
        "names": {str(n): {str(n * m): m + 0.25 for m in range(3)} for n in range(3)},
    }


def table() -> list[list[list[int]]]:
    """An array of arrays, and nothing around it."""
    return [[[row, column] for column in range(row)] for row in range(4)]


def listing() -> list[dict[str, Any]]:
    """An array of objects, with instants."""
    return [{"id": n, "at": f"2024-05-06T07:08:{n:02}Z", "of": [[n]] * (n % 3)} for n in range(5)]


def gaps() -> dict[str, Any]:
    """A null beside absent beside empty; nulls among values."""
    states: list[dict[str, Any]] = [{"a": None, "b": None}, {}, {"a": 1, "b": []}, {"a": 2, "b": ["x"]}]
    return {"states": states, "list": [1, None, 3], "rows": [[1.5, None], None, []], "objects": [{"x": 1}, None]}


def kinds() -> dict[str, Any]:
    """Values of several kinds, which only their own form shows; integers among fractions."""
    values = [1, "x", None, True, 2.5, [1, 2], {"a": 1}]
    return {"any": values, "settings": [{"v": value} for value in values[:4]] + [{}], "sizes": [1, 2.5, 3]}


def figures() -> dict[str, Any]:
    """Objects of several kinds, known by their keys; some have values that formats have tags for."""
    circles = [{"type": "circle", "radius": n + 0.5, "at": f"2024-05-06T07:08:0{n}Z"} for n in range(3)]
    squares = [{"type": "square", "side": n, "angle": 0.5} for n in range(3)]
    return {"figures": [*circles, *squares, {"type": "square", "side": 9}]}


SHAPED = {made.__name__: made() for made in (geography, statuses, catalogue, table, listing, gaps, kinds, figures)}
