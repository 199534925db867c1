"""What a run has learned of the machine and of its cells so far, for the processes that are still to come."""

from wirelab.analysis.states import in_fast_state, machine_states, worth_waiting_for_ns
from wirelab.analysis.warm_up import settled_after_ns
from wirelab.model.cell import Cell, ModeKind
from wirelab.model.machine import MachineStates
from wirelab.model.measurement import Phase, ProcessRecord


class Learned:
    """Canaries by platform, and how long each cell took to settle.

    It depends on nothing but the processes it was told of, in their order: told of the same ones again, a resumed run
    knows what the stopped one knew.
    """

    def __init__(self) -> None:
        self._canaries: dict[str, list[list[int]]] = {}
        self._settled: dict[Cell, list[int]] = {}

    def learn(self, record: ProcessRecord) -> int:
        """Take a process in that counts.

        Returns:
            How many of its measured batches were made in the machine's fast state, as far as it is known by now; all of
            them in modes that have no say in how long they measure.
        """
        cell = record.planned.cell
        canaries = [*(batch.canary_ns for batch in record.batches), record.last_canary_ns]
        self._canaries.setdefault(cell.platform, []).append([ns for ns in canaries if ns is not None])
        fast_ns = self.fast_ns(cell.platform)
        if cell.mode is ModeKind.STEADY:
            settled = settled_after_ns(record.batches, record.last_canary_ns, fast_ns)
            self._settled.setdefault(cell, []).extend([] if settled is None else [settled])
        fast = in_fast_state(record.batches, record.last_canary_ns, fast_ns if cell.mode is ModeKind.STEADY else None)
        return sum(ok and batch.phase is Phase.MEASURED for ok, batch in zip(fast, record.batches, strict=True))

    def fast_ns(self, platform: str) -> float | None:
        """The longest canary of the machine's fast state; None: it has none of its own, or it is not known yet."""
        return self.states(platform).fast_ns

    def worth_waiting_for_ns(self, platform: str) -> float | None:
        """The longest canary of a batch that a process should wait for; None: it need not wait."""
        return worth_waiting_for_ns(self._canaries.get(platform, ()))

    def states(self, platform: str) -> MachineStates:
        """The machine's states, by all canaries so far."""
        return machine_states(self._canaries.get(platform, ()))

    def settled_ns(self, cell: Cell) -> tuple[int, ...]:
        """What the cell's processes took to settle."""
        return tuple(self._settled.get(cell, ()))
