"""The grammar of subjects, as a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.model.errors import UsageError
from wirelab.model.subject import Subject, parse_subject

GOOD = [
    ("gson", Subject("gson")),
    ("jaxb-moxy", Subject("jaxb-moxy")),
    ("jaxb-moxy+gzip", Subject("jaxb-moxy", compressor="gzip")),
    ("orjson+zstd-19", Subject("orjson", compressor="zstd", level=19)),
    ("orjson+zstd-dictionary", Subject("orjson", compressor="zstd-dictionary")),
    ("orjson+zstd-dictionary-19", Subject("orjson", compressor="zstd-dictionary", level=19)),
    ("jaxb-moxy:context=per-call", Subject("jaxb-moxy", (("context", "per-call"),))),
    ("k:b=2,a=1+zstd", Subject("k", (("a", "1"), ("b", "2")), "zstd")),
    ("kryo5:registration=off+gzip-1", Subject("kryo5", (("registration", "off"),), "gzip", 1)),
]
BAD = [
    "",
    " gson",
    "Gson",
    "gson+",
    "+gzip",
    "gson:",
    "gson:a",
    "gson:a=",
    "gson:a=1,",
    "gson+a+b",
    "gson+z-",
    "gson+z-1-b",
    "a b",
]


@pytest.mark.parametrize(("text", "subject"), GOOD)
def test_parses(text: str, subject: Subject) -> None:
    assert parse_subject(text) == subject


@pytest.mark.parametrize("text", BAD)
def test_refuses_with_the_grammar(text: str) -> None:
    with pytest.raises(UsageError) as fault:
        parse_subject(text)
    assert "codec[@version][:parameter=value" in fault.value.why
    assert fault.value.exit_code == 2


def test_a_parameter_given_twice_is_a_mistake() -> None:
    with pytest.raises(UsageError, match="twice"):
        parse_subject("gson:a=1,a=2")


names = st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,4})?", fullmatch=True)
subjects = st.builds(
    Subject,
    codec=names,
    parameters=st.dictionaries(names, st.from_regex(r"[a-z0-9.-]{1,6}", fullmatch=True), max_size=3).map(
        lambda pairs: tuple(pairs.items())
    ),
)


@given(subjects, st.sampled_from([None, "gzip", "zstd", "zstd-dictionary"]), st.none() | st.integers(0, 22))
def test_what_is_written_is_read_back(subject: Subject, compressor: str | None, level: int | None) -> None:
    whole = Subject(subject.codec, subject.parameters, compressor, level if compressor else None)
    assert parse_subject(str(whole)) == whole


@pytest.mark.parametrize(
    ("text", "name", "version"),
    [
        ("orjson@3.10.0", "orjson", "3.10.0"),
        ("gson@2.8.9:style=x+zstd-3", "gson", "2.8.9"),
        ("kryo5@5.0.0-RC2", "kryo5", "5.0.0-RC2"),
        ("go-json@v0.10.3", "go-json", "v0.10.3"),
        ("orjson@latest", "orjson", "latest"),
        ("orjson@3.10.0..latest", "orjson", "3.10.0..latest"),
        ("orjson", "orjson", ""),
    ],
)
def test_a_version_belongs_to_the_name(text: str, name: str, version: str) -> None:
    subject = parse_subject(text)
    assert (subject.name, subject.version, str(subject)) == (name, version, text)
    assert parse_subject(str(subject.at("7.1"))).version == "7.1"
