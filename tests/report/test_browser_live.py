"""Figures that follow a reader's choice in a run: allocation, processes, warm-ups, parts of a sum, values as files."""

import base64
from csv import DictReader
from pathlib import Path

import duckdb
import pytest

from tests.report.reported import transfer_results
from tests.report.used_page import RESULTS, WARMED, used


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "marks", "says"),
    [
        ("allocated", 4 * 6, "one operation allocates"),
        ("drift", 4 * (12 * 12), ", process 1: "),
        ("warm-up", 4 * 11, "took 5.00× its time, the last 1.00×, and it was at its last level from 30 % on"),
    ],
)
def test_figures_of_a_run_answer_to_choice_selection_and_hover(
    tmp_path: Path, kind: str, marks: int, says: str
) -> None:
    seen = used(
        tmp_path,
        WARMED,
        f"""
        const marks = () => all("[data-live={kind}] .mark");
        const label = (mark) => mark.getAttribute("aria-label");
        const before = [marks().length, all("[data-live={kind}] figure").length, all("[data-live={kind}] svg").length];
        const own = marks().filter((mark) => label(mark).startsWith("gson · jvm"));
        own[0].dispatchEvent(new PointerEvent("pointerover", {{ bubbles: true }}));
        const hovered = [label(own[0]), find("#tip").textContent];
        own[0].dispatchEvent(new MouseEvent("click", {{ bubbles: true }}));
        const picked = [all("[data-live={kind}] .picked").length, all("tr.picked[id]").length, location.hash];
        const facet = all(".facet").find((each) => each.querySelector("legend").textContent === "runtime");
        facet.querySelectorAll("input")[1].click();
        const text = find("[data-live={kind}]").textContent.trim();
        return {{ before, own: own.length, hovered, picked, left: marks().length, text }};
        """,
    )
    assert seen["before"] == [marks, 4, 4]
    assert seen["hovered"][0] == seen["hovered"][1]
    assert says in seen["hovered"][0]
    assert seen["picked"] == [seen["own"], 4, "#?pick=gson@jvm"]
    if kind == "allocated":
        assert (seen["left"], seen["text"]) == (0, "No runtime that is shown reports allocations.")
    else:
        assert 0 < seen["left"] < marks


@pytest.mark.long
def test_links_land_on_these_figures(tmp_path: Path) -> None:
    script = "return all('figure.target').map((each) => each.id);"
    for name in ("allocated/2", "drift/serialize-school/110/random", "warm-up/4"):
        assert used(tmp_path, WARMED, script, name) == [name]


def test_what_is_known_of_how_a_codec_is_called_is_beside_its_name(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        WARMED,
        """
        const names = texts("#picked dt");
        return Object.fromEntries(texts("#picked dd").map((fact, at) => [names[at], fact]));
        """,
        "?pick=orjson@cpython",
    )
    assert seen["source"] == "runners/orjson.code"
    assert seen["authors"] == "Fair."
    assert "fields found by names" in seen["contract"]
    assert (seen["library"], seen["version"]) == ("The orjson library", "1.2.3")


@pytest.mark.long
def test_within_a_platform_or_across_platforms_is_a_switch(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        // The reference of a ratio that the page works out.
        const switched = (value) => {
          find(`#across [value="${value}"]`).click();
          const references = rows().filter((row) => / reference/.test(row.textContent)).length;
          return [location.hash, find("#reference").value, references];
        };
        const first = find("#across :checked").value;
        const all_ = ["fastest-here", "fastest", ""].map(switched);
        const json = [...find("#reference").options].find((each) => each.textContent === "json · cpython");
        set(find("#reference"), json.value, "change");
        return { first, all_, none: find("#across :checked") };
        """,
    )
    assert seen["first"] == ""
    assert seen["all_"] == [
        ["#?reference=fastest-here", "fastest-here", 8],
        ["#?reference=fastest", "fastest", 4],
        ["", "", 0],
    ]
    assert seen["none"] is None, "it is none of the three"


@pytest.mark.long
def test_a_ways_parts_are_stacked_and_named(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const widths = (svg) => [...svg.querySelectorAll("rect")].map((rect) => Number(rect.getAttribute("width")));
        const bars = () => all("#mixed svg.parts").map(widths);
        const said = [find("#mixed [data-parts]").textContent, find("#mixed svg.parts").getAttribute("aria-label")];
        const shares = texts("#mixed tbody tr").map((row) => row.match(/([\\d.]+)×/)[1]).map(Number);
        const time = bars();
        const form = find("#mix").elements;
        form.by[1].click();
        set(form.cpu, "0.04");
        set(form.traffic, "0.09");
        return { said, shares, time, heads: find("#mixed [data-parts]").textContent, price: bars() };
        """,
    )
    assert seen["said"][0] == "writingthe linkreading"
    assert seen["said"][1].startswith("protobuf-java · jvm: writing ")
    sums = [sum(each) for each in seen["time"]]
    assert max(sums) == pytest.approx(100)
    assert [each / sums[0] for each in sums] == pytest.approx(seen["shares"], rel=0.01)
    assert seen["heads"] == "processortraffic"
    assert {len(each) for each in seen["price"]} == {2}
    assert max(map(sum, seen["price"])) == pytest.approx(100)


