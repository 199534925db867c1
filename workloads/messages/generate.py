"""Messages that services send, each of about 100 bytes of Protocol Buffers, so that one can stand for its kind.

Draws with `random.random()` and `random.getrandbits()` alone, whose sequences Python promises to keep for a seed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

FIRST_DAY_MS = 1_767_225_600_000  # 2026-01-01T00:00:00Z
LONGEST_PAUSE_MS = 2_000
DAY_MS = 86_400_000
LINES = 3
SHORTEST_VALUE, LONGEST_VALUE = 64, 80  # bytes
CURRENCIES = ("EUR", "USD", "GBP", "JPY")
PAYMENTS = ("PAYMENT_CARD", "PAYMENT_CARD", "PAYMENT_INVOICE", "PAYMENT_CASH")
SEVERITIES = ("SEVERITY_DEBUG", "SEVERITY_INFO", "SEVERITY_INFO", "SEVERITY_INFO", "SEVERITY_WARNING", "SEVERITY_ERROR")
SERVICES = ("checkout", "search-index", "accounts", "mail-gateway")
SPACES = ("session", "cart", "profile", "rate-limit")
TEXTS = (
    "GET /articles/{} answered 200 in {} ms, {} kB from the cache of this host",
    "connection {} to the database was idle for {} s and is closed, {} are left",
    "user {} signed in after {} ms and {} attempts, the session begins",
    "message {} could not be delivered in {} ms, attempt {} follows in a minute",
    "article {} is not in the cache: read from the database in {} ms, {} rows",
    "Zahlung {} über {},{:02} € wurde bestätigt, die Rechnung geht per Post zu",
)


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """`size` messages in order of time; their kinds take turns, unless the variant is one of them."""
    kinds = tuple(KINDS) if variant == "random" else (variant.replace("-", "_"),)
    now_ms = FIRST_DAY_MS + _below(DAY_MS, random)
    for at in range(int(size)):
        kind = kinds[at % len(kinds)]
        yield {"message": {kind: KINDS[kind](now_ms, random)}}
        now_ms += 1 + _below(LONGEST_PAUSE_MS, random)


def _order(now_ms: int, random: Random) -> dict[str, Any]:
    return {
        "id": _uuid(random),
        "customer": 1 + _below(10_000_000, random),
        "placed": now_ms,
        "currency": _one(CURRENCIES, random),
        "payment": _one(PAYMENTS, random),
        "gift": random.random() < 0.1,
        "lines": [_line(random) for _ in range(LINES)],
    }


def _line(random: Random) -> dict[str, Any]:
    article = f"{_letters(3, random)}-{_below(1_000_000, random):06}"
    return {"article": article, "quantity": 1 + _below(5, random), "price_cents": 50 + _below(20_000, random)}


def _log_line(now_ms: int, random: Random) -> dict[str, Any]:
    return {
        "time": now_ms,
        "severity": _one(SEVERITIES, random),
        "service": _one(SERVICES, random),
        "trace": _uuid(random),
        "text": _one(TEXTS, random).format(*(1 + _below(limit, random) for limit in (1_000_000, 1_000, 99))),
    }


def _key_value(now_ms: int, random: Random) -> dict[str, Any]:
    length = SHORTEST_VALUE + _below(LONGEST_VALUE - SHORTEST_VALUE + 1, random)
    return {
        "key": f"{_one(SPACES, random)}:{random.getrandbits(64):016x}",
        "value": random.getrandbits(8 * length).to_bytes(length, "big"),
        "expires": now_ms + DAY_MS,
    }


def _point(now_ms: int, random: Random) -> dict[str, Any]:
    return {
        "device": _uuid(random),
        "time": now_ms,
        "latitude": (_below(180_000_000, random) - 90_000_000) / 1_000_000,
        "longitude": (_below(360_000_000, random) - 180_000_000) / 1_000_000,
        "altitude": _below(20_000, random) / 10,
        "speed": _below(4_000, random) / 100,
        "heading": _below(3_600, random) / 10,
        "accuracy": (10 + _below(300, random)) / 10,
    }


KINDS: Mapping[str, Callable[[int, Random], dict[str, Any]]] = {
    "order": _order,
    "log_line": _log_line,
    "key_value": _key_value,
    "point": _point,
}


def _uuid(random: Random) -> bytes:
    """A random one, of version 4."""
    bits = random.getrandbits(128) & ~(0xF000 << 64) & ~(0xC000 << 48) | 0x4000 << 64 | 0x8000 << 48
    return bits.to_bytes(16, "big")


def _letters(length: int, random: Random) -> str:
    return "".join(chr(ord("A") + _below(26, random)) for _ in range(length))


def _one(choices: Sequence[str], random: Random) -> str:
    return choices[_below(len(choices), random)]


def _below(limit: int, random: Random) -> int:
    return int(random.random() * limit)
