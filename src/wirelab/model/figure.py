"""A figure that somebody published: one number, with the levels it was found at, in our names."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Quantity(StrEnum):
    """The quantity of a figure."""

    TIME = "time"  # ns per operation; a mean unless it has a replicate
    DEVIATION = "deviation"  # standard deviation of such times, ns
    SIZE = "size"  # bytes
    GZIPPED = "gzipped"  # bytes, each object compressed on its own
    GZIPPED_TOGETHER = "gzipped together"  # bytes, all objects compressed as one
    # Shares from 0 to 1 of the trials that `wirelab.claims.wire_facts` makes on the data.
    IN_ORDER = "messages in the order of tags"
    READ_BY_OLDER = "fields that a reader may lack"
    READ_BY_NEWER = "fields that a writer may lack"
    NESTED_ONCE = "nesting without repeating"
    OPTIONAL = "fields declared optional"
    DIFFERENT_IN_PROTO2 = "messages that proto2 writes differently"

    @property
    def is_share(self) -> bool:
        """Whether it is a share of the trials of a schema's messages."""
        return self in {
            Quantity.IN_ORDER,
            Quantity.READ_BY_OLDER,
            Quantity.READ_BY_NEWER,
            Quantity.NESTED_ONCE,
            Quantity.OPTIONAL,
            Quantity.DIFFERENT_IN_PROTO2,
        }


class FactorName(StrEnum):
    """The factors that a study can vary, by their names in study files; and the number of a published observation."""

    WORKLOAD = "workload"
    SIZE = "size"
    VARIANT = "variant"
    PLATFORM = "platform"
    CODEC = "codec"
    OPERATION = "operation"
    SINK = "sink"
    LINK = "link"
    REPLICATE = "replicate"


@dataclass(frozen=True, slots=True)
class Figure:
    """One published number in ns or bytes, with the level of each factor that its table has."""

    quantity: Quantity
    levels: Mapping[FactorName, str]
    value: float
