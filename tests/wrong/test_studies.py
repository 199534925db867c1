"""Wrong studies: every mistake at once, by line, in TOML's own words; a wrong name is a mistake like any other."""

from pathlib import Path

import pytest

from tests.wrong.conftest import Typed, refuses

DEFINITION = 3

GOOD = """\
name = "own"
question = "?"
[factors]
workload = ["school"]
size = [110]
platform = ["fake"]
codec = ["steady", "slower-5"]
[measure]
rounds = 2
[analysis]
band = 0.02
"""

# The replaced text, its replacement, and the words of the message.
MISTAKES = [
    ('name = "own"', "", "line 1: name: is missing"),
    ('name = "own"', 'name = "Own Study"', "line 1: name: should be lower-case words with hyphens"),
    ('name = "own"', "name = 3", "line 1: name: should be text in quotes, not 3"),
    ('name = "own"', 'nme = "own"', "line 1: nme: unknown key; did you mean 'name'?"),
    ('question = "?"', "question = ?", "it is not TOML … line 2"),
    ('question = "?"', 'question = "?"\nquestion = "?"', "it is not TOML"),
    ('question = "?"', 'question = "?"\ndefault = "yes"', "line 3: default: should be true or false"),
    ('question = "?"', 'question = "?"\ndefault = 1', "line 3: default: should be true or false"),
    ('question = "?"', 'question = "?"\nreference = "gsn"', "line 3: reference: 'gsn' is not among factors.codec"),
    ('question = "?"', 'question = "?"\nreference = "A B"', "line 3: reference: it is not a valid subject"),
    ('question = "?"', 'question = "?"\nreference = ["steady"]', "line 3: reference: should be text in quotes"),
    ("[factors]", "[factor]", "factor: unknown key; did you mean 'factors'? … factors: is missing"),
    ("[factors]", "factors = 3\n[x]", "factors: should be a table"),
    ('workload = ["school"]', 'workload = "school"', "line 4: factors.workload: should be a list in square brackets"),
    ('workload = ["school"]', "workload = []", "line 4: factors.workload: at least 1 is needed"),
    ('workload = ["school"]', "workload = [3]", "line 4: factors.workload[0]: "),
    ('workload = ["school"]', 'workload = ["scool"]', "line 4: factors.workload[0]: there is no workload 'scool'"),
    (
        'workload = ["school"]',
        'workload = ["school", "school"]',
        "line 4: factors.workload[1]: 'school' is named twice",
    ),
    ("size = [110]", "size = [111]", "line 5: factors.size[0]: there is no size '111' of workload school"),
    ("size = [110]", 'size = [110, "110"]', "line 5: factors.size[1]: '110' is named twice"),
    ("size = [110]", "size = [1.5]", "line 5: factors.size[0]: should be text in quotes, not 1.5"),
    ("size = [110]", "size = [true]", "line 5: factors.size[0]: should be text in quotes, not true"),
    ("size = [110]", 'sizes = ["110"]', "line 5: factors.sizes: unknown key; did you mean 'size'?"),
    ("size = [110]", 'variant = ["randm"]', "line 5: factors.variant[0]: there is no variant 'randm'"),
    ('platform = ["fake"]', 'platform = ["jvn"]', "line 6: factors.platform[0]: there is no platform 'jvn'"),
    ('platform = ["fake"]', 'platform = ["fake", "fake"]', "line 6: factors.platform[1]: 'fake' is named twice"),
    ('"steady", ', '"stedy", ', "line 7: factors.codec[0]: there is no codec 'stedy' … 'steady'"),
    ('"steady", ', '"slower-5", ', "line 7: factors.codec[1]: 'slower-5' is named twice"),
    ('"steady", ', '"steady+gzi", ', "line 7: factors.codec[0]: there is no compressor 'gzi'"),
    ('"steady", ', '"STEADY", ', "line 7: factors.codec[0]: it is not a valid subject"),
    ('"steady", ', "7, ", "line 7: factors.codec[0]: should be text in quotes, not 7"),
    ('codec = ["steady", "slower-5"]', "codec = []", "line 7: factors.codec: at least 1 is needed"),
    ('codec = ["steady", "slower-5"]', "", "factors.codec: is missing"),
    (
        "[measure]",
        '[transfer]\nsender = "fake"\nreceivers = ["fake"]\npairs = []\n[measure]',
        "line 11: transfer.pairs: a run finds out by itself which codecs read each other",
    ),
    ("[measure]", 'operation = ["serialise"]\n[measure]', "factors.operation[0]: should be 'serialize', 'deserialize'"),
    ("[measure]", 'operation = ["build", "build"]\n[measure]', "factors.operation[1]: 'build' is named twice"),
    ("[measure]", "operation = []\n[measure]", "factors.operation: at least 1 is needed"),
    ("[measure]", "sink = []\n[measure]", "factors.sink: at least 1 is needed"),
    ('["school"]', '["./a\\u0000b"]', "a text in it has the character NUL"),
    ('question = "?"', 'question = "?"\npublished = ["a\\u0000.csv"]', "a text in it has the character NUL"),
    ("[measure]", 'sink = ["disk"]\n[measure]', "factors.sink[0]: should be 'memory', 'file' or 'table'"),
    ("rounds = 2", "rounds = 0", "line 9: measure.rounds: should be at least 1, not 0"),
    ("rounds = 2", "rounds = 1001", "line 9: measure.rounds: should be at most 1000"),
    ("rounds = 2", 'rounds = "2"', "line 9: measure.rounds: should be a whole number, not '2'"),
    ("rounds = 2", "rounds = 2.5", "line 9: measure.rounds: should be a whole number, not 2.5"),
    ("rounds = 2", "rounds = true", "line 9: measure.rounds: should be a whole number, not true"),
    ("rounds = 2", "rouns = 2", "line 9: measure.rouns: unknown key; did you mean 'rounds'?"),
    ("rounds = 2", "turns = 0", "line 9: measure.turns: should be at least 1"),
    ("rounds = 2", "batches = 5", "line 9: measure.batches: unknown key"),
    ("rounds = 2", "wait_ms = 5", "line 9: measure.wait_ms: unknown key"),
    ("rounds = 2", 'mode = "warm"', "line 9: measure.mode: should be 'steady', 'collected', 'cold' or 'fixed'"),
    ("rounds = 2", "batch_ms = nan", "line 9: measure.batch_ms: should be a finite number"),
    ("rounds = 2", "budget_s = inf", "line 9: measure.budget_s: should be a finite number"),
    ("rounds = 2", "budget_s = 0", "line 9: measure.budget_s: should be above 0"),
    ("rounds = 2", "copies = 0", "line 9: measure.copies: should be at least 1"),
    ("rounds = 2", "warm_up_min_ms = 9\nwarm_up_max_ms = 3", "measure: warm_up_min_ms is above warm_up_max_ms"),
    *(
        ("rounds = 2", f"published = {{ instead = [{written}] }}", f"line 9: measure{says}")
        for written, says in (
            ('{ of = "steady", used = "stedy" }', ".published.instead[0].used: there is no codec 'stedy' … 'steady'"),
            ('{ of = "steady", used = "steady+gzi" }', ".published.instead[0].used: there is no compressor 'gzi'"),
            ('{ of = "steady" }', ".published.instead[0].used: is missing"),
        )
    ),
    (
        "rounds = 2",
        'published = { instead = [{ of = "bimodal", used = "steady" }] }',
        "line 9: measure.published.instead[0].of: 'bimodal' is not among factors.codec",
    ),
    ("band = 0.02", "band = 2", "line 11: analysis.band: should be below 1"),
    ("band = 0.02", "band = -0.1", "line 11: analysis.band: should be at least 0"),
    ("band = 0.02", "band = nan", "line 11: analysis.band: should be a finite number"),
    ("band = 0.02", "precision = 1", "line 11: analysis.precision: should be below 1"),
    ("band = 0.02", "looks = 5", "line 11: analysis.looks: should be a list in square brackets"),
    ("band = 0.02", "looks = [5, 3]", "looks are not in ascending order"),
    ("band = 0.02", "looks = [1]", "line 11: analysis.looks[0]: should be at least 2"),
    ("band = 0.02", "alpha = 0.7", "line 11: analysis.alpha: should be below 0.5"),
    ("band = 0.02", "confidence = 95", "line 11: analysis.confidence: should be below 1"),
]


