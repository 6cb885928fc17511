"""What a library's table in the catalogue may say. The tables stand beside this file, one TOML file a library.

**Symbols** name what a library offers: the module, a dot, the name (`fastapi.APIRouter`, `@nestjs/common.Get`); a
default export has its module's name. Globals have no module of their own: `builtins.open`, `globalThis.fetch`.

**Types** are the objects of a library that matter here, under names of the table's own. `unknown` is the type of
everything of which nothing is known.

**Calls** are found by `on` (the types they are called on) and `names` (the methods; `()` is a call of the object
itself; `@verbs` stands for HTTP's), or by `calls` (symbols). A name has no dot: what stands before it (`app.on.post`)
has a type of its own, by a row of `makes` with `property`. Only members that are set (`Prefix`) are named with all
that they are members of.

**Arguments** are named by where they stand: `0` the first positional, `-1` the last, `path` a keyword, `1.method` a key
of the second, `*` any of them, `1*` any from the second on, `0.*.task` that of any key, where all is written out,
`0.**` all that stands in an object or in those in it,
`{}.url` what a function that is written in place, and given last, says: it calls `url` with that, or sets `url` to it;
`<>` the type that stands before such a function (`get<Article> { … }`), or is all that is given (`create<Api>()`),
`this.run` a member of the object in whose class the call stands, `0.run()` what a function there gives, `0()` what one
gives that is the argument itself. `0|path` is the first of these that is there; `1/` counts only if it is a text that
begins with a slash, or with a scheme and a host. Where an object is made, `0+1` are segments of a path, as far as
they are there.

Say `0|path` if callers may give a path or prefix by that name. A row that says `0` alone knows no name for it: a call
without a first argument, but with a text by a name that no field of the row has, has a path that is not known.
"""

import re
from typing import Literal, TypeAlias

import msgspec

from seamark.patterns import regex

Scheme: TypeAlias = Literal["", "host", "path", "possible", "relative", "stated"]
"""Whether a URL must have a scheme: not at all, at least a host, if it has no slash there, if known, or as written.

One that is relative has none, and several segments.
"""


Spelling: TypeAlias = Literal["declared", "camel", "snake", "pascal"]
"""How generated code calls the method of a service."""

Does: TypeAlias = Literal[
    "add printf",
    "add segments",
    "attribute",
    "base name",
    "begins",
    "begun",
    "concat",
    "concat ended",
    "concat items",
    "data attribute",
    "default",
    "either",
    "empty",
    "ends",
    "entries",
    "entry",
    "extension",
    "file names",
    "files like",
    "first item",
    "folder",
    "format",
    "join",
    "join by",
    "join ended",
    "join files",
    "join items",
    "join listed",
    "join paths",
    "join segments",
    "keys",
    "last item",
    "loaded",
    "lower",
    "mapped",
    "opaque",
    "path",
    "path parts",
    "pattern",
    "percent",
    "printf",
    "put in",
    "relative path",
    "replace",
    "replace in",
    "replace marked",
    "replace matches",
    "resolve url",
    "same",
    "segments",
    "slice",
    "split",
    "trim",
    "trim end",
    "trim start",
    "upper",
    "url",
    "url of parts",
    "values",
    "whole path",
]
"""What a call makes of texts (`resolve.partial_texts.operations`), or of lists and objects (`evaluation`).

`same` gives the text itself, `path` that of a URL, `pattern` that for which a regular expression stands, and `opaque`
a text of which nothing is known. Templates of `printf` are filled by `percent` where they are what the method is called
on, by `printf` where they are the first argument, and those with `{}` by `format` in either form. What `replace` does
in its first argument, or what it is called on, `replace in` does in its third one; `replace matches` replaces what a
regular expression matches there, and `replace marked` has that between two marks: `/^a/`.
Of a path of a file, `base name`, `extension`, `folder` and `path parts` give what these are, and `relative path` the
way from one to another; a `whole path` is one from the workspace's folder on. `file names` are those in a folder,
`files like` those that a pattern of a shell's names, and what is `loaded` is the module that a text names.
"""

Evidence: TypeAlias = Literal["", "name", "other side"]
"""What speaks for a contract on something of which nothing is known, where that is not much."""

Root: TypeAlias = Literal["", "Query", "Mutation", "Subscription"]
"""One of GraphQL's root types."""


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a table."""


class _Named(_Row, frozen=True, forbid_unknown_fields=True):
    """A row for calls of some `names`. Raises `ValueError` for a name with a dot, unless it is `assigned`."""

    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse names that no call has."""
        dotted = [name for name in self.names if "." in name]
        if dotted and not getattr(self, "assigned", False):
            raise ValueError(
                f"`names` has `{dotted[0]}`, but a call goes by its last name: give what it is called on a type, and "
                f"name that in `on` (a row of `makes` with `property` gives a member a type)"
            )


class CalledOn(_Named, frozen=True, forbid_unknown_fields=True):
    """A row for calls on objects of some types."""

    on: tuple[str, ...] = ()

    @property
    def takes_nothing(self) -> bool:
        """Whether a call without arguments may be one that the row is for."""
        return False


class Called(CalledOn, frozen=True, forbid_unknown_fields=True):
    """A row for such calls, or for those of symbols."""

    calls: tuple[str, ...] = ()


class Type(_Row, frozen=True):
    """A kind of object. Its `role` is one of

    - `router`: routes are declared on it; `client`: requests are sent with it;
    - `path`: the path of a request that is served; `handler`: it answers requests;
    - `request`: one that nobody has sent yet: given for a URL to what sends requests, it stands for what it is made of;
    - `peer`: contracts that go by a name are stated on it (topics, tasks);
    - `stub`: a client of a gRPC service, whose members are its methods (of the type `method`); `acceptor`: it takes
      calls of such a service (its members are of the type `accepted`); `connection`: a stub is given it to reach the
      service, or what serves there is registered on it;
    - `none`: it must not be taken for any of these.

    `objects` are symbols that are such an object, `constructed_by` symbols whose call makes one, and whose name
    declares one; `given_to` are types of functions whose first parameter is one, `fixtures` names under which a test
    framework gives a test such an object, `injected` names of parameters under which one gives it to any function. What
    comes out of an object of role `none` is of that role, too. A router
    that is a `root` serves without being mounted; an `ambient` one is a whole service's. `prefix` and `base` are the
    arguments of the making call that hold a router's prefix (`default` if it states none, or if nothing makes it; also
    none if it is false) and a client's base URL, which may be a `host` without a scheme (`default` is that of clients
    that nothing makes, too); `children` those that hold the routes and routers below it. A client that `resolves`
    takes paths as references from its base (RFC 3986). All its requests go `through` the method of this name, given the
    verb before the rest, which a subclass may have of its own.

    A client that is only declared may be one of the service itself, whose settings `configured` state its base together
    (see `Controller`). What they state stands above all that is declared on a router, too.

    The requests of a client `asks` makes, an argument, if it is a function of the workspace that makes requests for its
    callers: it is given what the row says of the URL.

    A router that nests in another one, the argument `within`, stands below the prefix of that one, its own prefix and a
    parameter: `NestedRouter(users, "users")` below `/users/{}`. The argument `version` puts `/v` and itself before the
    prefix: `Blueprint("users", "/users", version=2)` stands below `/v2/users`.

    An `enclosed` router is one object in a whole program: what is declared on it in a file that is mounted, or in a
    function where that is mounted, stands below that mount; in a function that is given the router, below what encloses
    the callers. `implied` are the prefixes of files, by the ends of their
    paths, that nobody mounts. A `sole` router that a function is given, by nobody who is known, is the service's, if
    that makes one only. One that is `ambient`, too, stands below each that a call makes. One that means `each` stands
    for those that it is either of (see `Make`). `named` is the argument with the name of a peer: its topic, its queue;
    or the class that it stands for. One that has no name is given it by calls on it of the names `told`, in its file:
    their first argument. Calls of the `members` of such a one, objects of that type, are calls of the functions that it
    stands for.

    Members of one that has `entries` are those of that argument: an object, or another such one. What stands there is
    of the type `entry` if its own `prefix` says that it states a path, and else one of this type, below the prefix.
    What a call on one gives has the entries of both, if it is of this type as well. An object that `runs` a function,
    an argument of the call that makes it, does so by the members `running`. One with `entries` does what an entry does
    by the members `running`, too, in whose names `{}` stands for the entry's key, beginning with a capital.

    Of one with `provided` members these are what calls of that name provide, anywhere: under the same keys, without a
    dollar sign, in the object that is their argument `provides`, or by calls of `provide` on such an object.

    The argument `known_as` stands before the names of the routes that are declared on it (see `RouteNames`).
    """

    role: Literal["acceptor", "client", "connection", "handler", "none", "path", "peer", "request", "router", "stub"]
    objects: tuple[str, ...] = ()
    constructed_by: tuple[str, ...] = ()
    fixtures: tuple[str, ...] = ()
    injected: tuple[str, ...] = ()
    given_to: tuple[str, ...] = ()
    root: bool = False
    ambient: bool = False
    prefix: str = ""
    default: str | None = None
    base: str = ""
    configured: tuple[str, ...] = ()
    host: bool = False
    children: str = ""
    within: str = ""
    version: str = ""
    resolves: bool = False
    through: str = ""
    asks: str = ""
    enclosed: bool = False
    sole: bool = False
    each: bool = False
    implied: dict[str, str] = {}
    named: str = ""
    told: tuple[str, ...] = ()
    members: str = ""
    entries: str = ""
    entry: str = ""
    runs: str = ""
    running: tuple[str, ...] = ()
    provided: str = ""
    provides: str = ""
    provide: str = ""
    known_as: str = ""


