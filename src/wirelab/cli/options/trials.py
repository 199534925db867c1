"""The options of commands that try codecs and time nothing, and where their reports go."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from wirelab.cli.options.values import (
    FORCE_OPTION,
    FORMAT_OPTION,
    JSON_OPTION,
    OUT_OPTION,
    PROFILE_OPTION,
    TRUST_OPTION,
    codec_option,
    refuse,
    repeatable,
    with_options,
)
from wirelab.files.outputs import Kind
from wirelab.model.errors import ExitCode
from wirelab.model.run import NotRun
from wirelab.model.subject import Subject
from wirelab.report.document import Document

trying_options = with_options(
    repeatable("platform", "Platforms to use (repeatable).  [default: one of each runner that runs here]"),
    codec_option("codec[@version][:parameter=value,…][+compressor[-level]] (repeatable).  [default: all]"),
    PROFILE_OPTION,
    TRUST_OPTION,
    OUT_OPTION,
    FORMAT_OPTION,
    FORCE_OPTION,
    JSON_OPTION,
    click.option("--resume", is_flag=True, help="Continue where the same command was stopped; nothing is tried twice."),
)
"""Gives a command the options about trials and their reports."""


def code_of(not_run: Iterable[NotRun], named: Iterable[Subject], tried: Iterable[Subject], *, well: bool) -> ExitCode:
    """The exit code of trials: whether all went `well`, and every codec that was `named` was `tried`."""
    untried = {each.name for each in named} - {each.name for each in tried}
    return ExitCode.OK if well and not untried and not any(each.fault for each in not_run) else ExitCode.MEASUREMENT


def taken_place(
    given: dict[str, Any],
    kinds: Mapping[str, Kind],
    reads: Sequence[Path] = (),
    values: Callable[[Any], dict[str, Any]] | None = None,
) -> Callable[[Document, object], None]:
    """Take the options for a report's destination out of `given`; returns the function that shows the report there.

    `values` makes the JSON of the results, by default their fields. The report does not replace a file that the command
    `reads`.
    """
    from wirelab.app.destinations import file_at
    from wirelab.cli.output import show
    from wirelab.report.as_json import fields_of

    out, form, force, as_json = (given.pop(name) for name in ("out", "form", "force", "as_json"))
    if given.pop("as_markdown", False):
        out, form = out or "-", "markdown"
    if out is None:
        refuse({"format": None if form == "html" else form}, "it is about the report in a file", "name it with --out")
    page = None if out is None else file_at(out, kinds[form], reads, force=force, as_json=as_json)
    return lambda document, found: show(document, page, (values or fields_of)(found) if as_json else None)
