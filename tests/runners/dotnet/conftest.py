import pytest

from tests.runners.places import ON_REQUEST, PLACES, Bench, Place

DOTNET = [place for place in (*PLACES, *ON_REQUEST) if place.runner == "dotnet"]


@pytest.fixture(params=[place.param() for place in DOTNET])
def place(request: pytest.FixtureRequest, bench: Bench) -> Place:
    """Each platform of .NET whose tools are here."""
    found: Place = request.param
    bench.require(found)
    return found


@pytest.fixture
def in_page(bench: Bench) -> Place:
    """The platform in a browser."""
    (found,) = (place for place in DOTNET if place.platform == "dotnet-wasm-browser")
    bench.require(found)
    return found


@pytest.fixture
def dotnet(bench: Bench) -> str:
    """The program of the SDK."""
    (found,) = (place for place in DOTNET if place.platform == "dotnet-console")
    bench.require(found)
    (status,) = bench.state(found).tools
    return str(status.path)
