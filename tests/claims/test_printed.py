"""Every kind of claim against figures whose truth is known."""

import math
from collections.abc import Sequence

import pytest

from wirelab.claims.printed import judge, judge_here
from wirelab.claims.verdict import Judged, Verdict
from wirelab.model.cell import Operation
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.study.definition import parse_study

HOLDS, IN_PART, CONTRADICTED, UNTOLD, NOT_MEASURED = Verdict
HEAD = 'name = "s"\nquestion = "?"\n[factors]\nworkload = ["w"]\ncodec = ["a", "b", "c"]\n'
TIMES = {  # ns of serialize, at sizes 10, 100 and 1,000
    "a": (10.0, 100.0, 1000.0),
    "b": (20.0, 90.0, 500.0),
    "c": (30.0, 300.0, 3000.0),
}


def figure(quantity: Quantity, value: float, **levels: str) -> Figure:
    return Figure(quantity, {FactorName(name): level for name, level in levels.items()}, value)


def course(codec: str, values: Sequence[float], quantity: Quantity = Quantity.TIME, **levels: str) -> list[Figure]:
    sizes = ("10", "100", "1k")
    return [
        figure(quantity, value, codec=codec, size=size, **levels) for size, value in zip(sizes, values, strict=True)
    ]


FIGURES = [
    *(one for codec, values in TIMES.items() for one in course(codec, values, operation="serialize")),
    *course("a", (2, 20, 200), operation="build"),
    *course("a", (8, 80, 800), operation="write"),
    *(one for codec in "ab" for one in course(codec, (40, 400, 4000), operation="deserialize")),
    *course("a", (1, 5, 900), Quantity.DEVIATION, operation="serialize"),
    *course("a", (100, 1000, 10_000), Quantity.SIZE),
    *course("a", (120, 500, 3000), Quantity.GZIPPED),
    *course("b", (100, 1000, 10_000), Quantity.SIZE),
]
SERIALIZE = 'where = { operation = "serialize" }\n'
A_TO_C = 'of = { codec = "a" }\nto = { codec = "c" }\n'
GZIPPED_TO_RAW = 'of = { codec = "a" }\nto = { codec = "a" }\nquantity = "gzipped"\nto_quantity = "size"\n'
A_TO_B = 'of = { codec = "a" }\nto = { codec = "b" }\n'

