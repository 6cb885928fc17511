"""The dialects in which the languages are written that Seamark reads: one row each."""

from __future__ import annotations

from msgspec import Struct
from tree_sitter import Language

from seamark.patterns import regex

from .grammars import GrammarName, load


class Dialect(Struct, frozen=True):
    """A way of writing source: its name, its file extensions (lower case, with the dot), its tree-sitter grammar.

    Without a grammar it only embeds others, as the `<script>` elements of a page or a Vue component. `language` is what
    it is a way of writing: whose syntax and whose libraries count; `also` are others that share its files. Editors call
    it by its name, or by `called`.
    """

    name: str
    extensions: tuple[str, ...]
    grammar: GrammarName | None
    language: str
    also: tuple[str, ...] = ()
    called: tuple[str, ...] = ()

    @property
    def read_for(self) -> tuple[str, ...]:
        """The languages whose code may need a file in this dialect."""
        return (self.language, *self.also)


PYTHON = Dialect("python", (".py", ".pyi"), "python", "python")
TYPESCRIPT = Dialect("typescript", (".ts", ".mts", ".cts"), "typescript", "typescript")
TSX = Dialect("tsx", (".tsx",), "tsx", "typescript", called=("typescriptreact",))
# Its own grammar reads JSX too, and code that calls its variables `type` or `declare`, on which that of TSX stumbles.
JAVASCRIPT = Dialect(
    "javascript", (".js", ".jsx", ".mjs", ".cjs"), "javascript", "typescript", called=("javascriptreact",)
)
GO = Dialect("go", (".go",), "go", "go")
RUST = Dialect("rust", (".rs",), "rust", "rust")
PHP = Dialect("php", (".php",), "php", "php")
C = Dialect("c", (".c",), "c", "c")
CPP = Dialect("cpp", (".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".ino"), "cpp", "cpp")
# Nothing in its name tells whose a header is, but the sources around it may; C++'s grammar reads those of C, too.
HEADER = Dialect("header", (".h",), "cpp", "cpp", also=("c",))
C_HEADER = Dialect("c header", (), "c", "c", also=("cpp",))
JAVA = Dialect("java", (".java",), "java", "java")
KOTLIN = Dialect("kotlin", (".kt", ".kts"), "kotlin", "kotlin")
VUE = Dialect("vue", (".vue",), None, "typescript")
SVELTE = Dialect("svelte", (".svelte",), None, "typescript")
ASTRO = Dialect("astro", (".astro",), None, "typescript")
# Pages, and templates of pages.
HTML = Dialect(
    "html",
    (
        *(".html", ".htm", ".ejs", ".eta", ".handlebars", ".hbs", ".mustache"),
        *(".j2", ".jinja", ".jinja2", ".mako", ".njk", ".tera", ".twig"),
        *(".blade.php", ".ctp", ".html.php", ".latte", ".phtml", ".tpl", ".tpl.php", ".volt"),
        *(".edge", ".ftl", ".ftlh", ".gohtml", ".jsp", ".jspf", ".templ", ".tmpl", ".vm"),
    ),
    None,
    "typescript",
)

DIALECTS = (
    PYTHON,
    TYPESCRIPT,
    TSX,
    JAVASCRIPT,
    VUE,
    SVELTE,
    ASTRO,
    HTML,
    GO,
    RUST,
    PHP,
    C,
    CPP,
    HEADER,
    C_HEADER,
    JAVA,
    KOTLIN,
)

OTHER_LANGUAGES = {
    ".scala": "Scala",
    ".groovy": "Groovy",
    ".clj": "Clojure",
    ".cs": "C#",
    ".fs": "F#",
    ".vb": "Visual Basic",
    ".swift": "Swift",
    ".m": "Objective-C",
    ".mm": "Objective-C++",
    ".dart": "Dart",
    ".rb": "Ruby",
    ".ex": "Elixir",
    ".exs": "Elixir",
    ".erl": "Erlang",
    ".pl": "Perl",
    ".ps1": "PowerShell",
    ".lua": "Lua",
    ".hs": "Haskell",
    ".ml": "OCaml",
    ".elm": "Elm",
    ".jl": "Julia",
    ".nim": "Nim",
    ".zig": "Zig",
}
"""Languages that services are written in and Seamark does not read, by the extensions of their files."""

_BY_EXTENSION = {extension: dialect for dialect in DIALECTS for extension in dialect.extensions}
_VIEW = regex(r"(?:^|/)(?:[Vv]iews?|[Tt]emplates?|[Ll]ayouts|[Pp]artials)/(?:[^/]+/)*[^A-Z/][^/]*$")
"""Where pages stand that end as PHP's sources do. Those that begin with a capital letter have classes."""
_ENDS_OF_LONGER = {one[one.rindex(".") :] for one in _BY_EXTENSION if one.count(".") > 1}
_EXTENSIONS = {name: one.extensions[0] for one in DIALECTS if one.extensions for name in (one.name, *one.called)}


def dialect_of(path: str) -> Dialect | None:
    """The dialect of a file by its extension, in either case; `None` if Seamark does not read it as source.

    A file of PHP in a folder of views is a page.
    """
    dot = path.rfind(".")
    if dot < 0:
        return None
    extension = path[dot:].lower()
    before = path.rfind(".", 0, dot) if extension in _ENDS_OF_LONGER else -1
    longer = None if before < 0 else _BY_EXTENSION.get(path[before:].lower())
    found = longer or _BY_EXTENSION.get(extension)
    return HTML if found is PHP and _VIEW.search(path) is not None else found


def extension_of(language: str) -> str:
    """How the names of files end that are written in what editors call this language."""
    return _EXTENSIONS.get(language, f".{language}")


def other_language(path: str) -> str | None:
    """What a file's extension says it is written in, if that is a language that Seamark does not read."""
    dot = path.rfind(".")
    return None if dot < 0 else OTHER_LANGUAGES.get(path[dot:].lower())


def grammar(dialect: Dialect) -> GrammarName:
    """The name of a dialect's grammar; `ValueError` for one that only embeds others."""
    if dialect.grammar is None:
        raise ValueError(f"{dialect.name} has no grammar of its own")
    return dialect.grammar


def language(dialect: Dialect) -> Language:
    """The grammar of a dialect, loaded at its first use; `ValueError` for one that only embeds others."""
    return load(grammar(dialect))
