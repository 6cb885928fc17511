"""What marks of templates put into pages that is a path: `{{ url("/users/" . $id) }}`.

It is what a function is given, which may put the base of the application before it, or a text with a filter. Of a
function that nobody knows, a text is a path that begins with a slash; those that a library is known for take any.

Sources: https://laravel.com/docs/urls, https://codeigniter.com/user_guide/helpers/url_helper.html,
https://book.cakephp.org/5/en/views/helpers/url.html, https://pkg.go.dev/text/template, https://twig.symfony.com,
https://www.thymeleaf.org/doc/tutorials/3.1/usingthymeleaf.html#javascript-inlining.
"""

from __future__ import annotations

import re

from seamark.catalogue import putting_paths
from seamark.patterns import regex

from .written_requests.variables import UNKNOWN

MARK = regex(
    r"\{\{(?>[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*)\}\}|\{!!(?>[^!]*+(?:!(?!!\})[^!]*+)*)!!\}"
    r"|<([?%])(?>[^?%]*+(?:[?%](?!>)[^?%]*+)*)[?%]>|<\w+:url\s[^<>]*>|\{@\{[^\]]*\}\}|\[\[@\{[^\]]*\}\]\]"
)
"""Where a template puts something in: `{{ name }}`, `{!! name !!}`, `<%= name %>`, `<?= $name ?>`, `<c:url …/>`.

Thymeleaf's links stand in brackets, or, where these were in no text before, in braces.
"""
_LINK = regex(r"""[\[{]+@\{\s*~?(/[^(){}"'$]*(?:\{\w+\}[^(){}"'$]*)*)(?:\(.*\))?\s*\}""")
_PARAMETER = regex(r"\{\w+\}")
_TAG = regex(r"""<\w+:url\s+value=(["'])(/[^"'{}]*)\1\s*/>""")
_BEGIN = regex(r"(?:=|-|php\s+(?:echo|print))?\s*")
_STATED = regex(
    r"""(?P<function>[\w.$]+(?:(?:->|::)\w+)*)?\s*(?P<opening>\(?)\s*(["'`])(?P<path>[^"'`{}]*)\3\s*(?P<rest>.*)$""",
    re.DOTALL,
)
_END = regex(r"[\s;-]*$")
_FILTERS = regex(r"\s*(?:\|\s*\w+\s*)?$")
"""What makes something of a path that is no other one, since nothing is given for that."""
_CLOSED = regex(r"(.*)\)\s*(?:\|\s*\w+\s*)?$", re.DOTALL)
_CONVERSION = regex(r"%[sdvq]")
_QUOTED = regex(r"""["']([^"'{}]*)["']$""")
_JOINTS = ".~+"
"""What joins texts in the languages of templates, but for what a function is given without brackets."""
_QUOTES = "\"'`"


def with_paths(text: str) -> str:
    """A text with the paths that its marks put in, below bases that are not known; other marks are left as they are."""
    return MARK.sub(_path_or_mark, text)


def _path_or_mark(mark: re.Match[str]) -> str:
    path = path_of(mark[0])
    return mark[0] if path == UNKNOWN and "@" not in mark[0][:3] else path


def path_of(mark: str) -> str:
    """What a mark of a template puts in, as far as that is known: a path, below whatever base."""
    tag, link = _TAG.match(mark), _LINK.match(mark)
    if tag is not None:
        return _below_base(tag[2], "", "", takes_segments=False)
    if link is not None:
        return _below_base(_PARAMETER.sub(UNKNOWN, link[1].strip()), "", "", takes_segments=False)
    width = 3 if mark.startswith("{!!") else 2
    inner = mark[width:-width]
    begin = _BEGIN.match(inner)
    stated = _STATED.match(inner[begin.end() if begin is not None else 0 : _begin_of_end(inner)])
    if stated is None:
        return UNKNOWN
    function, path, rest = stated["function"] or "", stated["path"], stated["rest"]
    if stated["opening"]:
        closed = _CLOSED.match(rest)
        if closed is None:
            return UNKNOWN
        rest = closed[1].strip()
    takes_any = function.lstrip("$").replace("this->", "").replace("->", ".").replace("::", ".") in putting_paths()
    if not path.startswith("/") and not (takes_any and "/" in path and "//" not in path):
        return UNKNOWN
    joints = "" if function and not stated["opening"] else _JOINTS
    return _below_base(path, rest, joints, takes_segments=takes_any)


def _begin_of_end(inner: str) -> int:
    """Where that begins which ends a mark: spaces, and what it has no more than for being a statement."""
    end = _END.search(inner)
    return len(inner) if end is None else end.start()


def _below_base(path: str, rest: str, joints: str, *, takes_segments: bool) -> str:
    """A path below a base, with what stands behind it in the mark, and may be joined to it."""
    if rest and rest[0] in joints:
        operands = _split(rest, rest[0])
        if operands is None:
            return UNKNOWN
        path += "".join(_operand(one) for one in operands)
    elif _CONVERSION.search(path) is not None:
        if not rest or _FILTERS.match(rest) is not None:
            return UNKNOWN
        path = _CONVERSION.sub(UNKNOWN, path)
    elif rest.startswith(",") and takes_segments:
        path = f"{path.rstrip('/')}/{UNKNOWN}"
    elif _FILTERS.match(rest) is None:
        return UNKNOWN
    return UNKNOWN if path == "/" else f"{UNKNOWN}/{path.removeprefix('/')}"


def _operand(written: str) -> str:
    quoted = _QUOTED.match(written)
    return UNKNOWN if quoted is None else quoted[1]


def _split(rest: str, joint: str) -> list[str] | None:
    """What is joined to a text, one after the other; None if something else follows than what is joined."""
    found, quote, depth, start = list[str](), "", 0, 1
    for at, sign in enumerate(rest[1:], 1):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in _QUOTES:
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif depth == 0 and sign == joint:
            found.append(rest[start:at].strip())
            start = at + 1
        elif depth == 0 and sign in ",?|":
            return None
    return [*found, rest[start:].strip()]
