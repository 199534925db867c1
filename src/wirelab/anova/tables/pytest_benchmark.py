"""pytest-benchmark's `--benchmark-json`: rounds of one process, in seconds."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, FiniteFloat

from wirelab.anova.tables.samples import Report, Sample

TOOL = "pytest-benchmark"
EXPORT = "pytest --benchmark-json FILE"


class _Stats(BaseModel):
    data: tuple[FiniteFloat, ...] = ()


class _Benchmark(BaseModel):
    name: str
    fullname: str
    params: Mapping[str, Any] | None = None
    stats: _Stats


class _Document(BaseModel):
    benchmarks: tuple[_Benchmark, ...]


def report_of(document: object) -> Report:
    """One observation per round: the mean of its iterations, as the tool keeps it.

    Raises:
        pydantic.ValidationError: the document is not as pytest-benchmark writes it.
    """
    return Report("time_s", [_sample(each) for each in _Document.model_validate(document).benchmarks])


def _sample(benchmark: _Benchmark) -> Sample:
    params = {name: str(value) for name, value in (benchmark.params or {}).items()}
    return Sample(benchmark.fullname, {"test": benchmark.name.partition("[")[0], **params}, [benchmark.stats.data])
