"""What goes wrong, and whose fault it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Whose = Literal["codec", "runner", "workload", "host", "request"]


class FaultError(Exception):
    """Answered as `error`; the runner stays usable.

    Attributes:
        whose: the part at fault, as the protocol names it.
        message: one line: what and why.
    """

    def __init__(self, whose: Whose, message: str) -> None:
        self.whose, self.message = whose, " ".join(message.split())
        super().__init__(self.message)


@contextmanager
def blamed_on(whose: Whose, doing: str) -> Iterator[None]:
    """Blame `whose` for anything raised inside, but for what is plainly the host's.

    Args:
        whose: the part at fault.
        doing: what was being done, for the message.

    Raises:
        FaultError: whatever was raised inside.
    """
    try:
        yield
    except (FaultError, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # extension modules in Rust panic with a BaseException
        raise FaultError("host" if _is_the_hosts(error) else whose, f"{doing}: {describe(error)}") from error


def _is_the_hosts(error: BaseException) -> bool:
    """No memory, or an error of the system; libraries subclass OSError too, but without its number."""
    return isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno is not None)


def describe(error: BaseException) -> str:
    """Class and message in one line of at most 500 characters."""
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return text if len(text) <= 500 else text[:499] + "…"
