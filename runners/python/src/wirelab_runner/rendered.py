"""The types of one workload, rendered and built into a folder."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from wirelab_runner.carrier import carried
from wirelab_runner.faults import blamed_on

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
    """A payload type in one way to write the domain types.

    Attributes:
        domain: its domain class.
        message: its message class.
        from_message: a protobuf message to a domain object.
        fill: writes a domain object into a message.
    """

    domain: Any
    message: Any
    from_message: Callable[[Any], Any]
    fill: Callable[[Any, Any], None]

    def to_message(self, root: object) -> Any:
        """A domain object to a protobuf message."""
        made = self.message()
        self.fill(made, root)
        return made

    def read(self, data: bytes) -> Any:
        """The domain object of an encoded message."""
        return self.from_message(self.message.FromString(data))

    def write(self, root: object) -> bytes:
        """The encoded message of a domain object.

        Raises:
            ValueError: the object holds a value that its type does not allow.
        """
        message = self.to_message(root)
        # Protobuf takes an int for a float, a double for a float, bytes for text: what it makes of them shows it.
        for place in misfits(root, self.from_message(message)):
            raise ValueError(place)
        data: bytes = message.SerializeToString()
        return data


def misfits(given: Any, kept: Any, path: str = "") -> Iterator[str]:
    """Where a domain object holds something else, or of another type, than a message kept of it."""
    if type(given) is not type(kept):
        yield f"{path or 'the object'} is {given!r:.100}, not of the type {type(kept).__name__}"
    elif isinstance(kept, list):
        for index, (one, other) in enumerate(zip(given, kept, strict=True)):
            yield from misfits(one, other, f"{path}[{index}]")
    elif isinstance(kept, dict):
        keys = {key: key for key in given}  # to find 1 where True was kept
        for key, value in kept.items():
            yield from misfits(keys[key], key, f"{path}, a key,")
            yield from misfits(given[key], value, f"{path}[{key!r:.100}]")
    elif names := getattr(kept, "__dataclass_fields__", ()) or getattr(kept, "__struct_fields__", ()):
        for name in names:
            yield from misfits(getattr(given, name), getattr(kept, name), f"{path}.{name}")
    elif given != kept and repr(given) != repr(kept):  # NaN equals NaN
        yield f"{path} is {given!r:.100}, of which {kept!r:.100} is kept"


class Types:
    """The rendered modules, imported when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        sys.path.append(str(folder))

    @property
    def payloads(self) -> int:
        """How many payload types there are."""
        return len(self.module(CLASSES.module).PAYLOADS)

    def module(self, name: str) -> Any:
        """A rendered module, by name."""
        with blamed_on("runner", f"importing the rendered module '{name}'"):
            return import_module(f"{PACKAGE}.{name}")

    def family(self, kind: Kind, generated: Callable[[str], Any] = carried) -> tuple[Payload, ...]:
        """The payload types in one way to write the domain types.

        Args:
            kind: the way to write them.
            generated: imports a module of message classes that protoc made; by default it is the carrier's.
        """
        module = self._made_with(kind) if kind.options else self.module(kind.module)
        return tuple(
            Payload(domain, reduce(getattr, path, generated(file)), *conversions)
            for (file, *path), domain, *conversions in module.PAYLOADS
        )

    def _made_with(self, kind: Kind) -> Any:
        """A rendered module under a name of its own, whose classes are made with the kind's options."""
        options = dict(kind.options)
        name = ".".join((PACKAGE, "_".join((kind.module, *filter(options.get, options)))))
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
