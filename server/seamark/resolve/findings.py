"""Records of what one file contributes to contracts; `recognition` makes them, `composition` makes ports of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from seamark.catalogue import Evidence, Scheme

from .abstract_values import Definition, Parameter, ParameterPart, Text
from .call_words import Word
from .partial_texts.last_parameter import Segment
from .partial_texts.texts import EMPTY
from .stated_by_callers import Kind

Identity = tuple[str, str]
"""A router: its file, and the key of the call that makes it, or of the parameter that it is (`setup(0)`)."""


NOTHING = frozenset(("", "0", "false"))
"""What is nothing at all: neither an object nor a number, nor any text."""


class Condition(Struct, frozen=True):
    """That what callers give is one of these texts or enumerators, or with `other` none of them (`texts.compared_by`).

    With an `edge` it begins or ends with one of the texts, or with none of them: the operation says which. Objects, of
    which no text is known, are something else than `NOTHING`. One that is `certain` is not met where that is unknown.
    """

    given: ParameterPart
    texts: frozenset[str]
    other: bool
    edge: str = ""
    certain: bool = False


class Router(Struct, frozen=True):
    """A router as it is seen where something is declared on it: which one, and the prefix it brings along.

    `below` is a further path that only what is declared just there has, and `verbs` are the verbs of that. If nobody
    mounts it, `implied` is the prefix, and the first one mounted of what it is `otherwise` known by is what it is put
    below if that is one thing only. `namespaces` are
    those in which handlers are looked for that are only named just there. One that must be `mounted` serves nothing
    where nobody does that, and nothing what is declared on one that is the `outcome` of a function which others go on
    with. Its `versions` stand above all prefixes but the one that is set for the whole service, and `outermost` above
    that, too. What it is `known_as` stands before the names of its routes: one of several. Its prefixes may be each for
    one of `languages`.
    """

    identity: Identity
    prefixes: tuple[Text, ...] = ()
    root: bool = False
    below: tuple[Text, ...] = ()
    verbs: tuple[Text, ...] = ()
    implied: str = ""
    otherwise: tuple[Identity, ...] = ()
    namespaces: tuple[Text, ...] = ()
    mounted: bool = False
    outcome: Identity = ("", "")
    versions: tuple[Text, ...] = ()
    outermost: Text = EMPTY
    known_as: tuple[Text, ...] = ()
    languages: tuple[str, ...] = ()


class SparedRoutes(Struct, frozen=True):
    """Routes that a prefix is not for: those of a verb, or any, with this path, which may hold wildcards."""

    verb: str
    path: str


class Span(Struct, frozen=True):
    """Where in the file a contract is stated: its text's span, and the index of the definition around it.

    The text may hold `names` of what states it, or a part of it, elsewhere.
    """

    start: int
    end: int
    scope: int
    names: tuple[str, ...] = ()


NOWHERE = Span(0, 0, 0)
"""The span of what is told others, who need not know where it stands."""


class StatedPrefix(Struct, frozen=True):
    """A prefix where a file states it: its text is written out there if it has an `end`, else named.

    A part of it, or all, may be stated by constants and functions of these `names`.
    """

    text: str
    start: int
    end: int = 0
    names: tuple[str, ...] = ()

    def moved(self, at: Callable[[int], int]) -> StatedPrefix:
        """The same where its file states it now, as `at` tells of each position."""
        return replace(self, start=at(self.start), end=at(self.end) if self.end else 0)


class RouteName(Struct, frozen=True):
    """What a route is called, among the names of a library (`space`); where that is written out, and if it is."""

    space: str
    text: Text
    start: int = 0
    end: int = 0


class RouteFound(Struct, frozen=True):
    """A route: `paths` below a router's prefixes, if it is on a router. With `open`, its handler tells them apart.

    It may serve what is `below` them, too. What it is declared on may begin with a name that is `undeclared`. With a
    `separator`, prefixes and path are one segment, joined by that, below a path that is not known. Callers of the
    function around it may have `brought` its handler. It is `prefixed` by those prefixes that the router has itself and
    the file states. No table knows what it is stated `by`, if that has a name.
    """

    router: Router
    verbs: tuple[str, ...]
    paths: tuple[Text, ...]
    handler: Definition | None
    span: Span
    framework: str
    open: bool = False
    below: bool = False
    undeclared: str = ""
    separator: str = ""
    brought: ParameterPart | None = None
    name: RouteName | None = None
    prefixed: tuple[StatedPrefix, ...] = ()
    by: str = ""


class NamedRoute(Struct, frozen=True):
    """A route that has a name, and the file in which it stands; where in that it does is left out."""

    path: str
    route: RouteFound


LOADED_FILES = "/*"
"""With the path of a folder, the identity of what the files in it make that code loads without naming them."""


class MountFound(Struct, frozen=True):
    """A router is put below `prefixes` of another. With `own`, these take the place of the child's own prefix.

    It stands in the file `site`, at `start`, in code that is a `test` or not. Handlers that are only named below it are
    looked for in `namespaces`. One that `serves` counts also if it is a test's. One that is `handed` gives the child to
    a function as the parameter that is the parent, and counts if that is served. One that is `listed` puts what stands
    in a file's table below that file.
    One that is `passed` puts the parameter of a function below that of another one, which the function gives it to.
    One that is `inherited` puts a router, as a class has it, below the one that a class has which inherits it.
    One that is `told` puts the parameter of a function, for callers that meet all `conditions`: these say what it is.
    One that is `doubted` may put the router anywhere, and says nothing if others do that. One that is `unsure` may do
    so for some routers only, or with another prefix.
    One without a parent sets a prefix, which is not for the routes that are `spared`. One that is `passed` may do so at
    a `level`: see `OpenedRouter`. What it is `known_as` stands before the names of the child's routes: one of several;
    `own_known_as` takes the place of what the child brings along for that. The prefix is `stated` there if its text is;
    the parent is `prefixed` by those that it has itself and the file states.
    """

    child: Identity
    parent: Router | None
    prefixes: tuple[Text, ...]
    own: tuple[Text, ...] | None
    site: str
    start: int
    namespaces: tuple[Text, ...] = ()
    test: bool = False
    serves: bool = False
    handed: bool = False
    listed: bool = False
    passed: bool = False
    inherited: bool = False
    told: bool = False
    doubted: bool = False
    unsure: bool = False
    conditions: frozenset[Condition] = frozenset()
    spared: tuple[SparedRoutes, ...] = ()
    level: int = 0
    known_as: tuple[Text, ...] = ()
    own_known_as: tuple[Text, ...] | None = None
    stated: StatedPrefix | None = None
    prefixed: tuple[StatedPrefix, ...] = ()


class OpenedRouter(Struct, frozen=True):
    """A router that a function is given, by its identity, on which it declares something, or that is only `placed`.

    `level` counts the functions between it and that which is declared, to which it hands the router on.
    """

    router: Identity
    level: int
    placed: bool = False


class RequestFound(Struct, frozen=True):
    """A request with one of these verbs to one of these URLs.

    `maybe` is the function whose callers may state it: then it is theirs. What callers state `through` a function is
    theirs only if all of them name routes by what they give it. What asks may begin with a name that is `undeclared`.
    One `of_heirs` counts for the classes that inherit the one around it: each gives its constructor the URL's begin.
    """

    verbs: tuple[str, ...]
    urls: tuple[Text, ...]
    span: Span
    framework: str
    wrapped: int = 0
    base_unknown: bool = False
    maybe: Definition | None = None
    through: Definition | None = None
    undeclared: str = ""
    of_heirs: bool = False


class HeldHandle(Struct, frozen=True):
    """The handle with which a function asks, and which its callers have as well: they give it, or it is made like that.

    It was `sent`, or is left to them with its URL. They may state the verb if the function did not (`told`).
    """

    by: ParameterPart | Identity
    sent: bool
    told: bool


class FieldOfUrl(Struct, frozen=True):
    """The field of an object `of` a class with which URLs begin, and the texts that it may be for the class.

    It may be a method that is `called`. What stands `before` it is the same for all.
    """

    of: Definition
    name: str
    called: bool
    before: Text
    texts: tuple[Text, ...]


class RequestEffect(Struct, frozen=True, tag=True):
    """A request with one of these `verbs` to one of these `urls`.

    It needs a `scheme` where callers give all of the URL. It `passes` options on if it hands something over whole. It
    is `guessed` if it is one only because the function called is in a file with a client. With `verb_in_url` a verb may
    stand before the URL (`GET /users`). If it is one only where callers name routes, it is `through` the function that
    makes it otherwise. What it asks with may be `held` by its callers. It is one `only_for` some of them (see `wraps`);
    for others it is that of the function which makes it. Those are `between` that hand on what they are given. Where it
    only makes a request, calls of `senders` send that, and calls of the names `served` serve it. It is `offered` if it
    is stated in full by a method of generated code, and one of its callers, too. Objects make it that have these
    `methods`, and no others in their place. The verb of one stated `within` the block of a call is that of the call.
    Its URLs are `begun` with a field that other classes may have set to something else.
    """

    verbs: tuple[Text, ...]
    urls: tuple[Text, ...]
    framework: str
    scheme: Scheme = ""
    passes: bool = False
    guessed: bool = False
    verb_in_url: bool = False
    through: Definition | None = None
    held: HeldHandle | None = None
    only_for: Kind = ""
    between: tuple[Definition, ...] = ()
    senders: tuple[str, ...] = ()
    served: tuple[str, ...] = ()
    offered: bool = False
    methods: frozenset[Definition] = frozenset()
    within: bool = False
    begun: FieldOfUrl | None = None

    @property
    def texts(self) -> tuple[Text, ...]:
        """What callers give parts of."""
        return *self.urls, *self.verbs


class RouteEffect(Struct, frozen=True, tag=True):
    """A route on a `router`, with one of these `verbs` and `paths`.

    Its `handler` is known, or `brought` by a parameter. With `decorator` it is one only if a function is decorated with
    what the function around it gives; one that can be `handled` is that also if it has no handler, and one that is
    handled by what is `around` must begin with a slash. `wildcards` are marks in paths, and what they are elsewhere.
    One of the parameters `beside` may bring the verbs as constants. What is `kept` is a route only with a handler, what
    is `handed` on to something unknown only with a path and a verb besides; if that is `given` with the path, only on a
    router. Of one that is compared, the request's path
    may be `compared` parameters, and what is stated can be a `pattern`, a regular expression. It may serve what is
    `below` its paths, too, as a row of the catalogue says it. Verbs before them may be in small letters with
    `folds_verbs`. Verbs that are `assumed` are those of a library where nothing states any: a class states its own.
    Of one whose handler is `wrapped` with what callers give, only a verb is that, and not any other word.
    """

    router: Router
    verbs: tuple[Text, ...]
    paths: tuple[Text, ...]
    framework: str
    handler: Definition | None = None
    brought: ParameterPart | None = None
    decorator: bool = False
    handled: bool = True
    around: bool = False
    wildcards: tuple[tuple[str, str], ...] = ()
    beside: tuple[ParameterPart, ...] = ()
    kept: bool = False
    handed: bool = False
    given: bool = False
    compared: tuple[tuple[Definition, int], ...] = ()
    pattern: bool = False
    below: bool | Literal["slash"] = False
    folds_verbs: bool = False
    assumed: bool = False
    wrapped: bool = False
    name: RouteName | None = None

    @property
    def texts(self) -> tuple[Text, ...]:
        """What callers give parts of."""
        return *self.paths, *self.verbs


class ContractEffect(Struct, frozen=True, tag=True):
    """A contract that goes by a `name`, which a `role` provides or consumes.

    Its `handler` is known, or `brought` by a parameter. `of` is the function that is called for, where only its own
    name says so, and which may serve it by that. What stands `after` the last of these marks is the name. On something
    of which nothing is known there may be little `evidence`.
    """

    mechanism: str
    role: str
    name: Text
    framework: str
    handler: Definition | None = None
    brought: ParameterPart | None = None
    of: Definition | None = None
    after: str = ""
    serves: bool = False
    evidence: Evidence = ""

    @property
    def texts(self) -> tuple[Text, ...]:
        """What callers give parts of."""
        return (self.name,)


class BaseEffect(Struct, frozen=True, tag=True):
    """A part of the URLs for which an object asks that is made, or the prefix of routes; or what `handles` these."""

    given: ParameterPart
    handles: bool = False


class ServiceEffect(Struct, frozen=True, tag=True):
    """What is `given` is registered as the implementation of a gRPC `service`."""

    service: str
    given: ParameterPart


Effect: TypeAlias = RequestEffect | RouteEffect | ContractEffect | BaseEffect | ServiceEffect
"""What a call does for a contract, be it for the function in which it stands or for that function's callers."""