class Make(Called, frozen=True, kw_only=True):
    """A call on an object, or with `property` a member of it, that gives an object of type `gives`.

    Of one of the type `unknown` nothing is known. The name `*` stands for every call of which no other row speaks. A
    call of a symbol (`calls`) is one on its argument `of`. With `same` the object itself is given, below a further
    `prefix` if one is given, or below what the argument `joins` brings along, verbs included. One that is `apart` has
    nothing of the path of the object; if it gives `either` that or the argument `joins`, and comes to be of a type
    that means `each`, what is declared on it is declared on both. A client has no prefix: `base` is the argument
    that holds its base URL, instead of that of the object, and `further` one that holds a path below that: with `same`
    also below a base that is set later on. `controller` is the class whose methods the handlers are that are only named
    below it, `namespace` the one in which their classes are looked for. A member with a `segment` is the object itself,
    with its own name as a further part of the base, after that mark: `users.byId`; a call of such an object (`()`), or
    what has a key that is no name, is it with a parameter as that part. `named` is the argument that names it, instead
    of the name of the one it comes out of; `.` stands for the name of the member itself. `known_as` is an argument that
    stands before the names of routes that are declared on it.
    """

    gives: str
    of: str = ""
    same: bool = False
    property: bool = False
    prefix: str = ""
    joins: str = ""
    apart: bool = False
    either: bool = False
    base: str = ""
    further: str = ""
    controller: str = ""
    namespace: str = ""
    named: str = ""
    segment: str = ""
    known_as: str = ""


class Procedures(CalledOn, frozen=True, kw_only=True):
    """A call that makes a router of objects: under each key stands a procedure, another router, or such an object.

    The keys on the way to a procedure, joined by the `separator`, are the last segment of its path. A procedure is a
    call of one of the names `verbs`, which is given what handles it; each is for a verb.
    """

    separator: str
    verbs: dict[str, str]


class TaggedMethods(CalledOn, frozen=True, kw_only=True):
    """A call that is given `objects` whose methods answer the paths that tags state.

    Of what a method takes as its parameter number `taken` the field `field` has a tag, which says the `path` and the
    `verbs`, if it says any.
    """

    field: str
    path: str
    verbs: str
    objects: str = "*"
    taken: int = 0


class Implementation(Called, frozen=True, kw_only=True):
    """A call that gives the routes of a contract what handles them.

    The contract is the argument `contract`: an object with `entries` (see `Type`), or one of its routes. The argument
    `handlers` is an object that has what handles each route under the keys by which the contract has the route, be it
    as the entry `handler` of another one; for one route it is what handles that, or `decorated`: what the call
    decorates. The routes are on the router that the call makes, or on that which is the argument `router`, or below
    the controller around the call.
    """

    contract: str
    handlers: str
    router: str = ""


class RouteTable(Called, frozen=True, kw_only=True):
    """A call that is given an object whose keys are paths, the argument `routes`: what stands under one answers there.

    It answers any verb; or it is an object, and what stands under a verb in capitals answers that. What is imported
    from a file with one of the endings `pages` is a page, and no route. With `exported`, what a file that imports the
    library exports by default is read as an argument of such a call, too.
    """

    routes: str
    exported: bool = False
    pages: tuple[str, ...] = ()


class AppRoot(_Row, frozen=True):
    """A prefix below which all of an application is served: `prefix` with the application's name for `{}`.

    That is what a file of settings (`file`, by its path in some folder around) has under the key `name`.
    """

    prefix: str
    file: str
    name: str


class RouteFile(_Row, frozen=True):
    """Files (`file`, the end of their paths) that give an object with lists of routes, under the keys `lists`.

    Each list is below a root of its own. The entries `path`, `verbs` and `handler` say what a route is. The handler is
    named by the words of a class and a method, joined by `_`, with a `#` between the two; with `{}` for the class in
    mixed letters, the files that have such classes are called as `controllers`, in a folder around. What is no list is
    an object of resources, by the names of their classes: each has the library's `actions` as methods.
    """

    file: str
    lists: dict[str, AppRoot]
    path: str
    verbs: str
    handler: str
    controllers: str


class Route(Called, frozen=True, kw_only=True):
    """A call that declares a route.

    The path is the argument `path`, below the argument `prefix` if there is one (of several, `1*`, the one that is a
    text). Of several arguments (`path = "1*"`) each is the path of a route. With `pattern` it is a regular expression;
    with `below_class` it stands below the name of the class in which the call stands, its namespaces included.
    `wildcards` are marks in paths, and what they are elsewhere. A route that is for `everything` leaves it to its
    handler which paths there are. One that is `localised` may be an object with a path for each language. With
    `by_handler` what it decorates has its path for a name where it states none. The entries of the argument `optional`
    say which of the parameters at its end may be left out, as what the handler's parameters are by default does. One
    that is `enclosed` is declared on what encloses the call. What decorates a function is read as if it was given what
    one of the decorators `beside` it (symbols) is given. It is below the `root` of its application. Where there are
    `entries`, that argument is a list of lists, each of which is read as what a call is given, or of objects, each read
    as that argument; or it is one of these.

    The verb is `verb` (`name` stands for the one that is a word of the called name, or if none is, for any), else what
    the argument `verbs` says (one, or a list; `*` are those arguments that are verbs, `names` those that are called
    so), else what the object brings along, else those that the handler answers (see `ClassHandler`, `Answering`,
    `Allowing`), else `default_verb`. A path that begins with a verb in capitals (`GET /users`) states it, for verbs
    are case-sensitive (RFC 9110, 9.1); `WEBSOCKET` is the handshake of one, a GET in keys; where the library
    `folds_verbs`, so does one that begins with a verb in any letters (`get /users`). A call of one of the names `then`
    on what comes out of it states the verbs, too. Where verbs and handlers are those of an object (see `Method`), the
    argument `methods` is that object.

    The handler is the argument `handler`, or `decorated`: the definition that the call decorates, or `around`: the
    function in which the call stands. (If it decorates a class, a row with `calls` counts only for `controllers`. For a
    function of a module, such as `@acme.resource("/x")`, give the module a type by `objects`, and use `on`.) The texts
    with which a handler compares its parameter `compares`, which is the path of the request, are routes, too. An
    object, be it of a class or written out, or a decorated class, whose functions are called like `responders`, with
    `{}` for a verb (`{Verb}` for `Get`, `{VERB}` for `GET`), answers with these; they end with `_` and the argument
    `suffix`, if there is one; or the argument `mapping` is a text that says which verbs which of them answer:
    `get:List;post,put:Save`. A route that is `named` stands where a mount puts what goes by that name, which is this
    argument, of the call or of what decorates the class around (`defaults`, symbols); one without a name is none. Only
    routers have methods with names that are `bare`: on what nothing declares, whatever is given there for the handler
    is one.

    A call is no route

    - where the row `needs_handler`, if it has none;
    - where the row `needs_verb`, if it states none, or another text than a verb;
    - where the row needs a `slash`, if its path does not begin with one;
    - where the path must be `stated`, if it gives none;
    - if it has the argument `without`;
    - where it must be `placed`, if its object brings no path along;
    - where it must be `mounted`, if nobody mounts what it decorates or makes;
    - where it must be `closed`, if it is for all below its path, so that others may answer these, too;
    - where only the `last` counts, if another such call is called on what it gives;
    - where the handler `takes` so many arguments, if it is no function that does: one with more may hand requests on;
    - if a call of one of the names `unfinished` follows. The handler is then that of the chain's last call of one of
      the names `answered`, if it has one.

    One that serves what is `below` its path serves that only if no mark ends the path that is nothing elsewhere. With
    `"slash"` it does so if its path ends with a slash, and is more than that.

    The route goes by the name that the argument `known_as` states, or a call of one of the names `known_as_then` on
    what comes out of it; else, with `known_as_handler`, by that of the function that handles it, or by the text that
    the call is given which makes the handler (`Show.as_view("show")`). See `RouteNames`.
    """

    path: str = ""
    verb: str = ""
    verbs: str = ""
    default_verb: str = "ANY"
    then: tuple[str, ...] = ()
    handler: str = ""
    methods: str = ""
    needs_handler: bool = False
    needs_verb: bool = False
    slash: bool = False
    placed: bool = False
    last: bool = False
    takes: int = 0
    pattern: bool = False
    below_class: bool = False
    prefix: str = ""
    wildcards: dict[str, str] = {}
    everything: bool = False
    compares: int | None = None
    folds_verbs: bool = False
    stated: bool = False
    mounted: bool = False
    closed: bool = False
    without: str = ""
    unfinished: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    below: bool | Literal["slash"] = False
    localised: bool = False
    by_handler: bool = False
    optional: str = ""
    beside: tuple[str, ...] = ()
    enclosed: bool = False
    root: AppRoot | None = None
    entries: str = ""
    responders: str = ""
    suffix: str = ""
    mapping: str = ""
    named: str = ""
    defaults: tuple[str, ...] = ()
    bare: bool = False
    known_as: str = ""
    known_as_then: tuple[str, ...] = ()
    known_as_handler: bool = False

    @property
    def takes_nothing(self) -> bool:
        """Whether there need be neither a path nor a handler."""
        return not (self.path or self.methods or self.entries) and self.handler in ("", "around", "decorated")