CASES = [
    ("relation", SERIALIZE + A_TO_B + "most = 1", IN_PART, 1, 3),
    ("relation", SERIALIZE + A_TO_C + 'about = 0.3333\ntolerance = 0.01', HOLDS, 3, 3),
    ("relation", SERIALIZE + A_TO_C + 'least = 1', CONTRADICTED, 0, 3),
    ("relation", SERIALIZE + 'of = { codec = "a" }\nto = { codec = ["b", "c"] }\nmost = 1', IN_PART, 4, 6),
    ("relation", 'of = { codec = "a" }\nto = { codec = "b" }\nquantity = "gzipped"\nmost = 1', NOT_MEASURED, 0, 0),
    ("relation", GZIPPED_TO_RAW + "most = 1", IN_PART, 2, 3),
    ("relation", 'where = { operation = "parse" }\n' + A_TO_B + "most = 1", NOT_MEASURED, 0, 0),
    ("equivalence", A_TO_B + 'quantity = "size"\ntolerance = 0.01', HOLDS, 3, 3),
    ("equivalence", SERIALIZE + A_TO_B + "tolerance = 0.2", IN_PART, 1, 3),
    (
        "contrast",
        SERIALIZE + A_TO_B + 'here = { size = "10" }\nthere = { size = "1k" }\nmost = 0.3',
        HOLDS,  # 0.5 against 2
        1,
        1,
    ),
    ("contrast", SERIALIZE + A_TO_B + 'here = { size = 10 }\nthere = { size = [100, "1k"] }\nmost = 0.5', HOLDS, 2, 2),
    ("ordering", SERIALIZE + 'factor = "codec"\norder = ["b", "a", "c"]', IN_PART, 5, 6),
    ("extreme", SERIALIZE + 'of = { codec = "c" }\nextreme = "greatest"', HOLDS, 3, 3),
    ("extreme", SERIALIZE + 'of = { codec = "a" }\nextreme = "least"', IN_PART, 1, 3),
    ("extreme", SERIALIZE + 'of = { codec = "a", size = 10 }\nextreme = "least"', HOLDS, 1, 1),
    ("value", SERIALIZE + 'of = { codec = "a", size = 10 }\nabout = 10.4\ntolerance = 0.05', HOLDS, 1, 1),
    ("growth", SERIALIZE + 'of = { codec = ["a", "b"] }', HOLDS, 4, 4),
    ("growth", SERIALIZE + 'of = { codec = "a" }\ndirection = "falls"', CONTRADICTED, 0, 2),
    ("gap", SERIALIZE + A_TO_B, HOLDS, 2, 2),
    ("gap", SERIALIZE + 'of = { codec = "c" }\nto = { codec = "a" }\ncompared = "difference"', HOLDS, 2, 2),
    # Of several codecs, each has a course of its own, with each of those that it is compared with.
    ("gap", SERIALIZE + 'of = { codec = ["a", "c"] }\nto = { codec = "b" }', HOLDS, 4, 4),
    ("gap", SERIALIZE + 'of = { codec = "b" }\nto = { codec = ["a", "c"] }\ndirection = "falls"', HOLDS, 4, 4),
    ("crossing", SERIALIZE + 'of = { codec = "b" }\nto = { codec = ["a", "c"] }\nbetween = [10, 100]', IN_PART, 5, 6),
    ("exponent", SERIALIZE + 'of = { codec = "b" }\nto = { codec = ["a", "c"] }\nabout = -0.301', HOLDS, 2, 2),
    ("exponent", SERIALIZE + 'of = { codec = ["a", "c"] }\nabout = 1\ntolerance = 0.001', HOLDS, 2, 2),
    ("exponent", SERIALIZE + 'of = { codec = "b" }\nleast = 1', CONTRADICTED, 0, 1),
    # The exponents by hand are 1 and 0.69897; b over 10, 100, 1,000 has R squared 0.99718 and slopes 7/9 and 410/900.
    ("exponent", SERIALIZE + A_TO_B + "about = 0.30103\ntolerance = 0.001", HOLDS, 1, 1),
    ("exponent", SERIALIZE + A_TO_B + "most = 0.2", CONTRADICTED, 0, 1),
    ("linear", SERIALIZE + 'of = { codec = "b" }\nabout = 0.99718\ntolerance = 0.0001', HOLDS, 1, 1),
    ("linear", SERIALIZE + A_TO_B + "least = 0", HOLDS, 1, 1),
    ("linear", 'of = { codec = "b" }\nquantity = "gzipped"\nleast = 0.9', NOT_MEASURED, 0, 0),
    ("bend", SERIALIZE + 'of = { codec = "b" }\nsize = "100"\nabout = 0.585714\ntolerance = 0.0001', HOLDS, 1, 1),
    ("bend", SERIALIZE + 'of = { codec = "b" }\nsize = "100"\nleast = 1', CONTRADICTED, 0, 1),
    ("relation", SERIALIZE + A_TO_B + "most = 1\nmost_runs = true", UNTOLD, 1, 3),
    ("crossing", SERIALIZE + 'of = { codec = "b" }\nto = { codec = "a" }\nbetween = [10, 100]', HOLDS, 3, 3),
    ("crossing", SERIALIZE + 'of = { codec = "b" }\nto = { codec = "a" }\nbetween = [100, "1k"]', IN_PART, 2, 3),
    (
        "sum",
        'where = { codec = "a" }\nparts = [{ operation = "build" }, { operation = "write" }]\n'
        'whole = { operation = "serialize" }\nabout = 1\ntolerance = 0.001',
        HOLDS,
        3,
        3,
    ),
    # With 1 ns per byte: 150 by 160, 1,500 by 1,490, 15,000 by 14,500; with a delay, 1,150 by 1,160 and so on.
    ("exchange", A_TO_B + 'links = ["8Gbit/s"]\nmost = 1', IN_PART, 1, 3),
    ("exchange", A_TO_B + 'links = ["8Gbit/s", "8Gbit/s,1us"]\nabout = 1\ntolerance = 0.02', IN_PART, 3, 6),
    ("exchange", A_TO_C + 'links = ["8Gbit/s"]\nmost = 1', NOT_MEASURED, 0, 0),
    ("exchange", A_TO_B + 'links = ["8Gbit/s"]\nby_size = true\nabout = 1\ntolerance = 0.02', IN_PART, 1, 3),
    # As many bytes in 0.5, 1.11 and 2 times the time to write, and in the same time to read.
    ("throughput", A_TO_B + "least = 1", IN_PART, 4, 6),
    ("throughput", A_TO_C + "least = 1", NOT_MEASURED, 0, 0),
    ("spread", 'of = { codec = "a" }\nmost = 0.5', IN_PART, 2, 3),
    ("lossless", 'of = { codec = "a" }', NOT_MEASURED, 0, 0),
    ("replay", 'of = { codec = "a" }', NOT_MEASURED, 0, 0),
    ("unmeasured", 'why = "no network"', NOT_MEASURED, 0, 0),
    ("unmeasured", 'why = "no network"\ncontradicted_by = "§2: there is none"', CONTRADICTED, 0, 0),
    ("value", 'of = { codec = "a", size = 10 }\nleast = 1\ncontradicted_by = "§2: it is not"', CONTRADICTED, 0, 0),
    ("first-runs", "least = 2", NOT_MEASURED, 0, 0),
    ("effect", 'factors = ["codec"]\nsignificant = true', NOT_MEASURED, 0, 0),
]  # fmt: skip


