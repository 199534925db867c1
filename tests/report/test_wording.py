"""Sentences about a run."""

from dataclasses import replace

from tests.report.invented_results import invented_results
from wirelab.report.run.wording import missed_mode_words


def test_one_process_is_not_many() -> None:
    results = invented_results()
    alone = [
        replace(each, time_ns=each.time_ns and replace(each.time_ns, processes=1)) for each in results.findings.cells
    ]
    findings = replace(results.findings, cells=tuple(alone))
    (said,) = missed_mode_words(replace(results, findings=findings))
    assert ": 1 process misses a slow mode of probability 5 % in 95 % of sessions," in said
