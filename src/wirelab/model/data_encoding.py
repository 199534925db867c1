"""What messages of a schema of the user's own are written in."""

from enum import StrEnum


class DataEncoding(StrEnum):
    """Protobuf's JSON or its text format; the bytes of one message, or of many with their lengths before them."""

    JSON = "json"
    TEXT = "text"
    BINARY = "binary"
    DELIMITED = "delimited"
