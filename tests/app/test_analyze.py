"""`wirelab analyze` as typed: the tables that it reads, its refusals, and its answers."""

import io
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import click
import duckdb
import numpy as np
import pytest

from tests.app.studies import write_study
from tests.conftest import Wirelab
from wirelab.anova.result import FactorialOptions
from wirelab.app.analyze.analysis import Question, analyze_each
from wirelab.app.analyze.lab_table import parameter_columns
from wirelab.cli.main import wirelab as typed
from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.errors import (
    DefinitionError,
    HostError,
    LabError,
    TableError,
    UsageError,
    WirelabError,
)
from wirelab.model.measurement import ProcessSummary
from wirelab.model.subject import parse_subject
from wirelab.report.analyze.analysed import Analysed
from wirelab.report.analyze.report import analyses_report, analysis_report
from wirelab.report.as_json import analyses_json
from wirelab.report.render.terminal import text as plain_text

HEADER = "lib,size,day,t_s\n"
ROWS = [
    (lib, size, f"d{day}", time * (1 + 0.05 * day) * (1 + 0.01 * (day * place % 3)))
    for day in range(3)
    for place, (lib, size, time) in enumerate((("a", "x", 1), ("a", "y", 2), ("b", "x", 3), ("b", "y", 7)))
]
GOOD = HEADER + "".join(f"{lib},{size},{day},{time:.6f}\n" for lib, size, day, time in ROWS)
TWINS = "lib,size,t_s\na,x,1\na,x,1.1\nb,z,2\nb,z,2.1\n"
ONE_EACH = "lib,size,t_s\na,x,1\na,y,2.1\nb,x,1.7\nb,y,4\n"


def analyze(source: str, question: Question) -> Analysed:
    (found,) = analyze_each(source, question, (question.response,))
    return found


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.csv").write_text(GOOD)
    (tmp_path / "twins.csv").write_text(TWINS)
    (tmp_path / "one-each.csv").write_text(ONE_EACH)
    (tmp_path / "alike.csv").write_text(GOOD.replace("\nb,", "\nA,"))
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "cell.csv").write_text(GOOD.replace("a,y,d1", "a,y, "))
    (tmp_path / "zero.csv").write_text(GOOD + "a,x,d0,0\n")
    (tmp_path / "same.csv").write_text("lib,t_s\na,1\na,1\nb,1\nb,1\n")
    (tmp_path / "broken.json").write_text('{"results": [')
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and nothing of Parquet")
    (tmp_path / "lab.duckdb").write_bytes(b"\0" * 8 + b"DUCK" + b"\0" * 100)
    (tmp_path / "folder").mkdir()
    return tmp_path


def run(*words: str) -> None:
    typed.main(["analyze", *words], standalone_mode=False)


ASK = "--response t_s --factors lib,size"
REFUSED = [
    ("nowhere.csv", UsageError, ["nowhere.csv", "no such file", "check the path"]),
    ("folder", UsageError, ["it is a folder", "cargo criterion"]),
    ("empty.csv", TableError, ["it is empty"]),
    ("broken.json", TableError, ["line 1, column 14", "truncated"]),
    (f"broken.parquet {ASK}", TableError, ["this Parquet file cannot be read"]),
    ("lab.duckdb", LabError, ["damaged", "name another file"]),
    ("good.csv", UsageError, ["--response", "lib, size, day, t_s", "With numbers: t_s"]),
    ("good.csv --response t_s", UsageError, ["--factors", "lib, size, day, t_s"]),
    ("good.csv --response t --factors lib", UsageError, ["column 't'", "did you mean 't_s'"]),
    ("good.csv --response t_s --factors libs", UsageError, ["column 'libs'", "did you mean 'lib'"]),
    ("good.csv --response t_s --factors lib,lib", UsageError, ["used twice"]),
    ("good.csv --response t_s --factors lib --block lib", UsageError, ["used twice"]),
    ("good.csv --response lib --factors size", TableError, ["holds no numbers", "choose a column of numbers: t_s"]),
    (f"cell.csv {ASK} --block day", TableError, ["line 7, column 'day'", "empty"]),
    (f"zero.csv {ASK}", TableError, ["line 14, column 't_s'", "0 is not above 0", "logarithm"]),
    ("same.csv --response t_s --factors lib", DefinitionError, ["all values are the same"]),
    ("twins.csv --response t_s --factors lib,size", DefinitionError, ["confounded", "lib", "size"]),
    ("good.csv --response t_s --factors lib,size --where size=x", DefinitionError, ["size has one level, 'x'"]),
    (f"good.csv {ASK} --where size=z", UsageError, ["size level 'z'", "there are: x, y"]),
    (f"good.csv {ASK} --where size=x --where size=y", UsageError, ["--where size", "both x and y"]),
    (f"good.csv {ASK} --where sise=z", UsageError, ["column 'sise'", "did you mean 'size'"]),
    (f"good.csv {ASK} --reference c", UsageError, ["level 'c'", "a, b, x, y"]),
    (f"good.csv {ASK} --reference lib=c", UsageError, ["lib level 'c'", "there are: a, b"]),
    (f"good.csv {ASK} --transform log", UsageError, ["transform 'log'", "did you mean 'log10'"]),
    (f"good.csv {ASK} --method tuckey", UsageError, ["method 'tuckey'", "did you mean 'tukey'"]),
    (f"good.csv {ASK} --method max-t", DefinitionError, ["within blocks", "name a block"]),
    (f"good.csv {ASK} --run 2", UsageError, ["--run", "not a lab file"]),
    (f"good.csv {ASK} --html nowhere/page.html", HostError, ["nowhere/page.html", "No such file"]),
]


