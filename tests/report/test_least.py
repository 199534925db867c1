"""The least time of each format on each platform."""

from dataclasses import replace

from tests.report.invented_results import invented_results
from wirelab.model.findings.findings import Findings
from wirelab.report.run.ranking import rankings
from wirelab.report.run.tables import ANY_FORMAT, least_table


def test_each_format_has_its_fastest_on_each_platform():
    results = invented_results()
    found = least_table(rankings(results)[2])
    assert found is not None
    assert [column.name for column in found.columns] == ["format", "cpython", "jvm"]
    assert [tuple(row.values()) for row in found.records] == [
        (ANY_FORMAT, "msgspec-msgpack", "protobuf-java"),
        ("Protocol Buffers", "protobuf-python", "protobuf-java"),
        ("MessagePack", "msgspec-msgpack", "–"),
        ("JSON", "orjson", "gson"),
        ("XML", "lxml", "jaxb-moxy"),
    ]
    (beside,) = found.entries[0][2].beside
    assert beside.endswith(" µs, 83.0 kB")


def test_nothing_measured_has_none():
    results = invented_results()
    cells = tuple(replace(finding, time_ns=None) for finding in results.findings.cells)
    without = replace(results, findings=Findings(cells))
    assert least_table(rankings(without)[0]) is None
