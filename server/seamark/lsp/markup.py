"""Texts for people, written as Markdown or as plain text."""

from __future__ import annotations

from typing import Protocol

from seamark.escaping import LINE, MARKDOWN, TARGET, Form, escape_text, fence_code


class Markup(Protocol):
    """A way to write: each method gives a text to be put into lines and blocks."""

    def text(self, text: str) -> str:
        """Ordinary words."""

    def code(self, text: str) -> str:
        """A piece of code, a key."""

    def strong(self, written: str) -> str:
        """Emphasis on something that is written already."""

    def link(self, text: str, target: str) -> str:
        """Words that lead to a URI."""

    def items(self, written: list[str]) -> str:
        """A list."""

    def lines(self, written: list[str]) -> str:
        """Lines below each other, of a paragraph or an item of a list."""

    def rule(self) -> str:
        """What separates two things."""


class Markdown:
    """CommonMark. Nothing that stands in a workspace can become markup."""

    def text(self, text: str) -> str:
        """Words with everything escaped that could mean something."""
        return _one_line(text, MARKDOWN)

    def code(self, text: str) -> str:
        """A code span, fenced by more backticks than any that it holds."""
        return fence_code(_one_line(text))

    def strong(self, written: str) -> str:
        """Bold."""
        return f"**{written}**"

    def link(self, text: str, target: str) -> str:
        """A link."""
        return f"[{self.text(text)}]({escape_text(target, TARGET)})"

    def items(self, written: list[str]) -> str:
        """A bullet list."""
        return "\n".join(f"- {item}" for item in written)

    def lines(self, written: list[str]) -> str:
        """Hard line breaks."""
        return "  \n  ".join(written)

    def rule(self) -> str:
        """A horizontal line."""
        return "---"


class Plain:
    """Text that editors show as it is, without any markup."""

    def text(self, text: str) -> str:
        """Words in one line."""
        return _one_line(text)

    def code(self, text: str) -> str:
        """The code itself."""
        return _one_line(text)

    def strong(self, written: str) -> str:
        """The words themselves."""
        return written

    def link(self, text: str, target: str) -> str:  # noqa: ARG002
        """The words, which say where to look."""
        return _one_line(text)

    def items(self, written: list[str]) -> str:
        """A list of lines."""
        return "\n".join(f"- {item}" for item in written)

    def lines(self, written: list[str]) -> str:
        """Lines, indented but for the first."""
        return "\n  ".join(written)

    def rule(self) -> str:
        """A line that nobody takes for a heading's."""
        return "-----"


def _one_line(text: str, form: Form = LINE) -> str:
    return escape_text(text.strip(" "), form)
