"""Which kind of table some bytes are, and what it holds."""

from wirelab.anova.tables.decoding import encoding_of
from wirelab.anova.tables.delimited import read_delimited
from wirelab.anova.tables.documents import read_document
from wirelab.anova.tables.table import Table


def read_table(data: bytes, part: str) -> Table:
    """Read CSV or a tool's JSON, told apart by the first sign.

    Args:
        data: the whole file.
        part: the table in messages: `table times.csv`.

    Raises:
        TableError: it is neither, or not well formed; says where.
    """
    encoding = encoding_of(data, part)
    if data[:4096].decode(encoding, errors="ignore").lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return read_document(data.decode(encoding), part)
    return read_delimited(data, encoding, part)
