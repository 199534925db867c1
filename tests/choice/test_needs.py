"""Needs: executed results count before promises, and an unknown need is not met."""

import pytest

from wirelab.choice.needs import Answer, Basis, Known, Need, Spoken, answer, is_permissive, parse_needs, survived
from wirelab.model.errors import UsageError
from wirelab.protocol.codecs import Contract

LANGUAGES = ("java", "python", "jvm", "node", "cpp")
TEXT = Contract(input="object", output="text", conversion=False, evolution="names", human_readable=True)
BINARY = Contract(input="message", output="bytes", conversion=True, evolution="numbers", needs_schema=True)
NOWHERE = Spoken("JSON", frozenset(), frozenset())
SAME, LOST = {"a field is added": ("same", "same")}, {"a field is added": ("same", "lost")}


@pytest.mark.parametrize(
    ("need", "known", "met", "basis", "why"),
    [
        ("evolution", Known("c", TEXT), True, Basis.CONTRACT, "recognized by names"),
        ("evolution", Known("c", TEXT, evolved=LOST), False, Basis.EXECUTED, "a field is added: same, and back: lost"),
        ("evolution", Known("c", None, evolved=SAME), True, Basis.EXECUTED, "every value came back both ways"),
        ("evolution", Known("c", None), False, Basis.UNKNOWN, "announced no contract"),
        (
            "evolution",
            Known("c", TEXT.model_copy(update={"evolution": "none"})),
            False,
            Basis.CONTRACT,
            "do not recognize",
        ),
        ("readable", Known("c", TEXT), True, Basis.CONTRACT, "text"),
        ("readable", Known("c", TEXT, compressed=True), False, Basis.CONTRACT, "compressed"),
        ("readable", Known("c", BINARY), False, Basis.CONTRACT, "binary"),
        ("schema", Known("c", BINARY), True, Basis.CONTRACT, "only with a schema"),
        ("schema", Known("c", TEXT), False, Basis.CONTRACT, "without a schema"),
        ("no-schema", Known("c", TEXT), True, Basis.CONTRACT, "without a schema"),
        ("canonical", Known("c", TEXT), False, Basis.UNKNOWN, "--tried"),
        ("canonical", Known("c", TEXT, repeats=True), True, Basis.EXECUTED, "same bytes"),
        ("canonical", Known("c", TEXT, repeats=False), False, Basis.EXECUTED, "other bytes"),
        ("zero-copy", Known("c", TEXT), False, Basis.CONTRACT, "decodes every field"),
        ("zero-copy", Known("c", TEXT.model_copy(update={"lazy": True})), True, Basis.CONTRACT, "undecoded"),
        ("no-codegen", Known("c", TEXT), True, Basis.CONTRACT, "takes object"),
        ("no-codegen", Known("c", BINARY), False, Basis.UNKNOWN, "does not say"),
        ("license", Known("c", TEXT, license="MIT"), True, Basis.RECORDED, "its package says MIT"),
        ("license", Known("c", TEXT, license="EPL-2.0"), False, Basis.RECORDED, "EPL-2.0"),
        ("license", Known("c", TEXT), False, Basis.UNKNOWN, "not recorded"),
        ("hostile-safe", Known("c", TEXT), False, Basis.UNKNOWN, "`wirelab withstand`"),
        ("hostile-safe", Known("c", TEXT, withstood={"refused": 9, "slow": 0}), True, Basis.EXECUTED, "9 hostile"),
        (
            "hostile-safe",
            Known("c", TEXT, withstood={"refused": 7, "memory": 2}, harmful=2),
            False,
            Basis.EXECUTED,
            "2 of 9 hostile inputs did harm (7 refused, 2 memory)",
        ),
    ],
)
def test_a_need_says_whether_it_is_met_and_how_that_is_known(need, known, met, basis, why) -> None:
    found = answer(Need(need), [known], NOWHERE)
    assert (found.need, found.met, found.basis) == (need, met, basis)
    assert why in found.why


