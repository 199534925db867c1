"""What processes show beside their times: values survive, and what was timed is the work that was verified."""

from collections.abc import Iterator

from wirelab.model.measurement import LossKind, ProcessRecord
from wirelab.model.run import ROUND_TRIP, Check, outputs_kind
from wirelab.store.lab import Lab


class Checks:
    """The checks of each cell; one that a process fails has failed for good."""

    def __init__(self, lab: Lab, run_id: int) -> None:
        self._lab, self._run_id = lab, run_id
        self._passed = {_key(check): check.passed for check in lab.checks(run_id)}

    def keep(self, record: ProcessRecord, digest: str) -> None:
        """Keep what a process on data of that digest shows, if that is new."""
        for check in _shown(record, digest):
            if self._passed.get(_key(check)) not in (False, check.passed):
                self._lab.record_checks(self._run_id, [check])
                self._passed[_key(check)] = check.passed


def _shown(record: ProcessRecord, digest: str) -> Iterator[Check]:
    cell, loss = record.planned.cell, record.loss
    subject = cell.corpus, cell.platform, cell.subject
    if loss is None or loss.kind is LossKind.MISMATCH:
        yield Check(*subject, kind=ROUND_TRIP, passed=loss is None, detail=loss.what if loss else digest)
    if loss is None and record.outputs_as_verified is not None:
        where = f"a process of round {record.planned.round + 1} gave other bytes while it was timed than were verified"
        passed = record.outputs_as_verified
        yield Check(*subject, outputs_kind(cell.operation), passed, detail="" if passed else where)


def _key(check: Check) -> tuple[object, ...]:
    return check.corpus, check.platform, check.subject, check.kind
