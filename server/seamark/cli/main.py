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
from seamark.escaping import escaped
from seamark.version import __version__

_START = f"""\
Seamark {__version__} finds the contracts between services: who calls a route, and who serves a call.

In the folder that holds all services, try

  seamark map                     every contract, with both of its sides
  seamark explain "/users/{{}}"     all about one: who, where, and why Seamark thinks so
  seamark doctor                  what is wrong, where something is missing

  seamark editors                 what your editor needs to start it: it is a language server
  seamark --help                  lists all commands, seamark settings what can be set"""


class _Commands(click.Group):
    """All commands. A wrong table of Seamark itself ends them with its name, the key and the reason."""

    def invoke(self, context: click.Context) -> Any:
        """Run the command that is asked for. What it says is wrong may quote others."""
        try:
            return super().invoke(context)
        except click.exceptions.NoArgsIsHelpError:  # It quotes nobody, and has several lines.
            raise
        except click.ClickException as error:
            vars(error).update(message=escaped(error.message))
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

    Each PATH is a workspace of its own, and stays as it is: none of its code is run. Without a PATH, the current folder
    is the workspace.
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
_no_cache = click.option(
    "--no-cache", is_flag=True, help="Read everything anew, and keep nothing for the next time (see `seamark cache`)."
)


@main.command()
@_paths
@ROWS
@_no_cache
def ports(paths: tuple[str, ...], form: str, no_cache: bool) -> None:
    """List every route and every call, whatever the mechanism."""
    from . import output, rows, tables
    from .workspaces import opened

    for workspace in opened(paths, cached=not no_cache):
        if form == "jsonl":
            output.lines(rows.port(workspace, port) for port in workspace.service.ports())
        else:
            output.table(tables.ports(workspace))


@main.command("map")
@_paths
@click.option("--unmatched", is_flag=True, help="Only contracts that lack a side: nobody serves them, or nobody calls.")
@click.option("--service", metavar="FOLDER", help="Only contracts that this service serves or calls.")
@click.option("--key", "pattern", metavar="PATTERN", help="Only contracts with such a key, as `GET /orders/*`.")
@click.option("--no-tests", is_flag=True, help="Leave out what stands in test code.")
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
    """Show every contract with both of its sides.

    In a PATTERN `*` stands for any text; a path alone is meant for all verbs.
    """
    from . import output, rows, tables
    from .narrowing import Narrowing
    from .refusals import summary
    from .sides import Sides
    from .workspaces import opened

    wanted = Narrowing(unmatched, service, pattern)
    for workspace in opened(paths, cached=not no_cache):
        sides = Sides(workspace, tests=not no_tests)
        found = wanted.contracts(sides)
        if form == "jsonl":
            output.lines(rows.boundary(workspace, boundary) for boundary in found)
        else:
            output.table(tables.boundaries(workspace, sides, found))
            refused = summary(workspace.service.refused(), workspace.asks("doctor"))
            output.text([refused] if refused is not None else [])