class Resource(Called, frozen=True, kw_only=True):
    """A call that declares several routes at once: each of the library's `actions` on the resource that it names.

    The first argument is the name, a list of names, or an object of controllers by name. What the name's last dot
    separates is nested: `photos.comments` is `photos/{}/comments`. The handlers are the methods of the controller, the
    second argument, that are called as the actions are. Of a resource that is `own` only those actions are meant that
    the controller has, by itself or as what it inherits has them (see `Answering`), be it a class, an object of one or
    an object that is written out, with the verbs that its member `allowed` lists, if it has that; methods with
    decorators of a row `Further` are actions, too. With `pattern` the name is a regular expression. Calls on what the
    call gives, or entries of the argument `options`, say that `only` some actions are meant, all `without` some, those
    with `more`, or that those on one item are not nested (`shallow`). A `single` resource is its own item: no parameter
    follows its name. With `by_item` the name is the path of an item, and ends with its parameter: `users/{id}`.

    Its routes go by its own name, joined with those of the actions by the `joint`. For its own the argument or entry
    `known_as` states another one, or a call of a name `known_as_then`: a text, or an object with the whole names of
    some actions. A resource that is `own` without that is called like the class, in small letters, with which what its
    controller's member `goes_by` is set to begins: `queryset = Book.objects.all()`.
    """

    actions: tuple[str, ...]
    options: str = ""
    by_item: bool = False
    only: str = ""
    without: str = ""
    more: dict[str, tuple[str, ...]] = {}
    shallow: str = ""
    single: bool = False
    own: bool = False
    allowed: str = ""
    pattern: bool = False
    joint: str = ""
    known_as: str = ""
    known_as_then: tuple[str, ...] = ()
    goes_by: str = ""


class Preset(Called, frozen=True, kw_only=True):
    """A call that declares routes which the library knows: those of its `parts`, by verb and path, with their handlers.

    A handler is named by a text, as a router's handlers are. The argument `options` is an object that may say of each
    part whether it is declared. What it does not speak of is, but for parts that are `off`, and those that are
    `optional` where nothing in the workspace is the class of their handlers.
    """

    parts: dict[str, dict[str, str]]
    options: str = ""
    off: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()

    @property
    def takes_nothing(self) -> bool:
        """It need not be given options."""
        return True


class Further(_Row, frozen=True):
    """Decorators (symbols) by which a method of a resource's controller is an action of its own.

    Its path is the argument `path`, a regular expression, or the method's name; its verbs are the argument `verbs`, or
    `default`. It is one on an item if the argument `item` says so, or always if that is no argument but `true`. On
    what the decorator makes of it, the member `mapping` has a decorator for each further verb of the same path. The
    class's member `allowed`, if it has it, lists the verbs that all of its actions answer at most. It is called as the
    argument `known_as` says, else like the method with `-` between the words.
    """

    decorators: tuple[str, ...]
    path: str = ""
    verbs: str = ""
    default: tuple[str, ...] = ()
    item: str = ""
    mapping: str = ""
    allowed: str = ""
    known_as: str = ""


class ClassHandler(_Named, frozen=True, kw_only=True):
    """Calls of these `names` make a handler of the class that they are called on: it has a method for each verb.

    Where there is an argument `methods`, it is an object that says which method answers which verb. The class's member
    `allowed`, if it has it, or the argument of that name, lists the verbs that it answers at most.
    """

    names: tuple[str, ...]
    methods: str = ""
    allowed: str = ""


class Answering(_Row, frozen=True):
    """Classes of the library, and those that inherit from them, have these `methods`: verbs, or actions of resources.

    A function of the library `of` answers the verbs that are called so.
    """

    of: tuple[str, ...]
    methods: tuple[str, ...]


class Allowing(_Row, frozen=True):
    """What decorates a function, or is given it, and says which verbs that answers: the argument `verbs`, or `always`.

    Without the argument it is `always`, too.
    """

    calls: tuple[str, ...]
    verbs: str = ""
    always: tuple[str, ...] = ()


class Action(_Row, frozen=True):
    """One of the things that can be done to a resource, or where it is of an `item`, to one of its items.

    It is a route for each of the `verbs`, with `path` behind that of the resource or item. In the routes' names it is
    `called` so, or as it is in code.
    """

    verbs: tuple[str, ...]
    path: str = ""
    item: bool = False
    called: str = ""


class Comparison(Called, frozen=True, kw_only=True):
    """A call that compares the path of a request with a text: that makes a route, handled by the function around it.

    The path is an object of a type of role `path`, or the parameter of a handler that a `Route` compares. Of calls it
    and the text are the first two arguments, in either order, if the argument `text` is not the second one; one that is
    `certain` compares nothing else, and has the text there. On the path, the text is that argument, and
    the argument `start` must be 0 where it says from where on the path is looked at. One that `scans` has a template of
    `scanf` for the text, that of a `pattern` is a regular expression, which is taken to mean all of the path. One that
    tells what the path `begins` with leaves open what follows, which one may tell that says what it `ends` with; one
    that is `zero` for what is equal gives 0 then. The
    verbs are those that other things must be equal to for the comparison to count. `wildcards` are as for `Route`.
    """

    wildcards: dict[str, str] = {}
    text: str = "0"
    start: str = ""
    certain: bool = False
    scans: bool = False
    pattern: bool = False
    begins: bool = False
    ends: bool = False
    zero: bool = False


class Component(_Row, frozen=True):
    """Objects whose functions have something of its own as `this`: an argument of `calls` (symbols).

    Or what a file with one of the endings `files` exports by default. Its members are those of the objects that the
    functions under the keys `given` give, what the functions give that are entries of those under `computed` (or the
    entry `get` of such an entry), and the entries of those under `methods`. All have what is set on an object that is
    written as one of `shared`, up to the mark with which the names of such members begin: `globalProperties.$`.
    """

    calls: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    computed: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()


class Guarding(_Row, frozen=True):
    """Classes that inherit from `bases` (symbols) answer requests with `methods`, that are called so with `{}` a verb.

    What is done in them where their member `path`, or what is made of that, is what a condition asks for is a route.
    """

    bases: tuple[str, ...]
    methods: str
    path: str


class Method(CalledOn, frozen=True, kw_only=True):
    """A call that says which verb or which handler a route has whose path stands elsewhere, or both.

    It is one on an object of the library that carries this to where the route is (`get(show)`, `to(show)`), or on which
    the route is declared; `()` is the call that makes the object. The verb is as for `Route`, if there is none any; a
    call that speaks of none gives the handler for those before it.
    """

    on: tuple[str, ...]
    names: tuple[str, ...]
    verb: str = ""
    verbs: str = ""
    handler: str = ""