@pytest.mark.long
def test_a_change_of_the_mix_draws_nothing_else(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const changed = [];
        const note = (changes) => changed.push(...changes);
        const watch = new MutationObserver(note);
        watch.observe(document.body, { subtree: true, childList: true });
        set(find("#mix").elements.rate, 100);
        note(watch.takeRecords());
        const outside = changed.filter(({ target }) => !target.closest("#mix, #mixed"));
        const named = outside.map(({ target }) => target.outerHTML.slice(0, 80));
        return { inside: changed.length - outside.length, outside: named };
        """,
    )
    assert seen["inside"] > 0
    assert seen["outside"] == []


@pytest.mark.long
def test_what_is_shown_is_saved_as_parquet_with_the_values_of_csv(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        WARMED,
        """
        let [blob, name] = [null, null];
        URL.createObjectURL = (given) => { blob = given; return "blob:x"; };
        HTMLAnchorElement.prototype.click = function () { name = this.download; };
        let text = null;
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async (given) => { text = given; } } });
        click("[data-act=parquet]");
        click("[data-act=csv]");
        await until(() => blob !== null && text !== null);
        const bytes = new Uint8Array(await blob.arrayBuffer());
        return { name, type: blob.type, bytes: btoa(String.fromCharCode(...bytes)), text };
        """,
        "?runtime=jvm&operation=serialize",
    )
    assert (seen["name"], seen["type"]) == ("wirelab-cells.parquet", "application/vnd.apache.parquet")
    path = tmp_path / seen["name"]
    path.write_bytes(base64.b64decode(seen["bytes"]))
    with duckdb.connect() as connection:
        found = connection.execute(f"SELECT * FROM '{path}'")
        columns = [(name, str(kind)) for name, kind, *_ in found.description]
        rows = found.fetchall()
    said = list(DictReader(seen["text"].splitlines()))
    assert [name for name, _ in columns] == list(said[0])
    kinds = dict(columns)
    assert kinds["time_ns"] == kinds["ratio_low"] == kinds["allocated_bytes"] == "DOUBLE"
    assert kinds["subject"] == kinds["source"] == kinds["verdict"] == "VARCHAR"
    assert len(rows) == len(said) == 12
    for row, other in zip(rows, said, strict=True):
        for (name, kind), value in zip(columns, row, strict=True):
            assert (
                (float(other[name] or "nan") == value or value is None)
                if kind == "DOUBLE"
                else other[name] == (value or "")
            )


@pytest.mark.long
def test_the_first_screen_says_what_would_change_the_answer(tmp_path: Path) -> None:
    script = (
        "return [find('#turning').hidden, find('#turning').textContent, find('#turning').closest('header') !== null];"
    )
    hidden, words, first = used(tmp_path, RESULTS, script)
    assert (hidden, first) == (False, True)
    assert words.startswith(
        "school/110/random, written once, sent over 1 Gbit/s and read once: protobuf-java · jvm takes the least: "
    )
    assert " would take less if " in words
    assert used(tmp_path, transfer_results(), script)[0], "the answer of a transfer has it"
