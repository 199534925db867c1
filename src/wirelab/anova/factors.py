"""How the factors of a design relate to each other: crossed or nested, and the contrasts that code them. Pure."""

import math
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Term = tuple[int, ...]  # indexes of the factors that interact, ascending


@dataclass(frozen=True, slots=True, eq=False)
class Crossing:
    """Factors, some of them perhaps nested in others.

    A factor is nested in another if each of its levels was observed with one level of the other, and not the other way
    round as well: codecs of which each exists on one platform. Its contrasts then compare levels within that one.
    """

    codings: tuple[NDArray[np.float64], ...]
    """Each factor's coding, shape (levels, columns); columns sum to 0 (within each level of outer factors)."""
    outer: tuple[dict[int, NDArray[np.intp]], ...]
    """The factors that each is nested in: index of the other factor -> its level for each own, shape (levels,)."""

    @property
    def factors(self) -> int:
        """How many there are."""
        return len(self.codings)

    def terms(self, order: int) -> tuple[Term, ...]:
        """All main effects and interactions of up to `order` factors; terms contained in others come before them.

        A factor does not interact with one that it is nested in: that interaction is its main effect.
        """
        subsets = (term for size in range(1, order + 1) for term in combinations(range(self.factors), size))
        crossed = [term for term in subsets if not any(set(self.outer[index]) & set(term) for index in term)]
        return tuple(sorted(crossed, key=lambda term: len(self.whole(term))))

    def whole(self, term: Term) -> frozenset[int]:
        """The factors of a term, and those in which they are nested."""
        return frozenset(term).union(*(self.outer[index] for index in term))

    def contains(self, larger: Term, smaller: Term) -> bool:
        """Whether the levels of the larger term determine those of the smaller."""
        return self.whole(smaller) <= self.whole(larger)

    def width(self, term: Term) -> int:
        """Degrees of freedom of a term where nothing is missing."""
        return math.prod(self.codings[index].shape[1] for index in term)

    def possible(self) -> int:
        """How many combinations of all levels there can be; the levels of outer factors follow from the others."""
        inner = [index for index in range(self.factors) if not any(index in others for others in self.outer)]
        tied = tuple(index for index in inner if self.outer[index])
        free = math.prod(len(self.codings[index]) for index in inner if index not in tied)
        return free * (len(self.grid(tied)) if tied else 1)

    def columns(self, term: Term, levels: NDArray[np.intp]) -> NDArray[np.float64]:
        """A term's columns for rows of levels, shape (n, factors): products of contrasts, shape (n, width)."""
        return reduce(_products, (self.codings[index][levels[:, index]] for index in term))

    def grid(self, term: Term) -> NDArray[np.intp]:
        """All possible combinations of a term's levels, shape (m, factors); -1 for factors not determined by them."""
        sizes = [len(self.codings[index]) for index in term]
        found = np.full((math.prod(sizes), self.factors), -1)
        found[:, list(term)] = np.indices(sizes).reshape(len(term), -1).T
        possible = np.ones(len(found), bool)
        for index in term:
            for other, level in self.outer[index].items():
                told = level[found[:, index]]
                possible &= (found[:, other] == told) | (found[:, other] < 0)
                found[:, other] = told
        return found[possible]


def crossing(levels: NDArray[np.intp], sizes: list[int]) -> Crossing:
    """Find which factors are nested in which.

    `levels`, shape (c, factors), are the combinations that were observed, `sizes` the levels of each factor.
    """
    factors = range(len(sizes))
    outer: list[dict[int, NDArray[np.intp]]] = [{} for _ in factors]
    for one in factors:
        for other in factors:
            if one != other and determines(levels, one, other) and not determines(levels, other, one):
                told = np.zeros(sizes[one], np.intp)
                told[levels[:, one]] = levels[:, other]
                outer[one][other] = told
    codings = []
    for size, others in zip(sizes, outer, strict=True):
        group = np.zeros(size, np.intp)
        if others:
            group = np.unique(np.column_stack(list(others.values())), axis=0, return_inverse=True)[1].reshape(-1)
        codings.append(_contrasts_within(group))
    return Crossing(tuple(codings), tuple(outer))


def determines(levels: NDArray[np.intp], one: int, other: int) -> bool:
    """Whether each level of a factor was observed with only one level of another."""
    pairs = {tuple(row) for row in levels[:, [one, other]].tolist()}
    return len(pairs) == len({first for first, _ in pairs})


def _contrasts_within(group: NDArray[np.intp]) -> NDArray[np.float64]:
    """Sum contrasts of the levels of each group, shape (levels, levels - groups)."""
    coding = np.zeros((len(group), len(group) - len(np.unique(group))))
    at = 0
    for own in np.unique(group):
        members = np.flatnonzero(group == own)
        coding[members, at : at + len(members) - 1] = np.vstack([np.eye(len(members) - 1), -np.ones(len(members) - 1)])
        at += len(members) - 1
    return coding


def _products(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    crossed: NDArray[np.float64] = np.einsum("ci,cj->cij", left, right).reshape(len(left), -1)
    return crossed
