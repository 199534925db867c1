"""Schemas in proto2 and in editions become the proto3 that has their values, and their messages the same in it."""

import pytest
from google.protobuf import text_format
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from wirelab.schema.messages import message_class
from wirelab.schema.proto3 import as_message_of

PROTO2 = 'syntax = "proto2";\n'
EDITION = 'edition = "2023";\n'
OLDER = [
    (PROTO2, "message M { required int32 a = 1; optional string b = 2 [default = 'x']; }", ["optional", "optional"]),
    (PROTO2, "message M { repeated int32 a = 1; optional N b = 2; } message N {}", ["repeated", "optional"]),
    (PROTO2, "message M { optional group G = 1 { optional int32 x = 1; } }", ["optional"]),
    (PROTO2, "message M { repeated group H = 2 {} }", ["repeated"]),
    (PROTO2, "message M { oneof u { int32 a = 1; } map<string, int32> c = 3; }", ["oneof", "map"]),
    (PROTO2, "message M { extensions 4 to 9; } extend M { optional int32 a = 5; }", ["optional"]),
    (PROTO2, "message M { extensions 4 to 9; message N { extend M { repeated N a = 5; } } }", ["repeated"]),
    (PROTO2, "message M { optional E e = 1; } enum E { ONE = 1; TWO = 2; }", ["optional"]),
    (EDITION, "message M { int32 a = 1; int32 b = 2 [features.field_presence = IMPLICIT]; }", ["optional", "implicit"]),
    (EDITION, "message M { int32 a = 1 [features.field_presence = LEGACY_REQUIRED]; }", ["optional"]),
    (EDITION, "option features.field_presence = IMPLICIT; message M { int32 a = 1; }", ["implicit"]),
    (EDITION, "message M { N n = 1 [features.message_encoding = DELIMITED]; } message N {}", ["optional"]),
    (EDITION, "message M { E e = 1; } enum E { option features.enum_type = CLOSED; ONE = 1; }", ["optional"]),
]


@pytest.mark.parametrize(("syntax", "text", "cardinalities"), OLDER, ids=[text for _, text, _ in OLDER])
def test_proto2_and_editions_are_the_proto3_that_has_their_values(compiled, syntax, text, cardinalities):
    made = compiled(text, "M", syntax=syntax)
    (message,) = (one for one in made.schema.messages if one.name == "M")
    assert [field.cardinality for field in message.fields] == cardinalities
    message_class(made.descriptor_set, made.root)
    assert {file.syntax for file in FileDescriptorSet.FromString(made.descriptor_set).file} == {"proto3"}


def test_a_closed_enum_gets_a_zero_in_front(compiled):
    made = compiled(
        "message M { optional E e = 1; optional F f = 2; } enum E { ONE = 1; } enum F { B = 2; A = 0; }", syntax=PROTO2
    )
    assert [[(value.name, value.number) for value in enum.values] for enum in made.schema.enums] == [
        [("E_UNSPECIFIED", 0), ("ONE", 1)],
        [("A", 0), ("B", 2)],
    ]


def test_an_extension_whose_message_its_target_cannot_see_is_a_field_too(compiled):
    base = PROTO2 + "package p; message Base { extensions 4 to 9; optional int32 more = 1; }"
    text = (
        'package p; import "base.proto"; message More { optional int32 x = 1; }'
        " extend Base { optional More more = 5; } message M { optional Base b = 1; }"
    )
    made = compiled(text, "p.M", syntax=PROTO2, base=base)
    (message,) = (one for one in made.schema.messages if one.name == "Base")
    assert [(field.name, field.type.name) for field in message.fields] == [("more", "int32"), ("more_5", "More")]
    message_class(made.descriptor_set, made.root)


def test_options_of_the_users_own_are_ignored(compiled):
    extend = "extend google.protobuf.FieldOptions { optional string mine = 50001; }"
    made = compiled(
        f'import "google/protobuf/descriptor.proto"; {extend}' + "message M { optional int32 a = 1 [(mine) = 'x']; }",
        syntax=PROTO2,
    )
    assert not any(
        file.extension for file in FileDescriptorSet.FromString(made.descriptor_set).file if file.name == "t.proto"
    )
    assert b"mine" not in made.descriptor_set


def test_a_message_in_proto2_becomes_the_same_in_proto3(compiled):
    text = (
        "message M { required int32 a = 1; repeated int32 many = 2; optional group G = 3 { optional string x = 1; }"
        " map<string, N> named = 4; map<int32, string> texts = 5; extensions 10 to 20; optional E e = 6; }"
        " message N { optional N n = 1; } extend M { repeated N more = 11; } enum E { ONE = 1; }"
    )
    made = compiled(text, "M", syntax=PROTO2)
    written, plain = message_class(made.written, "M"), message_class(made.descriptor_set, "M")
    given = text_format.Parse(
        'a: 0 many: [1, 2] G { x: "y" } named { key: "k" value { n {} } } texts { key: 7 value: "z" } e: ONE [more] {}',
        written(),
    )
    back = as_message_of(written.FromString(given.SerializeToString()), plain)
    wanted = (
        'a: 0 many: [1, 2] g { x: "y" } named { key: "k" value { n {} } } texts { key: 7 value: "z" } e: ONE more {}'
    )
    assert back == text_format.Parse(wanted, plain())
