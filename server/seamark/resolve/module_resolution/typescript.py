"""How TypeScript and JavaScript find modules (Node.js packages; TypeScript's `paths`, `baseUrl`, `extends`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, TypeAlias

from seamark.extract.facts import LOADED, module_stems
from seamark.patterns import regex
from seamark.resolve.abstract_values import Meaning, Module, Symbol
from seamark.resolve.workspace_facts.project import Project

from . import built_files
from .language_rules import RELATIVE, Classes, FilesOf, Functions, Globals, Imports, LanguageRules, Modules, Values
from .manifests import manifest, manifests
from .paths import ancestors, below, folder, join
from .renaming import with_former

_Configured: TypeAlias = tuple[tuple[str, dict[str, Any]], ...]
"""Compiler options, each with the file that they stand in."""
_EXTENSIONS = (".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".d.ts")
_WRITTEN = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
_SOURCES = ("src/index", "index", "lib/index", "src/main")
_MAX_EXTENDS = 5
_REGISTERED = regex(r"(?:(?:npm|jsr):/?|https://esm\.sh/)(?P<name>(?:@[^/@]+/)?[^/@]+)(?:@[^/]*)?")
_HOSTED = regex(r"(https://deno\.land/(?:x/)?[^/@]+)@[^/]*")
_NODE = frozenset(
    [
        *("assert", "buffer", "child_process", "cluster", "crypto", "dgram", "dns", "events", "fs", "fs/promises"),
        *("http", "http2", "https", "module", "net", "os", "path", "perf_hooks", "process", "querystring", "readline"),
        *("stream", "string_decoder", "timers", "tls", "tty", "url", "util", "v8", "vm", "worker_threads", "zlib"),
    ]
)
"""The modules of Node.js that go by their bare names."""
_PLATFORM = frozenset(
    [
        *("Array", "Atomics", "Buffer", "Intl", "JSON", "Math", "Object", "Promise", "Reflect", "Symbol"),
        *("WebAssembly", "arguments", "caches", "clients", "console", "cookieStore", "crypto", "customElements"),
        *("define", "document", "exports", "frames", "history", "import", "indexedDB", "localStorage", "location"),
        *("module", "navigation", "navigator", "parent", "performance", "process", "registration", "require"),
        *("scheduler", "screen", "sessionStorage", "super", "top", "trustedTypes", "undefined", "visualViewport"),
    ]
)
"""The global objects of browsers, workers, Node.js and module loaders that have members, but for those of a class."""

_IMPORTING = rb"""\b(?:from|import|require)\b[\s(]*+(?:/\*[^*]{0,300}\*/\s*+)?["'`]"""
_IMPORTS_PACKAGE = (_IMPORTING + rb"""(?:(?:npm|jsr):/?)?NAME(?=["'`/@])""",)
_IMPORTS_FOLDER = (
    _IMPORTING + rb"""(?!/\w|https?:)[^"'`\s]{0,300}?(?<![\w-])NAME(?![\w-])""",
    rb"""["'`]AROUND(?<![\w-])NAME[/\\]""",
)
"""Its name in a path that is imported, or at the beginning of another one: see `Imports`."""


def resolve(project: Project, importer: str, module: str) -> Meaning:
    """What `module` leads to from the file `importer`."""
    base = folder(importer)
    if module.startswith(LOADED):
        loaded = _loaded(project, importer, module.removeprefix(LOADED))
        return resolve(project, importer, module.removeprefix(LOADED)) if loaded is None else Module(loaded)
    if module.startswith("."):
        target = join(base, module)
        found = None if target is None else _file(project, target) or _of_built(project, target)
        if found is None and target is not None and manifest(project, target, "package.json") is not None:
            found = _offered(project, target, "")
    else:
        found = _by_paths(project, importer, module)
        if found is None:
            own = module.startswith("#")
            found = _by_imports(project, importer, module) if own else _by_package(project, module)
            found = found or _below_sources(project, importer, module)
    return Symbol(_without_version(module)) if found is None else Module(found)


def _loaded(project: Project, importer: str, module: str) -> str | None:
    """The file of a module below the folder that a loader begins at: the outermost one, if that is one alone.

    It has folders around it in common with who loads it.
    """
    name, around = module.rpartition("/")[2], f"{importer.partition('/')[0]}/"
    files = (path for ending in (".js", ".ts") for path in project.files_named(f"{name}{ending}"))
    fitting = [path for path in files if path.rpartition(".")[0].endswith(f"/{module}") and path != importer]
    by_depth: dict[int, list[str]] = {}
    for path in fitting:
        if path.startswith(around):
            by_depth.setdefault(path.count("/"), []).append(path)
    outermost = by_depth[min(by_depth)] if by_depth else []
    return outermost[0] if len(outermost) == 1 else None


def _without_version(module: str) -> str:
    """A specifier of Deno or Bun without what says where the package is had from, and which version of it."""
    package = _REGISTERED.match(module)
    if package is not None:
        return package["name"] + module[package.end() :]
    hosted = _HOSTED.match(module)
    return module if hosted is None else hosted[1] + module[hosted.end() :]


def published_globals(data: bytes, objects: Collection[str]) -> Iterator[bytes]:
    """The globals that a text sets: `window.axios = …`; if it is a script's, what that declares for others.

    What is imported for all files is a global, too: `declare global { const get: typeof import("./api").get }`.
    """
    for one in objects:
        yield from _set_on(one).findall(data)
    if _OF_MODULES.search(data) is None:
        yield from (name for names in _DECLARED.findall(data) for name in names if name)
    if _FOR_ALL.search(data) is not None:
        yield from _IMPORTED.findall(data)


_OF_MODULES = regex(rb"^[ \t]*+(?:import|export)\b|\brequire\s*\(|\bmodule\.exports\b", re.MULTILINE)
"""What tells that a text is that of a module, which shares its top level with no other one."""
_DECLARED = regex(
    rb"^(?:(?:var|let|const|class|(?:async\s+)?function\b\*?)\s+([A-Za-z_$][\w$]*)"
    rb"|[ \t]*([A-Za-z_$][\w$]*)(?:\.[\w$]+)+[ \t]*="
    rb"[ \t]*(?:async\b|function\b|new\b|[({]|[\w$]+[ \t]*=>|(?:[\w$]+\.)+[\w$]+[ \t]*\|\|))",
    re.MULTILINE,
)
"""A declaration at the top level, or the setting of an object's member to a function or an object."""
_FOR_ALL = regex(rb"\bdeclare global\b")
_IMPORTED = regex(rb"^[ \t]*+(?:const|let|var)[ \t]+([A-Za-z_$][\w$]*)[ \t]*:[ \t]*typeof import\(", re.MULTILINE)


@cache
def _set_on(name: str) -> re.Pattern[bytes]:
    return re.compile(rb"\b%s\.([A-Za-z_$][\w$]*)\s*=(?![=>])" % name.encode())


def siblings(project: Project, path: str, name: str, files_of: FilesOf) -> tuple[str, ...]:
    """The other scripts with a name in a script's folder: those of one page share their top level."""
    own = project.view(path)
    if own is None or not project.is_script(own):
        return ()
    found: list[str] = []
    for other in files_of(folder(path), name):
        view = project.view(other) if other != path and other.endswith(".js") else None
        if view is not None and view.facts.language == own.facts.language and project.is_script(view):
            found.append(other)
    return tuple(found)


def _file(project: Project, target: str) -> str | None:
    stem, dot, extension = target.rpartition(".")
    if dot and "/" not in extension:
        for written in _WRITTEN.get(f".{extension}", ()):
            if project.exists(stem + written):
                return stem + written
        if f".{extension}" in _EXTENSIONS and project.exists(target):
            return target
    candidates = [target] if target else []
    if project.exists(target):
        candidates.append(below(target, "index"))
    paths = (candidate + ending for candidate in candidates for ending in _EXTENSIONS)
    return next(filter(project.exists, paths), None)


def _by_paths(project: Project, importer: str, module: str) -> str | None:
    for base in ancestors(importer):
        for target in _mapped_paths(
            project.once_for_all(base, "compiler options", partial(_configured_options, base=base)), module
        ):
            found = _file(project, target)
            if found is not None:
                return found
        if module.startswith(("@/", "~/")):
            places = (join(base, f"{root}{module[2:]}") for root in _ROOTS)
            found = next((file for place in places if place and (file := _file(project, place)) is not None), None)
            if found is not None:
                return found
    return None


_ROOTS = ("src/", "app/", "")
"""What `@` stands for by a framework's own settings, which no configuration of the compiler need repeat.

Vite's and Vue's templates have `src`, Nuxt `app` or, as uni-app, the project itself.
"""


def _below_sources(project: Project, importer: str, module: str) -> str | None:
    """A file by its path below `src`, or by its name and ending beside the importer, if that is no package's name.

    Bundlers look there if they are told to (https://webpack.js.org/configuration/resolve/#resolvemodules).
    """
    name, _, inside = module.partition("/")
    said = list(manifests(project, importer, "package.json")) if name[:1].isalpha() and name not in _NODE else []
    if not said or any(name in _packages(one) for _, one in said):
        return None
    if not inside and not module.endswith(_EXTENSIONS):
        return None
    place = join(said[0][0], f"src/{module}") if inside else join(folder(importer), module)
    return None if place is None else _file(project, place)


def _packages(manifest: Mapping[str, Any]) -> frozenset[str]:
    """The packages of which a manifest says that they are needed."""
    kinds = (manifest.get(kind) for kind in ("dependencies", "devDependencies", "peerDependencies"))
    return frozenset(name for kind in kinds if isinstance(kind, dict) for name in kind)


def _mapped_paths(configured: _Configured, module: str) -> Iterator[str]:
    """Where `paths` and `baseUrl` of configurations lead."""
    for configured_in, options in configured:
        base = join(folder(configured_in), str(options.get("baseUrl", ".")))
        paths = options.get("paths")
        for pattern, targets in paths.items() if isinstance(paths, dict) else ():
            head, star, tail = str(pattern).partition("*")
            matches = module.startswith(head) and module.endswith(tail) if star else module == pattern
            if not matches or base is None or not isinstance(targets, list):
                continue
            middle = module[len(head) : len(module) - len(tail)]
            for target in targets:
                mapped = join(base, str(target).replace("*", middle))
                if mapped is not None:
                    yield mapped
        if base is not None and "baseUrl" in options:
            mapped = join(base, module)
            if mapped is not None:
                yield mapped


def _configured_options(project: Project, base: str) -> _Configured:
    """The compiler options of the configurations in a folder, with those that they extend or refer to."""
    named = ((name, manifest(project, base, name)) for name in ("tsconfig.json", "jsconfig.json"))
    stated = ((below(base, name), said) for name, said in named if said is not None)
    return tuple(one for path, said in stated for one in _options(project, path, said))


def _options(project: Project, path: str, settings: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The compiler options of a configuration, of what it extends, and of what it refers to, with their files."""
    waiting = [(path, settings)]
    for _ in range(_MAX_EXTENDS):
        if not waiting:
            return
        configured_in, current = waiting.pop(0)
        options = current.get("compilerOptions")
        if isinstance(options, dict):
            yield configured_in, options
        extends = current.get("extends", [])
        references = current.get("references", [])
        further = [e for e in (extends if isinstance(extends, list) else [extends]) if isinstance(e, str)]
        further += [r["path"] for r in references if isinstance(r, dict) and isinstance(r.get("path"), str)]
        for name in further:
            target = join(folder(configured_in), name) if name.startswith(".") else None
            for candidate in (target, f"{target}.json", f"{target}/tsconfig.json") if target is not None else ():
                extended = project.settings(candidate)
                if isinstance(extended, dict):
                    waiting.append((candidate, extended))
                    break


def _by_package(project: Project, module: str) -> str | None:
    """A package of the workspace itself, by the name in its manifest: `packages/api` that is called `@shop/api`."""
    parts = module.split("/")
    length = 2 if module.startswith("@") else 1
    name, inside = "/".join(parts[:length]), "/".join(parts[length:])
    home = next(iter(project.packages("package.json", name)), None)
    return None if home is None else _offered(project, home, inside)


def _offered(project: Project, home: str, inside: str) -> str | None:
    """The file that a package has for a path inside of it, or as a whole."""
    stated = manifest(project, home, "package.json") or {}
    exported = _targets(stated.get("exports"), f"./{inside}" if inside else ".")
    others = (
        (inside, f"src/{inside}") if inside else (*map(stated.get, ("source", "types", "module", "main")), *_SOURCES)
    )
    return _first_file(project, home, (*exported, *others))


def _by_imports(project: Project, importer: str, module: str) -> str | None:
    """What a package's manifest has for a name of its own (Node.js, "Subpath imports")."""
    for base, said in manifests(project, importer, "package.json"):
        return _first_file(project, base, _targets(said.get("imports"), module))
    return None


def _first_file(project: Project, home: str, entries: Iterable[object]) -> str | None:
    """The first of these paths in a package that is a file's, or that of which a file is compiled to."""
    stated = [path for entry in entries if isinstance(entry, str) and (path := join(home, entry)) is not None]
    paths = (*stated, *(source for path in stated for source in _compiled_from(project, home, path)))
    return _first(project, paths)


def _first(project: Project, paths: Iterable[str]) -> str | None:
    return next((found for path in paths if (found := _file(project, path)) is not None), None)


def _compiled_from(project: Project, home: str, path: str) -> Iterator[str]:
    """Where the source of a file may be that a package's build writes into a folder of its own."""
    options = project.once_for_all(home, "compiler options", partial(_configured_options, base=home))
    return built_files.sources(project, home, path, options)


def _of_built(project: Project, path: str) -> str | None:
    """The source of a file that the build of the package around it writes."""
    home = next((base for base, _ in manifests(project, path, "package.json")), None)
    return None if home is None else _first(project, _compiled_from(project, home, path))


def _targets(stated: object, name: str) -> Iterator[str]:
    """The paths that `exports` or `imports` of a manifest have for a name: under a key, or one with a star.

    Several are those of different conditions (https://nodejs.org/api/packages.html#subpath-patterns).
    """
    named = stated if isinstance(stated, dict) and any(key[:1] in (".", "#") for key in stated) else {".": stated}
    for pattern, target in named.items():
        head, star, tail = pattern.partition("*")
        is_meant = star and len(name) >= len(pattern) and name.startswith(head) and name.endswith(tail)
        if is_meant or name == pattern:
            yield from (one.replace("*", name[len(head) : len(name) - len(tail)]) for one in _paths_in_target(target))


def _paths_in_target(target: object) -> Iterator[str]:
    match target:
        case str():
            yield target
        case dict():
            yield from (path for one in target.values() for path in _paths_in_target(one))
        case list():
            yield from (path for one in target for path in _paths_in_target(one))


def is_standard(symbol: str) -> bool:
    """Whether something is of Node.js, or a global; not what an undeclared function gives, which may be anything."""
    module = symbol.partition(".")[0].removesuffix("()")
    if module == "globalThis":
        name = symbol.partition(".")[2].partition(".")[0]
        return "()" not in symbol and (not name or name in _PLATFORM)
    return module.startswith("node:") or module in _NODE


_EXTENDED = regex(rb"\bextends\s{1,40}(?:[\w$]{1,80}\.){0,4}([A-Za-z_$][\w$]{0,80})")


_DEFAULTS = regex(
    rb"""\b(?:import\s{1,40}|(?:const|let|var)\s{1,40})([A-Za-z_$][\w$]{0,80})\s{0,40}"""
    rb"""(?:(?:,\s{0,40}\{[^{}]{0,400}\}\s{0,40})?\bfrom\s{0,40}["']([^"'\n]{1,200})["']"""
    rb"""|=\s{0,40}require\(\s{0,40}["']([^"'\n]{1,200})["'])"""
)


def base_names(data: bytes) -> set[str]:
    """The names of what classes in a text inherit from, here and where that is imported from: of a module its stem."""
    named = {name.decode() for name in _EXTENDED.findall(data)}
    found = with_former(data, named)
    for name, *modules in _DEFAULTS.findall(data) if named else ():
        if name.decode() in named:
            found.update(module_stems(b"".join(modules).decode("utf-8", "replace")))
    return found


TYPESCRIPT = LanguageRules(
    Modules(resolve, siblings=siblings),
    Imports("name", manifest="package.json", package=_IMPORTS_PACKAGE, folder=(RELATIVE, *_IMPORTS_FOLDER)),
    Globals(
        "globalThis",
        objects=("globalThis", "window", "self", "global"),
        publishing=("globalThis", "window", "global"),
        published=published_globals,
        is_standard=is_standard,
        file=frozenset(("globalThis.exports", "globalThis.module.exports")),
        own_path=frozenset(("globalThis.__filename", "globalThis.import.meta.filename")),
        own_folder=frozenset(("globalThis.__dirname", "globalThis.import.meta.dirname")),
    ),
    Classes(
        constructors=("constructor",),
        class_member="constructor",
        prototype="prototype",
        text_method="toString",
        inherited=base_names,
        fields_in_body=True,
        scattered=True,
        worked_out=True,
    ),
    Functions("function", caller="call", wrapped=True),
    values=Values(never_null=frozenset(("",)), literal_types=True, in_pages=True, attributes="dataset"),
)
