"""The messages of the runner protocol, version 2.

One JSON object per line. The core speaks on the runner's stdin, the runner answers on its stdout. The JSON Schemas in
`protocol/v2/` are made from these classes; `protocol/v2/README.md` describes a runner's work for each.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

VERSION = 2

Count = Annotated[int, Field(ge=0, le=1 << 53)]  # every JSON library holds these exactly
Moment = Annotated[int, Field(ge=0, lt=1 << 63)]
Positive = Annotated[int, Field(ge=1)]
Counts = list[Count]


class Message(BaseModel):
    """A frozen message; unknown keys are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", ser_json_inf_nan="constants")


# --- requests of the core -----------------------------------------------------------------------------------------


class Hello(Message):
    """First message of a process."""

    type: Literal["hello"] = "hello"
    protocol: Literal[2] = 2


class Load(Message):
    """Load files of objects as domain objects, one object graph for each; calls rotate over them."""

    type: Literal["load"] = "load"
    copies: list[str] = Field(
        min_length=1,
        description="paths of files of objects; one that occurs twice is loaded twice, into graphs that share nothing",
    )
    columns: list[str] | None = Field(default=None, description="extension: unencoded parts, one file per copy")


class Open(Message):
    """Set up a codec, and the compressor behind it."""

    type: Literal["open"] = "open"
    codec: str
    parameters: dict[str, str] = Field(description="a value for every parameter of the codec")
    compressor: str | None = None
    level: int | None = Field(default=None, description="of the compressor; null without one")
    dictionary: str | None = Field(default=None, description="the file of the compressor's dictionary, if it takes one")


class Encode(Message):
    """Write a copy as the open codec encodes it."""

    type: Literal["encode"] = "encode"
    copy_index: Count = Field(description="which of the loaded copies, from 0")
    file: str = Field(description="the file of encoded objects to write")


class Decode(Message):
    """Read a file of encoded objects, decode it with the open codec, and write the objects."""

    type: Literal["decode"] = "decode"
    encoded: str = Field(description="a file of encoded objects, written here or by another runner")
    file: str = Field(description="the file of objects to write")


class Time(Message):
    """Time batches of calls."""

    type: Literal["time"] = "time"
    operation: str = Field(description="serialize, deserialize …, nothing, canary")
    calls: Positive = Field(description="calls per batch")
    batches: Positive
    collect: bool = Field(default=False, description="collect garbage before the first batch, outside its time")
    files: str | None = Field(default=None, description="a folder: bytes go to files and come from files in it")
    table: str | None = Field(default=None, description="extension: a folder for SQLite databases")


class Cold(Message):
    """Time one call that opens the codec first; nothing was opened in this process before."""

    type: Literal["cold"] = "cold"
    codec: str
    parameters: dict[str, str] = Field(description="a value for every parameter of the codec")
    compressor: str | None = None
    level: int | None = Field(default=None, description="of the compressor; null without one")
    dictionary: str | None = Field(default=None, description="the file of the compressor's dictionary, if it takes one")
    operation: str = Field(description="serialize or deserialize")
    encoded: str | None = Field(default=None, description="the input of deserialize: a file of encoded objects")


class Replay(Message):
    """Extension: encode and replay the first copy, and write the object that its objects add up to."""

    type: Literal["replay"] = "replay"
    file: str = Field(description="the file of objects to write, with one frame")


class Relay(Message):
    """Extension: read a file of encoded objects with the open codec, and write the objects again."""

    type: Literal["relay"] = "relay"
    encoded: str = Field(description="a file of encoded objects, written with any version of their schema")
    file: str = Field(description="the file of encoded objects to write")


class Bye(Message):
    """Exit with status 0; there is no answer."""

    type: Literal["bye"] = "bye"


Request = Hello | Load | Open | Encode | Decode | Time | Cold | Replay | Relay | Bye

# --- answers of a runner ------------------------------------------------------------------------------------------


class Ready(Message):
    """Answer to `hello`."""

    type: Literal["ready"] = "ready"
    protocol: int
    runner: str = Field(description="the name in its manifest")
    runtime: str = Field(description="name and version: `OpenJDK 17.0.15`")
    details: dict[str, str] = Field(default_factory=dict, description="further facts about the runtime")
    timer_resolution_ns: float = Field(
        gt=0, allow_inf_nan=False, description="smallest step of the clock that times batches, as measured"
    )
    versions: dict[str, str] = Field(description="of the library of each codec and compressor, by its name")
    unavailable: dict[str, str] = Field(
        default_factory=dict,
        description="why a codec or compressor cannot be offered here, by its name: one sentence for people",
    )


class Loaded(Message):
    """Answer to `load`."""

    type: Literal["loaded"] = "loaded"
    objects: Count = Field(description="in the first copy")


class Opened(Message):
    """Answer to `open`."""

    type: Literal["opened"] = "opened"


class Encoded(Message):
    """Answer to `encode`."""

    type: Literal["encoded"] = "encoded"
    objects: Count


class Decoded(Message):
    """Answer to `decode`."""

    type: Literal["decoded"] = "decoded"
    objects: Count


class Timed(Message):
    """Answer to `time` and `cold`: a value per batch in each column; null where the runtime cannot report it."""

    type: Literal["timed"] = "timed"
    start_ns: list[Moment]
    ns: Counts
    allocated_bytes: Counts | None = Field(default=None, description="allocated by the measuring thread")
    cpu_ns: Counts | None = Field(default=None, description="CPU time of the measuring thread")
    process_cpu_ns: Counts | None = Field(default=None, description="CPU time of all the process's threads")
    gc_count: Counts | None = Field(default=None, description="collections that ended in the batch")
    gc_ns: Counts | None = Field(default=None, description="time that they took, as the runtime reports it")
    compiled: Counts | None = Field(default=None, description="compiled since the batch before, in methods or ms")
    sink: int = Field(description="the sum of the sink over all batches")


class Replayed(Message):
    """Answer to `replay`."""

    type: Literal["replayed"] = "replayed"


class Relayed(Message):
    """Answer to `relay`."""

    type: Literal["relayed"] = "relayed"
    objects: Count


class Fault(Message):
    """Instead of any answer: what went wrong and who is at fault. The runner stays usable."""

    type: Literal["error"] = "error"
    whose: Literal["codec", "host", "runner"]
    message: str


Answer = Ready | Loaded | Opened | Encoded | Decoded | Timed | Replayed | Relayed | Fault

REQUEST: TypeAdapter[Request] = TypeAdapter(Annotated[Request, Field(discriminator="type")])
ANSWER: TypeAdapter[Answer] = TypeAdapter(Annotated[Answer, Field(discriminator="type")])
