"""Everything that a schema can say and data can hold; each variant a few objects with one kind of trouble."""

import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

Values = dict[str, Any]

MIN_32, MAX_32, MAX_U32 = -(2**31), 2**31 - 1, 2**32 - 1
MIN_64, MAX_64, MAX_U64 = -(2**63), 2**63 - 1, 2**64 - 1
BEYOND_DOUBLE = 2**53 + 1  # the first whole number that a double cannot hold
MAX_FLOAT, MIN_FLOAT, TINY_FLOAT = 3.4028234663852886e38, 1.1754943508222875e-38, 1.401298464324817e-45
MAX_DOUBLE, MIN_DOUBLE, TINY_DOUBLE = 1.7976931348623157e308, 2.2250738585072014e-308, 5e-324
YEAR_1, YEAR_9999 = -62_135_596_800_000, 253_402_300_799_999  # milliseconds: what datetime types hold at most
MEGABYTE = 1_000_000

SIGNED_32, SIGNED_64 = ("int32", "sint32", "sfixed32"), ("int64", "sint64", "sfixed64")
UNSIGNED_32, UNSIGNED_64 = ("uint32", "fixed32"), ("uint64", "fixed64")
ORDINARY: Values = {
    "double": 2.5,
    "float": -0.75,
    "int32": -7,
    "int64": -70_000_000_000,
    "uint32": 7,
    "uint64": 70_000_000_000,
    "sint32": -77,
    "sint64": -77_000_000_000,
    "fixed32": 777,
    "fixed64": 777_000_000_000,
    "sfixed32": -7777,
    "sfixed64": -7_777_000_000_000,
    "bool": True,
    "string": "some text",
    "bytes": b"\x01\x02\xfe\xff",
}
DEFAULTS: Values = {name: type(value)() for name, value in ORDINARY.items()}


def generate(size: str, variant: str, random: Random) -> Iterator[Values]:
    """The objects of a variant; there is one size."""
    for at, values in enumerate(VARIANTS[variant](random)):
        yield {"title": f"{variant} {size}.{at}", **values} if values else {}


def alike(names: tuple[str, ...], items: list[Any]) -> dict[str, list[Any]]:
    """The same list for each scalar type."""
    return dict.fromkeys(names, items)


def single(values: Values) -> Values:
    """Values by scalar type, for Implicit and Optional."""
    return {f"{name}_value": value for name, value in values.items()}


def several(values: dict[str, list[Any]]) -> Values:
    """Lists by scalar type, for Repeated."""
    return {f"{name}_values": items for name, items in values.items()}


def everywhere(values: dict[str, list[Any]]) -> list[Values]:
    """Each value in a field of its type without presence, in one with presence, and all of them repeated."""
    longest = max(map(len, values.values()))
    objects: list[Values] = []
    for at in range(longest):
        chosen = single({name: items[at % len(items)] for name, items in values.items()})
        objects.append({"implicit": chosen, "optional": chosen})
    return [*objects, {"repeated": several(values)}]


def plain(random: Random) -> list[Values]:
    letters = "".join(chr(97 + int(random.random() * 26)) for _ in range(12))
    numbers = [random.getrandbits(31) for _ in range(20)]
    return [
        *everywhere({name: [value] for name, value in ORDINARY.items()}),
        {
            "repeated": {
                **several({name: [value] * 3 for name, value in ORDINARY.items()}),
                "int32_values": numbers,
                "string_values": [letters, "b", "c"],
                "color_values": ["COLOR_RED", "COLOR_BLUE"],
                "message_values": [single(ORDINARY), single({"int32": 1}), {}],
            }
        },
        {
            "outer": {
                "inner": {"deep": {"deepest": "in"}, "depth": 2},
                "deep": {"deepest": "out"},
                "inners": [{"depth": 3}, {"deep": {}}],
                "outer_inner": {"text": "beside"},
            },
            "empty": {},
            "empties": [{}, {}, {}],
        },
    ]


def presence(_: Random) -> list[Values]:
    twice = several({name: [value, value] for name, value in DEFAULTS.items()})
    return [
        {},
        _empty("implicit", "optional", "repeated", "maps", "unions", "enums", "node", "outer", "empty"),
        _empty("logical_implicit", "logical_optional", "logical_repeated", "logical_maps"),
        {**_empty("keywords", "awkward", "part", "timestamp"), "empties": [{}], "timestamps": [{}, {}]},
        {"implicit": single(DEFAULTS), "optional": single(DEFAULTS)},
        {"optional": {**single(DEFAULTS), "color_value": "COLOR_UNKNOWN", "empty_value": {}}},
        {"optional": {**single(ORDINARY), "color_value": "COLOR_GREEN", "empty_value": {}}},
        {"optional": {"int32_value": 0, "string_value": ""}},
        {"repeated": several({name: [value] for name, value in DEFAULTS.items()})},
        {"repeated": {**twice, "message_values": [{}, {}]}},
    ]