_Effect = TypeVar("_Effect", RequestEffect, RouteEffect, ContractEffect)
_Handled = TypeVar("_Handled", RouteEffect, ContractEffect)


def with_handler(effect: _Handled, handler: Definition | Parameter | None) -> _Handled:
    """The effect with this handler, which may be brought by a parameter."""
    if isinstance(handler, Parameter):
        return replace(effect, handler=None, brought=ParameterPart(handler.owner, handler.index, handler.members))
    return replace(effect, handler=handler, brought=None)


class StatedEffect(Struct, Generic[_Effect], frozen=True):
    """An effect where a call states it, which happens on `conditions`.

    `level` counts the functions between the call and the effect; it is the function `called` that has it. Callers
    may choose which function that is, by what they give for the texts `choosing`. The call may be one that `hands_on`
    for the end of a path what the function around it is given.
    """

    effect: _Effect
    span: Span
    level: int = 0
    conditions: frozenset[Condition] = frozenset()
    called: Definition | None = None
    choosing: tuple[Text, ...] = ()
    hands_on: bool = False


class Summary(Struct, frozen=True):
    """What a function does for its callers: an `effect` with parts that these give, if they meet all `conditions`.

    `level` counts the functions between the caller and the effect.
    """

    of: Definition
    effect: Effect
    level: int
    conditions: frozenset[Condition] = frozenset()


