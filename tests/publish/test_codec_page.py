"""A codec's place among others, on its page and its badge: only other codecs that were measured well are others."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.publish.labs import DAY, Times, add
from wirelab.app.publish.runs import gathered_runs
from wirelab.model.cell import Operation
from wirelab.model.findings.finding import CellFinding
from wirelab.report.published.cells import selected
from wirelab.report.published.codec_page import badge_words, in_short, places_of
from wirelab.report.published.known import CodecKnown
from wirelab.report.published.over_time import over_time
from wirelab.report.published.runs import PublishedRun
from wirelab.report.table import Table

PLAIN = CodecKnown("plain", "plain", "JSON", "libplain", ("here",), ())
ALONE = "plain was measured without another steady codec on its platform, so its speed cannot be compared."


def said(lab: Path, times: Times, kept: Callable[[CellFinding], CellFinding | None] = lambda each: each) -> list[str]:
    """What is said of `plain`, in short and on its badge, with the findings that are `kept`."""
    platforms = ("here", "there")
    versions = {name: name.partition("@")[2] or "1.0" for name in times}
    add(lab, times, platforms=platforms, versions=versions)
    (run,) = gathered_runs([lab], {}).runs
    cells = tuple(filter(None, map(kept, run.results.findings.cells)))
    results = replace(run.results, findings=replace(run.results.findings, cells=cells))
    places = places_of("plain", [PublishedRun("x" * 16, "a.duckdb", run.run, results)])
    return [in_short(PLAIN, places), *badge_words(PLAIN, places)[:2]]


def test_its_own_versions_are_no_others(tmp_path: Path) -> None:
    answer, left, right = said(tmp_path / "a.duckdb", {"plain@1.0": (1000, 900), "plain@1.1": (1060, 900)})
    assert answer == ALONE
    assert (left, right) == ("plain", "not compared")


def test_versions_beside_another_codec_share_a_badge_without_a_version(tmp_path: Path) -> None:
    times = {"plain@1.0": (2000, 900), "plain@1.1": (1500, 900), "packed": (1000, 400)}
    answer, left, right = said(tmp_path / "a.duckdb", times)
    assert answer.startswith("plain takes 1.50× to 2.00× the time of the fastest codec")
    assert left == "plain"
    assert right.startswith("serialize 1.50× to 2.00×, deserialize 1.50× to 2.00× of the fastest")


def test_where_it_was_alone_it_is_not_the_fastest(tmp_path: Path) -> None:
    def kept(each: CellFinding) -> CellFinding | None:
        return None if (each.cell.platform, each.cell.subject.name) == ("there", "packed") else each

    answer, left, right = said(tmp_path / "a.duckdb", {"plain": (2000, 900), "packed": (1000, 400)}, kept)
    assert answer.startswith("plain takes 2.00× the time of the fastest codec")
    assert (left, right[:15]) == ("plain 1.0", "serialize 2.00×")


def test_a_time_that_was_not_steady_is_no_fastest_one(tmp_path: Path) -> None:
    def kept(each: CellFinding) -> CellFinding:
        return replace(each, steady_share=0.1 if each.cell.subject.name == "packed" else 1.0)

    times = {"plain": (2000, 900), "packed": (1000, 400), "tagged": (6000, 2000)}
    answer, _, right = said(tmp_path / "a.duckdb", times, kept)
    assert answer.startswith("plain took the least time of all codecs")
    assert right.startswith("serialize 1.00×")
    assert said(tmp_path / "b.duckdb", {"plain": (2000, 900), "packed": (1000, 400)}, kept)[0] == ALONE


def test_ratios_to_another_version_of_the_reference_are_a_series_of_their_own(tmp_path: Path) -> None:
    lab, days = tmp_path / "a.duckdb", (0, 1, 2)
    for day, reference in zip(days, ("1.0", "1.0", "2.0"), strict=True):
        add(lab, {"plain": (2000, 900), "packed": (1000, 400)}, versions={"plain": reference}, day=DAY + timedelta(day))
    runs = gathered_runs([lab], {}).runs
    packed = selected(runs, lambda _, cell: cell.subject.name == "packed" and cell.operation is Operation.SERIALIZE)
    *_, table = over_time(packed, {}, "../")
    assert isinstance(table, Table)
    place = "packed on here, serialize school/1100/random, over plain"
    assert [row[0].text for row in table.entries] == [f"{place} (2.0) on here", *[f"{place} (1.0) on here"] * 2]
