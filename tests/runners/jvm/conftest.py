import pytest

from tests.runners.places import PLACES, Bench, Place

JVM = [place for place in PLACES if place.platform == "jvm"]


@pytest.fixture(scope="module", params=[place.param() for place in JVM])
def place(request: pytest.FixtureRequest, bench: Bench) -> Place:
    """Each runner of the JVM whose tools are here."""
    found: Place = request.param
    bench.require(found)
    return found
