"""Hosts as Dask's workers: a question is a task for one of them by name, and for no other."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event
from uuid import uuid4

import distributed
from distributed.scheduler import KilledWorker

from wirelab.app.hosts.driver import UnreachableError
from wirelab.app.hosts.hosts_file import Membership
from wirelab.app.hosts.messages import Answer, Next, Question, answer_in, written
from wirelab.cluster.engine import SLOT, security
from wirelab.cluster.reach import why_unreachable
from wirelab.cluster.task import answer
from wirelab.model.errors import MeasurementError

_LOOK_S, _FRESH_S = 0.05, 1.0
_CONNECT_S, _FETCH_S = 10, 120


class Connection:
    """Hosts behind a scheduler. Several threads ask; a scheduler that is gone is looked for at each question."""

    def __init__(self, member: Membership) -> None:
        """Use `connected`."""
        self._member, self._lock = member, threading.Lock()
        self._client: distributed.Client | None = None
        self._known: dict[str, str] = {}
        self._seen: set[str] = set()
        self._known_at = float("-inf")

    def ask(self, host: str, question: Question, over: Event, piece: bytes = b"") -> tuple[Answer, bytes]:
        """See `Hosts`."""
        address = self._address(host)
        if address is None:
            raise UnreachableError("it vanished" if host in self._seen else "it has not joined the scheduler")
        self._seen.add(host)
        client = self._connected()
        future = client.submit(
            answer,
            written(question, piece),
            key=f"wirelab-{question.ask}-{host}-{uuid4().hex}",
            workers=[host],
            allow_other_workers=False,
            pure=False,
            retries=0,
            resources={SLOT: 1} if isinstance(question, Next) else None,
        )
        try:
            self._wait(future, host, address, over)
            return answer_in(self._result(future, host), host)
        finally:
            with suppress(Exception):  # the scheduler may be gone, and its tasks with it
                future.cancel()

    def close(self) -> None:
        """End the connection, without waiting for a scheduler that is gone."""
        if self._client is not None:
            with suppress(Exception):
                self._client.close(timeout=_CONNECT_S)

    def _wait(self, future: "distributed.Future", host: str, address: str, over: Event) -> None:
        """Wait for an answer, as long as the host is there."""
        looked_at = time.monotonic()
        while not future.done():
            if over.wait(_LOOK_S):
                raise UnreachableError("this driver ends")
            if time.monotonic() - looked_at > _FRESH_S:
                looked_at = time.monotonic()
                if self._address(host) != address:
                    raise UnreachableError("it vanished")

    def _result(self, future: "distributed.Future", host: str) -> bytes:
        if future.status in ("cancelled", "lost"):
            raise UnreachableError("the scheduler vanished")
        try:
            return bytes(future.result(timeout=_FETCH_S))
        except KilledWorker:
            raise UnreachableError("it vanished") from None
        except (OSError, asyncio.CancelledError, distributed.CancelledError):
            raise UnreachableError("its answer did not arrive") from None
        except Exception as error:
            what, remedy = "it could not answer", "install the same version of Wirelab on all hosts"
            raise MeasurementError(f"host {host}", what, why=repr(error), remedy=remedy) from None

    def _address(self, host: str) -> str | None:
        """Where the host's worker is; None: it has not joined."""
        client = self._connected()
        with self._lock:
            if time.monotonic() - self._known_at > _FRESH_S:
                try:
                    workers = client.scheduler_info(n_workers=-1)["workers"]
                except (OSError, asyncio.CancelledError):
                    raise UnreachableError("the scheduler does not answer") from None
                self._known = {str(each["name"]): address for address, each in workers.items()}
                self._known_at = time.monotonic()
            return self._known.get(host)

    def _connected(self) -> "distributed.Client":
        with self._lock:
            if self._client is not None and self._client.status == "running":
                return self._client
            if self._client is not None and self._client.status == "connecting":
                raise UnreachableError("the scheduler does not answer")
            if why := asyncio.run(why_unreachable(self._member)):
                raise UnreachableError(why)
            try:
                self._client = distributed.Client(
                    self._member.file.scheduler,
                    security=security(self._member, "client"),
                    timeout=_CONNECT_S,
                    set_as_default=False,
                )
            except OSError as error:
                raise UnreachableError(f"the scheduler does not answer ({error})") from None
            self._known_at = float("-inf")
            return self._client


@contextmanager
def connected(member: Membership) -> Iterator[Connection]:
    """The hosts of a membership, within the block."""
    connection = Connection(member)
    try:
        yield connection
    finally:
        connection.close()
