"""BenchmarkDotNet's full JSON (`--exporters fulljson`): iterations of launches, in nanoseconds per operation."""

from pydantic import BaseModel, Field, FiniteFloat

from wirelab.anova.tables.samples import Count, Report, Sample

TOOL = "BenchmarkDotNet"
EXPORT = "BenchmarkDotNet --exporters fulljson"
_RESULTS = "Times are BenchmarkDotNet's results: its overhead is subtracted and its outlier mode applied."


class _Measurement(BaseModel):
    mode: str = Field(alias="IterationMode")
    stage: str = Field(alias="IterationStage")
    launch: int = Field(alias="LaunchIndex")
    operations: Count = Field(alias="Operations")
    ns: FiniteFloat = Field(alias="Nanoseconds")


class _Benchmark(BaseModel):
    name: str = Field(alias="DisplayInfo")
    type: str = Field(alias="Type")
    method: str = Field(alias="Method")
    parameters: str | None = Field(None, alias="Parameters")
    measurements: tuple[_Measurement, ...] = Field((), alias="Measurements")


class _Document(BaseModel):
    benchmarks: tuple[_Benchmark, ...] = Field(alias="Benchmarks")


def report_of(document: object) -> Report:
    """The results of each launch, which is a process.

    Raises:
        pydantic.ValidationError: the document is not as BenchmarkDotNet writes it.
    """
    samples = [
        Sample(
            each.name,
            {"type": each.type, "method": each.method, "job": _job(each.name), **_parameters(each.parameters or "")},
            _launches(each),
        )
        for each in _Document.model_validate(document).benchmarks
    ]
    return Report("time_ns", samples, "launch", (_RESULTS,))


def _launches(benchmark: _Benchmark) -> list[list[float]]:
    times: dict[int, list[float]] = {}
    for measured in benchmark.measurements:
        if measured.mode == "Workload" and measured.stage == "Result":
            times.setdefault(measured.launch, []).append(measured.ns / measured.operations)
    return list(times.values())


def _job(display: str) -> str:
    """`Dry(…)` of `Texts.Build: Dry(…) [Size=10]`."""
    return display.partition(": ")[2].partition(" [")[0]


def _parameters(text: str) -> dict[str, str]:
    """`Size=10&Kind=a`, as the tool joins them."""
    pairs = (part.partition("=") for part in text.split("&") if part)
    return {name: value for name, _, value in pairs}