@main.command()
@_path("path", "[PATH]")
@click.option("--most", default=20, show_default=True, help="How many files to show.")
@ROWS
def slow(path: str, most: int, form: str) -> None:
    """Show which files take longest to read.

    It reads everything anew, in one process.
    """
    from . import output, slowness

    costs = slowness.measured(path)
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
    """List every call together with everyone who serves it."""
    from . import output, rows, tables
    from .workspaces import opened

    for workspace in opened(paths, cached=not no_cache):
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
    help="Say nothing of the findings in this file.",
)
@click.option("--write-baseline", is_flag=True, help="Write all findings into the file that --baseline names.")
@click.option("--changed-since", "since", metavar="REV", help="Say only what was not so at this revision of git.")
@click.option(
    "--against",
    metavar="[STORE]",
    is_flag=False,
    flag_value="",
    help="Count what other repositories have that are in this store.  [default: SEAMARK_STORE]",
)
@click.option("--repository", metavar="NAME", help="What PATH is called in the store.  [default: as the folder]")
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
    """Tell what is wrong between callers and handlers, for CI.

    How bad each kind of finding is, and what is ignored, is said by the settings (`seamark settings`). It ends with 1
    if a finding is as bad as --fail-on says, and with 2 if the check itself is not possible. With --against it warns of
    every call that nobody serves in the whole organisation, and of what breaks in other repositories: a finding of the
    kind broken-elsewhere for each contract.
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
        from seamark.cli.organisation.checking import checked

        if len(paths) != 1 or baseline is not None or since is not None:
            raise click.UsageError("--against takes one PATH, and neither --baseline nor --changed-since")
        sys.exit(checked(paths[0], against, repository, raised, form, target, fail_on, cached=not no_cache))
    tally = checking.Tally()
    found = list(checking.found_in(paths, raised, earlier, tally, cached=not no_cache))
    if write_baseline and baseline is not None:
        checking.keep(found, baseline)
        return
    checking.written(found, form, target, [tally.said(found, new=earlier.is_known), *tally.notes])
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
    help="The folder in the repository that revisions are taken of.",
)
@CHANGES
@OUTPUT
@EXIT_CODE
@_no_cache
def diff(old: str, new: str, folder: str, form: str, target: Path | None, exit_code: bool, no_cache: bool) -> None:
    """Tell what became of contracts, and which calls break by it.

    OLD and NEW are a folder, a graph that `seamark graph` has written, or a revision of git.
    """
    from seamark.cli.reviewing import diffing

    found = diffing.compared(old, new, folder, cached=not no_cache)
    diffing.written(found, form, target)
    if exit_code and found.broken:
        sys.exit(1)


@main.command()
@click.argument("key")
@_paths
@_no_cache
def explain(key: str, paths: tuple[str, ...], no_cache: bool) -> None:
    """Tell all about one contract: its sides, and how they were found.

    KEY is a key as `seamark map` shows it, a verb with any URL, or a path for every verb. It ends with 1 if there is no
    such contract.
    """
    from . import output
    from .explanation import contracts_meant, explanation, wanted_contract
    from .workspaces import opened

    wanted = wanted_contract(key)
    is_known = False
    for workspace in opened(paths, cached=not no_cache):
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
    help="All that Seamark knows, a picture, the map of the services as a page for a browser, or an index of SCIP.",
)
@OUTPUT
@_no_cache
def graph(path: str, form: str, target: Path | None, no_cache: bool) -> None:
    """Write the graph of all contracts and the code on their sides."""
    from seamark.cli import output, writing
    from seamark.cli.graphs.forms import BINARY, FORMS
    from seamark.cli.workspaces import opened

    if form in BINARY and target is None:
        raise click.UsageError(f"{form} is no text: name a file for it with --output")
    for workspace in opened((path,), cached=not no_cache):
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
@click.option("--service", metavar="FOLDER", help="The folder of the service, as in `seamark ports --format jsonl`.")
@OUTPUT
@_no_cache
def export(path: str, form: str, service: str | None, target: Path | None, no_cache: bool) -> None:
    """Write a service's routes down as a skeleton in OpenAPI.

    It has paths, verbs, parameters, and the handlers' names as ids; bodies and answers are for you to describe.
    """
    from seamark.cli import exporting, writing
    from seamark.cli.workspaces import opened

    for workspace in opened((path,), cached=not no_cache):
        text = exporting.exported(workspace, service, as_json=form == openapi.FORMS[1])
        writing.text(text, target)


@main.command()
@click.argument("place", required=False, metavar="[PLACE]")
@click.argument("folder", required=False, metavar="[FOLDER]", callback=_readable_if_given)
@_no_cache
def doctor(place: str | None, folder: str | None, no_cache: bool) -> None:
    """Tell what is wrong: in the installation, a workspace or a call.

    PLACE is a folder, a FILE, or FILE:LINE; without it the installation and the current folder are looked at. The
    workspace of a file is FOLDER; without that the current folder if the file is in it, else its repository.

    It ends with 1 if something is wrong, and with 0 otherwise.
    """
    from . import output
    from .doctor import requirements

    unmet = [one for one in requirements.libraries() if not one.is_met]
    if unmet:
        output.plain(requirements.told(unmet))
        raise SystemExit(1)

    from seamark.cli.doctor.visit import seen_to

    from .doctor import shown

    sections = list(seen_to(place, folder, cached=not no_cache))
    output.text(shown.lines(sections))
    raise SystemExit(any(section.is_wrong for section in sections))


main.add_command(store)


@main.group()
def cache() -> None:
    """Where Seamark keeps what it has read, to be quick the next time. Nothing else is written anywhere.

    It is found by the digests of texts and takes 500 MB at most; what was not used for longest goes first.
    """


@cache.command("path")
def cache_path() -> None:
    """Print the folder."""
    from seamark.index.persistence.cache import folder

    from . import output

    output.plain(str(folder()))


@cache.command("clear")
def cache_clear() -> None:
    """Remove all that is in it."""
    from seamark.index.persistence.cache import of_user

    with closing(of_user()) as kept:
        kept.clear()


@main.command()
@click.option("--json-schema", is_flag=True, help="As the properties of a VS Code extension's configuration.")
def settings(json_schema: bool) -> None:
    """Print what can be set, and where: the page docs/settings.md."""
    import json

    from seamark.settings.page import contributed, page

    from . import output

    output.plain(json.dumps(contributed(), indent=2) if json_schema else page())


@main.command()
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--mcp", is_flag=True, help="What a coding assistant needs, also where NAME is an editor's, too.")
def editors(name: str | None, mcp: bool) -> None:
    """Print what an editor or an assistant needs.

    Without a NAME it lists those that there is something for. For VS Code there is an extension: see README. What
    `vscode` and `zed` print is for the assistants in them.
    """
    from . import output
    from .editors import ASSISTANTS, EDITORS, configuration

    known = ASSISTANTS if mcp else {**ASSISTANTS, **EDITORS}
    if name is None:
        width = max(map(len, known))
        for each, editor in sorted(known.items()):
            output.plain(f"{each:<{width}}  {editor.title}{'' if each in EDITORS else ', by MCP'}")
        output.hint("`seamark editors NAME` prints what to put into its configuration")
    elif name in known:
        output.plain(configuration(known[name]))
        output.hint(f"put this into {known[name].goes_into}")
    else:
        raise click.BadParameter(f"there is nothing for {name}, but for {', '.join(sorted(known))}", param_hint="NAME")


@main.command()
@click.option("--stdio", is_flag=True, hidden=True, help="What editors add, and what happens without it, too.")
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Where to tell what happened, instead of the standard error. The file does not grow beyond 1 MB.",
)
def lsp(stdio: bool, log: Path | None) -> None:  # noqa: ARG001 - there is no other way to talk
    """Run the language server.

    Editors do this, and speak to it by its standard input and output.
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
    help="What other repositories have.  [default: the one that the settings name]",
)
def mcp(path: str, store: str | None) -> None:
    """Answer coding assistants, over the Model Context Protocol.

    Assistants start this, and speak to it by its standard input and output: `seamark editors --mcp` prints what they
    need for it. PATH is the workspace that they ask about.
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

        failure = output.unwritten(error)
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
