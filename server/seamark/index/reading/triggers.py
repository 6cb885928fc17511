"""Which files are worth parsing, told from their text alone: those that mention what the catalogue speaks of.

A file is parsed if it imports a library of the catalogue, mentions a name of it, calls what such a name offers without
an import, or calls something named like a verb with a text that begins like a path or a URL, or with a name while such
a text stands elsewhere in the file. Of a broad module, it must have a name that the catalogue speaks of. The names that
a file holds (its sketch) decide most cases at once; only where they allow it is the text searched, by patterns that
begin with a literal, which `re` finds fast.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from seamark.catalogue import (
    ANY,
    CALL,
    STANDARD,
    UNKNOWN_TYPE,
    VERBS,
    Catalogue,
    Evidence,
    Library,
    Own,
    catalogue,
    name_in_mention,
    symbols_of,
)
from seamark.catalogue.generated import CERTAIN
from seamark.extract import EveryCall, Preamble
from seamark.extract.facts import MACRO, SETTER
from seamark.extract.graphql import OPENINGS
from seamark.index.words.sketches import ThingsByWords, holds
from seamark.languages import member_pattern
from seamark.patterns import regex
from seamark.resolve.call_words import callee
from seamark.resolve.module_resolution import rules_of
from seamark.resolve.workspace_facts.project import of_base, of_interface, of_package, of_requiring, of_store

_PATH = rb"""(?:\$?\{[\w.]*\})?/[a-z][\w-]*["'`/$:{?]"""
"""What stands in quotes and tells of a path, which need not be given where it stands."""
_URL = rb"""https?://(?!www\.w3\.org/)[^\s"'`]*["'`$]"""
"""The same for a URL; no name of an XML namespace."""
_QUOTE = rb"""(?:[rbfuRBFU]?["'`]|R"\w*\()"""
_OPENING = rb"""(?:[A-Z]+ )?/|\$?\{(?!["'`])"""
"""How a text begins that is a path, or names one with its verb."""
_TWO_MORE = rb"""(?:\s*(?:\$?\w+|["'`][^"'`\n]{1,80}["'`]|\[[^\]\n]{1,80}\])\s*,){2}"""
"""A verb and a path, or what may stand for them, as the first two of more arguments."""
_CHAIN = rb"""["]/[^"\n]{1,200}["]\)[^;{}]{0,300}?\)\s{0,80}\("""
"""A path that a call is given, and a call of what others make of that: `ROUTE("/users").methods(Verb::Get)(show)`."""
_COMPARED = rb"""[!=]=\s*["']/[a-z]"""
"""What stands in quotes, begins as a path does, and is compared."""
_FURTHER = ("route", "request")
_ASKING = regex(rf"\$?(?:{'|'.join((*VERBS, *_FURTHER))})(?:json|async|form)?", re.IGNORECASE)
"""What calls are named that ask for a path, and may do so on what a file inherits from others: `$this->getJson(…)`."""


def calls_of(words: Collection[str]) -> Container[str]:
    """The names of the calls that words ask for: `get`, `client.start`, `run.()`, and all for `api.*`."""
    called = frozenset(map(callee, words))
    return EveryCall() if ANY in called else called


def published_names(language: str, data: bytes, sketch: bytes, stated: Preamble) -> frozenset[str]:
    """What a text says for all others: the globals that it sets, the methods that its interfaces declare for whatever
    class, what its classes inherit from, the names of calls that say what stands under a key, and what it has `stated`
    of its package and of the files to which it hands its variables.
    """
    rules = rules_of(language)
    found = rules.globals.published(data, [name for name in rules.globals.publishing if holds(sketch, name)])
    stored = (of_store(name) for name in catalogue(language).setter_names if holds(sketch, name))
    declared = () if rules.classes.interface_methods is None else rules.classes.interface_methods(data)
    inherited = () if rules.classes.inherited is None else rules.classes.inherited(data)
    bases = map(of_base, inherited)
    of = (of_package(stated.package),) if stated.package and rules.modules.by_full_name else ()
    required = (path.rpartition("/")[2] for path in stated.included) if rules.modules.hands_variables else ()
    requiring = map(of_requiring, required)
    names = (name.decode() for name in (*found, *_shared_members(language, data, sketch)))
    return frozenset((*names, *map(of_interface, declared), *bases, *stored, *of, *requiring))


def _shared_members(language: str, data: bytes, sketch: bytes) -> Iterator[bytes]:
    """The members that a text gives all components of a program."""
    for of, mark in catalogue(language).shared_members:
        if holds(sketch, of.rpartition(".")[2]):
            pattern = rb"\b%s\.(%s[\w$]*)\s*=(?![=>])" % (re.escape(of).encode(), re.escape(mark).encode())
            yield from _compile_pattern(pattern).findall(data)


class _Trigger(NamedTuple):
    """The identifiers that a text must hold, and patterns that it must all match besides.

    There are hundreds, and few are ever asked for: they are compiled when they are.
    """

    words: tuple[str, ...]
    patterns: tuple[bytes, ...]


@cache
def _compile_pattern(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern)


def _hit(triggers: ThingsByWords[tuple[bytes, ...]], data: bytes, sketch: bytes) -> bool:
    """Whether one of the triggers tells that the text, whose sketch this is, is worth reading."""
    return any(
        all(_compile_pattern(pattern).search(data) is not None for pattern in patterns)
        for patterns in triggers.things_in(sketch)
    )


def is_triggered(language: str, data: bytes, sketch: bytes, own: Own = STANDARD) -> bool:
    """Whether the text mentions anything that the catalogue of its language speaks of."""
    return _hit(_triggers(language, own), data, sketch)


def reads_every_call(language: str, data: bytes, sketch: bytes, own: Own = STANDARD) -> bool:
    """Whether the text imports a library whose objects have methods of any name."""
    return _hit(_every_call(language, own), data, sketch)


@lru_cache
def _every_call(language: str, own: Own) -> ThingsByWords[tuple[bytes, ...]]:
    libraries = [library for library in catalogue(language, own).libraries if library.any_call]
    return ThingsByWords(trigger for library in libraries for trigger in _triggers_of_library(language, library, own))


def _triggers_of_library(language: str, library: Library, own: Own) -> Iterator[_Trigger]:
    """What tells that a library is used: that it is imported, mentioned, or called by a name that nothing declares."""
    yield from (_beside(library, _trigger_of_mention(language, name)) for name in library.mentions)
    yield from _triggers_of_imports(language, library)
    for name, symbol in library.undeclared.get(language, {}).items() if library.modules else ():
        yield from _triggers_of_symbol(catalogue(language, own), name, symbol)
    rows = library.generated if language in library.languages else ()
    for row in (one for one in rows if language in one.languages):
        everything = rules_of(language).globals.everything
        asked = "|".join(re.escape(name).replace(r"\*", r"\w*") for name in row.given)
        given = (rb"\b(?:%s)\b" % asked.encode(),) if asked else ()
        yield from (_called_so(name, everything) for name in _certain((*row.clients, *row.makers)))
        yield from (_called_so(name, everything, given) for name in _certain(row.servers))


def _triggers_of_imports(language: str, library: Library) -> Iterator[_Trigger]:
    """What tells that a library is imported, and used."""
    rules = rules_of(language)
    mark = rules.imports.namespace_mark
    for module in library.modules:
        # Too much is called like a module of the language: `http`.
        is_standard = rules.imports.written_as == "name" and rules.globals.is_standard(module)
        imported = _trigger_of_module(module, _BEHIND["text" if is_standard else rules.imports.written_as])
        used = _names_of_use(module, symbols_of(library)) if module in library.broad else {()}
        for one in (imported, *_triggers_of_submodule(module, rules.imports.submodule)):
            yield from (_beside(library, _with_names(one, names, mark)) for names in sorted(used))
    yield from (_Trigger((), (rb"%s\b" % re.escape(ending).encode(),)) for ending in library.endings)


_USED = rb"""\s*(?:[,)}=(;\[]|::?(?!//)|\.[a-z_])|\s+(?:as|from)\b"""
_BEHIND = {
    "word": rb"(?![\w-]|://)",
    "text": rb"""(?=["'`/]|\.v\d)""",
    "name": rb"""(?=["'`/@?]|%s)""" % _USED,
    "path": rb"(?=%s)" % _USED,
}
"""What stands behind the name of a module, by `LanguageRules.imports`: what uses a name, and no more words of prose.

Objects of a library are called like it, too: `function (fastify, options)`, `redis: &mut Connection`.
"""


def _trigger_of_module(module: str, behind: bytes) -> _Trigger:
    """What tells that a module is imported: its name, where it is no part of a longer one."""
    name = re.escape(module).encode()
    imported = rb"""%s(?<=[\s"'`(<{\[,\\:&]%s)%s""" % (name, name, behind)
    return _Trigger(tuple(re.findall(r"\w+", module)), (imported,))


def _triggers_of_submodule(module: str, pattern: bytes) -> Iterator[_Trigger]:
    """What tells that a module is imported by its last name, where the language has a pattern for that."""
    parent, _, name = module.rpartition(".")
    if parent and pattern:
        of_module = pattern.replace(b"PARENT", re.escape(parent).encode()).replace(b"NAME", name.encode())
        yield _Trigger(tuple(re.findall(r"\w+", module)), (of_module,))


def _names_of_use(module: str, symbols: Collection[str]) -> set[tuple[str, ...]]:
    """The names that a text has, one of these, where it uses a broad module.

    A method's class is enough, for an object of that may come from elsewhere.
    """
    below = () if module in symbols else [one[len(module) :] for one in symbols if one.startswith(f"{module}.")]
    return {tuple(re.findall(r"\w+", _METHOD.sub(r"\1", name))) for name in below} or {()}


def _with_names(imported: _Trigger, names: tuple[str, ...], mark: str) -> _Trigger:
    """What tells that a module is imported, and that a text has the names of something of it.

    Where such a mark stands between the names, the last one follows the one before, at once or in braces.
    """
    words = (*imported.words, *names)
    if not mark or not names:
        return _Trigger(words, imported.patterns)
    space, name = (one.encode() for one in words[-2:])
    follows = rb"%s%s+(?:\{[^{}]*)?\b%s\b" % (space, re.escape(mark).encode(), name)
    return _Trigger(words, (*imported.patterns, follows))


_METHOD = regex(r"(\.[A-Z]\w*)\.[a-z_]\w*(?:\(\))?$")
"""The end of a symbol that is a method's, with its class."""


_VALUE = rb"(?m:\s*(?:[,)}\]=(;\[?|!&:<]|\.[A-Za-z_])|\s+(?:as|instanceof)\b|[ \t\r]*$)"
"""What stands behind a name where it is a value, and not a word of prose: `fetch(`, `fetch }`, `fetch ?? other`."""


def _trigger_of_mention(language: str, mention: str) -> _Trigger:
    """What tells that a name is mentioned; if it is `publish(`, as that of a method, if `Http::`, for its members.

    A method is called on something, or with a text: one of the same object may call it by its bare name.
    """
    name = name_in_mention(mention)
    of = re.escape(name).encode()
    if mention == name:
        return _Trigger((name,), (of + (_VALUE if rules_of(language).imports.written_as == "name" else rb"\b"),))
    if mention.endswith("("):
        signs = member_pattern(language)
        return _Trigger((name,), (rb"""(?:(?:%s)\s*%s\s*\(|\b%s\s*\(\s*["R])""" % (signs, of, of),))
    return _Trigger((name,), (rb"%s(?<!\w%s)(?:\s*::|\s+as\b)" % (of, of),))


def _beside(library: Library, trigger: _Trigger) -> _Trigger:
    """What tells of a library, and what a file has besides that."""
    if not library.beside:
        return trigger
    words = re.findall(r"\w{2,}", library.beside)
    return _Trigger((*trigger.words, *words), (*trigger.patterns, re.escape(library.beside).encode()))


@lru_cache
def _triggers(language: str, own: Own) -> ThingsByWords[tuple[bytes, ...]]:
    known = catalogue(language, own)
    found = [trigger for library in known.libraries for trigger in _triggers_of_library(language, library, own)]
    routes = {
        name: known.routes.on(UNKNOWN_TYPE, name) for name in sorted(known.routes.names_on(UNKNOWN_TYPE) - {CALL})
    }
    found += (_Trigger((), (_CHAIN,)) for _ in known.routes.on(UNKNOWN_TYPE, CALL)[:1])
    with_verb = {name for name, rows in routes.items() if all(row.needs_verb for row, _ in rows)}
    found += _triggers_of_paths(language, known, routes.keys() - with_verb) if known.guesses else ()
    found.append(
        _Trigger(("request",), (rb"""request\s*\(\s*["'`](?:%s)["'`]\s*,""" % "|".join(VERBS).upper().encode(),))
    )
    found += (_Trigger((name,), (rb"%s\s*\(%s" % (name.encode(), _TWO_MORE),)) for name in sorted(with_verb))
    found += (_Trigger((word,), (pattern,)) for word, pattern in OPENINGS)
    found += map(_trigger_of_call, sorted(known.telling))
    found += (_trigger_of_method(language, name, known.naming[name]) for name in sorted(known.naming))
    found += _triggers_of_comparisons(known)
    found.append(_Trigger(("url",), (rb"""url["']?\s*:\s*["'`](?:/|https?://)""",)))
    found.append(_Trigger(("split",), (rb"""split\w*\(\s*["']/["']""", rb"""\[\s*"[^"\n]*"[^\]\n]*\]\s*\)?\s*=>""")))
    return ThingsByWords(found)


def _triggers_of_paths(language: str, known: Catalogue, routes: Collection[str]) -> Iterator[_Trigger]:
    """What tells that something is called like a verb, or like what declares `routes`, and a path or a URL is there.

    A route has no URL.
    """
    requests = known.requests.names_on(UNKNOWN_TYPE)
    others = {*routes, *filter(_ASKING.fullmatch, known.words), *requests.intersection(_FURTHER)}
    path = rb"""["'`](?:%s)""" % b"|".join((_PATH, _URL) if requests else (_PATH,))
    opening = _QUOTE + rb"(?:%s)" % b"|".join((_OPENING, rb"https?://") if requests else (_OPENING,))
    declaring = rules_of(language).functions.keyword.encode()
    for called in (*VERBS, *sorted(name for name in others - set(VERBS) if name.lstrip("$").isidentifier())):
        name = re.escape(called).encode()
        given = rb"%s(?<!\w%s)%%s\s*(?:<[^()]{0,200}>)?\(\s*" % (name, name)
        yield _Trigger((called,), (given % b"" + rb"(?:%s|\{)" % opening,))
        declared = rb"(?<!\b%s %s)" % (declaring, name) if declaring else b""
        yield _Trigger((called,), (given % declared + b"[A-Za-z_$]", path))


def _triggers_of_comparisons(known: Catalogue) -> Iterator[_Trigger]:
    """What tells that a path is compared, by a function or an operator, in a file that speaks of verbs."""
    calls = {name for library in known.libraries for row in library.comparisons for name in row.calls}
    for verb in sorted(known.telling_verbs):
        yield _Trigger((verb,), (rb"""["']%s["']""" % verb.encode(), _COMPARED))
    verbs = "|".join(sorted(known.telling_verbs))
    for name in sorted(filter(str.isidentifier, calls)) if verbs else ():
        compared = rb"""%s\s*\([^;"']{0,80}["']/[a-z]""" % name.encode()
        yield _Trigger((name,), (compared, rb"""["'](?:%s)["']|[Mm]ethod""" % verbs.encode()))


def _triggers_of_symbol(known: Catalogue, name: str, symbol: str) -> Iterator[_Trigger]:
    """What tells that something is called that a name stands for, or offers, which nothing need declare."""
    bare = name.removesuffix(MACRO)
    of = bare.encode()
    offered = sorted(one for one in known.member_names(symbol) if one.isidentifier())
    if offered:
        members = rb"%s(?<!\w%s)\s*(?:\.|::)\s*(?:%s)\b" % (of, of, "|".join(offered).encode())
        yield _Trigger((bare,), (members,))
    if symbol in known.names and (bare != name or bare not in VERBS):
        called = rb"""#\[%s\s*\(\s*["']""" % of if bare != name else rb"%s(?<![.\w]%s)\s*\(" % (of, of)
        yield _Trigger((bare,), (called,))


def _certain(names: Iterable[str]) -> Iterator[str]:
    """Those patterns of names that tell by themselves, but for those of modules, which are imported."""
    return (name.removeprefix(CERTAIN) for name in names if name.startswith(CERTAIN) and "*_" not in name)


def _called_so(pattern: str, everything: str, given: tuple[bytes, ...] = ()) -> _Trigger:
    """What tells that something is called as only generated code is, for whatever service, and what is `given` there.

    Where that is the name of something that nothing declares (a member of `everything`), the text imports nothing.
    """
    is_undeclared = bool(everything) and pattern.startswith(f"{everything}.")
    own = pattern.rpartition("*")[2].lstrip(".").removeprefix(f"{everything}." if is_undeclared else "")
    parts = [re.sub(r"\\\{_?\\\}", r"\\w+", re.escape(one)) for one in own.split(".")]
    called = r"(?:\.|::\s*\{?\s*)".join(parts).removeprefix(r"\w+").encode() + rb"\b"
    return _Trigger((), (called, *given, *((_NO_IMPORT,) if is_undeclared else ())))


_NO_IMPORT = rb"(?ms)\A(?!.*^(?:import|from)\b)"


def _trigger_of_method(language: str, name: str, evidence: Evidence) -> _Trigger:
    """What tells that a method of this name is given a text, be it behind a context, or in an object.

    Where the name is evidence, its callers may give that to a function.
    """
    context = rb"(?:[\w.]{1,60}(?:\(\))?\s{0,9},\s{0,80})?"
    begun = rb"(?:[&\w.]{0,60}\{\s{0,80})?"
    key = rb"""(?:\w{1,40}["']?\s{0,9}[:=]\s{0,9})?"""
    given = rb"""%s%s%s[&bfru]{0,2}["'`]""" % (context, begun, key)
    given = rb"(?:%s|[$\w.]{1,60}\s{0,9},)" % given if evidence == "name" else given
    called = rb"(?:%s)\s{0,80}%s\s{0,9}\(\s{0,80}%s" % (member_pattern(language), name.encode(), given)
    return _Trigger((name,), (called,))


def _trigger_of_call(name: str) -> _Trigger:
    """What tells that something is called by this name, or set."""
    word = name.removesuffix(SETTER)
    follows = rb"\s*\(" if word == name else rb"\s*(?::[^=\n]+)?=(?!=)"
    return _Trigger((word,), (re.escape(word).encode() + follows,))
