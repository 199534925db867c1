"""Requests to a server, as a browser of its user sends them, or a stranger."""

import http.client
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from wirelab.web.server import serving

MOST_BYTES = 1 << 20


@dataclass(frozen=True)
class Answer:
    """A server's answer."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.content)


@dataclass
class Client:
    """One who knows a server's address, and the server's notices about others."""

    address: str
    notices: list[str] = field(default_factory=list)
    place: str = ""

    def __post_init__(self) -> None:
        self.host, self.token = re.fullmatch(r"http://(127\.0\.0\.1:\d+)/#token=([\w-]{32})", self.address).groups()

    @property
    def own(self) -> dict[str, str]:
        """The headers that a page of the server sends."""
        cookie = {"Cookie": f"wirelab={self.token}"}
        return {**cookie, "Wirelab-Token": self.token, "Origin": f"http://{self.host}", "Sec-Fetch-Site": "same-origin"}

    def raw(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Answer:
        connection = http.client.HTTPConnection(self.host, timeout=60)
        try:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            headers = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, headers, answer.read())
        finally:
            connection.close()

    def enter(self) -> Answer:
        """Enter as the page at the entrance does."""
        answer = self.raw("POST", "/enter", {**self.own, "Content-Type": "application/json"}, b"{}")
        self.place = answer.json["place"]
        return answer

    def get(self, path: str) -> Answer:
        return self.raw("GET", self.place + path, self.own)

    def post(self, path: str, value: object = None) -> Answer:
        headers = {**self.own, "Content-Type": "application/json"}
        return self.raw("POST", self.place + path, headers, json.dumps(value or {}).encode())

    def put(self, path: str, content: bytes) -> Answer:
        headers = {**self.own, "Content-Type": "application/octet-stream"}
        return self.raw("PUT", self.place + path, headers, content)


@contextmanager
def served(folder: Path, *, allow_run: bool = False, most_bytes: int = MOST_BYTES) -> Iterator[Client]:
    """A server of a folder, and a client that has entered."""
    notices: list[str] = []
    with serving(folder, None, most_bytes, notices.append, allow_run=allow_run) as address:
        client = Client(address, notices)
        client.enter()
        yield client
