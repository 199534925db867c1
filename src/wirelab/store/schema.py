"""The tables of a lab file: `schema.sql`, and their version."""

from importlib.resources import files

SCHEMA_VERSION = 9

TABLES = (
    *("run", "host", "runtime", "codec", "corpus", "cell", "process", "batch", "size", "check"),
    *("finding", "comparison", "findings"),
)


def schema_statements() -> str:
    """The SQL that makes an empty lab."""
    return files(__package__).joinpath("schema.sql").read_text(encoding="utf-8")