class Mount(Called, frozen=True, kw_only=True):
    """A call that puts the routers and routes `child` below `prefix` of the object that it is called on.

    With `pattern` the prefix is a regular expression, and `default` is the prefix if the call states none. A call
    of one of the names `then` on what comes out of it states a further prefix, its first argument. With `replaces`,
    a prefix that is given takes the place of the child's own. With `whole`, the child is given whole paths: what is
    below the router's own prefix has that in its routes. `parameter` is for a child that is a function: the number
    of its parameter that is the router. With `decorated` a function brings the routes along with which this library
    decorates it. One that `serves` the child counts also in tests of what others mount; without `child`, that is
    the object that it is called on; with `stripped`, below what the function has cut off the path of that argument, a
    request, if it has. A child may be a file as well. With `files` it may be named in a text: the file, or what stands
    in it; of a file, the function `function` is meant. A text may name a folder, too: what other code puts routers of
    files in that below is not known. A child that is `named` is the name of
    routes of this library (see `Route`), or of a package of its controllers. What one of `calls` puts somewhere, it
    puts below the router that it makes, or else below what it is enclosed by. With `gives`, the child's router is of
    that type, and so is whatever is called on something unknown in a child that is a function where it stands. With
    `apart` the object and the child are both put below what the call gives. `namespace` is the one in which the classes
    of handlers are looked for that are only named below it. The argument `known_as` stands before the names of the
    child's routes, or with `replaces` in the place of what the child brings along for that; without it the member
    `known_as_member` of the child's module does, which may always be said as well. A call of one of the names
    `known_as_then` on what comes out of it says it, too. The argument `verbs` says which verbs those routes have that
    are declared on the child's router and state none.
    """

    child: str = ""
    prefix: str = ""
    default: str = ""
    then: tuple[str, ...] = ()
    files: bool = False
    function: str = ""
    named: bool = False
    gives: str = ""
    verbs: str = ""
    pattern: bool = False
    replaces: bool = False
    whole: bool = False
    parameter: int | None = None
    decorated: bool = False
    apart: bool = False
    namespace: str = ""
    serves: bool = False
    stripped: str = ""
    known_as: str = ""
    known_as_member: str = ""
    known_as_then: tuple[str, ...] = ()

    @property
    def takes_nothing(self) -> bool:
        """Whether the child is the object itself."""
        return not self.child


class Prefix(Called, frozen=True, kw_only=True):
    """A call that sets the prefix of the router, or the base of the client, that it is called on.

    With `assigned` it is no call, but a member (`defaults.baseURL`) that is set. With `part` it is not the prefix
    itself, but what stands before that part of it, as controllers state it (`default` if the call says nothing; nothing
    if that is `false`), and
    the argument `otherwise` is that part of those that state none. It counts only if the argument `when`, where there
    is one, is the symbol `being`. The argument `spared` lists the routes that a prefix is not for: their paths, or
    objects with a path (`spared_path`) and a verb (`spared_verb`, a symbol that ends with it).

    With `interceptor` that argument is a function that is called before each request of objects of type `of`, with
    the request as its first parameter: it may set the base as the request's member `prefix`, and put something before
    its URL, the member `before`. With `calls` (symbols) these are given such functions, for all objects of the type
    `of`; or they are methods of the request that copy it, and are given what the copy has else.
    """

    prefix: str = ""
    interceptor: str = ""
    of: str = ""
    before: str = ""
    assigned: bool = False
    part: str = ""
    default: str = ""
    otherwise: str = ""
    when: str = ""
    being: str = ""
    spared: str = ""
    spared_path: str = ""
    spared_verb: str = ""

    @property
    def takes_nothing(self) -> bool:
        """Whether there is a prefix if none is stated."""
        return bool(self.default)


class Settings(_Row, frozen=True):
    """Files of a service (`files`, by their paths) whose entries state prefixes for the controllers in a folder.

    `folder` names the folder, as seen from the file, where an entry has it, and `prefix` the prefix, which may be
    several under names; `everywhere` is what stands there for the folders of all controllers. Places in an entry are
    named as in arguments: `resource.path|resource`.
    """

    files: tuple[str, ...]
    folder: str
    prefix: str
    everywhere: str = ""


class Properties(_Row, frozen=True):
    """Files of a service that say what stands for `${key}` in the texts of its sources, or `${key:default}`.

    They stand in one of the `folders`, as seen from a folder around the source, and are called like one of the `files`,
    with one of the `endings`; those with `-` and a profile behind the name count after others. Keys that differ in
    their letters' case, or in `-` and `_`, are the same.

    What the service is called the key `named` says: that is the host by which others reach it. One of the keys
    `shared`, where a service has it, lists folders of its own, or of the workspace, in which there are such files for
    others: those called as the other is, or like one of the `files`.
    """

    folders: tuple[str, ...]
    files: tuple[str, ...]
    endings: tuple[str, ...]
    named: str = ""
    shared: tuple[str, ...] = ()

    @property
    def pattern(self) -> str:
        """A regular expression for the names of such files; its group `profile` is that of the profile."""
        stems, endings = ("|".join(map(re.escape, names)) for names in (self.files, self.endings))
        return rf"(?:{stems})(?:-(?P<profile>[\w-]+))?\.(?:{endings})"


class BoundClass(_Row, frozen=True):
    """Decorators (`decorators`, symbols) of a class whose fields have what properties of its service say.

    They say it under the field's name, with what the argument `prefix` says and a dot before it (see `Properties`).
    """

    decorators: tuple[str, ...]
    prefix: str


class Listing(_Row, frozen=True):
    """Documents (`files`, by the ends of their names) whose entries are routes: those that name a handler.

    What an entry states stands at `path`, which may hold several under names, at `verbs`, and at `handler`, where a
    text that matches `handled` names one; at `optional` those parameters at the path's end that may be left out.
    Entries whose key begins with one of `around` hold further ones. Other entries may have names for keys: those of the
    routes, if the entry is `known_as_key`.
    """

    files: tuple[str, ...]
    path: str
    verbs: str
    handler: str
    handled: str
    optional: str = ""
    around: tuple[str, ...] = ()
    known_as_key: bool = False


class Tree(_Row, frozen=True):
    """Files that are routes by where they stand below the root of a package that uses one of `packages`.

    A manifest says that the package does so, by naming one of them among what it depends on, or the file does, by
    importing one. The root is the innermost folder around the file that holds one of `roots` (names, or those of
    modules, without their ending), and in which the file's path is a `file`, a regular expression. If none holds
    anything of the kind it is the outermost in which that is so.

    The group `path` of that expression is the route's path, below the `prefix`. `segments` are regular expressions of
    which what matches in it is something else there; a segment of which nothing is left is none. The group `verb`, if
    there is one and it matches, is the verb. Otherwise that is what `exports` say: a file has a route for each function
    that it exports under one of these names, with these verbs, and under `@verbs`, which stands for HTTP's in capitals,
    with that. Where there are `members`, what is exported may be an object instead, or a call that is given one: then
    its functions that are called like verbs in capitals are routes. What answers is given the request, or an object
    that has it under the key `request`. A `base` is a module in the root, without its ending, and a member of the
    object that it exports: a text that stands before all paths.

    Whatever the path, an expression must not take long: what one in a user's table may hold, `own_expressions` says.
    """

    packages: tuple[str, ...]
    roots: tuple[str, ...]
    file: str
    exports: dict[str, tuple[str, ...]]
    prefix: str = ""
    segments: dict[str, str] = {}
    members: bool = False
    request: str = ""
    base: dict[str, str] = {}


class AutoImport(_Row, frozen=True):
    """Folders of a project that uses one of `packages`, as its manifest says: what their files offer needs no import.

    They stand below each folder around a file that holds one of `roots` (names, or those of modules, without ending).
    """

    packages: tuple[str, ...]
    roots: tuple[str, ...]
    folders: tuple[str, ...]


class Controller(_Row, frozen=True):
    """Decorators (`decorators`, symbols) of a class whose decorated methods are routes, all below one prefix.

    That is their argument `prefix`, which may be an object with one for each language; the class is a router of the
    type `type`, below those that are `ambient`, or without a type one by itself. So is one that inherits from one of
    `bases` (symbols), whose member `prefix` is the prefix.
    A `version` is a part of the prefix, too, where the service says so by a prefix of that part: it stands above all
    but the prefix of the service. A decorator of a method that is one of `versioning` states another one for that.
    What `settings` state is a part of the prefix as well. The argument `known_as` stands before the routes' names.
    Where there are decorators `stated_by`, one of these states the prefix, for the class or what it inherits from.
    What the properties `configured` say stands before it, of those in one text the first (see `Properties`).
    With `overriding` what decorates a method that the class inherits counts for one that takes its place. With
    `locating` such a decorator of a method that is no route puts the routes of the class that the method gives below
    what it states.
    """

    decorators: tuple[str, ...] = ()
    type: str = ""
    bases: tuple[str, ...] = ()
    prefix: str = ""
    version: str = ""
    versioning: tuple[str, ...] = ()
    settings: Settings | None = None
    known_as: str = ""
    stated_by: tuple[str, ...] = ()
    overriding: bool = False
    locating: bool = False
    configured: tuple[str, ...] = ()


