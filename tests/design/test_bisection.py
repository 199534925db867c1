"""Which version a search tries next, over all places of the change and of versions that cannot be measured."""

from hypothesis import given
from hypothesis import strategies as st

from wirelab.design.bisection import limits, looks_needed, next_version


@given(st.data(), st.integers(2, 60))
def test_the_first_that_changed_is_found(data: st.DataObject, number: int) -> None:
    versions = [f"1.{at}" for at in range(number)]
    first = data.draw(st.integers(1, number - 1))
    broken = data.draw(st.sets(st.integers(1, number - 2), max_size=3)) if number > 2 else set()
    known: dict[str, bool | None] = {versions[0]: False, versions[-1]: True}
    while (version := next_version(versions, known)) is not None:
        at = versions.index(version)
        assert version not in known
        known[version] = None if at in broken else at >= first
    low, high = limits(versions, known)
    assert low < first <= high
    assert set(range(low + 1, high)) <= broken, "the versions between could not be measured"
    if not broken:
        assert (low, high) == (first - 1, first)
        assert len(known) - 1 <= looks_needed(versions)
