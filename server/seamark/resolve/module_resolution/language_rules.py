"""What a language must say so that names can be followed from one file to another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from seamark.extract.facts import Value
from seamark.resolve.abstract_values import Definition, Meaning
from seamark.resolve.call_words import Word
from seamark.resolve.workspace_facts.project import Project

RELATIVE = rb"""["'`]/?\.{1,2}[/\\][^"'`\s]{0,300}?(?<![\w-])NAME(?![\w-])"""
"""A quoted path from the file, or from what is before the quotes, through the folder `NAME`: see `imports_folder`."""

OWN_NAME = "*"
"""As the name of a constructor, that of its class."""


def _no_module(_project: Project, _package: str, _name: str) -> Meaning | None:
    return None


def _no_files(_project: Project, _path: str, _name: str) -> tuple[str, ...]:
    return ()


def _no_others(_project: Project, _path: str) -> tuple[str, ...]:
    return ()


def _never(_name: str) -> bool:
    return False


def _is_public(name: str) -> bool:
    return name != "" and name[0] not in "_#"


def _no_mark(_decorator: Value) -> bool:
    return False


def _anywhere(_project: Project, _called: Definition, name: str) -> tuple[Word, ...]:
    return (Word(name),)


def _whole(module: str) -> tuple[str, ...]:
    return (module,)


def _on_its_own(_namespace: str, name: str) -> str:
    return name


def _nowhere(_module: str, _path: str) -> bool:
    return False


def _no_method(_text: str) -> tuple[str, str, str] | None:
    return None


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """How a language's names lead from file to file.

    `resolve` gives the `Module`, `Package` or `Symbol` that a module, as written in the file `importer`, leads to.
    `everything` is the symbol of which globals are members; empty if they go by their own names; names that begin with
    the mark `variable` are none. `global_objects` are names of an object that has them all as members, those that are
    `publishing` where other files find what is set as a member of it. `constructors` are what a class's constructors
    are called. What stands in its body is made for each of its objects with `fields_in_body`. `submodule` gives a
    module in a package, by the package's folder; `holders` the files of such a folder whose top-level names are the
    package's, as far as they can hold one name. `siblings` gives the other files that share a file's top level, as far
    as they can hold one name. Members of a class can stand outside of it, in its file, those siblings or files that are
    `adding` to it, where they are `scattered`; also in further bodies of it where it can be `reopened`. `bare_members`
    tells where a class's members go by their bare names: `body` in the class's own body, `methods` in its methods, too.
    `is_standard` tells a symbol that comes with the language.

    `imports` tells what a module's name is where it is imported, and what its objects go by: a `text`, such a text or a
    `name`, the beginning of a `path` or a name, or a `word` of any kind. `leads_to` tells whether a text that names a
    module can mean a file, wherever the root of its package is. Packages that lie elsewhere are named `by_manifests`
    where no source can name one that its manifest does not. Else such a `manifest` says by which names others import
    what is beside it. A text that imports something by such a name has one of the patterns `imports_package`, and one
    that does so by the folder of a repository one of `imports_folder`: `NAME` stands for the name, `AROUND` for names
    that may stand before that of a folder, and `PARENT` for the last of those.

    A `namespace_mark` stands between the name of a class and that of its namespace, wherever it is imported or
    named in full. Where a module's name is a path, `segments` gives its beginning, which is what `resolve` is
    given, and the names of the members after it. One that is `bindable` may be any name, and any name that nothing
    binds is such a beginning. `spreading` gives the files whose star imports count in a file, too. With
    `namespaces` what a scope binds and what it defines under one name are two things, of which the definition is
    meant where no path or macro is. Functions of one name in one scope are `alternatives` where none replaces
    another, but conditions tell which a build has, or what a call gives which is meant. With `extensions` what is
    outside of the workspace has the methods of the traits that a file imports, too.

    `is_public` tells whether a function or method of this name is offered to others; `words` gives the name by which a
    function is called, with the files that can do so.

    `method` gives what a text says that names a method: the module and name of its class, and its own name; `within`
    gives the text's name in full where such names are those of a namespace. `invoked` is the method that a call of an
    object runs. What decorates test code is `marks_test`. A list's items are its members `places`, in this order.
    Where a file `includes` others, they are its siblings, and star imports at its top level say nothing more; its
    `libraries` are modules from elsewhere that it includes, or one that it includes. Functions of the language are
    called from its own files, and from those of languages with the same `kin`. Where it is `compiled`, the running
    program knows no names of functions and classes. A variable is an object of its own where objects are
    `held_by_value`, and what is of a type called `anything` may be any; of those that are `never_null` nothing is null:
    an empty name stands for the language's own types, as far as these are read as something unknown. With
    `literal_types` a text is a type, which has that text alone. Names that are `reserved` mean what the language says,
    also where macros or functions of the program's own have them. Where functions of many names do what `printf` does,
    one that `formats` is told by what it is given. What functions take by default may stand where they are only
    declared, if they can be `declared_apart`. A loop goes through the values of an object where it `loops_values`.
    Classes make objects by `derived` functions that nobody writes. What puts texts together does so with lists where it
    `adds_lists`.
    """

    resolve: Callable[[Project, str, str], Meaning]
    everything: str = ""
    variable: str | None = None
    constructors: tuple[str, ...] = ()
    fields_in_body: bool = False
    never_null: frozenset[str] = frozenset()
    literal_types: bool = False
    global_objects: tuple[str, ...] = ()
    publishing: tuple[str, ...] = ()
    bare_members: str = ""
    scattered: bool = False
    reopened: bool = False
    submodule: Callable[[Project, str, str], Meaning | None] = _no_module
    holders: Callable[[Project, str, str], tuple[str, ...]] = _no_files
    siblings: Callable[[Project, str, str], tuple[str, ...]] = _no_files
    adding: Callable[[Project, str, str], tuple[str, ...]] = _no_files
    leads_to: Callable[[str, str], bool] = _nowhere
    by_manifests: bool = False
    manifest: str = ""
    imports_package: tuple[bytes, ...] = ()
    imports_folder: tuple[bytes, ...] = ()
    imports: Literal["word", "text", "name", "path"] = "word"
    namespace_mark: str = ""
    segments: Callable[[str], tuple[str, ...]] = _whole
    bindable: Callable[[str], bool] = _never
    spreading: Callable[[Project, str], tuple[str, ...]] = _no_others
    includes: bool = False
    libraries: Callable[[Project, str], Iterable[str]] = _no_others
    kin: str = ""
    compiled: bool = False
    places: tuple[str, ...] = ()
    is_standard: Callable[[str], bool] = _never
    namespaces: bool = False
    alternatives: bool = False
    extensions: bool = False
    method: Callable[[str], tuple[str, str, str] | None] = _no_method
    within: Callable[[str, str], str] = _on_its_own
    invoked: str = ""
    held_by_value: bool = False
    anything: tuple[str, ...] = ()
    reserved: frozenset[str] = frozenset()
    formats: bool = False
    declared_apart: bool = False
    loops_values: bool = False
    adds_lists: bool = False
    derived: tuple[str, ...] = ()
    marks_test: Callable[[Value], bool] = _no_mark
    is_public: Callable[[str], bool] = _is_public
    words: Callable[[Project, Definition, str], tuple[Word, ...]] = _anywhere

    @property
    def shares_top_level(self) -> bool:
        """Whether a file's top level may have names of other files, its siblings."""
        return self.siblings is not _no_files
