"""Who may ask a server, and how: decided before any other code sees a request.

Every user of the machine reaches the port, and every page in the user's browser can send requests there. The token
keeps the first out, and `Host` and `Origin` the second. A browser gives the cookies of one port to all others of the
host, where another user may listen; so the cookie is for a path that nobody else can guess.
"""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER, COOKIE = "Wirelab-Token", "wirelab"
ENTRANCE, ENTER = "/", "/enter"
_KINDS = {"POST": "application/json", "PUT": "application/octet-stream"}
_MOST_BYTES = 1 << 20
"""The most that a form may send."""
_OPEN = {("GET", ENTRANCE), ("GET", "/favicon.ico")}  # browsers ask for the second by themselves
_SAFE = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_NOTHING = "default-src 'none'; frame-ancestors 'none'"
_LONGEST = 120


def _secret() -> str:
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class Keys:
    """The secrets of the user who started a server, new at each start."""

    token: str = field(default_factory=_secret)
    place: str = field(default_factory=lambda: f"/{_secret()}/")
    """The path below which everything is."""

    def fits(self, given: str) -> bool:
        """Whether it is the token."""
        return secrets.compare_digest(given.encode("utf-8", "replace"), self.token.encode())


class Guard:
    """Answers 403 to requests that are not allowed, reports them on the terminal, and passes everything else on."""

    def __init__(self, app: ASGIApp, keys: Keys, host: str, notice: Callable[[str], None], *, allow_run: bool) -> None:
        """`host` is the name by which the server is reached, its port included."""
        self._app, self._keys, self._host, self._notice, self._allow_run = app, keys, host, notice, allow_run
        self._said_at, self._unsaid = 0.0, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take one request."""
        if scope["type"] != "http":  # there are no others
            return

        async def safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_SAFE)
                headers.setdefault("Content-Security-Policy", _NOTHING)
            await send(message)

        why = next((why for wrong, why in self._checks(Request(scope)) if wrong), "")
        if why:
            self._say(f"refused {scope['method']} {scope['path']}"[:_LONGEST], why)
            refusal = PlainTextResponse(f"Refused: {why}. Open the address that the terminal shows.\n", 403)
            await refusal(scope, receive, safely)
        else:
            await self._app(scope, receive, safely)

    def _checks(self, request: Request) -> Iterator[tuple[bool, str]]:
        """The checks of a request, in order: whether it is refused, and the reason for that, as a clause."""
        method, path, headers = request.method, request.scope["path"], request.headers
        origins = headers.getlist("origin")
        yield headers.getlist("host") != [self._host], "it names another host"
        yield origins not in ([], [f"http://{self._host}"]), "it comes from another page"
        if (method, path) in _OPEN:
            return
        if (method, path) != ("POST", ENTER):
            known = path.startswith(self._keys.place) and self._keys.fits(request.cookies.get(COOKIE, ""))
            yield not known, "it has no token"
            yield headers.get("sec-fetch-site", "none") not in ("none", "same-origin"), "it comes from another page"
            if method in ("GET", "HEAD"):
                return
            yield not self._allow_run, "this server is read-only"
        yield not self._keys.fits(headers.get(HEADER, "")), "it has no token"
        yield not origins, "it does not say which page it comes from"
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        yield kind != _KINDS.get(method), "its content is of another type"
        length = headers.get("content-length", "")
        short = length.isdecimal() and len(length) < 9 and int(length) <= _MOST_BYTES
        yield method == "POST" and not short, "it has no length, or is too long"

    def _say(self, what: str, why: str) -> None:
        """Report a refusal, at most once per second: a flood of requests does not flood the terminal."""
        if time.monotonic() - self._said_at < 1.0:
            self._unsaid += 1
            return
        more = f"; {self._unsaid} more were refused before" if self._unsaid else ""
        self._said_at, self._unsaid = time.monotonic(), 0
        self._notice(f"{what}: {why}{more}")
