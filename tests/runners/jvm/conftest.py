import pytest

from tests.runners.bench import STANDS, Bench, Stand

JVM = [stand for stand in STANDS if stand.platform == "jvm"]


@pytest.fixture(scope="module", params=[stand.param() for stand in JVM])
def stand(request: pytest.FixtureRequest, bench: Bench) -> Stand:
    """Each runner of the JVM whose tools are here."""
    found: Stand = request.param
    bench.require(found)
    return found
