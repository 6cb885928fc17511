"""What can be set: one record, from which come validation, the page of documentation and the editors' own lists.

Each setting says where it may stand (`Place`), what it does, and how it looks in a `seamark.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, to_builtins

from seamark.catalogue import Library, OwnRow
from seamark.languages import LANGUAGES

from .patterns import names

Place: TypeAlias = Literal["anywhere", "editor", "project", "start"]
"""Where a setting may stand: in the editor's settings and in `seamark.toml`, in only one of them, or in neither: what
stands in the editor's settings may also stand in the initialization options, some things only there."""

Severity: TypeAlias = Literal["off", "hint", "warning", "error"]

READ = tuple(sorted({language.name for language in LANGUAGES} | {"graphql", "http", "json", "yaml"}))

_MEGABYTE = 1024 * 1024


def _meta(
    place: Place,
    description: str,
    example: str = "",
    *,
    scope: str = "window",
    choices: Sequence[str] = (),
    trusted: bool = False,
    **limits: Any,
) -> Meta:
    """What is said of a setting; `scope` is VS Code's word for where it may be set there, `choices` are for items.
    What names a program, a host or a folder is taken from `trusted` workspaces only.
    """
    said = {"place": place, "scope": scope, "example": example, "choices": list(choices), "trusted": trusted}
    return Meta(description=" ".join(description.split()), extra_json_schema=said, **limits)


class Section(Struct, frozen=True, rename="camel"):
    """Settings whose names begin alike."""


class Files(Section, frozen=True):
    """Which files are read."""

    exclude: Annotated[
        tuple[str, ...],
        _meta(
            "anywhere",
            """Files and folders to leave out besides those that git ignores, as rules of a `.gitignore` in the
            workspace's root. A rule that begins with `!` includes what git ignores. A `.seamarkignore` takes
            precedence.""",
            'exclude = ["legacy/", "*.generated.ts"]',
        ),
    ] = ()
    max_size: Annotated[
        float,
        _meta("anywhere", "Skip source files larger than this many megabytes.", "maxSize = 2", gt=0),
    ] = 5
    languages: Annotated[
        tuple[str, ...],
        _meta(
            "anywhere",
            """The languages to read; an empty list means all of them. `typescript` includes JavaScript, Vue and Svelte;
            `yaml` and `json` include OpenAPI documents and Kubernetes manifests; `graphql` includes GraphQL
            documents.""",
            'languages = ["go", "typescript", "yaml"]',
            choices=READ,
        ),
    ] = ()

    @property
    def max_bytes(self) -> int:
        """The size beyond which a source is not read."""
        return int(self.max_size * _MEGABYTE)


class Ignore(Section, frozen=True):
    """What is left out of all answers."""

    keys: Annotated[
        tuple[str, ...],
        _meta(
            "anywhere",
            """Contracts to leave out of all answers, by their keys as `seamark map` shows them. `*` matches any text,
            and a path without a verb matches all verbs.""",
            'keys = ["GET /health", "/internal/*", "grpc Health/*"]',
        ),
    ] = ()


class Matching(Section, frozen=True):
    """Which calls are led to which providers."""

    min_confidence: Annotated[
        float,
        _meta(
            "anywhere",
            """Do not link a call to a provider if their combined confidence is lower than this. A route and a call with
            the same key and a literal path have 0.9; a path that may match only because a prefix is unknown has less
            than half of that.""",
            "minConfidence = 0.5",
            ge=0,
            le=1,
        ),
    ] = 0.0


