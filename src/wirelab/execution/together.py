"""One process that measures many cells, one after the other: as studies do that know of no replicates."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from wirelab.building.program import Program, open_process
from wirelab.execution import deadlines
from wirelab.execution.conversation import Conversation, LostError
from wirelab.execution.measuring import Assignment, Gathered, Stopwatch, load, time_and_verify
from wirelab.model.measurement import Loss, PlannedProcess, ProcessRecord
from wirelab.process.transport import Transport

Turn = tuple[PlannedProcess, Assignment]
Connect = Callable[[PlannedProcess], Transport]


def perform_together(turns: Sequence[Turn], connect: Connect) -> tuple[ProcessRecord, ...]:
    """Measure each cell in its turn, all in one process; a cell that is lost ends it, and the rest go on in another.

    Args:
        turns: in order; none of mode `cold`.
        connect: starts a process, for the first of the turns that are left.

    Returns:
        A record a turn; times of the wall are those of turns.
    """
    left, records = deque(turns), list[ProcessRecord]()
    while left:
        records += _in_one_process(left, connect)
    return tuple(records)


def perform_together_with(program: Program, turns: Sequence[Turn]) -> tuple[ProcessRecord, ...]:
    """The same with processes of `program`."""
    return perform_together(turns, lambda each: open_process(program, each))


def _in_one_process(left: deque[Turn], connect: Connect) -> list[ProcessRecord]:
    """The records of the turns that one process takes from `left`."""
    records: list[ProcessRecord] = []
    watch, gathered = Stopwatch(), Gathered()
    (planned, assignment), conversation, loss = left[0], None, None
    try:
        conversation = Conversation(lambda: connect(left[0][0]))
        conversation.hello(assignment.slack_s)
        loaded = None
        while left:
            planned, assignment = left[0]
            if assignment.corpora != loaded:
                load(conversation, assignment)
                loaded = assignment.corpora
            # Nothing called the codec before, so nothing is known of how long a call takes but its most.
            gathered.call_s = deadlines.once_s(assignment.corpus.bytes, 0)
            time_and_verify(conversation, planned.cell, assignment, gathered)
            records.append(watch.record(planned, gathered, None, None))
            left.popleft()
            watch, gathered = Stopwatch(), Gathered()
        conversation.bye()
    except LostError as error:
        loss = error.loss
        if conversation is not None:
            conversation.kill()
            loss = conversation.with_stderr(loss)
    finally:
        if conversation is not None:
            conversation.kill()
    return _ended(records, left, loss, (planned, watch, gathered), conversation.exit_status if conversation else None)


def _ended(
    records: list[ProcessRecord],
    left: deque[Turn],
    loss: Loss | None,
    last: tuple[PlannedProcess, Stopwatch, Gathered],
    exit_status: int | None,
) -> list[ProcessRecord]:
    """The records of a process that has ended, with the turn that it was lost in."""
    if loss is not None and left:
        planned, watch, gathered = last
        left.popleft()
        records.append(watch.record(planned, gathered, loss, exit_status))
    return [replace(record, exit_status=exit_status) for record in records]
