"""The list prices that a year's cost is calculated from, each with its date, as people write them in TOML."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

_MOST = 1e9
BYTES = {"GB": 1e9, "GiB": float(1 << 30)}


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Price(_Table):
    """A list price."""

    price: Annotated[float, Field(ge=0, le=_MOST, allow_inf_nan=False)]
    """For one unit of `per`, in the file's currency; 0 if it costs nothing."""
    of: Annotated[str, Field(min_length=1)]  # the seller, the product and the place: enough to look it up again
    as_of: Annotated[str, Field(pattern=r"^\d{4}-(0[1-9]|1[0-2])$")]  # its month, `2025-01`


class Hourly(Price):
    """For an hour: of one hardware thread that computes, or of whoever waits."""

    per: Literal["hour"]

    @property
    def of_a_ns(self) -> float:
        """For a nanosecond."""
        return self.price / 3.6e12


class Carried(Price):
    """For bytes that leave the place where they are."""

    per: Literal["GB", "GiB"]

    @property
    def of_a_byte(self) -> float:
        """For a byte."""
        return self.price / BYTES[self.per]


class Stored(Price):
    """For bytes that are kept for a month."""

    per: Literal["GB month", "GiB month"]

    @property
    def of_a_byte(self) -> float:
        """For a byte and a month."""
        return self.price / BYTES[self.per.removesuffix(" month")]


class Prices(_Table):
    """All prices in a year's cost."""

    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
    processor: Hourly  # a hardware thread, while it serializes or deserializes
    traffic: Carried  # bytes, each time that somebody reads them
    storage: Stored  # every stored copy
    waiting: Hourly  # from the beginning of writing to the end of reading, the link included
