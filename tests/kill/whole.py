"""Whether a file that a command writes is whole."""

import csv
import json
import tomllib
from pathlib import Path

import duckdb

from wirelab.schema.messages import read_delimited


def check_whole(file: Path) -> None:
    """Fail unless the file is whole, by the form that its name says it has."""
    content = file.read_bytes()
    match file.suffix:
        case ".html":
            assert content.rstrip().endswith(b"</html>"), f"{file.name} is a part of {len(content)} bytes"
        case ".parquet":
            with duckdb.connect() as connection:
                connection.execute("SELECT * FROM read_parquet(?)", [str(file)]).fetchall()
        case ".csv":
            assert content.endswith(b"\n"), f"{file.name} ends within a line"
            rows = list(csv.reader(content.decode().splitlines()))
            assert len({len(row) for row in rows}) == 1, f"{file.name} has rows of several lengths"
        case ".json":
            json.loads(content)
        case ".toml":
            assert tomllib.loads(content.decode()), f"{file.name} is empty"
        case ".corpus":
            assert list(read_delimited(content)), f"{file.name} is empty"
        case _:
            assert content.endswith(b"\n"), f"{file.name} ends within a line"
