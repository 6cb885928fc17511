"""Rust's modules and crates (reference, "Modules", "Paths"; the Cargo book, "Package layout").

A path is followed segment by segment: here stands what its beginning leads to, the rest are members. `./a` is the file
that `mod a;` declares. A crate's own modules are found from its root, others by the paths in `Cargo.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from seamark.catalogue import catalogue
from seamark.extract import facts
from seamark.extract.facts import MACRO, MODULE, Name, Value
from seamark.patterns import regex
from seamark.resolve.abstract_values import Definition, Meaning, Module, Symbol
from seamark.resolve.call_words import Word
from seamark.resolve.workspace_facts.project import Project
from seamark.resolve.workspace_facts.view import as_call, last_name

from .language_rules import Classes, Confidence, Functions, Globals, Imports, LanguageRules, Modules
from .manifests import manifest, manifests
from .paths import ancestors, below, folder, join

_MANIFEST = "Cargo.toml"
_ROOTS = ("lib.rs", "main.rs")
_OWN_TARGETS = ("tests", "benches", "examples")
_OWN_ROOT = regex(r"(?:^|/)(?:src/bin|examples|tests|benches)/[^/]+\.rs$")
"""Files that are a crate each, if that folder is a package's."""


def segments(module: str) -> tuple[str, ...]:
    """A path's beginning, and the names of the members after it."""
    if module.startswith("./"):
        return (module,)
    found = module.split("::")
    up = next((index for index, segment in enumerate(found) if segment != "super"), len(found))
    return ("::".join(found[: max(up, 1)]), *found[max(up, 1) :])


def bindable(beginning: str) -> bool:
    """Whether a path's beginning is a name like any other."""
    return beginning not in ("crate", "self") and not beginning.startswith(("./", "super"))


def resolve(project: Project, importer: str, beginning: str) -> Meaning:
    """What the beginning of a path leads to from the file `importer`."""
    if beginning.startswith("./"):
        found = _declared_file(project, importer, beginning[2:])
    elif beginning == "self":
        found = importer
    elif beginning == "crate":
        found = _root(project, importer)
    elif beginning.startswith("super"):
        found = importer
        for _ in beginning.split("::"):
            found = _above(project, found)
    else:
        found = _crate(project, importer, beginning)
    return Symbol(beginning) if found is None else Module(found)


def files_adding(project: Project, path: str, name: str) -> tuple[str, ...]:
    """The files beside that of a type, below it and around it that have its name: an `impl` may stand in them."""
    around, last = folder(path), path.rpartition("/")[2]
    below_it = () if last in (*_ROOTS, "mod.rs") else (path.removesuffix(".rs"),)
    top = folder(_root(project, path) or path)
    outer = [one for one in ancestors(around) if one.startswith(top)] if around != top else []
    folders = (around, *below_it, *outer)
    return tuple(found for one in folders for found in project.files_holding(one, name) if found != path)


def is_standard(symbol: str) -> bool:
    """Whether a symbol is one of the standard library's, or of the names that every module has (`Vec`, `Some`)."""
    name = symbol.partition(".")[0]
    return name in ("std", "core", "alloc") or name[:1].isupper()


def files_spreading(project: Project, path: str) -> tuple[str, ...]:
    """The root of the crate that a file belongs to: macros it takes over (`#[macro_use]`) are known in all of it."""
    found = _root(project, path)
    return () if found is None or found == path else (found,)


def words(project: Project, called: Definition, name: str) -> tuple[Word, ...]:
    """How files name a function, where they can see it.

    One that belongs to a type is named with the type, or with another name for that, which a file may give it. One that
    belongs to none is called by its name or its path.
    """
    found_at = project.locate(called)
    if found_at is None:
        return (Word(name),)
    view, _ = found_at
    definition = project.definition(*found_at)
    parent = None if definition.parent == MODULE else project.definition(view, definition.parent)
    owner = parent if definition.static else None
    of = "" if owner is None or owner.receiver is None or owner.bases else last_name(owner.receiver)
    of_trait = parent is not None and (parent.abstract or bool(parent.bases))
    named = [(name.removesuffix(MACRO), of), *(((of, "as"), (of, "type")) if of else ())]
    around = ("",) if of_trait else _seen_in(project, called.path, definition)
    bare = definition.kind == "function" and definition.name == name
    return tuple(Word(one, within, beside, bare=bare) for within in around for one, beside in named)


