"""How codecs read bytes that nobody honest would send, in processes with bounds on memory, time and files."""

import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from wirelab.app.compatibility.asking import MOST_BYTES, MOST_S, Asking, Bounded
from wirelab.app.compatibility.attempts import Series, Tried, growths
from wirelab.app.compatibility.journal import Journal, Trying, kept_answers
from wirelab.app.executed.kept import keep, of_withstanding
from wirelab.app.preparation import Preparation, prepare
from wirelab.app.programs import formats_of, on_first_platforms, versions_of
from wirelab.app.request import Overrides, asked
from wirelab.app.resources import workload_catalogue
from wirelab.execution.withstand.bounds import memory_within
from wirelab.execution.withstand.witness import Witness, witness
from wirelab.files.scratch import scratch
from wirelab.model.cell import Cell, Operation
from wirelab.model.errors import MeasurementError, ToolchainError, host_faults
from wirelab.model.findings.withstood import Growth, Place, Withstanding, Withstood
from wirelab.model.groups import gathered
from wirelab.model.run import NotRun
from wirelab.report.executed import HOSTILE
from wirelab.schema.objects import frames_of
from wirelab.workload.compatibility.hostile import Inputs, load_inputs


def withstanding_of(
    folder: Path, overrides: Overrides, seed: int, trying: Trying, only: Collection[int] = ()
) -> Withstanding:
    """Let every codec read hostile bytes, made of its own bytes for the first object of a corpus.

    Args:
        folder: has the inputs of formats, and workloads with objects of growing size.
        overrides: the corpus, platforms, subjects and profile.
        seed: of the places where valid bytes are changed.
        trying: how they are tried.
        only: numbers of the inputs to try; empty: all inputs, and growth and unpacking, too.

    Raises:
        WirelabError: see `load_inputs`, `asked`, `prepare` and `kept_answers`; a codec that fails is no error, but a
            finding.
    """
    inputs = load_inputs(folder)
    overrides = replace(overrides, operation=(Operation.SERIALIZE, Operation.DESERIALIZE))
    preparation = prepare(asked(None, overrides), trying.cache, trying.notice)
    readers = _readers(preparation)
    formats = formats_of(preparation, readers)
    found: list[Withstood] = []
    unable: list[NotRun] = []
    with ExitStack() as stack:
        base = stack.enter_context(scratch())
        question = f"{[*map(str, readers)]} {seed} {sorted(only)}"
        journal = stack.enter_context(kept_answers(trying, "withstand", question))
        watching = _watching(stack, base)
        growing = _Growing(folder, inputs, overrides, trying, journal) if not only else None
        for number, cell in enumerate(readers, start=1):
            trying.notice(f"{cell.subject} on {cell.platform} ({number} of {len(readers)})")
            own = Path(tempfile.mkdtemp(dir=base))
            tried = Tried(Bounded(Asking(preparation, journal), cell, own, watching), inputs, formats[cell], watching)
            withstood = tried.withstood(cell, seed, only)
            if isinstance(withstood, str):
                unable.append(NotRun(f"{cell.subject} on {cell.platform}", withstood))
            else:
                further = tuple(growing.of(cell, own)) if growing is not None else ()
                found.append(replace(withstood, growths=(*withstood.growths, *further)))
    corpus = str(readers[0].corpus) if readers else ""
    unable += growing.unable if growing is not None else []
    withstanding = Withstanding(
        corpus,
        seed,
        memory_within(MOST_BYTES),
        MOST_S,
        tuple(found),
        (*preparation.not_run, *unable),
        tuple((each.kind, each.of) for each in inputs.repeated),
        tuple(Place(codec, each.of, each.where) for each in inputs.setting for codec in each.codec),
        tuple(sorted(only)),
    )
    if not only and set(overrides.workload) <= set(workload_catalogue().names):  # other data are not comparable
        keep(trying.cache, HOSTILE, of_withstanding(withstanding), versions_of(preparation))
    return withstanding


def _readers(preparation: Preparation) -> list[Cell]:
    return [cell for cell in on_first_platforms(preparation) if cell.operation is Operation.DESERIALIZE]


def _watching(stack: ExitStack, base: Path) -> Witness:
    folder = base / "witness"
    with host_faults(f"folder {folder}", "nothing can be watched", "set TMPDIR to a local folder"):
        folder.mkdir()
        return stack.enter_context(witness(folder))


class _Growing:
    """Values of growing size, which codecs write themselves.

    Attributes:
        unable: parts that could not be tried, with the reasons.
    """

    def __init__(self, folder: Path, inputs: Inputs, overrides: Overrides, trying: Trying, journal: Journal) -> None:
        self._journal = journal
        self.unable: list[NotRun] = []
        self._asked: list[tuple[Sequence[Series], Preparation, Cell]] = []
        of_workload = gathered((each.workload, each) for each in inputs.growing)
        for name, own in of_workload.items():
            of_variant = gathered((each.variant, Series(each.says, each.unit, each.counts)) for each in own)
            named = replace(overrides, workload=(str(folder / name),), size=(), variant=tuple(of_variant))
            try:
                preparation = prepare(asked(None, named), trying.cache, trying.notice)
            except (ToolchainError, MeasurementError) as error:
                self.unable.append(NotRun(f"time against size, {name}", f"{error.what}: {error.why}"))
                continue
            self.unable += preparation.not_run
            self._asked += [(of_variant[cell.corpus.variant], preparation, cell) for cell in _readers(preparation)]

    def of(self, cell: Cell, base: Path) -> Iterator[Growth]:
        """How the time of a codec grows, for each series of values that it writes."""
        for series, preparation, own in self._asked:
            if (own.platform, own.subject) == (cell.platform, cell.subject):
                objects = frames_of(preparation.data[own.corpus].copies[0].objects.read_bytes())
                codec = Bounded(Asking(preparation, self._journal), own, base)
                yield from growths(series, codec.seconds_within(objects))
