"""Criterion.rs, by `cargo criterion --message-format=json`: samples of one process, each of many iterations."""

from typing import Self

from pydantic import BaseModel, Field, FiniteFloat, model_validator

from wirelab.anova.tables.samples import Count, Report, Sample, only_unit

TOOL = "criterion"
EXPORT = "cargo criterion --message-format=json"
_PARTS = ("group", "function", "value")


class _Message(BaseModel):
    id: str
    iterations: tuple[Count, ...] = Field(alias="iteration_count")
    measured: tuple[FiniteFloat, ...] = Field(alias="measured_values")
    unit: str

    @model_validator(mode="after")
    def _of_one_length(self) -> Self:
        values, counts = len(self.measured), len(self.iterations)
        if values != counts:
            raise ValueError(f"{self.id}: {values} values and {counts} iteration counts")
        return self


def complete(document: object) -> list[object]:
    """The messages about benchmarks that have ended: objects whose `reason` is `benchmark-complete`."""
    messages = document if isinstance(document, list) else [document]
    return [each for each in messages if isinstance(each, dict) and each.get("reason") == "benchmark-complete"]


def report_of(document: object) -> Report:
    """One observation per sample: the measured value divided by its iterations.

    Raises:
        pydantic.ValidationError: a message is not as cargo-criterion writes it.
        TableError: it holds several units, so that there is no one response.
    """
    messages = [_Message.model_validate(each) for each in complete(document)]
    remedy = "run benchmarks of one measurement, or split the file"
    unit = only_unit((message.unit for message in messages), TOOL, remedy=remedy)
    split = len({message.id.count("/") for message in messages}) == 1
    samples = [
        Sample(
            message.id,
            dict(zip(_PARTS, message.id.split("/"), strict=False)) if split else {},
            [[value / count for value, count in zip(message.measured, message.iterations, strict=True)]],
        )
        for message in messages
    ]
    return Report(f"time_{unit}", samples)
