"""`runner.toml`: a runner's needs, its build and start, and its codecs."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from wirelab.files.toml import Table
from wirelab.protocol.codecs import WrittenCodec, WrittenCompressor
from wirelab.schema.rendering.shapes import Means
from wirelab.schema.rendering.vocabulary import Named, Vocabulary

PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_.-]*)\}")
Command = Annotated[tuple[str, ...], Field(min_length=1)]
Extension = Literal["replay", "table", "exchange", "relay", "file-parts"]


class Tool(Table):
    """A program that must be on the machine."""

    command: str
    places: tuple[str, ...] = ()
    """Further places to look in: file patterns (`/usr/lib/jvm/*/bin/java`). Those that start with a variable
    (`$JAVA_HOME/bin/java`) come before PATH where it is set."""
    version: Command
    minimum: str
    below: str | None = None
    get: str


class Template(Table):
    """A Jinja2 template and its target."""

    source: str
    """Path below the runner's folder, or below one beside it (`../NAME/…`). Templates import each other by their
    paths below their own runner's folder."""
    target: str  # path below the output folder, itself a template over the same values
    for_each: Literal["schema", "message", "enum"] = "schema"
    values: dict[str, str] = Field(default_factory=dict)
    """Further names that it sees, with their values: one template may make several targets."""
    shapes: tuple[Means, ...] | None = None  # that it writes as documents have them; None: those of its stage


class Stage(Table):
    """A build stage: its output folder is cached under the digest of everything that went in."""

    requires: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    """Files and folders below the runner's folder, or (`../NAME/…`) below one beside it: hashed, and copied below
    `{output}/source` to their places below all runners, so that `{source}` = `{output}/source/THIS_RUNNER`."""
    libraries: tuple[str, ...] = ()
    """Files outside of all runners (`/usr/include/zlib.h`), of packages that may come and go. After one was
    installed, removed or changed, the stage is built again."""
    steps: tuple[Command, ...] = ()
    """Commands run in order in `{output}`; placeholders `{output}`, `{source}`, `{runner}` (the first stage's
    output, for the others), `{protoc}`, `{descriptors}` (a FileDescriptorSet with `file_options` applied),
    `{python}` (the interpreter behind the lab's environment), and the name of each required tool for its program. A
    whole argument `{proto_files}` stands for all the files' names, and `{pinned}`, in `build.runner`, for the arguments
    of a codec's version (`Versions`)."""
    packages: bool = False
    """In a platform's `prepare`: it gets the packages of `build.runner` once more, to the same places in its own
    `{output}`, so that the steps for a codec's version (`Versions`) run behind its own, too."""
    timeout_s: int = Field(default=900, ge=1, le=86_400)  # of each step

    @property
    def runs_python(self) -> bool:
        """Whether a step runs the lab's interpreter."""
        return any("{python}" in word for step in self.steps for word in step)

    def given(self, name: str, arguments: tuple[str, ...]) -> Self:
        """The same, with `arguments` in its steps wherever a word is only the placeholder of that name."""
        own = {f"{{{name}}}": arguments}
        steps = (tuple(word for each in step for word in own.get(each, (each,))) for step in self.steps)
        return self.model_copy(update={"steps": tuple(steps)})


class TypesStage(Stage):
    """The stage that runs once for each workload: renders templates, then runs its steps."""

    file_options: dict[str, str | bool] = Field(default_factory=dict)
    """Protobuf file options set on every .proto before `protoc` sees it; `{package}` in a value is the file's proto
    package."""
    distinct_fields: bool = False
    """Whether protoc sees names of fields with their numbers behind them, where its generator would otherwise give
    two fields of a message the same name."""
    names: dict[Named, str] = Field(default_factory=dict)
    """The language's names of types: `message`, `closed` and `open` (enums, by whether all their numbers have
    names), each logical type, `double`, `float`, `int32`, `int64`, `uint32`, `uint64`, `bool`, `string`, `bytes`,
    and those that fields make of them: `list`, `map`, `nullable`. `{name}` in it is the name of the message or enum;
    `{element}` and `{key}`, in the last three, are the names of their contents."""
    elements: dict[Named, str] = Field(default_factory=dict)
    """The names of types within the last three, where they differ."""
    shapes: tuple[Means, ...] = ()
    """Shapes that its templates write as a document has them (`wirelab.schema.rendering.shapes.Means`): `missing`,
    `wrapper`, `nullable`, `beside`, `union`, `objects`, `whole`. Templates see the others as protobuf has them."""
    own: tuple[Means, ...] = ()
    """Those of them that are types of their own, with a field for each member, of which codecs write the value of the
    member that is set: `beside`, `union`, `objects`, `nullable` (`wirelab.schema.types.Message.bare`)."""
    reserved: tuple[str, ...] = ()
    untimed: tuple[str, ...] = ()
    """The value of the argument `{untimed}` of a step where nothing will be timed: options that make the build
    quick, and its program slow. Otherwise the argument is left out."""
    reserved_types: tuple[str, ...] = ()  # further names that it, or the templates' own text, does not allow for a type
    templates: tuple[Template, ...] = ()

    @property
    def said(self) -> frozenset[Means]:
        """The shapes that any of its templates writes as documents have them."""
        return frozenset(self.shapes).union(*(each.shapes or () for each in self.templates))

    @property
    def vocabulary(self) -> Vocabulary:
        """How templates and definitions write types in the language."""
        return Vocabulary(
            names={key.value: name for key, name in self.names.items()},
            elements={key.value: name for key, name in self.elements.items()},
            reserved=self.reserved,
            reserved_types=self.reserved_types,
        )


