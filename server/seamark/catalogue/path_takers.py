"""What is given paths and states no contract, by the names that it has in all languages.

A call that no table knows may be a request or a route of somebody's own. These are none, whatever they are called on.
"""

from __future__ import annotations

from seamark.patterns import regex

_NAVIGATING = (
    "push replace navigate* redirect* href go goto visit link* history* routeto open location seeother movedpermanently"
)
_CACHING = "mutate invalidate* prefetch* preload* setquery* getquerydata remember forget usequerykey*"
_COMPARING = """*startswith *endswith *hasprefix *hassuffix includes include contains contain equal* eq eql match*
    ismatch indexof compare* find search test exec count in ne notequal* *cmp* *strstr*
    *strlen len length like glob"""
_CHANGING = """trim* strip* split* join* *concat append prepend format* sub gsub replaceall cut cutprefix cutsuffix
    *printf *strcat*"""
_ENCODING = """escape* unescape* encode encoded encoder encodeur* encodepath* encodecomponent decode decoded decoder
    decodeur* decodepath* decodecomponent quote quoted quoteplus quotemeta unquote* urlencode* uriescape* hash hashed
    hashcode hashpath hashurl digest hexdigest md5* sha1* sha256* btoa"""
_MEASURING = """observe observed measure measured track tracked tracktiming trackevent* trackpage* trackview* metric
    counter histogram increment* incr label labelled tag tagged"""
_READING = "parse* normalize* normalise* sanitize* sanitise* classify"
_CHECKING = """assert* expect* to tobe* toequal* tohave* tomatch* should* describe it context suite scenario step each
    skip only run"""
_TELLING = """log logdebug loginfo logwarn* logerr* logtrace debug info warn* error* fatal trace print* echo
    writeline puts panic throw raise fail* message"""
_READING_FILES = """exists isfile isdir read* write* mkdir* unlink stat openfile resolve path dirname basename loadfile
    require* import"""
_LOOKING_UP = "t trans* i18n gettext translate getitem setitem env config lookup url"
_STANDING_IN = "mock* stub* fake* intercept* when* nock* onget onpost onput onpatch ondelete onany"
_FAMILIES = (
    _NAVIGATING,
    _CACHING,
    _COMPARING,
    _CHANGING,
    _ENCODING,
    _MEASURING,
    _READING,
    _CHECKING,
    _TELLING,
    _READING_FILES,
    _LOOKING_UP,
    _STANDING_IN,
)
_OPERATOR = r"\W+"
_STATES_NOTHING = regex("|".join((_OPERATOR, *" ".join(_FAMILIES).replace("*", "[a-z0-9]*").split())))
_ASKS_NOTHING = regex(
    r"(?i:(?!fetch|load|request|call|send|post|put|delete|patch|download|ask|query)\w*(?:url|uri|path|href|link)s?|\w*redirect\w*)"
    r"|(?i:(?!\w*(?:fetch|load|request|call|send|post|put|delete|patch|ask|query|open|get))(?:url|uri|path|href))(?:_|(?=[A-Z]))\w+"
    r"|\w+_(?:set|is|has)_\w+|from_(?!fetch|ajax)\w+"
    r"|(?i:add|set|register|is|has|with|ignore|skip|exclude|allow|permit|bypass|use|mount|handle|on|bind|map|route|serve"
    r"|listen|watch)(?![a-z])\w*"
    r"|(?i:(?:build|create|make|new|package|paginate|render|to|write)\w*response\w*|paginate\w*)"
    r"|(?!Get|Fetch|Load|Send|Request|Call|Post|Put|Delete|Patch|Query|Await|Read)(?:[A-Z]\w*)?Response(?:s|[A-Z]\w*)?"
)
_ADDING = frozenset(("push", "append", "add", "unshift", "push_back", "emplace_back"))
_PUTTING = frozenset(["add", "emplace", "insert", "insertorassign", "put", "set", "tryemplace"])
_OF_ROUTES = regex(r"(?i)(?<![a-z])(?:route|endpoint|handler|url_rule)s?(?![a-z])")
_HANDS_ON = regex(r"(?i)fetch|send|forward|proxy|ajax|call|invoke|\A(?:get|post|put|patch|delete|request)\Z")
_CALLS_BACK = regex(r"(?i)request|fetch|ajax|query|call|invoke|send|download|upload")

_AROUND = frozenset(["before", "after", "beforematched", "aftermatched", "filter", "middleware", "interceptor"])
_ANSWERING = regex(
    r"(?i)(?!get_?request\Z)(?:do|on|handle|http|process|serve)?_?(?:get|post|put|patch|delete|head|options)(?:_?(?:request|async))?"
    r"|(?:handle|process|serve|dispatch|respond|answer|service|execute|run|call|invoke)(?![a-z])\w*"
    r"|(?:handle|process|serve|dispatch|respond|answer)_?(?:http|request|call)\w*|on_?(?:http_?)?request|servehttp"
    r"|__(?:call|invoke)(?:__)?|operator\(\)"
)
_REQUEST = regex(
    r"(?i)\w*req(?:uest)?(?:_?(?:t|ptr|data|info))?|\w*http_?message|(?:\w+_)?i?httpd?_?(?:exchange|context|connection|session)"
)

