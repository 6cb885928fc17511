"""What project files say: `package.json`, `tsconfig.json`, `project.json`, `Cargo.toml`, `go.mod` and others.

So do `pyproject.toml`, files of properties, and files of routes, whose names the catalogue has.
"""

from __future__ import annotations

import json
import re

from seamark.catalogue import names_property_file, settings_files, workspace_files
from seamark.patterns import regex
from seamark.source import ParseLimitError
from seamark.source.data import Mapping, Node, Sequence, expanded_documents, property_lines, text_of, toml

MAX_DEPTH = 20


def is_settings(name: str) -> bool:
    """Whether a file of this name is one whose settings count."""
    stated = settings_files() | workspace_files()
    return _ANY_MANIFEST.match(name) is not None or name in stated or names_property_file(name)


def parse_manifest(name: str, data: bytes) -> object:
    """What a project file of this name and content says; None if that is not valid."""
    text = data.decode(errors="replace")
    return next((read(text) for name_pattern, _, read in _FORMATS if name_pattern.match(name)), None)


def remark(name: str) -> str:
    """What to say of a project file of this name that is not valid."""
    return next(f"is not valid {called}" for name_pattern, called, _ in _FORMATS if name_pattern.match(name))


def _toml(text: str) -> object:
    try:
        return toml(text)
    except (ValueError, RecursionError):
        return None


_STRING = r'("(?>(?:[^"\\]|\\.)*)(?:"|\\?\Z))'
_COMMENT = regex(_STRING + r"|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TRAILING = regex(_STRING + r"|,(?=\s*[}\]])", re.DOTALL)


def _json(text: str) -> object:
    """JSON; comments and trailing commas are allowed, as in `tsconfig.json`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        plain = _COMMENT.sub(lambda match: match[1] or "", text)
        return json.loads(_TRAILING.sub(lambda match: match[1] or "", plain))
    except (ValueError, RecursionError):
        return None


def _yaml(text: str) -> object:
    """The first of a text's documents in YAML; None if aliases in it stand for too much."""
    try:
        found = expanded_documents(text.encode())
    except ParseLimitError:
        return None
    return next((_plain(node, MAX_DEPTH) for node in found if node is not None), {})


def _plain(node: Node | None, depth: int) -> object:
    if isinstance(node, Mapping):
        return {entry.key.text: _plain(entry.value, depth - 1) for entry in node.entries} if depth else None
    if isinstance(node, Sequence):
        return [_plain(item, depth - 1) for item in node.items] if depth else None
    return text_of(node)


_LEAF = regex(r"<(\w+)>([^<>]*+)</")


def _xml(text: str) -> object:
    """The texts of elements that hold nothing else, by their names: of several the first one."""
    return {name: found.strip() for name, found in reversed(_LEAF.findall(text))}


_ELEMENT = r"<(?:\w+:)?{0}\b[^<>]*>\s*([^<>]*?)\s*</"
_MAPPED = regex(r"<(?:\w+:)?(servlet|filter)(|-mapping)(?:\s[^<>]*)?>(.*?)</(?:\w+:)?\1\2\s*>", re.DOTALL)


def _deployment(text: str) -> object:
    """The path below which a servlet or a filter is, by its name and by its class; of several the first one.

    See the Servlet specification, section 12.2: `/api/*`, or `/` for all that nothing else answers. An ending that
    files have (`*.jsp`) is none. All patterns of a servlet are there under the name of its class and `patterns`.
    """
    classes: dict[tuple[str, str], str] = {}
    patterns: dict[tuple[str, str], list[str]] = {}
    for kind, mapping, inner in _MAPPED.findall(_XML_COMMENT.sub("", text)):
        names = re.findall(_ELEMENT.format(f"{kind}-name"), inner)
        for name in names[:1]:
            said = re.findall(_ELEMENT.format("url-pattern" if mapping else f"{kind}-class"), inner)
            if mapping:
                patterns.setdefault((kind, name), []).extend(one for one in said if one.startswith("/"))
            elif said:
                classes.setdefault((kind, name), said[0])
    found: dict[str, str] = {}
    for one, mapped in patterns.items():
        for key in dict.fromkeys((one[1], classes.get(one, one[1]))) if mapped else ():
            found.setdefault(key, mapped[0].removesuffix("*").rstrip("/") or "/")
        if mapped and one[0] != "filter" and one in classes:
            found[f"{classes[one]} patterns"] = ",".join(mapped)
    return found


_XML_COMMENT = regex(r"<!--.*?-->", re.DOTALL)


def _properties(text: str) -> object:
    return {key: value.text for key, value in property_lines(text.encode())}


_DIRECTIVE = regex(r"(?<!\w)(\w++)(?:[ \t]*\(([^()]*)\)|[ \t]+(.*))")
_WORD = regex(r"=>|[^\s\"`]+|\"[^\"]*\"|`[^`]*`")


