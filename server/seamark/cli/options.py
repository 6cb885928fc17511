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
    help="A table for people, or one JSON object per line.",
)
FINDINGS = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl", "sarif", "github", "gitlab", "junit"]),
    default="text",
    show_default=True,
    help="Text for people, or a format for programs that show findings.",
)
CHANGES = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "jsonl", "markdown"]),
    default="text",
    show_default=True,
    help="Text for people, JSON lines for programs, or Markdown for a review comment.",
)
OUTPUT = click.option(
    "-o",
    "--output",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this file instead of standard output.",
)
UNSERVED = click.option("--unserved", is_flag=True, help="Warn of all unserved calls, whatever their base URL.")
FAIL_ON = click.option(
    "--fail-on",
    type=click.Choice(["error", "warning", "hint", "never"]),
    default="warning",
    show_default=True,
    help="Exit with 1 if there is a finding of this severity or worse.",
)
COMPATIBLE = click.option("--compatible", is_flag=True, help="Also list providers that match if a prefix is missing.")
EXIT_CODE = click.option("--exit-code", is_flag=True, help="Exit with 1 if a call breaks.")