def _seen_in(project: Project, path: str, definition: facts.Definition) -> tuple[str, ...]:
    """Where a function of a file is seen that is none of a trait, which is seen wherever that is.

    That is the module around it, if it is not public, and its crate, if it is public in that only (reference,
    "Visibility and privacy"). Tests, benchmarks and examples are crates that nobody else can use, but they take modules
    from each other (the Cargo book, "Cargo targets").
    """
    around, last = folder(path), path.rpartition("/")[2]
    if definition.hidden:
        return (_as_folder(around) if last in (*_ROOTS, "mod.rs") else path.removesuffix(".rs"),)
    base = _package(project, path)
    if base is None:
        return ("",)
    targets = tuple(below(base, f"{one}/") for one in _OWN_TARGETS)
    if path.startswith(targets) and not (_library(project, base) or "").startswith(targets):
        return targets
    return (_target(base, path) if definition.internal else "",)


def _target(base: str, path: str) -> str:
    """The folder in which a file's crate stands: below `src` that, for further packages may stand beside it."""
    sources = below(base, "src/")
    return sources if path.startswith(sources) else _as_folder(base)


def _package(project: Project, path: str) -> str | None:
    """The folder of the package that a file belongs to."""
    return next((base for base, said in manifests(project, path, _MANIFEST) if "package" in said), None)


def _declared_file(project: Project, importer: str, name: str) -> str | None:
    """The file of the module that `importer` declares."""
    around, stem = folder(importer), importer.removesuffix(".rs")
    if name.endswith(".rs"):
        return _first(project, join(around, name))
    own = (around,) if importer.endswith(("/mod.rs", *_ROOTS)) else (stem, around)
    return _first(project, *(join(base, f"{name}{ending}") for base in own for ending in (".rs", "/mod.rs")))


def _above(project: Project, path: str | None) -> str | None:
    """The file of the module around that of a file."""
    if path is None or _is_root(project, path):
        return None
    around = folder(path)
    base = folder(around) if path.endswith("/mod.rs") else around
    return _first(project, f"{base}/mod.rs", f"{base}.rs") or _root_in(project, base, path)


def _root(project: Project, path: str) -> str | None:
    """The root of the crate that a file belongs to: the nearest one around it, no further than its package."""
    return project.once(f"root {path}", lambda: _nearest_root(project, path))


def _nearest_root(project: Project, path: str) -> str | None:
    if _is_root(project, path):
        return path
    stated = _stated_roots(project, path)
    for base in ancestors(path):
        inside = _module_below(base, path)
        found = next((root for root in stated if folder(root) == base and _declares(project, root, inside)), None)
        found = found or _root_in(project, base, path)
        if found is not None:
            return found
        said = manifest(project, base, _MANIFEST)
        if said is not None:
            return _first(project, *(join(base, target) for target in _targets(said)))
    return None


def _is_root(project: Project, path: str) -> bool:
    return path.rpartition("/")[2] in _ROOTS or _is_own_root(project, path) or path in _stated_roots(project, path)


def _is_own_root(project: Project, path: str) -> bool:
    found = _OWN_ROOT.search(path)
    return found is not None and (not found.start() or project.exists(f"{path[: found.start()]}/Cargo.toml"))


def _stated_roots(project: Project, path: str) -> tuple[str, ...]:
    """The roots that the manifest of a file's package names."""
    around = folder(path)
    return project.once(f"stated roots {around}", lambda: _roots_stated_for(project, path))


def _roots_stated_for(project: Project, path: str) -> tuple[str, ...]:
    for base, said in manifests(project, path, _MANIFEST):
        return tuple(join(base, target) or "" for target in _targets(said))
    return ()


def _module_below(base: str, path: str) -> str:
    """The module of a root in a folder in which a file stands."""
    return path.removeprefix(base).lstrip("/").partition("/")[0].removesuffix(".rs")


def _root_in(project: Project, base: str, path: str) -> str | None:
    """The root that stands in a folder; of a library and a program the one that declares the module of a file below."""
    roots = [root for name in _ROOTS if project.exists(root := below(base, name))]
    inside = _module_below(base, path)
    if _is_own_root(project, below(base, f"{inside}.rs")):
        roots = [below(base, name) for name in project.listing(base) if name.endswith(".rs")]
        return next((root for root in roots if _declares(project, root, inside)), None)
    return next((root for root in roots[:-1] if _declares(project, root, inside)), roots[-1] if roots else None)