class Platform(Table):
    """A platform that the runner's program runs on; several runners may serve one, each with codecs of its own."""

    name: str
    says: str
    on_request: bool = False  # only for studies that name it
    requires: tuple[str, ...] = ()
    prepare: Stage = Stage()  # a stage that runs once on this platform, after the program is built
    link: Stage = Stage()
    """A stage that runs once for each workload on this platform, where types do not run as they were built. Further
    placeholders: `{types}`, their folder, and `{prepared}`, the output of `prepare`."""
    start: Command
    """The command; `{runner}`, `{types}` (of `link`, if there is one) and `{prepared}` are the output folders of
    the build stages, `{python}` the lab's interpreter, a required tool's name its program. Without a workload
    (only `hello`) `{types}` is an empty folder."""
    start_cold: tuple[str, ...] = ()
    """The command of processes that measure in mode `cold`, with the same placeholders; empty: `start`. For a
    runtime whose usual start knows some of the libraries before they are used."""
    environment: dict[str, str] = Field(default_factory=dict)
    counted: dict[str, str] | None = None
    """Further variables of a process whose instructions are counted, so that their number is the same each time; None:
    they are not counted, since the platform compiles code while it runs."""
    collects_beside: bool = False
    """Its garbage collector works in threads of its own beside the program, so that CPU time of other threads does
    not show a compiler that is still at work."""
    extensions: tuple[Extension, ...] = ()
    """Those of the protocol's extensions that the program has here (`protocol/v2/extensions.md`)."""


class Codecs(Table):
    """`codecs.toml`, beside a manifest: the facts about its codecs and compressors, by name."""

    codecs: dict[str, WrittenCodec]
    compressors: dict[str, WrittenCompressor] = Field(default_factory=dict)


class Versions(Table):
    """How a build of its own gets another version of a codec's package; all empty: it cannot.

    Placeholders are those of `build.runner`, and `{package}` (as `codecs.toml` has it) and `{version}`.
    """

    arguments: tuple[str, ...] = ()  # the value of the argument `{pinned}` of a step of `build.runner` then
    steps: tuple[Command, ...] = ()  # commands after the steps of `build.runner`
    project: tuple[Command, ...] = ()
    """The steps instead if the library is built from its project in the folder `{project}`; empty: it cannot be."""
    available: tuple[str, ...] = ()
    """A command that prints the versions of a package that can be had, among other things; placeholders `{package}`,
    `{python}`, `{folder}` (the runner's), and the tools that `build.runner` requires. Empty: they cannot be listed."""
    none: str = ""
    """Why there are none, where no source has the libraries one by one, and the remedy for a user; a clause."""


class Build(Table):
    """The two build stages."""

    runner: Stage = Stage()
    types: TypesStage = TypesStage()


class Base(Table):
    """The part that several runners share: the same keys, none of them needed."""

    base: str | None = None
    """The file that this one is based on, seen from this one's folder: tables are joined key by key, and this one's
    value counts if both have one. The item `"{base}"` of a list stands for all items of the base in its place:
    `inputs = ["{base}", "src/more"]` adds to it."""
    protocol: int | None = None
    language: str = ""  # the language of its users: `Java`; empty: nobody's
    compressors: dict[str, WrittenCompressor] = Field(default_factory=dict)
    tools: dict[str, Tool] = Field(default_factory=dict)
    arguments: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Lists of arguments by name: a word `{name}` in a command, or in another of these lists, stands for the list."""
    platforms: tuple[Platform, ...] = ()
    build: Build = Build()
    versions: Versions = Versions()


class RunnerManifest(Base):
    """A runner."""

    name: str
    says: str
    protocol: int
    hidden: bool = False  # not offered to users: it is there for the lab's own tests
    codecs: dict[str, WrittenCodec]
    """The facts about each codec, by its name (`codecs.toml`); the handshake has a version or a reason."""
    linked: bool = False  # its program is linked once for each workload, so that it announces itself only with types
    usual: tuple[str, ...] = ()
    """Subjects that people choose among, which are measured on data of a user's own unless others are named."""
    platforms: tuple[Platform, ...]


def fill(words: tuple[str, ...], values: Mapping[str, str]) -> tuple[str, ...]:
    """Replace `{name}` in each word by its value; braces around anything else stay as they are."""
    return tuple(PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), word) for word in words)
