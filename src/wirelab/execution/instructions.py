"""How many instructions a call takes, counted by an emulator of the processor: the machine's noise does not reach it.

One process makes few calls and another makes more; the difference is due to the additional calls, because starting,
loading and the first calls are in both. Callgrind counts (https://valgrind.org/docs/manual/cl-manual.html).
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.data import Data
from wirelab.execution.short_conversations import load
from wirelab.model.cell import Operation
from wirelab.model.measurement import Loss, LossKind
from wirelab.model.units import NS_PER_S
from wirelab.process.transport import Transport
from wirelab.protocol.messages import Open, Opened, Time

EMULATOR = "valgrind"
_SLOWER = 200  # times, with room: about fifty is usual
_LEAD_IN, _FEW = 5, 1
_LEAST, _MOST = 4, 400  # calls that are counted
_TOTAL = "totals: "


def emulator(file: Path) -> tuple[str, ...]:
    """The words before a command that start it under the emulator, which writes its count to `file` at the end."""
    return EMULATOR, "--tool=callgrind", f"--callgrind-out-file={file}"


@dataclass(frozen=True, slots=True)
class Counting:
    """A count of instructions: of an operation of a codec, in processes that `connect` starts under the emulator.

    The emulator writes to the file that `connect` is given.
    """

    connect: Callable[[Path], Transport]
    data: Data
    codec: Open
    operation: Operation
    slack_s: float

    def of_a_call(self, folder: Path) -> float | Loss:
        """The mean number of instructions of a call that is warm, or why there is none; files are made in `folder`."""
        try:
            few, took_ns = self._total(_FEW, folder / "few")
            more = _FEW + max(_LEAST, min(_MOST, NS_PER_S * _FEW // max(1, took_ns)))
            many, _ = self._total(more, folder / "many")
        except LostError as error:
            return error.loss
        return (many - few) / (more - _FEW)

    def _total(self, calls: int, file: Path) -> tuple[int, int]:
        """Instructions of a process that makes so many calls after its lead-in, and the time of these calls in ns."""
        slack_s = self.slack_s * _SLOWER
        once_s = deadlines.once_s(self.data.corpus.bytes, slack_s)
        conversation = Conversation(lambda: self.connect(file))
        with conversation.ended_when_lost():
            conversation.hello(slack_s)
            load(conversation, self.data, slack_s)
            conversation.ask(self.codec, Opened, once_s)
            for each in (_LEAD_IN, calls):
                request = Time(operation=self.operation, calls=each, batches=1)
                (took_ns,) = conversation.times_ns(request, once_s)
            conversation.bye()
        return total_in(file), took_ns


def total_in(file: Path) -> int:
    """The total in a file of the emulator's.

    Raises:
        LostError: there is none.
    """
    try:
        with file.open(encoding="utf-8", errors="replace") as lines:
            found = [line.removeprefix(_TOTAL) for line in lines if line.startswith(_TOTAL)]
        return int(found[-1])
    except (OSError, IndexError, ValueError):
        raise LostError(LossKind.GARBAGE, f"{EMULATOR} left no count of its instructions") from None