class DeclaredClient(_Row, frozen=True):
    """Decorators (`decorators`, symbols) of a class that make it a client: its methods send requests.

    What the library's routes are that decorate its methods, or those of what it inherits from, are requests. They go to
    the URL that is the argument `base`, or else to the host that is the argument `host`; below that, to the argument
    `path`, and to what one of the further decorators `stated_by` states for the class by the argument `prefix`.
    """

    decorators: tuple[str, ...]
    base: str = ""
    host: str = ""
    path: str = ""
    stated_by: tuple[str, ...] = ()
    prefix: str = ""


class PathClass(_Row, frozen=True):
    """Decorators (`decorators`, symbols) of a class that make it stand for a path: their argument `path`.

    That is below the path of a class that a parameter of its constructor is declared to be, if that is such a class,
    too. Where a path or a URL is given, the class or an object of it means that.
    """

    decorators: tuple[str, ...]
    path: str


class ClientProxy(Called, frozen=True, kw_only=True):
    """A call that makes a client of a class that it is given, the argument `made_of`, unless something implements that.

    What the library's routes are that decorate its methods are requests. They go to the URL that is the argument
    `base`, or to the base of the object that it is called on; below that, to what one of the decorators `stated_by`
    states for the class by the argument `prefix`.
    """

    made_of: str
    base: str = ""
    stated_by: tuple[str, ...] = ()
    prefix: str = ""


class ResourceClass(_Row, frozen=True):
    """Decorators (`decorators`, symbols) of a class that make it a resource: `actions` of the library are its routes.

    The class goes by the plural of its name, in small letters with `_` between words, or by the argument `name`. Which
    actions are meant the calls say that are listed by the argument `operations`, else those that decorate the class,
    by the names of what they call (members of the module `within`), else the `default`. Such a call, or else the
    decorator, may state a whole `path`, without the parts `stripped`, and a `prefix` before it. What `settings` state
    stands before both.
    """

    decorators: tuple[str, ...]
    operations: str
    within: str
    default: tuple[str, ...]
    name: str = ""
    path: str = ""
    prefix: str = ""
    stripped: tuple[str, ...] = ()
    settings: Settings | None = None


class Repository(_Row, frozen=True):
    """Interfaces that inherit from `bases` (symbols) are resources, where the project depends on one of `packages`.

    Or where one of the decorators `stated_by` (symbols) decorates the interface. The resource is named by the class
    that the first type given to the base stands for, in the plural (`plurals` has those of some words, in small
    letters), or by the argument `path` of such a decorator. The library's `actions` are its routes as far as the
    interface has one of the methods that each `needs`; its own other methods answer GET below `further`, by their names
    or such a path. What the argument `exported` of a decorator says to be false is none, nor is what one of `without`
    (symbols) decorates. All stand below what the properties `configured` say, and what is said of the router `type`.
    """

    bases: tuple[str, ...]
    packages: tuple[str, ...]
    stated_by: tuple[str, ...]
    path: str
    exported: str
    needs: dict[str, tuple[str, ...]]
    further: str
    type: str
    plurals: dict[str, str] = {}
    without: tuple[str, ...] = ()
    configured: tuple[str, ...] = ()


class Convention(_Row, frozen=True):
    """Classes that inherit from `bases` (symbols) answer paths that are called like them and their public methods.

    With `{}` for their names they are called as `classes`, their methods as `methods`: each answers any verb at
    `/class/method`, in words joined by `-`. The method `index` answers at the class's own path, too. A folder around
    the class's file is called `within`: those below it stand before the path, and so does each that stands in one
    called `modules`. The method `guards` may give an object of objects, of which one that has the `kind` of `guard` (a
    symbol) says under `verbs` which verbs the methods answer at most, by their names in the path.
    """

    bases: tuple[str, ...]
    classes: str
    methods: str
    within: str
    index: str = ""
    modules: str = ""
    guards: str = ""
    guard: str = ""
    kind: str = ""
    verbs: str = ""


class MappedClass(_Row, frozen=True):
    """Classes that inherit from `bases` (symbols) answer where the properties of their service put them.

    These say it under the class's whole name and the word `suffix`: patterns of paths, with a comma between them. The
    methods that are called like `responders`, with `{Verb}` for a verb, answer.
    """

    bases: tuple[str, ...]
    suffix: str
    responders: str


class Modules(_Row, frozen=True):
    """Calls (`calls`, symbols) that put all controllers of modules below a prefix.

    Their first argument lists objects: each has a `prefix`, a `module`, and `children`, which are further objects, or
    modules, below the prefix. A module is a class that is decorated by one of `decorators` (symbols), whose argument
    `controllers` lists its controllers; these are below the routers of the type `type`, which is `ambient`. Its
    argument `imports` lists modules whose controllers it has, too. Calls of `creates` (symbols) make an application of
    the module that is their first argument: of several in a service each has its own prefix.
    """

    calls: tuple[str, ...]
    prefix: str
    module: str
    children: str
    decorators: tuple[str, ...]
    controllers: str
    type: str
    imports: str = ""
    creates: tuple[str, ...] = ()


class ObjectTree(_Row, frozen=True):
    """Calls (`calls`, symbols) that put an object of a class at a path: it serves by the names that it has.

    What is exposed of the argument `object` is served below the argument `path`: a method by one of the decorators
    `exposing` (symbols), or because its member `mark` is set to true, under its own name and the `aliases`, an argument
    of the decorator. Its parameters without defaults may be further segments. The method `here` serves the object's own
    path, and `otherwise` all for which there is no name. Of an object that is exposed as a whole, the methods that are
    called like verbs in capitals answer these. Objects that are attributes of one stand below their names, behind as
    many segments as a decorator of their class that is one of `taking` (symbols) has arguments: names of parameters.
    """

    calls: tuple[str, ...]
    object: str
    path: str
    exposing: tuple[str, ...]
    mark: str
    here: str
    otherwise: str
    aliases: str = ""
    taking: tuple[str, ...] = ()


class Request(Called, frozen=True, kw_only=True):
    """A call that sends a request to `url`, below the argument `base` or else below the client's own base URL.

    What is given as the base may be a client, by which the request goes then.

    Where the `url` is empty it is sent to that base itself. With `item` it is sent to an item of what is asked for; its
    name does not matter. If it is `below_unknown`, the base is said to something else, which need not be known. With
    `resolves` the URL is a reference from the base (RFC 3986), and callers say one that is not there.

    The verb is as for `Route`, but GET if none is stated, or POST if there is an argument `body`. With `verb_in_url` it
    may stand before the URL, in capitals (`GET /users`).

    A call is no request

    - where the row `needs_verb`, if it states none;
    - where the row needs a `slash`, if its URL begins with neither a slash nor a scheme;
    - where the row needs a `scheme`: `stated`, if its URL has none as it is written; `possible`, if it has none and
      begins with nothing unknown; `host`, if it begins with a slash; `path`, if it has none and begins with no slash,
      be it given by callers;
    - if its argument `unless` is a text, a constant or a list, as the default of a look-up is;
    - if it has the argument `without`, unless that is an object of options;
    - if its argument `taker`, which is given the URL to ask for it, is a function that takes nothing;
    - where the row has names in `sent`, if no call of these follows (`get(url).header(…).send()`);
    - in tests, where the row has names of `senders`, if no call of these is in the file, nor in tests beside it;
    - if it only makes one, and all calls of the names `served` that are given that are on one function: whatever its
      path is, no router looked at it. It still is one where there is a route with its path.

    Names that are `common` are those of look-ups, too: on what nothing declares, or what a function is given without a
    type, such a call counts only if its outcome is waited for, if its URL has a scheme, an unknown base or a parameter,
    or if it is given one of the `options`, arguments or keys. One that `proxies` hands on all that it gets, with
    whatever verb, to below the URL. The argument `segments` lists those of a path below the URL, or if there is none,
    of the whole path. One that `extends` texts is called on its first argument, and may be given nothing. With
    `written` the verb and the URL are those of a request that is written into a connection: the argument `url` is its
    text, or its `template` (`GET %s HTTP/1.1`), into which the arguments after it are put. Who calls the function
    `runs`, an argument, makes the request, too. The verb may be set later, as the member `verb_member` of what the call
    makes, which is named with its type. A call that stands `within` a function of one's own states the URL
    alone: who calls that in the block of a call that sends a request, and states no URL itself, has its verb from
    there.
    """

    url: str
    verb: str = ""
    verbs: str = ""
    verb_in_url: bool = False
    item: bool = False
    below_unknown: bool = False
    resolves: bool = False
    segments: str = ""
    extends: bool = False
    needs_verb: bool = False
    base: str = ""
    body: str = ""
    slash: bool = False
    scheme: Scheme = ""
    unless: str = ""
    taker: str = ""
    without: str = ""
    common: bool = False
    options: tuple[str, ...] = ()
    sent: tuple[str, ...] = ()
    senders: tuple[str, ...] = ()
    served: tuple[str, ...] = ()
    proxies: bool = False
    runs: str = ""
    written: Literal["", "text", "template"] = ""
    verb_member: str = ""
    within: bool = False

    @property
    def takes_nothing(self) -> bool:
        """Whether its URL is the client's base, or what it is called on, and the row knows of nothing sent along."""
        return self.extends or not (self.url or self.body)


