"""A server on a port of this machine, from its start to the signal that ends it."""

import logging
import socket
import threading
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import uvicorn
from h11 import LocalProtocolError

from wirelab.app.serve.labs import Labs
from wirelab.app.serve.queue import queue_of
from wirelab.model.errors import host_faults
from wirelab.process.signals import wait_until_stopped
from wirelab.web.guard import Guard, Keys
from wirelab.web.pages import application

_LOOPBACK, _OF_HTTP = "127.0.0.1", 80
_PATIENCE_S = 3
Notice = Callable[[str], None]


def serve(
    folder: Path, port: int | None, most_bytes: int, notice: Notice, show: Callable[[str], None], *, allow_run: bool
) -> None:
    """Serve until a signal comes; `show` gets the address, and `notice` each refusal. Errors as `serving`."""
    with serving(folder, port, most_bytes, notice, allow_run=allow_run) as address:
        show(address)
        wait_until_stopped()


@contextmanager
def serving(folder: Path, port: int | None, most_bytes: int, notice: Notice, *, allow_run: bool) -> Iterator[str]:
    """Serve within the block, from threads of its own; yields the address, with the token in its fragment.

    Raises:
        UsageError: there is no such folder.
        HostError: the port is taken, or another server has the folder's queue.
    """
    labs, keys = Labs(folder), Keys()
    with ExitStack() as stack:
        listening = stack.enter_context(_listening(port))
        queue = stack.enter_context(queue_of(labs, most_bytes)) if allow_run else None
        host = host_of(listening.getsockname()[1])
        guard = Guard(application(labs, queue, keys, most_bytes), keys, host, notice, allow_run=allow_run)
        config = uvicorn.Config(
            guard,
            lifespan="off",
            ws="none",
            http="h11",
            loop="asyncio",
            log_config=None,
            access_log=False,  # only refused requests are reported, by the guard
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=_PATIENCE_S,
        )
        logging.getLogger("uvicorn.error").addFilter(_is_a_bug)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"http://{host}/#token={keys.token}"
        finally:
            server.should_exit = True
            thread.join()


def _is_a_bug(record: logging.LogRecord) -> bool:
    """Whether a message is shown: not those about noise on a port that every user reaches, nor about Ctrl-C."""
    fault = record.exc_info[1] if record.exc_info else None
    return fault is not None and not isinstance(fault, LocalProtocolError | CancelledError)


def host_of(port: int) -> str:
    """The name of a server as browsers send it: they leave out HTTP's own port."""
    return _LOOPBACK if port == _OF_HTTP else f"{_LOOPBACK}:{port}"


@contextmanager
def _listening(port: int | None) -> Iterator[socket.socket]:
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with host_faults(f"port {port}", "it cannot be listened on", "name another with --port, or none"):
            listening.bind((_LOOPBACK, port or 0))
            listening.listen()
        yield listening
