"""Errors that a user can meet. Each names the part at fault, what happened, why, and what to do next."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from functools import partial


class ExitCode(IntEnum):
    """One exit code per class of fault; docs/commands.md lists them."""

    OK = 0
    BUG = 1
    USAGE = 2
    DEFINITION = 3
    TOOLCHAIN = 4
    MEASUREMENT = 5
    LAB = 6
    HOST = 7
    WORSE = 8
    INTERRUPTED = 130


class WirelabError(Exception):
    """A fault; shown without a traceback.

    It names the part at fault as the user knows it (`study quick.toml`, `runner jvm`), what happened in one sentence,
    why if that is known (perhaps several lines), and as a remedy what to do next.
    """

    exit_code = ExitCode.BUG

    def __init__(self, part: str, what: str, *, why: str = "", remedy: str = "") -> None:
        self.part, self.what, self.why, self.remedy = part, what, why, remedy
        super().__init__(f"{part}: {what}" + (f" ({why})" if why else ""))

    def __reduce__(self) -> tuple[Callable[..., "WirelabError"], tuple[str, str]]:
        """Errors are pickled when they come from another process."""
        return partial(type(self), why=self.why, remedy=self.remedy), (self.part, self.what)


class UsageError(WirelabError):
    """A command, option, name or value that does not exist."""

    exit_code = ExitCode.USAGE


class DefinitionError(WirelabError):
    """A study, workload, schema or manifest that is not well formed."""

    exit_code = ExitCode.DEFINITION


class DesignError(DefinitionError):
    """Observations that do not allow the analysis asked for: factors that are confounded, no error term."""


class TableError(DefinitionError):
    """A table that cannot be read, or has something other than measurements; names the place."""


class ToolchainError(WirelabError):
    """A tool that is missing, or a build that failed."""

    exit_code = ExitCode.TOOLCHAIN


class MeasurementError(WirelabError):
    """A runner or codec that failed, so that a part of the request is not measured."""

    exit_code = ExitCode.MEASUREMENT


class LabError(WirelabError):
    """A lab file that cannot be read or written, or is held by another run."""

    exit_code = ExitCode.LAB


class HostError(WirelabError):
    """The machine: no space, no memory, no permission."""

    exit_code = ExitCode.HOST


@contextmanager
def host_faults(part: str, what: str, remedy: str) -> Iterator[None]:
    """Within the block, an OSError becomes a `HostError`."""
    try:
        yield
    except OSError as error:
        raise HostError(part, what, why=error.strerror or str(error), remedy=remedy) from None