class NamedContract(Struct, frozen=True):
    """A contract that goes by a name. `level` counts the functions between its place and the call that
    provides or consumes it. `maybe` is the function whose callers may state the rest of the name: then it is theirs.
    `of` is the function that is called for, where only its own name says so; it may be one that `serves` by that.
    A method of a service is that of a class, `within` which it stands, or of what is `registered` where it is. What it
    is stated on may begin with a name that is `undeclared`, or nothing is known of it, so that there is little
    `evidence`. A document may have `declared` it, which serves nothing.
    """

    mechanism: str
    role: str
    name: Text
    handler: Definition | None
    span: Span
    framework: str
    level: int = 0
    maybe: Definition | None = None
    of: Definition | None = None
    serves: bool = False
    within: Definition | None = None
    registered: bool = False
    undeclared: str = ""
    declared: bool = False
    evidence: Evidence = ""


class PossibleFound(Struct, frozen=True):
    """A call or a row that has a path, and of which no rule says what it is.

    It may be a request if it `asks`, and a route if it `binds` the `handler`. `by` tells what is called, or which table
    it is, for those of one thing are alike. It is `told` that requests are meant by verbs, which are else those in the
    name of what is called, or by the handler; or only that the handler `answers` what is called as requests are. What
    is `called` by this name is a function of the workspace's `own`, or not known; its `origin` is its file or module.
    By another `kind` that function has `compared` the path of requests with this one, or a `class` has it as a member.
    A `bare` path is written without its first slash.
    """

    verbs: tuple[str, ...]
    path: Text
    span: Span
    handler: Definition | None
    by: str
    asks: bool
    binds: bool
    told: bool
    own: bool
    called: str
    origin: str
    answers: bool = False
    kind: str = ""
    bare: bool = False