class RouteNames(_Row, frozen=True):
    """What routes are called, so that others can name them: `reverse("shelf:book")`.

    They are those of the library `of`, if it is not this one. Between what stands before a name and the name there is
    the `joint`. In templates the words `tags` and `functions` are given names: `{% url "book" %}`, `{{ url("book") }}`;
    those of `paths` are given paths below the base of the application: `{{ site_url("books/new") }}`.
    Routes of the library itself end in its `own` names, whatever stands before these. With `modules`, routes that go by
    their functions' names go by those of the modules around these, too, and that stands between them.
    """

    of: str = ""
    joint: str = ""
    modules: str = ""
    own: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


class NamedUrl(Called, frozen=True, kw_only=True):
    """A call that is given the name of a route (the argument `name`), and gives its URL.

    With `[]` for `name` it is the key under which an object has what the call is on: `app.router["book"].url_for()`.
    With `function` it is a function, or a call of one, and the route is that which goes by its name.

    Where `other` texts may stand there (paths, URLs), they are what the call gives. One that stands `alone` tells by
    itself that a file matters.
    """

    name: str
    function: bool = False
    other: bool = False
    alone: bool = False

    @property
    def takes_nothing(self) -> bool:
        """Whether the name stands elsewhere than in what the call is given."""
        return self.name == "[]"


class Gathered(Called, frozen=True, kw_only=True):
    """A call that states a part of a request: all of them on one handle, in one function, state it together.

    The handle is the argument `handle`, else what the call is called on or gives. The part is the URL in the argument
    `url` (with `constructed_by`, only one that a call of those makes where it stands), the verb in `verbs` (or `verb`,
    as for `Route`), or what one of `[[options]]` says: the argument `option` names it and `value` is what it is set to,
    or `options` is an object of several, or the arguments from `pairs` on name several, each before what it is set to.
    A member that is set is called by its name and `=`. A call that `sends` the request has no part in it, and what
    follows belongs to the next one; after one that `resets` the handle, nothing that was said before it counts. What is
    not sent before one that `ends` the handle, in the same function, never is, unless functions in the same folder may
    send what they are given, by calls of `senders`. A handle that holds the URL `apart` is that of the only other one
    in the function which has none. A URL that counts `if_sent` is none of a request that is only made, nor is one with
    `senders` in tests: see `Request`. One that `extends` texts is called on its first argument.
    """

    handle: str = ""
    url: str = ""
    constructed_by: tuple[str, ...] = ()
    verb: str = ""
    verbs: str = ""
    option: str = ""
    value: str = ""
    options: str = ""
    pairs: str = ""
    sends: bool = False
    resets: bool = False
    ends: bool = False
    apart: bool = False
    if_sent: bool = False
    senders: tuple[str, ...] = ()
    extends: bool = False

    @property
    def takes_nothing(self) -> bool:
        """Whether that it is called, or what it is called on, states a part, or sends the request."""
        return self.extends or not (self.handle or self.url or self.verbs or self.option or self.options or self.pairs)


class Option(_Row, frozen=True):
    """Options of gathered requests (`names`, symbols): what they are set to is the request's `url` or `verb`.

    Or the `rest` of the URL, which is added to what that was before. `states` says which. A URL has a
    `scheme` as that of a `Request` has; where a `host` is enough, it may leave the scheme out. Or that an option is set
    means a `verb`; those that are a `flag` mean it only if what they are set to is true.
    """

    names: tuple[str, ...]
    states: Literal["", "rest", "url", "verb"] = ""
    scheme: Scheme = ""
    verb: str = ""
    flag: bool = False


class Contract(Called, frozen=True, kw_only=True):
    """A call that provides (`exposes`) or calls for (`consumes`) a contract that goes by a name.

    The argument `name` is that name: a text; a function or class, which goes by the name that is declared for it, else
    its own (also one outside of the workspace, where it may be one of `functions`); several of these in a list, or as
    the `keys` of an object. Without one it is the name of the object that the call is on. If the argument `instead` is
    a text that is not empty, it takes the place of the name (`()` is the name of the object, too). With `members` the
    argument is an object, a class or a module whose functions are one contract each, with `files` also a file that a
    text names. Where there are `patterns`, an object of texts is a name, too: as JSON. Of a name that is an address
    (`arn:aws:sns:eu:1:orders`) only what stands `after` the last of these marks counts. With `commands` the argument is
    the template of a command, into which those after it are put: if that begins with one of these words, the name
    stands behind the word that is given there. Without an argument `name` they are the first half of those that stand
    `behind` this text. The call counts only if the arguments `where` are these texts (`()` is
    the name of the object that the call is on), and the name, if it must be `typed`, an object of one of these types.
    Classes go by what their member `goes_by` says, if they have it: a text, or a method that gives one. A gRPC contract
    is the method `name` of the `service`, an argument, too.

    The handler is an argument, of an object or class its method `by`, `around` for the function in which the call
    stands, or `decorated`: the definition that the call decorates, whose name counts if the call states none, below the
    `prefix` that an argument states; it is an object of the type `gives`, named so. With `members` these are the
    methods of the class that it decorates, by their names, which begin with a `capital` if that is so: then a name that
    is stated has no prefix. Of a class, what `runs` decorates (symbols) is the handler, with `each` all of these are,
    and the contract stands at each of them; a method that stands for the `whole` class goes by the class's name, and
    the class by that of the method. Where it is `taken`, a contract goes by the class that the first parameter of what
    is decorated is declared to be: of a class the method of this name, or the argument `method`. A function that a call
    gives as the name goes by that, too, and a class that it gives as the handler is that method. One that it gives as
    the name `serves` the contract where nothing has to register it. A call with an argument `unless` that is not false
    states none, nor does one on a list, its first argument, that the same function gives to one of the calls
    `other_use`.

    One that decorates something and must be `stated` is none if it states no name; one that decorates a method counts
    only `within` a class that one of these (symbols) decorates, if there are some.
    What the properties of its service say under the key `configured`, with the name for `{}`, takes the place of the
    name, of several keys the first; where it is `only_configured`, a contract of which they say nothing is none.

    With a `document` that argument is a GraphQL document, written out: the call states its fields. A contract that is a
    `field_of` one of GraphQL's root types goes by the field's name, which is that of code in camel case with `camel`,
    and without one of the words `less` at its begin, if the name is that of what is decorated (`getUsers`: `users`);
    with `fields` that argument is an object of such fields, each with what resolves it: a function, or an object, or a
    call that is given one, which has that under one of the keys `by`. If they are not those `of` a type, it is an
    object of such objects, by the types' names; or a list of these.

    On what nothing is known of (`unknown`) it counts only in files that import the library, unless it stands `alone`:
    then such a call tells by itself that a file matters. So does one that is given a text where there is `evidence`: if
    that is the call's `name` alone, little is known; if it is the `other side`, it counts only where somebody states
    that.
    """

    mechanism: Literal["grpc", "queue", "temporal", "graphql"]
    role: Literal["exposes", "consumes"]
    name: str = ""
    keys: bool = False
    functions: bool = False
    instead: str = ""
    members: bool = False
    capital: bool = False
    files: bool = False
    service: str = ""
    prefix: str = ""
    after: str = ""
    patterns: bool = False
    stated: bool = False
    configured: tuple[str, ...] = ()
    only_configured: bool = False
    commands: dict[str, str] = {}
    behind: str = ""
    where: dict[str, str] = {}
    goes_by: str = ""
    handler: str = ""
    by: str = ""
    gives: str = ""
    runs: tuple[str, ...] = ()
    each: bool = False
    whole: bool = False
    taken: str = ""
    serves: bool = False
    unless: str = ""
    other_use: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    document: str = ""
    field_of: Root = ""
    fields: str = ""
    camel: bool = False
    less: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    alone: bool = False
    evidence: Evidence = ""

    @property
    def takes_nothing(self) -> bool:
        """Whether the name is that of the object."""
        return self.name in ("", "()") and not (self.document or self.fields or self.behind)


