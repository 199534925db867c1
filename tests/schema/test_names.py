"""Names in the styles of languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.schema.names import STYLES, accessor_names, distinct, protobuf_camel, quoted, without_prefix, words

IDENTIFIERS = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,12}", fullmatch=True)


@pytest.mark.parametrize(
    "told",  # the name, then the results of snake, upper_snake, camel, pascal and protobuf_camel
    [
        ("foo_bar", "foo_bar", "FOO_BAR", "fooBar", "FooBar", "FooBar"),
        ("fooBar", "foo_bar", "FOO_BAR", "fooBar", "FooBar", "FooBar"),
        ("FOO_BAR", "foo_bar", "FOO_BAR", "fooBar", "FooBar", "FOOBAR"),
        ("id", "id", "ID", "id", "Id", "Id"),
        ("httpURL2Path", "http_url2_path", "HTTP_URL2_PATH", "httpUrl2Path", "HttpUrl2Path", "HttpURL2Path"),
        ("_leading", "leading", "LEADING", "leading", "Leading", "Leading"),
        (
            "double__trailing_",
            "double_trailing",
            "DOUBLE_TRAILING",
            "doubleTrailing",
            "DoubleTrailing",
            "DoubleTrailing",
        ),
        ("x1y", "x1_y", "X1_Y", "x1Y", "X1Y", "X1Y"),
        ("_1", "_1", "_1", "_1", "_1", "1"),
        ("_", "_", "_", "_", "_", ""),
        ("HTML", "html", "HTML", "html", "Html", "HTML"),
    ],
)
def test_styles(told):
    name, *expected = told
    styles = ("snake", "upper_snake", "camel", "pascal", "protobuf_camel", "same")
    assert set(styles) == set(STYLES)
    assert [STYLES[style](name) for style in styles] == [*expected, name]


def test_words():
    assert words("HTTPServer2_port") == ["http", "server2", "port"]


def test_protobuf_camel_keeps_the_case_of_what_follows():
    assert protobuf_camel("foo_bar1baz_URL") == "FooBar1BazURL"


@pytest.mark.parametrize(
    ("names", "reserved", "expected"),
    [
        (["foo_bar", "FooBar"], (), {"foo_bar": "fooBar", "FooBar": "fooBar2"}),
        (["foo_bar", "FooBar", "foo_bar2"], (), {"foo_bar": "fooBar", "FooBar": "fooBar2_", "foo_bar2": "fooBar2"}),
        (["class", "Class"], ("class",), {"class": "class_", "Class": "class_2"}),
        (["b", "a"], (), {"b": "b", "a": "a"}),
    ],
)
def test_distinct(names, reserved, expected):
    assert distinct([(name, number) for number, name in enumerate(names, 1)], "camel", reserved) == expected


@pytest.mark.long
@given(
    st.lists(IDENTIFIERS, unique=True, max_size=12), st.sampled_from(sorted(STYLES)), st.sets(IDENTIFIERS, max_size=4)
)
def test_no_two_names_become_one(names, style, reserved):
    given_names = distinct([(name, number) for number, name in enumerate(names, 1)], style, reserved)
    assert list(given_names) == names
    assert len(set(given_names.values())) == len(names)
    assert not set(given_names.values()) & reserved


PREFIXED = [
    ("SiteType", ["SITE_TYPE_NONE", "SITE_TYPE_HTML5"], ["NONE", "HTML5"]),
    ("SiteType", ["SITE_TYPE_NONE", "HTML5"], ["SITE_TYPE_NONE", "HTML5"]),
    ("Size", ["SIZE_A4", "SIZE_4A"], ["SIZE_A4", "SIZE_4A"]),
    ("Size", ["SIZE_"], ["SIZE_"]),
    ("Inner", ["INNER_ZERO", "INNER_ONE"], ["ZERO", "ONE"]),
]


@pytest.mark.parametrize(("enum", "declared", "names"), PREFIXED)
def test_values_lose_the_name_of_their_enum(enum: str, declared: list[str], names: list[str]) -> None:
    assert without_prefix(enum, declared) == names


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ([("foo_bar", 1, False), ("other", 2, True)], ["FooBar", "Other"]),
        ([("foo_bar", 1, False), ("fooBar", 2, False)], ["FooBar1", "FooBar2"]),
        ([("foo", 1, True), ("foo_list", 2, False)], ["Foo1", "FooList2"]),
        ([("foo_count", 1, False), ("foo", 2, True)], ["FooCount1", "Foo2"]),
        ([("foo", 1, True), ("foo_count", 2, True)], ["Foo", "FooCount"]),
        ([("foo", 1, False), ("foo_list", 2, False)], ["Foo", "FooList"]),
        ([("class", 1, False), ("cached_size", 2, False)], ["Class_", "CachedSize_"]),
    ],
)
def test_names_of_accessors(fields, names):
    assert list(accessor_names(fields, ["Class", "CachedSize"]).values()) == names


def test_names_of_accessors_of_a_wide_message_take_no_longer_for_each_field():
    fields = [(f"column_{number}", number, number % 2 == 0) for number in range(1, 20_001)]
    assert list(accessor_names(fields, []).values())[-1] == "Column20000"


@given(st.text(max_size=8))
def test_a_quoted_text_is_one_line_of_a_source(text):
    literal = quoted(text)
    assert literal.isprintable() or not text.isprintable()
    assert len(literal.splitlines()) == 1
    assert eval(literal) == text
