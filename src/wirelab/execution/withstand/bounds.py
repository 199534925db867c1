"""A process that can neither use up the machine's memory nor fill its disk."""

import resource

from wirelab.building.program import Program, open_process
from wirelab.process.transport import Transport


def bounded_process(program: Program, memory_bytes: int, file_bytes: int) -> Transport:
    """Start `program`; what it maps for itself and each file that it writes have a bound.

    Address space that is only reserved does not count (RLIMIT_DATA since Linux 4.7): heaps of runtimes fit.
    """
    transport = open_process(program)
    if transport.pid is not None:
        for what, most in ((resource.RLIMIT_DATA, memory_bytes), (resource.RLIMIT_FSIZE, file_bytes)):
            resource.prlimit(transport.pid, what, (most, most))
    return transport
