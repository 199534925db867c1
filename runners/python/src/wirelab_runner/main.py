"""The protocol loop: a request a line in, its answers a line each out."""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import simplejson  # not a codec under test: the protocol must not warm one up

from wirelab_runner.faults import FaultError, describe
from wirelab_runner.requests import Bye, Request, request
from wirelab_runner.session import Answer, Session


def main(arguments: Sequence[str]) -> int:
    """Speak the protocol until `bye` or the end of stdin.

    Args:
        arguments: the folder of the rendered types.

    Returns:
        The exit status.
    """
    if len(arguments) != 1:
        print("usage: python -I runners/python/src TYPES", file=sys.stderr)
        return 2
    # The real stdout is the protocol's; whatever else writes to it goes to stderr.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)

        def say(answer: Answer) -> None:
            out.write(simplejson.dumps(answer, separators=(",", ":")).encode() + b"\n")

        try:
            converse(sys.stdin.buffer, say, out.flush, Session(Path(arguments[0])))
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())  # nobody listens: nothing is left to flush
    return 0


def converse(
    lines: Iterable[bytes], say: Callable[[Answer], None], flush: Callable[[], None], session: Session
) -> None:
    """Answer each line, flushing after the last answer to each."""
    for line in lines:
        try:
            asked = parse(line)
            if isinstance(asked, Bye):
                return
            for answer in session.answers(asked):
                say(answer)
        except FaultError as fault:
            say({"type": "error", "fault": fault.whose, "message": fault.message})
        except MemoryError as error:
            say({"type": "error", "fault": "host", "message": describe(error)})
        except BrokenPipeError:
            raise
        except Exception as error:
            say({"type": "error", "fault": "runner", "message": describe(error)})
        flush()


def parse(line: bytes) -> Request:
    """The request in a line.

    Raises:
        FaultError: of the request.
    """
    try:
        value = simplejson.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise FaultError("request", f"a line is not JSON: {describe(error)}") from error
    return request(value)
