"""The types of one workload, rendered and built into a folder."""

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from wirelab_runner.canonical import canonical_bytes
from wirelab_runner.faults import FaultError, blamed_on

PACKAGE = "wirelab_types"


@dataclass(frozen=True, slots=True)
class Family:
    """One way to write the domain types, and its conversions.

    Attributes:
        from_message: the root's protobuf message to a domain object.
        to_message: the reverse.
        message: the root's message class.
    """

    from_message: Callable[[Any], Any]
    to_message: Callable[[Any], Any]
    message: Any

    def read(self, data: bytes) -> Any:
        """The domain object of one encoded message."""
        return self.from_message(self.message.FromString(data))

    def write(self, root: object) -> bytes:
        """The message of a domain object, as the protocol's digests want it."""
        return canonical_bytes(self.to_message(root))


class Types:
    """The rendered modules, imported when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def _package(self) -> Any:
        if not (self._folder / PACKAGE).is_dir():
            raise FaultError("workload", f"no types are rendered in {self._folder}")
        sys.path.append(str(self._folder))
        return importlib.import_module(PACKAGE)

    def check(self, workload: str) -> None:
        """Whether these are the types of `workload`.

        Raises:
            FaultError: they are another's, or there are none.
        """
        if workload != self._package.WORKLOAD:
            raise FaultError(
                "workload", f"this process has the types of '{self._package.WORKLOAD}', not of '{workload}'"
            )

    def module(self, name: str) -> Any:
        """A rendered module, by name."""
        with blamed_on("runner", f"importing the rendered module '{name}'"):
            return importlib.import_module(f"{self._package.__name__}.{name}")

    def family(self, name: str) -> Family:
        """The conversions of a family of domain types: `classes` or `structs`."""
        module = self.module(f"{name}_messages")
        return Family(module.from_message, module.to_message, module.MESSAGE)
