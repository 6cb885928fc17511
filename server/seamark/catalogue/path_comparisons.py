"""How programs in all languages call what compares texts, the path of a request, and what hands a request on."""

from __future__ import annotations

from seamark.patterns import regex

_EQUAL = (
    "== equals equalsignorecase contentequals equalfold strcmp strcasecmp gstrcmp0 gstrequal isequal eqignoreasciicase"
)
_BEGINS = "startswith hasprefix beginswith strncmp strncasecmp rfind"
_ENDS = "endswith hassuffix"
_PATTERN = """match matches fullmatch ismatch matchstring test exec search pregmatch regexmatch regexsearch matcher
    matchat findstringsubmatch findstring captures find matchentire containsmatchin"""
_OTHER = "contains includes include indexof lastindexof count split has in strstr strcontains substr"
_KINDS = {
    name: kind
    for kind, names in (
        ("equal", _EQUAL),
        ("begins", _BEGINS),
        ("ends", _ENDS),
        ("pattern", _PATTERN),
        ("other", _OTHER),
    )
    for name in names.split()
}
ZERO_IF_EQUAL = frozenset(("strcmp", "strcasecmp", "gstrcmp0", "strncmp", "strncasecmp", "rfind", "compare"))
"""What gives zero if the texts are equal, or one begins with the other."""

_PATH = regex(
    r"(?i)(?:m_)?(?:get_?|raw_?|full_?|original_?|req(?:uest)?_?|http_?|decoded_?|encoded_?|clean_?)*"
    r"(?:path(?:_?info|_?name)?|ur[il](?:_?path)?|request_?target|target)_?"
)
_VERB = regex(r"(?i)(?:m_)?(?:get_?)?(?:http_?|req(?:uest)?_?)*(?:method|verb|command)_?")
_OF_EVENTS = frozenset(("resource", "routekey"))
_PART = regex(
    r"(?i)(?:get_?|raw_?)*(?:query\w*|search\w*|host\w*|hash|port|scheme|protocol|fragment|length|size|origin|user\w*|auth\w*)"
)
_CARRYING = regex(r"(?i)(?:lambda_?)?event|env(?:iron)?|scope|exchange|(?:request_?)?context|ctx|_?server")
_ANSWER = regex(
    r"(?i)res(?:p|ponse)?|reply|rw|w|writer|\w*response_?(?:writer|t)?|start_response|send|responder|\w*exchange"
)
_ONWARD = regex(
    r"(?i)_?(?:next|call_?next|(?:filter_?)?chain|get_response|proceed|pass(?:_?through)?|do_?filter|inner|wrapped)\w*"
)
_CUTTING = regex(
    r"(?i)l?trim(?:_?(?:prefix|left|start))?(?:_?matches)?|l?strip|(?:cut|remove|strip)_?prefix"
    r"|replace(?:_?(?:first|all))?|str_?replace"
)
_SLICING = regex(r"(?i)slice|sub_?str(?:ing)?")
_KEEPING = regex(
    r"(?i)(?:raw_?)?(?:url_?)?(?:un_?(?:quote|escape)|decode(?:_?uri)?(?:_?component)?)(?:_?plus)?|(?:path|query)_?unescape"
    r"|(?:mb_?)?(?:str_?)?(?:to_?)?lower(?:_?case)?|trim|strip|(?:to_?)?(?:str|string|owned)|from|into|some|ok|as_?(?:str|ref|deref)"
    r"|clone[ds]?|copied|unwrap(?:_?or(?:_?(?:default|else))?)?|or_?(?:empty|else)|string_?view|c_?str|intern|isset"
)
_CHANGING = regex(
    r"(?i)(?:array_?)?(?:un)?(?:shift|pop\w*|push\w*|splice|reverse|sort)|remove\w*|insert\w*|append|extend|clear|drain"
    r"|truncate|retain|nth|next(?:_?if)?|poll\w*|swap\w*|rotate\w*|reverse|advance\w*"
)
_THERE = regex(r"(?i)boolean|strlen|len|length|is_?not_?(?:empty|blank)")
_ON_LISTS = {
    "split": regex(r"(?i)(?:preg_?)?split(?:_?(?:n|terminator|to_?list))?|explode"),
    "take token": regex(r"strtok(?:_[rs])?|strsep"),
    "take": regex(r"(?i)(?:array_?)?shift|next|popleft|poll"),
    "item": regex(r"(?i)get|get_?or_?(?:null|else)|at|nth|element_?at(?:_?or_?null)?"),
    "drop": regex(r"(?i)(?:array_?)?slice|skip|drop|sub_?list"),
    "filter": regex(r"(?i)filter(?:_?not_?empty)?|array_?values"),
    "count": regex(r"(?i)len|length|count|size(?:of)?"),
    "keep": regex(
        r"(?i)collect|(?:into_?)?iter|peekable|as_?(?:mut_?)?(?:slice|ref|list)|to_?(?:vec|list|(?:typed_?)?array)|list"
        r"|tuple|array|(?:array_?)?map|array_?filter|clone|stream"
    ),
}
_MEMBER = regex(r"(?i)(?:route_?|url_?|uri_?)?(?:paths?|patterns?|routes?|url|uri|endpoint)|routing_?path")
_PREFIX = regex(r"(?i)(?:route_?|path_?|url_?)?prefix")
_VERBS_MEMBER = regex(r"(?i)(?:route_?|allowed_?|http_?)*(?:methods?|verbs?)")
_BY_VERB = regex(r"(?i)(?:on|do|handle|process)_?(?:get|post|put|patch|delete|head)(?:_?(?:request|async))?")
_REFUSAL = regex(r"(?i)\w*(?:not_?found|forbidden|unauthori[sz]ed|bad_?request|refused?|denied|deny|abort)\w*")