STANDING_IN = (
    *("msw", "nock", "axios-mock-adapter", "fetch-mock", "miragejs", "pretender", "responses", "respx"),
    *("prometheus_client", "prom-client"),
)
"""Modules whose objects are given paths to stand in for a server, or to count what one is asked."""

PATH_KEYS = frozenset(("url", "uri", "path", "endpoint", "route", "pathname", "pattern", "regex", "regexp"))
"""What an object calls the path that it holds."""

VERB_KEYS = frozenset(("method", "type", "verb", "http_method", "httpMethod"))
"""What it calls the verb."""


def states_nothing(name: str) -> bool:
    """Whether what has this last name states no contract by a path, in whatever style the name is written."""
    return _STATES_NOTHING.fullmatch(name.replace("_", "").lower()) is not None


def puts_under_key(name: str) -> bool:
    """Whether what has this last name puts something under a key, as an assignment does: `handlers.set(path, show)`."""
    return name.replace("_", "").lower() in _PUTTING


def adds_to_list(name: str) -> bool:
    """Whether what has this last name adds what it is given to a list: `routes.push(row)`."""
    return name.lower() in _ADDING


def calls_back(name: str) -> bool:
    """Whether what has this last name asks, and calls a function that it is given with the answer: `apiRequest`."""
    return _CALLS_BACK.search(name) is not None


def is_callback(name: str) -> bool:
    """Whether a parameter, a field or a function is named as what is called when something asked for is there."""
    return _CALLBACK.fullmatch(name) is not None


_CALLBACK = regex(r"(?i:done)|on_?(?:[A-Z]\w*|[a-z]+_)*(?i:complete|success|done|finish|error|fail|progress)(?:ed|d)?")


def is_error(name: str) -> bool:
    """Whether a parameter is named as the error is that a callback is given first, if there is one."""
    return _ERROR.fullmatch(name) is not None


_ERROR = regex(r"(?i)_?err(?:or)?")


def asks_nothing(name: str) -> bool:
    """Whether what has this last name is told of a path, or makes one or an answer, and asks none: `addPublicPath`."""
    return _ASKS_NOTHING.fullmatch(name) is not None


def hands_on(name: str) -> bool:
    """Whether what has this last name may ask others on behalf of a request that it is given: `forward(req, path)`."""
    return _HANDS_ON.search(name) is not None


def answers_requests(name: str) -> bool:
    """Whether a method of this name may answer requests, if it is given one: `HandleRequest`, `do_GET`, `__invoke`."""
    return _ANSWERING.fullmatch(name) is not None


def runs_around(name: str) -> bool:
    """Whether what stands where others have a verb says that a function runs around those that answer: `BEFORE`."""
    return name.replace("_", "").lower() in _AROUND


def is_handling(name: str) -> bool:
    """Whether a method of this name answers what it is given, and does not ask, whatever that is called: `handle`."""
    return _HANDLING.fullmatch(name) is not None


_HANDLING = regex(r"(?:handle|serve|respond|answer)(?:_?(?i:async|http|request))?")


def is_verb_name(name: str) -> bool:
    """Whether a parameter has a name that says nothing but that it is the verb of a request."""
    return name in VERB_KEYS and name != "type"


def is_request(name: str) -> bool:
    """Whether a parameter, or its type, is called as requests are."""
    return _REQUEST.fullmatch(name) is not None


def speaks_of_routes(name: str) -> bool:
    """Whether a name says that routes are declared by what has it: `setupPageRoute`, `register_endpoint`."""
    return _OF_ROUTES.search(_BETWEEN_WORDS.sub("_", name)) is not None


_BETWEEN_WORDS = regex(r"(?<=[a-z0-9])(?=[A-Z])")


def is_path_constant(name: str, of: str = "") -> bool:
    """Whether a constant is named as paths are, or what it is one `of`: `USERS_PATH`, `Paths.USERS`."""
    return _PATH_CONSTANT.fullmatch(name) is not None or (of != "" and _PATHS.fullmatch(of) is not None)


_PATH_CONSTANT = regex(r"\w*(?:PATH|ROUTE|ENDPOINT|URI|URL|[a-z]Path|[a-z]Route|[a-z]Endpoint|[a-z]U(?:rl|RL))")
_PATHS = regex(r"(?i)\w*(?:path|route|endpoint|ur[il])s?")


def may_register(name: str) -> bool:
    """Whether what has this name may bind what it is given to something: `addEndpoint`, `Handle`."""
    return _REGISTERING.fullmatch(name) is not None


_REGISTERING = regex(
    r"(?i)(?:add|attach|bind|declare|define|expose|handle|hook|install|map|mount|on|register|route|serve|set)\w*"
)


def has_verb(name: str) -> bool:
    """Whether one of the words of a name is a verb of HTTP: `apiGet`, `del`."""
    return _VERB.search(_BETWEEN_WORDS.sub("_", name)) is not None


_VERB = regex(r"(?i)(?<![a-z])(?:get|post|put|patch|delete|del)(?![a-z])")
