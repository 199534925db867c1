"""The protocol's lines: a request in, its answer out."""

import os
import sys
from pathlib import Path
from typing import Any

import simplejson  # not a codec under test: the protocol must not warm one up

from wirelab_runner.faults import FaultError, blamed_on
from wirelab_runner.session import Session


def main(types: Path) -> None:
    """Answer requests until `bye` or the end of stdin; `types` is the folder of the rendered types."""
    session = Session(types)
    # The real stdout is the protocol's; whatever else writes to it goes to stderr.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        for line in sys.stdin.buffer:
            request = simplejson.loads(line)
            if request["type"] == "bye":
                break
            out.write(simplejson.dumps(_answer(session, request), separators=(",", ":")).encode() + b"\n")
            out.flush()


def _answer(session: Session, request: dict[str, Any]) -> Any:
    try:
        with blamed_on("runner", request["type"]):
            return getattr(session, request["type"])(request)
    except FaultError as fault:
        return {"type": "error", "whose": fault.whose, "message": str(fault)}
