"""The page as its reader uses it: chooses, selects, compares again, re-ranks, follows links."""

import re
from csv import DictReader
from dataclasses import replace
from pathlib import Path

import pytest

from tests.again import first
from tests.report.reported import transfer_results
from tests.report.used_page import DOCUMENTED, RESULTS, used
from wirelab.model.findings.forecast import Fastest


@pytest.mark.long
def test_facets_narrow_rows_and_figures_and_the_link_keeps_them(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const facet = (name) => all(".facet").find((each) => each.querySelector("legend").textContent === name);
        const points = () => all("[data-live=size] .mark").length;
        const before = [rows().length, points()];
        facet("format").querySelector("[data-act=none]").click();
        const none = [rows().length, points(), find("[data-live=size]").textContent];
        const boxes = [...facet("format").querySelectorAll("input")];
        boxes.find((box) => box.parentElement.textContent.includes("JSON")).click();
        const json = [rows().length, points(), find("#shown").textContent, decodeURIComponent(location.hash)];
        facet("operation").querySelectorAll("input")[0].click();
        const one = [rows().length, all("[data-live=size] figure").length, location.hash];
        facet("format").querySelector("[data-act=all]").click();
        const some = rows().length;
        find("[data-act=everything]").click();
        return { before, none, json, one, some, after: rows().length, hash: location.hash };
        """,
    )
    assert seen["before"] == [48, 48]
    assert seen["none"] == [0, 0, "Nothing that is shown has both a time and a size."]
    assert seen["json"] == [16, 16, "16 of 48 cells are shown.", "#?format=JSON"]
    assert seen["one"][:2] == [8, 2]
    assert seen["one"][2] == "#?format=JSON&operation=deserialize"
    assert seen["some"] == 24
    assert (seen["after"], seen["hash"]) == (48, "")


@pytest.mark.long
def test_a_link_restores_what_was_chosen(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const said = {
          rows: rows().map((row) => row.cells[1].textContent), pick: find("#picked h3").textContent,
          reference: find("#reference").selectedOptions[0].textContent, gone: find("#gone").hidden,
          rate: find("#rate-words").textContent, reads: find("#mix").elements.reads.value,
          sorted: all("th[aria-sort]").map((head) => head.textContent),
        };
        const search = find("section:has(tr[id]) .filter input");
        set(search, "json XML");
        return { ...said, hash: location.hash, found: rows().length };
        """,
        "?runtime=cpython&pick=orjson@cpython&reference=json@cpython&rate=20Mbit/s&reads=3&sort=size&find=orjson",
    )
    assert seen["rows"] == ["cpython"] * 8, "orjson, and orjson with sorted keys"
    assert (seen["found"], "&find=json%20XML&" in seen["hash"]) == (0, True)
    assert (seen["pick"], seen["reference"], seen["gone"]) == ("orjson · cpython", "json · cpython", True)
    assert (seen["rate"], seen["reads"]) == ("20 Mbit/s", "3")
    assert seen["sorted"] == ["size"] * 4


@pytest.mark.long
@pytest.mark.parametrize(
    ("fragment", "says"),
    first(
        4,
        [
            ("?format=%3Cimg%20src=x%20onerror=alert(1)%3E", "<img src=x onerror=alert(1)>"),
            ("?toString=1&place=7", "toString; place"),
            ("cell/that/is/gone", "cell/that/is/gone"),
            ("?reads=-1", "reads “-1”"),
            ("?format=CBOR", "format “CBOR”"),
            ("?pick=gone@jvm", "pick “gone@jvm”"),
            ("?rate=0bit/s&runtime=jvm", "rate “0bit/s”"),
        ],
    ),
)
def test_a_link_to_what_is_gone_says_so_and_shows_everything(tmp_path: Path, fragment: str, says: str) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        "return { gone: find('#gone').hidden ? '' : find('#gone').textContent, rows: rows().length, "
        "images: all('img').length };",
        fragment,
    )
    assert says in seen["gone"]
    assert seen["gone"].endswith("Everything is shown.")
    assert (seen["rows"], seen["images"]) == (48, 0)


