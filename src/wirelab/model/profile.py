"""Which settings codecs run with where nobody says."""

from enum import StrEnum


class Profile(StrEnum):
    """What gives a codec's parameters their values, but for those that a subject names itself.

    `default` is what the library's documentation advises most users to do; `tuned` is the fastest that it documents.
    """

    DEFAULT = "default"
    TUNED = "tuned"
