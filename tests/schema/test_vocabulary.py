"""How a runner's tables say types."""

import pytest

from wirelab.schema.kinds import Cardinality, Logical, Scalar
from wirelab.schema.rendering.vocabulary import Vocabulary
from wirelab.schema.types import Enum, Field, FieldType, Message

JAVA = Vocabulary(
    names={
        "message": "domain.{name}",
        "closed": "domain.{name}",
        "open": "int",
        "int32": "int",
        "UUID": "java.util.UUID",
        "string": "String",
        "list": "List<{element}>",
        "map": "Map<{key}, {element}>",
        "nullable": "{element}",
    },
    elements={"int32": "Integer", "open": "Integer"},
    reserved=["class"],
    reserved_types=["List"],
)
INT, TEXT, ID = (
    FieldType(scalar=Scalar.SFIXED32),
    FieldType(scalar=Scalar.STRING),
    FieldType(Scalar.BYTES, logical=Logical.UUID),
)
LEAF, CLOSED, OPEN = FieldType(message="Leaf"), FieldType(enum="Color"), FieldType(enum="Code", open=True)


def field(cardinality: Cardinality, of: FieldType, key: Scalar | None = None) -> Field:
    return Field("a", 1, "a", cardinality, of, key)


@pytest.mark.parametrize(
    ("one", "name"),
    [
        (INT, "int"),
        (ID, "java.util.UUID"),
        (LEAF, "domain.Leaf"),
        (FieldType(message="List"), "domain.List_"),
        (CLOSED, "domain.Color"),
        (OPEN, "int"),
        (Message("Leaf", "Leaf", ("Leaf",), "a.proto", (), (), recursive=False), "domain.Leaf"),
        (Enum("Code", "Code", ("Code",), "a.proto", (), (), open=True), "int"),
        (field(Cardinality.IMPLICIT, INT), "int"),
        (field(Cardinality.OPTIONAL, INT), "Integer"),
        (field(Cardinality.REPEATED, OPEN), "List<Integer>"),
        (field(Cardinality.REPEATED, LEAF), "List<domain.Leaf>"),
        (field(Cardinality.MAP, TEXT, Scalar.INT32), "Map<Integer, String>"),
    ],
)
def test_names(one: FieldType | Field | Message | Enum, name: str) -> None:
    assert JAVA.name(one) == name


def test_a_name_may_differ_in_one_place() -> None:
    assert JAVA.name(field(Cardinality.REPEATED, ID), UUID="Id") == "List<Id>"


def test_what_has_no_name_is_said() -> None:
    with pytest.raises(LookupError, match=r"no name for 'double' under \[build.types.names\]"):
        JAVA.name(FieldType(scalar=Scalar.DOUBLE))


CONVERSIONS = {
    "message": "of{name}({x})",
    "Odd": "odd({x})",
    "logical": "wire({x})",
    "UUID": "{x}.bytes",
    "int32": "(long) {x}",
}


@pytest.mark.parametrize(
    ("one", "expression"),
    [
        (LEAF, "ofLeaf(y)"),
        (FieldType(message="Odd"), "odd(y)"),
        (ID, "y.bytes"),
        (FieldType(Scalar.STRING, logical=Logical.DATE), "wire(y)"),
        (INT, "(long) y"),
        (TEXT, "y"),
        (CLOSED, "y"),
    ],
)
def test_the_most_telling_conversion_counts(one: FieldType, expression: str) -> None:
    assert JAVA.converted(one, CONVERSIONS, "y") == expression
    assert JAVA.is_kept(one, CONVERSIONS) == (expression == "y")


def test_styles_in_conversions() -> None:
    table = {"closed": "{upper_snake} {snake} {name}"}
    assert JAVA.converted(FieldType(enum="FooBar"), table, "x") == "FOO_BAR foo_bar FooBar"


def test_a_map_is_kept_if_keys_and_values_are() -> None:
    assert not JAVA.is_kept(field(Cardinality.MAP, TEXT, Scalar.SINT32), CONVERSIONS)
    assert JAVA.is_kept(field(Cardinality.MAP, TEXT, Scalar.STRING), CONVERSIONS)