class Giving(Called, frozen=True, kw_only=True):
    """Calls that give a function an object of type `gives` as its parameter of this number, counted from 0.

    The function is an argument of the call, or stands in an object that is one, under the key `function`. The base is
    that of the argument `base`, or of what the call is on, and so is what `asks`.
    """

    gives: str
    function: str = ""
    parameter: int = 0
    base: str = ""
    asks: str = ""


class Handling(Called, frozen=True, kw_only=True):
    """A call that gives what handles all that comes to the object it is on: `consumer.run({ eachMessage: show })`.

    The contracts that are provided on this object and give no handler themselves have the function `handler`, an
    argument; where a file has one such function only, so have all that its library provides there. The call counts only
    if the arguments `where` are these texts. On what nothing is known of it counts in files that import the library.
    """

    handler: str
    where: dict[str, str] = {}


class Declares(_Row, frozen=True):
    """Decorators (symbols) of functions that say by the argument `name` what name these go by."""

    decorators: tuple[str, ...]
    name: str


class Aliasing(_Row, frozen=True):
    """Decorators (symbols) of an annotation's attribute, which is then one of what decorates the annotation.

    That is the argument `annotation`, a class, and the attribute there is called as the argument `attribute` says.
    """

    decorators: tuple[str, ...]
    annotation: str
    attribute: str


class Cases(_Row, frozen=True):
    """What a test's function is called with: decorators (`decorators`, symbols) say so, once for each of its cases.

    Each such decorator is a case, of the parameters that are decorated with it as well if it is `marked`, else of all.
    Or its argument `names` says of which, and its argument `cases` is a list of cases: of one parameter what that is
    given, else lists, which calls of what `holds` one (symbols) may stand for. A parameter with one of the decorators
    `values` is given each of their arguments. Or its argument `case` is a list, which is one case; or its argument
    `provided` names the method that gives a list of cases, or each of them.

    Or the function is the argument `function` of a call of what a call gives of a member `each` of one of `tests`
    (symbols, whose members are such ones, too), the argument `cases` of which is the list.
    """

    decorators: tuple[str, ...] = ()
    marked: bool = False
    names: str = ""
    cases: str = ""
    holds: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    case: str = ""
    provided: str = ""
    tests: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    function: str = ""


class Generated(_Row, frozen=True):
    """How the code is called that is generated for gRPC services in some `languages`.

    In each name `{}` stands for that of a service, which may stand twice, and a `*` before it for anything. Names count
    only where the workspace declares the service; those marked with `!` everywhere, for nothing else is called like
    that. `clients` are types whose objects have the service's methods, and calls of which make one; so do calls of
    `makers`. What implements a service inherits from one of its `servers`, or is the argument `implementation` of a
    call that is called like one of `registers`, or like one of `registering` whose argument `service` is one of its
    `descriptors`. Calls of `connecting` (symbols, or methods of types: `grpc.factory.create`) with such an argument
    give a client, also of a service that the workspace does not declare, by the first of the `descriptors`. Methods of
    clients may have one of the `prefixes`, and so may those of `acceptors`: types on whose objects a server asks for
    the calls of a service's methods. Methods are `spelled` as they are declared (`GetUser`), or like `getUser`,
    `get_user`, or `GetUser` however they are declared. Of a service that the workspace does not declare they are told
    by a parameter of a type with a name like one of `given`, if there are any.
    """

    languages: tuple[str, ...]
    spelled: tuple[Spelling, ...] = ()
    clients: tuple[str, ...] = ()
    makers: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()
    registers: tuple[str, ...] = ()
    registering: tuple[str, ...] = ()
    descriptors: tuple[str, ...] = ()
    connecting: tuple[str, ...] = ()
    service: str = "0"
    implementation: str = "1"
    prefixes: tuple[str, ...] = ()
    acceptors: tuple[str, ...] = ()
    given: tuple[str, ...] = ()


class Performing(_Row, frozen=True):
    """Classes that provide a contract by what they inherit from (`bases`, symbols): it goes by the class's name.

    Or by what the class's member `goes_by` says, if it has it: a text, or a method that gives one. The `handler` is the
    class's method of that name; a class without it provides none. A contract that is `taken` goes by the class that the
    parameter of this number of the handler is declared to be. It may be told by that: whatever the class of the handler
    inherits from, if that one is an object of the type `of`. With `gives` a class is an object of that type, named as
    the class. Where there is a `field`, its value is an object whose keys are the names, and which holds for each what
    handles it: classes (by their method `handler`), methods, or names of these.
    """

    mechanism: Literal["queue", "temporal"]
    bases: tuple[str, ...] = ()
    handler: str = ""
    taken: int | None = None
    of: str = ""
    goes_by: str = ""
    field: str = ""
    gives: str = ""


class FieldClass(_Row, frozen=True):
    """Classes that are types of a GraphQL schema: by what they inherit from (`bases`), what decorates them or what adds
    members to them (`decorators`), both symbols; or by their own names (`called`, with the type that each stands for).

    Those that go by the name of a root type, or that a `Schema` says are one, provide its fields. These are their
    methods, or only those that are decorated by one of `makers` (symbols), and their attributes that are set to a call
    of one of these; `*` stands for any call. A field is called as the argument `name` of the decorator or the call
    says, or of a decorator `renames`, else in camel case as what it is in code; not so if the argument `cased` of what
    decorates the class, or of the `Schema`, says that names stay as they are (`false`, `none`). What resolves an
    attribute is the argument `resolver`, the method that is called `by` it (`resolve_{}`), or the class on which its
    maker is called: its method of one of the names `runs`, if it has one. A field that a decorator says to be
    `skipped`, by one of these words, is none. With `merged` a class has the fields of those of which it has one each,
    under a number.
    """

    bases: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    called: dict[str, str] = {}
    makers: tuple[str, ...] = ()
    name: str = "name"
    renames: tuple[str, ...] = ()
    cased: str = ""
    resolver: str = ""
    by: str = ""
    runs: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    merged: bool = False


class Schema(Called, frozen=True, kw_only=True):
    """A call of a symbol that makes a GraphQL schema: which arguments are the classes of its root types, or lists of
    them. `cased` is as for `FieldClass`.
    """

    calls: tuple[str, ...]
    query: str = ""
    mutation: str = ""
    subscription: str = ""
    cased: str = ""


class Wildcards(_Row, frozen=True):
    """Marks in the names that a library provides that stand for others: `one` level of a name, or the `rest` of it.

    Levels stand between separators. Where there is none, `rest` stands for any text.
    """

    rest: str
    one: str = ""
    separator: str = ""


class Invoking(_Row, frozen=True):
    """Calls, or `methods` of whatever object, that call the function they are given at a position, with what follows.

    `asyncio.to_thread(f, x)` is `f(x)`. With a `key` it is called with that argument instead, or with what that gives
    if it is a function: `useSWR("/users", f)` is `f("/users")`, if `f` is a client, or makes requests for others.
    Without such an argument it is the function that a call of the symbol `by` provides as its argument `provides`.
    """

    calls: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    function: int = 0
    key: int | None = None
    by: str = ""
    provides: str = ""


class Applying(_Row, frozen=True):
    """Methods of whatever object that call the function they are given as a method of that object.

    Or functions (`calls`) that do so with what they are given first. In the function `this` is that, and bare names are
    its members, as they are where a library calls a function of the language. With `passes` it is what the function is
    given, instead.
    """

    methods: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    passes: bool = False


class Passing(_Row, frozen=True):
    """Calls that give what they are given: `asyncHandler(f)`; or `methods` that give what they are called on.

    All that they are given is the argument `*`, a list; what they are given by name, or in objects, is `**`, one
    object. With `instance` they give an object of the class they are given, with `called` what the function that they
    are given does (those of methods, to what these are called on). What is not there is the argument `otherwise`. With
    `under` they give an object that holds the argument as this member, until another value is set.
    """

    calls: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    argument: str = "0"
    instance: bool = False
    called: bool = False
    otherwise: str = ""
    under: str = ""


