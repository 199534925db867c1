"""What a codec is: a library used in one declared way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wirelab_runner.rendered import CLASSES, Kind, Types

BASIC = ("serialize", "deserialize")
CONVERTING = (*BASIC, "build", "write", "parse", "unbuild")


@dataclass(frozen=True, slots=True)
class Contract:
    """What a codec promises and costs; the protocol's `Contract` describes each field."""

    input: str
    output: Literal["bytes", "text", "stream"]
    conversion: bool
    evolution: Literal["none", "names", "numbers", "declared"]
    reuses_buffer: bool = False
    validates: bool = False
    unsafe_memory: bool = False
    needs_schema: bool = False
    human_readable: bool = False
    lazy: bool = False
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A codec's parameter.

    Attributes:
        name: as subjects name it.
        values: what it can be.
        default: its value unless a subject names one.
        says: what the values mean, for people.
        tuned: its value in the profile `tuned`; None: its default.
        changes: for a value, the contract's fields that differ with it.
    """

    name: str
    values: tuple[str, ...]
    default: str
    says: str
    tuned: str | None = None
    changes: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


def nulls(tuned: str | None = None) -> Parameter:
    """The parameter of codecs that can do either with fields that are absent."""
    return Parameter("nulls", ("omitted", "written"), "omitted", "fields that are absent: left out, or null", tuned)


@dataclass(frozen=True, slots=True)
class Calls:
    """A codec that is ready for one payload type: what is timed. The last four are those of codecs that convert.

    Attributes:
        serialize: a domain object to bytes.
        deserialize: bytes to a domain object.
        build: a domain object to the library's message.
        write: a message to bytes.
        parse: bytes to a message.
        unbuild: a message to a domain object.
    """

    serialize: Callable[[Any], bytes]
    deserialize: Callable[[bytes], Any]
    build: Callable[[Any], Any] | None = None
    write: Callable[[Any], bytes] | None = None
    parse: Callable[[bytes], Any] | None = None
    unbuild: Callable[[Any], Any] | None = None


# A codec that is ready: gives, once for each payload type, what is timed. A type is told by its place, in ascending
# order of number; the root is 0.
Coders = Callable[[int], Calls]


@dataclass(frozen=True, slots=True)
class Codec:
    """A codec as it is registered.

    Attributes:
        name: as subjects name it.
        format: how its bytes are laid out.
        library: for people.
        package: the package that has the library, with its version (`name==1.2.3`); None for Python's own.
        documentation: the page of the library's own documentation on which default and tuned settings rest.
        contract: what it promises and costs, with its parameters' defaults.
        open: imports the library and makes it ready for the rendered types, with a value for each parameter; asked once
            a process, before anything is timed.
        kind_of: which of the rendered domain types it takes with these parameters.
        operations: what can be measured.
        parameters: what can be set.
        module: what is imported of the package, if its name is another.
    """

    name: str
    format: str
    library: str
    package: str | None
    documentation: str
    contract: Contract
    open: Callable[[Types, Mapping[str, str]], Coders]
    kind_of: Callable[[Mapping[str, str]], Kind] = lambda _: CLASSES
    operations: tuple[str, ...] = BASIC
    parameters: tuple[Parameter, ...] = ()
    module: str | None = None

    @property
    def package_name(self) -> str | None:
        """The package without its version."""
        return self.package and self.package.partition("==")[0]
