"""Messages to lines and back: one JSON object per line, UTF-8."""

import json

from pydantic import ValidationError

from wirelab.model.visible import visible
from wirelab.protocol.messages import ANSWER, VERSION, Answer, Ready, Request

SHOWN = 300


class ProtocolError(Exception):
    """An answer that is not of the protocol, shortened for people."""

    def __init__(self, what: str, seen: str) -> None:
        self.what, self.seen = what, seen
        super().__init__(f"{what}: {seen}" if seen else what)


def shorten(line: bytes, limit: int = SHOWN) -> str:
    """Show `line` to people: printable, at most about `limit` characters, and how long it really was."""
    text = line[: 4 * limit].decode("utf-8", "backslashreplace").rstrip("\r\n")
    shown = visible(text)
    if len(shown) <= limit and len(line) <= 4 * limit:
        return shown
    return f"{shown[:limit]}… ({len(line)} bytes)"


def encode_request(request: Request) -> bytes:
    """Write `request` as one line."""
    return request.model_dump_json().encode() + b"\n"


def parse_answer(line: bytes, *, strict: bool = False) -> Answer:
    """Read one answer; if `strict`, a key that no schema names, and a text for a number, is a fault, too.

    Raises:
        ProtocolError: it is not JSON, of no known type, or not as its schema says.
    """
    try:
        return ANSWER.validate_json(line, strict=strict, extra="forbid" if strict else "ignore")
    except ValidationError as error:
        raise _no_answer(line, error) from None


def _no_answer(line: bytes, error: ValidationError) -> ProtocolError:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):  # also of brackets without end
        answer = None
    if not isinstance(answer, dict):
        return ProtocolError("something else was written to stdout", shorten(line))
    return ProtocolError(_first_fault(error), shorten(line))


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in fault["loc"])
    return f"{where}: {fault['msg']}" if where else str(fault["msg"])


def refusal(ready: Ready) -> str | None:
    """Why a runner that answers `ready` cannot be used: it speaks another version. None if it can."""
    if ready.protocol == VERSION:
        return None
    return f"it speaks version {ready.protocol} of the runner protocol, this lab speaks {VERSION}"
