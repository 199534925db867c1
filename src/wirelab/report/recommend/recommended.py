"""A recommendation with the facts of its run, as one frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from wirelab.choice.recommendation import Recommendation
from wirelab.model.cell import CorpusName


@dataclass(frozen=True, slots=True)
class Recommended:
    """The content of a report of a recommendation."""

    found: Recommendation
    corpus: CorpusName
    objects: int  # messages in it
    study: str
    lab: str
    run: int
    started_at: datetime
    left_out: tuple[str, ...] = ()  # parts of the run that are not among the candidates, and why
    host: Mapping[str, str] = field(default_factory=dict)
    priced: str = ""  # the file that has the prices
    command: str = ""
