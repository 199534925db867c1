"""Processes that can neither use up the machine's memory nor fill its disk."""

import resource
from pathlib import Path

from wirelab.building.program import Program, open_process
from wirelab.files.parent import allowed
from wirelab.process.transport import Transport

_PEAK = "VmHWM:"


def memory_within(most_bytes: int) -> int:
    """So much memory, or the user's own limit if that is lower (`ulimit -d`, `ulimit -v`)."""
    return min(allowed(resource.RLIMIT_DATA, most_bytes), allowed(resource.RLIMIT_AS, most_bytes))


class BoundedProgram:
    """Starts processes of a program; the memory that each maps for itself and each file that it writes have a bound.

    A lower limit of the user's own counts instead.

    Address space that is only reserved does not count (RLIMIT_DATA since Linux 4.7): heaps of runtimes fit.
    """

    def __init__(self, program: Program, memory_bytes: int, file_bytes: int) -> None:
        self._program, self._memory_bytes = program, memory_within(memory_bytes)
        self._file_bytes = allowed(resource.RLIMIT_FSIZE, file_bytes)
        self._pid: int | None = None

    def start(self) -> Transport:
        """Start one."""
        transport = open_process(self._program)
        self._pid = transport.pid
        if transport.pid is not None:
            limits = ((resource.RLIMIT_DATA, self._memory_bytes), (resource.RLIMIT_FSIZE, self._file_bytes))
            for what, most in limits:
                resource.prlimit(transport.pid, what, (most, most))
        return transport

    @property
    def peak_bytes(self) -> int | None:
        """The most memory that the last one had at once (proc(5), VmHWM); None: it is gone, or none was started."""
        try:
            lines = Path(f"/proc/{self._pid}/status").read_text(encoding="ascii", errors="replace").splitlines()
        except OSError:
            return None
        return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(_PEAK)), None)
