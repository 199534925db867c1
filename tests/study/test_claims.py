"""Claims in study files: all mistakes in one are named at once, by line and key."""

import pytest

from wirelab.app.request import find_study
from wirelab.model.errors import DefinitionError
from wirelab.study.definition import Study, parse_study

HEAD = 'name = "s"\nquestion = "?"\n[factors]\nworkload = ["w"]\ncodec = ["a", "b"]\n'
ABOUT = 'id = "c"\nplace = "§1"\nwords = "It is so."\n'
EXCHANGE = 'kind = "exchange"\nof = { codec = "a" }\nto = { codec = "b" }\n'
WRONG = [
    ('kind = "relation"', ["line 6: claim[0].of: is missing", "claim[0].to: is missing"]),
    ('kind = "relatoin"', ["claim[0]", "relatoin"]),
    ('kind = "relation"\nof = { codec = "a" }\nto = { codec = "b" }', ["it needs a bound: least, most or about"]),
    ('kind = "relation"\nof = { codec = "a" }\nto = { codec = "b" }\nleast = 2\nmost = 1', ["bounds contradict"]),
    ('kind = "relation"\nof = { codec = "a" }\nto = { codec = "b" }\nabout = 2\nmost = 0', ["bounds contradict"]),
    ('kind = "relation"\nof = { codec = "a" }\nto = { codec = "a" }\nmost = 1', ["of and to are the same"]),
    ('kind = "relation"\nof = { codec = "A B" }\nto = {}\nmost = 1', ["line 11: claim[0].of.codec"]),
    ('kind = "relation"\nof = { codek = "a" }\nto = {}\nmost = 1', ["codek: unknown key; did you mean 'codec'?"]),
    ('kind = "relation"\nquantity = "speed"\nof = {}\nto = {}\nmost = 1', ["line 11", "quantity", "'size'"]),
    ('kind = "relation"\nof = { operation = "walk" }\nto = {}\nmost = 1', ["operation", "'serialize'"]),
    (
        'kind = "spread"\nwhere = { size = 1 }\nof = { size = 2 }\nmost = 1',
        ["of and where contradict each other: size is both"],
    ),
    ('kind = "ordering"\nfactor = "codec"\norder = ["a"]', ["claim[0].order: at least 2 is needed"]),
    ('kind = "letters"\nfactors = ["codec"]\nlevels = [["a", "b"], ["b"]]\nshared = true', ["needs 1: codec"]),
    ('kind = "unmeasured"', ["claim[0].why: is missing"]),
    ('kind = "exchange"\nof = {}\nto = {}\nlinks = ["1Gbit/s"]\nmost = 1', ["of and to are the same"]),
    (f'{EXCHANGE}links = ["fast"]\nmost = 1', ["line 13: claim[0].links[0]: it is not a valid link"]),
    (f"{EXCHANGE}links = []\nmost = 1", ["claim[0].links"]),
    (f'{EXCHANGE}links = ["1Gbit/s"]', ["it needs a bound"]),
    (f'{EXCHANGE}links = ["1Gbit/s"]\nmost = 1\nwhere = {{ operation = "serialize" }}', ["leave operation out"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), WRONG, ids=[text.splitlines()[0] for text, _ in WRONG])
def test_a_claim_that_is_wrong(text: str, says: list[str]) -> None:
    with pytest.raises(DefinitionError) as fault:
        parse_study(f"{HEAD}[[claim]]\n{ABOUT}{text}\n", "study s.toml")
    for words in says:
        assert words in fault.value.why


def test_mistakes_of_several_claims_are_told_at_once() -> None:
    text = f'{HEAD}[[claim]]\n{ABOUT}kind = "unmeasured"\n[[claim]]\n{ABOUT}kind = "spread"\nof = {{}}\n'
    with pytest.raises(DefinitionError) as fault:
        parse_study(text, "study s.toml")
    assert [line.split(": ")[:2] for line in fault.value.why.splitlines()] == [
        ["line 6", "claim[0].why"],
        ["line 11", "claim[1]"],
        ["line 12", "claim[1].id"],
    ]


def test_ids_are_their_own() -> None:
    claim = f'[[claim]]\n{ABOUT}kind = "unmeasured"\nwhy = "so"\n'
    with pytest.raises(DefinitionError) as fault:
        parse_study(HEAD + claim + claim, "study s.toml")
    assert fault.value.why == "line 13: claim[1].id: another claim is called 'c' too"


def test_what_a_claim_repeats_is_another_one() -> None:
    claim = f'[[claim]]\n{ABOUT}kind = "unmeasured"\nwhy = "so"\n'
    for repeated in ("c", "d"):
        with pytest.raises(DefinitionError) as fault:
            parse_study(HEAD + claim + f'repeats = "{repeated}"\n', "study s.toml")
        assert f"claim[0].repeats: no other claim is called '{repeated}'" in fault.value.why
    other = claim.replace('id = "c"', 'id = "d"')
    assert parse_study(HEAD + claim + other + 'repeats = "c"\n', "study s.toml").claim[1].repeats == "c"


@pytest.mark.parametrize("name", ["school-formats", "site-scala", "microblog"])
def test_a_study_with_claims_survives_the_lab_file(name: str) -> None:
    study = find_study(name)
    assert Study.model_validate_json(study.model_dump_json()) == study