@pytest.mark.parametrize(("words", "kind", "says"), REFUSED, ids=[words for words, _, _ in REFUSED])
def test_a_mistake_is_named(folder, words, kind, says) -> None:
    with pytest.raises(kind) as caught:
        run(*words.split())
    error = caught.value
    assert isinstance(error, WirelabError)
    assert error.remedy
    for text in says:
        assert text in f"{error.part}: {error.what}\n{error.why}\n{error.remedy}", text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--alpha 5", "between 1e-09 and 0.5"),
        ("--alpha nan", "between 1e-09 and 0.5"),
        ("--factors lib,,size", "empty name"),
        ("--where size", "operation=serialize"),
        ("--type 4", "'4' is not one of"),
        ("--interactions 0", "not in the range"),
    ],
)
def test_an_option_that_cannot_be(folder, words, says) -> None:
    with pytest.raises(click.UsageError, match=says):
        run("good.csv", "--response", "t_s", *words.split())


def test_more_combinations_than_anyone_compares(folder) -> None:
    rows = [f"{one},{other},{1 + (one * other) % 7}" for one in range(13) for other in range(13)]
    (folder / "wide.csv").write_text("\n".join(["lib,size,t_s", *rows, *rows]))
    with pytest.raises(UsageError, match="169 combinations of levels") as caught:
        analyze("wide.csv", Question("t_s", ("lib", "size")))
    assert "--interactions" in caught.value.remedy


def test_a_reference_that_two_factors_have(folder) -> None:
    (folder / "both.csv").write_text(GOOD.replace(",x,", ",a,"))
    with pytest.raises(UsageError, match="more than one factor") as caught:
        run("both.csv", *ASK.split(), "--reference", "a")
    assert caught.value.remedy == "say which one: lib=a or size=a"


@pytest.mark.long
def test_mistakes_end_without_a_traceback(wirelab: Wirelab, folder) -> None:
    for words, code in (("empty.csv", 3), ("nowhere.csv", 2), ("good.csv", 2), ("lab.duckdb", 6)):
        ended = wirelab("analyze", words)
        assert ended.returncode == code, ended.stderr
        assert ended.stderr.startswith("error: ")
        assert "Traceback" not in ended.stderr


def text_of(source: str, **asked) -> str:
    return plain_text(
        analysis_report(analyze(source, Question(**{"response": "t_s", "factors": ("lib", "size"), **asked})))
    )


def test_what_is_printed(folder) -> None:
    text = text_of("good.csv", block="day")
    for words in (
        "Analysis of variance of ln(t_s), all interactions",
        "lib: Tukey's comparisons",
        "ratio to a",
        "Assumptions, checked on the residuals",
        "ln(t_s) by lib and size, in blocks of day: 12 observations, balanced (t_s is in seconds, as its name says).",
        "Read as CSV.",
    ):
        assert words in text
    variance = text.partition("Analysis of variance")[2].splitlines()
    assert [line.split()[0] for line in variance[2:7]] == ["day", "lib", "size", "lib:size", "error"]


def test_several_responses_are_analysed_one_by_one(folder) -> None:
    header, *rows = GOOD.splitlines()
    (folder / "two.csv").write_text(
        "\n".join([f"{header},u_s", *(f"{row},{2 + at % 5}" for at, row in enumerate(rows))])
    )
    question = Question(factors=("lib", "size"))
    found = analyze_each("two.csv", question, ("t_s", "u_s"))
    alone = [analyze("two.csv", replace(question, response=response)) for response in ("t_s", "u_s")]
    text = plain_text(analyses_report(found))
    for each in alone:
        assert plain_text(analysis_report(each)) in text
    assert text.startswith("t_s\n\n")
    written = analyses_json(found)["responses"]
    assert [each["analysis"]["response"]["name"] for each in written] == ["t_s", "u_s"]
    assert analyses_json(found[:1]) == analyses_json(alone[:1])


