"""Python's server on loopback and its client; `tests/runners/test_exchange.py` tries all platforms alike."""

from collections.abc import Callable

import pytest
from wirelab_runner.faults import FaultError
from wirelab_runner.loopback import Loopback


@pytest.fixture
def loopback() -> Loopback:
    """One of its own."""
    return Loopback()


@pytest.mark.parametrize("data", [b"", b"a", bytes(range(256)) * 4096], ids=len)
def test_what_is_offered_is_fetched(loopback: Loopback, data: bytes) -> None:
    others = [loopback.offer(b"before"), loopback.offer(b"after")]
    offered = loopback.offer(data)
    assert [offered.fetched() for _ in range(3)] == [data] * 3
    assert [each.fetched() for each in others] == [b"before", b"after"]


def _gone(loopback: Loopback) -> str:
    return loopback.offer(b"a").path  # nobody holds it


WRONG: dict[str, tuple[Callable[[Loopback], str], str]] = {
    "no longer offered": (_gone, "the answer's status is 404"),
    "another's folder": (lambda _: Loopback().offer(b"a").path, "the answer's status is 404"),
    "no path": (lambda _: "/a b", "InvalidURL: "),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_request_that_fails_is_the_hosts_fault(loopback: Loopback, case: str) -> None:
    path_of, says = WRONG[case]
    with pytest.raises(FaultError) as caught:
        loopback.fetch(path_of(loopback))
    assert caught.value.whose == "host"
    assert str(caught.value).startswith(f"an object cannot be fetched over loopback: {says}")
    assert loopback.offer(b"still").fetched() == b"still"


def test_an_answer_that_breaks_off_is_the_hosts_fault(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bool:
        raise ConnectionResetError  # in the server's thread, which then closes the connection

    offered = loopback.offer(b"a")
    with monkeypatch.context() as patched:
        patched.setattr("wirelab_runner.loopback.compare_digest", broken)
        with pytest.raises(FaultError) as caught:
            offered.fetched()
    assert (caught.value.whose, str(caught.value).split(": ")[1]) == ("host", "RemoteDisconnected")
    assert offered.fetched() == b"a"
