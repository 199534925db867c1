"""The types of one workload, rendered and built into a folder."""

import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Self

from wirelab_runner.carrier import carried
from wirelab_runner.faults import FaultError, blamed_on

PACKAGE = "wirelab_types"


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to write the domain types: a rendered module, and what its classes are made with.

    Attributes:
        module: its name.
        options: of each class, by name; none where the module's classes take none.
    """

    module: str
    options: tuple[tuple[str, bool], ...] = ()


CLASSES = Kind("classes")


@dataclass(frozen=True, slots=True)
class Payload:
    """A type that codecs encode, in one way to write the domain types.

    Attributes:
        member: its name in the payload's union; empty for the root.
        domain: its domain class.
        message: its message class.
        from_message: a protobuf message to a domain object.
        to_message: the reverse.
    """

    member: str
    domain: Any
    message: Any
    from_message: Callable[[Any], Any]
    to_message: Callable[[Any], Any]

    @classmethod
    def over(
        cls,
        message: Any,
        member: str,
        domain: Any,
        from_message: Callable[[Any], Any],
        fill: Callable[[Any, Any], None],
    ) -> Self:
        """Of a message class, and a function that fills a message of it."""

        def to_message(root: object) -> Any:
            made = message()
            fill(made, root)
            return made

        return cls(member, domain, message, from_message, to_message)


@dataclass(frozen=True, slots=True)
class Columns:
    """What stands beside a payload.

    Attributes:
        payload: which of the workload's payload types it is.
        root: the root message with the payload's member set but empty; empty where the root is the payload.
    """

    payload: int
    root: bytes = b""


@dataclass(frozen=True, slots=True)
class Family:
    """One way to write the domain types, and its conversions.

    Attributes:
        root: the root's message class.
        field: the root's field that holds the payload; None: the root is the payload.
        payloads: what codecs encode, in ascending order of number.
    """

    root: Any
    field: str | None
    payloads: tuple[Payload, ...]

    def read(self, data: bytes) -> tuple[Columns, Any]:
        """The columns and the payload, as a domain object, of one encoded root message.

        Raises:
            ValueError: it has no payload.
        """
        root = self.root.FromString(data)
        if self.field is None:
            return Columns(0), self.payloads[0].from_message(root)
        at, message = self._payload(root)
        payload = self.payloads[at].from_message(message)
        message.Clear()
        message.SetInParent()
        return Columns(at, root.SerializeToString()), payload

    def columns(self, data: bytes) -> Columns:
        """The columns that a file of encoded objects has before a payload.

        Raises:
            ValueError: they tell of no payload.
        """
        return Columns(self._payload(self.root.FromString(data))[0], data)

    def write(self, columns: Columns, payload: object) -> bytes:
        """The root message of a payload with its columns; fields and map entries in the library's own order."""
        message = self.payloads[columns.payload].to_message(payload)
        if self.field is not None:
            root = self.root.FromString(columns.root)
            self._payload(root)[1].CopyFrom(message)
            message = root
        data: bytes = message.SerializeToString()
        return data

    def _payload(self, root: Any) -> tuple[int, Any]:
        """Which payload type a root message holds, and the message within it."""
        assert self.field is not None
        union = getattr(root, self.field)
        for at, payload in enumerate(self.payloads):
            if union.HasField(payload.member):
                return at, getattr(union, payload.member)
        raise ValueError(f"an object without {root.DESCRIPTOR.name}.{self.field}")


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

    @property
    def payloads(self) -> int:
        """How many types codecs encode: one, the root, for most workloads."""
        count: int = self._package.PAYLOADS
        return count

    def module(self, name: str) -> Any:
        """A rendered module, by name."""
        with blamed_on("runner", f"importing the rendered module '{name}'"):
            return importlib.import_module(f"{self._package.__name__}.{name}")

    def family(self, kind: Kind, generated: Callable[[str], Any] = carried) -> Family:
        """The domain types of a kind, and their conversions.

        Args:
            kind: the way to write the domain types.
            generated: imports a module of message classes that protoc made; by default it is the carrier's.
        """
        module = self._made_with(kind) if kind.options else self.module(kind.module)
        payloads = tuple(Payload.over(_message_class(place, generated), *rest) for place, *rest in module.PAYLOADS)
        return Family(_message_class(module.ROOT, generated), module.PAYLOAD_FIELD, payloads)

    def _made_with(self, kind: Kind) -> Any:
        """A rendered module under a name of its own, whose classes are made with the kind's options."""
        options = dict(kind.options)
        name = ".".join((self._package.__name__, "_".join((kind.module, *filter(options.get, options)))))
        if name not in sys.modules:
            with blamed_on("runner", f"importing the rendered module '{kind.module}' as '{name}'"):
                spec = spec_from_file_location(name, self._folder / PACKAGE / f"{kind.module}.py")
                assert spec is not None
                assert spec.loader is not None
                module = module_from_spec(spec)
                vars(module)["OPTIONS"] = options
                sys.modules[name] = module  # the classes look for each other there
                spec.loader.exec_module(module)
        return sys.modules[name]


def _message_class(place: Sequence[str], generated: Callable[[str], Any]) -> Any:
    """A message class: its module by name, and its path within."""
    module, *path = place
    return reduce(getattr, path, generated(module))
