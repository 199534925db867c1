"""What rendered modules do with single values, whatever the workload's types."""

import datetime
from collections.abc import Mapping
from enum import Enum
from math import isfinite, isnan
from typing import Any

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
MILLISECOND = datetime.timedelta(milliseconds=1)


class Absent(Enum):
    """What a dataclass holds under a key that is absent, where None is a null."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


class BigInteger(int):
    """An integer of any size: msgspec's own end at 64 bits, so that it goes through the hooks, as text."""


def enc_hook(value: object) -> str:
    """What msgspec writes for a value that it does not know."""
    if isinstance(value, BigInteger):
        return str(value)
    raise NotImplementedError(type(value))


def dec_hook(wanted: type, value: str) -> BigInteger:
    """What msgspec reads into a type that it does not know."""
    if wanted is BigInteger:
        return BigInteger(value)
    raise NotImplementedError(wanted)


def instant_text(value: datetime.datetime) -> str:
    """As RFC 3339 writes it, in UTC: without a fraction where there is none, else with three digits."""
    return value.isoformat(timespec="milliseconds" if value.microsecond else "seconds")[:-6] + "Z"


def big_integer_bytes(value: int) -> bytes:
    """Minimal two's complement, big-endian."""
    return value.to_bytes((value if value >= 0 else ~value).bit_length() // 8 + 1, "big", signed=True)


def modelled(model: Any, fields: Mapping[str, tuple[Any, Any]]) -> Any:
    """A model of pydantic with each field's value, of which those are not set that are what stands beside them."""
    held = {name: value for name, (value, unset) in fields.items() if value is not unset}
    return model.model_construct(set(held), **held)


def signed(value: int) -> int:
    """The signed integer with the 64 bits of an unsigned one."""
    return value - (1 << 64) if value >> 63 else value


def unsigned(value: int) -> int:
    """The unsigned integer with the 64 bits of a signed one."""
    return value & 0xFFFF_FFFF_FFFF_FFFF


def whole(value: float) -> int | float:
    """The integer that a number without a fraction is, or the number."""
    return int(value) if value.is_integer() else value


def float_text(value: float) -> str:
    """As XML Schema writes it."""
    return repr(value) if isfinite(value) else "NaN" if isnan(value) else "INF" if value > 0 else "-INF"
