"""Lab files with runs that nobody measured, for the tests of servers."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.measured import measured
from tests.store.records import INFO, SCHOOL, STARTED, record_of
from tests.store.test_lab import OFFERED
from wirelab.analysis.findings import analyse
from wirelab.design.sequential import Schedule
from wirelab.model.cell import Cell, Operation
from wirelab.model.comparison import Comparison, Question
from wirelab.model.run import CorpusFacts
from wirelab.model.subject import Subject
from wirelab.model.units import ByteCount
from wirelab.store.lab import Lab
from wirelab.study.definition import Factors, Study

ROUNDS = 6
HOSTILE = '<script>document.title = "taken"</script>"\u202e' + "x" * 500
_CODECS = ("gson", "other")
_CELLS = tuple(Cell(SCHOOL, "jvm", Subject(codec), Operation.SERIALIZE) for codec in _CODECS)
_STUDY = Study(name="by-hand", question="Which is faster?", factors=Factors(workload=("school",), codec=_CODECS))  # type: ignore[arg-type]


def add_run(path: Path, *, study: str = "by-hand", question: str = "", ended: bool = True, slower: float = 1.0) -> int:
    """Add a run to the lab file, made if missing, whose second codec takes twice as long, times `slower`."""
    asked = _STUDY.model_copy(update={"question": question or _STUDY.question})
    with Lab.open(path, create=True) as lab:
        started = STARTED + timedelta(hours=len(lab.runs()))
        info = replace(INFO, study=study, study_json=asked.model_dump_json(), not_run=(), started_at=started)
        corpora = [CorpusFacts(SCHOOL, "ab" * 32, 10, ByteCount(777))]
        run = lab.begin_run(info, _CELLS, [("jvm", OFFERED)], corpora)
        times = (1000, round(2000 * slower))
        records = [
            record_of(cell, round_, 0, ns=ns + 3 * round_)
            for cell, ns in zip(_CELLS, times, strict=True)
            for round_ in range(ROUNDS)
        ]
        lab.record(run, *(replace(each, planned=replace(each.planned, order=at)) for at, each in enumerate(records)))
        if ended:
            compared = [Comparison(_CELLS[1], _CELLS[0], Question.REFERENCE)]
            lab.record_findings(run, analyse(measured(lab.summaries(run), compared, Schedule(ROUNDS, 1))))
            lab.finish_run(run, f"all {ROUNDS} rounds were done")
    return run
