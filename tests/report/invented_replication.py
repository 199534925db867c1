"""A made-up `Replication` for the report's tests: claims with every outcome. All figures are invented."""

from dataclasses import replace

from tests.report.invented_results import invented_results
from wirelab.claims.factorial import models
from wirelab.claims.printed import judge, judge_here
from wirelab.claims.selection import place, ratios_to
from wirelab.claims.sound import numbers_of, rule
from wirelab.design.sequential import Schedule
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.model.findings.finding import Interval
from wirelab.model.run import NotRun
from wirelab.report.replicate.replication import Printed, Published, Replication, Sound
from wirelab.study.definition import parse_study

ALPHA, BAND, ROUNDS = 0.05, 0.02, 12
STUDY = """\
name = "invented"
question = "Is a faster than b?"
origin = "Nobody, On Nothing, 1970"
[factors]
workload = ["w"]
codec = ["a", "b", "c"]
[[claim]]
id = "b-slower"
kind = "relation"
place = "§1"
words = "B is slower than a."
of = { codec = "b" }
to = { codec = "a" }
where = { operation = "serialize" }
least = 1
[[claim]]
id = "c-slower"
kind = "relation"
place = "§2"
words = "C is <slower> than a."
of = { codec = "c" }
to = { codec = "a" }
where = { operation = "serialize" }
least = 1
[[claim]]
id = "b-as-large"
kind = "relation"
place = "§3"
words = "B is as large as a."
quantity = "size"
of = { codec = "b" }
to = { codec = "a" }
about = 1
[[claim]]
id = "close"
kind = "relation"
place = "§4"
words = "Reading b takes no longer than reading a."
of = { codec = "b" }
to = { codec = "a" }
where = { operation = "deserialize" }
most = 1
[[claim]]
id = "first"
kind = "first-runs"
place = "§5"
words = "First runs are slow."
least = 2
[[claim]]
id = "interaction"
kind = "effect"
place = "§6"
words = "Codec matters."
factors = ["codec"]
significant = true
own = true
[[claim]]
id = "easy"
kind = "unmeasured"
place = "§7"
words = "It is easy."
why = "it is about people"
"""
Times = dict[str, tuple[float, float]]
"""ns by codec: serialize, deserialize."""
PRINTED: Times = {"a": (100, 100), "b": (200, 90), "c": (150, 200)}
THEIRS: Times = {"a": (10, 10), "b": (25, 10), "c": (15, 20)}
OURS: Times = {"a": (10.0, 10.0), "b": (20.0, 10.001), "c": (8.0, 20.0)}
DIFFERENCES = ("warm-up (none)", "one process for all")


def figures(times: Times, replicates: int = ROUNDS) -> tuple[Figure, ...]:
    """Times that scatter by a few per cent from replicate to replicate."""
    return tuple(
        Figure(Quantity.TIME, levels(codec, operation) | {FactorName.REPLICATE: str(number)}, ns * scatter)
        for codec, both in times.items()
        for operation, ns in zip(("serialize", "deserialize"), both, strict=True)
        for number in range(replicates)
        for scatter in (1 + 0.01 * (number % 3 - 1) + 0.01 * (hash_of(codec, operation) * number % 5 - 2),)
    )


def hash_of(codec: str, operation: str) -> int:
    return 1 + "abc".index(codec) * 2 + (operation == "serialize")


def levels(codec: str, operation: str) -> dict[FactorName, str]:
    return {FactorName.CODEC: codec, FactorName.OPERATION: operation}


def sizes(b: float) -> tuple[Figure, ...]:
    return tuple(Figure(Quantity.SIZE, {FactorName.CODEC: name}, size) for name, size in (("a", 100.0), ("b", b)))


def invented_replication(name: str = "invented") -> Replication:
    """One with claims that held, did not, are open, disputed, decided by only one method, and beyond measuring."""
    study = parse_study(STUDY, "study invented.toml")
    printed, theirs, ours = figures(PRINTED, 4), figures(THEIRS, 4), figures(OURS)
    planned = [replace(one, levels=dict(place(one.levels, {FactorName.REPLICATE}))) for one in figures(OURS, 1)]
    every = (*planned, *sizes(150.0))
    schedule = Schedule(ROUNDS, numbers_of(study.claim, every, BAND), ALPHA)
    ruled = rule(
        study.claim,
        [*ours, *sizes(150.0)],
        planned=every,
        schedule=schedule,
        band=BAND,
        rounds=ROUNDS,
        ended=True,
    )
    here, missing = ratios_to("a", ours, ()), NotRun("codec gone", "it is not installed")
    results = replace(invented_results(), not_run=(missing,))
    return Replication(
        study=name,
        question=study.question,
        origin=study.origin,
        reference="a",
        left_out=("1000",),
        printed=Printed(
            judge(study.claim, (*printed, *sizes(101.0))),
            ratios_to("a", (*printed, *sizes(101.0)), ()),
            models(study.claim, printed),
        ),
        published=Published(
            judge_here(study.claim, (*theirs, *sizes(150.0)), theirs),
            ratios_to("a", theirs, ()),
            ratios_to("a", sizes(150.0), ()),
            results,
            ("The machine is another one.",),
            models(study.claim, theirs),
        ),
        sound=Sound(
            ruled,
            {key: Interval(ratio, ratio * 0.99, ratio * 1.01, 0.95, ROUNDS, "t") for key, ratio in here.items()},
            ratios_to("a", sizes(150.0), ()),
            results,
            models(study.claim, ours, ALPHA, blocked=True),
        ),
        differences=DIFFERENCES,
        lab="invented.duckdb",
        complete=True,
    )
