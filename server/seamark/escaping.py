r"""Texts of others, as each form of output can hold them: nobody who reads it acts on what they say.

Names of files, keys, messages, addresses: all that a workspace, a repository or a store says is data. A character that
nobody sees, or that controls a terminal or the direction of what follows, is written as `\x1b`, `\u202e` or
`\U000e0041` in every form; a backslash before what looks like that is `\x5c`. So what is shown stands for one text
only. What a reader acts on besides is said form by form. JSON, TOML and YAML have such escapes of their own: who parses
them gets the very same texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

from seamark.patterns import regex


class Form(NamedTuple):
    """What the reader of a form acts on besides what no form has, and what is written instead."""

    acts_on: re.Pattern[str]
    instead: Callable[[re.Match[str]], str]


def _by_number(written: str) -> Callable[[re.Match[str]], str]:
    """The number of the character that was found, as a form writes it."""
    return lambda found: written.format(ord(found[0]))


def _behind_backslash(found: re.Match[str]) -> str:
    """What was found, with a backslash before its last character."""
    return f"{found[0][:-1]}\\{found[0][-1]}"


LINE = Form(regex(r"(?!)"), _behind_backslash)
"""Where all else is shown as it is: terminals, logs, labels in editors, texts of XML and of SCIP."""
NOTICE = Form(regex(r"(?<=\])\("), _by_number(r"\x{:02x}"))
"""A message that an editor shows; VS Code makes `[words](command:…)` in it a link."""
TITLE = Form(regex(r"\$(?=\()"), _by_number(r"\x{:02x}"))
"""The title of a lens; VS Code makes `$(bug)` in it a picture."""
MARKDOWN = Form(
    # What could mean something, and no more: some editors show Markdown as it is written.
    regex(
        r"""(?x)
        [\\`*\[\]<~]                           # code, emphasis, links, images, HTML, strikethrough
        | (?<! [^\W_] ) _ | _ (?! [^\W_] )     # emphasis, except inside a word
        | & (?= \#? \w+ ; )                    # entities
        | : (?= // ) | (?i: www ) \.           # addresses, which need no brackets in GitHub's Markdown
        | @ (?= [\w-]+ \. )
        | ^ (?: [#>+=|-] | \d{1,9} [.)] )      # at the beginning: headings, quotes, lists, tables
        """
    ),
    _behind_backslash,
)
"""Ordinary words in Markdown."""
CELL = Form(regex(r"\\(?=\|)|\|"), lambda found: r"\|" if found[0] == "|" else r"\x5c")
"""Code in a table of Markdown: see `fence_code`."""
TARGET = Form(regex(r"(?a)[^\w!#$%&'*+,./:;=?@~-]"), lambda found: quote(found[0]))
"""What a link of Markdown leads to: a URI."""
DOT = Form(regex(r'["\\]|&(?=#?\w+;)'), lambda found: "&amp;" if found[0] == "&" else f"\\{found[0]}")
"""A text between quotes, for Graphviz."""
MERMAID = Form(regex(r'["#&<>`\\%$:]'), _by_number("#{};"))
"""A text between quotes, for Mermaid, which looks for entities, directives, formulas and styles in there, too."""
HTML = Form(regex("""[&<>"']"""), _by_number("&#{};"))
"""A text of HTML, or an attribute between quotes."""
ANNOTATION = Form(regex("%"), _by_number("%{:02X}"))
"""The message of a workflow command of GitHub's."""
PROPERTY = Form(regex("[%:,]"), _by_number("%{:02X}"))
"""A property of such a command."""
SARIF = Form(regex(r"\[(?=[^\[\]]*\]\()"), _behind_backslash)
"""A message in SARIF, in which `[words](address)` is a link."""

_COMMAND = r"\#(?=\#\w*\[)"
"""Programs that run builds do what a line says from `##[` or `##vso[` on, wherever in the line that stands."""
_IN_JSON = regex(_COMMAND)
_UNUSUAL = regex(r"[^ -~]")
_ANYWHERE = regex(rf"{_COMMAND}|\\(?=x[0-9a-f]{{2}}|u[0-9a-f]{{4}}|U[0-9a-f]{{8}})")
_AT_FIRST = regex(r"\A(\s*):(?=:)")
"""They do what a line says that begins with `::`, too, behind whatever spaces."""


def escape_text(text: str, form: Form = LINE) -> str:
    """A text of somebody else's as it is written in a form, in one line."""
    return form.acts_on.sub(form.instead, _visible(text))


def not_a_command(line: str) -> str:
    """A line, escaped already, that does not begin as commands of programs do that run builds."""
    return _AT_FIRST.sub(r"\1\\x3a", line)


def fence_code(code: str) -> str:
    """Code, escaped already, as a code span of Markdown: between more backticks than any that it holds."""
    fence = "`" * (max(map(len, re.findall("`+", code)), default=0) + 1)
    padding = " " if code.startswith("`") or code.endswith("`") or not code.strip() else ""
    return f"{fence}{padding}{code}{padding}{fence}"


def json_text(value: Any, indent: int | None = None) -> str:
    """A value as JSON."""
    return in_json(json.dumps(value, ensure_ascii=False, indent=indent))


def in_json(written: str) -> str:
    """JSON, by whatever writer, with escapes in its strings for what nobody sees in them, or builds act on."""
    return _in_quotes(written, r"\u0023", lambda character: json.dumps(character)[1:-1])


def in_yaml(written: str) -> str:
    """The same for YAML in which all texts stand in double quotes that are not `is_visible`."""
    return _in_quotes(written, r"\x23", _code)


def toml_text(text: str) -> str:
    """A text as TOML. A lone surrogate cannot stand there."""
    return _in_quotes(json.dumps(text, ensure_ascii=False), r"\u0023", _long_code)


def is_visible(text: str) -> bool:
    """Whether a text is shown as it is where a form acts on nothing else."""
    return _visible(text) == text


def _visible(text: str) -> str:
    if "\\" in text or "##" in text:
        text = _ANYWHERE.sub(lambda found: _code(found[0]), text)
    return _printable(text, _code)


def _in_quotes(written: str, sharp: str, code: Callable[[str], str]) -> str:
    if "##" in written:
        written = _IN_JSON.sub(lambda _: sharp, written)
    return "\n".join(_printable(line, code) for line in written.split("\n"))


def _printable(text: str, code: Callable[[str], str]) -> str:
    if text.isprintable():
        return text
    return _UNUSUAL.sub(lambda found: found[0] if found[0].isprintable() else code(found[0]), text)


def _code(character: str) -> str:
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else _long_code(character)


def _long_code(character: str) -> str:
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
