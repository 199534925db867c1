"""The options of commands that compare versions in turns."""

import click

from wirelab.cli.options.values import (
    FORCE_OPTION,
    FORMAT_OPTION,
    JSON_OPTION,
    LAB_OPTION,
    OUT_OPTION,
    PROFILE_OPTION,
    TRUST_OPTION,
    between,
    duration,
    instructions_option,
    operation_option,
    repeatable,
    with_options,
)

_DEFAULT = "  [default: the default study's]"
_OF_WORKLOAD = "  [default: that of --workload or --data, else the default study's]"

comparing_options = with_options(
    repeatable("workload", "Workload to measure (repeatable)." + _DEFAULT),
    repeatable("size", "Size to measure (repeatable)." + _OF_WORKLOAD, "SIZE"),
    repeatable("variant", "Variant to measure (repeatable)." + _OF_WORKLOAD),
    repeatable("platform", "Platform to run on (repeatable).  [default: all that run here and have the codec]"),
    operation_option("the default study's"),
    PROFILE_OPTION,
    click.option(
        "--worse",
        type=between("share", 1, 0.05, least=0.005),
        default=0.05,
        show_default=True,
        metavar="SHARE",
        help="Smallest change that matters: measure until a change of this size would be detected.",
    ),
    click.option(
        "--budget",
        type=duration,
        default="10m",
        show_default=True,
        metavar="10m",
        help="Start no round of a comparison that would end later.",
    ),
    click.option("--rounds", type=click.IntRange(2, 1000), help="Most rounds of a comparison.  [default: 40]"),
    instructions_option(),
    click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Seed of the plan."),
    TRUST_OPTION,
    LAB_OPTION,
    OUT_OPTION,
    click.option(
        "--markdown", "as_markdown", is_flag=True, help="The same as --format markdown --out -, for a pull request."
    ),
    FORMAT_OPTION,
    FORCE_OPTION,
    JSON_OPTION,
)
"""Gives a command the options about a comparison, its duration and its report."""
