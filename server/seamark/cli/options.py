"""The options that several commands have, on a workspace or on a store."""

from __future__ import annotations

from pathlib import Path

import click

ROWS = click.option(
    "--format",
    "form",
    type=click.Choice(["table", "jsonl"]),
    default="table",
    show_default=True,
    help="For people, or one JSON object a line.",
)
FINDINGS = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl", "sarif", "github", "gitlab", "junit"]),
    default="text",
    show_default=True,
    help="For people, or for the programs that show findings.",
)
CHANGES = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl", "markdown"]),
    default="text",
    show_default=True,
    help="For people, for programs, or for a comment in a review.",
)
OUTPUT = click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this file instead, when all is known.",
)
UNSERVED = click.option("--unserved", is_flag=True, help="Warn of all calls that nobody serves, whatever their base.")
FAIL_ON = click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "hint", "never"]),
    default="warning",
    show_default=True,
    help="How bad a finding must be to end with 1.",
)
COMPATIBLE = click.option("--compatible", is_flag=True, help="Add providers that may be meant if a prefix is missing.")
EXIT_CODE = click.option("--exit-code", is_flag=True, help="End with 1 if a call breaks.")
