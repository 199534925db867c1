"""A .proto becomes the model; features that cannot be carried are refused with their place."""

import re

import pytest

from tests.conftest import ROOT
from wirelab.model.errors import DefinitionError, ToolchainError
from wirelab.schema import protoc
from wirelab.schema.compile import compile_schema
from wirelab.schema.kinds import Cardinality, Logical, Scalar
from wirelab.schema.types import EnumValue, Field, FieldType, PayloadType

TORTURE = ROOT / "protocol" / "v2" / "workloads" / "torture" / "torture.proto"
OPTIONS = 'import "wirelab/options.proto";\n'


@pytest.fixture(scope="module")
def torture():
    return compile_schema("torture", TORTURE)


def message(compiled_schema, name):
    return next(one for one in compiled_schema.schema.messages if one.name == name)


def enum(compiled_schema, name):
    return next(one for one in compiled_schema.schema.enums if one.name == name)


@pytest.mark.parametrize("scalar", list(Scalar))
def test_every_scalar_in_every_cardinality(compiled, scalar):
    text = "message M { K a = 1; optional K b = 2; repeated K c = 3; oneof u { K d = 4; } }".replace("K", scalar)
    one = message(compiled(text), "M")
    kind = FieldType(scalar=scalar)
    assert one.fields == (
        Field("a", 1, "a", Cardinality.IMPLICIT, kind),
        Field("b", 2, "b", Cardinality.OPTIONAL, kind),
        Field("c", 3, "c", Cardinality.REPEATED, kind),
        Field("d", 4, "d", Cardinality.ONEOF, kind, oneof="u"),
    )
    assert [(union.name, union.fields) for union in one.oneofs] == [("u", (one.fields[3],))]


@pytest.mark.parametrize(
    "key",
    [scalar for scalar in Scalar if scalar not in (Scalar.DOUBLE, Scalar.FLOAT, Scalar.BYTES)],
)
def test_every_key_of_a_map(compiled, key):
    (field,) = message(compiled(f"message M {{ map<{key}, bool> m = 1; }}"), "M").fields
    assert field == Field("m", 1, "m", Cardinality.MAP, FieldType(scalar=Scalar.BOOL), key=key)


def test_maps_of_messages_and_enums(compiled):
    text = "message M { map<string, M> m = 1; map<int32, E> e = 2; } enum E { ZERO = 0; }"
    one = message(compiled(text), "M")
    assert [field.type for field in one.fields] == [FieldType(message="M"), FieldType(enum="E")]
    assert one.recursive


def test_singular_messages_keep_presence_and_optional_is_no_union(compiled):
    one = message(compiled("message M { A a = 1; optional A b = 2; optional int32 c = 3; } message A {}"), "M")
    assert {field.cardinality for field in one.fields} == {Cardinality.OPTIONAL}
    assert one.oneofs == ()


def test_fields_come_in_ascending_order_of_number(compiled):
    one = message(compiled("message M { int32 c = 3; oneof u { int32 z = 9; int32 a = 1; } int32 b = 2; }"), "M")
    assert [field.number for field in one.fields] == [1, 2, 3, 9]
    assert [field.name for field in one.oneofs[0].fields] == ["a", "z"]


def test_enum_with_aliases(torture):
    grade = enum(torture, "Grade")
    assert [value.name for value in grade.values] == ["NONE", "GOOD", "BAD", "HIGHEST", "LOWEST"]
    assert grade.aliases == (EnumValue("FINE", 1),)
    assert not grade.open


def test_open_enum(torture):
    assert enum(torture, "Code").open


@pytest.mark.parametrize(
    ("name", "full_name", "path"),
    [
        ("Outer", "torture.Outer", ("Outer",)),
        ("OuterInner", "torture.OuterInner", ("OuterInner",)),
        ("TortureOuterInner", "torture.Outer.Inner", ("Outer", "Inner")),
        ("OuterInnerDeep", "torture.Outer.Inner.Deep", ("Outer", "Inner", "Deep")),
        ("Node", "torture.Node", ("Node",)),
        ("TorturePartsNode", "torture.parts.Node", ("Node",)),
        ("Timestamp", "google.protobuf.Timestamp", ("Timestamp",)),
    ],
)
def test_domain_names_are_unique(torture, name, full_name, path):
    one = message(torture, name)
    assert (one.full_name, one.path) == (full_name, path)


