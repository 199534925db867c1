"""JMH's `-rf json`: iterations of forks, in the unit the benchmark declares."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate

from pydantic import BaseModel, Field, FiniteFloat

from wirelab.anova.tables.samples import Count, Report, Sample, only_unit

TOOL = "JMH"
EXPORT = "JMH -rf json"
_THROUGHPUT = "The response is a throughput, as JMH measured it: more is faster."


class _Metric(BaseModel):
    unit: str = Field(alias="scoreUnit")
    forks: tuple[tuple[FiniteFloat, ...], ...] = Field((), alias="rawData")
    histograms: tuple[tuple[tuple[tuple[FiniteFloat, Count], ...], ...], ...] = Field((), alias="rawDataHistogram")


class _Result(BaseModel):
    benchmark: str
    mode: str
    threads: int = 1
    params: Mapping[str, str] = {}
    metric: _Metric = Field(alias="primaryMetric")


def report_of(document: object) -> Report:
    """The iterations of each fork, which is a process.

    Raises:
        pydantic.ValidationError: the document is not as JMH writes it.
        TableError: it holds several units, so that there is no one response.
    """
    assert isinstance(document, list)
    results = [_Result.model_validate(each) for each in document]
    why = "scores with different modes or units cannot be compared"
    remedy = "run one mode (-bm avgt) and one unit (-tu ns), or split the file"
    unit = only_unit((result.metric.unit for result in results), TOOL, why=why, remedy=remedy)
    only_unit((f"mode {result.mode}" for result in results), TOOL, why=why, remedy=remedy)
    methods = _without_common_package([result.benchmark for result in results])
    samples = list(map(_sample, results, methods))
    return Report(_response(unit), samples, "fork", (_THROUGHPUT,) if unit.startswith("ops/") else ())


def _response(unit: str) -> str:
    """`time_ns` for `ns/op`, `throughput_ops_per_s` for `ops/s`."""
    amount, _, per = unit.partition("/")
    return f"throughput_ops_per_{per}" if amount == "ops" else f"time_{amount}"


def _without_common_package(names: Sequence[str]) -> list[str]:
    """`Texts.build`, `Other.build` of `a.b.Texts.build`, `a.b.Other.build`: names from the first part that differs."""
    split = [name.split(".") for name in names]
    shared = 0
    while all(len(parts) > shared + 1 and parts[shared] == split[0][shared] for parts in split):
        shared += 1
    return [".".join(parts[shared:]) for parts in split]


def _sample(result: _Result, method: str) -> Sample:
    labels = {**result.params}
    labels.setdefault("threads", str(result.threads))  # a parameter may have this name, too
    parameters = ", ".join(f"{name}={value}" for name, value in labels.items())
    return Sample(f"{method} ({parameters})", {"method": method, **labels}, _forks(result.metric))


def _forks(metric: _Metric) -> Sequence[Sequence[float]]:
    """The measurements of each fork; mode `sample` keeps them as values with their counts."""
    if metric.forks:
        return [fork for fork in metric.forks if fork]
    medians = ([_median(counted) for counted in fork if counted] for fork in metric.histograms)
    return [fork for fork in medians if fork]


def _median(counted: Sequence[tuple[float, int]]) -> float:
    ordered = sorted(counted)
    seen = list(accumulate(count for _, count in ordered))
    return ordered[bisect_left(seen, seen[-1] / 2)][0]
