"""The published .NET study, typed as a user would: the output contains every number of its tables."""

import csv
import re
from functools import cache

import pytest
from tests.conftest import ROOT, Wirelab

PUBLISHED = ROOT / "studies" / "published"
# The output has more digits than the tables. One of their numbers was rounded twice (5.04854, 5.0485, 5.048), so
# half a unit of the last digit is not quite enough.
HALF_A_UNIT = 0.55


def rows(name: str) -> list[dict[str, str]]:
    with (PUBLISHED / f"records-dotnet-{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def printed():
    """The command's output for an operation, as blocks of lines."""
    import subprocess
    import sys

    @cache
    def analyze(operation: str) -> list[list[str]]:
        observations = str(PUBLISHED / "records-dotnet-observations.csv")
        words = ["--response", f"{operation}_s", "--factors", "platform,package", "--transform", "log10"]
        command = [sys.executable, "-m", "wirelab", "analyze", observations, *words, "--method", "tukey"]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        return [block.splitlines() for block in done.stdout.split("\n\n")]

    return analyze


def block(blocks: list[list[str]], title: str) -> list[str]:
    (found,) = [lines for lines in blocks if re.match(title, lines[0])]
    return found


def cells(line: str) -> list[str]:
    return re.split(r"\s{2,}", line.strip())


def agrees(text: str, published: str) -> bool:
    value = 0.0 if text.startswith("<") else float(text.replace(",", ""))
    decimals = len(published.partition(".")[2])
    return abs(value - float(published)) <= HALF_A_UNIT * 10**-decimals


@pytest.mark.parametrize("row", rows("anova"), ids=lambda row: f"{row['operation']} {row['model']} {row['source']}")
def test_each_line_of_the_anova_tables_is_printed(printed, row) -> None:
    model = "all interactions" if row["model"] == "full" else "no interactions"
    lines = block(printed(row["operation"]), rf"Analysis of variance of log10\({row['operation']}_s\), {model}")
    (line,) = [cells(line) for line in lines[2:] if cells(line)[0] == row["source"]]
    names = ["df", "adj_ss", "adj_ms", "f_value", "p_value"]
    wanted = [row[name] for name in names if row[name]]
    assert wanted
    for text, published in zip(line[1:], wanted, strict=False):
        assert agrees(text, published), (line, row)


@pytest.mark.parametrize("row", rows("tukey"), ids=lambda row: f"{row['operation']} {row['factor']} {row['level']}")
def test_each_line_of_tukeys_tables_is_printed(printed, row) -> None:
    lines = block(printed(row["operation"]), rf"{row['factor']}: Tukey's comparisons")
    assert cells(lines[1])[:3] == ["level", "n", f"log10({row['operation']}_s)"]
    (line,) = [cells(line) for line in lines[2:] if cells(line)[0] == row["level"]]
    level, n, mean, _, _, letters = line[:6]
    assert (level, n, letters) == (row["level"], row["n"], row["grouping"])
    assert agrees(mean, row["mean_log10_s"])


# The study's tables 3 and 4, means in seconds.
MEANS = {
    "serialize": {
        "Console": (0.02325, 0.03675, 0.14900, 0.07225),
        "Server": (0.03200, 0.03900, 0.12650, 0.08775),
        "WASM": (0.33325, 0.45200, 2.35325, 2.11200),
    },
    "deserialize": {
        "Console": (0.03800, 0.06675, 0.14375, 0.10500),
        "Server": (0.02075, 0.02875, 0.14100, 0.08525),
        "WASM": (0.30875, 0.54700, 3.74950, 2.64550),
    },
}


@pytest.mark.parametrize("operation", MEANS)
def test_the_means_of_tables_3_and_4_are_printed(printed, operation) -> None:
    """To four digits, beside the geometric means that the analysis compares."""
    lines = block(printed(operation), f"Observations of {operation}_s")
    assert cells(lines[1])[2:7] == ["n", "arithmetic mean", "SD", "median", "geometric mean"]
    shown = {tuple(cells(line)[:2]): cells(line)[2:4] for line in lines[2:]}
    for platform, means in MEANS[operation].items():
        for package, mean in zip(("MemoryPack", "MessagePack", "Newtonsoft", "System.Text.Json"), means, strict=True):
            n, text = shown[platform, package]
            assert n == "4"
            assert float(text) == pytest.approx(mean, rel=5e-4)


def test_the_tables_are_whole(printed) -> None:
    published = [row for row in rows("tukey") if row["operation"] == "deserialize"]
    for factor in {row["factor"] for row in published}:
        lines = block(printed("deserialize"), rf"{factor}: Tukey's comparisons")
        levels = [cells(line)[0] for line in lines[2:-1]]
        assert levels == [row["level"] for row in published if row["factor"] == factor]


def test_the_summary_says_what_the_study_says(printed) -> None:
    serialize = "\n".join(printed("serialize")[-1])
    assert (
        "log10(serialize_s) by platform and package: 48 observations, balanced (serialize_s is in seconds" in serialize
    )
    assert (
        "No interaction is significant at 0.05 (platform:package p = 0.572), so the additive model is used."
        in serialize
    )
    assert "platform:package" in "\n".join(printed("deserialize")[-1])


def test_a_tools_output_goes_through_a_pipe(wirelab: Wirelab, tmp_path) -> None:
    samples = ROOT / "tests" / "anova" / "samples"
    ended = wirelab("analyze", str(samples / "hyperfine.json"), "--html", "page.html")
    assert ended.returncode == 0, ended.stderr
    assert "Report: page.html" in ended.stdout
    assert (tmp_path / "page.html").read_text().endswith("</html>")
