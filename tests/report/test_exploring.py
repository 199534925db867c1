"""The choices of a page's readers, and the results that its script works out of them."""

import json
import re
import shutil
import subprocess
from dataclasses import asdict, replace
from pathlib import Path
from statistics import geometric_mean
from typing import Any

import pytest

from tests.conftest import require
from tests.report.invented_results import interval, invented_results
from tests.report.test_page import HOSTILE, hostile
from tests.report.test_transfer import BINARY, JSON, LARGE, PACKED, found, results
from wirelab.choice.prices import Prices
from wirelab.choice.use import SECONDS, Load, Times, Use, yearly
from wirelab.files.toml import parse_document
from wirelab.model.cell import Operation
from wirelab.model.findings.finding import CellFinding, Interval
from wirelab.model.findings.transfer import TransferFinding
from wirelab.model.link import Link, parse_link, rate_words
from wirelab.model.subject import Profile, parse_subject
from wirelab.report.explorer import Explorer, anchor, anchor_of
from wirelab.report.quantities import duration, duration_with_interval, ratio_with_interval, size
from wirelab.report.render.page import page_scripts, render_page
from wirelab.report.run import figures
from wirelab.report.run.explore import explorer
from wirelab.report.run.marks import marks_of
from wirelab.report.run.ranking import rankings
from wirelab.report.run.report import run_report
from wirelab.report.run.results import Results
from wirelab.report.run.transfer import tippings

NODE = shutil.which("node")
HERE = Path(__file__).parent
PRICES = parse_document(Path("prices.toml").read_text(encoding="utf-8"), Prices, "prices")
SCRIPTS = Path("src/wirelab/report/templates/scripts").resolve()


def by_round(shown: Results) -> list[dict[str, Any]]:
    """The points of the figure of the first ranking's processes."""
    figure = figures.by_round(shown, rankings(shown)[0], marks_of(shown))
    assert figure is not None
    return [*figure["data"]["values"]]


def explored(shown: Results) -> Explorer:
    return explorer(shown, rankings(shown), marks_of(shown))