def test_blank_cells_of_a_merged_column_mean_the_level_above(folder) -> None:
    header, *rows = GOOD.splitlines()
    seen: set[str] = set()
    merged = []
    for row in sorted(rows):
        lib, _, rest = row.partition(",")
        merged.append(f",{rest}" if lib in seen else row)
        seen.add(lib)
    (folder / "merged.csv").write_text("\n".join([header, *merged]))
    (folder / "sorted.csv").write_text("\n".join([header, *sorted(rows)]))
    with pytest.raises(TableError, match="cannot be used") as caught:
        analyze("merged.csv", Question("t_s", ("lib", "size")))
    assert "--fill-down lib takes the level above" in caught.value.remedy
    filled = plain_text(analysis_report(analyze("merged.csv", Question("t_s", ("lib", "size"), fill_down=("lib",)))))
    assert filled == plain_text(analysis_report(analyze("sorted.csv", Question("t_s", ("lib", "size")))))
    (folder / "headless.csv").write_text("\n".join([header, *merged[1:]]))
    with pytest.raises(UsageError, match="no level to fill down from"):
        analyze("headless.csv", Question("t_s", ("lib", "size"), fill_down=("lib",)))


def test_an_unusual_observation_is_named_by_its_line(folder) -> None:
    lines = GOOD.splitlines()
    cells = lines[4].split(",")
    lines[4] = ",".join([*cells[:-1], str(float(cells[-1]) * 50)])
    (folder / "odd.csv").write_text("\n".join(lines))
    found = analyze("odd.csv", Question("t_s", ("lib", "size"), options=FactorialOptions(interactions=1)))
    first = found.analysis.unusual[0]
    assert found.observations.where(first.index) == "line 5"
    assert "outlier" in first.why
    assert re.search(r"^line 5 +", plain_text(analysis_report(found)), flags=re.MULTILINE)
    assert analyses_json([found])["analysis"]["unusual"][0]["at"] == "line 5"


def test_a_reference_turns_ratios_round(folder) -> None:
    lowest = analyze("good.csv", Question("t_s", ("lib", "size")))
    named = analyze("good.csv", Question("t_s", ("lib", "size"), references=("b",)))
    assert dict(named.references) == {"lib": "b"}
    grouping = named.analysis.groupings[0]
    assert lowest.reference_of(grouping).labels == ("a",)
    assert named.reference_of(grouping).labels == ("b",)
    text = plain_text(analysis_report(named))
    ratio = grouping.comparisons[0].ratio
    assert ratio is not None
    assert "ratio to b" in text
    assert f"[{1 / ratio.high:.3f}, {1 / ratio.low:.3f}]" in text


def test_one_observation_a_combination_says_what_can_be_tested(folder) -> None:
    text = text_of("one-each.csv")
    assert "One observation per combination leaves no error to test lib:size against" in text
    assert "size matters" in text or "size makes no" in text


def test_levels_that_look_alike_are_told(folder) -> None:
    assert "lib has the levels 'a' and 'A': are these the same?" in text_of("alike.csv")


@pytest.mark.parametrize("how", ["parquet", "standard input", "parquet on standard input"])
def test_the_same_table_from_elsewhere(folder, monkeypatch, how) -> None:
    expected = text_of("good.csv")
    with duckdb.connect() as connection:
        connection.execute(f"COPY (FROM read_csv('{folder}/good.csv')) TO '{folder}/good.parquet'")
    source = folder / ("good.parquet" if "parquet" in how else "good.csv")
    if "input" in how:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(source.read_bytes())))
    text = text_of("-" if "input" in how else str(source))
    assert text == expected.replace("Read as CSV.", "Read as Parquet.") if "parquet" in how else expected


def test_cells_without_a_value_in_parquet_are_named(folder) -> None:
    table = "SELECT 'a' AS lib, NULL::DOUBLE AS t_s UNION ALL SELECT 'b', 1"
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({table}) TO '{folder}/null.parquet'")
    with pytest.raises(TableError, match="1 cell that cannot be used") as caught:
        analyze("null.parquet", Question("t_s", ("lib",)))
    assert "column 't_s': the cell is empty" in caught.value.why


@pytest.mark.long
def test_json_is_what_was_concluded(folder, capsys) -> None:
    run("good.csv", *ASK.split(), "--json", "--html", "page.html")
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert told["version"] == 1
    assert told["analysis"]["n"] == len(ROWS)
    assert len(told["analysis"]["residuals"]["fitted"]) == len(ROWS)
    assert [row["term"] for row in told["analysis"]["full"]["rows"]][:2] == [["lib"], ["size"]]
    assert "page.html" in printed.err
    assert (folder / "page.html").exists()