def _go(text: str) -> object:
    """A file of Go's modules (go.dev/ref/mod): its module's path, which `go.work` has not, and what replaces others."""
    name = ""
    replaced: dict[str, str] = {}
    for verb, listed, alone in _DIRECTIVE.findall(re.sub(r"//.*", "", text)):
        for line in (listed or alone).splitlines():
            words = [word.strip('"`') for word in _WORD.findall(line)]
            if verb == "module" and words:
                name = words[0]
            elif verb == "replace" and "=>" in words[1:-1]:
                replaced[words[0]] = words[words.index("=>") + 1]
    return {"name": name, "replace": replaced}


_ARTIFACT = regex(r"<artifactId>\s*+([^<>\s]++)\s*+</artifactId>")
_TAG = regex(r"<(/?)(\w[\w.:-]*+)([^<>]*+)>([^<>]*+)")


def _maven(text: str) -> object:
    """A project of Maven: what its artifact is called, and the names of those that it depends on."""
    stated = _outside(text, "<!--", "-->")
    for element in ("dependencyManagement", "exclusions"):
        stated = _outside(stated, f"<{element}>", f"</{element}>")
    parts = (part.partition("</dependency>") for part in stated.split("<dependency>")[1:])
    named = [one[1] for inner, end, _ in parts if end and (one := _ARTIFACT.search(inner)) is not None]
    return {"artifact": _own_artifact(stated), "dependencies": dict.fromkeys(named), "modules": named}


def _outside(text: str, opening: str, closing: str) -> str:
    """What stands outside of these marks."""
    first, *parts = text.split(opening)
    return first + "".join(part.partition(closing)[2] for part in parts)


def _own_artifact(text: str) -> str:
    """What stands directly in the outermost element as its `artifactId`; its parent has one, too."""
    depth = 0
    for closing, name, rest, content in _TAG.findall(text):
        if name == "artifactId" and depth == 1 and not closing:
            return str(content.strip())
        depth += -1 if closing else not rest.endswith("/")
    return ""


_COORDINATES = regex(r"""(["'])[\w.-]+:([\w.-]+)(?::[^"'\n]*)?\1|\bname\s*[:=]\s*["']([\w.-]+)["']""")
_FOR_TESTS = r"\b(?:((?=\w*[tT]est)\w++)[\s(]++)?"
"""The configuration before what a module depends on, where that is one of tests: `testImplementation(`."""
_PROJECT = regex(_FOR_TESTS + r"""project\s*+\(\s*+(?:path\s*+[:=]\s*+)?["']([\w.:-]{1,200}+)["'](?!\s*+\)\s*+\{)""")
_ACCESSOR = regex(_FOR_TESTS + r"projects\.([\w.]{1,200}+)")
_INNER_CAPITAL = regex(r"(?<=[a-z0-9])(?=[A-Z])")
_APPLIED = regex(r"""\bapply\s*+(?:\(\s*+)?from\s*+[:=]\s*+["'](?:\$\{?projectDir\}?/)?([\w./-]{1,200}+)["']""")


def _gradle(text: str) -> object:
    """A script of Gradle: the artifacts that it names, the `modules` that it depends on, the scripts that it `applies`.

    An artifact is named in full (`"group:name:1.0"`) or apart, a module by its path (`project(":a:b")`) or by what
    Gradle makes of it (`projects.a.orderApi` for `:a:order-api`). Those of tests are none, nor is what a block sets up
    (`project(":a") { … }`).
    """
    code = _COMMENT.sub(lambda match: match[1] or "", text)
    named = _COORDINATES.findall(code)
    accessors = ((tests, _INNER_CAPITAL.sub("-", name).lower()) for tests, name in _ACCESSOR.findall(code))
    modules = (*_PROJECT.findall(code), *accessors)
    return {
        "dependencies": dict.fromkeys(whole or apart for _, whole, apart in named),
        "modules": [re.split(r"[:.]", path)[-1] for tests, path in modules if not tests],
        "applies": _APPLIED.findall(code),
    }


_MANIFESTS = (
    (
        regex(r"(?:(?:package|composer|project|[tj]sconfig[\w.-]*)\.json|deno\.jsonc?)$"),
        "JSON",
        _json,
    ),
    (regex(r"(?:Cargo|pyproject)\.toml$"), "TOML", _toml),
    (regex(r"go\.(?:mod|work)$"), "Go module file", _go),
    (regex(r"pom\.xml$"), "XML", _maven),
    (regex(r"(?!settings\.)[\w.-]+\.gradle(?:\.kts)?$"), "Gradle", _gradle),
)
"""The names of project files, what their format is called, and what reads it."""
_FORMATS = (
    *_MANIFESTS,
    (regex(r".*\.json$"), "JSON", _json),
    (regex(r".*\.ya?ml$"), "YAML", _yaml),
    (regex(r"web\.xml$"), "XML", _deployment),
    (regex(r".*\.xml$"), "XML", _xml),
    (regex(r".*\.properties$"), "properties", _properties),
)
_ANY_MANIFEST = regex("|".join(f"(?:{name_pattern.pattern})" for name_pattern, _, _ in _MANIFESTS))
