"""Measurements besides the operations: the canary, and the cost of the loop itself."""

from dataclasses import dataclass
from statistics import median_low

from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation
from wirelab.model.units import Nanoseconds
from wirelab.protocol.messages import Time

CANARY, NOTHING = "canary", "nothing"
_CANARY_CALLS, _CANARY_BATCHES = 4, 15
_LOOP_BATCH_NS, _LOOP_BATCHES, _LOOP_LAST = 1_000_000, 50, 5


@dataclass(frozen=True, slots=True)
class Probe:
    """Times in a process that has nothing else to do, and whose calls take at most `call_s`."""

    conversation: Conversation
    call_s: float
    slack_s: float

    def canary_ns(self) -> Nanoseconds:
        """The median time of the canary."""
        return Nanoseconds(median_low(self._time(CANARY, _CANARY_CALLS, _CANARY_BATCHES)) // _CANARY_CALLS)

    def loop_ns(self, calls: int) -> float:
        """Time of a call that only hands the inputs of the operation timed last to the sink, `calls` in a batch."""
        (first,) = self._time(NOTHING, calls, 1)
        calls = max(1, min(calls, calls * _LOOP_BATCH_NS // max(1, first)))
        return min(self._time(NOTHING, calls, _LOOP_BATCHES)[-_LOOP_LAST:]) / calls

    def _time(self, operation: str, calls: int, batches: int) -> list[int]:
        request = Time(operation=operation, calls=calls, batches=batches)
        return self.conversation.times_ns(request, deadlines.time_s(calls, self.call_s, self.slack_s))
