"""Records of Avro files, read by fastavro."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from secrets import token_hex
from typing import Any, BinaryIO

from wirelab.model.errors import DefinitionError, WirelabError

_MARK = token_hex()
_DECIMAL = re.compile(rf'"{_MARK}([-.0-9]+){_MARK}"')
"""A decimal as a text that nobody's data has: the library writes no numbers but integers and doubles."""


def read_avro(stream: BinaryIO, part: str) -> Iterator[str]:
    """Each record of an Avro file as JSON, and NaN and infinity as Python writes them.

    Bytes are base64, decimals numbers with all of their digits, times, dates and UUIDs text.

    Raises:
        DefinitionError: it is damaged.
    """
    import fastavro

    row = 0
    try:
        for row, record in enumerate(fastavro.reader(stream), start=1):  # noqa: B007  # errors contain it
            yield _DECIMAL.sub(r"\1", json.dumps(record, default=_plain, ensure_ascii=False))
    except WirelabError:
        raise  # of the stream
    except Exception as error:  # any fault of the bytes that it, or the library that unpacks its blocks, finds
        what = f"this Avro file cannot be read after record {row:,}"
        raise DefinitionError(
            part, what, why=str(error) or "it ends there", remedy="write it again; its end may be missing"
        ) from None


def _plain(value: Any) -> Any:
    """The JSON for a value of Avro's logical types."""
    match value:
        case bytes():
            return b64encode(value).decode()
        case Decimal():
            return f"{_MARK}{value:f}{_MARK}"
        case datetime() if value.tzinfo is not None:
            digits = "microseconds" if value.microsecond % 1000 else "milliseconds" if value.microsecond else "seconds"
            return value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec=digits) + "Z"
        case datetime():  # a local time, in nobody's zone
            return value.isoformat()
        case _:
            return str(value)
