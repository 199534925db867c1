"""Units as types: a number that has one is never a bare `int`."""

from typing import NewType

Nanoseconds = NewType("Nanoseconds", int)
ByteCount = NewType("ByteCount", int)

NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000
