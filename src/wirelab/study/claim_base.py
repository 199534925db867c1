"""The parts of every claim of a study: its words and place, the cells that it is about, and its bounds.

A claim selects cells by levels (`of`, `to`, `where`) and is tried wherever the cells exist: a relation whose `where`
names no size is tried at every size. Times are ns, sizes are bytes.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, ClassVar, Self

from pydantic import BeforeValidator, Field, model_validator

from wirelab.model.cell import Operation, Sink
from wirelab.model.figure import FactorName
from wirelab.study.fields import Flag, Label, Number, SubjectText, Table

_Several = BeforeValidator(lambda value: value if isinstance(value, list | tuple) else (value,))
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


class BaseClaim(Table):
    """The fields of every claim."""

    # The names of the fields that hold the cells which a claim is about.
    selectors: ClassVar[tuple[str, ...]] = ("of", "to")

    id: Slug  # a short name, one of its own within the study
    place: Annotated[str, Field(min_length=1)]  # where the study says or shows it: a section, figure or table
    words: Annotated[str, Field(min_length=1)]  # its statement, in the study's own words where they are short
    own: Flag = False  # True for a question of the lab's own, which the study does not raise
    our_bound: Flag = False  # its bounds are the lab's, for a word of the study such as *slightly*
    our_reading: Flag = False
    """The lab infers whether the study's own numbers bear it out: the study analysed them differently."""
    repeats: Slug | None = None
    """The claim that says the same of the same cells, or more; this one is shown and not counted again."""
    reason: Annotated[str, Field(min_length=1)] | None = None
    """Why it does not hold here, in sentences, where an experiment outside of the study has shown it."""
    contradicted_by: str = ""  # the place, and the words there, with which the study contradicts it itself; or nothing
    where: Cells = Cells()  # the levels that all its cells have in common

    @property
    def selected(self) -> dict[str, Cells]:
        """The cells that it is about, by the key that selects them."""
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
    """The bounds of a number: at least, at most, or about."""

    least: Number | None = None  # it is at least this
    most: Number | None = None  # it is at most this
    about: Number | None = None  # it is this, but for the tolerance
    tolerance: Annotated[Number, Field(gt=0, lt=1)] = 0.1  # share of `about`

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        low, high = self.limits
        if low is None and high is None:
            raise ValueError("it needs a bound: least, most or about")
        if low is not None and high is not None and low > high:
            raise ValueError("its bounds contradict each other: nothing is between them")
        return self

    @property
    def limits(self) -> tuple[float | None, float | None]:
        """The lowest and highest number that meet it."""
        if self.about is None:
            return self.least, self.most
        margin = abs(self.about) * self.tolerance
        low, high = self.about - margin, self.about + margin
        return max(low, low if self.least is None else self.least), min(high, high if self.most is None else self.most)
