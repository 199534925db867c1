"""What is known of codecs and compressors: data beside a runner (`codecs.toml`), joined with what it announces."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from wirelab.model.cell import Operation, Sink

Output = Literal["bytes", "text", "stream"]
Evolution = Literal["none", "names", "numbers", "declared"]


class Data(BaseModel):
    """Frozen."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Written(BaseModel):
    """Frozen, and written by hand: unknown keys are mistakes."""

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
        notes: what else a reader should know.
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


class Parameter(Data):
    """A codec's parameter.

    Attributes:
        name: as subjects name it.
        values: what it can be.
        default: the value that it has unless a subject names one.
        says: what the values mean, for people.
        tuned: the value in the profile `tuned`; None: the default.
        changes: by value, the fields of the codec's contract that differ with it.
    """

    name: str
    values: list[str]
    default: str
    says: str
    tuned: str | None = None
    changes: dict[str, ContractChange] = Field(default_factory=dict)


class CodecInfo(Data):
    """A codec as it is offered on a platform.

    Attributes:
        name: as subjects name it.
        format: as people call it, the same in every runner: `XML`, `JSON`, `Protocol Buffers`.
        library: for people.
        version: of the library.
        contract: with default parameters.
        operations: what can be timed.
        parameters: what can be set.
        documentation: the page of the library's documentation on which default and tuned settings are based.
        never_cold: why its first call in a process cannot be timed, as a clause; empty: it can.
    """

    name: str
    format: str
    library: str
    version: str
    contract: Contract
    operations: list[Operation]
    parameters: list[Parameter] = Field(default_factory=list)
    documentation: str = ""
    never_cold: str = ""

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


class CompressorInfo(Data):
    """A compressor as it is offered on a platform."""

    name: str
    library: str
    version: str
    min_level: int
    max_level: int
    default_level: int


class Announcement(Data):
    """What a runner offers on a platform: its manifest's data, and what it said in its handshake.

    Attributes:
        runner: its name.
        runtime: name and version: `OpenJDK 17.0.15`.
        details: what else a reader should know of the runtime.
        timer_resolution_ns: the smallest step of the clock that times batches.
        codecs: what it offers.
        unavailable: what it has and cannot offer here.
        compressors: what it offers.
        sinks: where bytes can go.
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


# --- as they stand in `codecs.toml` and `runner.toml` ---------------------------------------------------------------


class WrittenContract(Contract):
    """A contract; unknown keys are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class WrittenChange(ContractChange):
    """A change of a contract; unknown keys are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class WrittenParameter(Written):
    """See `Parameter`; its name is the key of its table."""

    says: str
    values: list[str] = Field(min_length=1)
    default: str
    tuned: str | None = None
    changes: dict[str, WrittenChange] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _values_exist(self) -> Self:
        given = [("default", self.default), ("tuned", self.tuned), *(("changes", value) for value in self.changes)]
        for what, value in given:
            if value is not None and value not in self.values:
                raise ValueError(f"{what}: there is no value '{value}'")
        return self


class WrittenCodec(Written):
    """See `CodecInfo`; its name is the key of its table, its version is announced.

    Attributes:
        says: one line for lists.
    """

    says: str
    format: str
    library: str
    documentation: str = ""
    operations: tuple[Operation, ...] = (Operation.SERIALIZE, Operation.DESERIALIZE)
    never_cold: str = ""
    contract: WrittenContract
    parameters: dict[str, WrittenParameter] = Field(default_factory=dict)

    def info(self, name: str, version: str, more: tuple[Operation, ...] = ()) -> CodecInfo:
        """As it is offered: with its version, and operations that its platform adds."""
        return CodecInfo(
            name=name,
            format=self.format,
            library=self.library,
            version=version,
            contract=Contract(**self.contract.model_dump()),
            operations=[*self.operations, *more],
            parameters=[
                Parameter(
                    name=key,
                    changes={
                        value: ContractChange(**change.model_dump(exclude_unset=True))
                        for value, change in each.changes.items()
                    },
                    **each.model_dump(exclude={"changes"}),
                )
                for key, each in self.parameters.items()
            ],
            documentation=self.documentation,
            never_cold=self.never_cold,
        )


Level = Annotated[int, Field(ge=-1_000, le=1_000)]


class WrittenCompressor(Written):
    """See `CompressorInfo`; its name is the key of its table, its version is announced."""

    says: str
    library: str
    min_level: Level
    max_level: Level
    default_level: Level

    def info(self, name: str, version: str) -> CompressorInfo:
        """As it is offered."""
        return CompressorInfo(name=name, version=version, **self.model_dump(exclude={"says"}))
