"""Facts about codecs and compressors: data beside a runner (`codecs.toml`), joined with its announcement."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from wirelab.model.cell import Operation, Sink

Output = Literal["bytes", "text", "stream"]
Evolution = Literal["none", "names", "numbers", "declared"]


Level = Annotated[int, Field(ge=-1_000, le=1_000)]


class Data(BaseModel):
    """Frozen; unknown keys are mistakes, because people write most of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Contract(Data):
    """The promises and costs of a codec."""

    input: str  # the input of serialize, in the language's words: `annotated Java object`
    output: Output  # the library's own output
    conversion: bool  # converts to and from the library's own message classes inside the operation
    reuses_buffer: bool = False  # gives the same buffer more than once
    validates: bool = False  # checks the data against a schema, beyond being well-formed
    deterministic: bool = False  # equal values give equal bytes, in each process and however maps were filled
    unsafe_memory: bool = False  # reads or writes memory without the language's checks
    needs_schema: bool = False  # works only with a schema
    evolution: Evolution  # how old and new versions of a type recognize each other's fields
    human_readable: bool = False  # the bytes can be read by people
    lazy: bool = False  # deserialize may leave fields undecoded
    notes: str = ""


class ContractChange(Data):
    """The fields of a contract that differ with a parameter's value; None: as in the codec's contract."""

    input: str | None = None
    output: Output | None = None
    conversion: bool | None = None
    reuses_buffer: bool | None = None
    validates: bool | None = None
    deterministic: bool | None = None
    unsafe_memory: bool | None = None
    needs_schema: bool | None = None
    evolution: Evolution | None = None
    human_readable: bool | None = None
    lazy: bool | None = None
    notes: str | None = None


class WrittenParameter(Data):
    """A codec's parameter, as in `codecs.toml`; its name is the key of its table."""

    says: str
    values: list[str] = Field(min_length=1)
    default: str
    tuned: str | None = None  # the value in the profile `tuned`; None: the default
    changes: dict[str, ContractChange] = Field(default_factory=dict)
    """The fields of the codec's contract that differ with a value, by value."""

    @model_validator(mode="after")
    def _values_exist(self) -> Self:
        given = [("default", self.default), ("tuned", self.tuned), *(("changes", value) for value in self.changes)]
        for what, value in given:
            if value is not None and value not in self.values:
                raise ValueError(f"{what}: there is no value '{value}'")
        return self


class Parameter(WrittenParameter):
    """A codec's parameter, with its name."""

    name: str


class _Codec(Data):
    """The facts about a codec that hold everywhere."""

    format: str  # as people call it, the same in every runner: `XML`, `JSON`, `Protocol Buffers`
    library: str
    license: str = ""  # of the library, as an SPDX expression, from its package; empty: not known
    contract: Contract  # with default parameters
    operations: list[Operation] = [Operation.SERIALIZE, Operation.DESERIALIZE]
    documentation: str = ""
    """The page of the library's documentation on which default and tuned settings are based."""
    source: str = ""
    """The file in which the library is called, as a path in the repository of its runner, or an address."""
    authors: str = ""
    """The opinion of the library's authors on how it is called here, with place and date; empty: none is known."""
    unlike: list[str] = Field(default_factory=list)
    """Shapes of documents that its runner's types have, but that it writes differently: `wrapper`, `union` …."""
    never_cold: str = ""  # why its first call in a process cannot be timed, as a clause; empty: it can


class CodecInfo(_Codec):
    """A codec as it is offered on a platform."""

    name: str
    version: str
    parameters: list[Parameter] = Field(default_factory=list)

    @property
    def tuned(self) -> dict[str, str]:
        """The parameters that the profile `tuned` sets, with their values; empty: it has none."""
        return {each.name: each.tuned for each in self.parameters if each.tuned not in (None, each.default)}

    def contract_with(self, parameters: Mapping[str, str]) -> Contract:
        """The contract of this codec with `parameters`, by name; those left out have their defaults."""
        changed: dict[str, object] = {}
        for each in self.parameters:
            change = each.changes.get(parameters.get(each.name, each.default))
            changed |= {} if change is None else change.model_dump(exclude_none=True)
        return self.contract.model_copy(update=changed)

    def all_parameters(self, parameters: Mapping[str, str]) -> dict[str, str]:
        """`parameters`, and the defaults of the others."""
        return {each.name: parameters.get(each.name, each.default) for each in self.parameters}


class Unavailable(Data):
    """A codec or compressor that a runner has and cannot offer here, with the reason as a sentence."""

    name: str
    reason: str


class _Compressor(Data):
    """The facts about a compressor that hold everywhere."""

    library: str
    min_level: Level
    max_level: Level
    default_level: Level
    dictionary: bool = False  # compresses with a dictionary of Zstandard's format, which the core trains


class CompressorInfo(_Compressor):
    """A compressor as it is offered on a platform."""

    name: str
    version: str


class Announcement(Data):
    """The offer of a runner on a platform: its manifest's data, and its answer in the handshake."""

    runner: str
    runtime: str  # name and version: `OpenJDK 17.0.15`
    details: dict[str, str] = Field(default_factory=dict)
    timer_resolution_ns: float = Field(gt=0)  # the smallest step of the clock that times batches
    codecs: list[CodecInfo]
    unavailable: list[Unavailable] = Field(default_factory=list)
    compressors: list[CompressorInfo]
    sinks: list[Sink] = [Sink.MEMORY, Sink.FILE]
    parts_in_files: bool = False  # `write` and `parse`, too, have files behind them

    def holds(self, sink: Sink, operation: Operation) -> bool:
        """Whether the bytes that `operation` gives or takes may be in `sink` here."""
        part = sink is Sink.FILE and self.parts_in_files and operation in (Operation.WRITE, Operation.PARSE)
        return sink in self.sinks and (part or sink.holds(operation))

    def codec(self, name: str) -> CodecInfo | None:
        """The codec of that name, if it is offered."""
        return next((each for each in self.codecs if each.name == name), None)

    def compressor(self, name: str) -> CompressorInfo | None:
        """The compressor of that name, if it is offered."""
        return next((each for each in self.compressors if each.name == name), None)

    def takes_dictionary(self, compressor: str | None) -> bool:
        """Whether the compressor of that name is offered, and compresses with a dictionary."""
        offered = self.compressor(compressor or "")
        return offered is not None and offered.dictionary


class WrittenCodec(_Codec):
    """A codec as it is written in `codecs.toml`; its name is the key of its table, its version is announced."""

    says: str
    package: str = ""  # the library's package as the runner's `versions` calls it; empty: it has no other versions
    parameters: dict[str, WrittenParameter] = Field(default_factory=dict)

    def info(self, name: str, version: str, more: tuple[Operation, ...] = ()) -> CodecInfo:
        """As it is offered: with its version, and operations that its platform adds."""
        known = {key: getattr(self, key) for key in _Codec.model_fields} | {"operations": [*self.operations, *more]}
        parameters = [Parameter(name=key, **dict(each)) for key, each in self.parameters.items()]
        return CodecInfo(name=name, version=version, parameters=parameters, **known)


class WrittenCompressor(_Compressor):
    """A compressor as it is written in `codecs.toml` or `runner.toml`; its name is the key of its table."""

    says: str

    def info(self, name: str, version: str) -> CompressorInfo:
        """As it is offered: with its version, which is announced."""
        return CompressorInfo(name=name, version=version, **self.model_dump(exclude={"says"}))


def read_announcement(text: str | bytes) -> Announcement:
    """A kept announcement, perhaps written by a Wirelab that has more fields."""
    return Announcement.model_validate_json(text, extra="ignore")
