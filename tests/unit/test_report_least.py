"""The least time of each format on each platform."""

from dataclasses import replace

from invented_results import invented_results

from wirelab.model.findings import Findings
from wirelab.report.least import ANY_FORMAT, least_times
from wirelab.report.ranking import rankings


def test_each_format_has_its_fastest_on_each_platform():
    results = invented_results()
    found = least_times(results, rankings(results)[2])
    assert found is not None
    assert found.platforms == ("cpython", "jvm")
    table = {name: [one.subject if one else None for one in row] for name, row in found.rows}
    assert table == {
        ANY_FORMAT: ["msgspec-msgpack", "protobuf-java"],
        "Protocol Buffers": ["protobuf-python", "protobuf-java"],
        "MessagePack": ["msgspec-msgpack", None],
        "JSON": ["orjson", "gson"],
        "XML": ["lxml", "jaxb-moxy"],
    }
    assert [name for name, row in found.rows for one in row if one and one.of_all] == [ANY_FORMAT, "Protocol Buffers"]
    (first,) = [one for one in found.rows[0][1] if one and one.of_all]
    assert first.size == "83.0 kB"
    assert first.time.endswith(" µs")


def test_nothing_measured_has_none():
    results = invented_results()
    cells = tuple(replace(finding, time_ns=None) for finding in results.findings.cells)
    without = replace(results, findings=Findings(cells))
    assert least_times(without, rankings(without)[0]) is None
