import pytest

from tests.runners.places import ON_REQUEST, PLACES, Bench, Place

NODE, PAGE = (
    next(place for place in (*PLACES, *ON_REQUEST) if (place.runner, place.platform) == ("node", platform))
    for platform in ("node", "browser")
)


@pytest.fixture
def in_node(bench: Bench) -> Place:
    """The runner in Node."""
    bench.require(NODE)
    return NODE


@pytest.fixture
def in_page(bench: Bench) -> Place:
    """The runner in a page."""
    bench.require(PAGE)
    return PAGE
