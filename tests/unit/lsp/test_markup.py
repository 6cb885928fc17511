from __future__ import annotations

import html
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from seamark.lsp.markup import Markdown, Plain

MARKED = st.text(st.sampled_from("a1_*`[]()<>&;#!+-=~|\\.:/ \n\r{}^$\u2028"), max_size=12) | st.text(max_size=12)


def shown(markdown: str) -> str:
    rendered: str = MarkdownIt("commonmark").enable(["strikethrough", "table"]).render(f"{markdown}\n")
    return html.unescape(rendered)


@given(MARKED)
@example("1. x")
@example("__init__.py")
@example("&amp; &#35;")
@example("![a](b)")
@example("---")
def test_text_is_shown_as_it_is(text: str) -> None:
    written = Plain().text(text)
    if written:
        assert shown(Markdown().text(text)) == f"<p>{written}</p>\n"


@given(MARKED)
@example("a`b``c")
@example("`")
@example("{id}")
def test_code_is_shown_as_it_is(code: str) -> None:
    written = Plain().code(code)
    if written:
        assert shown("x " + Markdown().code(code)) == f"<p>x <code>{written}</code></p>\n"


@given(MARKED)
def test_a_link_leads_to_its_target(text: str) -> None:
    written = Plain().text(text)
    target = "http://x/" + quote("a (b) <c>'\"[d]\\_*.py")
    if written:
        assert shown(Markdown().link(text, target)) == f'<p><a href="{html.unescape(target)}">{written}</a></p>\n'


@pytest.mark.parametrize("markup", [Markdown(), Plain()])
def test_nothing_breaks_its_line(markup: Markdown | Plain) -> None:
    assert "\n" not in markup.text("a\n# b\r\n- c")
    assert "\n" not in markup.code("a\n\n```\nb")
