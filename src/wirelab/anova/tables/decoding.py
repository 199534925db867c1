"""Bytes as text: which encoding they are in, or that they are no table at all."""

from wirelab.model.errors import TableError

# First bytes of what people hand over instead of a table, and what to do about it.
_FOREIGN = (
    (b"PK\x03\x04", "a zip archive (a spreadsheet, perhaps)", "save the sheet as CSV"),
    (b"\xd0\xcf\x11\xe0", "an old spreadsheet", "save the sheet as CSV"),
    (b"\x1f\x8b", "gzipped", "unpack it first: gunzip -c FILE | wirelab analyze - …"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd", "unpack it first: zstd -dc FILE | wirelab analyze - …"),
    (b"%PDF", "a PDF", "get the numbers as CSV"),
    (b"ARROW1", "an Arrow file", "save it as Parquet or CSV"),
)
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def encoding_of(data: bytes, part: str) -> str:
    """Python's name of the encoding of `data`: UTF-8 with or without a byte-order mark, or UTF-16 with one.

    Raises:
        TableError: it is no text, is empty, or is in another encoding; says at which line and column.
    """
    for first, what, remedy in _FOREIGN:
        if data.startswith(first):
            raise TableError(part, f"it is {what}, not a table", remedy=remedy)
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    if encoding != "utf-16" and b"\0" in data:
        raise TableError(part, "it is not text", why="it contains null bytes", remedy="give CSV, Parquet or JSON")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise TableError(
            part,
            f"line {line}, byte {column}: this is not {encoding.removesuffix('-sig').upper()}",
            why=f"the byte 0x{data[error.start]:02x} is invalid here; the file may be in Windows-1252 or ISO 8859-1",
            remedy="save it as UTF-8: iconv -f WINDOWS-1252 -t UTF-8 FILE | wirelab analyze - …",
        ) from None
    if not text.lstrip("\ufeff").strip():
        raise TableError(part, "it is empty", remedy="start with a row of names, then one row per measurement")
    return encoding
