"""The commands. What only some of them need, they import themselves: `seamark --version` answers at once."""

from __future__ import annotations

import gc
import io
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import click

from seamark.cli import openapi
from seamark.cli.options import CHANGES, COMPATIBLE, EXIT_CODE, FAIL_ON, FINDINGS, OUTPUT, ROWS, UNSERVED
from seamark.cli.organisation.commands import store
from seamark.escaping import escape_text
from seamark.version import __version__

_START = f"""\
Seamark {__version__} finds the contracts between services: who calls a route, and who serves a call.

In the folder that holds all your services, try

  seamark map                     list every contract with its providers and consumers
  seamark explain "/users/{{}}"     show one contract: who, where, and how Seamark knows
  seamark doctor                  find out why something is missing

  seamark editors                 show how to start the language server in your editor
  seamark settings                list all settings
  seamark --help                  list all commands"""


class _Commands(click.Group):
    """All commands. A wrong table of Seamark itself ends them with its name, the key and the reason."""

    def invoke(self, context: click.Context) -> Any:
        """Run the command that is asked for. What it says is wrong may quote others."""
        try:
            return super().invoke(context)
        except click.exceptions.NoArgsIsHelpError:  # It quotes nobody, and has several lines.
            raise
        except click.ClickException as error:
            vars(error).update(message=escape_text(error.message))
            raise
        except ValueError as error:
            from seamark.index import TableError

            from .failure import Failure

            if not isinstance(error, TableError):
                raise
            raise Failure(f"server/seamark/catalogue/libraries/{error}") from error


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Find the contracts between services: who calls a route, and who serves a call.

    Each PATH is a separate workspace; the default is the current folder. Seamark only reads files: it never changes
    them and never runs their code.
    """
    gc.set_threshold(50_000, 20, 20)  # Nearly all that is read stays: there is little garbage to look for.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if context.invoked_subcommand is None:
        from . import output

        output.plain(_START)


def _readable(_context: click.Context, _parameter: click.Parameter, value: Any) -> Any:
    from .workspaces import unreadable

    for path in value if isinstance(value, tuple) else (value,):
        if (why := unreadable(path)) is not None:
            raise click.BadParameter(f"{path}: {why}")
    return value


def _readable_or_here(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> Any:
    return _readable(context, parameter, value or (".",))


def _readable_if_given(context: click.Context, parameter: click.Parameter, value: str | None) -> Any:
    return None if value is None else _readable(context, parameter, value)


def _path(name: str, metavar: str | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """One workspace; without an argument the current folder."""
    return click.argument(name, metavar=metavar, default=".", type=click.Path(), callback=_readable)


_paths = click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path(), callback=_readable_or_here)
_no_cache = click.option("--no-cache", is_flag=True, help="Do not read or write the cache (see `seamark cache`).")


@main.command()
@_paths
@ROWS
@_no_cache
def ports(paths: tuple[str, ...], form: str, no_cache: bool) -> None:
    """List all routes and calls, of every mechanism."""
    from . import output, rows, tables
    from .workspaces import open_workspaces

    for workspace in open_workspaces(paths, cached=not no_cache):
        if form == "jsonl":
            output.lines(rows.port(workspace, port) for port in workspace.service.ports())
        else:
            output.table(tables.ports(workspace))


@main.command("map")
@_paths
@click.option("--unmatched", is_flag=True, help="Only contracts that nothing serves or nothing calls.")
@click.option("--service", metavar="FOLDER", help="Only contracts that this service serves or calls.")
@click.option("--key", "pattern", metavar="PATTERN", help="Only contracts whose key matches, such as `GET /orders/*`.")
@click.option("--no-tests", is_flag=True, help="Leave out test code.")
@ROWS
@_no_cache
def map_(
    paths: tuple[str, ...],
    unmatched: bool,
    service: str | None,
    pattern: str | None,
    no_tests: bool,
    form: str,
    no_cache: bool,
) -> None:
    """List every contract with its providers and consumers.

    In PATTERN, `*` matches any text; a path without a verb matches all verbs.
    """
    from . import output, rows, tables
    from .narrowing import Narrowing
    from .refusals import summary
    from .sides import Sides
    from .workspaces import open_workspaces

    wanted = Narrowing(unmatched, service, pattern)
    for workspace in open_workspaces(paths, cached=not no_cache):
        sides = Sides(workspace, tests=not no_tests)
        found = wanted.contracts(sides)
        if form == "jsonl":
            output.lines(rows.boundary(workspace, boundary) for boundary in found)
        else:
            output.table(tables.boundaries(workspace, sides, found))
            refused = summary(workspace.service.refused_groups(), workspace.asks("doctor"))
            output.text([refused] if refused is not None else [])


@main.command()
@_path("path", "[PATH]")
@click.option("--most", default=20, show_default=True, help="How many files to show.")
@ROWS
def slow(path: str, most: int, form: str) -> None:
    """Show which files take longest to read.

    Reads all files without the cache, in a single process.
    """
    from . import output, slowness

    costs = slowness.measure_files(path)
    if form == "jsonl":
        output.lines(slowness.rows(costs[:most]))
    else:
        output.table(slowness.table(costs, most))


@main.command()
@_paths
@COMPATIBLE
@ROWS
@_no_cache
def links(paths: tuple[str, ...], compatible: bool, form: str, no_cache: bool) -> None:
    """List every call with the handlers that serve it."""
    from . import output, rows, tables
    from .workspaces import open_workspaces

    for workspace in open_workspaces(paths, cached=not no_cache):
        found = workspace.service.links(compatible=compatible)
        if form == "jsonl":
            output.lines(rows.link(workspace, link) for link in found)
        else:
            output.table(tables.links(workspace, found))


@main.command()
@_paths
@UNSERVED
@FINDINGS
@OUTPUT
@FAIL_ON
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Leave out the findings in this file.",
)
@click.option("--write-baseline", is_flag=True, help="Write all findings to the --baseline file.")
@click.option(
    "--changed-since", "since", metavar="REV", help="Report only findings that are new since this git revision."
)
@click.option(
    "--against",
    metavar="[STORE]",
    is_flag=False,
    flag_value="",
    help="Include the other repositories in this store.  [default: SEAMARK_STORE]",
)
@click.option("--repository", metavar="NAME", help="The name of PATH in the store.  [default: the folder's name]")
@_no_cache
def check(
    paths: tuple[str, ...],
    unserved: bool,
    form: str,
    target: Path | None,
    fail_on: Any,
    baseline: Path | None,
    write_baseline: bool,
    since: str | None,
    against: str | None,
    repository: str | None,
    no_cache: bool,
) -> None:
    """Find broken contracts; for CI.

    The settings give the severity of each kind of finding, and what to ignore (`seamark settings`). Exits with 1 if a
    finding is at least as severe as --fail-on, and with 2 if the check cannot run or finds no file to read. With
    --against, warns of calls that nothing in the whole organisation serves, and reports each contract that breaks in
    other repositories as broken-elsewhere.
    """
    from seamark.cli.reviewing import checking

    if write_baseline and (baseline is None or since is not None):
        raise click.UsageError("--write-baseline needs --baseline FILE, and takes no --changed-since")
    earlier = checking.Earlier(baseline=None if write_baseline else baseline, since=since, cached=not no_cache)
    raised: Any = {"unserved-call": "warning"} if unserved or against is not None else {}
    if against is not None:
        against = against or os.environ.get("SEAMARK_STORE")
        if not against:
            raise click.UsageError("--against needs a STORE, or one in SEAMARK_STORE")
        from seamark.cli.organisation.checking import check_against_store

        if len(paths) != 1 or baseline is not None or since is not None:
            raise click.UsageError("--against takes one PATH, and neither --baseline nor --changed-since")
        sys.exit(check_against_store(paths[0], against, repository, raised, form, target, fail_on, cached=not no_cache))
    tally = checking.Tally()
    found = list(checking.found_in(paths, raised, earlier, tally, cached=not no_cache))
    tally.require_files(paths)
    if write_baseline and baseline is not None:
        checking.keep(found, baseline)
        return
    checking.write_findings(found, form, target, [tally.summary_line(found, new=earlier.is_known), *tally.notes])
    if checking.is_bad(found, fail_on):
        sys.exit(1)


@main.command()
@click.argument("old")
@click.argument("new")
@click.option(
    "--folder",
    default=".",
    show_default=True,
    callback=_readable,
    help="The folder of the repository to compare revisions of.",
)
@CHANGES
@OUTPUT
@EXIT_CODE
@_no_cache
def diff(old: str, new: str, folder: str, form: str, target: Path | None, exit_code: bool, no_cache: bool) -> None:
    """Compare contracts before and after a change; list broken calls.

    OLD and NEW are each a folder, a graph written by `seamark graph`, or a git revision.
    """
    from seamark.cli.reviewing import diffing

    found = diffing.compare_times(old, new, folder, cached=not no_cache)
    diffing.write_comparison(found, form, target)
    if exit_code and found.broken_calls:
        sys.exit(1)


@main.command()
@click.argument("key")
@_paths
@_no_cache
def explain(key: str, paths: tuple[str, ...], no_cache: bool) -> None:
    """Explain one contract: its providers, consumers and evidence.

    KEY is a key from `seamark map`, a verb with any URL, or a path for all verbs. Exits with 1 if there is no such
    contract.
    """
    from . import output
    from .explanation import contracts_meant, explanation, wanted_contract
    from .workspaces import open_workspaces

    wanted = wanted_contract(key)
    is_known = False
    for workspace in open_workspaces(paths, cached=not no_cache):
        found = contracts_meant(workspace, wanted)
        output.text(explanation(workspace, key, wanted, found))
        is_known = is_known or bool(found)
    sys.exit(0 if is_known else 1)


@main.command()
@_path("path", "[PATH]")
@click.option(
    "--format",
    "form",
    type=click.Choice(["json", "dot", "mermaid", "html", "scip"]),
    default="json",
    show_default=True,
    help="Complete data, a picture, the service map as a web page, or a SCIP index.",
)
@OUTPUT
@_no_cache
def graph(path: str, form: str, target: Path | None, no_cache: bool) -> None:
    """Write a graph of all contracts with their providers and consumers."""
    from seamark.cli import output, writing
    from seamark.cli.graphs.forms import BINARY, FORMS
    from seamark.cli.workspaces import open_workspaces

    if form in BINARY and target is None:
        raise click.UsageError(f"{form} is a binary format: name a file with --output")
    for workspace in open_workspaces((path,), cached=not no_cache):
        if target is None:
            output.plain(FORMS[form](workspace))
        elif form in BINARY:
            writing.data(BINARY[form](workspace), target)
        else:
            writing.text(f"{FORMS[form](workspace)}\n", target)


@main.command()
@_path("path", "[PATH]")
@click.option(
    "--format",
    "form",
    type=click.Choice(openapi.FORMS),
    default=openapi.FORMS[0],
    show_default=True,
    help="An OpenAPI document, in YAML or JSON.",
)
@click.option("--service", metavar="FOLDER", help="The service's folder, as in `seamark ports --format jsonl`.")
@OUTPUT
@_no_cache
def export(path: str, form: str, service: str | None, target: Path | None, no_cache: bool) -> None:
    """Write a skeleton OpenAPI document of a service's routes.

    It has paths, verbs and parameters, with the handlers' names as operation ids. Bodies and responses are left for you
    to describe.
    """
    from seamark.cli import exporting, writing
    from seamark.cli.workspaces import open_workspaces

    for workspace in open_workspaces((path,), cached=not no_cache):
        text = exporting.export_openapi(workspace, service, as_json=form == openapi.FORMS[1])
        writing.text(text, target)


@main.command()
@click.argument("place", required=False, metavar="[PLACE]")
@click.argument("folder", required=False, metavar="[FOLDER]", callback=_readable_if_given)
@_no_cache
def doctor(place: str | None, folder: str | None, no_cache: bool) -> None:
    """Diagnose the installation, a workspace, a file or a line.

    PLACE is a folder, a FILE, or FILE:LINE; without it, doctor checks the installation and the current folder. FOLDER
    is the workspace of a file. By default that is the current folder if it holds the file, else the file's repository.

    Exits with 1 if something is wrong.
    """
    from . import output
    from .doctor import requirements

    unmet = [one for one in requirements.libraries() if not one.is_met]
    if unmet:
        output.plain(requirements.describe_unmet(unmet))
        raise SystemExit(1)

    from seamark.cli.doctor.visit import seen_to

    from .doctor import shown

    sections = list(seen_to(place, folder, cached=not no_cache))
    output.text(shown.lines(sections))
    raise SystemExit(any(section.is_wrong for section in sections))


main.add_command(store)


@main.group()
def cache() -> None:
    """Show or clear the cache that makes later runs fast.

    Seamark writes nothing else. The cache takes at most 500 MB: the least recently used entries are removed first.
    Entries are keyed by the digests of the files' text.
    """


@cache.command("path")
def cache_path() -> None:
    """Print the cache folder."""
    from seamark.index.persistence.cache import folder

    from . import output

    output.plain(str(folder()))


@cache.command("clear")
def cache_clear() -> None:
    """Remove everything from the cache."""
    from seamark.index.persistence.cache import of_user

    with closing(of_user()) as kept:
        kept.clear()


@main.command()
@click.option("--json-schema", is_flag=True, help="Print them as the configuration properties of a VS Code extension.")
def settings(json_schema: bool) -> None:
    """Print the reference of all settings (docs/settings.md)."""
    import json

    from seamark.settings.page import contributed_properties, page

    from . import output

    output.plain(json.dumps(contributed_properties(), indent=2) if json_schema else page())


@main.command()
@click.argument("name", required=False, metavar="[NAME]")
@click.option(
    "--mcp", is_flag=True, help="Print the configuration for a coding assistant, even if NAME is also an editor."
)
def editors(name: str | None, mcp: bool) -> None:
    """Print the configuration for an editor or a coding assistant.

    Without NAME, lists both. For `vscode` and `zed`, prints the configuration of their assistants; VS Code has an
    extension: see the README.
    """
    from . import output
    from .editors import ASSISTANTS, EDITORS, configuration

    known = ASSISTANTS if mcp else {**ASSISTANTS, **EDITORS}
    if name is None:
        width = max(map(len, known))
        for each, editor in sorted(known.items()):
            output.plain(f"{each:<{width}}  {editor.title}{'' if each in EDITORS else ', by MCP'}")
        output.hint("`seamark editors NAME` prints its configuration")
    elif name in known:
        output.plain(configuration(known[name]))
        output.hint(f"put this into {known[name].goes_into}")
    else:
        raise click.BadParameter(
            f"there is no configuration for {name}; choose one of {', '.join(sorted(known))}", param_hint="NAME"
        )


@main.command()
@click.option("--stdio", is_flag=True, hidden=True, help="The default; editors add it.")
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the log to this file instead of standard error, up to 1 MB.",
)
def lsp(stdio: bool, log: Path | None) -> None:  # noqa: ARG001 - there is no other way to talk
    """Run the language server.

    Editors start it, and talk to it over standard input and output.
    """
    from seamark.lsp import main as serve

    raise SystemExit(serve(log=log))


@main.command()
@_path("path", "[PATH]")
@click.option(
    "--store",
    metavar="STORE",
    envvar="SEAMARK_STORE",
    show_envvar=True,
    help="Include the other repositories in this store.  [default: the store in the settings]",
)
def mcp(path: str, store: str | None) -> None:
    """Answer coding assistants, over the Model Context Protocol.

    Assistants start it, and talk to it over standard input and output: `seamark editors --mcp` prints their
    configuration. PATH is the workspace that they ask about.
    """
    from seamark.cli.assistants.starting import start

    start(Path(path), store)


def _open_streams() -> None:
    """Have all standard streams, and no file in their places: whoever starts us may have closed some."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - it stays open
                if getattr(sys, name).fileno() != number:
                    os.dup2(getattr(sys, name).fileno(), number)


def _serve_command_line() -> None:
    """Do what the command line says. There may be no room for what click prints itself, as help, either."""
    try:
        main(prog_name="seamark")
    except OSError as error:
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        if frame.f_code is not click.echo.__code__:
            raise
        from . import output

        failure = output.write_failure(error)
        failure.show()
        sys.exit(failure.exit_code)


def run() -> None:
    """Do what the command line says, and end the process.

    What was read is not taken apart before that: for a large workspace this takes a tenth of a second and more.
    """
    _open_streams()
    try:
        _serve_command_line()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            with suppress(OSError):
                for stream in filter(None, (sys.stdout, sys.stderr)):
                    stream.flush()
                os._exit(end.code or 0)
        raise  # Python says what could not be written.