def _empty(*names: str) -> Values:
    return {name: {} for name in names}


def extremes(_: Random) -> list[Values]:
    return everywhere(
        {
            **alike(SIGNED_32, [MIN_32, MAX_32, -1, 0, 1]),
            **alike(UNSIGNED_32, [MAX_U32, MAX_32, MAX_32 + 1, 0, 1]),
            **alike(SIGNED_64, [MIN_64, MAX_64, BEYOND_DOUBLE, -BEYOND_DOUBLE, MIN_32 - 1]),
            **alike(UNSIGNED_64, [MAX_U64, MAX_64, MAX_64 + 1, BEYOND_DOUBLE, MAX_U32 + 1]),
        }
    )


def floats(_: Random) -> list[Values]:
    doubles = [MAX_DOUBLE, -MAX_DOUBLE, MIN_DOUBLE, TINY_DOUBLE, 0.1, 1 / 3, 1e21, 1e-7, 123_456_789.0, float(2**53)]
    singles = [MAX_FLOAT, -MAX_FLOAT, MIN_FLOAT, TINY_FLOAT, 0.1, 1 / 3, 1e21, 1e-7, 123_456_789.0, float(2**24)]
    return everywhere({"double": doubles, "float": singles})


def specials(_: Random) -> list[Values]:
    values = [math.nan, math.inf, -math.inf, -0.0]
    return everywhere({"double": values, "float": values})


def texts(*values: str) -> list[Values]:
    return everywhere({"string": list(values), "bytes": [value.encode() for value in values]})


def unicode(_: Random) -> list[Values]:
    return texts(
        "Grüße, naïve façade",
        "Привет мир",
        "日本語のテキスト",
        "שלום עולם \u200f مرحبا",
        "e\u0301 is not \u00e9",
        "\U0001f600\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001d11e \U00020bb7",
        "\U0010fffd last of all",
        "\ufeffmark \u2028 line \u2029 paragraph \u00a0 blank",
        "<a href=\"x\">&amp; 'quotes' ]]> <!-- -->",
        'back\\slash "quote" /slash/ \\u0041 %s {0} ${x}',
    )


def whitespace(_: Random) -> list[Values]:
    return texts(
        " ", "  both ends  ", "\n", "line\nline\n", "\ttab\t", "carriage\rreturn\r", "dos\r\nlines\r\n", " \t\r\n "
    )


def control(_: Random) -> list[Values]:
    return texts("".join(map(chr, range(1, 32))), "\x7f\x80\x85\x9f", "\ufffe\uffff", "\x1b[31mred\x1b[0m", "\x0b\x0c")


def nul(_: Random) -> list[Values]:
    return texts("\0", "em\0bedded", "ends\0", "\0\0\0")


