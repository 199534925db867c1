"""Templates over a schema."""

import pytest

from tests.conftest import ROOT
from wirelab.model.errors import DefinitionError
from wirelab.schema.compile import compile_schema
from wirelab.schema.rendering.render import TemplateSource, render, xml_names
from wirelab.schema.rendering.vocabulary import Vocabulary

TORTURE = ROOT / "protocol" / "v2" / "workloads" / "torture" / "torture.proto"


@pytest.fixture(scope="module")
def torture():
    return compile_schema("torture", TORTURE).schema


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    proto = tmp_path_factory.mktemp("small") / "small.proto"
    proto.write_text(
        'syntax = "proto3"; message Pair { int32 foo_bar = 1; Kind FooBar = 2; oneof class { bool match = 3; } }\n'
        "enum Kind { KIND_NONE = 0; KIND_ONE = 1; }"
    )
    return compile_schema("small", proto, None).schema


WORDS = Vocabulary(
    names={
        "message": "a.{name}",
        "closed": "a.{name}",
        "int32": "int",
        "bool": "bool",
        "nullable": "Option[{element}]",
    },
    elements={"int32": "Integer"},
    reserved=["match", "class"],
)


def one(schema, text, vocabulary=WORDS, for_each="schema"):
    return render(schema, [TemplateSource(text, "t.j2", "out.txt", for_each)], vocabulary)["out.txt"]


def test_once_a_schema_message_and_enum(torture):
    made = render(
        torture,
        [
            TemplateSource("{{ schema.root }}", "s.j2", "{{ schema.name }}.txt"),
            TemplateSource("{{ message.full_name }}", "m.j2", "m/{{ message.name }}.txt", "message"),
            TemplateSource("{{ enum.full_name }}", "e.j2", "e/{{ enum.name }}.txt", "enum"),
        ],
    )
    assert made["torture.txt"] == "Torture"
    assert made["m/OuterInnerDeep.txt"] == "torture.Outer.Inner.Deep"
    assert made["e/EnumsInner.txt"] == "torture.Enums.Inner"
    assert len(made) == 1 + len(torture.messages) + len(torture.enums)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{ 'fooBar' | snake }} {{ 'foo_bar' | camel }}", "foo_bar fooBar"),
        ("{{ 'foo_bar' | pascal }} {{ 'foo' | upper_snake }}", "FooBar FOO"),
        ("{{ 'match' | escape }} {{ 'other' | escape(['other']) }}", "match_ other_"),
        ("{{ message_named('Pair').path | join('.') }}", "Pair"),
        ("{{ schema.enums[0].values | length }}", "2"),
        ("{{ (message_named('Pair') | member_names('camel')).values() | join(' ') }}", "fooBar fooBar2 match_ class_"),
        ("{{ (schema.enums[0] | value_names('pascal')).values() | join(' ') }}", "None One"),
        ("{{ message_named('Pair') | proto_package }}", "small"),
        ("{{ message_named('Pair') is well_known }}", "False"),
        ("{{ (message_named('Pair') | accessor_names(['FooBar'])).values() | join(' ') }}", "FooBar_1 FooBar_2 Match"),
        (
            "{{ (message_named('Pair') | apart_names('camel')).values() | join(' ') }}",
            "fooBar fooBar2 matchField classField",
        ),
        (
            "{{ (message_named('Pair') | apart_names('snake', ['foo_bar'], unions=false)).values() | join(' ') }}",
            "foo_bar_field foo_bar_field2 match_field",
        ),
        ("{{ 'fooBar' | capital }}", "FooBar"),
        ("{{ 'a\"b' | quoted }}", '"a\\"b"'),
        ("{{ (message_named('Pair') | xml_names).values() | join(' ') }}", "fooBar fooBar2 match"),
        ("{{ message_named('Pair') | named }} {{ schema.enums[0] | named }}", "a.Pair a.Kind"),
        ("{{ message_named('Pair').fields | map('named') | join(' ') }}", "int a.Kind Option[bool]"),
        ("{{ message_named('Pair').fields[0] | named(int32='long') }}", "long"),
        ("{{ message_named('Pair').fields[0].type | element }}", "Integer"),
        ("{{ message_named('Pair').fields[1].type | converted({'closed': '{x}.of{name}'}, 'y') }}", "y.ofKind"),
        ("{{ message_named('Pair').fields[1] is kept({'message': 'no'}) }}", "True"),
        ("{{ message_named('Pair').members[2] is union }}", "True"),
        ("{% if true %}\n  a\n{% endif %}\nb\n", "  a\nb\n"),
        ("<&>", "<&>"),
    ],
)
def test_what_templates_can_say(small, text, expected):
    assert one(small, text) == expected