def test_names_that_differ_in_case_alone_count_as_one(compiled):
    names = [
        one.name
        for one in compiled("message M { Ab a = 1; AB b = 2; } message Ab {} message AB {}", "M").schema.messages
    ]
    assert len({name.lower() for name in names}) == 3


@pytest.mark.parametrize(
    ("name", "recursive"),
    [
        ("Node", True),
        ("Branch", True),
        ("Part", True),
        ("Maps", True),
        ("Unions", True),
        ("Circle", False),
        ("Torture", False),
    ],
)
def test_recursion(torture, name, recursive):
    assert message(torture, name).recursive is recursive


def test_types_come_before_their_users(torture):
    order = [one.name for one in torture.schema.messages]
    for one in torture.schema.messages:
        for field in one.fields:
            held = field.type.message
            if held and not message(torture, held).recursive:
                assert order.index(held) < order.index(one.name)
    assert order[-1] == torture.schema.root == "Torture"


def test_only_what_the_root_reaches(compiled):
    made = compiled("message A { B b = 1; } message B {} message C { E e = 1; } enum E { ZERO = 0; }", "A")
    assert {one.name for one in made.schema.messages} == {"A", "B"}
    assert made.schema.enums == ()


@pytest.mark.parametrize(
    ("logical", "kind"),
    [
        ("UUID", "bytes"),
        ("INSTANT_MILLIS", "int64"),
        ("INSTANT_MILLIS", "uint64"),
        ("DATE", "string"),
        ("BIG_INTEGER", "bytes"),
    ],
)
@pytest.mark.parametrize("label", ["", "optional ", "repeated "])
def test_logical_types(compiled, logical, kind, label):
    text = f"{OPTIONS}message M {{ {label}{kind} a = 1 [(wirelab.logical) = {logical}]; }}"
    (field,) = message(compiled(text), "M").fields
    assert field.type == FieldType(scalar=Scalar(kind), logical=Logical(logical))


def test_logical_type_of_a_map_is_its_values(compiled):
    text = f"{OPTIONS}message M {{ map<string, bytes> a = 1 [(wirelab.logical) = UUID]; }}"
    assert message(compiled(text), "M").fields[0].type.logical is Logical.UUID


@pytest.mark.parametrize(
    ("field", "says"),
    [
        (
            "string a = 1 [(wirelab.logical) = UUID]",
            r"t.proto:4:3: \(wirelab.logical\) = UUID is carried by bytes, not by string",
        ),
        ("int32 a = 1 [(wirelab.logical) = INSTANT_MILLIS]", "carried by int64 or uint64, not by int32"),
        ("bytes a = 1 [(wirelab.logical) = DATE]", "carried by string, not by bytes"),
        ("M a = 1 [(wirelab.logical) = BIG_INTEGER]", "carried by bytes, not by M"),
        ("map<bytes, string> a = 1", "Key in map fields cannot be"),
        ("map<string, string> a = 1 [(wirelab.logical) = UUID]", "carried by bytes, not by string"),
        ("bytes a = 1 [(wirelab.logical) = GUID]", "GUID"),
        ("wirelab.Logical a = 1", "for options, not for fields"),
    ],
)
def test_wrong_logical_types(compiled, field, says):
    with pytest.raises(DefinitionError) as caught:
        compiled(f"{OPTIONS}message M {{\n  {field};\n}}")
    assert re.search(says, caught.value.why)


def test_all_mistakes_at_once(compiled):
    with pytest.raises(DefinitionError) as caught:
        compiled(
            f"{OPTIONS}message M {{\n  string a = 1 [(wirelab.logical) = UUID];\n  string b = 2;\n"
            "  message N { int64 c = 1 [(wirelab.logical) = DATE]; }\n  N n = 3;\n}"
        )
    assert [line.split(": ")[0] for line in sorted(caught.value.why.splitlines())] == ["t.proto:4:3", "t.proto:6:15"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("message M { int32 a = 1 }", r"t.proto:2:25: Expected \";\""),
        ('import "nowhere.proto"; message M {}', "nowhere.proto: File not found"),
        ("message M { Nothing a = 1; }", r"t.proto:2:13: \"Nothing\" is not defined"),
        ("message M { int32 a = 1; int32 b = 1; }", "Field number 1 has already been used"),
        ("message M { int32 foo_bar = 1; int32 fooBar = 2; }", "JSON name"),
        ("enum E { ONE = 1; }", "first enum value must be zero"),
        ("message M { required int32 a = 1; }", "Required fields are not allowed in proto3"),
        ("message M { extensions 4 to 9; }", "[Ee]xtension"),
        ("message M { optional group G = 1 {} }", "[Gg]roup"),
    ],
)
def test_protocs_own_messages(compiled, text, says):
    with pytest.raises(DefinitionError) as caught:
        compiled(text)
    assert caught.value.part == "schema t.proto"
    assert re.search(says, caught.value.why)