def _declares(project: Project, path: str, name: str) -> bool:
    view = project.view(path)
    return view is not None and bool(
        project.bindings(view, MODULE, name) or project.definitions_named(view, MODULE, name)
    )


def _targets(manifest: dict[str, Any]) -> Iterator[str]:
    """The roots that a package's manifest names."""
    lists = [listed for kind in ("bin", "test", "example", "bench") if isinstance(listed := manifest.get(kind), list)]
    for target in (manifest.get("lib"), *(target for listed in lists for target in listed)):
        if isinstance(target, dict) and isinstance(target.get("path"), str):
            yield target["path"]


def _crate(project: Project, importer: str, name: str) -> str | None:
    """The root of the workspace's library of a name, as the package of a file knows it.

    What the catalogue speaks of is what everybody takes it for, also where it is developed itself.
    """
    if name in catalogue("rust", project.own).modules:
        return None
    base = _package(project, importer)
    said = None if base is None else manifest(project, base, _MANIFEST)
    if base is None or said is None:
        return None
    if _name(said) == name:
        return _library(project, base)
    known = project.once(f"dependencies {base}", partial(_by_name, said))
    home = _path(project, base, *known[name]) if name in known else None
    return None if home is None else _library(project, home)


def _by_name(manifest: dict[str, Any]) -> dict[str, tuple[str, object]]:
    """What a package depends on, by what that is called in paths."""
    found: dict[str, tuple[str, object]] = {}
    for key, stated in _dependencies(manifest):
        found.setdefault(key.replace("-", "_"), (key, stated))
    return found


def _name(manifest: dict[str, Any]) -> str:
    """What a package's library is called in paths."""
    tables = [table for table in (manifest.get("lib"), manifest.get("package")) if isinstance(table, dict)]
    return next((table["name"].replace("-", "_") for table in tables if isinstance(table.get("name"), str)), "")


def _dependencies(manifest: dict[str, Any]) -> Iterator[tuple[str, object]]:
    for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
        table = manifest.get(kind)
        yield from table.items() if isinstance(table, dict) else ()


def _path(project: Project, base: str, key: str, stated: object) -> str | None:
    """The folder of a package that another one, or their workspace, depends on by its path."""
    if not isinstance(stated, dict):
        return None
    if isinstance(stated.get("path"), str):
        return join(base, stated["path"])
    inherited = stated.get("workspace") is True
    for around, said in manifests(project, below(base, _MANIFEST), _MANIFEST) if inherited else ():
        workspace = said.get("workspace")
        if isinstance(workspace, dict):
            shared = dict(_dependencies(workspace)).get(key)
            return join(around, shared["path"]) if isinstance(shared, dict) and "path" in shared else None
    return None


def _library(project: Project, home: str) -> str | None:
    library = (manifest(project, home, _MANIFEST) or {}).get("lib")
    stated = library.get("path") if isinstance(library, dict) else None
    return _first(project, join(home, stated if isinstance(stated, str) else "src/lib.rs"))


def _as_folder(base: str) -> str:
    return f"{base}/" if base else ""


def _first(project: Project, *paths: str | None) -> str | None:
    """The first of these files that there is."""
    return next((path for path in paths if path is not None and project.exists(path)), None)


_LEADING_ON = {"std.ops.Deref": "Target", "core.ops.Deref": "Target"}


def marks_test(decorator: Value) -> bool:
    """Whether an attribute marks test code: `#[test]`, `#[tokio::test]`, `#[cfg(test)]`."""
    call = as_call(decorator)
    name = "" if call is None else last_name(call.callee)
    given = (argument.value for argument in call.arguments) if call is not None and name == f"cfg{MACRO}" else ()
    return name == f"test{MACRO}" or any(isinstance(value, Name) and value.name == "test" for value in given)


RUST = LanguageRules(
    Modules(resolve, segments=segments, bindable=bindable, spreading=files_spreading),
    Imports("path"),
    Globals(is_standard=is_standard),
    Classes(
        derived=("default",),
        text_method="fmt",
        leading_on=_LEADING_ON,
        scattered=True,
        adding=files_adding,
        extensions=True,
    ),
    Functions("fn", words=words, alternatives=True, namespaces=True, compiled=True, marks_test=marks_test),
    confidence=Confidence(0.85, 0.85, 0.85),
)
