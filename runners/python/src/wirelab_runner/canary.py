"""The canary: a fixed operation of no codec, whose time tells the machine's speed."""

import time
import zlib

_ROUNDS = 8


def time_canary(repetitions: int) -> list[int]:
    """Times of CRC-32 over 1 MiB, eight times a repetition, in ns; once untimed first."""
    memory = bytes(i * 31 % 256 for i in range(256)) * 4096
    _crc(memory)
    times = []
    for _ in range(repetitions):
        start = time.perf_counter_ns()
        _crc(memory)
        times.append(time.perf_counter_ns() - start)
    return times


def _crc(memory: bytes) -> int:
    crc = 0
    for _ in range(_ROUNDS):
        crc = zlib.crc32(memory, crc)
    return crc