def test_an_unused_proto2_import_is_nobodys_business(compiled):
    made = compiled('import "old.proto"; message M { int32 a = 1; }', old="message Old { required int32 a = 1; }")
    assert [one.name for one in made.schema.messages] == ["M"]


def test_services_are_ignored(compiled):
    made = compiled("message M {} service S { rpc Call(M) returns (M); }")
    assert made.schema.root == "M"


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("message A { B b = 1; } message B {}", "A"),
        ("message A { A a = 1; }", "A"),
        ("message A { message B {} B b = 1; }", "A"),
        ("message A { map<string, B> b = 1; } message B {}", "A"),
    ],
)
def test_the_only_root(compiled, text, root):
    assert compiled(text).schema.root == root


@pytest.mark.parametrize(
    ("text", "why", "remedy"),
    [
        ("message A {} message B {}", "no other message uses A, B", "one of A, B"),
        ("message A { B b = 1; } message B { A a = 1; }", "every message is used by another", "one of A, B"),
        ("enum E { ZERO = 0; }", "it has no messages", "declare a message"),
    ],
)
def test_no_only_root(compiled, text, why, remedy):
    with pytest.raises(DefinitionError, match="root message is ambiguous") as caught:
        compiled(text)
    assert why in caught.value.why
    assert remedy in caught.value.remedy


@pytest.mark.parametrize("root", ["A.B", "p.A.B"])
def test_root_by_name_or_full_name(compiled, root):
    assert compiled("package p; message A { message B {} }", root).root == "p.A.B"


def test_unknown_root_names_near_matches(compiled):
    with pytest.raises(DefinitionError, match="no message 'Scool'") as caught:
        compiled("message School {} message Pupil {}", "Scool")
    assert "did you mean 'School'?" in caught.value.remedy
    assert "School, Pupil" in caught.value.why


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(DefinitionError, match="there is no such file"):
        compile_schema("t", tmp_path / "t.proto", None)


@pytest.mark.parametrize("name", ["a\udcff.proto", "a\udcff/b.proto"])
def test_a_name_that_is_no_text(tmp_path, name):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text('syntax = "proto3"; message A {}')
    with pytest.raises(DefinitionError, match="is not a name in UTF-8"):
        compile_schema("t", path, roots=[tmp_path])


def test_digest_tells_types_not_layout(compiled):
    text = "message M {{ bytes a = 1 {}; }} message N {{}}"
    plain = compiled(OPTIONS + text.format(""), "M").schema.digest
    assert compiled(OPTIONS + "\n\n// said\n" + text.format(""), "M").schema.digest == plain
    assert compiled(OPTIONS + text.format("[(wirelab.logical) = UUID]"), "M").schema.digest != plain
    assert compiled(OPTIONS + text.format(""), "N").schema.digest != plain


def test_well_known_types_are_ordinary_messages(compiled):
    made = compiled('import "google/protobuf/struct.proto"; message M { google.protobuf.Value v = 1; }')
    assert {one.name for one in made.schema.messages} == {"M", "Value", "GoogleProtobufStruct", "ListValue"}
    assert message(made, "Value").recursive
    assert made.schema.files == ("t.proto",)


def test_a_folder_with_an_awkward_name(tmp_path):
    folder = tmp_path / "a:b c"
    folder.mkdir()
    (folder / "beside.proto").write_text('syntax = "proto3"; message B {}')
    (folder / "t.proto").write_text('syntax = "proto3"; import "beside.proto"; message A { B b = 1; }')
    assert compile_schema("t", folder / "t.proto", None).schema.files == ("beside.proto", "t.proto")