class CallFound(Struct, frozen=True):
    """A call of a function of another file that makes a request; the span is that of its name."""

    of: Definition
    span: Span


class ServingFunction(Struct, frozen=True):
    """A function that serves a contract because somebody calls for it: which one, and what it is known by."""

    of: Definition
    mechanism: str
    name: Text
    framework: str


class BroughtObject(Struct, frozen=True):
    """An object of the catalogue that a caller gives for parameter `index` of a function, or as `members` of what it
    gives for that: its type, its names, and the URLs below which a client's requests go.

    Or what a parameter of the caller's own brings, which it has `handed` on. A request's path is given where one of
    the `verbs` is asked for, if it says so. With a `method` it is that of the object. Without a type it may be of a
    class of the workspace, its `own`, or such a class itself, by its constructor.
    """

    of: Definition
    index: int
    type: str
    named: tuple[Text, ...]
    handed: tuple[Definition, int] | None = None
    verbs: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    base: tuple[Text, ...] = ()
    method: str = ""
    own: Definition | None = None


class BroughtRouter(Struct, frozen=True):
    """The type of a router that a caller gives for parameter `index` of a function, or as `members` of that.

    Or what callers bring for a parameter of the caller's own, which it has `handed` on: then only they say the type.
    """

    of: Definition
    index: int
    members: tuple[str, ...]
    type: str
    handed: Identity | None = None


