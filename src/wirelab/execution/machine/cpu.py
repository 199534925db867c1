"""The CPU time that other processes than the lab and its runner take."""

import resource
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from wirelab.model.units import NS_PER_S, Nanoseconds


@dataclass(frozen=True, slots=True)
class CpuClock:
    """CPU time so far, in seconds: by all processes (in steps of 10 ms on Linux), and by the lab and its children."""

    machine: float | None
    ours: float


def read_cpu() -> CpuClock:
    """Read the machine's and our own CPU time; about 0.1 ms."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    ours = time.process_time() + children.ru_utime + children.ru_stime
    try:
        times = psutil.cpu_times()
    except (OSError, RuntimeError, psutil.Error):
        return CpuClock(None, ours)
    machine = times.user + times.system + sum(getattr(times, name, 0.0) for name in ("nice", "irq", "softirq"))
    return CpuClock(machine, ours)


def other_cpu_ns(before: CpuClock, after: CpuClock) -> Nanoseconds | None:
    """CPU time of other processes between two readings; 0 where steps and rounding would make it negative."""
    if before.machine is None or after.machine is None:
        return None
    others = (after.machine - before.machine) - (after.ours - before.ours)
    return Nanoseconds(max(0, round(others * NS_PER_S)))


def process_cpu_ns(pid: int) -> Nanoseconds | None:
    """CPU time so far of all threads of a process and of the processes that it has started, by the scheduler's count.

    In nanoseconds on Linux; elsewhere None. About 0.2 ms.
    """
    try:
        processes = [pid, *(child.pid for child in psutil.Process(pid).children(recursive=True))]
        files = [path for each in processes for path in Path(f"/proc/{each}/task").glob("*/schedstat")]
        return Nanoseconds(sum(int(path.read_text().split()[0]) for path in files)) if files else None
    except (OSError, ValueError, psutil.Error):
        return None
