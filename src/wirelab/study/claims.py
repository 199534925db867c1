"""The claims of a study, as data: each sentence that a measurement can test, and the cells that it is about."""

from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from wirelab.model.cell import Operation
from wirelab.model.figure import FactorName, Quantity
from wirelab.study.claim_base import BaseClaim, Bounds, Cells
from wirelab.study.fields import Flag, Label, LinkText, Number, Whole


class _Compared(BaseClaim):
    """`of` compared with `to`, of the same quantity unless `to_quantity` is another."""

    of: Cells  # the compared cells
    to: Cells  # the cells that they are compared with
    quantity: Quantity = Quantity.TIME  # of both
    to_quantity: Quantity | None = None  # of `to`, if it is another
    scale: Literal["log", "none"] = "none"
    """The scale of means of replicates: `log` makes them geometric, as an analysis of logarithms compares them."""

    @model_validator(mode="after")
    def _two_things(self) -> Self:
        if self.of == self.to and self.to_quantity in (None, self.quantity):
            raise ValueError("of and to are the same")
        return self


class Relation(_Compared, Bounds):
    """The ratio of `of` to `to`: faster or smaller (`most = 1`), at least so many times, about as much."""

    kind: Literal["relation"]
    most_runs: Flag = False
    """It is about single runs: most of them are within the bounds. Printed means do not show that."""


class Equivalence(_Compared):
    """`of` and `to` differ by no more than the tolerance."""

    kind: Literal["equivalence"]
    tolerance: Annotated[Number, Field(gt=0, lt=1)]


class Contrast(_Compared, Bounds):
    """The ratio of `of` to `to` in one place over the ratio in another: a lead that is larger here than there."""

    selectors: ClassVar[tuple[str, ...]] = ("of", "to", "here", "there")

    kind: Literal["contrast"]
    here: Cells
    there: Cells


class _Of(BaseClaim):
    """A quantity of some cells."""

    of: Cells
    quantity: Quantity = Quantity.TIME


class Ordering(BaseClaim):
    """Levels of a factor from the least to the greatest: each is below the next."""

    kind: Literal["ordering"]
    factor: FactorName
    order: Annotated[tuple[Label, ...], Field(min_length=2)]
    quantity: Quantity = Quantity.TIME


class Extreme(_Of):
    """The cells that are `of` have the least, or the greatest, value of all that `where` selects."""

    kind: Literal["extreme"]
    extreme: Literal["least", "greatest"]


class Value(_Of, Bounds):
    """The value itself; a time on another machine can only be compared with the print."""

    kind: Literal["value"]


class Growth(_Of):
    """From each size to the next, a value rises or falls."""

    kind: Literal["growth"]
    direction: Literal["rises", "falls"] = "rises"


class Gap(_Compared):
    """From each size to the next, the ratio of `of` to `to`, or their difference, rises or falls."""

    kind: Literal["gap"]
    compared: Literal["ratio", "difference"] = "ratio"
    direction: Literal["rises", "falls"] = "rises"


class Exponent(_Of, Bounds):
    """The slope of ln(value) over ln(size), by least squares (1 is proportional); less that of `to`, if it is given."""

    kind: Literal["exponent"]
    to: Cells | None = None


class Linear(_Of, Bounds):
    """The share of a value's variance that a rising line over size explains (R squared); less that of `to`, if any."""

    kind: Literal["linear"]
    to: Cells | None = None


class Bend(_Of, Bounds):
    """The slope over size from one size on, over the slope up to it; both by least squares, with an intercept."""

    kind: Literal["bend"]
    size: Label


class Crossing(_Compared):
    """`of` is above `to` up to the first of two sizes, and below it from the second on."""

    kind: Literal["crossing"]
    between: Annotated[tuple[Label, Label], Field(strict=False)]


class Sum(BaseClaim, Bounds):
    """The parts together, as a share of the whole."""

    selectors: ClassVar[tuple[str, ...]] = ("parts", "whole")

    kind: Literal["sum"]
    parts: Annotated[tuple[Cells, ...], Field(min_length=2)]
    whole: Cells
    quantity: Quantity = Quantity.TIME