def test_an_import_from_a_folder_below(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "b.proto").write_text('syntax = "proto3"; package below; message B {}')
    (tmp_path / "t.proto").write_text('syntax = "proto3"; import "below/b.proto"; message A { below.B b = 1; }')
    assert compile_schema("t", tmp_path / "t.proto", None).schema.messages[0].file == "below/b.proto"


def test_protoc_that_is_not_there(monkeypatch, tmp_path):
    monkeypatch.setattr(protoc, "PACKAGE", "no-such-package-of-ours")
    protoc._packaged.cache_clear()
    (tmp_path / "t.proto").write_text('syntax = "proto3"; message A {}')
    try:
        with pytest.raises(ToolchainError, match="'protoc' is not there") as caught:
            compile_schema("t", tmp_path / "t.proto", None)
    finally:
        protoc._packaged.cache_clear()
    assert caught.value.remedy.startswith("pip install")


PAYLOADS = [
    ("event", "Event event = 2; } message Event { oneof kind { A a = 2; B b = 1; } }", None),
    ("evnt", "Event event = 2; } message Event { oneof kind { A a = 1; B b = 2; } }", "it has id, event"),
    ("id", "Event event = 2; } message Event { oneof kind { A a = 1; B b = 2; } }", "it is not a message"),
    ("event", "repeated Event event = 2; } message Event { oneof kind { A a = 1; B b = 2; } }", "it is repeated"),
    (
        "event",
        "Event event = 2; } message Event { oneof kind { A a = 1; } B b = 2; }",
        "does not consist of a single oneof",
    ),
    ("event", "Event event = 2; } message Event { oneof kind { A a = 1; A b = 2; } }", "not distinct messages"),
    ("event", "Event event = 2; } message Event { oneof kind { A a = 1; int32 b = 2; } }", "not distinct messages"),
]


@pytest.mark.parametrize(("name", "rest", "fault"), PAYLOADS)
def test_a_payload_is_one_union_of_distinct_messages(tmp_path, name, rest, fault):
    text = 'syntax = "proto3"; message Root { int32 id = 1; ' + rest + " message A { int32 x = 1; } message B {}"
    (tmp_path / "t.proto").write_text(text)
    whole = compile_schema("t", tmp_path / "t.proto", "Root").schema
    if fault is None:
        schema = compile_schema("t", tmp_path / "t.proto", "Root", name).schema
        assert schema.payload.field.name == name
        assert schema.payload_types == (PayloadType("B", "b"), PayloadType("A", "a"))
        assert schema.top_types == ("Root", "B", "A")
        assert schema.digest != whole.digest
    else:
        with pytest.raises(DefinitionError) as caught:
            compile_schema("t", tmp_path / "t.proto", "Root", name)
        assert fault in f"{caught.value.why} {caught.value.remedy}"
    assert whole.payload is None
    assert whole.payload_types == (PayloadType("Root"),)


def test_imports_are_relative_to_the_roots_and_the_first_that_has_a_file_counts(tmp_path):
    files = {
        "one/shop/order.proto": 'syntax = "proto3"; package shop;'
        ' import "common/money.proto"; import "shop/item.proto";'
        " message Order { common.Money total = 1; Item item = 2; }",
        "one/shop/item.proto": 'syntax = "proto3"; package shop; message Item { int32 first = 1; }',
        "two/shop/item.proto": 'syntax = "proto3"; package shop; message Item { int32 second = 1; }',
        "two/common/money.proto": 'syntax = "proto3"; package common; message Money { int64 units = 1; }',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    proto = tmp_path / "one" / "shop" / "order.proto"
    made = compile_schema("t", proto, roots=[tmp_path / "one", tmp_path / "two"]).schema
    assert set(made.files) == {"common/money.proto", "shop/item.proto", "shop/order.proto"}
    assert made.files[-1] == "shop/order.proto"
    assert [field.name for one in made.messages if one.name == "Item" for field in one.fields] == ["first"]
    assert set(compile_schema("t", proto, roots=[tmp_path / "two", tmp_path / "one"]).schema.files) == set(made.files)
    with pytest.raises(DefinitionError, match="protoc found mistakes"):
        compile_schema("t", proto)
    with pytest.raises(DefinitionError, match="there is no folder"):
        compile_schema("t", proto, roots=[tmp_path / "three"])
