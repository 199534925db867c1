"""hyperfine's `--export-json`: times of whole processes, in seconds."""

from collections.abc import Mapping

from pydantic import BaseModel, FiniteFloat

from wirelab.anova.tables.samples import Report, Sample

TOOL = "hyperfine"
EXPORT = "hyperfine --export-json FILE"


class _Result(BaseModel):
    command: str
    times: tuple[FiniteFloat, ...] = ()
    exit_codes: tuple[int | None, ...] = ()
    parameters: Mapping[str, str | int | float] = {}


class _Document(BaseModel):
    results: tuple[_Result, ...]


def report_of(document: object) -> Report:
    """One observation per run of a command; a run is a process, and a replicate.

    Raises:
        pydantic.ValidationError: the document is not as hyperfine writes it.
    """
    results = _Document.model_validate(document).results
    samples = [
        Sample(each.command, {name: str(value) for name, value in each.parameters.items()}, [[t] for t in each.times])
        for each in results
    ]
    failed = sum(code != 0 for result in results for code in result.exit_codes)
    notes = (f"Runs that ended with a non-zero exit code: {failed}. Their times are included.",) if failed else ()
    return Report("time_s", samples, "", notes)
