"""A recommendation with its basis, as frozen values. Pure."""

from dataclasses import dataclass

from wirelab.choice.break_even import Input
from wirelab.choice.candidates import Candidate
from wirelab.choice.needs import Need
from wirelab.choice.prices import Prices
from wirelab.choice.use import Money, Use
from wirelab.model.findings.finding import Interval
from wirelab.model.findings.transfer import Way


@dataclass(frozen=True, slots=True)
class Choice:
    """A candidate that meets all needs, was measured and fits the link."""

    candidate: Candidate
    money: Money  # a year's
    cost: Interval
    """A year's, all of it; sizes are exact, so only times scatter."""
    ratio: Interval | None
    """Its cost over the recommended one's, in the same rounds; None for that itself, and where no two rounds have
    both."""
    may_be_cheapest: bool  # no other was found to be cheaper by more than the band
    outdone: Way | None = None
    """A cheaper one that writes and reads at least as fast and makes no more bytes; None: it is in the Pareto set."""
    outdone_by: tuple[float, float, float] | None = None  # its write time, read time and bytes over that one's


@dataclass(frozen=True, slots=True)
class Out:
    """A candidate that is not among the choices, and the step that left it out."""

    candidate: Candidate
    step: str  # `measured`, `link`, or a need as it was asked
    why: str


@dataclass(frozen=True, slots=True)
class Step:
    """A branch of the decision, in the order in which it was walked."""

    name: str
    says: str  # its question
    left: int  # how many remain after it
    out: int


@dataclass(frozen=True, slots=True)
class Turning:
    """The value of an input at which another way is as cheap."""

    way: Way | None  # the other way; None: none of those that meet the needs fits the link
    value: float  # of the input; of a link, its rate in bits per second
    low: float  # between this and `high` the run does not decide which of the two is cheaper
    high: float
    full: bool = False  # not the cost but the link's capacity ends the choice there


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """How far an input is from moving the choice."""

    input: Input
    value: float | None  # now; None: there is no link
    below: Turning | None
    above: Turning | None


@dataclass(frozen=True, slots=True)
class Dropped:
    """Needs without which something would be left."""

    needs: tuple[Need, ...]
    left: int
    cheapest: Way  # of those that would be left


@dataclass(frozen=True, slots=True)
class Recommendation:
    """Which way to take, and why."""

    use: Use
    prices: Prices
    needs: tuple[Need, ...]
    confidence: float  # how often the truly cheapest is among those that may be
    band: float  # costs that differ by no more than this share are a tie
    steps: tuple[Step, ...]
    choices: tuple[Choice, ...]  # the cheapest first
    out: tuple[Out, ...]
    taken: Way | None = None
    broken_by: str = ""  # the reason for it among those that may be cheapest, as a clause; empty: there was no tie
    regret: Interval | None = None
    """The extra cost of a year with the second instead; None: there is none, or nothing is known of the two."""
    second: Way | None = None
    sensitivities: tuple[Sensitivity, ...] = ()
    drop: tuple[Dropped, ...] = ()

    @property
    def best(self) -> Choice | None:
        """The choice that is recommended."""
        return self.choice_of(self.taken)

    @property
    def tied(self) -> tuple[Choice, ...]:
        """The choices that this run cannot distinguish by cost from the cheapest; one: there is no tie."""
        return tuple(each for each in self.choices if each.may_be_cheapest)

    def choice_of(self, way: Way | None) -> Choice | None:
        """The choice of a way."""
        return next((each for each in self.choices if each.candidate.way == way), None)
