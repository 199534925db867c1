"""Cells and runs as rows of values, in the smallest units, for Parquet and JSON. Pure."""

from collections.abc import Iterator, Sequence
from typing import Any

from wirelab.report.published.cells import Newest
from wirelab.report.published.runs import PublishedRun
from wirelab.report.run.wording import REFERENCE, verdict_words

CELLS = {
    **dict.fromkeys(("run", "lab"), "VARCHAR"),
    "lab_run": "BIGINT",
    "measured": "DATE",
    **dict.fromkeys(("machine", "workload", "size", "variant", "platform", "runtime", "codec", "subject"), "VARCHAR"),
    **dict.fromkeys(("format", "library", "version", "newer_version", "operation", "mode", "sink"), "VARCHAR"),
    **dict.fromkeys(("time_ns", "time_low_ns", "time_high_ns"), "DOUBLE"),
    "rounds": "BIGINT",
    **dict.fromkeys(("ratio", "ratio_low", "ratio_high"), "DOUBLE"),
    **dict.fromkeys(("verdict", "against", "against_platform"), "VARCHAR"),
    **dict.fromkeys(("encoded_bytes", "gzipped_bytes"), "BIGINT"),
    "allocated_bytes": "DOUBLE",
    "steady_share": "DOUBLE",
    "lost": "BIGINT",
    "a_a": "VARCHAR",
}
"""Columns of the table of cells, with their types."""
RUNS = {
    **dict.fromkeys(("run", "lab"), "VARCHAR"),
    "lab_run": "BIGINT",
    **dict.fromkeys(("study", "question"), "VARCHAR"),
    **dict.fromkeys(("started", "ended"), "TIMESTAMP"),
    "rounds": "BIGINT",
    "processes": "BIGINT",
    **dict.fromkeys(("ending", "a_a", "wirelab", "cpu", "cores", "memory", "system", "architecture"), "VARCHAR"),
    **dict.fromkeys(("governor", "virtualisation", "page"), "VARCHAR"),
}


def cell_records(runs: Sequence[PublishedRun], newest: Newest) -> Iterator[dict[str, Any]]:
    """Every cell of every run, by the names in `CELLS`."""
    for run in runs:
        for ranking in run.rankings:
            for found in ranking.findings:
                cell, compared, version = found.cell, ranking.ratios.get(found.cell), run.version(found.cell)
                codec, against = run.results.codec_of(cell), compared.comparison.against if compared else None
                interval = compared.ratio if compared else None
                yield {
                    "run": run.name,
                    "lab": run.lab,
                    "lab_run": run.run.id,
                    "measured": run.day,
                    "machine": run.machine,
                    "workload": cell.corpus.workload,
                    "size": cell.corpus.size,
                    "variant": cell.corpus.variant,
                    "platform": cell.platform,
                    "runtime": run.results.runtimes.get(cell.platform),
                    "codec": cell.subject.name,
                    "subject": str(cell.subject),
                    "format": run.results.format_of(cell),
                    "library": codec and codec.library,
                    "version": version or None,
                    "newer_version": newest.get((cell.subject.name, version)),
                    "operation": str(cell.operation),
                    "mode": str(cell.mode),
                    "sink": str(cell.sink),
                    "time_ns": found.time_ns and found.time_ns.estimate,
                    "time_low_ns": found.time_ns and found.time_ns.low,
                    "time_high_ns": found.time_ns and found.time_ns.high,
                    "rounds": found.time_ns.processes if found.time_ns else 0,
                    "ratio": interval and interval.estimate,
                    "ratio_low": interval and interval.low,
                    "ratio_high": interval and interval.high,
                    "verdict": REFERENCE if ranking.is_reference(found) else verdict_words(compared),
                    "against": against and str(against.subject),
                    "against_platform": against and against.platform,
                    "encoded_bytes": found.encoded_bytes,
                    "gzipped_bytes": found.gzipped_bytes,
                    "allocated_bytes": found.allocated_bytes,
                    "steady_share": found.steady,
                    "lost": found.lost,
                    "a_a": run.twins,
                }


def run_records(runs: Sequence[PublishedRun]) -> Iterator[dict[str, Any]]:
    """Every run, by the names in `RUNS`."""
    for each in runs:
        info, host = each.run.info, each.results.host
        facts = ("cpu", "cores", "memory", "system", "architecture", "governor", "virtualisation")
        yield {
            "run": each.name,
            "lab": each.lab,
            "lab_run": each.run.id,
            "study": info.study,
            "question": each.results.question,
            "started": f"{info.started_at:%Y-%m-%d %H:%M:%S}",
            "ended": f"{each.results.run.ended_at:%Y-%m-%d %H:%M:%S}",
            "rounds": each.results.run.rounds,
            "processes": each.run.processes,
            "ending": each.run.ending,
            "a_a": each.twins,
            "wirelab": info.wirelab_version,
            **{fact: host.get(fact) for fact in facts},
            "page": each.page,
        }