def node(script: str, values: Any) -> Any:
    """The output of a script that imports the page's modules, given `values` on standard input."""
    require("node", NODE is not None, "no node on PATH")
    reads = 'import { readFileSync } from "node:fs"; const given = JSON.parse(readFileSync(0, "utf8"));'
    imports = re.sub(r'from "', f'from "{SCRIPTS.as_uri()}/', script)
    command = [str(NODE), "--input-type=module", "--eval", reads + imports]
    done = subprocess.run(command, input=json.dumps(values), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_what_the_script_works_out_holds_without_a_page() -> None:
    require("node", NODE is not None, "no node on PATH")
    command = [str(NODE), "--test", str(HERE / "scripts" / "pure.test.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout


def test_the_scripts_modules_become_one() -> None:
    _, script = page_scripts()
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)
    names = re.findall(r"^const (\w+) =", script, re.MULTILINE)
    assert len(names) == len(set(names)), "names of all modules share one scope"
    assert "</script" not in script.lower()


def measured(transfer: TransferFinding) -> Results:
    """With a cell for everything that the ways are made of."""
    cells = dict.fromkeys(cell for each in transfer.ways for cell in each.way.cells)
    times = (1e5, 1.1e5, 0.9e5)
    own = tuple(CellFinding(cell, interval([*times], 0.1), times, None, None, None, 1.0, 0) for cell in cells)
    made, rounds = results(transfer), {each.cell: tuple(range(len(times))) for each in own}
    return replace(made, findings=replace(made.findings, cells=own, comparisons=()), rounds=rounds)


def test_the_pages_arithmetic_is_the_cores() -> None:
    transfer = found(JSON, BINARY, PACKED, LARGE)
    data = explored(measured(transfer))
    assert [each.name for each in data.ways] == [each.way.format for each in transfer.ways]
    links = [Link(10**power, delay) for power in range(3, 12) for delay in (0.0, 0.04)]
    script = """
        import { total, turning, ranked } from "mix.mjs";
        const mixes = given.links.map(([rate, delay]) => ({ rate, delay, reads: 1, cpu: 0, traffic: 0, by: "time" }));
        const sides = mixes.map((mix) => turning(given.ways, mix, "rate"));
        const names = (each) => each && [each.way.name, each.at];
        console.log(JSON.stringify({
          totals: mixes.map((mix) => given.ways.map((way) => total(way, mix))),
          best: mixes.map((mix) => ranked(given.ways, mix, 0)[0].way.name),
          sides: sides.map(({ below, above }) => [names(below), names(above)]),
        }));
    """
    ways = [asdict(each) for each in data.ways]
    said = node(script, {"ways": ways, "links": [[each.bits_per_s, each.delay_s] for each in links]})
    for at, link in enumerate(links):
        totals = [each.time_over_ns(link) for each in transfer.ways]
        assert said["totals"][at] == pytest.approx(totals, rel=1e-12)
        best = transfer.ways[totals.index(min(totals))]
        others = [each for each in transfer.ways if each is not best]
        assert said["best"][at] == best.way.format
        for side, tipping in zip(said["sides"][at], tippings(best, others, link), strict=True):
            assert (side is None) == (tipping is None)
            if tipping is not None:
                assert side[0] == tipping.of
                assert side[1] == pytest.approx(1 / tipping.x, rel=1e-9)


def test_the_pages_prices_are_those_of_a_year() -> None:
    data = explored(replace(invented_results(), prices=PRICES))
    assert data.prices == (0.0425, pytest.approx(0.09 * 1e9 / (1 << 30)))
    assert "2025-01" in data.priced
    uses = [Use(messages_per_s=1e6 / SECONDS, reads=reads) for reads in (0.0, 1.0, 7.5)]
    script = """
        import { total } from "mix.mjs";
        const mixes = given.reads.map((reads) => ({ ...given.mix, reads, rate: 1, delay: 0, by: "price" }));
        console.log(JSON.stringify(mixes.map((mix) => given.ways.map((way) => 1e6 * total(way, mix)))));
    """
    mix = {"cpu": data.prices[0], "traffic": data.prices[1]}
    ways = [asdict(each) for each in data.ways]
    said = node(script, {"ways": ways, "reads": [each.reads for each in uses], "mix": mix})
    for use, totals in zip(uses, said, strict=True):
        loads = [Load(Times(each.write_ns, each.read_ns), each.size_bytes, each.receivers) for each in data.ways]
        assert totals == pytest.approx([yearly(each, use, PRICES).total for each in loads], rel=1e-9)


def test_versions_are_a_facet_where_a_study_asks_for_some() -> None:
    shown = invented_results()
    assert "version" not in {each.name for each in explored(shown).facets}
    cells = tuple(
        replace(each, cell=replace(each.cell, subject=each.cell.subject.at("2.0")))
        if each.cell.subject.codec == "orjson"
        else each
        for each in shown.findings.cells
    )
    data = explored(replace(shown, findings=replace(shown.findings, cells=cells)))
    facets = {each.name: each.levels for each in data.facets}
    assert facets["version"] == ("1.2.3", "2.0")
    assert "orjson" in facets["library"]
    assert "orjson@2.0@cpython" in {each.name for each in data.whos}
    assert "cell/school/110/random/cpython/orjson@2.0/serialize" in {each.anchor for each in data.cells}


def test_the_page_writes_quantities_as_the_report_does() -> None:
    numbers = [0.4, 1, 9.996, 99.95, 512, 999.4, 999.7, 1e3, 1234.5, 83_000, 999_949, 1e6, 3.456e9, 1.2e13]
    limits = [
        (1.003, 0.991, 1.014),
        (0.852, 0.788, 0.921),
        (19.04, 17.49, 20.6),
        (2.0, 0.5, 1e308),
        (1.04, 1.0, 1.0801),
    ]
    rates = [5.0, 1e3, 38e6, 1.96e8, 1e9, 2.5e12]
    script = """
        import { duration, size, durationWithLimits, ratioWithLimits, rateWords, parseRate } from "quantities.mjs";
        console.log(JSON.stringify({
          durations: given.numbers.map(duration), sizes: given.numbers.map(size),
          times: given.limits.map((each) => durationWithLimits(each.map((one) => one < 1e300 ? one * 1e5 : one))),
          ratios: given.limits.map(ratioWithLimits),
          rates: given.rates.map((each) => rateWords(each, 12)),
          read: given.rates.map((each) => parseRate(rateWords(each, 12))),
        }));
    """
    said = node(script, {"numbers": numbers, "limits": limits, "rates": rates})
    unbounded = [tuple(float("inf") if end > 1e300 else end for end in each) for each in limits]
    intervals = [Interval(*each, 0.95, 8, "t") for each in unbounded]
    assert said["durations"] == [duration(each) for each in numbers]
    assert said["sizes"] == [size(each) for each in numbers]
    assert said["ratios"] == [[*ratio_with_interval(each)] for each in intervals]
    scaled = [Interval(*(end * 1e5 for end in each), 0.95, 8, "t") for each in unbounded]
    assert said["times"] == [[*duration_with_interval(each)] for each in scaled]
    assert said["rates"] == [rate_words(each, 12) for each in rates]
    assert said["read"] == [parse_link(rate_words(each, 12)).bits_per_s for each in rates]


def test_facets_are_the_factors_that_differ() -> None:
    data = explored(invented_results())
    facets = {each.name: each.levels for each in data.facets}
    assert facets["runtime"] == ("cpython", "jvm")
    assert facets["operation"] == ("serialize", "deserialize")
    assert facets["size"] == ("110", "1100")
    assert facets["settings"] == ("default", "set by hand")
    assert facets["compressor"] == ("none", "gzip", "zstd-19")
    assert not {"mode", "sink", "variant", "data"} & set(facets), "one level is no choice"
    assert len({each.anchor for each in data.cells}) == len(data.cells) == 48
    assert sum(data.counts[0, at] for at in range(2)) == 48
    tuned = replace(invented_results(), profile=Profile.TUNED)
    assert ("default", "tuned") in [each.levels for each in explored(tuned).facets]


def test_ways_are_what_is_both_written_and_read() -> None:
    shown = invented_results()
    data = explored(shown)
    assert [place.title for place in data.places] == ["school/110/random", "school/1100/random"]
    assert len(data.ways) == 24
    way = next(each for each in data.ways if each.name == "orjson · cpython" and each.place == 1)
    times = {
        each.cell.operation: each.time_ns.estimate
        for each in shown.findings.cells
        if (str(each.cell.subject), each.cell.corpus.size) == ("orjson", "1100") and each.time_ns
    }
    assert (way.write_ns, way.read_ns) == (times[Operation.SERIALIZE], times[Operation.DESERIALIZE])
    assert len(way.rounds) == 12
    written = tuple(each for each in shown.findings.cells if each.cell.operation is Operation.SERIALIZE)
    assert explored(replace(shown, findings=replace(shown.findings, cells=written))).ways == ()


def test_cells_that_begin_later_or_lose_a_process_keep_their_rounds() -> None:
    shown = invented_results(processes=4)
    late, torn = (shown.findings.cells[at].cell for at in (1, 3))  # in the same ranking; gson lost one
    kept = {late: 2, torn: 3}
    cells = tuple(
        replace(each, process_times_ns=each.process_times_ns[: kept.get(each.cell, 4)]) for each in shown.findings.cells
    )
    rounds = {**shown.rounds, late: (2, 3), torn: (0, 2, 3)}
    data = explored(replace(shown, findings=replace(shown.findings, cells=cells), rounds=rounds))
    first, second, _, fourth = (each.process_times_ns for each in cells[:4])
    by_who = {data.whos[each.who].subject: each for each in data.cells if each.ranking == 0}
    assert by_who[str(late.subject)].rounds_ns == (None, None, *map(pytest.approx, second))
    assert by_who[str(torn.subject)].rounds_ns == (pytest.approx(fourth[0]), None, *map(pytest.approx, fourth[1:]))
    script = """
        import { ratioOf } from "statistics.mjs";
        console.log(JSON.stringify(ratioOf(given.late, given.other)));
    """
    other = by_who[str(cells[0].cell.subject)]
    estimate, *_ = node(script, {"late": asdict(by_who[str(late.subject)]), "other": asdict(other)})
    assert estimate == pytest.approx(geometric_mean([second[0] / first[2], second[1] / first[3]]))
    figure = by_round(replace(shown, findings=replace(shown.findings, cells=cells), rounds=rounds))
    assert {value["number"] for value in figure if value["says"].startswith(f"{late.subject} · ")} == {3, 4}


def test_cells_and_ways_that_were_not_steady_are_marked() -> None:
    shown = invented_results()
    cells = tuple(
        replace(each, steady_share=0.25) if str(each.cell.subject) == "orjson" else each
        for each in shown.findings.cells
    )
    data = explored(replace(shown, findings=replace(shown.findings, cells=cells)))
    assert {data.whos[each.who].subject for each in data.cells if each.unsteady} == {"orjson"}
    assert {data.whos[each.who].subject for each in data.ways if each.unsteady} == {"orjson"}
    transfer = measured(found(JSON, BINARY))
    shaky = tuple(
        replace(each, steady_share=0.0) if each.cell in BINARY.way.readers else each for each in transfer.findings.cells
    )
    ways = explored(replace(transfer, findings=replace(transfer.findings, cells=shaky))).ways
    assert [each.unsteady for each in ways] == [False, True]


def test_two_processes_of_a_round_count_once() -> None:
    shown = invented_results(processes=4)
    (first, *_), rounds = shown.findings.cells, {**shown.rounds, shown.findings.cells[0].cell: (0, 0, 1, 1)}
    one, two, three, four = first.process_times_ns
    assert replace(shown, rounds=rounds).times_by_round(first) == {
        0: pytest.approx(geometric_mean([one, two])),
        1: pytest.approx(geometric_mean([three, four])),
    }
    assert replace(shown, rounds={}).times_by_round(first) == {}
    assert replace(shown, rounds={first.cell: (0, 1, 2, 3, 4)}).times_by_round(first) == {}, "one of them has no time"


def test_places_have_names_of_bounded_length_and_of_their_own() -> None:
    cell = invented_results().findings.cells[9].cell
    assert anchor(cell) == "cell/school/110/random/cpython/orjson:keys=sorted+zstd-19/serialize"
    names = [HOSTILE, HOSTILE + " ", "x" * 500, "x" * 501, "a b", "a-b", "a  b", "é", "è", "\ud800", "\u202etxt"]
    anchors = [anchor_of(name) for name in names]
    assert len(set(anchors)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9._~:+=,/-]{1,170}", each) for each in anchors)


@pytest.mark.long
def test_hostile_names_stay_data() -> None:
    html = render_page(run_report(hostile(invented_results())))
    text = re.search(r'<script type="application/json" id="measured">(.*?)</script>', html, re.DOTALL)
    assert text
    assert not set("<>&\u202e\x1b") & set(text[1])
    data = json.loads(text[1])
    assert data["whos"][0]["platform"] == HOSTILE.replace("\x1b", "\\x1b")
    subject = replace(parse_subject("a"), codec="\u202e" + "n" * 500)
    cell = replace(invented_results().findings.cells[0].cell, subject=subject)
    assert len(anchor(cell)) < 200


@pytest.mark.long
def test_values_without_an_end_are_json() -> None:
    shown = invented_results()
    open_ = Interval(2.0, 0.5, float("inf"), 0.95, 2, "t")
    compared = tuple(replace(each, ratio=open_) for each in shown.findings.comparisons)
    html = render_page(run_report(replace(shown, findings=replace(shown.findings, comparisons=compared))))
    assert '"ratio":[2.0,0.5,1e+308]' in html
