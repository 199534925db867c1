"""The options that name a user's own data, for every command that takes such data."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wirelab.cli.options.values import byte_count, level, refuse, with_options
from wirelab.files.scratch import scratch
from wirelab.model.data_encoding import DataEncoding, Unit
from wirelab.model.errors import UsageError

if TYPE_CHECKING:
    from wirelab.app.own_data.workload import OwnWorkload

data_options = with_options(
    click.option(
        "--data",
        metavar="FILE",
        help="Your own data: JSON, JSON Lines, CSV, Parquet or Avro, also packed by gzip or zstd; a folder of .json "
        "files; - for standard input.",
    ),
    click.option("--name", metavar="NAME", help="Name of the workload.  [default: the data's]"),
    click.option(
        "--unit",
        type=level("unit", Unit),
        metavar="document|collection",
        help="What one message holds.  [default: collection, if the data is one array; else document]",
    ),
    click.option("--schema", metavar="FILE", help="A .proto file of your own, instead of an inferred schema."),
    click.option(
        "--proto-path",
        "-I",
        "proto_path",
        multiple=True,
        metavar="FOLDER",
        help="With --schema, where its imports are, as for protoc (repeatable).  [default: beside it]",
    ),
    click.option(
        "--message", metavar="NAME", help="The message of --schema that holds a document.  [default: the only root]"
    ),
    click.option(
        "--enum",
        "enums",
        multiple=True,
        metavar="PATH",
        help="Make an enum of the texts at this place, such as items[].status (repeatable).",
    ),
    click.option(
        "--anonymize",
        is_flag=True,
        help="Replace values with others of the same shape; null, true, false, 0, 1 and years of dates stay.",
    ),
    click.option(
        "--data-as",
        type=level("encoding", DataEncoding),
        metavar="|".join(DataEncoding),
        help="With --schema: protobuf's JSON or text format; one message per file, or many, each after its length.  "
        "[default: json]",
    ),
    click.option(
        "--max-size",
        type=byte_count,
        metavar="SIZE",
        help="Largest size of the data, unpacked, such as 16GiB.  [default: 4GiB]",
    ),
)
"""Gives a command the options of data."""
DATA_OPTIONS = ("data", "name", "unit", "schema", "proto_path", "message", "data_as", "anonymize", "enums", "max_size")


def taken(given: dict[str, Any]) -> dict[str, Any] | None:
    """Take the options of data out of `given`; None if there is no data."""
    found = {name: given.pop(name) for name in DATA_OPTIONS}
    if found["data"] is not None:
        return found
    refuse(found, "it is about data of your own", "give it with --data")
    return None


def read_files(given: Mapping[str, Any] | None) -> list[Path]:
    """The files that options of data name, which no output replaces."""
    named = (given.get(name) for name in ("data", "schema")) if given else ()
    return [Path(each) for each in named if each is not None]


def is_data(name: str) -> bool:
    """Whether it is `-`, or names an existing file or folder that is neither a study nor a workload."""
    from wirelab.app.request import study_files

    path = Path(name)
    return name == "-" or (
        name != ""
        and path.exists()
        and not (name.endswith(".toml") or name in study_files() or (path / "workload.toml").exists())
    )


def made_of(data: Mapping[str, Any], base: Path = Path(), *, schema_only: bool = False) -> "tuple[OwnWorkload, Path]":
    """Make a workload of the data in the folder `base`, by default the current one, and print the notices about it."""
    from wirelab.app.own_data.workload import Asked, added
    from wirelab.cli.output import notice

    made, folder = added(Asked(**data), base, notice, schema_only=schema_only)
    notice(*made.notices)
    return made, folder


def workload_added(data: Mapping[str, Any]) -> Path:
    """Make a workload of the data in the current folder, and show its schema."""
    from wirelab.cli.output import notice

    made, folder = made_of(data)
    notice(f"schema {folder / made.addition.proto}:\n\n{made.schema}")
    return folder


@contextmanager
def workload_of(named: str | None, data: Mapping[str, Any] | None) -> Iterator[str]:
    """Yield the name of the requested workload: a known one, or a temporary one made of the user's own data."""
    if (named is None) == (data is None):
        what, remedy = "give a workload, or your own data with --data", "`wirelab list workloads` shows the workloads"
        raise UsageError("command line", what, remedy=remedy)
    if data is None:
        yield named or ""
        return
    with scratch() as base:
        yield str(made_of(data, base)[1])