class Diagnostics(Section, frozen=True, rename="kebab"):
    """How bad each kind of finding is; a field for each, under the kind's own name."""

    broken_call: Annotated[
        Severity,
        _meta(
            "anywhere",
            """A call that used to be served and no longer is: since the revision given by `--changed-since` or, in an
            editor, since you opened the workspace.""",
            'broken-call = "error"',
        ),
    ] = "warning"
    breaking_change: Annotated[
        Severity,
        _meta(
            "anywhere",
            """A change that breaks a call: the same finding as `broken-call`, shown at the route that changed or where
            it was.""",
            'breaking-change = "error"',
        ),
    ] = "warning"
    unserved_call: Annotated[
        Severity,
        _meta(
            "anywhere",
            """A call that nothing in the workspace serves, although other calls of the same client and base URL are
            served.""",
            'unserved-call = "error"',
        ),
    ] = "hint"
    unserved_client: Annotated[
        Severity,
        _meta(
            "anywhere",
            """A client most of whose calls are unserved, or one path below which most calls are, although some are
            served. Reported once, at the first call.""",
            'unserved-client = "off"',
        ),
    ] = "hint"
    verb_mismatch: Annotated[
        Severity,
        _meta("anywhere", "A call to a path that is served only under other verbs.", 'verb-mismatch = "error"'),
    ] = "warning"
    near_miss: Annotated[
        Severity,
        _meta("anywhere", "An unserved call whose path is close to one that is served.", 'near-miss = "warning"'),
    ] = "hint"
    unknown_prefix: Annotated[
        Severity,
        _meta(
            "anywhere",
            """A client or document most of whose calls or operations miss a service's routes by the same prefix.
            Reported once, at the first of them.""",
            'unknown-prefix = "off"',
        ),
    ] = "hint"
    unknown_route_name: Annotated[
        Severity,
        _meta(
            "anywhere",
            """A URL is built from a route name that no route has (`reverse("shelf:bok")`), although the namespace has
            other names, or one name is almost the same.""",
            'unknown-route-name = "warning"',
        ),
    ] = "hint"
    document_without_handler: Annotated[
        Severity,
        _meta(
            "anywhere",
            "An operation in an OpenAPI document that no code of its service serves.",
            'document-without-handler = "off"',
        ),
    ] = "hint"
    handler_without_document: Annotated[
        Severity,
        _meta(
            "anywhere",
            "A route that is missing from the OpenAPI document of its own service.",
            'handler-without-document = "warning"',
        ),
    ] = "hint"
    served_twice: Annotated[
        Severity,
        _meta(
            "anywhere",
            "A route with the same verb and path as another handler of the same service.",
            'served-twice = "warning"',
        ),
    ] = "hint"
    uncalled_route: Annotated[
        Severity,
        _meta(
            "anywhere",
            "A route that nothing in the workspace calls. Useful if the workspace holds all clients.",
            'uncalled-route = "hint"',
        ),
    ] = "off"
    ignore: Annotated[
        tuple[str, ...],
        _meta(
            "anywhere",
            """Contracts to report no findings for, by their keys as in `ignore.keys`. Start an entry with the name of a
            kind to ignore only that kind. All other answers still include these contracts. To ignore a single call or
            route, write the comment `seamark: ignore` beside it.""",
            'ignore = ["/legacy/*", "served-twice GET /health"]',
        ),
    ] = ()

    def of(self, kind: str) -> Severity:
        """How bad findings of a kind are."""
        said: dict[str, Severity] = to_builtins(self)
        return said[kind]

    def ignores(self, kind: str, mechanism: str, key: str) -> bool:
        """Whether nothing is said of findings of a kind about a contract."""
        prefix = f"{kind} "
        return names((pattern.removeprefix(prefix) for pattern in self.ignore), mechanism, key)


class CodeLens(Section, frozen=True):
    """The lines above handlers, routes and calls."""

    enabled: Annotated[bool, _meta("editor", "Show how many consumers a route has, and what serves a call.")] = True


class InlayHints(Section, frozen=True):
    """Texts within the code."""

    enabled: Annotated[bool, _meta("editor", "Show the key of a contract where the code does not spell it out.")] = True


class CallHierarchy(Section, frozen=True):
    """Callers and callees across services."""

    enabled: Annotated[
        bool,
        _meta(
            "editor",
            """Offer callers and callees across services. Editors that ask only one server for them, such as VS Code,
            then no longer ask the language's own server. Takes effect when the server starts.""",
        ),
    ] = False


class Server(Section, frozen=True):
    """How an editor starts the server."""

    path: Annotated[
        str,
        _meta(
            "editor",
            """The `seamark` program to start. If empty, the extension looks in the selected Python environment, in the
            `.venv` of the workspace's folders, on `PATH`, then in the environment that it installs itself.""",
            scope="machine-overridable",
            trusted=True,
        ),
    ] = ""


class Trace(Section, frozen=True):
    """What an editor writes down of its talk with the server."""

    server: Annotated[
        Literal["off", "messages", "verbose"],
        _meta("editor", "Log the messages between the editor and the server. A setting of VS Code."),
    ] = "off"