def judged(kind: str, text: str, figures: Sequence[Figure]) -> Judged:
    claim = f'[[claim]]\nid = "c"\nkind = "{kind}"\nplace = "§1"\nwords = "It is so."\n{text}\n'
    (found,) = judge(parse_study(HEAD + claim, "study s.toml").claim, figures)
    return found


@pytest.mark.parametrize(("kind", "text", "verdict", "held", "tried"), CASES)
def test_a_claim_is_tried_wherever_there_are_figures(
    kind: str, text: str, verdict: Verdict, held: int, tried: int
) -> None:
    found = judged(kind, text, FIGURES)
    assert found.verdict is verdict, found.trials
    assert (sum(trial.holds for trial in found.trials), len(found.trials)) == (held, tried)
    assert bool(found.why) == (not found.trials)


def test_a_trial_tells_what_tells_it_apart_and_which_of_several() -> None:
    found = judged("relation", SERIALIZE + 'of = { codec = "a" }\nto = { codec = ["b", "c"] }\nmost = 1', FIGURES)
    told = dict(zip(found.places, (trial.found for trial in found.trials), strict=True))
    assert list(found.places) == ["10", "10", "100", "100", "1k", "1k"]
    assert told["10"] == "0.333× of c"


def test_replicates_are_averaged_on_the_scale_of_the_claim() -> None:
    """1 and 100 are 50.5 on average, and 10 on the logarithms."""
    runs = [
        figure(Quantity.TIME, value, codec=codec, operation="serialize", replicate=str(at))
        for codec, values in {"a": (1, 100), "b": (10, 10)}.items()
        for at, value in enumerate(values)
    ]
    for scale, ratio in (("none", "5.05×"), ("log", "1×")):
        found = judged("relation", A_TO_B + f'scale = "{scale}"\nleast = 1', runs)
        assert [trial.found for trial in found.trials] == [ratio]


def test_parts_in_memory_are_not_held_against_a_whole_in_a_file() -> None:
    parts = (
        'parts = [{ operation = "build" }, { operation = "write" }]\nwhole = { operation = "serialize" }\nabout = 1\n'
    )
    text = f'[[claim]]\nid = "c"\nkind = "sum"\nplace = "§1"\nwords = "It is so."\n{parts}'
    claims = parse_study(HEAD + text, "study s.toml").claim
    parted = (Operation.SERIALIZE, Operation.WRITE)
    for filed, verdict in (((), HOLDS), ((Operation.SERIALIZE,), NOT_MEASURED), (parted, HOLDS)):
        (found,) = judge_here(claims, FIGURES, (), filed)
        assert found.verdict is verdict
        assert ("as a file" in found.why) == (verdict is NOT_MEASURED)


