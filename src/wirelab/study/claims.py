"""What a study claims, as data: each sentence that a measurement can test, and what the sentence says of which cells.

A claim selects cells by levels (`of`, `to`, `where`) and is tried wherever the cells exist: a relation whose `where`
names no size is tried at every size. Times are ns, sizes are bytes.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from wirelab.model.cell import Operation, Sink
from wirelab.model.figure import FactorName, Quantity
from wirelab.study.fields import Flag, Label, LinkText, Number, SubjectText, Table, Whole


def _several(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else (value,)


_Several = BeforeValidator(_several)
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class Cells(Table):
    """Cells by their levels, one or several of each factor; a factor that is not named may have any level."""

    workload: Annotated[tuple[str, ...], _Several] = ()
    size: Annotated[tuple[Label, ...], _Several] = ()
    variant: Annotated[tuple[Label, ...], _Several] = ()
    platform: Annotated[tuple[str, ...], _Several] = ()
    codec: Annotated[tuple[SubjectText, ...], _Several] = ()
    operation: Annotated[tuple[Operation, ...], _Several] = ()
    sink: Annotated[tuple[Sink, ...], _Several] = ()

    @cached_property
    def named(self) -> dict[FactorName, tuple[str, ...]]:
        """The levels of each factor that is named."""
        found = {name: getattr(self, name) for name in FactorName if name in type(self).model_fields}
        return {name: tuple(map(str, levels)) for name, levels in found.items() if levels}


class _Claim(Table):
    """What every claim has.

    Attributes:
        id: a short name, one of its own within the study.
        place: where the study says or shows it: a section, figure or table.
        words: what it says, in its own words where they are short.
        own: True for a question of the lab's own, which the study does not raise.
        where: what all its cells have in common.
    """

    # Of which cells a claim speaks: names of its fields that hold them.
    selectors: ClassVar[tuple[str, ...]] = ("of", "to")

    id: Slug
    place: Annotated[str, Field(min_length=1)]
    words: Annotated[str, Field(min_length=1)]
    own: Flag = False
    where: Cells = Cells()

    @property
    def selected(self) -> dict[str, Cells]:
        """The cells that it speaks of, by the key that selects them."""
        return {"where": self.where, **dict(self._selected())}

    def _selected(self) -> Iterator[tuple[str, Cells]]:
        for name in self.selectors:
            cells = getattr(self, name, None)
            if isinstance(cells, Cells):
                yield name, cells
            for at, each in enumerate(cells if isinstance(cells, tuple) else ()):
                yield f"{name}[{at}]", each

    @model_validator(mode="after")
    def _no_contradiction(self) -> Self:
        for name, cells in self._selected():
            for factor, levels in cells.named.items():
                common = self.where.named.get(factor, levels)
                if not set(levels) & set(common):
                    raise ValueError(f"{name} and where contradict each other: {factor} is both {levels} and {common}")
        return self


class Bounds(Table):
    """What a number has to be: at least, at most, or about.

    Attributes:
        least: it is at least this.
        most: it is at most this.
        about: it is this, but for the tolerance.
        tolerance: share of `about`.
    """

    least: Number | None = None
    most: Number | None = None
    about: Number | None = None
    tolerance: Annotated[Number, Field(gt=0, lt=1)] = 0.1

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        low, high = self.limits
        if low is None and high is None:
            raise ValueError("it needs a bound: least, most or about")
        if low is not None and high is not None and low > high:
            raise ValueError("its bounds contradict each other: nothing lies between them")
        return self

    @property
    def limits(self) -> tuple[float | None, float | None]:
        """The lowest and highest number that meet it."""
        if self.about is None:
            return self.least, self.most
        margin = abs(self.about) * self.tolerance
        low, high = self.about - margin, self.about + margin
        return max(low, self.least or low), min(high, self.most or high)


class _Compared(_Claim):
    """`of` held against `to`, of the same quantity unless `to_quantity` is another."""

    of: Cells
    to: Cells
    quantity: Quantity = Quantity.TIME
    to_quantity: Quantity | None = None

    @model_validator(mode="after")
    def _two_things(self) -> Self:
        if self.of == self.to and self.to_quantity in (None, self.quantity):
            raise ValueError("of and to are the same")
        return self


class Relation(_Compared, Bounds):
    """`of` by `to`, a ratio: faster or smaller (`most = 1`), at least so many times, about as much.

    Attributes:
        most_runs: it is about single runs: most of them are within the bounds. Printed means do not show that.
    """

    kind: Literal["relation"]
    most_runs: Flag = False


class Equivalence(_Compared):
    """`of` and `to` differ by no more than the tolerance."""

    kind: Literal["equivalence"]
    tolerance: Annotated[Number, Field(gt=0, lt=1)]


class Contrast(_Compared, Bounds):
    """The ratio of `of` to `to` in one place by that in another: a lead that is larger here than there."""

    selectors: ClassVar[tuple[str, ...]] = ("of", "to", "here", "there")

    kind: Literal["contrast"]
    here: Cells
    there: Cells


class _Of(_Claim):
    """A quantity of some cells."""

    of: Cells
    quantity: Quantity = Quantity.TIME


class Ordering(_Claim):
    """Levels of a factor from the least to the greatest: each is below the next."""

    kind: Literal["ordering"]
    factor: FactorName
    order: Annotated[tuple[Label, ...], Field(min_length=2)]
    quantity: Quantity = Quantity.TIME


class Extreme(_Of):
    """Of all cells that `where` selects, those that are `of` have the least, or the greatest, value."""

    kind: Literal["extreme"]
    extreme: Literal["least", "greatest"]


class Value(_Of, Bounds):
    """The value itself; a time of another machine's can be held against the print alone."""

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
    """The slope of ln(value) over ln(size), by least squares: 1 is proportional; less that of `to`, if it is given."""

    kind: Literal["exponent"]
    to: Cells | None = None