@pytest.mark.parametrize(("old", "new", "says"), MISTAKES, ids=[f"{old} -- {new}" for old, new, _ in MISTAKES])
def test_a_wrong_study(folder: Path, typed: Typed, old: str, new: str, says: str) -> None:
    assert old in GOOD
    (folder / "own.toml").write_text(GOOD.replace(old, new, 1))
    ended = typed("run", "own.toml", "--lab", "new.duckdb")
    refuses(ended, DEFINITION, f"study own.toml … {says}")
    assert "input should" not in ended.err.lower()
    assert not (folder / "new.duckdb").exists()


def test_all_mistakes_at_once_names_among_them(folder: Path, typed: Typed) -> None:
    text = GOOD
    for old, new in (
        ('question = "?"', 'question = 1\nreference = "none"'),
        ('"school"', '"scool", "school"'),
        ("[110]", "[110, 111]"),
        ('"fake"', '"fake", "jvn"'),
        ('"steady", ', '"stedy", "A B", "slower-5", '),
        ("rounds = 2", "rouns = 2\nruns = 0"),
    ):
        text = text.replace(old, new)
    (folder / "own.toml").write_text(text)
    refuses(
        typed("run", "own.toml"),
        DEFINITION,
        "it has 10 mistakes … line 2: question … line 3: reference … line 5: factors.workload[0] … "
        "line 6: factors.size[1] … line 7: factors.platform[1] … line 8: factors.codec[0] … "
        "line 8: factors.codec[1] … line 8: factors.codec[3] … line 10: measure.rouns … line 11: measure.runs",
    )


def test_names_that_options_replace_need_not_exist(folder: Path, typed: Typed) -> None:
    (folder / "own.toml").write_text(GOOD.replace('"school"', '"elsewhere"'))
    refuses(typed("run", "own.toml", "--workload", "school", "--size", "7"), 2, "option --size … '7'")
    (folder / "own.toml").write_text(GOOD.replace('platform = ["fake"]\n', ""))
    refuses(typed("run", "own.toml", "--platform", "fake", "--size", "7"), 2, "option --size … '7'")
    refuses(typed("run", "own.toml"), DEFINITION, "it has 2 mistakes … there is no codec 'steady'")
