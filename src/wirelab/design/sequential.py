"""When the data are looked at, and how much of the error each look may spend."""

from dataclasses import dataclass

from wirelab.study.definition import LOOKS

PRECISION_FROM = 8


@dataclass(frozen=True, slots=True)
class Schedule:
    """Looks with alpha spending over a family of comparisons (METHOD, the model: sequential stopping).

    Look k, after n_k of at most N rounds, spends alpha_k = (alpha/m)·[(n_k/N)² - (n_{k-1}/N)²] on each of the m
    comparisons of M whose cells were not found to differ so far; what was found needs no error any more, so that the
    others share it. The family error is at most alpha: Bonferroni over looks, Holm (1979) over comparisons, together as
    Maurer and Bretz (2013) have them ("Multiple testing in group sequential trials using graphical approaches").

    That two are equivalent is a question of its own, with a family error of its own, alpha as well: half of it is spent
    with that of the looks (what lies within the band at 1 - alpha_k), the other half at the last look alone.

    Attributes:
        rounds: N, the largest number of rounds; always the last look.
        comparisons: M, counted before the first round; twins are not among them.
        alpha: the family error.
        planned: after which numbers of rounds to look, ascending; those from `rounds` on do not matter.
        precision: stop a comparison too when the half-width of its interval is below this share of the ratio, from
            `PRECISION_FROM` rounds on; None: never for that reason.
    """

    rounds: int
    comparisons: int
    alpha: float = 0.05
    planned: tuple[int, ...] = LOOKS
    precision: float | None = None

    def __post_init__(self) -> None:
        if self.rounds < 1 or self.comparisons < 1:
            raise ValueError("a schedule needs at least one round and one comparison")
        if not 0 < self.alpha < 1:
            raise ValueError(f"alpha {self.alpha} is not between 0 and 1")
        if self.precision is not None and self.precision <= 0:
            raise ValueError(f"precision {self.precision} is not above 0")

    @property
    def looks(self) -> tuple[int, ...]:
        """Numbers of complete rounds after which the data are looked at, ascending."""
        return (*(look for look in self.planned if look < self.rounds), self.rounds)

    def alpha_at(self, n: int) -> float | None:
        """Error one comparison may spend at the look after `n` rounds, or None if there is no look then."""
        return self.alpha_since_look(n) if n in self.looks else None

    def alpha_since_look(self, n: int, *, last: bool = False, found: int = 0) -> float:
        """Error one comparison may spend after `n` rounds, on top of what the looks before have spent.

        Between looks this is the spending function's own value (Lan and DeMets 1983), so that an unplanned reading of
        the data is as sound as a planned one. `last`: the study ends here for a reason that is not in the data (budget,
        the user), so all that is left is spent. `found`: comparisons that were found to differ, whose share is free.

        Raises:
            ValueError: `n` is not between 1 and `rounds`, or every comparison was found to differ.
        """
        if not 1 <= n <= self.rounds:
            raise ValueError(f"after {n} rounds of {self.rounds} there is nothing to look at")
        if not 0 <= found < self.comparisons:
            raise ValueError(f"{found} of {self.comparisons} comparisons were found to differ: none is left")
        before = max((look for look in self.looks if look < n), default=0)
        by_now = 1.0 if last else (n / self.rounds) ** 2
        return self.alpha / (self.comparisons - found) * (by_now - (before / self.rounds) ** 2)

    def alpha_to_equate(self, n: int, *, last: bool = False, found: int = 0, equated: int = 0) -> float:
        """Error of each of the two one-sided tests for equivalence after `n` rounds.

        `last`: as for `alpha_since_look`. `equated`: comparisons that were found to be equivalent or negligibly
        different, whose share is free.

        Raises:
            ValueError: as `alpha_since_look`, and if every comparison was found to be equivalent.
        """
        if not 0 <= equated < self.comparisons:
            raise ValueError(f"{equated} of {self.comparisons} comparisons were found to be equivalent: none is left")
        kept = self.alpha / (self.comparisons - equated) if last or n == self.rounds else 0.0
        return (self.alpha_since_look(n, last=last, found=found) + kept) / 2