def test_well_known_and_packages(torture):
    text = "{{ message_named('Timestamp') is well_known }} {{ message_named('Timestamp') | proto_package }}"
    assert one(torture, text) == "True google.protobuf"
    assert one(torture, "{{ message_named('TortureOuterInner') | proto_package }}") == "torture"


def test_one_template_makes_several_targets(small):
    text = "{{ schema.name }} as {{ way }}"
    made = render(small, [TemplateSource(text, "t.j2", f"{way}.txt", values={"way": way}) for way in ("a", "b")])
    assert made == {"a.txt": "small as a", "b.txt": "small as b"}


def test_macros_are_shared_and_see_the_schema(small):
    macros = TemplateSource("{% macro hello(x) %}{{ x }} {{ schema.name }} {{ x | escape }}{% endmacro %}", "m.j2", "")
    user = TemplateSource('{% import "m.j2" as m %}{{ m.hello("for") }}', "u.j2", "u.txt")
    assert render(small, [macros, user], Vocabulary(reserved={"for"})) == {"u.txt": "for small for_"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{{ nope }}", "t.j2:1: UndefinedError: 'nope' is undefined"),
        ("\n{{ schema.nope }}", "t.j2:2: UndefinedError"),
        ("\n\n{% if %}", "t.j2:3: TemplateSyntaxError"),
        ("{{ message_named('Pear') }}", "there is no message 'Pear' here; known messages: Pair"),
        ("{{ schema | member_names('camel') }}", "t.j2:1: AttributeError"),
        ("{{ message_named('Pair') | member_names('kebab') }}", "KeyError: 'kebab'"),
        ("{{ schema.enums[0].values[0] | named }}", "AttributeError"),
        ("{{ message_named('Pair').fields[2].type | converted({'bool': '{y}'}, 'x') }}", "KeyError: 'y'"),
        ("{{ 1 / 0 }}", "t.j2:1: ZeroDivisionError"),
        ("{{ 'x' | nofilter }}", "No filter named 'nofilter'"),
        ('{% import "gone.j2" as g %}', "gone.j2"),
    ],
)
def test_faults_of_templates(small, text, says):
    with pytest.raises(DefinitionError, match="it cannot be rendered") as caught:
        one(small, text)
    assert says in caught.value.why


@pytest.mark.parametrize("target", ["/abs.txt", "../up.txt", "a/../../b.txt", "."])
def test_targets_stay_below_their_folder(small, target):
    with pytest.raises(DefinitionError, match="not a path below"):
        render(small, [TemplateSource("", "t.j2", target)])


def test_no_target_is_made_twice(torture):
    with pytest.raises(DefinitionError, match="written twice"):
        render(torture, [TemplateSource("", "t.j2", "same.txt", "message")])


def test_names_that_xml_does_not_allow_give_way(tmp_path):
    proto = tmp_path / "own.proto"
    fields = [
        'int32 id = 1 [json_name = "@id"];',
        'int32 x_id = 2 [json_name = "id"];',
        'int32 a = 3 [json_name = "größe"];',
        'int32 area = 4 [json_name = "m\u00b2"];',
        'int32 first = 5 [json_name = "\u2460"];',
    ]
    proto.write_text(f'syntax = "proto3"; message Own {{ {" ".join(fields)} }}')
    (own,) = compile_schema("own", proto).schema.messages
    assert xml_names(own) == {"id": "id_", "x_id": "id", "a": "größe", "area": "area", "first": "first"}
