"""A table of measurements, one response and the factors behind it: the input of every analysis."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """A condition that was varied, and which of its levels each observation had."""

    name: str  # as the table's column has it
    levels: tuple[str, ...]  # in order of first appearance
    codes: NDArray[np.intp]  # shape (n,), indexes into `levels`

    @classmethod
    def of(cls, name: str, labels: Sequence[str]) -> "Factor":
        """A factor from each observation's label."""
        levels = {label: code for code, label in enumerate(dict.fromkeys(labels))}
        return cls(name, tuple(levels), np.fromiter((levels[label] for label in labels), np.intp, len(labels)))


def numbered(factors: Sequence[Factor]) -> NDArray[np.intp]:
    """A number for the combination of levels that each observation has, shape (n,); they ascend as the codes do."""
    numbers = np.zeros_like(factors[0].codes)
    for factor in factors:
        if (int(numbers.max()) + 1) * len(factor.levels) > np.iinfo(np.intp).max:
            numbers = np.unique(numbers, return_inverse=True)[1]
        numbers = numbers * len(factor.levels) + factor.codes
    return numbers


@dataclass(frozen=True, slots=True, eq=False)
class Observations:
    """One response and the factors behind it."""

    response: str  # its name, unit included (`serialize_s`)
    values: NDArray[np.float64]  # shape (n,), finite, in run order
    factors: tuple[Factor, ...]  # at least one; names are unique
    block: Factor | None = None  # groups observations that share their circumstances (a round, a day), or None
    places: Sequence[int] = ()  # the line or row of each in its table; empty: its number
    place: str = "observation"  # the unit that `places` counts: `line` or `row`, from 1

    def where(self, index: int) -> str:
        """Name the place of observation `index` (from 0): `line 3`."""
        return f"{self.place} {self.places[index] if self.places else index + 1}"

    def __post_init__(self) -> None:
        columns = (*self.factors, *((self.block,) if self.block else ()))
        if not self.factors:
            raise ValueError("observations need a factor")
        if self.values.ndim != 1 or any(column.codes.shape != self.values.shape for column in columns):
            raise ValueError("values and codes must be of one length")
        if not np.isfinite(self.values).all():
            raise ValueError("values must be finite")
        if len({column.name for column in columns}) < len(columns):
            raise ValueError("factors and block must have names of their own")
