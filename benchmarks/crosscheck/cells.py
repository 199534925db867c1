"""The cells of a cross-check: data beside each harness, and the programs that measure them on either side."""

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from wirelab.app.preparation import prepare
from wirelab.building.build import build_platform, build_runner
from wirelab.building.inheritance import expanded
from wirelab.building.manifest import Platform
from wirelab.building.program import Program
from wirelab.building.runners import Runner
from wirelab.execution.data import Data
from wirelab.files.toml import Table, parse_document
from wirelab.model.cell import Cell, Operation
from wirelab.protocol.messages import Open
from wirelab.study.definition import Factors, Study

HERE = Path(__file__).parent


class CheckedCell(Table):
    """A cell that is measured on both sides.

    Attributes:
        workload: the workload's name.
        size: the size's label.
        variant: the variant's label; None: the workload's default.
        subject: the measured codec, by the subjects' grammar.
        operation: the work of one call.
        benchmark: the class, written as a user of the library would, that the harness measures; empty: the runner's own
            operation.
    """

    workload: str
    size: str
    variant: str | None = None
    subject: str
    operation: Operation
    benchmark: str = ""


class Harness(Table):
    """`harness.toml`: the harness of a platform.

    Attributes:
        platform: the lab's platform that it is compared with.
        cells: the cells to measure.
        environment: variables of the processes of both sides, each with the reason beside it.
        is_runner: its program, started without a question, is the runner, too: it then serves for the lab's side.
        harness: the harness itself, built and started like another platform of the cells' runner.
    """

    platform: str
    cells: tuple[CheckedCell, ...]
    environment: Mapping[str, str] = {}
    is_runner: bool = False
    harness: Platform


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """A cell that is ready to be measured.

    Attributes:
        cell: the lab's.
        benchmark: as `CheckedCell` has it.
        lab: starts the lab's process.
        harness: starts the harness's.
        data: the data that both work on.
        open: the codec that both open.
    """

    cell: Cell
    benchmark: str
    lab: Program
    harness: Program
    data: Data
    open: Open

    def __str__(self) -> str:
        by = f" by {self.benchmark}" if self.benchmark else ""
        return f"{self.cell.platform}: {self.cell.operation} {self.cell.corpus} {self.cell.subject}{by}"


def platforms() -> tuple[str, ...]:
    """Those that have a harness here."""
    return tuple(harness.platform for harness, _ in _harnesses())


def ready(names: Container[str], codecs: Container[str], cache: Path, notice: Callable[[str], None]) -> list[Checked]:
    """Build the programs that measure the cells, and make their data.

    Args:
        names: of platforms.
        codecs: only cells whose subject is one of these; empty: all.
        cache: the lab's cache folder.
        notice: gets a sentence when something is built.

    Raises:
        WirelabError: a platform, codec, workload or size is not there, or a build failed.
    """
    return [
        _ready(cell, harness, folder, cache, notice)
        for harness, folder in _harnesses()
        for cell in harness.cells
        if harness.platform in names and (not codecs or cell.subject in codecs)
    ]


def _harnesses() -> Iterator[tuple[Harness, Path]]:
    for path in sorted(HERE.glob("*/harness.toml")):
        yield parse_document(path.read_text(encoding="utf-8"), Harness, str(path)), path.parent


def _ready(checked: CheckedCell, harness: Harness, folder: Path, cache: Path, notice: Callable[[str], None]) -> Checked:
    factors = Factors(
        workload=(checked.workload,),
        size=(checked.size,),
        variant=() if checked.variant is None else (checked.variant,),
        platform=(harness.platform,),
        codec=(checked.subject,),
        operation=(checked.operation,),
    )
    study = Study(name="crosscheck", question="Does the lab agree with the harness?", factors=factors)
    preparation = prepare(study, cache, notice)
    (cell,), (runner,) = preparation.cells, preparation.runners
    lab = preparation.program(cell)
    built = build_runner(runner.programs.runner, cache, notice)
    arguments = built.runner.manifest.model_dump(mode="json")["arguments"]
    platform = Platform.model_validate(expanded(harness.harness.model_dump(mode="json"), arguments))
    manifest = built.runner.manifest.model_copy(update={"platforms": (platform,)})
    beside = replace(built, runner=Runner(folder, manifest))
    build_platform(beside, platform.name, notice)
    program = _within(harness.environment, beside.program(platform.name, lab.types))
    return Checked(
        cell=cell,
        benchmark=checked.benchmark,
        lab=program if harness.is_runner else _within(harness.environment, lab),
        harness=program,
        data=preparation.data[cell.corpus],
        open=preparation.open_request(cell),
    )


def _within(environment: Mapping[str, str], program: Program) -> Program:
    """The program, with further variables in its processes' environment."""
    variables = {**program.platform.environment, **environment}
    return replace(program, platform=program.platform.model_copy(update={"environment": variables}))
