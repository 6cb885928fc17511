from __future__ import annotations

import json
import re
import tomllib

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from seamark.escaping import (
    ANNOTATION,
    CELL,
    DOT,
    HTML,
    LINE,
    MARKDOWN,
    MERMAID,
    NOTICE,
    PROPERTY,
    SARIF,
    TARGET,
    TITLE,
    Form,
    escape_text,
    in_json,
    in_yaml,
    is_visible,
    json_text,
    not_a_command,
    toml_text,
)

FORMS = [ANNOTATION, CELL, DOT, HTML, LINE, MARKDOWN, MERMAID, NOTICE, PROPERTY, SARIF, TARGET, TITLE]
TEXTS = st.text(st.sampled_from("ax1bu0U\\#[]: \n\x1b\x00\x7f\x9b\u202e\u2028\u200b\ud800\U000e0041é漢"), max_size=20)
HIDDEN = [
    *map(chr, (*range(0x20), *range(0x7F, 0xA0))),
    *"\u061c\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff",
    *("\ud800", "\udc80", "\udfff", "\U000e0001", "\U000e0041", "\U000e007f"),
]


def read(shown: str) -> str:
    """The text that somebody sees who knows the escapes."""
    code = r"\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))"
    return re.sub(code, lambda found: chr(int(next(filter(None, found.groups())), 16)), shown)


@given(TEXTS)
@example("\\x1b")
@example("\\" + "\x1b")
@example("##[error]")
@example("C:\\users\\x86\\new")
def test_what_is_shown_stands_for_one_text(text: str) -> None:
    assert read(escape_text(text)) == text
    assert read(not_a_command(escape_text(text))) == text


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("character", HIDDEN)
def test_no_form_shows_what_hides_or_controls(form: Form, character: str) -> None:
    shown = escape_text(f"a{character}b", form)
    assert shown.isprintable()
    assert f"{ord(character):x}" in shown


@pytest.mark.parametrize("text", ["käse", "漢字 €", "😀", r"C:\temp\new", "a: b::c #1 #[x]", "a ## b", "{}", "é́"])
def test_what_everybody_sees_stays(text: str) -> None:
    assert escape_text(text) == text
    assert is_visible(text)
    assert not_a_command(text) == text


@pytest.mark.parametrize("text", ["##[error]x", "x ##vso[task.setvariable]y", "##teamcity[a]"])
@pytest.mark.parametrize("form", FORMS)
def test_no_form_has_a_command_of_a_build(text: str, form: Form) -> None:
    assert not re.search(r"##\w*\[", escape_text(text, form))
    assert not re.search(r"##\w*\[", json_text({text: text}))
    assert json.loads(json_text({text: text})) == {text: text}


@pytest.mark.parametrize("line", ["::error::x", "  ::set-output name=a::b", "\t::add-mask::x", ":::"])
def test_no_line_begins_as_a_command(line: str) -> None:
    assert not not_a_command(line).lstrip().startswith("::")


@given(st.dictionaries(TEXTS, TEXTS))
def test_json_has_the_very_same_texts(value: dict[str, str]) -> None:
    for indent in (None, 2):
        written = json_text(value, indent)
        assert json.loads(written) == value
        assert written.replace("\n", "").isprintable()
    assert json.loads(in_json(json.dumps(value))) == value


@given(TEXTS.filter(lambda text: not re.search("[\ud800-\udfff]", text)))
@example("\x7f")
def test_toml_has_the_very_same_text(text: str) -> None:
    assert tomllib.loads(f"key = {toml_text(text)}") == {"key": text}
    assert toml_text(text).isprintable()


@given(st.lists(TEXTS.filter(lambda text: not re.search("[\ud800-\udfff]", text))))
def test_yaml_has_the_very_same_texts(value: list[str]) -> None:
    written = in_yaml(yaml.safe_dump(value, allow_unicode=True, default_style='"', width=1000))
    assert yaml.safe_load(written) == value
    assert written.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("form", "text", "shown"),
    [
        (NOTICE, "[x](command:y) (z)", r"[x]\x28command:y) (z)"),
        (TITLE, "$(bug) $x", r"\x24(bug) $x"),
        (MARKDOWN, "![x](http://y) <b> www.z a@b.c", r"!\[x\](http\://y) \<b> www\.z a\@b.c"),
        (MARKDOWN, "orders@5d91f3/views.py:23 wwwx.y C::d", "orders@5d91f3/views.py:23 wwwx.y C::d"),
        (CELL, r"a|b\|c\d", r"a\|b\x5c\|c\d"),
        (TARGET, "http://x/a) <b>", "http://x/a%29%20%3Cb%3E"),
        (DOT, r'"a\n" &lt; a&b', r"\"a\\n\" &amp;lt; a&b"),
        (MERMAID, '"%%{init}%%" $$x$$ #1;', "#34;#37;#37;{init}#37;#37;#34; #36;#36;x#36;#36; #35;1;"),
        (HTML, "<b a='\"'>&lt;", "&#60;b a=&#39;&#34;&#39;&#62;&#38;lt;"),
        (ANNOTATION, "100%: a,b", "100%25: a,b"),
        (PROPERTY, "100%: a,b", "100%25%3A a%2Cb"),
        (SARIF, "[a] [b](c) (d)", r"[a] \[b](c) (d)"),
    ],
)
def test_each_form_has_escapes_of_its_own(form: Form, text: str, shown: str) -> None:
    assert escape_text(text, form) == shown
