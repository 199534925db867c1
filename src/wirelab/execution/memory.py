"""The memory that processes take, so that those that live together fit."""

import contextlib

import psutil

from wirelab.execution.measuring_process import MeasuringProcess
from wirelab.protocol.messages import Open

SHARE = 0.5
"""The share of the machine's memory that processes of the lab may take: the rest is the system's, and its caches'."""
_UNKNOWN_BYTES = 1 << 30


class Memory:
    """The memory that processes have taken so far, by platform, corpus and codec."""

    def __init__(self) -> None:
        self.bound_bytes = int(psutil.virtual_memory().total * SHARE)
        """The memory that processes may take together."""
        self._seen: dict[tuple[str, str, str], int] = {}

    def learn(self, process: MeasuringProcess) -> None:
        """Note the memory of a warm process and of its children."""
        if process.pid is None:
            return
        with contextlib.suppress(psutil.Error):
            own = psutil.Process(process.pid)
            everything = [own, *own.children(recursive=True)]
            cell = process.assignment.cells[0].cell
            key = cell.platform, str(cell.corpus), process.assignment.open.codec
            self._seen[key] = max(self._seen.get(key, 0), sum(each.memory_info().rss for each in everything))

    def expected_bytes(self, platform: str, corpus: str, request: Open) -> int:
        """The memory that a process like this one took, else the largest so far of its platform, else 1 GiB."""
        own = self._seen.get((platform, corpus, request.codec))
        if own is not None:
            return own
        others = [seen for (where, _, _), seen in tuple(self._seen.items()) if where == platform]  # threads learn
        return max(others, default=_UNKNOWN_BYTES)
