"""The five tools: what each is for, what it takes, and who answers it. No protocol is known here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta, Struct

from seamark.cli.failure import Failure

from .data import Answer, Contracts, Findings, Impact, Sides
from .paging import MOST, USUAL, Page, page

if TYPE_CHECKING:
    from .state import State

Cursor: TypeAlias = Annotated[str, Meta(description="The `cursor` of an answer, to get the rest.")]
Limit: TypeAlias = Annotated[int, Meta(description="The maximum number of results.", ge=1, le=MOST)]
_NAMES = (
    "A key (`GET /users/{}`, `queue orders.created`), a verb with any URL, a path or URL as in the code, `file:line`, "
    "or the name of a function, optionally after its file (`api/views.py::read`). File names are relative to the "
    "workspace's root."
)


class _Paged(Struct, kw_only=True, forbid_unknown_fields=True):
    """What every question may say."""

    limit: Limit = USUAL
    cursor: Cursor = ""

    @property
    def page(self) -> Page:
        """The part of the answer that is wanted."""
        return page(self.cursor, self.limit)


class ContractsQuestion(_Paged, kw_only=True, forbid_unknown_fields=True):
    """Which contracts there are."""

    query: Annotated[str, Meta(description="Only contracts of this URL, or with this in a key, file or function.")] = ""
    service: Annotated[str | None, Meta(description="Only contracts of this service, by its folder.")] = None
    unmatched: Annotated[bool, Meta(description="Only contracts that nothing serves or nothing calls.")] = False


class CallQuestion(_Paged, kw_only=True, forbid_unknown_fields=True):
    """Which call is meant."""

    call: Annotated[str, Meta(description=_NAMES)]


class HandlerQuestion(_Paged, kw_only=True, forbid_unknown_fields=True):
    """Which handler is meant."""

    handler: Annotated[str, Meta(description=_NAMES)]


class TargetQuestion(_Paged, kw_only=True, forbid_unknown_fields=True):
    """What is changed."""

    target: Annotated[
        str,
        Meta(
            description="What changes: a file or folder, `file:line`, the name of a function, or a key; or a git "
            "revision (`HEAD`, `main`, `HEAD~3`) for all changes since then, including uncommitted ones."
        ),
    ]


class CheckQuestion(_Paged, kw_only=True, forbid_unknown_fields=True):
    """Since when."""

    changed_since: Annotated[
        str | None, Meta(description="Only findings that are new since this git revision, such as `main`.")
    ] = None


class Tool(NamedTuple):
    """A tool: its title and description, what it takes, what it gives, and how it is answered."""

    title: str
    description: str
    question: type[_Paged]
    answer: type[Answer]
    ask: Callable[[State, Any], Answer]

    def read_question(self, arguments: Mapping[str, Any]) -> _Paged:
        """The question in what a client sends. Raises `Failure` for what is none."""
        try:
            return msgspec.convert(arguments, self.question)
        except msgspec.ValidationError as error:
            raise Failure(str(error)) from error


def _contracts(state: State, asked: ContractsQuestion) -> Contracts:
    from .contracts import contracts

    return contracts(state, asked.query, asked.service, asked.unmatched, asked.page)


def _who_serves(state: State, asked: CallQuestion) -> Sides:
    from .serving import who_serves

    return who_serves(state, asked.call, asked.page)


def _who_calls(state: State, asked: HandlerQuestion) -> Sides:
    from .serving import who_calls

    return who_calls(state, asked.handler, asked.page)


def _impact(state: State, asked: TargetQuestion) -> Impact:
    from .impact import impact

    return impact(state, asked.target, asked.page)


def _check(state: State, asked: CheckQuestion) -> Findings:
    from .findings import check

    return check(state, asked.changed_since, asked.page)


TOOLS: Mapping[str, Tool] = {
    "contracts": Tool(
        "Contracts between services",
        "List the contracts of this workspace (HTTP routes, gRPC and GraphQL, queues, Temporal), with the "
        "handlers and consumers of each. Start here when you do not know the key.",
        ContractsQuestion,
        Contracts,
        _contracts,
    ),
    "who_serves": Tool(
        "Who serves this call",
        "Find the handlers that serve a client's call, in any language and service. Use it instead of "
        "searching for parts of a URL: it follows base URLs, routers, mounts, wrappers and constants.",
        CallQuestion,
        Sides,
        _who_serves,
    ),
    "who_calls": Tool(
        "Who calls this handler",
        "Find all calls of a route or its handler, in any language and service, including tests.",
        HandlerQuestion,
        Sides,
        _who_calls,
    ),
    "impact": Tool(
        "What a change reaches",
        "Find what a planned change, or the changes since a revision, reach: handlers, their consumers, calls that "
        "nothing else serves, and the tests that call them. Use it before and after you change a route.",
        TargetQuestion,
        Impact,
        _impact,
    ),
    "check": Tool(
        "Problems between consumers and providers",
        "Find likely problems between consumers and providers: calls with the wrong verb or a misspelt path, routes "
        "that are served twice, documents that differ from the code. With changed_since, only new ones.",
        CheckQuestion,
        Findings,
        _check,
    ),
}


def schema(of: type[Struct]) -> dict[str, Any]:
    """What a type is as JSON, as a schema whose root is the object itself."""
    (root,), parts = msgspec.json.schema_components([of], ref_template="#/$defs/{name}")
    name = root["$ref"].rpartition("/")[2]
    whole = parts.pop(name)
    return {**whole, **({"$defs": parts} if parts else {})}
