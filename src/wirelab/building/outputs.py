"""Build outputs in the cache: made once, by one process at a time, and trusted only when whole.

They are made in place, since files that language tools install often hold their own path. A marker, written last, lists
the files with their sizes; an output without it, or that differs from it, is made again.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from wirelab.files.held import held
from wirelab.files.outputs import write_whole
from wirelab.process import children

Notice = Callable[[str], None]
PROGRAM = "runner"
"""The name of the output of a runner's first stage, before its digest."""
_MARKER = ".complete"
_UNKNOWN_S, _LOOK_S = 60.0, 0.1
_BYTECODE = ".pyc"


def ensure(output: Path, make: Callable[[Path], None], says: str, notice: Notice, needed: Sequence[Path] = ()) -> None:
    """See to it that `output` is there and whole; `make` fills the empty folder if it is not.

    The folder's parent keeps the lock and the durations. `make` may raise, which leaves the folder unmarked, and its
    log in it. `notice` hears each step before it is done, and which of the outputs `needed` this is.
    """
    if is_whole(output):
        return
    output.parent.mkdir(parents=True, exist_ok=True)
    lock, said = output.parent / f"{output.name}.lock", set[str]()

    def wait() -> None:
        words = f"{says}: waiting for another process to finish building it"
        if words not in said:
            notice(words)
        said.add(words)
        time.sleep(_LOOK_S)
        children.interrupt_if_stopped()

    with held(lock, wait):
        if is_whole(output):  # another process made it while this one waited
            return
        if output.exists():
            notice(f"{says}: the copy in the cache is incomplete and will be rebuilt")
            shutil.rmtree(output)
        output.mkdir()
        stage, durations = _stage(output), _durations(output.parent)
        place = f"{needed.index(output) + 1} of {len(needed)}; " if output in needed else ""
        before = f"{max(1, round(durations[stage]))} s last time" if stage in durations else "not built before"
        notice(f"building {says} ({place}{before})")
        began = time.monotonic()
        make(output)
        durations = _durations(output.parent) | {stage: round(time.monotonic() - began, 1)}
        write_whole(output.parent / "durations.json", json.dumps(durations).encode())  # others read it meanwhile
        write_whole(output / _MARKER, json.dumps(dict(sorted(_sizes(str(output), "")))).encode())


def is_whole(output: Path) -> bool:
    """Whether `output` was finished, and every file it then had is still there with its size."""
    try:
        files = json.loads((output / _MARKER).read_text(encoding="utf-8"))
        return all(os.stat(f"{output}/{name}").st_size == size for name, size in files.items())  # noqa: PTH116 - hot
    except (OSError, ValueError, AttributeError):
        return False


def expected_s(output: Path) -> float:
    """How long it may take to make an output: as long as the last time, else as long as the slowest of its kind."""
    stage, known = _stage(output), _durations(output.parent)
    alike = [seconds for name, seconds in known.items() if name.partition("-")[0] == stage.partition("-")[0]]
    return known.get(stage, max(alike, default=_UNKNOWN_S))


def is_program(output: Path) -> bool:
    """Whether it is a runner's program, rather than a platform's preparation, or types."""
    return _stage(output) == PROGRAM


def _stage(output: Path) -> str:
    """The name of an output, before its digest."""
    return output.name.rpartition("-")[0]


def _sizes(folder: str, prefix: str) -> Iterator[tuple[str, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            name = prefix + entry.name
            if entry.is_dir(follow_symlinks=False):
                yield from _sizes(entry.path, f"{name}/")
            elif entry.is_file() and not name.endswith(_BYTECODE):  # bytecode may be written again at any start
                yield name, entry.stat().st_size


def _durations(folder: Path) -> dict[str, float]:
    try:
        return dict(json.loads((folder / "durations.json").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return {}
