"""What a language must say so that names can be followed from one file to another: a record for each job.

A language states only what differs from the defaults; its row stands at the end of its module beside this one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal, Never, TypeAlias, TypeVar

from msgspec import Struct

from seamark.extract.facts import Value
from seamark.resolve.abstract_values import Definition, Meaning
from seamark.resolve.call_words import Word
from seamark.resolve.workspace_facts.project import Project

RELATIVE = rb"""["'`]/?\.{1,2}[/\\][^"'`\s]{0,300}?(?<![\w-])NAME(?![\w-])"""
"""A quoted path from the file, or from what is before the quotes, through the folder `NAME`: see `Imports.folder`."""

OWN_NAME = "*"
"""As the name of a constructor, that of its class."""


T = TypeVar("T")
FilesOf: TypeAlias = Callable[[str, str], tuple[str, ...]]
"""The files of a folder with a name: those in which it stands, or whose top levels may have it."""
Siblings: TypeAlias = Callable[[Project, str, str, FilesOf], tuple[str, ...]]
"""`(project, file, name, files_of)`"""


def _always(answer: T) -> Callable[..., T]:
    return lambda *_asked: answer


_NO, _NOTHING = _always(answer=False), _always(answer=None)
_NONE: Callable[..., tuple[Never, ...]] = _always(())
_EMPTY = _always("")


def _is_public(name: str) -> bool:
    return name != "" and name[0] not in "_#"


def _anywhere(_project: Project, _called: Definition, name: str) -> tuple[Word, ...]:
    return (Word(name),)


def _whole(module: str) -> tuple[str, ...]:
    return (module,)


def _on_its_own(_namespace: str, name: str) -> str:
    return name


class Modules(Struct, frozen=True):
    """How names of modules lead to files, and which files have names in common."""

    resolve: Callable[[Project, str, str], Meaning]
    """The `Module`, `Package` or `Symbol` that a module, as written in a file, leads to: `(project, file, module)`."""
    segments: Callable[[str], tuple[str, ...]] = _whole
    """The beginning of a module's name, which is what `resolve` is given, and the names of members after it."""
    bindable: Callable[[str], bool] = _NO
    """Whether the beginning of a path may be any name, and any name that nothing binds be such a beginning."""
    submodule: Callable[[Project, str, str], Meaning | None] = _NOTHING
    """The module of a name in a package, by the package's folder: `(project, folder, name)`."""
    package_file: str = ""
    """What the file of a package is called, of which the other modules in its folder are members."""
    holders: Callable[[Project, str, str], tuple[str, ...]] = _NONE
    """The files of a package's folder whose top-level names are the package's, as far as they can hold one name."""
    siblings: Siblings = _NONE
    """The other files that share a file's top level, of those that are found for one name in each folder."""
    spreading: Callable[[Project, str], tuple[str, ...]] = _NONE
    """The files whose star imports count in a file, too."""
    libraries: Callable[[Project, str], Iterable[str]] = _NONE
    """The modules from elsewhere that a file includes, or one that it includes: see `includes`."""
    hands_variables: bool = False
    """Whether a file that is required has the variables of those that require it."""
    by_full_name: bool = False
    """Whether packages have names in full, wherever their files stand: each says of which one it is."""
    leads_to: Callable[[str, str], bool] = _NO
    """Whether a text that names a module can mean a file, wherever the root of its package is: `(module, file)`."""

    def is_package(self, path: str) -> bool:
        """Whether a file is that of a package."""
        return self.package_file != "" and path.endswith(f"/{self.package_file}")

    @property
    def shares_top_level(self) -> bool:
        """Whether a file's top level may have names of other files, its siblings."""
        return self.siblings is not _NONE

    @property
    def includes(self) -> bool:
        """Whether a file includes others: they are its siblings, and star imports at its top level say nothing more."""
        return self.libraries is not _NONE


class Imports(Struct, frozen=True):
    """How a text that was not parsed shows that it imports something.

    In the patterns `NAME` stands for a name, `AROUND` for names that may stand before that of a folder, and `PARENT`
    for the last of those, or for all of them before that of a module.
    """

    written_as: Literal["word", "text", "name", "path"] = "word"
    """What a module's name is where it is imported, and what its objects go by.

    That is a text, such a text or a name, the beginning of a path or a name, or a word of any kind.
    """
    submodule: bytes = b""
    """The pattern of what imports one by its last name, from the module above it."""
    namespace_mark: str = ""
    """What stands between the name of a class and that of its namespace, wherever it is imported or named in full."""
    manifest: str = ""
    """The file that says by which names others import what is beside it."""
    package: tuple[bytes, ...] = ()
    """Patterns of what imports something by such a name."""
    folder: tuple[bytes, ...] = ()
    """Patterns of what imports something by the folder of a repository.

    Without any no source can name a package that lies elsewhere: only its manifest can.
    """


class Globals(Struct, frozen=True):
    """What names mean that nothing declares."""

    everything: str = ""
    """The symbol of which globals are members; empty if they go by their own names."""
    objects: tuple[str, ...] = ()
    """Names of an object that has all globals as members."""
    publishing: tuple[str, ...] = ()
    """Those of them that make what is set as a member known to other files."""
    published: Callable[[bytes, Collection[str]], Iterable[bytes]] = _NONE
    """The globals that a text sets for others, which names those of the objects that are `publishing`."""
    variable: str | None = None
    """With what the names of variables begin that are no globals."""
    is_standard: Callable[[str], bool] = _NO
    """Whether a symbol comes with the language."""
    file: frozenset[str] = frozenset()
    """The symbols of all that the file itself offers, in whatever file they stand."""
    own_path: frozenset[str] = frozenset()
    """Those of the path of the file in which they stand."""
    own_folder: frozenset[str] = frozenset()
    """Those of the path of the folder of that file."""
    reserved: frozenset[str] = frozenset()
    """Names that mean what the language says, also where macros or functions of the program's own have them."""


class Classes(Struct, frozen=True):
    """How the members of classes are found."""

    constructors: tuple[str, ...] = ()
    """What a class's constructors are called."""
    class_member: str = ""
    """The member of an object that is its class."""
    prototype: str = ""
    """The member of a class that has what all of its objects have."""
    derived: tuple[str, ...] = ()
    """Functions of a class that make objects, and that nobody writes."""
    leading_on: Mapping[str, str] = {}
    """What a class inherits from that has a type as its member, of which the class has all members, too: its name."""
    tuples: tuple[str, ...] = ()
    """What classes inherit from whose objects can be taken apart like lists."""
    invoked: str = ""
    """The method that a call of an object runs."""
    text_method: str = ""
    """The method that gives what an object reads as in a text."""
    fields_apart: bool = False
    """Whether a field and a method of one name are two things."""
    fields_in_body: bool = False
    """Whether what stands in a class's body is made for each of its objects."""
    bare_members: Literal["", "body", "methods"] = ""
    """Where members go by their bare names: in the class's own body, or in its methods, too."""
    scattered: bool = False
    """Whether members can stand outside of the class: in its file, siblings of that, or files that are `adding`."""
    adding: Callable[[Project, str, str], tuple[str, ...]] = _NONE
    """The files that add members to a class of a file, as far as they can hold its name: `(project, file, name)`.

    They do so in further bodies of it, which can stand in its own file, too.
    """
    interface_methods: Callable[[bytes], Iterable[str]] | None = None
    """The methods that interfaces in a text declare, where a class that has them all satisfies one without a word."""
    inherited: Callable[[bytes], Iterable[str]] | None = None
    """The names of what classes in a text inherit from."""
    worked_out: bool = False
    """Whether the name of a method can be worked out where that is called: `client[method]()`."""
    extensions: bool = False
    """Whether what is outside of the workspace has the methods of the traits that a file imports, too."""

    @property
    def can_reopen(self) -> bool:
        """Whether a class can have several bodies."""
        return self.adding is not _NONE


class Functions(Struct, frozen=True):
    """How functions are found, and who can call them."""

    keyword: str = ""
    """What stands before the name of one that is declared, and not called there."""
    name_member: str = ""
    """The member of a function or class that is its own name."""
    caller: str = ""
    """The method of functions that calls one: it is given an object for `this`, and then what the function takes."""
    is_public: Callable[[str], bool] = _is_public
    """Whether a function or method of this name is offered to others."""
    words: Callable[[Project, Definition, str], tuple[Word, ...]] = _anywhere
    """The names by which a function is called, with the files that can do so: `(project, function, name)`."""
    alternatives: bool = False
    """Whether functions of one name in one scope replace none of each other.

    Conditions tell which of them a build has, or what a call gives which of them is meant.
    """
    overloaded: bool = False
    """Whether functions of one name and one number of parameters are told apart by the types of these."""
    namespaces: bool = False
    """Whether what a scope binds and what it defines under one name are two things.

    The definition is meant where no path or macro is.
    """
    declared_apart: bool = False
    """Whether what functions take by default may stand where they are only declared."""
    formats: bool = False
    """Whether functions of many names do what `printf` does: one is told by what it is given."""
    named_in: Callable[[str], tuple[str, str, str] | None] = _NOTHING
    """What a text says that names a method: the module and name of its class, and its own name."""
    within: Callable[[str, str], str] = _on_its_own
    """The name in full of what a text names so, where such names are those of a namespace: `(namespace, name)`."""
    namespace_of: Callable[[Project, str], str] = _EMPTY
    """The namespace that a file states for its functions: `(project, path)`."""
    arrays_are_rest: bool = False
    """Whether what a function is given for its rest is the rest of another one, given that alone, and no item of it."""
    wrapped: bool = False
    """Whether libraries put something around functions and objects, which are called as before."""
    compiled: bool = False
    """Whether the running program knows no names of functions and classes."""
    marks_test: Callable[[Value], bool] = _NO
    """Whether what decorates a definition says that it is test code."""


class Values(Struct, frozen=True):
    """What values and types are."""

    held_by_value: bool = False
    """Whether a variable is an object of its own, and no reference to one that others refer to, too."""
    anything: tuple[str, ...] = ()
    """Types of which anything may be."""
    never_null: frozenset[str] = frozenset()
    """Types of which nothing is null.

    An empty name stands for the language's own types, as far as these are read as something unknown.
    """
    literal_types: bool = False
    """Whether a text can be a type, which has that text alone."""
    loops_values: bool = False
    """Whether a loop over an object goes through its values."""
    adds_lists: bool = False
    """Whether what puts texts together does so with lists."""
    places: tuple[str, ...] = ()
    """The members that the items of a list are, in this order."""
    in_pages: bool = False
    """Whether scripts of pages are written in it, into whose texts a template may put something."""
    attributes: str = ""
    """The member of a page's element that has what its attributes hold for scripts."""


class Confidence(Struct, frozen=True):
    """How sure what is stated in a language is (specification 2.4)."""

    consumed: float = 0.9
    """A request."""
    built: float = 0.9
    """A request whose URL is a format's, or put together of several texts."""
    called: float = 0.9
    """Both sides of gRPC and Temporal."""


class LanguageRules(Struct, frozen=True):
    """How a language's names lead from file to file, and what they mean there."""

    modules: Modules
    imports: Imports = Imports()
    globals: Globals = Globals()
    classes: Classes = Classes()
    functions: Functions = Functions()
    values: Values = Values()
    confidence: Confidence = Confidence()
    kin: str = ""
    """What a language has in common with others whose files can call its functions, if there are any."""
