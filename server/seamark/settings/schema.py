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
            """Files and folders to leave out, besides those that git ignores: rules as in a `.gitignore` at the
            workspace's root. One that begins with `!` takes back in what git ignores. A `.seamarkignore` is
            stronger.""",
            'exclude = ["legacy/", "*.generated.ts"]',
        ),
    ] = ()
    max_size: Annotated[
        float,
        _meta("anywhere", "Sources larger than this many megabytes are not read.", "maxSize = 2", gt=0),
    ] = 5
    languages: Annotated[
        tuple[str, ...],
        _meta(
            "anywhere",
            """The languages to read; all if there are none. JavaScript, Vue and Svelte belong to TypeScript, documents
            of OpenAPI and Kubernetes to YAML and JSON, files of GraphQL documents to GraphQL.""",
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
            """Contracts to leave out of all answers, by their keys as `seamark map` shows them; `*` stands for any
            text, and a path alone for all its verbs.""",
            'keys = ["GET /health", "/internal/*", "grpc Health/*"]',
        ),
    ] = ()


class Matching(Section, frozen=True):
    """Which calls are led to which providers."""

    min_confidence: Annotated[
        float,
        _meta(
            "anywhere",
            """A call is not led to a provider if both sides together are less sure than this: equal keys of a route
            and a request whose path is stated have 0.9, a path that may match for lack of a known prefix less than
            half of that.""",
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
            """A call that was served before, and is not any more: at the revision that `--changed-since` names, or, in
            an editor, since the workspace was opened.""",
            'broken-call = "error"',
        ),
    ] = "warning"
    breaking_change: Annotated[
        Severity,
        _meta(
            "anywhere",
            "The same, at the route that has changed, or where it was.",
            'breaking-change = "error"',
        ),
    ] = "warning"
    unserved_call: Annotated[
        Severity,
        _meta(
            "anywhere",
            "A call that nobody in the workspace serves, where other calls of the same client and base are served.",
            'unserved-call = "error"',
        ),
    ] = "warning"
    unserved_client: Annotated[
        Severity,
        _meta(
            "anywhere",
            """Nobody serves most of the calls of a client, or of those below one path, though some are served. It is
            said once, at the first of them.""",
            'unserved-client = "off"',
        ),
    ] = "hint"
    verb_mismatch: Annotated[
        Severity,
        _meta("anywhere", "A call of a path that is served under other verbs only.", 'verb-mismatch = "error"'),
    ] = "warning"
    near_miss: Annotated[
        Severity,
        _meta("anywhere", "A call that nobody serves, of a path close to one that is served.", 'near-miss = "hint"'),
    ] = "warning"
    unknown_prefix: Annotated[
        Severity,
        _meta(
            "anywhere",
            """Most calls of a client, or operations of a document, miss the routes of a service by the same prefix. It
            is said once, where the first of them stands.""",
            'unknown-prefix = "off"',
        ),
    ] = "warning"
    unknown_route_name: Annotated[
        Severity,
        _meta(
            "anywhere",
            """The URL of a route is asked for by a name that no route has (`reverse("shelf:bok")`), though others have
            names below the same namespace, or almost the same name.""",
            'unknown-route-name = "error"',
        ),
    ] = "warning"
    document_without_handler: Annotated[
        Severity,
        _meta(
            "anywhere",
            "An operation of an OpenAPI document that no code of its service serves.",
            'document-without-handler = "off"',
        ),
    ] = "hint"
    handler_without_document: Annotated[
        Severity,
        _meta(
            "anywhere",
            "A route that the OpenAPI document of its own service does not have.",
            'handler-without-document = "warning"',
        ),
    ] = "hint"
    served_twice: Annotated[
        Severity,
        _meta(
            "anywhere",
            "A route whose verb and path another handler of the same service has, too.",
            'served-twice = "warning"',
        ),
    ] = "hint"
    uncalled_route: Annotated[
        Severity,
        _meta(
            "anywhere",
            "A route that nobody in the workspace calls: for workspaces that hold all clients.",
            'uncalled-route = "hint"',
        ),
    ] = "off"
    ignore: Annotated[
        tuple[str, ...],
        _meta(
            "anywhere",
            """Contracts of which nothing is said here, though all other answers have them: by their keys, as for
            `ignore.keys`, or of one kind only, whose name comes first. A comment `seamark: ignore` beside a call or
            route does the same for one place.""",
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

    enabled: Annotated[bool, _meta("editor", "Show how many callers a handler has, and who serves a call.")] = True


class InlayHints(Section, frozen=True):
    """Texts within the code."""

    enabled: Annotated[bool, _meta("editor", "Show the key of a contract where it is not what is written.")] = True


class CallHierarchy(Section, frozen=True):
    """Callers and callees across services."""

    enabled: Annotated[
        bool,
        _meta(
            "editor",
            """Offer callers and callees across services. Editors that ask one server only, as VS Code does, then no
            longer ask that of the language. It takes effect when the server starts.""",
        ),
    ] = False


class Server(Section, frozen=True):
    """How an editor starts the server."""

    path: Annotated[
        str,
        _meta(
            "editor",
            """The `seamark` program to start. If it is empty, Seamark is looked for in the selected Python environment,
            in the `.venv` of the workspace's folders, on `PATH`, then in the environment that the extension for VS Code
            installs.""",
            scope="machine-overridable",
            trusted=True,
        ),
    ] = ""


class Trace(Section, frozen=True):
    """What an editor writes down of its talk with the server."""

    server: Annotated[
        Literal["off", "messages", "verbose"],
        _meta("editor", "Log the messages between the editor and the server: a setting of VS Code's."),
    ] = "off"


class Organisation(Section, frozen=True):
    """The repositories that are not open here."""

    store: Annotated[
        str,
        _meta(
            "editor",
            """Where the contracts of other repositories are: the folder, or the address of a bucket, into which
            `seamark store add` puts them. Then a call that nobody in the workspace serves leads to its handler in
            another repository. A folder may begin with `~`, or be relative to the workspace's first folder.""",
            trusted=True,
        ),
    ] = ""
    checkouts: Annotated[
        dict[str, str],
        _meta(
            "editor",
            """Where repositories of the store are checked out, each by its name in the store or by the address that it
            was cloned from. Others are looked for in the workspace's folders, and beside its repositories, under their
            names.""",
            trusted=True,
        ),
    ] = {}
    urls: Annotated[
        dict[str, str],
        _meta(
            "editor",
            """How the page of a file is addressed at the host of a repository, by the host's name, with `{host}`,
            `{repository}`, `{commit}`, `{file}` and `{line}`. github.com, gitlab.com, bitbucket.org, codeberg.org and
            git.sr.ht are known, and hosts whose names begin with `github.`, `gitlab.`, `gitea.` or `forgejo.`.""",
            trusted=True,
        ),
    ] = {}


class BasePaths(Section, frozen=True):
    """What stands before paths, where no code says so."""

    routes: Annotated[
        dict[str, str],
        _meta(
            "project",
            """Prefixes below which the routes of a folder or file are served, because a proxy that Seamark does not
            know puts them there.""",
            '"services/orders" = "/api/orders"',
        ),
    ] = {}
    calls: Annotated[
        dict[str, str],
        _meta(
            "project",
            """What the base of calls in a folder or file is, where it stays unknown because it comes from the
            environment: a path, or a whole URL.""",
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
            """What the definition of a route is, asked for on the route itself: `self` for editors that list the
            references of what is its own definition, as VS Code does.""",
        ),
    ] = "nothing"
    commands: Annotated[
        tuple[str, ...],
        _meta("start", "The commands of [the protocol's extensions](protocol.md) that the client has."),
    ] = ()
    changes: Annotated[
        bool,
        _meta("start", "Whether the client wants to hear of changes, as [the protocol's extensions](protocol.md) say."),
    ] = False
    server: Server = Server()
    trace: Trace = Trace()
    organisation: Organisation = Organisation()
    services: Annotated[
        dict[str, str],
        _meta(
            "project",
            """Names of services, each with its folder: for calls to a host of that name, and where a service is not
            the nearest folder with a manifest.""",
            'orders = "backend/orders-service"',
        ),
    ] = {}
    base_paths: BasePaths = BasePaths()
    own: Annotated[
        tuple[OwnRow, ...],
        _meta(
            "project",
            """What the project has of its own that states `routes` or `requests`, by its name: what is called, a
            decorator, an attribute or a macro, or a list each of whose rows states one. A name with a dot means only
            what is of that class, module or file (`Router.add`, `src.router.add`). `path`, `verb` and `handler` say
            which argument (`1`, `0.url`, `method`) or field of a row has that; the verb may be one in capitals. What is
            not said is told by what it looks like: a path, a verb, a function, or what is decorated. `languages` says
            in which languages that holds, else it does in all. `seamark doctor` writes such rows for what it cannot
            read.""",
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
            """Libraries, clients, wrappers and routers of your own: tables as those of Seamark's catalogue, whose
            schema says what each row means. A table with the name of one of those adds to it.""",
            """name = "acme_http"
languages = ["typescript"]
modules = ["@acme/http"]

[[catalogue.requests]]
calls = ["@acme/http.send"]
verbs = "0"
url = "1\"""",
        ),
    ] = ()
