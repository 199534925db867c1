"""What goes wrong, and whose fault it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Whose = Literal["codec", "host", "runner"]


class FaultError(Exception):
    """Answered as `error`; the runner stays usable.

    Attributes:
        whose: the part at fault, as the protocol names it.
    """

    def __init__(self, whose: Whose, message: str) -> None:
        self.whose = whose
        super().__init__(message)


@contextmanager
def blamed_on(whose: Whose, doing: str) -> Iterator[None]:
    """Blame `whose` for anything raised inside, except for what is plainly the host's.

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
        # No memory, or an error of the system; libraries subclass OSError too, but without its number.
        hosts = isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno is not None)
        text = " ".join(f"{doing}: {type(error).__name__}: {error}".split())
        raise FaultError("host" if hosts else whose, text if len(text) <= 500 else text[:499] + "…") from error
