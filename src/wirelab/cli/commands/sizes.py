"""`wirelab sizes`: how large codecs make a workload's data."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wirelab.cli.options.data import DATA_OPTIONS, data_options, is_data, read_files, taken, workload_of
from wirelab.cli.options.groups import grouped
from wirelab.cli.options.values import (
    FORCE_OPTION,
    JSON_OPTION,
    PROFILE_OPTION,
    TRUST_OPTION,
    codec_option,
    refuse,
    repeatable,
)
from wirelab.files.scratch import scratch
from wirelab.model.cell import Operation
from wirelab.model.data_encoding import Unit
from wirelab.model.errors import ExitCode, UsageError
from wirelab.report.table import Table

if TYPE_CHECKING:
    from wirelab.app.sizes_table import Sizes

_GROUPS = {"Your own data": (*DATA_OPTIONS, "batches", "compare_schema", "compare_message")}
_OF_FILES = ("csv_file", "force", "beside")


@click.command("sizes", cls=grouped(_GROUPS))
@click.argument("workload", required=False, metavar="[WORKLOAD|FILE]")
@data_options
@click.option(
    "--compare-schema", metavar="FILE", help="Another .proto file, to compare sizes of the same data in both schemas."
)
@click.option(
    "--compare-message",
    metavar="NAME",
    help="The message of --compare-schema that holds a document.  [default: as --message]",
)
@click.option(
    "--batches",
    is_flag=True,
    help="With your own data: show bytes per document with 1, 10, 100, 1,000 and all of them in one message.",
)
@click.option(
    "--tokens", is_flag=True, help="Count the tokens of the data as texts for language models, instead of bytes."
)
@repeatable("size", "Sizes to show (repeatable).  [default: all; of your own data, all documents]", "SIZE")
@repeatable("variant", "Variants to show (repeatable).  [default: the workload's]")
@repeatable("platform", "Platforms to use (repeatable).  [default: all that run here]")
@codec_option("codec[@version][:parameter=value,…][+compressor[-level]] (repeatable).  [default: all]")
@PROFILE_OPTION
@TRUST_OPTION
@click.option(
    "--csv", "csv_file", metavar="FILE", help="Also write one row per size to this file; - for standard output."
)
@FORCE_OPTION
@click.option("--beside", metavar="FILE", help="Published figures to compare with, such as studies/published/….csv.")
@JSON_OPTION
@click.option("--markdown", "as_markdown", is_flag=True, help="Write Markdown to standard output.")
def command(
    *,
    workload: str | None,
    tokens: bool,
    batches: bool,
    compare_schema: str | None,
    compare_message: str | None,
    as_json: bool,
    as_markdown: bool,
    **given: Any,
) -> int:
    """Show how many bytes each codec needs for WORKLOAD's data, or for your own data in FILE.

    Sizes are shown raw, and after gzip, deflate and zstd.

    Nothing is timed. Each object is compressed on its own and the sizes are added up; `together` compresses all
    objects as one. `with a dictionary` compresses each on its own, with a dictionary trained on the other half of the
    objects, which is not counted. If a codec cannot carry the data, the reason is shown, and the exit code is 5.

    \b
    wirelab sizes orders.jsonl
    wirelab sizes orders.jsonl --batches
    wirelab sizes orders.jsonl --tokens
    wirelab sizes orders.jsonl --schema old.proto --compare-schema new.proto
    """  # noqa: D301 - click reads the backspace
    if workload is not None and given["data"] is None and is_data(workload) and not _is_workload(workload):
        workload, given["data"] = None, workload
    if as_json and as_markdown:
        raise UsageError("option --markdown", "it cannot be combined with --json", remedy="drop one of them")
    shown = _Shown(as_json, as_markdown)
    if tokens:
        other = {"batches": batches, "compare_schema": compare_schema, "compare_message": compare_message}
        return _tokens(workload, {**other, **given}, shown)
    if compare_schema is not None:
        refuse({"batches": batches}, "it cannot be combined with --compare-schema", "drop one of them")
        return _compared(workload, compare_schema, compare_message, given, shown)
    refuse({"compare_message": compare_message}, "it is about --compare-schema", "give both")
    if batches:
        return _batches(workload, given, shown)
    return _sizes(workload, given, shown)


@dataclass(frozen=True, slots=True)
class _Shown:
    """How the answer is shown."""

    as_json: bool
    as_markdown: bool

    def show(self, tables: Iterable[Table], values: Callable[[], Any], *, aside: bool = False) -> None:
        """Tables, or values as JSON; with `aside`, tables go to standard error."""
        from wirelab.cli.output import print_json, show_table
        from wirelab.report.render.markdown import table_lines

        if self.as_json:
            print_json(values())
            return
        for table in tables:
            if self.as_markdown:
                click.echo("\n".join((*table_lines(table, "##"), "")), err=aside)
            else:
                show_table(table, err=aside)


def _sizes(workload: str | None, given: dict[str, Any], shown: _Shown) -> int:
    from wirelab.app.destinations import file_at
    from wirelab.app.resources import workload_catalogue
    from wirelab.app.sizes_table import SIZES, sizes_csv, sizes_json, sizes_tables
    from wirelab.app.study.published import names_of, published_sizes, read_published

    csv_file, force, beside = (given.pop(name) for name in _OF_FILES)
    figures = Path(beside) if beside else None
    reads = read_files(given) + ([] if figures is None else [figures, names_of(figures)])
    destination = None if csv_file is None else file_at(csv_file, SIZES, reads, force=force, as_json=shown.as_json)
    published = None if figures is None else published_sizes(read_published(figures))
    size = given.pop("size")
    with workload_of(workload, taken(given)) as name:
        sizes = workload_catalogue().find(name).sizes
        found = _sized(
            workload=(name,),
            size=size or (sizes.values if workload is not None else (sizes.default,)),
            further=() if published is None else published.subjects(name),
            **given,
        )
    aside = destination is not None and destination.path is None
    shown.show(sizes_tables(found.cells, published), lambda: sizes_json(found), aside=aside)
    if destination is not None:
        destination.write(sizes_csv(found.cells).encode())
    return ended(found)


def _is_workload(name: str) -> bool:
    from wirelab.app.resources import workload_catalogue

    return name in workload_catalogue().names and not Path(name).is_file()


def _sized(**given: Any) -> "Sizes":
    """The sizes that these overrides ask for."""
    from wirelab.app.request import Overrides, asked
    from wirelab.app.resources import cache_folder
    from wirelab.app.sizes_table import sizes_of
    from wirelab.cli.output import notice

    return sizes_of(asked(None, Overrides(operation=(Operation.SERIALIZE,), **given)), cache_folder(), notice)


def ended(found: "Sizes") -> ExitCode:
    """Print the missing parts; returns the exit code."""
    from wirelab.cli.output import notice

    for missing in found.not_run:
        notice(f"{missing.what}: {missing.why}")
    return ExitCode.OK if found.complete else ExitCode.MEASUREMENT


def _batches(workload: str | None, given: dict[str, Any], shown: _Shown) -> int:
    from wirelab.app.own_data.batches import batches_json, batches_table
    from wirelab.app.resources import workload_catalogue

    data = _own_data("--batches", workload, given)
    contradicting = {"schema": data["schema"], "unit": data["unit"] is Unit.DOCUMENT}
    refuse(contradicting, "with --batches, documents are in one message of an inferred schema", "drop it")
    with workload_of(None, {**data, "unit": Unit.COLLECTION}) as name:
        own = workload_catalogue().find(name)
        found = _sized(workload=(name,), size=own.sizes.values, **given)
    shown.show([batches_table(own.name, found.cells)], lambda: batches_json(found.cells))
    return ended(found)


def _compared(workload: str | None, other: str, message: str | None, given: dict[str, Any], shown: _Shown) -> int:
    from wirelab.app.own_data.compared import compared, compared_json, compared_table
    from wirelab.app.own_data.workload import Asked
    from wirelab.cli.output import notice

    data = _own_data("--compare-schema", workload, given)
    with scratch() as base:
        found = compared(Asked(**data), other, message, base, notice)
        for schema, made in zip(found.schemas, found.made, strict=True):
            notice(*(f"{schema}: {each}" for each in made.notices))
        sized = _sized(workload=tuple(map(str, found.folders)), **given)
    shown.show([compared_table(found, sized.cells)], lambda: compared_json(found, sized.cells))
    return ended(sized)


def _own_data(option: str, workload: str | None, given: dict[str, Any]) -> dict[str, Any]:
    """Take the options of data out of `given`, for an option that has no meaning for a workload, a size or a file."""
    unwanted = {name: given.pop(name) for name in (*_OF_FILES, "size", "variant")}
    refuse({"workload": workload, **unwanted}, f"it cannot be combined with {option}", "drop it")
    data = taken(given)
    if data is None:
        raise UsageError(f"option {option}", "it is about data of your own", remedy="give it with --data")
    return data


def _tokens(workload: str | None, given: dict[str, Any], shown: _Shown) -> int:
    from wirelab.app.resources import cache_folder
    from wirelab.app.tokens.asked import tokens_of_data, tokens_of_workload
    from wirelab.app.tokens.table import tokens_json, tokens_table
    from wirelab.cli.output import notice

    size, variant, data, most_bytes = (given.pop(name) for name in ("size", "variant", "data", "max_size"))
    refuse(given, "it has no effect on tokens", "drop it: texts are made of the data as they are")
    if (data is None) == (workload is None):
        what, remedy = "give a workload, or your own data with --data", "`wirelab list workloads` shows the workloads"
        raise UsageError("command line", what, remedy=remedy)
    if workload is None:
        refuse({"size": size, "variant": variant}, "your own data have none", "drop it")
        says, texts = tokens_of_data(data, most_bytes, notice)
    else:
        refuse({"max_size": most_bytes}, "it is about data of your own", "give it with --data")
        named = {"size": size, "variant": variant}
        refuse({name: each for name, each in named.items() if len(each) > 1}, "it takes one value here", "name one")
        one = {name: next(iter(each), None) for name, each in named.items()}
        says, texts = tokens_of_workload(workload, one["size"], one["variant"], cache_folder(), notice)
    shown.show([tokens_table(says, texts)], lambda: tokens_json(says, texts))
    return ExitCode.OK