def comparison(name: str) -> str:
    """How a function of this name compares: `equal`, `begins`, `ends`, `pattern`, any `other` way; empty if unknown."""
    known = name.replace("_", "").lower()
    return _KINDS.get(known) or _KINDS.get(known.removeprefix("str"), "")


def is_zero_if_equal(name: str) -> bool:
    """Whether a function of this name gives zero where what it compares is equal."""
    return name.replace("_", "").lower() in ZERO_IF_EQUAL


def is_path(name: str) -> bool:
    """Whether what a request has under this name is its path, or the URL."""
    return _PATH.fullmatch(name) is not None or name.lower() in _OF_EVENTS


def is_verb(name: str) -> bool:
    """Whether what a request has under this name is its verb."""
    return _VERB.fullmatch(name) is not None


def is_part_of_url(name: str) -> bool:
    """Whether this is what a part of a URL is called that is not its path."""
    return _PART.fullmatch(name) is not None


def carries_request(name: str) -> bool:
    """Whether what has this name holds what is known of a request, if it has its path: `environ`, `event`."""
    return _CARRYING.fullmatch(name) is not None


def is_answer(name: str) -> bool:
    """Whether a parameter, or its type, is called as what takes the answer to a request."""
    return _ANSWER.fullmatch(name) is not None


def goes_on(name: str) -> bool:
    """Whether what has this name hands a request on to whatever comes next."""
    return _ONWARD.fullmatch(name) is not None


def is_path_member(name: str) -> bool:
    """Whether a class that answers requests calls the path so for which it does."""
    return _MEMBER.fullmatch(name) is not None


def is_prefix_member(name: str) -> bool:
    """Whether it calls what stands before that path so."""
    return _PREFIX.fullmatch(name) is not None


def is_verbs_member(name: str) -> bool:
    """Whether it calls the verbs so that it answers."""
    return _VERBS_MEMBER.fullmatch(name) is not None


def answers_by_verb(name: str) -> bool:
    """Whether a method of this name answers requests of one verb: `on_GET`, `doPost`."""
    return _BY_VERB.fullmatch(name) is not None


def refuses(name: str) -> bool:
    """Whether what has this name says that a request is not answered."""
    return _REFUSAL.fullmatch(name) is not None


def cuts_begin(name: str) -> bool:
    """Whether a function of this name takes the begin of a text away that it is given."""
    return _CUTTING.fullmatch(name) is not None


def keeps_text(name: str) -> bool:
    """Whether what a function of this name gives is the text that it is given, or is true if there is one."""
    return _KEEPING.fullmatch(name) is not None


def is_there(name: str) -> bool:
    """Whether a function of this name tells whether a text is not empty."""
    return _THERE.fullmatch(name) is not None


def is_by_function(name: str) -> bool:
    """Whether what has this name does with a list what a function says of each item."""
    return "map" in name.lower() or "filter" in name.lower()


def replaces(name: str) -> bool:
    """Whether a function of this name puts a text in the place of another."""
    return "replace" in name.lower()


def changes(name: str) -> bool:
    """Whether a function of this name may change a list in place: other items stand at the same places then."""
    return _CHANGING.fullmatch(name) is not None


def on_lists(name: str) -> str:
    """What a function of this name does with a list, or to get one: `split` a text, `count` items; empty if unknown.

    It may give an `item` or `take` the first one, `drop` some of those, `filter` what is empty, or `keep` all.
    """
    return next((kind for kind, pattern in _ON_LISTS.items() if pattern.fullmatch(name)), "")


def slices(name: str) -> bool:
    """Whether a function of this name gives a part of a text by positions."""
    return _SLICING.fullmatch(name) is not None
