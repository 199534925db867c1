"""Each tool's own output: the observations in it, and the sentences on it."""

import json
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelab.anova.tables.formats import read_table
from wirelab.anova.tables.table import Table
from wirelab.model.errors import TableError

SAMPLES = Path(__file__).parent / "samples"
ITERATIONS, FORKS, DRIFT = "each observation is one iteration", "Each observation is one fork", "one after the other"

# file, response, suggested factors with their levels, observations, sentences
REAL = [
    ("hyperfine.json", "time_s", {"codec": {"gzip", "bzip2"}, "level": {"1", "9"}}, 24, [DRIFT]),
    ("jmh.json", "time_ns", {"method": {"build", "concat"}, "size": {"10", "100"}}, 12, [FORKS, DRIFT]),
    ("jmh-sample.json", "time_ns", {"method": {"build", "concat"}}, 4, [FORKS, DRIFT]),
    ("jmh-thrpt.json", "throughput_ops_per_ms", {"method": {"build", "concat"}}, 8, [ITERATIONS, "more is faster"]),
    (
        "benchmarkdotnet.json",
        "time_ns",
        {"method": {"Build", "Concat"}, "Size": {"10", "100"}},
        8,
        ["Each observation is one launch", "overhead is subtracted", DRIFT],
    ),
    ("pytest-benchmark.json", "time_s", {"count": {"5", "20"}, "codec": {"json", "pickle"}}, 24, [ITERATIONS, DRIFT]),
    ("criterion.jsonl", "time_ns", {"function": {"join", "push"}, "value": {"10", "100"}}, 40, [ITERATIONS, DRIFT]),
]


def read(name: str) -> Table:
    return read_table((SAMPLES / name).read_bytes(), f"table {name}")


@pytest.mark.parametrize(("name", "response", "factors", "n", "says"), REAL, ids=[name for name, *_ in REAL])
def test_what_a_tool_wrote_is_read(name, response, factors, n, says) -> None:
    table = read(name)
    assert table.suggestion is not None
    assert table.suggestion.response == response
    assert {factor: set(table.columns[factor]) for factor in table.suggestion.factors} == factors
    assert len(table.columns[response]) == n == len(table.places)
    assert all(isinstance(value, float) and value > 0 for value in table.columns[response])
    for words in says:
        assert any(words in note for note in table.notes), words


def test_values_are_the_tools_own() -> None:
    document = json.loads((SAMPLES / "hyperfine.json").read_text())
    assert list(read("hyperfine.json").columns["time_s"]) == [t for r in document["results"] for t in r["times"]]
    document = json.loads((SAMPLES / "jmh.json").read_text())
    forks = [median(fork) for result in document for fork in result["primaryMetric"]["rawData"]]
    assert list(read("jmh.json").columns["time_ns"]) == forks
    first = json.loads((SAMPLES / "criterion.jsonl").read_text().splitlines()[0])
    expected = [v / n for v, n in zip(first["measured_values"], first["iteration_count"], strict=True)]
    assert list(read("criterion.jsonl").columns["time_ns"])[: len(expected)] == expected
    document = json.loads((SAMPLES / "benchmarkdotnet.json").read_text())
    results = [m for m in document["Benchmarks"][0]["Measurements"] if m["IterationStage"] == "Result"]
    launch = [m["Nanoseconds"] / m["Operations"] for m in results if m["LaunchIndex"] == 1]
    assert read("benchmarkdotnet.json").columns["time_ns"][0] == median(launch)


