"""Figures and tables of a replication of the kinds that studies show, on an invented lab."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from tests.report.invented_replication import invented_replication
from wirelab.claims.selection import size_number
from wirelab.model.figure import FactorName, Figure, Quantity
from wirelab.report.drawing.apart import draw_each
from wirelab.report.replicate import study_figures
from wirelab.report.replicate.estimates import estimates
from wirelab.report.replicate.replication import Replication
from wirelab.report.replicate.tables import means_table

BARE = replace(invented_replication(), sound=None)
NS = {"a": 1e6, "b": 3e6}
SIZES = ("10", "100", "1000")
DROPPED, COUNTED = 2, 6


def figure(quantity: Quantity, value: float, **levels: str) -> Figure:
    return Figure(quantity, {FactorName(name): level for name, level in levels.items()}, value)


def runs(sizes: Iterable[str] = SIZES, **more: str) -> tuple[Figure, ...]:
    """Two slow runs first, then six that are alike but for one of `b`."""
    return tuple(
        figure(
            Quantity.TIME,
            ns * (1 + at) * (5 if number < DROPPED else 9 if codec == "b" and number == DROPPED else 1 + 0.01 * number),
            codec=codec,
            operation="serialize",
            size=size,
            variant=variant,
            replicate=str(number),
            **more,
        )
        for codec, ns in NS.items()
        for at, size in enumerate(sizes)
        for variant in ("random", "same")
        for number in range(DROPPED + COUNTED)
    )


def replicated(found: Replication, every: tuple[Figure, ...], printed: tuple[Figure, ...] = ()) -> Replication:
    assert found.published is not None
    counted = tuple(
        one if "replicate" not in one.levels else replace(one, levels={**one.levels, FactorName.REPLICATE: number})
        for one in every
        if (number := str(int(one.levels[FactorName.REPLICATE]) - DROPPED)) and int(number) >= 0
    )
    sizes = tuple(
        figure(Quantity.SIZE, 40.0 * (size_number(size) or 0), codec=codec, size=size, variant=variant)
        for codec in NS
        for size in sorted({one.levels[FactorName.SIZE] for one in every}, key=lambda size: size_number(size) or 0)
        for variant in ("random", "same")
    )
    published = replace(found.published, figures=(*counted, *sizes), runs=every, dropped=DROPPED)
    return replace(found, published=published, printed=replace(found.printed, figures=printed))


PRINTED = tuple(
    figure(quantity, value * (1 + at), codec=codec, operation="serialize", size=size, variant="random")
    for codec, ns in NS.items()
    for at, size in enumerate(SIZES)
    for quantity, value in ((Quantity.TIME, 2 * ns), (Quantity.DEVIATION, 0.1 * ns))
)
FOUND = replicated(BARE, runs(), PRINTED)


def says(figure: dict[str, Any]) -> list[str]:
    return [value["says"] for value in figure["data"]["values"]]


def drawn(figures: Iterable[tuple[str, dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    """Figures by caption; each can be drawn."""
    found = dict(figures)
    for svg in draw_each(list(found.values())):
        assert svg is not None
        assert "NaN" not in svg
    return found


def test_runs_stand_in_order_with_those_that_do_not_count_and_outliers() -> None:
    assert study_figures.has_runs(FOUND)
    found = drawn(study_figures.runs_in_order(FOUND))
    assert list(found) == ["10, a, serialize", "10, b, serialize"], "the smallest size"
    of_b = says(found["10, b, serialize"])
    assert len(of_b) == 2 * (DROPPED + COUNTED)
    assert of_b[:3] == [
        "run 1, random: 15.0 ms, not counted",
        "run 2, random: 15.0 ms, not counted",
        "run 3, random: 27.0 ms, an outlier",
    ]
    assert not any("outlier" in words for words in says(found["10, a, serialize"]))


def test_times_and_sizes_run_over_the_number_of_objects_by_each_source() -> None:
    assert study_figures.has_sizes(FOUND)
    assert [*dict.fromkeys(one.source for one in estimates(FOUND))] == ["as published", "their method here"]
    found = drawn(study_figures.over_sizes(FOUND))
    assert list(found) == [
        "random, serialize: as published",
        "random, serialize: their method here",
        "same, serialize: their method here",
        "size, random: their method here",
        "size, same: their method here",
    ]
    assert says(found["random, serialize: as published"])[:3] == [
        "a, 10 objects: 2.00 ms",
        "a, 100 objects: 4.00 ms",
        "a, 1,000 objects: 6.00 ms",
    ]
    first = found["random, serialize: their method here"]["data"]["values"][0]
    assert first["low"] < first["value"] < first["high"], "six runs have an interval"
    assert says(found["size, same: their method here"])[0] == "a, 10 objects: 400 B"


def test_platforms_and_classes_have_bars_with_intervals() -> None:
    assert not study_figures.has_classes(FOUND)
    platforms = (*runs(("100",), platform="p"), *runs(("100",), platform="q"))
    for every, captions in (
        (platforms, {"random, p", "random, q", "same, p", "same, q"}),
        (runs(("1k", "64k")), {"1k, random", "64k, random", "1k, same", "64k, same"}),
    ):
        shown = replicated(BARE, every)
        assert study_figures.has_classes(shown)
        found = drawn(study_figures.bars(shown))
        assert set(found) == {f"{caption}, serialize: their method here" for caption in captions}
        for each in found.values():
            of_a, of_b = says(each)
            assert re.fullmatch(r"a: \S+ ms \[.*\]", of_a)
            assert re.fullmatch(r"b: \S+ ms \[.*\]", of_b)


def test_intervals_of_means_are_students() -> None:
    """Those of a at size 10 over six runs, by hand: mean 1.045 ms, SD 0.0187 ms, t of 5 degrees of freedom 2.5706."""
    own = next(one for one in estimates(FOUND) if "here" in one.source and one.quantity is Quantity.TIME)
    assert own.low is not None
    assert (own.value, own.value - own.low) == pytest.approx((1.045e6, 2.5706 * 0.018708e6 / 6**0.5), rel=1e-4)


def test_means_stand_beside_the_published_ones() -> None:
    table = means_table(FOUND)
    rows = {row[:3]: row[3:] for row in table.rows}
    assert len(rows) == 2 * 3 * 2
    assert rows["serialize", "10, random", "a"] == ("2.00 ms", "100 µs", "1.04 ms", "18.7 µs", str(COUNTED))
    assert rows["serialize", "10, same", "a"][:2] == ("–", "–"), "nothing was printed of it"


def test_a_study_without_such_data_has_no_such_figures() -> None:
    for has in (study_figures.has_sizes, study_figures.has_classes):
        assert not has(replace(BARE, published=None))
    assert not study_figures.has_runs(replace(BARE, published=None))
    assert means_table(replace(BARE, published=None)).rows == ()