class Organisation(Section, frozen=True):
    """The repositories that are not open here."""

    store: Annotated[
        str,
        _meta(
            "editor",
            """Where the contracts of other repositories are: the folder or bucket address that `seamark store add`
            writes to. A call that nothing in the workspace serves then leads to its handler in another repository. A
            folder may begin with `~`, or be relative to the first folder of the workspace.""",
            trusted=True,
        ),
    ] = ""
    checkouts: Annotated[
        dict[str, str],
        _meta(
            "editor",
            """Where the repositories of the store are checked out, by their names in the store or by the addresses that
            they were cloned from. Seamark looks for other repositories by name, in the workspace's folders and beside
            its repositories.""",
            trusted=True,
        ),
    ] = {}
    urls: Annotated[
        dict[str, str],
        _meta(
            "editor",
            """The address of a file's page on a repository's host, by the name of the host, with `{host}`,
            `{repository}`, `{commit}`, `{file}` and `{line}`. Built in are github.com, gitlab.com, bitbucket.org,
            codeberg.org, git.sr.ht, and hosts whose names begin with `github.`, `gitlab.`, `gitea.` or `forgejo.`.""",
            trusted=True,
        ),
    ] = {}


class BasePaths(Section, frozen=True):
    """What stands before paths, where no code says so."""

    routes: Annotated[
        dict[str, str],
        _meta(
            "project",
            "Prefixes under which the routes of a folder or file are served by a proxy that Seamark does not know.",
            '"services/orders" = "/api/orders"',
        ),
    ] = {}
    calls: Annotated[
        dict[str, str],
        _meta(
            "project",
            """The base URL of the calls in a folder or file, where it comes from the environment and is therefore
            unknown: a path or a whole URL.""",
            '"web/src/api.ts" = "https://gateway.internal/api/v1"',
        ),
    ] = {}


class Settings(Section, frozen=True):
    """All settings."""

    files: Files = Files()
    matching: Matching = Matching()
    ignore: Ignore = Ignore()
    diagnostics: Diagnostics = Diagnostics()
    code_lens: CodeLens = CodeLens()
    inlay_hints: InlayHints = InlayHints()
    call_hierarchy: CallHierarchy = CallHierarchy()
    definition_on_provider: Annotated[
        Literal["nothing", "self"],
        _meta(
            "start",
            """What go to definition on a route returns: nothing, or (`self`) the route itself, for editors such as VS
            Code that then list its references.""",
        ),
    ] = "nothing"
    commands: Annotated[
        tuple[str, ...],
        _meta("start", "The commands of [the protocol's extensions](protocol.md) that the client implements."),
    ] = ()
    changes: Annotated[
        bool,
        _meta(
            "start", "Whether the server notifies the client of changes; see [the protocol's extensions](protocol.md)."
        ),
    ] = False
    server: Server = Server()
    trace: Trace = Trace()
    organisation: Organisation = Organisation()
    services: Annotated[
        dict[str, str],
        _meta(
            "project",
            """The names of services and their folders. Needed for calls to a host of that name, and for a service that
            is neither the nearest folder with a manifest nor an application of a monorepo (`project.json`,
            `angular.json`, `nest-cli.json`).""",
            'orders = "backend/orders-service"',
        ),
    ] = {}
    base_paths: BasePaths = BasePaths()
    own: Annotated[
        tuple[OwnRow, ...],
        _meta(
            "project",
            """Routers and clients of the project's own, by name. Each entry names in `routes` or `requests` what
            declares them: a function or method, a decorator, an attribute, a macro, or a list with one route or request
            per row. A name with a dot is limited to that class, module or file (`Router.add`, `src.router.add`).
            `path`, `verb` and `handler` say which argument (`1`, `0.url`, `method`) or field of a row holds that value;
            `verb` may also be a verb in capitals. Seamark recognises what you leave out by its form: a path, a verb, a
            function, or what is decorated. `languages` limits the entry to these languages. `seamark doctor` suggests
            entries for code that it cannot read.""",
            """routes = "Router.add"
path = "1"

[[own]]
requests = "callBackend"
verb = "POST\"""",
        ),
    ] = ()
    catalogue: Annotated[
        tuple[Library, ...],
        _meta(
            "project",
            """Libraries, clients, wrappers and routers of your own, as tables in the format of Seamark's catalogue; its
            schema explains each row. A table with the name of a built-in one extends it.""",
            """name = "acme_http"
languages = ["typescript"]
modules = ["@acme/http"]

[[catalogue.requests]]
calls = ["@acme/http.send"]
verbs = "0"
url = "1\"""",
        ),
    ] = ()
