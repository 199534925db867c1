"""The list prices that costs are worked out with."""

from pathlib import Path

from wirelab.app.resources import resources
from wirelab.choice.prices import Prices
from wirelab.files.inputs import read_text
from wirelab.files.toml import parse_document
from wirelab.model.errors import WirelabError


def own_prices() -> Path:
    """Where the lab's own are."""
    return resources() / "prices.toml"


def prices_in(path: Path) -> Prices:
    """Read prices.

    Raises:
        UsageError: there is no such file.
        DefinitionError: a price is none, or the file is not what it should be.
    """
    return parse_document(read_text(path, f"prices {path}"), Prices, f"prices {path}")


def prices_if_any() -> Prices | None:
    """The lab's own, for a report: a run is shown even where nobody can read what anything costs."""
    try:
        return prices_in(own_prices())
    except WirelabError:
        return None
