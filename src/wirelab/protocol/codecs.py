"""What is known of codecs and compressors: data beside a runner (`codecs.toml`), joined with what it announces."""

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
    """What a codec promises and costs.

    Attributes:
        input: what serialize takes, in the language's words: `annotated Java object`.
        output: what the library itself produces.
        conversion: converts to and from the library's own message classes inside the operation.
        reuses_buffer: gives the same buffer more than once.
        validates: checks the data against a schema, beyond being well-formed.
        unsafe_memory: reads or writes memory without the language's checks.
        needs_schema: works only with a schema.
        evolution: how old and new versions of a type recognize each other's fields.
        human_readable: the bytes can be read by people.
        lazy: deserialize may leave fields undecoded.
    """

    input: str
    output: Output
    conversion: bool
    reuses_buffer: bool = False
    validates: bool = False
    unsafe_memory: bool = False
    needs_schema: bool = False
    evolution: Evolution
    human_readable: bool = False
    lazy: bool = False
    notes: str = ""


class ContractChange(Data):
    """The fields of a contract that differ with a parameter's value; None: as in the codec's contract."""

    input: str | None = None
    output: Output | None = None
    conversion: bool | None = None
    reuses_buffer: bool | None = None
    validates: bool | None = None
    unsafe_memory: bool | None = None
    needs_schema: bool | None = None
    evolution: Evolution | None = None
    human_readable: bool | None = None
    lazy: bool | None = None
    notes: str | None = None


class WrittenParameter(Data):
    """A codec's parameter as it is written in `codecs.toml`; its name is the key of its table.

    Attributes:
        tuned: the value in the profile `tuned`; None: the default.
        changes: by value, the fields of the codec's contract that differ with it.
    """

    says: str
    values: list[str] = Field(min_length=1)
    default: str
    tuned: str | None = None
    changes: dict[str, ContractChange] = Field(default_factory=dict)

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
    """What is known of a codec everywhere.

    Attributes:
        format: as people call it, the same in every runner: `XML`, `JSON`, `Protocol Buffers`.
        license: of the library, as an SPDX expression, from its package; empty: not known.
        contract: with default parameters.
        documentation: the page of the library's documentation on which default and tuned settings are based.
        unlike: shapes of documents that its runner's types have, and it does not write so: `wrapper`, `union` ….
        never_cold: why its first call in a process cannot be timed, as a clause; empty: it can.
    """

    format: str
    library: str
    license: str = ""
    contract: Contract
    operations: list[Operation] = [Operation.SERIALIZE, Operation.DESERIALIZE]
    documentation: str = ""
    unlike: list[str] = Field(default_factory=list)
    never_cold: str = ""


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
    """What is known of a compressor everywhere."""

    library: str
    min_level: Level
    max_level: Level
    default_level: Level


class CompressorInfo(_Compressor):
    """A compressor as it is offered on a platform."""

    name: str
    version: str


class Announcement(Data):
    """What a runner offers on a platform: its manifest's data, and what it said in its handshake.

    Attributes:
        runtime: name and version: `OpenJDK 17.0.15`.
        timer_resolution_ns: the smallest step of the clock that times batches.
    """

    runner: str
    runtime: str
    details: dict[str, str] = Field(default_factory=dict)
    timer_resolution_ns: float = Field(gt=0)
    codecs: list[CodecInfo]
    unavailable: list[Unavailable] = Field(default_factory=list)
    compressors: list[CompressorInfo]
    sinks: list[Sink] = [Sink.MEMORY, Sink.FILE]

    def codec(self, name: str) -> CodecInfo | None:
        """The codec of that name, if it is offered."""
        return next((each for each in self.codecs if each.name == name), None)

    def compressor(self, name: str) -> CompressorInfo | None:
        """The compressor of that name, if it is offered."""
        return next((each for each in self.compressors if each.name == name), None)


class WrittenCodec(_Codec):
    """A codec as it is written in `codecs.toml`; its name is the key of its table, its version is announced.

    Attributes:
        package: what the runner's `versions` calls the library's package; empty: it has no other versions.
    """

    says: str
    package: str = ""
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
    """An announcement as it was kept, perhaps by a Wirelab that knew more of it."""
    return Announcement.model_validate_json(text, extra="ignore")
