"""A user's statements about their own data: its encoding, and the content of one message."""

from enum import StrEnum


class DataEncoding(StrEnum):
    """Protobuf's JSON or its text format; the bytes of one message, or of many with their lengths before them."""

    JSON = "json"
    TEXT = "text"
    BINARY = "binary"
    DELIMITED = "delimited"


class Unit(StrEnum):
    """One document, or the collection of all."""

    DOCUMENT = "document"
    COLLECTION = "collection"