def test_nothing_is_divided_by_nothing() -> None:
    nothing = [Figure(one.quantity, one.levels, 0.0) for one in FIGURES]
    for kind, text, *_ in CASES:
        judged(kind, text, nothing)


# --- claims about observations: two factors, four replicates, true effects known -----------------------------------


def observed(effects: dict[tuple[str, str], float], *, first: float = 0.0, scatter: float = 0.01) -> list[Figure]:
    """Replicates of each cell: e to the power of its effect in µs, with scatter that sums to nothing."""
    return [
        figure(
            Quantity.TIME,
            1e3 * math.exp(effect + scatter * noise + (first if replicate == 1 else 0)),
            codec=codec,
            platform=platform,
            operation="serialize",
            replicate=str(replicate),
        )
        for at, ((codec, platform), effect) in enumerate(effects.items())
        for replicate, noise in enumerate(NOISE[at % len(NOISE)], start=1)
    ]


NOISE = ((1.0, -1.2, 0.4, -0.2), (-0.5, 0.9, -1.1, 0.7), (0.3, 0.8, -0.1, -1.0), (-0.9, -0.3, 1.3, -0.1))
ADDITIVE = {("a", "p"): 0.0, ("a", "q"): 1.0, ("b", "p"): 0.0, ("b", "q"): 1.0}
CROSSED = {("a", "p"): 0.0, ("a", "q"): 1.0, ("b", "p"): 1.0, ("b", "q"): 0.0}
WHERE_OBSERVED = [
    ("effect", 'factors = ["platform"]\nsignificant = true', ADDITIVE, HOLDS),
    ("effect", 'factors = ["codec"]\nsignificant = true', ADDITIVE, CONTRADICTED),
    ("effect", 'factors = ["codec", "platform"]\nsignificant = false', ADDITIVE, HOLDS),
    ("effect", 'factors = ["codec", "platform"]\nsignificant = true', CROSSED, HOLDS),
    ("effect", 'factors = ["size"]\nsignificant = true', ADDITIVE, NOT_MEASURED),
    ("letters", 'factors = ["platform"]\nlevels = [["p"], ["q"]]\nshared = false', ADDITIVE, HOLDS),
    ("letters", 'factors = ["codec"]\nlevels = [["a"], ["b"]]\nshared = true', ADDITIVE, HOLDS),
    ("letters", 'factors = ["platform", "codec"]\nlevels = [["p", "a"], ["q", "b"]]\nshared = true', CROSSED, HOLDS),
    ("letters", 'factors = ["platform", "codec"]\nlevels = [["p", "a"], ["q", "a"]]\nshared = false', CROSSED, HOLDS),
    ("letters", 'factors = ["codec"]\nlevels = [["a"], ["c"]]\nshared = true', ADDITIVE, NOT_MEASURED),
    ("assumption", 'assumption = "equal variances"\nmet = true', ADDITIVE, HOLDS),
    ("assumption", 'assumption = "normal residuals"\nmet = true', ADDITIVE, HOLDS),
    ("assumption", 'assumption = "independent replicates"\nmet = true', ADDITIVE, HOLDS),
    ("first-runs", "about = 1\ntolerance = 0.05", ADDITIVE, HOLDS),
    ("relation", 'of = { platform = "q" }\nto = { platform = "p" }\nabout = 2.718\ntolerance = 0.02', ADDITIVE, HOLDS),
    ("spread", "of = {}\nmost = 0.02", ADDITIVE, HOLDS),
]


@pytest.mark.parametrize(("kind", "text", "effects", "verdict"), WHERE_OBSERVED)
def test_a_claim_about_observations(
    kind: str, text: str, effects: dict[tuple[str, str], float], verdict: Verdict
) -> None:
    found = judged(kind, text, observed(effects))
    assert found.verdict is verdict, (found.trials, found.why)


def test_first_replicates_that_are_slower_are_seen() -> None:
    slow = observed(ADDITIVE, first=0.5)
    assert judged("assumption", 'assumption = "independent replicates"\nmet = true', slow).verdict is CONTRADICTED
    assert judged("first-runs", "least = 1.5", slow).verdict is HOLDS


