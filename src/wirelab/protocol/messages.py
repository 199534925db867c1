"""The messages of the runner protocol, version 1.

One JSON object a line. The core speaks on the runner's stdin, the runner answers on its stdout, in order. The JSON
Schemas in `protocol/v1/` are made from these classes; `protocol/v1/README.md` says what a runner does for each.
"""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

from wirelab.model.cell import Operation, Sink
from wirelab.model.measurement import Phase

MAJOR = 1
MINOR = 3

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256, lower-case hexadecimal")]


class Message(BaseModel):
    """A frozen message; keys that the receiver does not know are left aside, so that a minor version can add some."""

    model_config = ConfigDict(frozen=True, extra="ignore", ser_json_inf_nan="constants")


class Version(Message):
    """The protocol's version; runners of another major version are refused."""

    major: Count
    minor: Count


class SubjectSpec(Message):
    """A codec, its parameters and the compressor behind it, already parsed: runners parse no grammar."""

    codec: str
    parameters: dict[str, str] = Field(default_factory=dict)
    compressor: str | None = None
    level: int | None = Field(default=None, description="None: the compressor's default")


# --- what the core says -------------------------------------------------------------------------------------------


class Hello(Message):
    """First message of a process."""

    type: Literal["hello"] = "hello"
    protocol: Version


class Load(Message):
    """Load corpora as domain objects, one object graph for each; operations rotate over them."""

    type: Literal["load"] = "load"
    workload: str
    corpora: list[str] = Field(
        min_length=1,
        description="paths of corpus files: length-delimited messages of the workload's root type; "
        "a path that stands twice is loaded twice, into graphs that share nothing",
    )


class Verify(Message):
    """Check that decode(encode(x)) equals x for one of the loaded corpora, and write what was decoded."""

    type: Literal["verify"] = "verify"
    subject: SubjectSpec
    copy_index: Count = Field(default=0, description="which of the loaded corpora, from 0")
    decoded: str = Field(description="path of the corpus file to write the decoded objects to")
    replayed: str | None = Field(
        default=None,
        description="path of the corpus file to write what they add up to; null: it is not asked",
    )


class WarmUp(Message):
    """The online warm-up rule."""

    window: Positive = Field(default=5, description="batches in a window")
    tolerance: float = Field(default=0.02, gt=0, description="relative difference of the last two windows' medians")
    min_ns: Count = Field(description="warm up at least this long")
    max_ns: Count = Field(description="stop warming up after this long, steady or not")


class Fast(Message):
    """The machine's fast state, as canaries show it: a batch counts whose canaries on both sides are in it."""

    canary_ns: Positive = Field(description="a canary in the fast state takes at most this long")
    max_ns: Count = Field(description="stop measuring after this long, however many batches counted")


class Window(Message):
    """Batches behind the measured ones, so long that the runtime collects garbage as it does in use."""

    collections: Positive = Field(description="stop after so many since the first measured batch")
    max_ns: Count = Field(description="stop after this long, however many there were; one batch at least is made")


class Steady(Message):
    """Warm up until steady, then measure batches of N calls."""

    kind: Literal["steady"] = "steady"
    batch_ns: Positive = Field(description="a batch takes at least this long")
    batches: Positive = Field(description="how many to measure; with `fast`, how many that count")
    warm_up: WarmUp
    fast: Fast | None = Field(default=None, description="null: every batch counts")
    window: Window | None = Field(default=None, description="null: nothing follows the measured batches")


class Cold(Message):
    """One single call, the first of the process."""

    kind: Literal["cold"] = "cold"


class Fixed(Message):
    """A fixed number of runs, as published studies did: each run is one batch of `calls` calls."""

    kind: Literal["fixed"] = "fixed"
    warm_up_runs: Count
    runs: Positive
    calls: Positive = 1


Mode = Annotated[Steady | Cold | Fixed, Field(discriminator="kind")]


