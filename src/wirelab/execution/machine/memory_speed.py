"""How fast this machine copies memory: the floor under every operation that gives bytes."""

import time

_SIZES = (1 << 14, 1 << 16, 1 << 18, 1 << 20)  # of both buffers, within the caches of any processor of today
_BATCHES, _BATCH_BYTES = 15, 1 << 22


def fastest_copy_bytes_per_ns() -> float:
    """The fastest of some 60 batches of copies, of buffers of several sizes, within about a tenth of a second.

    The buffers are warm and small, so that they lie in the processor's cache: nothing that writes its output to memory
    can be faster. Slower moments of the machine do not count, because the fastest batch does.
    """
    return max(_copy_bytes_per_ns(size) for size in _SIZES for _ in range(_BATCHES))


def _copy_bytes_per_ns(size: int) -> float:
    source, target = memoryview(bytes(size)), memoryview(bytearray(size))
    target[:] = source
    copies = _BATCH_BYTES // size
    start = time.perf_counter_ns()
    for _ in range(copies):
        target[:] = source
    return copies * size / max(1, time.perf_counter_ns() - start)
