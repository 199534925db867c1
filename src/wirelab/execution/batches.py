"""From the columns of an answer to batches, and several batches as one. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wirelab.model.measurement import Batch, Phase
from wirelab.model.units import ByteCount, Nanoseconds
from wirelab.protocol.messages import Timed


def batches_of(timed: Timed, calls: int, phase: Phase) -> tuple[Batch, ...]:
    """The batches of an answer.

    Raises:
        ValueError: its columns are not of the same length.
    """
    unknown: list[None] = [None] * len(timed.ns)
    columns = zip(
        timed.start_ns,
        timed.ns,
        timed.allocated_bytes or unknown,
        timed.gc_count or unknown,
        timed.gc_ns or unknown,
        timed.cpu_ns or unknown,
        timed.process_cpu_ns or unknown,
        timed.compiled or unknown,
        strict=True,
    )
    return tuple(
        Batch(
            phase=phase,
            start_ns=Nanoseconds(start_ns),
            calls=calls,
            ns=Nanoseconds(ns),
            allocated_bytes=None if allocated is None else ByteCount(allocated),
            gc_count=gc_count,
            gc_ns=None if gc_ns is None else Nanoseconds(gc_ns),
            cpu_ns=None if cpu_ns is None else Nanoseconds(cpu_ns),
            process_cpu_ns=None if process_cpu_ns is None else Nanoseconds(process_cpu_ns),
            compiled=compiled,
        )
        for start_ns, ns, allocated, gc_count, gc_ns, cpu_ns, process_cpu_ns, compiled in columns
    )


def joined(batches: Sequence[Batch]) -> Batch:
    """Batches that followed each other as one.

    Args:
        batches: at least one, of one phase.
    """
    first = batches[0]
    if len(batches) == 1:
        return first

    def total(values: Iterator[int | None]) -> int | None:
        known = [value for value in values if value is not None]
        return sum(known) if len(known) == len(batches) else None

    sums = {
        name: total(getattr(batch, name) for batch in batches)
        for name in ("ns", "allocated_bytes", "gc_count", "gc_ns", "cpu_ns", "process_cpu_ns", "compiled")
    }
    return replace(first, calls=sum(batch.calls for batch in batches), **sums)  # type: ignore[arg-type]