class Stored(_Row, frozen=True, kw_only=True):
    """Calls that give what stands under a key, their first argument: what a call named `sets` says, anywhere.

    That is given the key and the value. It is one of the library's that the symbol `of` names, if that is there. The
    key may be the name of a parameter, where there are no `calls`: of a function that is given something `injected`
    (see `Type`). It may be an object of the library, of the type `of_key`: then the call that says it is one of a
    member of the key, and is given the argument `value`; where none does, the value is the argument `default` of what
    makes the key.
    """

    calls: tuple[str, ...] = ()
    sets: str
    of: str = ""
    of_key: str = ""
    value: str = ""
    default: str = ""


class TextOperation(_Row, frozen=True):
    """Calls, or methods of texts, that make a text of texts: `does` says which.

    What `calls` make is put `below` a path, or behind a `verb` (`name` stands for the one that is the called name): it
    is that of a route.
    What is declared to be of one of the `types` is a text, though which one is not known. `paths` are members of URLs
    that hold their paths: setting such a one changes the URL. `segments` are methods of theirs
    that give the list of their paths' segments: what is added to it is added to the URL.
    """

    does: Does
    calls: tuple[str, ...] = ()
    below: str = ""
    verb: str = ""
    methods: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    segments: tuple[str, ...] = ()


class OwnRow(_Row, frozen=True):
    """What a project has of its own that states routes or requests, by the name of that.

    It is the name of what is called, of a decorator, an attribute or a macro, or of a list each of whose rows states
    one: `routes` for what declares routes, `requests` for what sends requests. Where it has a dot, what stands before
    the last one must be so, too: a class, a file, or what is written there (`Router.add`, `src.router.add`).

    `path`, `verb` and `handler` are arguments, or fields of a row: `1`, `method`. The verb may be one in capitals
    (`"POST"`), too. What is not said is told by what it looks like: the first argument that is written like a path,
    those that are verbs, or else what the name says, and the last one that is a function. What decorates a function
    has that for the handler.
    """

    routes: str = ""
    requests: str = ""
    path: str = ""
    verb: str = ""
    handler: str = ""
    languages: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The whole name, its parts joined by dots, however the language writes it."""
        return _JOINTS.sub(".", self.routes or self.requests).strip(".@#$!()")


_JOINTS = regex(r"::|->|[\\/#]")
"""What stands between the parts of names."""


class Library(_Row, frozen=True):
    """A library's table: its name, the languages it is for, and the modules it is imported by.

    A file is read that mentions one of the modules (those of one language are `imported` there; of one that is `broad`
    it must have the name of a symbol of the rows, too, for much of it is of no interest), or one of the further
    `mentions` (names that tell of it; `publish(` is one of a method that is called, `Http::` one of something of whose
    members one is named, or that is given another name), or a name with one of the `endings`; such a name also tells
    that a file uses a library that only a header of the project's own includes. Where something stands `beside` these,
    only a file that holds that, too, is read. `constants` are symbols that stand for texts, `refusals` constants with
    which handlers refuse requests, `generics` types of which the first type given to them says what something is, by
    their names alone, `telling_verbs` verbs that tell, where something is compared with them, that a path beside it is
    that of a request which is served: in languages whose programs have servers of their own. Handlers' classes that
    are named in texts are looked for in `namespaces`, and in those of routers within them. Every call is read in files
    that import a library with `any_call`: what is called may have any name, or one that too much else has (`map`).
    In the languages `without_arguments` it may be given nothing. `services` are
    methods of gRPC services that come with the library: where a workspace declares such a service, it has all of them.
    The globals `given` come with every platform: what a program sets in their place wraps them, or fills in for them.
    Names that are `undeclared` stand for these symbols, by the language, where nothing declares them: names by which
    everybody knows the library, so that an excerpt without its imports is understood (`http.HandleFunc("/x", h)`).
    `tables` are names at a file's top level for lists of its routes and routers: who mounts the file mounts these.
    Texts have methods `extending` them that stand for these symbols, and are given the text first: what the class of
    such a symbol makes of a text is a text (`new URL(text).openConnection()`).
    Functions that go by their own names go by those of their modules, too, where several have one name, if the library
    names them `by_module`. A text in which `generated_lines` begin lines, each of them, is generated, though it does
    not say so: a generator of clients of the library writes them into all of its files. That a project depends on one
    that is `wide` tells nothing: that is for much besides.
    What has one of the methods `keeping` keeps things under names, which may look like paths:
    it is no client; what has one of the methods `responding` is a response. Decorators that are `memoizing` (symbols)
    keep what a function gives for its next call. `asked` are
    members of what handlers are given, and of members of it, that hold the path which is asked for. A file called
    `workspace` lists the projects of a folder with one list of dependencies. All else are rows:
    `types` by their names, `actions` by those of the methods that answer them.

    Manifests name a framework as one of its `packages`, where that is not what its modules are called.

    A built-in table may also have `aliases`, which is no field: by the name of a package, the packages whose names it
    has, too. With `aliases = { starlite = ["litestar"] }` the symbol `litestar.get` stands for `starlite.get` as well.
    """

    name: str
    languages: tuple[str, ...]
    modules: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    imported: dict[str, tuple[str, ...]] = {}
    broad: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()
    beside: str = ""
    namespaces: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    any_call: bool = False
    without_arguments: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    undeclared: dict[str, dict[str, str]] = {}
    tables: tuple[str, ...] = ()
    extending: dict[str, str] = {}
    by_module: bool = False
    generated_lines: tuple[str, ...] = ()
    wide: bool = False
    keeping: tuple[str, ...] = ()
    responding: tuple[str, ...] = ()
    memoizing: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    workspace: str = ""
    services: dict[str, tuple[str, ...]] = {}
    own: tuple[OwnRow, ...] = ()
    types: dict[str, Type] = {}
    makes: tuple[Make, ...] = ()
    routes: tuple[Route, ...] = ()
    methods: tuple[Method, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    guarding: tuple[Guarding, ...] = ()
    components: tuple[Component, ...] = ()
    resources: tuple[Resource, ...] = ()
    presets: tuple[Preset, ...] = ()
    procedures: tuple[Procedures, ...] = ()
    tagged_methods: tuple[TaggedMethods, ...] = ()
    implementations: tuple[Implementation, ...] = ()
    route_tables: tuple[RouteTable, ...] = ()
    further: tuple[Further, ...] = ()
    class_handlers: tuple[ClassHandler, ...] = ()
    answering: tuple[Answering, ...] = ()
    allowing: tuple[Allowing, ...] = ()
    actions: dict[str, Action] = {}
    mounts: tuple[Mount, ...] = ()
    prefixes: tuple[Prefix, ...] = ()
    controllers: tuple[Controller, ...] = ()
    declared_clients: tuple[DeclaredClient, ...] = ()
    client_proxies: tuple[ClientProxy, ...] = ()
    properties: tuple[Properties, ...] = ()
    bound_classes: tuple[BoundClass, ...] = ()
    repositories: tuple[Repository, ...] = ()
    conventions: tuple[Convention, ...] = ()
    mapped_classes: tuple[MappedClass, ...] = ()
    modules_below: tuple[Modules, ...] = ()
    object_trees: tuple[ObjectTree, ...] = ()
    path_classes: tuple[PathClass, ...] = ()
    resource_classes: tuple[ResourceClass, ...] = ()
    route_files: tuple[RouteFile, ...] = ()
    listings: tuple[Listing, ...] = ()
    trees: tuple[Tree, ...] = ()
    auto_imports: tuple[AutoImport, ...] = ()
    requests: tuple[Request, ...] = ()
    route_names: RouteNames = RouteNames()
    named_urls: tuple[NamedUrl, ...] = ()
    gathered: tuple[Gathered, ...] = ()
    options: tuple[Option, ...] = ()
    contracts: tuple[Contract, ...] = ()
    handling: tuple[Handling, ...] = ()
    giving: tuple[Giving, ...] = ()
    wildcards: Wildcards | None = None
    declares: tuple[Declares, ...] = ()
    aliasing: tuple[Aliasing, ...] = ()
    cases: tuple[Cases, ...] = ()
    generated: tuple[Generated, ...] = ()
    performing: tuple[Performing, ...] = ()
    field_classes: tuple[FieldClass, ...] = ()
    schemas: tuple[Schema, ...] = ()
    passing: tuple[Passing, ...] = ()
    applying: tuple[Applying, ...] = ()
    stored: tuple[Stored, ...] = ()
    invoking: tuple[Invoking, ...] = ()
    texts: tuple[TextOperation, ...] = ()
    constants: dict[str, str] = {}
    refusals: tuple[str, ...] = ()
    generics: tuple[str, ...] = ()
    telling_verbs: tuple[str, ...] = ()
