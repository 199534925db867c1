"""What tells a lab file from any other, before it is opened."""

_AT, _MARK = 8, b"DUCK"
HEAD_BYTES = _AT + len(_MARK)


def is_lab(head: bytes) -> bool:
    """Whether a file that starts with `head`, of at least `HEAD_BYTES` if it has so many, is a database of DuckDB."""
    return head[_AT:HEAD_BYTES] == _MARK
