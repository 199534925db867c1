"""A file's kind, by its first bytes, before it is opened."""

_LAB_AT, _LAB = 8, b"DUCK"
_PARQUET = b"PAR1"
_AVRO = b"Obj\x01"
HEAD_BYTES = _LAB_AT + len(_LAB)


def is_lab(head: bytes) -> bool:
    """Whether a file that starts with `head`, of at least `HEAD_BYTES` if it has so many, is a database of DuckDB."""
    return head[_LAB_AT:HEAD_BYTES] == _LAB


def is_parquet(head: bytes) -> bool:
    """Whether a file that starts with `head` is in Parquet."""
    return head.startswith(_PARQUET)


def is_avro(head: bytes) -> bool:
    """Whether a file that starts with `head` is an object container of Avro."""
    return head.startswith(_AVRO)