class Linear(_Of, Bounds):
    """The share of a value's variance that a rising straight line over size explains (R squared), with an intercept."""

    kind: Literal["linear"]


class Bend(_Of, Bounds):
    """The slope over size from one size on, by the slope up to it; both by least squares, with an intercept."""

    kind: Literal["bend"]
    size: Label


class Crossing(_Compared):
    """`of` is above `to` up to the first of two sizes, and below it from the second on."""

    kind: Literal["crossing"]
    between: Annotated[tuple[Label, Label], Field(strict=False)]


class Sum(_Claim, Bounds):
    """The parts together, as a share of the whole."""

    selectors: ClassVar[tuple[str, ...]] = ("parts", "whole")

    kind: Literal["sum"]
    parts: Annotated[tuple[Cells, ...], Field(min_length=2)]
    whole: Cells
    quantity: Quantity = Quantity.TIME


class Exchange(_Claim, Bounds):
    """To serialize, to cross a link and to deserialize, added up: `of` by `to`, a ratio, over each of the links."""

    kind: Literal["exchange"]
    of: Cells
    to: Cells
    links: Annotated[tuple[LinkText, ...], Field(min_length=1, strict=False)]

    @model_validator(mode="after")
    def _of_both_operations(self) -> Self:
        if self.of == self.to:
            raise ValueError("of and to are the same")
        if any(cells.operation for cells in self.selected.values()):
            raise ValueError("an exchange is of serialize and of deserialize: leave operation out")
        return self


class Spread(_Claim, Bounds):
    """The standard deviation as a share of the mean."""

    kind: Literal["spread"]
    of: Cells


class FirstRuns(_Claim, Bounds):
    """The mean of the first runs of a cell, by that of the later ones."""

    kind: Literal["first-runs"]
    of: Cells = Cells()
    runs: Annotated[Whole, Field(ge=1)] = 1


class Letters(_Claim):
    """Two levels share a letter, or do not, when all levels of their factors are held against each other.

    Attributes:
        factors: whose levels, or combinations of levels, are compared.
        levels: the two, each with a level of each factor.
        shared: whether they share a letter: no significant difference.
    """

    kind: Literal["letters"]
    factors: Annotated[tuple[FactorName, ...], Field(min_length=1)]
    levels: Annotated[tuple[tuple[Label, ...], tuple[Label, ...]], Field(strict=False)]
    shared: Flag

    @model_validator(mode="after")
    def _a_level_of_each(self) -> Self:
        if any(len(each) != len(self.factors) for each in self.levels):
            raise ValueError(f"each of its levels needs {len(self.factors)}: {', '.join(self.factors)}")
        return self


class Effect(_Claim):
    """A factor, or the interaction of several, is significant, or is not."""

    kind: Literal["effect"]
    factors: Annotated[tuple[FactorName, ...], Field(min_length=1)]
    significant: Flag


class Assumption(_Claim):
    """What an analysis of variance takes for granted holds, or does not, by a test.

    Attributes:
        assumption: what is taken for granted.
        test: of variances: by distances from means (Levene) or medians (Brown-Forsythe).
        scale: of the response: `log` or `none`.
        alpha: of the test.
        met: whether it holds.
    """

    kind: Literal["assumption"]
    assumption: Literal["equal variances", "normal residuals", "independent replicates"]
    test: Literal["levene", "brown-forsythe"] = "brown-forsythe"
    scale: Literal["log", "none"] = "log"
    alpha: Annotated[Number, Field(gt=0, lt=0.5)] = 0.05
    met: Flag


class Replay(_Claim):
    """What is replayed is the very object that it came from; every process checks it before anything is timed."""

    kind: Literal["replay"]
    of: Cells


class Unmeasured(_Claim):
    """A sentence that no measurement here tests.

    Attributes:
        why: the reason.
        contradicted_by: the place, and the words there, with which the study contradicts it itself; or nothing.
    """

    kind: Literal["unmeasured"]
    why: Annotated[str, Field(min_length=1)]
    contradicted_by: str = ""


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
    | Exchange
    | Spread
    | FirstRuns
    | Letters
    | Effect
    | Assumption
    | Replay
    | Unmeasured,
    Field(discriminator="kind"),
]
