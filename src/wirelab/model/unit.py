"""What one message of a user's own data holds."""

from enum import StrEnum


class Unit(StrEnum):
    """One document, or the collection of all."""

    DOCUMENT = "document"
    COLLECTION = "collection"
