"""Facts about the machine that a reader needs to judge a figure, and how fast it copies memory."""

import hashlib
import math
import os
import platform
import shutil
import tempfile
import time
from pathlib import Path

import psutil

from wirelab.model.errors import HostError

_SCRATCH_BYTES = 64 * 1024 * 1024


def host_facts() -> dict[str, str]:
    """The machine by fact and value, in words; facts that the system does not report are left out."""
    facts = {
        "machine": _identity(),
        "cpu": _cpu_model(),
        "cores": str(os.cpu_count() or ""),
        "memory": f"{psutil.virtual_memory().total / 1e9:.1f} GB",
        "system": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "governor": _read(Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")),
        "virtualisation": _virtualisation(),
        "python": platform.python_version(),
    }
    return {name: value for name, value in facts.items() if value}


def scratch_folder() -> Path:
    """The folder of temporary files, in which a file was just written.

    It is the one that TMPDIR names, if any: where that is full, Python would silently take another one.

    Raises:
        HostError: the folder does not exist, cannot be written, or has too little space.
    """
    folder = Path(os.environ.get("TMPDIR") or tempfile.gettempdir())
    remedy = "free some space, or set TMPDIR to a folder with more"
    try:
        free = shutil.disk_usage(folder).free
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(4096))
    except OSError as error:
        what = "temporary files cannot be written"
        raise HostError(f"folder {folder}", what, why=str(error), remedy=remedy) from None
    if free < _SCRATCH_BYTES:
        why = f"{free / 1e6:.0f} MB are free, but {_SCRATCH_BYTES / 1e6:.0f} MB are needed"
        raise HostError(f"folder {folder}", "there is too little space for temporary files", why=why, remedy=remedy)
    return folder


def _cpu_model() -> str:
    for line in _read(Path("/proc/cpuinfo")).splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor()


def _identity() -> str:
    """A digest of the system's name for this installation, which distinguishes machines of one kind; or empty.

    It does not reveal the system's own identity, which must be kept secret (machine-id(5)).
    """
    system = _read(Path("/etc/machine-id"))
    return hashlib.sha256(f"wirelab {system}".encode()).hexdigest()[:12] if system else ""


def _virtualisation() -> str:
    return "virtual machine" if " hypervisor " in _read(Path("/proc/cpuinfo")).replace("\n", " ") else ""


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""


_SIZES = (1 << 14, 1 << 16, 1 << 18, 1 << 20)  # of both buffers, within the caches of any processor of today
_BATCHES, _BATCH_BYTES = 15, 1 << 20


def fastest_copy_bytes_per_ns() -> float:
    """The fastest of some 60 batches of copies, of buffers of several sizes, within some hundredths of a second.

    The buffers are warm and small, so that they are in the processor's cache: nothing that writes its output to memory
    can be faster. Slower moments of the machine do not count, because the fastest batch does.
    """
    return max(_copy_bytes_per_ns(size) for size in _SIZES)


def _copy_bytes_per_ns(size: int) -> float:
    source, target = memoryview(bytes(size)), memoryview(bytearray(size))
    target[:] = source
    copies = _BATCH_BYTES // size
    fastest_ns = math.inf
    for _ in range(_BATCHES):
        start = time.perf_counter_ns()
        for _ in range(copies):
            target[:] = source
        fastest_ns = min(fastest_ns, max(1, time.perf_counter_ns() - start))
    return copies * size / fastest_ns