@pytest.mark.long
def test_every_row_and_figure_is_a_place_that_links_land_on(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const places = [...all("tr[id]"), ...all("figure[id]")].map((each) => each.id);
        const hash = (id) => decodeURIComponent(new URL(`#${id}`, location.href).hash.slice(1));
        const lands = (id) => document.getElementById(hash(id));
        return {
          places: places.length, lost: places.filter((id) => lands(id)?.id !== id),
          target: all(".target").map((each) => each.id), shown: rows().length,
        };
        """,
        "cell/school/1100/random/jvm/gson/deserialize",
    )
    assert seen["places"] == 48 + 16 + 4
    assert seen["lost"] == []
    assert seen["target"] == ["cell/school/1100/random/jvm/gson/deserialize"]
    assert seen["shown"] == 48


@pytest.mark.long
def test_a_link_lands_on_a_row_that_a_search_has_hidden(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        set(find("section:has(tr[id]) .filter input"), "json");
        const row = document.getElementById("cell/school/1100/random/jvm/protobuf-java/deserialize");
        const before = row.offsetHeight;
        location.hash = row.id;
        await until(() => row.classList.contains("target"));
        return { before, after: row.offsetHeight > 0, found: find("section:has(tr[id]) .filter input").value };
        """,
    )
    assert seen == {"before": 0, "after": True, "found": ""}


@pytest.mark.long
def test_what_is_selected_anywhere_is_marked_everywhere(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        DOCUMENTED,
        """
        const marked = () => ({
          rows: all("tr.picked[id]").map((row) => row.cells[0].textContent),
          size: all("[data-live=size] .mark.picked").map((mark) => mark.getAttribute("aria-label").split(" ")[0]),
          ratios: all("[data-live=ratios] .mark.picked").length,
          drift: all("[id^='drift/'] .picked").length,
          mix: texts("#mixed tr.picked th"),
        });
        const says = (mark) => mark.getAttribute("aria-label");
        const point = all("[data-live=size] .mark").find((mark) => says(mark).startsWith("msgspec-msgpack"));
        point.dispatchEvent(new MouseEvent("click", { bubbles: true }));
        const first = marked();
        const facts = texts("#picked dt").map((name, at) => [name, texts("#picked dd")[at]]);
        const link = find("#picked dd a");
        all("tr[id] button.who").find((button) => button.textContent === "gson").click();
        const second = marked();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
        const left = { third: marked(), hash: location.hash, hidden: find("#picked").hidden };
        return { first, facts, href: link.href, second, ...left };
        """,
    )
    first = seen["first"]
    assert first["rows"] == ["msgspec-msgpack"] * 4
    assert first["size"] == ["msgspec-msgpack"] * 4
    assert (first["ratios"], first["drift"], first["mix"]) == (4, 4 * 12, ["msgspec-msgpack · cpython"])
    facts = dict(seen["facts"])
    assert (facts["format"], facts["version"]) == ("MessagePack", "1.2.3")
    assert "fields found by names" in facts["contract"]
    assert seen["href"] == facts["documentation"] == "https://docs.example/msgspec-msgpack"
    assert set(seen["second"]["rows"]) == {"gson"}
    assert seen["third"]["rows"] == []
    assert (seen["hash"], seen["hidden"]) == ("", True)


@pytest.mark.long
def test_another_reference_makes_other_ratios_and_says_what_they_are(tmp_path: Path) -> None:
    known = {cell: own for cell, own in RESULTS.rounds.items() if cell.subject.codec != "gson"}
    seen = used(
        tmp_path,
        replace(RESULTS, rounds=known),
        """
        const row = (name) => all("tr[id]").find((each) => each.cells[0].textContent === name);
        const heads = [...row("gson").closest("table").tHead.rows[0].cells];
        const column = (name) => heads.findIndex((head) => head.textContent === name);
        const say = (name) => ["ratio", "verdict"].map((each) => row(name).cells[column(each)].textContent.trim());
        const names = ["gson", "protobuf-java", "orjson", "jaxb-moxy"];
        const before = names.map(say);
        const options = [...find("#reference").options];
        const proto = options.find((each) => each.textContent === "protobuf-java · jvm");
        set(find("#reference"), proto.value, "change");
        const after = names.map(say);
        const grey = row("gson").cells[column("ratio")].className;
        const note = find("#recomputed").hidden;
        const label = find("[data-live=ratios] .mark").getAttribute("aria-label");
        set(find("#reference"), "", "change");
        return { before, after, grey, note, label, again: names.map(say) };
        """,
    )
    gson, proto, orjson, moxy = seen["after"]
    assert proto == ["1×", "reference"]
    assert re.fullmatch(r"4\.\d\d×", gson[0]), "its rounds are not known, so there is no interval"
    assert gson[1] == "too few rounds in common"
    assert "grey" in seen["grey"]
    assert re.fullmatch(r"1\.\d\d× \[1\.\d\d, 1\.\d\d\]", orjson[0])
    assert orjson[1] == moxy[1] == "slower"
    assert re.fullmatch(r"5\.\d\d× \[5\.\d+, 6\.\d+\]|5\.\d\d× \[5\.\d+, 5\.\d+\]|6\.\d\d× \[.*\]", moxy[0])
    assert seen["note"] is False
    assert "of the time of protobuf-java · jvm" in seen["label"]
    assert "recomputed" in seen["label"]
    assert seen["again"] == seen["before"]


