"""Encoded objects, each under a path of a server on loopback, and the client that fetches them.

The server's threads share the interpreter's lock with the client.
"""

from dataclasses import dataclass
from functools import cache
from hmac import compare_digest
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_urlsafe
from threading import Thread
from weakref import WeakValueDictionary

from wirelab_runner.faults import FaultError, blamed_on

_HOST, _CANNOT = "127.0.0.1", "an object cannot be fetched over loopback"


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Offered:
    """Bytes that are served as long as somebody holds this."""

    path: str
    data: bytes
    by: "Loopback"

    def fetched(self) -> bytes:
        """The bytes, as the client gets them."""
        return self.by.fetch(self.path)


class _Handler(BaseHTTPRequestHandler):
    """Every user of the machine can reach it: whoever does not know the secret gets 404."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body leave together
    disable_nagle_algorithm = True
    server: "_Server"

    def do_GET(self) -> None:
        """Give what is offered under a path."""
        folder, _, _ = self.path.rpartition("/")
        known = compare_digest(folder.encode(), self.server.folder.encode())
        offered = self.server.offered.get(self.path) if known else None
        if offered is None:
            self.send_error(404)
            return
        self.send_response_only(200)
        self.send_header("Content-Length", str(len(offered.data)))
        self.end_headers()
        self.wfile.write(offered.data)

    def log_message(self, *_: object) -> None:
        """Say nothing: what strangers ask for is no news of the runner's."""


class _Server(ThreadingHTTPServer):
    """On a free port of loopback, with a folder that nobody can guess."""

    def __init__(self) -> None:
        self.folder = f"/{token_urlsafe()}"
        self.offered = WeakValueDictionary[str, Offered]()
        super().__init__((_HOST, 0), _Handler)


class Loopback:
    """A server in threads of its own, and a client that keeps its connection."""

    def __init__(self) -> None:
        with blamed_on("host", f"no server can listen on {_HOST}"):
            self._server = _Server()
        Thread(target=self._server.serve_forever, daemon=True).start()
        self._connection = HTTPConnection(_HOST, self._server.server_port)
        self._count = 0

    def offer(self, data: bytes) -> Offered:
        """Serve bytes from now on."""
        self._count += 1
        offered = Offered(f"{self._server.folder}/{self._count}", data, self)
        self._server.offered[offered.path] = offered
        return offered

    def fetch(self, path: str) -> bytes:
        """Ask the server for what it offers.

        Raises:
            FaultError: of the host, if the server gives something else.
        """
        try:
            self._connection.request("GET", path)
            answer = self._connection.getresponse()
            data = answer.read()
        except (OSError, HTTPException) as error:
            self._connection.close()  # the next request opens it again
            raise FaultError("host", f"{_CANNOT}: {type(error).__name__}: {error}") from error
        if answer.status != 200:
            raise FaultError("host", f"{_CANNOT}: the answer's status is {answer.status}")
        return data


@cache
def loopback() -> Loopback:
    """The one of this process, which starts when it is first needed."""
    return Loopback()
