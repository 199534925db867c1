"""Files that a user names, read: one that is not there, one that cannot be read, and one that is no text."""

from pathlib import Path

from wirelab.files.marks import HEAD_BYTES
from wirelab.model.errors import DefinitionError, HostError, UsageError


def read_file(path: Path, part: str) -> bytes:
    """The bytes of a file; `part` names it in errors.

    Raises:
        UsageError: there is no such file, or it is a folder.
        HostError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(error, part) from None


def read_head(path: Path, part: str) -> bytes:
    """The first bytes of a file, which show its kind (`wirelab.files.marks`); errors as `read_file`."""
    try:
        with path.open("rb") as file:
            return file.read(HEAD_BYTES)
    except OSError as error:
        raise unreadable(error, part) from None


def read_text(path: Path, part: str) -> str:
    """The text of a UTF-8 file. Errors are those of `read_file`, and a DefinitionError where it is not UTF-8."""
    data = read_file(path, part)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = error.object  # without a byte-order mark
        line = text.count(b"\n", 0, error.start) + 1
        why = f"line {line} has the byte 0x{text[error.start]:02x}, which is not UTF-8"
        raise DefinitionError(part, "it is not text in UTF-8", why=why, remedy="save it as UTF-8") from None


def unreadable(error: OSError, part: str) -> UsageError | HostError:
    """The fault of a user or of the machine because of which a file cannot be read."""
    why = error.strerror or str(error)
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return UsageError(part, "there is no such file", why=why, remedy="check the path")
        case IsADirectoryError():
            return UsageError(part, "it is a folder", why=why, remedy="name a file")
        case _:
            return HostError(part, "it cannot be read", why=why, remedy="check its permissions")
