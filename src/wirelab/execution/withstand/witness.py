"""Things that a codec touches besides the bytes that it reads, seen from outside: a file, an address, a class."""

import ctypes
import os
import struct
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

FOLDER = "WIRELAB_WITNESS"
"""The variable of a runner's process with the folder in which its class `Witness` opens a file when one is made."""
_FILE, _CLASS = "file", "class"
_SAYS = {
    _FILE: "it opened a file that the bytes name",
    _CLASS: "it made an object of a class that the bytes name",
    "address": "it opened a connection that the bytes name",
}
_OPENED = 0x20  # IN_OPEN
_EVENT = struct.Struct("iIII")
_MOST_READ = 1 << 16


class Witness:
    """Files in a folder and an address on loopback which nobody has a reason to touch.

    Attributes:
        file: the address of a file, for bytes to name; `url`: one of this machine.
        environment: variables of processes that are watched.
    """

    def __init__(self, folder: Path, events: int, touched: "SimpleQueue[str]", port: int) -> None:
        self.file, self.url = (folder / _FILE).as_uri(), f"http://127.0.0.1:{port}/"
        self.environment: Mapping[str, str] = {FOLDER: str(folder)}
        self._events, self._touched = events, touched

    def seen(self) -> str:
        """The things touched since the last call, as a clause; empty: nothing."""
        found = {_SAYS[name] for name in self._opened() if name in _SAYS}
        while True:
            try:
                found.add(_SAYS[self._touched.get_nowait()])
            except Empty:
                return ", and ".join(sorted(found))

    def hidden(self, content: bytes) -> bytes:
        """Bytes without the places of its file and its address, which change each time."""
        return content.replace(self.file.encode(), b"{file}").replace(self.url.encode(), b"{url}")

    def _opened(self) -> Iterator[str]:
        try:
            events = os.read(self._events, _MOST_READ)
        except BlockingIOError:
            return
        at = 0
        while at < len(events):
            *_, length = _EVENT.unpack_from(events, at)
            at += _EVENT.size + length
            yield os.fsdecode(events[at - length : at].rstrip(b"\0"))


@contextmanager
def witness(folder: Path) -> Iterator[Witness]:
    """One that watches within the block; it makes its files in `folder`. An OSError if the system cannot."""
    (folder / _FILE).write_text("1")
    (folder / _CLASS).touch()
    touched: SimpleQueue[str] = SimpleQueue()
    with _events(folder) as events, _answering(touched) as port:
        yield Witness(folder, events, touched, port)


@contextmanager
def _events(folder: Path) -> Iterator[int]:
    """The kernel's report on files that are opened in a folder (inotify(7)), for which Python's library has no name."""
    system = ctypes.CDLL(None, use_errno=True)
    events = system.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    if events < 0:
        raise OSError(ctypes.get_errno(), "the kernel watches no files")
    try:
        if system.inotify_add_watch(events, os.fsencode(folder), _OPENED) < 0:
            raise OSError(ctypes.get_errno(), f"the kernel does not watch {folder}")
        yield events
    finally:
        os.close(events)


@contextmanager
def _answering(touched: "SimpleQueue[str]") -> Iterator[int]:
    """A port of loopback where whoever connects is noted, and has an answer, so that it does not wait for one."""

    class Answer(BaseHTTPRequestHandler):
        timeout = 2.0

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "1")
            self.end_headers()
            self.wfile.write(b"1")

        def log_message(self, *_: Any) -> None:
            return

    class Noting(ThreadingHTTPServer):
        daemon_threads = True

        def verify_request(self, *_: Any) -> bool:
            touched.put("address")
            return True

        def handle_error(self, *_: Any) -> None:
            return

    with Noting(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
