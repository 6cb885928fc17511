"""How names lead from file to file, for each language: a module beside this one.

In: a file, and the name of a module as its language writes it.
Out: files, packages, or a symbol outside of the workspace.
Never: reads a file; evaluates an expression.
"""

from __future__ import annotations

from importlib import import_module

from seamark.languages import LANGUAGES

from .language_rules import OWN_NAME, Confidence, LanguageRules

__all__ = ["CONSTRUCTORS", "OWN_NAME", "LanguageRules", "confidence_of", "kin", "rules_of"]


_RULES: dict[str, LanguageRules] = {
    language.name: getattr(import_module(f".{language.module}", __package__), language.name.upper())
    for language in LANGUAGES
}

CONSTRUCTORS = frozenset(name for rules in _RULES.values() for name in rules.classes.constructors) - {OWN_NAME}
"""What constructors are called, in whichever language."""


def rules_of(language: str) -> LanguageRules:
    """How this language's names lead from file to file."""
    return _RULES[language]


def confidence_of(language: str) -> Confidence:
    """How sure what is stated in this language is; what is written out in a document is as sure as in most."""
    rules = _RULES.get(language)
    return Confidence() if rules is None else rules.confidence


def kin(language: str) -> str:
    """What this language and those have in common whose files hold parts of each other's."""
    return rules_of(language).kin or language
