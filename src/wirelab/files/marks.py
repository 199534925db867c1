"""A file's kind, by its first bytes, before it is opened."""

import re

_LAB = re.compile(rb".{8}DUCK..\0{6}", re.DOTALL)  # behind its checksum; then its version, a small number
_PARQUET = b"PAR1"
_AVRO = b"Obj\x01"
HEAD_BYTES = 20


def is_lab(head: bytes) -> bool:
    """Whether a file that starts with `head`, of at least `HEAD_BYTES` if it has so many, is a database of DuckDB."""
    return _LAB.match(head) is not None


def is_parquet(head: bytes) -> bool:
    """Whether a file that starts with `head` is in Parquet."""
    return head.startswith(_PARQUET)


def is_avro(head: bytes) -> bool:
    """Whether a file that starts with `head` is an object container of Avro."""
    return head.startswith(_AVRO)