def test_the_median_of_a_histogram_is_that_of_its_values() -> None:
    document = json.loads((SAMPLES / "jmh-sample.json").read_text())
    for result, value in zip(document, (0, 2), strict=True):
        (iteration,) = result["primaryMetric"]["rawDataHistogram"][0]
        values = sorted(time for time, times in iteration for _ in range(times))
        assert read("jmh-sample.json").columns["time_ns"][value] == values[(len(values) - 1) // 2]


def hyperfine(*results: dict[str, object]) -> bytes:
    return json.dumps({"results": results}).encode()


def test_parameters_that_are_not_crossed_give_way_to_the_whole_name() -> None:
    document = hyperfine(
        {"command": "a -1", "times": [1.0, 2.0], "parameters": {"tool": "a", "level": "1"}},
        {"command": "a -2", "times": [1.0, 2.0], "parameters": {"tool": "a", "level": "2"}},
        {"command": "b", "times": [1.0, 2.0], "parameters": {"tool": "b"}},
    )
    table = read_table(document, "table x")
    assert table.suggestion is not None
    assert table.suggestion.factors == ("benchmark",)
    assert list(table.columns["level"]) == ["1", "1", "2", "2", "none", "none"]


def test_a_parameter_may_be_called_like_a_column_of_ours() -> None:
    document = hyperfine(
        *({"command": f"x {n}", "times": [1.0, 2.0], "parameters": {"time_s": n, "benchmark": n}} for n in "ab")
    )
    table = read_table(document, "table x")
    assert set(table.columns) == {"benchmark", "benchmark (label)", "time_s", "time_s (label)"}
    assert list(table.columns["time_s"]) == [1.0, 2.0, 1.0, 2.0]


def test_a_parameter_called_threads_is_not_jmhs_number_of_threads() -> None:
    document = [{**JMH, "benchmark": f"a.B.{name}", "params": {"threads": n}} for name in "cd" for n in "14"]
    table = read_table(json.dumps(document).encode(), "table x")
    assert table.suggestion is not None
    assert table.suggestion.factors == ("method", "threads")
    assert list(table.columns["threads"]) == ["1", "1", "4", "4"] * 2


def test_benchmarks_of_one_name_differ_by_their_parameters() -> None:
    """Names that `hyperfine -n` gave, with `-L`: as many of them as there are levels."""
    document = hyperfine(
        *({"command": name, "times": [1.0, 2.0], "parameters": {"level": n}} for name in ("gzip", "zstd") for n in "19")
    )
    table = read_table(document, "table x")
    assert table.suggestion is not None
    assert table.suggestion.factors == ("benchmark",)
    assert list(dict.fromkeys(table.columns["benchmark"])) == [
        *("gzip (level=1)", "gzip (level=9)", "zstd (level=1)", "zstd (level=9)"),
    ]


def test_a_fork_without_values_is_no_process() -> None:
    metric = {"scoreUnit": "us/op", "rawDataHistogram": [[[[1.0, 2]]], [[]], [[[3.0, 2]]]]}
    document = [{**JMH, "benchmark": f"a.B.{name}", "primaryMetric": metric} for name in "cd"]
    assert list(read_table(json.dumps(document).encode(), "table x").columns["time_us"]) == [1.0, 3.0] * 2


def test_runs_that_failed_are_told() -> None:
    document = hyperfine(*({"command": n, "times": [1.0, 2.0], "exit_codes": [0, 1]} for n in "ab"))
    assert "non-zero exit code: 2." in read_table(document, "table x").notes[0]


JMH = {"benchmark": "a.B.c", "mode": "avgt", "primaryMetric": {"scoreUnit": "ns/op", "rawData": [[1.0], [2.0]]}}
OTHER = {**JMH, "benchmark": "a.B.d", "primaryMetric": {"scoreUnit": "ops/s", "rawData": [[1.0], [2.0]]}}
MESSAGE = {"reason": "benchmark-complete", "id": "a", "iteration_count": [1], "measured_values": [2.0], "unit": "ns"}
DATA = {"name": "t", "fullname": "m::t", "stats": {"mean": 1.0}}


def histogram(count: int) -> dict[str, object]:
    return {**JMH, "primaryMetric": {"scoreUnit": "us/op", "rawDataHistogram": [[[[1.0, count]]]]}}


SHOT = {**JMH, "mode": "ss"}

REFUSED = [
    ("cut off", '{"results": [{"command": "a", "times": [1, 2', ["line 1, column 45", "truncated"]),
    ("no tool", '{"foo": 1}', ["from an unknown tool", "'foo'", "hyperfine --export-json"]),
    ("a list of numbers", "[1, 2]", ["from an unknown tool", "a list of 2"]),
    ("an empty list", "[]", ["from an unknown tool", "an empty list"]),
    ("nested without end", "[" * 100_000, ["nested too deeply"]),
    ("nested without end in a line", '{"reason": 1}\n' + "[" * 100_000, ["nested too deeply"]),
    ("digits without end", f'{{"results": {"1" * 5_000}}}', ["more digits than Python reads"]),
    ("a count below one", json.dumps([histogram(-1)]), ["rawDataHistogram[0][0][0][1]", "greater than 0"]),
    ("a count beyond doubles", json.dumps([histogram(10**400)]), ["rawDataHistogram[0][0][0][1]", "less than"]),
    ("iterations beyond doubles", json.dumps({**MESSAGE, "iteration_count": [10**400]}), ["[0]", "less than"]),
    ("no times", '{"results": [{"command": "a"}, {"command": "b"}]}', ["none of the benchmarks", "--export-json"]),
    ("a time that is text", '{"results": [{"command": "a", "times": [1, "x"]}]}', ["results[0].times[1]"]),
    ("a time that is NaN", '{"results": [{"command": "a", "times": [NaN]}]}', ["results[0].times[0]", "finite"]),
    ("one benchmark", '{"results": [{"command": "a", "times": [1, 2]}]}', ["one benchmark", "'a' is the only one"]),
    ("two units", json.dumps([JMH, OTHER]), ["ns/op and ops/s", "-bm avgt"]),
    ("two modes of one unit", json.dumps([JMH, SHOT]), ["mode avgt and mode ss", "-bm avgt"]),
    (
        "two units of criterion",
        f"{json.dumps(MESSAGE)}\n{json.dumps({**MESSAGE, 'unit': 'cycles'})}",
        ["ns and cycles"],
    ),
    ("rounds were not saved", json.dumps({"benchmarks": [DATA, DATA]}), ["none of the benchmarks", "--benchmark-json"]),
    (
        "counts and values differ",
        json.dumps({**MESSAGE, "iteration_count": [1, 2]}),
        ["a: 1 values and 2 iteration counts"],
    ),
]


@pytest.mark.parametrize(("text", "says"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_cannot_be_read_is_named(text, says) -> None:
    with pytest.raises(TableError) as caught:
        read_table(text.encode(), "table x.json")
    error = caught.value
    assert error.part == "table x.json"
    assert error.remedy
    for words in says:
        assert words in f"{error.what}\n{error.why}\n{error.remedy}"


# Documents that each tool would recognise, with anything where its measurements should be.
WRAPPED = (
    lambda inner: inner,
    lambda inner: {
        "results": [{"command": "a", "times": inner}, {"command": "b", "times": [1.0], "parameters": inner}]
    },
    lambda inner: [{"benchmark": "a", "mode": "avgt", "primaryMetric": {"scoreUnit": "ns/op", "rawData": inner}}],
    lambda inner: [{"benchmark": "a", "mode": "x", "primaryMetric": {"scoreUnit": "/", "rawDataHistogram": inner}}],
    lambda inner: {"HostEnvironmentInfo": 1, "Benchmarks": inner},
    lambda inner: {"benchmarks": [{"fullname": "a", "name": "[", "params": inner, "stats": {"data": [1.0]}}]},
    lambda inner: {"reason": "benchmark-complete", "id": "/", "iteration_count": inner, "measured_values": inner},
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
DOCUMENTS = st.builds(
    lambda wrap, inner: wrap(inner),
    st.sampled_from(WRAPPED),
    st.recursive(
        LEAVES,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
        max_leaves=12,
    ),
)


@given(DOCUMENTS)
def test_any_document_is_read_or_refused(document) -> None:
    data = json.dumps(document).encode()
    try:
        read_table(data, "table x")
    except TableError as error:
        told = error
    else:
        return
    assert told.part == "table x"
    assert told.remedy
