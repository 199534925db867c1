"""The cost of a year of messages: plain sums of times, bytes and prices. Pure.

A year's cost is affine in each price, in reads, months and the share of cold starts, and in the seconds that a bit
takes on the link. So the point where one codec overtakes another is solved for, not searched
(`wirelab.choice.break_even`).
"""

import math
from dataclasses import dataclass

from wirelab.choice.prices import Prices
from wirelab.model.link import Link

SECONDS = 365 * 24 * 3600
"""The seconds of a year."""


@dataclass(frozen=True, slots=True)
class Use:
    """The use of messages; each is written once."""

    messages_per_s: float = 1000.0
    reads: float = 1.0  # of each message, by each receiver
    copies: float = 1.0  # that are stored
    months: float = 0.0  # that each is kept
    cold_starts: float = 0.0  # share of writes and reads that are the first call of their process
    link: Link | None = None  # between writing and each reading; None: as fast as one likes

    @property
    def messages(self) -> float:
        """Messages in a year."""
        return self.messages_per_s * SECONDS


@dataclass(frozen=True, slots=True)
class Times:
    """The times of codecs for one message, in ns; reading is by all receivers together."""

    write_ns: float
    read_ns: float
    cold_write_ns: float = 0.0
    """The extra time of a process's first call, whatever the number of messages in it; the next is that of reading."""
    cold_read_ns: float = 0.0


@dataclass(frozen=True, slots=True)
class Load:
    """The times and bytes of one message that somebody pays for."""

    times: Times
    size_bytes: float
    receivers: int = 1


@dataclass(frozen=True, slots=True)
class Money:
    """The parts of a year's cost, in the currency of the prices."""

    processor: float
    traffic: float
    storage: float
    waiting: float

    @property
    def total(self) -> float:
        """All of it."""
        return math.fsum((self.processor, self.traffic, self.storage, self.waiting))


def yearly(load: Load, use: Use, prices: Prices) -> Money:
    """Add up a year.

    Processors are paid for writing once and reading `reads` times, and for the extra time of first calls. Traffic is
    paid for each time that a receiver reads. Storage is paid for the bytes of a year's messages, for as long as each is
    kept. Waiting is paid for writing, for each crossing of the link and for each reading.
    """
    times, reads = load.times, use.reads
    cold_ns = use.cold_starts * (times.cold_write_ns + reads * times.cold_read_ns)
    codecs_ns = times.write_ns + reads * times.read_ns + cold_ns
    crossings = reads * load.receivers
    link_ns = 0.0 if use.link is None else crossings * use.link.time_ns(load.size_bytes)
    return Money(
        processor=use.messages * codecs_ns * prices.processor.of_a_ns,
        traffic=use.messages * crossings * load.size_bytes * prices.traffic.of_a_byte,
        storage=use.messages * load.size_bytes * use.copies * use.months * prices.storage.of_a_byte,
        waiting=use.messages * (codecs_ns + link_ns) * prices.waiting.of_a_ns,
    )


def bits_per_s(load: Load, use: Use) -> float:
    """The rate that all messages together need on the link."""
    return 8 * load.size_bytes * use.messages_per_s * use.reads * load.receivers


def fits(load: Load, use: Use) -> bool:
    """Whether the link carries that."""
    return use.link is None or bits_per_s(load, use) <= use.link.bits_per_s
