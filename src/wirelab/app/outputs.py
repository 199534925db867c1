"""Whether what was measured is the same work in every process: outputs are compared by their checksums."""

import zlib
from collections.abc import Sequence

from wirelab.model.cell import Cell, CorpusName, Operation
from wirelab.model.measurement import ProcessRecord
from wirelab.model.run import ENCODED, Check, outputs_kind
from wirelab.model.subject import Subject
from wirelab.store.lab import Lab

_Key = tuple[CorpusName, str, Subject, str]


class Outputs:
    """The checksums that each cell's first process told, and what `encode` wrote; both are the lab's checks.

    A process that tells others makes its cell's check fail, once and for all.
    """

    def __init__(self, lab: Lab, run_id: int) -> None:
        self._lab, self._run_id = lab, run_id
        self._known = {_key_of(check): check for check in lab.checks(run_id)}

    def compare(self, record: ProcessRecord) -> None:
        """Hold what a process that counts gave while it measured against what is known."""
        cell, told = record.planned.cell, record.checksums
        if told is None or record.loss is not None:
            return
        key = _key(cell, outputs_kind(cell.operation))
        known, encoded = self._known.get(key), self._known.get(_key(cell, ENCODED))
        if known is not None and not known.passed:
            return
        where = f"a process of round {record.planned.round + 1} gave"
        if known is not None and known.detail != _text(told):
            self._keep(key, passed=False, detail=f"{where} other bytes than one before it")
        elif cell.operation is Operation.SERIALIZE and encoded is not None and encoded.detail != _text(told[:1]):
            self._keep(key, passed=False, detail=f"{where} other bytes while it measured than were verified")
        elif known is None:
            self._keep(key, passed=True, detail=_text(told))

    def encoded(self, cell: Cell, payloads: Sequence[bytes]) -> None:
        """Keep what `encode` wrote of the first copy."""
        self._keep(_key(cell, ENCODED), passed=True, detail=_text([zlib.crc32(b"".join(payloads))]))

    def _keep(self, key: _Key, *, passed: bool, detail: str) -> None:
        check = self._known[key] = Check(*key, passed=passed, detail=detail)
        self._lab.record_checks(self._run_id, [check])


def _key(cell: Cell, kind: str) -> _Key:
    return cell.corpus, cell.platform, cell.subject, kind


def _key_of(check: Check) -> _Key:
    return check.corpus, check.platform, check.subject, check.kind


def _text(checksums: Sequence[int]) -> str:
    return " ".join(f"{checksum:08x}" for checksum in checksums)