def large(_: Random) -> list[Values]:
    mixed = "aé日\U0001f600" * (MEGABYTE // 10)
    return [
        {"implicit": {"string_value": "x" * MEGABYTE}},
        {"implicit": {"string_value": mixed}, "optional": {"string_value": ""}},
        {"implicit": {"bytes_value": bytes(range(256)) * (MEGABYTE // 256)}},
        {"repeated": {"int64_values": [at * at for at in range(20_000)], "string_values": [""] * 20_000}},
    ]


def _maps(keys: dict[str, list[Any]]) -> Values:
    return {f"{kind}_{kind}": {key: key for key in items} for kind, items in keys.items()}


def maps(_: Random) -> list[Values]:
    numbers = alike((*SIGNED_32, *SIGNED_64, *UNSIGNED_32, *UNSIGNED_64), [3, 1, 2, 10, 300, 20])
    inner = {"string_string": {"b": "2", "a": "1"}, "string_maps": {"z": {"bool_bool": {True: False}}, "y": {}}}
    return [
        {"maps": _maps({"string": ["b", "a", "ab", "aa"], "bool": [True, False], **numbers})},
        {
            "maps": {
                "string_double": {"x": 1.5, "y": 0.0},
                "string_float": {"x": -1.5, "y": 0.0},
                "string_bytes": {"x": b"\x00\xff", "y": b""},
                "string_color": {"x": "COLOR_RED", "y": "COLOR_UNKNOWN"},
                "int32_node": {2: {"value": 2, "left": {"value": 1}}, 1: {}},
                "string_empty": {"b": {}, "a": {}},
                "string_part": {"p": {"label": "p", "count": 0, "parts": [{"label": "q"}]}},
            }
        },
        {"maps": {"string_maps": {"outer": inner, "other": inner}}},
    ]


def map_keys(_: Random) -> list[Values]:
    # U+FF5E comes after U+1F600 in UTF-16, before it in UTF-8.
    strings = [*"aAé\uff5e\U0001f600", "", " ", "a ", "a.b", "a/b", '"', "<x>", "1", "01", "null", "class"]
    return [
        {
            "maps": _maps(
                {
                    "string": strings,
                    "bool": [False, True],
                    **alike(SIGNED_32, [MAX_32, MIN_32, 0, -1, 1]),
                    **alike(SIGNED_64, [MAX_64, MIN_64, 0, -1, BEYOND_DOUBLE]),
                    **alike(UNSIGNED_32, [MAX_U32, 0, MAX_32 + 1]),
                    **alike(UNSIGNED_64, [MAX_U64, 0, MAX_64 + 1, BEYOND_DOUBLE]),
                }
            )
        },
        {"maps": {"int32_node": {MIN_32: {"value": 1}, 0: {"value": 2}}, "string_empty": {"": {}}}},
    ]


def unions(_: Random) -> list[Values]:
    scalars: list[Values] = [
        {"double_member": 1.5},
        {"double_member": 0.0},
        {"int32_member": -1},
        {"int32_member": 0},
        {"uint64_member": BEYOND_DOUBLE},
        {"bool_member": True},
        {"bool_member": False},
        {"string_member": "text"},
        {"string_member": ""},
        {"bytes_member": b"\xff"},
        {"bytes_member": b""},
        {"uuid_member": bytes(range(16))},
    ]
    shapes: list[Values] = [
        {"circle": {"radius": 1.5}},
        {"circle": {}},
        {"square": {"side": 2.0}},
        {"nothing": {}},
        {"color": "COLOR_BLUE"},
        {"color": "COLOR_UNKNOWN"},
        {"again": {"int32_member": 0, "again": {"circle": {}}}},
        {"name": ""},
    ]
    objects = [{"unions": one} for one in [*scalars, *shapes, {"only": {"radius": 1.0}}]]
    both = {**scalars[1], "between": "b", **shapes[2], "only": {}}
    return [*objects, {"unions": both}, {"unions": {"others": [*scalars, *shapes, {}]}}]


def enums(_: Random) -> list[Values]:
    grades = ["GRADE_GOOD", "GRADE_FINE", "GRADE_BAD", "GRADE_HIGHEST", "GRADE_LOWEST", "GRADE_NONE"]
    return [
        *({"enums": {"grade": grade, "color": "COLOR_GREEN", "grade_choice": grade}} for grade in grades),
        {"enums": {"grades": grades, "inner": "INNER_ONE", "material": "MATERIAL_STEEL"}, "material": "MATERIAL_WOOD"},
        {"enums": {"code": "CODE_LOST", "optional_code": "CODE_OK", "codes": ["CODE_OK", "CODE_LOST"]}},
        {"enums": {"code_choice": "CODE_OK", "codes_by_name": {"lost": "CODE_LOST", "ok": "CODE_OK"}}},
    ]


def open_enums(_: Random) -> list[Values]:
    numbers = [1, 403, -1, MAX_32, MIN_32]
    return [
        *({"enums": {"code": number, "optional_code": number, "code_choice": number}} for number in numbers),
        {"enums": {"codes": [*numbers, 0, 404], "codes_by_name": {str(number): number for number in numbers}}},
    ]


def recursion(_: Random) -> list[Values]:
    deep: Values = {"value": 20}
    chain: Values = {"name": "end"}
    for level in range(19, 0, -1):
        deep = {"value": level, ("left" if level % 2 else "right"): deep}
        chain = {"name": f"branch {level}", "node": {"branch": chain}}
    wide = {"value": 1, "children": [{"value": at, "children": [{}, {"value": at}]} for at in range(5)]}
    nested: Values = {}
    for level in range(20):
        nested = {"string_maps": {f"{level}": nested}}
    unions: Values = {"bool_member": True}
    for _level in range(20):
        unions = {"again": unions}
    return [{"node": deep}, {"node": {"branch": chain}}, {"node": wide}, {"maps": nested}, {"unions": unions}]


def big_integer(number: int) -> bytes:
    """Minimal two's complement, big-endian."""
    return number.to_bytes((number if number >= 0 else ~number).bit_length() // 8 + 1, "big", signed=True)


UUIDS = [bytes(range(16)), bytes(16), b"\xff" * 16, bytes.fromhex("f81d4fae7dec11d0a76500a0c91e6bf6")]
INSTANTS = [0, 1, -1, 999, -1001, 1_700_000_000_123, -62_000_000_000_001, 253_000_000_000_999, YEAR_1, YEAR_9999]
DATES = ["1970-01-01", "2024-02-29", "0001-01-01", "9999-12-31", "1582-10-10", "1900-03-01"]
BIG_INTEGERS = [
    *(0, 1, -1, 127, 128, -128, -129, 255, 256, MAX_64, MIN_64, MAX_U64),
    *(10**40, -(10**40), 2**1000, -(2**1000)),
]


def logical(_: Random) -> list[Values]:
    big_integers = [big_integer(number) for number in BIG_INTEGERS]
    unsigned = [instant for instant in INSTANTS if instant >= 0]
    objects: list[Values] = []
    for at in range(len(BIG_INTEGERS)):
        one = {
            "uuid": UUIDS[at % len(UUIDS)],
            "instant": INSTANTS[at % len(INSTANTS)],
            "unsigned_instant": unsigned[at % len(unsigned)],
            "date": DATES[at % len(DATES)],
            "big_integer": big_integers[at],
        }
        objects.append({"logical_implicit": one, "logical_optional": one})
    repeated = {
        "uuids": UUIDS,
        "instants": INSTANTS,
        "unsigned_instants": unsigned,
        "dates": DATES,
        "big_integers": big_integers,
    }
    return [*objects, {"logical_repeated": repeated}, {"logical_optional": {"instant": 0, "unsigned_instant": 0}}]


def logical_maps(_: Random) -> list[Values]:
    values = {
        "uuids": {str(at): one for at, one in enumerate(UUIDS)},
        "instants": dict(enumerate(INSTANTS)),
        "dates": {one: one for one in DATES},
        "big_integers": {str(at): big_integer(one) for at, one in enumerate(BIG_INTEGERS)},
    }
    return [{"logical_maps": values}]


def instant_extremes(_: Random) -> list[Values]:
    signed = [MIN_64, MAX_64, YEAR_1 - 1, YEAR_9999 + 1, BEYOND_DOUBLE]
    unsigned = [MAX_U64, MAX_64 + 1, MAX_64, YEAR_9999 + 1, BEYOND_DOUBLE]
    pairs = [{"instant": one, "unsigned_instant": other} for one, other in zip(signed, unsigned, strict=True)]
    return [
        *({"logical_implicit": pair, "logical_optional": pair} for pair in pairs),
        {"logical_repeated": {"instants": signed, "unsigned_instants": unsigned}},
    ]


def _declared(message: str) -> Iterator[tuple[str, str]]:
    """Type and name of each field of a message, from the .proto beside this file: nobody lists 250 names twice."""
    text = Path(__file__).with_name("torture.proto").read_text(encoding="utf-8")
    body = text.split(f"\nmessage {message} {{\n")[1].split("\n}\n")[0]
    yield from re.findall(r"^\s+((?:repeated )?\w+) (\w+) = \d+;", body, re.MULTILINE)


def _filled(message: str, at: int) -> Values:
    values: Values = {"string": f"text {at}", "int32": at + 1, "bool": True, "repeated string": ["a", str(at)]}
    values["repeated int32"] = [at, 1, 2]
    return {name: values[kind] for kind, name in _declared(message) if kind in values}


def keywords(_: Random) -> list[Values]:
    return [{"keywords": {name: _filled(kind, at) for kind, name in _declared("Keywords")}} for at in range(2)]


def awkward(_: Random) -> list[Values]:
    numbered = {name: at for at, (kind, name) in enumerate(_declared("Awkward")) if kind == "int32" and name != "build"}
    alone = [{name: number + 1} for name, number in numbered.items()]
    return [
        {"awkward": {**numbered, "numbers": [1, 2, 3]}},
        *({"awkward": one} for one in alone),
        {"awkward": {"build": 0}},
        {"awkward": {"merge_from": "b", "numbers_count": 3, "numbers": []}},
    ]


def imports(_: Random) -> list[Values]:
    part = {"label": "a", "count": 0, "parts": [{"label": "b", "parts": [{}]}, {"count": 5}]}
    return [
        {"part": part, "parts_node": {"weight": 3}, "material": "MATERIAL_STEEL"},
        {
            "timestamp": {"seconds": 1_700_000_000, "nanos": 999_999_999},
            "timestamps": [{"seconds": -1}, {"nanos": 1}, {}],
        },
        {"node": {"value": 1}, "parts_node": {"weight": 2}},
    ]


VARIANTS: dict[str, Callable[[Random], list[Values]]] = {
    function.__name__.replace("_", "-"): function
    for function in (
        plain, presence, extremes, floats, specials, unicode, whitespace, control, nul, large, maps, map_keys, unions,
        enums, open_enums, recursion, logical, logical_maps, instant_extremes, keywords, awkward, imports,
    )
}  # fmt: skip