@pytest.fixture(scope="module")
def lab(tmp_path_factory) -> Path:
    import subprocess

    folder = tmp_path_factory.mktemp("lab")
    study = write_study(folder, "steady", "slower-5", "chatty", rounds=3)
    command = [sys.executable, "-m", "wirelab", "run", study, "--seed", "1"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=200)
    return folder / "wirelab.duckdb"


@pytest.mark.long
def test_a_run_in_a_lab_file_is_analysed_by_process(lab) -> None:
    analysed = analyze(str(lab), Question())
    observed = analysed.observations
    assert observed.response == "time_ns"
    assert [factor.name for factor in observed.factors] == ["subject"]
    assert set(observed.factors[0].levels) == {"steady", "slower-5", "chatty"}
    assert observed.block is not None
    assert observed.block.levels == ("1", "2", "3")
    assert len(observed.values) == 3 * 3, "one per process; the A/A twin is left out"
    assert "Each observation is one process: the median of its measured batches." in analysed.notes
    assert "in blocks of round" in plain_text(analysis_report(analysed))


@pytest.mark.long
def test_a_run_as_one_table_is_analysed_as_the_lab_is(lab, wirelab: Wirelab, folder) -> None:
    ended = wirelab("export", "--for-analyze", str(lab))
    assert ended.returncode == 0, ended.stderr
    (folder / "t.csv").write_text(ended.stdout)
    rows = [
        dict(zip(ended.stdout.split("\n", 1)[0].split(","), row.split(","), strict=True))
        for row in ended.stdout.split()[1:]
    ]
    assert [row["order"] for row in rows] == [str(place) for place in range(1, 10)]
    assert {row["codec"] for row in rows} == {"steady", "slower-5", "chatty"}
    asked = Question("time_ns", ("subject",), block="round", order="order")
    own, others = analyze(str(folder / "t.csv"), asked), analyze(str(lab), Question())
    assert np.allclose(own.observations.values, others.observations.values)
    assert own.analysis.full.rows == others.analysis.full.rows


def test_parameters_that_subjects_name_are_columns() -> None:
    subjects = ["one:output=buffer,sink=x", "one:output=array", "two+gzip-9"]
    cells = [
        Cell(CorpusName("w", "1", "v"), "python", parse_subject(subject), Operation.SERIALIZE) for subject in subjects
    ]
    counted = [ProcessSummary(cell, 0, turns_ns=(2.0,), mean_ns=2.0) for cell in cells]
    assert parameter_columns(counted, {"sink"}) == {
        "output": ["buffer", "array", "none"],
        "sink (parameter)": ["x", "none", "none"],
    }


def test_more_than_a_hundred_blocks_are_no_mistake(folder) -> None:
    rows = [
        f"{lib},{day},{time + 0.01 * ((7 * day + 3 * time) % 5)}"
        for day in range(120)
        for lib, time in (("a", 1), ("b", 2))
    ]
    (folder / "days.csv").write_text("\n".join(["lib,day,t_s", *rows]))
    found = analyze("days.csv", Question("t_s", ("lib",), block="day"))
    assert found.analysis.full.rows[0].freedom == 119


def test_a_factor_within_another(folder) -> None:
    rows = ["lib,size,t_s", "a,x,1", "a,x,1.1", "a,y,1.3", "b,z,2", "b,z,2.1", "b,w,4"]
    (folder / "nested.csv").write_text("\n".join(rows))
    text = text_of("nested.csv")
    assert "size is nested in lib: each of its levels was observed with only one level of lib." in text


@pytest.mark.long
def test_cells_that_left_when_decided_are_told(tmp_path) -> None:
    import subprocess

    study = write_study(tmp_path, "steady", "collecting", "bimodal", rounds=12)
    command = [sys.executable, "-m", "wirelab", "run", study, "--seed", "1"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=200)
    analysed = analyze(str(tmp_path / "wirelab.duckdb"), Question())
    factor = analysed.observations.factors[0]
    rounds = dict(zip(factor.levels, np.bincount(factor.codes).tolist(), strict=True))
    assert rounds["collecting"] < rounds["bimodal"] == 12
    assert any(note.startswith("1 of 3 cells left before the last of 12 rounds") for note in analysed.notes)


@pytest.mark.long
def test_rows_among_which_nothing_varies(lab) -> None:
    with pytest.raises(TableError, match="nothing to compare"):
        analyze(str(lab), Question(where=(("subject", "steady"),)))


def test_a_lab_without_that_run(lab) -> None:
    with pytest.raises(LabError, match="no run 7"):
        analyze(str(lab), Question(run_id=7))


def test_standard_input_that_cannot_be_read(monkeypatch) -> None:
    def refused() -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=SimpleNamespace(read=refused)))
    with pytest.raises(HostError, match="it cannot be read"):
        analyze("-", Question())


def test_a_table_in_the_place_of_its_name() -> None:
    with pytest.raises(HostError, match="it cannot be read"):
        analyze(GOOD * 2, Question())