@pytest.mark.long
def test_rows_that_are_sorted_by_their_ratio_stay_so_with_a_reference_on_each_platform(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const table = find("tr[id]").closest("table");
        const head = [...table.tHead.rows[0].cells].find((each) => each.textContent === "ratio");
        head.querySelector("button").click();
        set(find("#reference"), "fastest-here", "change");
        const ratios = [...table.tBodies[0].rows].map((row) => parseFloat(row.cells[head.cellIndex].textContent));
        return { sorted: head.getAttribute("aria-sort"), ratios };
        """,
    )
    assert seen["sorted"] == "ascending"
    assert seen["ratios"] == sorted(seen["ratios"])


@pytest.mark.long
@pytest.mark.parametrize("allowed", [True, False])
def test_what_is_shown_is_copied_as_markdown_and_csv(tmp_path: Path, allowed: bool) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        f"""
        let clipboard = null;
        const writeText = async (text) => {{ if (!{str(allowed).lower()}) throw new Error("no"); clipboard = text; }};
        Object.defineProperty(navigator, "clipboard", {{ value: {{ writeText }} }});
        const copied = async (act) => {{
          const before = find(`[data-act=${{act}}]`).textContent;
          click(`[data-act=${{act}}]`);
          await until(() => find(`[data-act=${{act}}]`).textContent !== before);
          return [clipboard ?? find("#copied").value, find(`[data-act=${{act}}]`).textContent];
        }};
        all(".facet [data-act=none]")[0].click();
        all(".facet input")[1].click();
        return {{ csv: await copied("csv"), markdown: await copied("markdown"), link: await copied("link") }};
        """,
    )
    text, says = seen["csv"]
    assert says == ("Copied" if allowed else "Copy it from below")
    rows = list(DictReader(text.splitlines()))
    assert len(rows) == 24
    assert {row["platform"] for row in rows} == {"jvm"}
    (gson,) = (row for row in rows if (row["subject"], row["operation"], row["size"]) == ("gson", "serialize", "110"))
    found = next(each for each in RESULTS.findings.cells if each.cell.subject.codec == "gson")
    assert found.time_ns
    assert (float(gson["time_ns"]), int(gson["size_bytes"])) == (found.time_ns.estimate, found.encoded_bytes)
    assert (gson["verdict"], gson["against"]) == ("faster", "jaxb-moxy@jvm")
    markdown = seen["markdown"][0]
    assert markdown.count("### ") == 4
    assert markdown.count("| gson | jvm | JSON |") == 4
    assert "cpython" not in markdown
    assert seen["link"][0].endswith("#?runtime=jvm")


@pytest.mark.long
def test_the_readers_mix_ranks_anew(tmp_path: Path) -> None:
    seen = used(
        tmp_path,
        RESULTS,
        """
        const form = find("#mix").elements;
        const first = () => find("#mixed tbody th").textContent;
        const said = { fast: [first(), texts("#mixed li")] };
        set(form.rate, 100);
        said.slow = [first(), find("#rate-words").textContent, location.hash];
        set(form.reads, "100");
        said.reads = location.hash;
        set(form.reads, "nonsense");
        set(form.reads, "-3");
        said.wrong = [find("#wrong").textContent, location.hash, form.reads.getAttribute("aria-invalid")];
        form.by[1].click();
        form.by[1].dispatchEvent(new Event("input", { bubbles: true }));
        said.free = find("#mixed .answer").textContent;
        set(form.cpu, "0.04");
        set(form.traffic, "0.09");
        said.price = [find("#mixed .answer").textContent, texts("#mixed li").length, location.hash];
        return said;
        """,
    )
    assert seen["fast"][0] == "protobuf-java · jvm"
    assert any("would take less if the rate of the link were below" in words for words in seen["fast"][1])
    assert seen["slow"][:2] == ["protobuf-java+gzip · jvm", "100 kbit/s"]
    assert seen["slow"][2] == "#?rate=100%20kbit/s"
    assert seen["reads"].endswith("&reads=100")
    assert "is no number" in seen["wrong"][0]
    assert seen["wrong"][1].endswith("&reads=100")
    assert seen["wrong"][2] == "true"
    assert seen["free"] == "All take nothing: give a price above 0."
    assert "takes the least: " in seen["price"][0]
    assert "for a million" in seen["price"][0]
    assert seen["price"][2].endswith("&reads=100&cpu=0.04&traffic=0.09&by=price")


@pytest.mark.long
def test_a_transfers_ways_are_those_of_its_answer(tmp_path: Path) -> None:
    seen = used(tmp_path, transfer_results(), "return { there: Boolean(find('#explorer')), rows: rows().length };")
    assert seen["there"]


@pytest.mark.long
def test_a_figure_that_waits_is_drawn_for_a_link_to_it(tmp_path: Path) -> None:
    further = tuple(
        replace(each, cell=replace(each.cell, corpus=replace(each.cell.corpus, size="9")))
        for each in RESULTS.findings.cells
        if each.cell.corpus.size == "110" and not each.cell.twin
    )
    findings = replace(RESULTS.findings, cells=(*RESULTS.findings.cells, *further))
    script = """
        return {
          sizes: all("[data-live=size] figure").length, target: all("figure.target").map((each) => each.id),
          gone: find("#gone").hidden,
        };
    """
    results = replace(RESULTS, findings=findings)
    assert used(tmp_path, results, script) == {"sizes": 4, "target": [], "gone": True}
    name = "size/deserialize-school/9/random"
    assert used(tmp_path, results, script, name) == {"sizes": 6, "target": [name], "gone": True}


@pytest.mark.long
def test_platforms_and_growth_follow_the_choice_and_the_fastest_is_a_reference(tmp_path: Path) -> None:
    grown = replace(RESULTS, corpora=tuple(replace(each, objects=10**at) for at, each in enumerate(RESULTS.corpora, 1)))
    seen = used(
        tmp_path,
        grown,
        """
        const counts = () => [all("[data-live=platforms] svg").length, all("[data-live=growth] svg").length];
        const first = counts();
        const lines = all("[data-live=growth] svg")[0].querySelectorAll("path[stroke]").length;
        set(find("#reference"), "fastest-here", "change");
        const here = [location.hash, rows().filter((row) => / reference/.test(row.textContent)).length];
        set(find("#reference"), "fastest", "change");
        const any = [location.hash, rows().filter((row) => / reference/.test(row.textContent)).length];
        location.hash = "?runtime=jvm&reference=fastest-here";
        await until(() => find("#reference").value === "fastest-here");
        const [gone, chosen] = [find("#gone").hidden, find("#reference").value];
        return { first, lines, here, any, left: counts(), gone, chosen };
        """,
    )
    assert seen["first"] == [4, 2]
    assert seen["lines"] >= 12
    assert seen["here"] == ["#?reference=fastest-here", 8]
    assert seen["any"] == ["#?reference=fastest", 4]
    assert (seen["left"], seen["gone"], seen["chosen"]) == ([4, 2], True, "fastest-here")


@pytest.mark.long
def test_cells_that_were_not_steady_are_called_so_whatever_they_are_compared_with(tmp_path: Path) -> None:
    cells = tuple(
        replace(each, steady_share=0.25) if str(each.cell.subject) == "orjson" else each
        for each in RESULTS.findings.cells
    )
    first = next(each.cell for each in cells if str(each.cell.subject) == "protobuf-java")
    forecast = replace(RESULTS.findings.forecast, fastest=(Fastest((first,), 0.95),))
    seen = used(
        tmp_path,
        replace(RESULTS, findings=replace(RESULTS.findings, cells=cells, forecast=forecast)),
        """
        const said = () => rows().slice(0, 12).map((row) => [row.cells[0].textContent, row.textContent]);
        const gson = [...find("#reference").options].find((each) => /^gson /.test(each.textContent));
        set(find("#reference"), gson.value, "change");
        const named = (name) => said().find(([subject]) => subject === name)[1];
        return {
          orjson: named("orjson"), json: named("json"), mix: find("#mixed .answer").textContent,
          sure: texts("#mixed tbody tr").filter((text) => /estimates/.test(text)).length,
          labels: all("[data-live=ratios] .mark").map((mark) => mark.getAttribute("aria-label")),
        };
        """,
    )
    assert "unsteady" in seen["orjson"]
    assert "slower" in seen["json"]
    assert "One other is compared only by estimates" in seen["mix"]
    assert seen["sure"] == 1
    labels = [each for each in seen["labels"] if "– the fastest" in each]
    assert [each.partition(" ")[0] for each in labels] == ["protobuf-java"]
    assert labels[0].endswith("– the fastest of those that were steady")