def test_variances_that_differ_are_seen() -> None:
    loose = [
        one
        for at, (cell, effect) in enumerate(CROSSED.items())
        for one in observed({cell: effect}, scatter=(0.001, 0.3)[at % 2])
    ]
    assert (
        judged("assumption", 'assumption = "equal variances"\ntest = "levene"\nmet = true', loose).verdict
        is CONTRADICTED
    )


def test_a_claim_of_most_runs_is_tried_run_by_run() -> None:
    """One outlier carries the mean of `a` above that of `b`; in three runs of four `a` is the faster."""
    runs = {"a": (1.0, 1.0, 1.0, 50.0), "b": (2.0, 2.0, 2.0, 2.0)}
    figures = [
        figure(Quantity.TIME, ns, codec=codec, operation="serialize", replicate=str(number))
        for codec, own in runs.items()
        for number, ns in enumerate(own)
    ]
    found = judged("relation", SERIALIZE + A_TO_B + "most = 1\nmost_runs = true", figures)
    assert (found.verdict, [trial.found for trial in found.trials]) == (HOLDS, ["3 of 4 runs"])
    assert judged("relation", SERIALIZE + A_TO_B + "most = 1", figures).verdict is CONTRADICTED


def replicates(*times: float) -> tuple[Figure, ...]:
    """Times of two codecs without an operation, as a table of one operation may have them."""
    return tuple(
        Figure(
            Quantity.TIME, {FactorName.CODEC: codec, FactorName.REPLICATE: str(number)}, ns * (2 if codec == "b" else 1)
        )
        for codec in "ab"
        for number, ns in enumerate(times)
    )


def test_a_table_of_one_operation_need_not_name_it() -> None:
    (trial,) = judged("effect", 'factors = ["codec"]\nsignificant = true', replicates(1e6, 1.1e6, 1.05e6)).trials
    assert (trial.at, trial.holds) == ((), True)


def test_a_time_that_was_printed_as_0_has_no_logarithm() -> None:
    figures = replicates(0.0, 1.0, 2.0, 1.5)
    for text in ('assumption = "normal residuals"', 'assumption = "equal variances"'):
        found = judged("assumption", f"{text}\nmet = true", figures)
        assert (found.verdict, found.why) == (NOT_MEASURED, "observation 1 is 0, which has no log10 value")
    relation = judged("relation", 'of = { codec = "a" }\nto = { codec = "b" }\nscale = "log"\nmost = 1', figures)
    assert relation.verdict is NOT_MEASURED, "the mean is 0, and nothing is a share of it"


def test_one_first_replicate_shows_nothing_of_first_ones() -> None:
    figures = [
        one
        for one in replicates(1.0, 2.0, 3.0, 5.0)
        if one.levels != {FactorName.CODEC: "b", FactorName.REPLICATE: "0"}
    ]
    found = judged("assumption", 'assumption = "independent replicates"\nmet = true', figures)
    assert (found.verdict, found.why) == (NOT_MEASURED, "a test needs two first replicates and two others")


@pytest.mark.parametrize("empty", ["a", "b"])
def test_no_time_is_a_share_of_no_bytes(empty: str) -> None:
    ends = (Operation.SERIALIZE, Operation.DESERIALIZE)
    times = [
        Figure(Quantity.TIME, {FactorName.CODEC: codec, FactorName.OPERATION: str(each)}, 5.0)
        for codec in "ab"
        for each in ends
    ]
    sizes = [Figure(Quantity.SIZE, {FactorName.CODEC: codec}, 0.0 if codec == empty else 9.0) for codec in "ab"]
    text = A_TO_B + 'links = ["8Gbit/s"]\nby_size = true\nabout = 1'
    assert judged("exchange", text, [*times, *sizes]).verdict is NOT_MEASURED


def test_three_labels_of_one_size_show_no_course() -> None:
    levels = [{FactorName.CODEC: "a", FactorName.SIZE: size} for size in ("1000", "1k", "1.0k")]
    figures = [Figure(Quantity.TIME, each, 1.0 + at) for at, each in enumerate(levels)]
    assert judged("exponent", 'of = { codec = "a" }\nabout = 1', figures).verdict is NOT_MEASURED