class Throughput(BaseClaim, Bounds):
    """Bytes per time: the ratio of `of` to `to`, for each operation."""

    kind: Literal["throughput"]
    of: Cells
    to: Cells


class Exchange(BaseClaim, Bounds):
    """The times to serialize, to cross a link and to deserialize, added up: the ratio of `of` to `to`, per link."""

    kind: Literal["exchange"]
    of: Cells  # the cells whose data are sent
    to: Cells  # the cells that they are compared with
    links: Annotated[tuple[LinkText, ...], Field(min_length=1, strict=False)]  # between the two ends
    by_size: Flag = False  # the ratio is divided by that of the sizes: 1 where the time is proportional to the size

    @model_validator(mode="after")
    def _of_both_operations(self) -> Self:
        if self.of == self.to:
            raise ValueError("of and to are the same")
        if any(cells.operation for cells in self.selected.values()):
            raise ValueError("an exchange consists of serialize and deserialize: leave operation out")
        return self


class Spread(BaseClaim, Bounds):
    """The standard deviation as a share of the mean."""

    kind: Literal["spread"]
    of: Cells


class FirstRuns(BaseClaim, Bounds):
    """The mean of the first runs of a cell, over the mean of the later ones."""

    kind: Literal["first-runs"]
    of: Cells = Cells()
    runs: Annotated[Whole, Field(ge=1)] = 1


class Letters(BaseClaim):
    """Two levels share a letter, or do not, when all levels of their factors are compared with each other."""

    kind: Literal["letters"]
    factors: Annotated[tuple[FactorName, ...], Field(min_length=1)]
    """The factors whose levels, or combinations of levels, are compared."""
    levels: Annotated[tuple[tuple[Label, ...], tuple[Label, ...]], Field(strict=False)]
    """The two, each with a level of each factor."""
    shared: Flag  # whether they share a letter: no significant difference

    @model_validator(mode="after")
    def _a_level_of_each(self) -> Self:
        if any(len(each) != len(self.factors) for each in self.levels):
            raise ValueError(f"each of its levels needs {len(self.factors)}: {', '.join(self.factors)}")
        return self


class Effect(BaseClaim):
    """A factor, or the interaction of several, is significant, or is not."""

    kind: Literal["effect"]
    factors: Annotated[tuple[FactorName, ...], Field(min_length=1)]
    significant: Flag


class Assumption(BaseClaim):
    """An assumption of an analysis of variance holds, or does not, by a test."""

    kind: Literal["assumption"]
    assumption: Literal["equal variances", "normal residuals", "independent replicates"]  # of the analysis
    test: Literal["levene", "brown-forsythe"] = "brown-forsythe"
    """The test of variances: by distances from means (Levene) or medians (Brown-Forsythe)."""
    scale: Literal["log", "none"] = "log"  # of the response: `log` or `none`
    alpha: Annotated[Number, Field(gt=0, lt=0.5)] = 0.05  # of the test
    met: Flag  # whether it holds


class Replay(BaseClaim):
    """The replayed object is the very object that it came from; every process checks it before anything is timed."""

    operation: ClassVar[Operation] = Operation.REPLAY

    kind: Literal["replay"]
    of: Cells


class Lossless(BaseClaim):
    """The object that is read is the very one that was written; every process checks it before anything is timed."""

    operation: ClassVar[Operation] = Operation.DESERIALIZE

    kind: Literal["lossless"]
    of: Cells


class Unmeasured(BaseClaim):
    """A sentence that no measurement here tests."""

    kind: Literal["unmeasured"]
    why: Annotated[str, Field(min_length=1)]


Restored = Replay | Lossless
Compared = Relation | Equivalence | Contrast | Gap | Crossing
Claim = Annotated[
    Relation
    | Equivalence
    | Contrast
    | Ordering
    | Extreme
    | Value
    | Growth
    | Gap
    | Exponent
    | Linear
    | Bend
    | Crossing
    | Sum
    | Throughput
    | Exchange
    | Spread
    | FirstRuns
    | Letters
    | Effect
    | Assumption
    | Replay
    | Lossless
    | Unmeasured,
    Field(discriminator="kind"),
]
