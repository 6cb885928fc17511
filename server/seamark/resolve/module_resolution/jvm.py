"""What the languages of the JVM have in common: packages that are named in full, and how their classes hold members."""

from __future__ import annotations

from collections.abc import Callable, Collection

from . import named_packages
from .language_rules import OWN_NAME, Classes, Functions, Globals, Imports, LanguageRules, Modules, Siblings


def language_rules(
    home: str,
    names: Collection[str],
    libraries: tuple[str, ...],
    siblings: Siblings,
    base_names: Callable[[bytes], set[str]],
    functions: Functions,
) -> LanguageRules:
    """The rules of a language whose files all know these `names` of its package `home`.

    What begins like one of its `libraries` comes with it, too. `siblings` gives the other files of a package with a
    name, `base_names` what the classes in a text inherit from.
    """
    below = tuple(one for one in libraries if one.startswith(f"{home}."))

    def is_standard(symbol: str) -> bool:
        if not symbol.startswith(f"{home}."):
            return symbol.startswith(libraries)
        # A name that nothing declares is taken for one of that package, with all that comes out of it.
        first = symbol.removeprefix(f"{home}.").partition(".")[0]
        return first.removesuffix("()") in names or symbol.startswith(below)

    return LanguageRules(
        Modules(
            named_packages.resolve,
            segments=named_packages.segments,
            holders=named_packages.holders,
            siblings=siblings,
            by_full_name=True,
        ),
        Imports(),
        Globals(home, is_standard=is_standard),
        Classes(
            constructors=(OWN_NAME,),
            text_method="toString",
            fields_apart=True,
            fields_in_body=True,
            bare_members="methods",
            inherited=base_names,
        ),
        functions,
        kin="jvm",
    )