class SinkSpec(Message):
    """Where serialized bytes go and come from: memory, or a file or a SQLite database in `folder`."""

    kind: Sink
    folder: str | None = Field(default=None, description="an empty folder for this process; not with kind `memory`")


class Measure(Message):
    """Measure one operation."""

    type: Literal["measure"] = "measure"
    subject: SubjectSpec
    operation: Operation
    mode: Mode
    sink: SinkSpec
    encoded: str | None = Field(
        default=None,
        description="a file written by `encode`: the input of reading operations in mode `cold`, "
        "so that the codec is not called before its first timed call",
    )


class Encode(Message):
    """Write the loaded corpus with a subject: each encoded object length-delimited, in order."""

    type: Literal["encode"] = "encode"
    subject: SubjectSpec
    copy_index: Count = Field(default=0, description="which of the loaded corpora, from 0")
    file: str


class Decode(Message):
    """Read a file that `encode` wrote (here or in another runtime) into domain objects, and write them as a corpus."""

    type: Literal["decode"] = "decode"
    workload: str
    subject: SubjectSpec
    file: str
    corpus: str = Field(description="path of the corpus file to write")


class Bye(Message):
    """Exit with status 0; there is no answer."""

    type: Literal["bye"] = "bye"


Request = Hello | Load | Verify | Measure | Encode | Decode | Bye

# --- what a runner answers ----------------------------------------------------------------------------------------


Output = Literal["bytes", "text", "stream"]
Evolution = Literal["none", "names", "numbers", "declared"]


class Contract(Message):
    """What a codec promises and costs."""

    input: str = Field(description="what serialize takes, in the language's words: `annotated Java object`")
    output: Output = Field(description="what the library itself produces")
    conversion: bool = Field(description="converts to and from the library's own message classes inside the operation")
    reuses_buffer: bool = False
    validates: bool = Field(default=False, description="checks the data against a schema beyond well-formedness")
    unsafe_memory: bool = False
    needs_schema: bool = False
    evolution: Evolution = Field(description="by what old and new versions of a type find each other's fields")
    human_readable: bool = False
    lazy: bool = Field(default=False, description="deserialize may leave fields undecoded")
    notes: str = ""


class ContractChange(Message):
    """The fields of a contract that differ with a parameter's value; null: as in the codec's contract."""

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


class Parameter(Message):
    """A codec's parameter: its values, which of them are the default and the tuned one, and what they change."""

    name: str
    values: list[str]
    default: str
    says: str
    tuned: str | None = Field(default=None, description="the value in the profile `tuned`; null: the default")
    changes: dict[str, ContractChange] = Field(
        default_factory=dict,
        description="for a value that is not the default, the fields of the codec's contract that differ with it",
    )

    @model_validator(mode="after")
    def _values_exist(self) -> Self:
        for what, value in (("tuned", self.tuned), *(("changes", value) for value in self.changes)):
            if value is not None and value not in self.values:
                raise ValueError(f"parameter '{self.name}' has no value '{value}' ({what})")
        return self


class CodecInfo(Message):
    """A codec as a runner announces it."""

    name: str
    format: str = Field(description="as people call it, the same in every runner: `XML`, `JSON`, `Protocol Buffers`")
    library: str
    version: str
    contract: Contract = Field(description="of the codec with its default parameters")
    operations: list[Operation]
    parameters: list[Parameter] = Field(default_factory=list)
    documentation: str = Field(
        default="",
        description="address of the page of the library's documentation on which default and tuned settings rest",
    )
    never_cold: str = Field(
        default="",
        description="why its first call in a process cannot be measured (mode `cold`), as a clause; empty: it can",
    )

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


class Unavailable(Message):
    """A codec or compressor that this runner has and cannot offer here."""

    name: str
    reason: str = Field(description="one sentence for people: what is missing, and where it was looked for")


class CompressorInfo(Message):
    """A compressor as a runner announces it."""

    name: str
    library: str
    version: str
    min_level: int
    max_level: int
    default_level: int


