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

# Where dataclasses, msgspec's Structs and pydantic's models have the names of their fields.
_FIELDS = ("__dataclass_fields__", "__struct_fields__", "__pydantic_fields__")


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

    def read(self, data: bytes) -> Any:
        """The domain object of an encoded message."""
        return self.from_message(self.message.FromString(data))

    def write(self, root: object) -> bytes:
        """The encoded message of a domain object.

        Raises:
            ValueError: the object holds a value that its type does not allow.
        """
        message = self.message()
        self.fill(message, root)
        # Protobuf takes an int for a float, a double for a float, bytes for text: what it makes of them shows it.
        for place in misfits(root, self.from_message(message)):
            raise ValueError(place)
        data: bytes = message.SerializeToString()
        return data


def misfits(given: Any, kept: Any, path: str = "") -> Iterator[str]:
    """Where a domain object holds something else, or of another type, than a message kept of it.

    What another library wrote as `0` is a whole number where a fraction belongs, and has digits that a float rounds:
    the core compares such values.
    """
    if type(kept) is float and type(given) in (int, float):
        return
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
    elif names := next((getattr(kept, own) for own in _FIELDS if hasattr(kept, own)), ()):
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

    def module(self, name: str, options: tuple[tuple[str, bool], ...] = ()) -> Any:
        """A rendered module; with options, under a name of its own, whose classes are made with them."""
        full_name = f"{PACKAGE}.{'_'.join((name, *(option for option, on in options if on)))}"
        with blamed_on("runner", f"importing the rendered module '{name}'"):
            if options and full_name not in sys.modules:
                spec = spec_from_file_location(full_name, self._folder / PACKAGE / f"{name}.py")
                assert spec is not None
                assert spec.loader is not None
                module = sys.modules[full_name] = module_from_spec(spec)  # the classes look for each other there
                vars(module)["OPTIONS"] = dict(options)
                spec.loader.exec_module(module)
            return import_module(full_name)

    def family(self, kind: Kind, generated: Callable[[str], Any] = carried) -> tuple[Payload, ...]:
        """The payload types in one way to write the domain types.

        Args:
            kind: the way to write them.
            generated: imports a module of message classes that protoc made; by default it is the carrier's.
        """
        return tuple(
            Payload(domain, reduce(getattr, path, generated(file)), *conversions)
            for (file, *path), domain, *conversions in self.module(kind.module, kind.options).PAYLOADS
        )
