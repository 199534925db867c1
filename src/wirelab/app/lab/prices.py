"""The list prices from which costs are computed."""

from pathlib import Path

from wirelab.app.resources import resources
from wirelab.choice.prices import Prices
from wirelab.files.inputs import read_text
from wirelab.files.toml import parse_document
from wirelab.model.errors import WirelabError


def own_prices() -> Path:
    """The file with the lab's own prices."""
    return resources() / "prices.toml"


def prices_in(path: Path) -> Prices:
    """Read prices.

    Raises:
        UsageError: there is no such file.
        DefinitionError: a price is invalid, or the file is not well formed.
    """
    return parse_document(read_text(path, f"prices {path}"), Prices, f"prices {path}")


def prices_if_any() -> Prices | None:
    """The lab's own prices, for a report; None if they cannot be read, because a run is shown without them, too."""
    try:
        return prices_in(own_prices())
    except WirelabError:
        return None