def test_all_codecs_of_a_way_have_to_meet_it_and_the_first_that_does_not_is_named() -> None:
    both = [Known("writer on a", TEXT), Known("reader on b", TEXT, evolved=LOST)]
    assert answer(Need("evolution"), both, NOWHERE).why.startswith("reader on b: a field is added")


def test_codecs_of_a_way_meet_it_as_surely_as_the_least_sure_of_them() -> None:
    both = [Known("writer on a", TEXT, evolved=SAME), Known("reader on b", TEXT)]
    found = answer(Need("evolution"), both, NOWHERE)
    assert (found.met, found.basis) == (True, Basis.CONTRACT)
    assert found.why.startswith("reader on b: fields are recognized by names")


def test_a_way_keeps_as_many_values_as_its_worst_codec() -> None:
    fewer, worse = Known("a", TEXT, survived=(30, 30)), Known("b", TEXT, survived=(40, 50))
    assert survived([fewer, worse]) == survived([worse, fewer]) == (40, 50), "30 of 30 are all"
    assert survived([fewer, Known("c", TEXT)]) is None


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        (Spoken("JSON", frozenset({"java", "python"}), frozenset()), (True, Basis.CONTRACT)),
        (Spoken("JSON", frozenset({"java", "python"}), frozenset({"java"})), (True, Basis.CONTRACT)),
        (Spoken("JSON", frozenset({"java"}), frozenset({"java", "python"})), (True, Basis.EXECUTED)),
        (Spoken("JSON", frozenset({"java"}), frozenset()), (False, Basis.CONTRACT)),
        (
            Spoken("JSON", frozenset({"java", "python"}), frozenset({"java"}), frozenset({"python"})),
            (False, Basis.EXECUTED),
        ),
    ],
)
def test_languages_are_executed_where_each_read_the_others_bytes(spoken, expected) -> None:
    found = answer(Need("languages", ("java", "python")), [Known("c", TEXT)], spoken)
    assert (found.met, found.basis) == expected
    assert isinstance(found, Answer)


@pytest.mark.parametrize(
    ("expression", "permissive"),
    [
        ("MIT", True),
        ("GPL-2.0-only WITH Classpath-exception-2.0", False),
        ("EPL-2.0 OR BSD-3-Clause", True),
        ("Apache-2.0 AND BSD-3-Clause", True),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", False),
        ("(MPL-2.0 OR MIT) AND ISC", True),
        ("MIT OR MPL-2.0 AND EPL-2.0", True),
        ("", False),
        ("()", False),
        (")(", False),
    ],
)
def test_a_license_is_permissive_if_all_that_has_to_be_taken_is(expression, permissive) -> None:
    assert is_permissive(expression) is permissive


def test_needs_are_read_as_they_are_typed() -> None:
    assert parse_needs("", LANGUAGES) == ()
    assert parse_needs(" evolution, readable,evolution,languages=Java+python ", LANGUAGES) == (
        Need("evolution"),
        Need("readable"),
        Need("languages", ("java", "python")),
    )
    assert str(parse_needs("languages=java+node", LANGUAGES)[0]) == "languages=java+node"


@pytest.mark.parametrize(
    ("text", "part", "remedy"),
    [
        ("evolving", "need 'evolving'", "did you mean 'evolution'?"),
        ("licence=permissive", "need 'licence'", "did you mean 'license'"),
        ("license=GPL", "license 'GPL'", "there are: permissive"),
        ("license", "license ''", "there are: permissive"),
        ("evolution=yes", "need 'evolution=yes'", "write evolution"),
        ("languages", "need 'languages'", "languages=java+python"),
        ("languages=jaba", "language 'jaba'", "did you mean 'java'?"),
        ("<script>alert(1)</script>", "need '<script>alert(1)</script>'", "there are"),
    ],
)
def test_what_is_no_need_is_refused_by_name(text, part, remedy) -> None:
    with pytest.raises(UsageError) as refused:
        parse_needs(text, LANGUAGES)
    assert refused.value.part == part
    assert remedy in refused.value.remedy