class EnteringCall(Struct, frozen=True):
    """A call of a function that is given a request, or its path, `by` another one.

    It stands where the path is one of those `met`, or begins with one; it may be any if there are none.
    """

    of: Definition
    by: Definition
    met: tuple[str, ...]


class Base(Struct, frozen=True):
    """What a caller gives for a part of the URLs of the object that is made, or for a prefix: one of `texts`.

    Or it gives a function, the `handler` of a route. One `aside` is that of a test or an example. An `heir` is a class
    that gives it to the constructor that it inherits. A router `on` which a method is given it, by all that it is known
    by, keeps it from others. What the `call` makes is called by that: see `constructed_identity.told_apart`.
    """

    given: ParameterPart
    texts: tuple[Text, ...]
    aside: bool
    handler: Definition | None = None
    heir: bool = False
    on: tuple[Identity, ...] = ()
    call: str = ""


class ImplementingMethod(Struct, frozen=True):
    """A method that does what another one, `of` a class above, only declares."""

    of: Definition
    method: Definition


class RootClass(Struct, frozen=True):
    """A class that has the fields of one of GraphQL's root types (`operation`), by what another one or a call says.

    The fields may be called `as_in_code`: otherwise they are in camel case.
    """

    of: Definition
    operation: str
    as_in_code: bool = False


class Offer(Struct, frozen=True):
    """A name by which others can have a file's router or client, and the word that has theirs read for it.

    The word is that of an `object`, or of a class or a call. What it stands `beside`, and the beginning `within` which
    paths have it, are those of the word.
    """

    name: str
    word: str
    object: bool = False
    beside: str = ""
    within: str = ""


class Findings(Struct, frozen=True):
    """All that a file contributes.

    The classes `used` are registered as implementations of services. It `sends` if it makes or uses a client, and
    `serves` if it does so with a router. The callers of the functions `called_for` matter; `words` are their names, and
    those of what it `offers`. The functions `asking` make a request of their own; `calls` are those of such functions.
    """

    routes: tuple[RouteFound, ...] = ()
    mounts: tuple[MountFound, ...] = ()
    requests: tuple[RequestFound, ...] = ()
    named: tuple[NamedContract, ...] = ()
    possible: tuple[PossibleFound, ...] = ()
    summaries: tuple[Summary, ...] = ()
    brought: tuple[BroughtObject, ...] = ()
    brought_routers: tuple[BroughtRouter, ...] = ()
    entered: tuple[EnteringCall, ...] = ()
    bases: tuple[Base, ...] = ()
    implementing: tuple[ImplementingMethod, ...] = ()
    rooted: tuple[RootClass, ...] = ()
    used: frozenset[Definition] = frozenset()
    passed: frozenset[Definition] = frozenset()
    segments: frozenset[Segment] = frozenset()
    sends: bool = False
    serves: bool = False
    called_for: frozenset[Definition] = frozenset()
    words: frozenset[Word] = frozenset()
    offers: frozenset[Offer] = frozenset()
    asking: frozenset[Definition] = frozenset()
    calls: tuple[CallFound, ...] = ()