class Ready(Message):
    """Answer to `hello`."""

    type: Literal["ready"] = "ready"
    protocol: Version
    runner: str
    runtime: str = Field(description="name and version: `OpenJDK 17.0.15`")
    details: dict[str, str] = Field(default_factory=dict, description="what else a reader should know of the runtime")
    timer_resolution_ns: float = Field(gt=0, description="smallest step of the clock that times batches, as measured")
    codecs: list[CodecInfo]
    unavailable: list[Unavailable] = Field(default_factory=list)
    compressors: list[CompressorInfo]
    sinks: list[Sink] = Field(
        default=[Sink.MEMORY, Sink.FILE], description="where its bytes can go; new in version 1.3: may be left out"
    )


class Loaded(Message):
    """Answer to `load`."""

    type: Literal["loaded"] = "loaded"
    objects: Count = Field(description="messages in the first corpus")


class Verified(Message):
    """Answer to `verify`: decode(encode(x)) equals x."""

    type: Literal["verified"] = "verified"
    encoded_bytes: Count = Field(description="sum over objects, before the compressor")
    compressed_bytes: Count | None = Field(default=None, description="sum over objects, after it")
    replayed: bool = Field(default=False, description="whether it wrote what the decoded objects add up to")


class Mismatch(Message):
    """Answer to `verify`: it does not."""

    type: Literal["mismatch"] = "mismatch"
    path: str = Field(description="the first differing path: `[0].professors[3].name`")
    expected: str
    actual: str


class BatchTimed(Message):
    """One batch; all are sent after the last timed region, before `done`."""

    type: Literal["batch"] = "batch"
    phase: Phase
    start_ns: Count
    calls: Positive
    ns: Count
    canary_ns: Count = Field(description="time of the canary just before the batch")
    allocated_bytes: Count | None = None
    gc_count: Count | None = None
    gc_ns: Count | None = None
    cpu_ns: Count | None = Field(default=None, description="CPU time of the measuring thread")
    process_cpu_ns: Count | None = Field(default=None, description="CPU time of all the process's threads")
    compiled: Count | None = Field(default=None, description="methods that the runtime compiled since the batch before")


class Done(Message):
    """Last answer to `measure`."""

    type: Literal["done"] = "done"
    batches: Positive = Field(description="how many `batch` messages came before")
    steady: bool | None = Field(default=None, description="whether the warm-up rule was met; null in other modes")
    canary_ns: Count = Field(description="time of the canary just after the last batch")
    loop_ns: float | None = Field(
        default=None,
        ge=0,
        description="time of a call that only hands its inputs to the sink, in the same loop after the last batch; "
        "null where the sink is not memory, and in mode `cold`",
    )
    checksums: list[Count] | None = Field(
        default=None,
        description="CRC-32 of the bytes that one more call on each copy gives, after the last batch, in order of "
        "copies; null for operations that give objects, where the sink is not memory, and in mode `cold`",
    )
    sink: str = Field(description="what the sink made of all outputs; only there so that nothing is optimised away")


class Encoded(Message):
    """Answer to `encode`."""

    type: Literal["encoded"] = "encoded"
    bytes: Count = Field(description="sum over objects, framing not counted")


class Decoded(Message):
    """Answer to `decode`."""

    type: Literal["decoded"] = "decoded"
    objects: Count


class Fault(Message):
    """Instead of any answer: what went wrong and whose fault it is. The runner stays usable."""

    type: Literal["error"] = "error"
    fault: Literal["codec", "runner", "workload", "host", "request"] = Field(
        description="`request`: the message was malformed, unknown, or out of order"
    )
    message: str


Answer = Ready | Loaded | Verified | Mismatch | BatchTimed | Done | Encoded | Decoded | Fault

REQUEST: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="type")])
ANSWER: TypeAdapter[Answer] = TypeAdapter(Annotated[Answer, Field(discriminator="type")])
