"""Whether what was timed is the work that was verified: the sink adds up to what the verified bytes give."""

from wirelab.model.cell import CorpusName
from wirelab.model.measurement import ProcessRecord
from wirelab.model.run import Check, outputs_kind
from wirelab.model.subject import Subject
from wirelab.store.lab import Lab

_Key = tuple[CorpusName, str, Subject, str]


class Outputs:
    """The check of each cell that its processes gave what was verified; one that did not makes it fail for good."""

    def __init__(self, lab: Lab, run_id: int) -> None:
        self._lab, self._run_id = lab, run_id
        self._passed: dict[_Key, bool] = {
            (check.corpus, check.platform, check.subject, check.kind): check.passed for check in lab.checks(run_id)
        }

    def keep(self, record: ProcessRecord) -> None:
        """Keep what a process shows, if that is new."""
        as_verified, cell = record.outputs_as_verified, record.planned.cell
        key = cell.corpus, cell.platform, cell.subject, outputs_kind(cell.operation)
        if as_verified is None or record.loss is not None or self._passed.get(key) in (False, as_verified):
            return
        where = f"a process of round {record.planned.round + 1} gave other bytes while it was timed than were verified"
        self._lab.record_checks(self._run_id, [Check(*key, passed=as_verified, detail="" if as_verified else where)])
        self._passed[key] = as_verified
