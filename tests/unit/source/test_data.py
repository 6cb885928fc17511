"""YAML and JSON with positions: what PyYAML makes of sound texts, and as much as there is of others."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from seamark.source.data import Mapping, Node, Scalar, Sequence, at_pointer, documents, text_of


def plain(node: Node | None) -> Any:
    """A node as plain data: all scalars are texts, mappings are lists of pairs."""
    if isinstance(node, Mapping):
        return [(entry.key.text, plain(entry.value)) for entry in node.entries]
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return "" if node is None else node.text


def expected(node: yaml.Node | None) -> Any:
    if isinstance(node, yaml.MappingNode):
        return [(key.value, expected(value)) for key, value in node.value]
    if isinstance(node, yaml.SequenceNode):
        return [expected(item) for item in node.value]
    return "" if node is None else node.value


def only(text: str) -> Node | None:
    (found,) = [one for one in documents(text.encode()) if one is not None]
    return found


KEYS = st.text("ab/{}-_: '\"#é", min_size=1, max_size=6) | st.sampled_from(
    ["paths", "/users/{id}", "200", "- a", "a: b"]
)
TEXTS = st.text("ab:/#{}[],'\"\\ \n-?&*!|>%é", max_size=12) | st.sampled_from(["a: b", "- a", "line\nline\n", "x" * 90])
DATA = st.recursive(
    TEXTS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(KEYS, DATA, min_size=1, max_size=4),
    st.sampled_from([None, True, False]),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.sampled_from([20, 1000]),
    st.integers(2, 4),
)
@example({"a 'b": "", "c": []}, True, None, 1000, 2)
@example({":": [], "_ :_": []}, None, None, 20, 2)
def test_yaml_is_read_as_pyyaml_reads_it(
    data: Any, flow: bool | None, style: str | None, width: int, indent: int
) -> None:
    text = yaml.dump(data, default_flow_style=flow, default_style=style, width=width, indent=indent, allow_unicode=True)
    assert plain(only(text)) == expected(yaml.compose(text, yaml.CBaseLoader))


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(KEYS, DATA, min_size=1), st.sampled_from([None, 0, 1, 4, "\t"]), st.booleans())
def test_json_is_read_as_json(data: Any, indent: int | str | None, as_ascii: bool) -> None:
    def pairs(value: Any) -> Any:
        if isinstance(value, dict):
            return [(key, pairs(inner)) for key, inner in value.items()]
        return [pairs(inner) for inner in value] if isinstance(value, list) else value

    assert plain(only(json.dumps(data, indent=indent, ensure_ascii=as_ascii))) == pairs(data)


@given(st.text("ab:{}[]-,'\"#&*|>?! \n\t%\r", max_size=60))
def test_nothing_is_raised_and_positions_are_those_of_the_text(text: str) -> None:
    data = text.encode()

    def look(node: Node | None, depth: int = 0) -> None:
        if isinstance(node, Scalar):
            assert 0 <= node.start <= node.end <= len(data)
        if isinstance(node, Mapping) and depth < 5:
            for entry in node.entries:
                look(entry.key)
                look(entry.value, depth + 1)
        if isinstance(node, Sequence) and depth < 5:
            for item in node.items:
                look(item, depth + 1)

    for document in documents(data):
        look(document)


@pytest.mark.parametrize("text", ["a: \"b c\"\nd: [e, 'f', {g: h}]\n", '{"a": "b c", "d": ["e", "f", {"g": "h"}]}'])
def test_spans_are_without_quotes(text: str) -> None:
    node = only(text)
    assert isinstance(node, Mapping)
    found = [node.own[0].key, node.get("a"), at_pointer(node, "/d/1"), at_pointer(node, "/d/2/g")]
    spans = [(one.text, text[one.start : one.end]) for one in found if isinstance(one, Scalar)]
    assert spans == [("a", "a"), ("b c", "b c"), ("f", "f"), ("h", "h")]


# A text, and what is found of it all the same.
BROKEN = [
    ("a:\n  x: 1\nb: 'open\nc:\n  y: 2\n", [("a", [("x", "1")]), ("b", "open"), ("c", [("y", "2")])]),
    ("a:\n  x: 1\n  y 2\n  z: 3\n", [("a", [("x", "1"), ("z", "3")])]),
    ("a:\n    x: 1\n  y: 2\n  z: 3\nb: 4\n", [("a", [("x", "1"), ("y", "2"), ("z", "3")]), ("b", "4")]),
    ("a:\n\tx: 1\nb:\n  y: 2\n", [("a", [("x", "1")]), ("b", [("y", "2")])]),
    ("a: [1, {x: 2]\nb: 3\n", [("a", ["1", [("x", "2")]]), ("b", "3")]),
    ("a:\n  /us\n  /users: 1\n  /more: 2\n", [("a", [("/users", "1"), ("/more", "2")])]),
    ("{{- if .x }}\na: {{ .y }}\n{{- end }}\nb: 2\n", [("a", "{{ .y }}"), ("b", "2")]),
    ('{\n  "a": {\n    "x": 1\n  },\n  "b": {\n    "y": 2,\n  "c": {\n    "z": 3\n  }\n}\n',
     [("a", [("x", "1")]), ("b", [("y", "2,")]), ("c", [("z", "3")])]),
    ('{\n\t"a": {\n\t\t"x": 1\n\t}},\n\t"b": {\n\t\t"y": "2"\n\t}\n}\n', [("a", [("x", "1")]), ("b", [("y", "2")])]),
    ('{\n  "a": {\n    "x": "1\n  },\n  "b": {\n    "y": "2"\n  }\n}\n', [("a", [("x", "1")]), ("b", [("y", "2")])]),
    ('{"a": {"x": 1}, "b": {"y": ', [("a", [("x", "1")]), ("b", [("y", "")])]),
    ("<<<<<<< ours\na: 1\n=======\na: 2\n>>>>>>> theirs\nb: 3\n", [("a", "1"), ("a", "2"), ("b", "3")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), BROKEN)
def test_what_is_wrong_somewhere_stays_there(text: str, found: Any) -> None:
    assert plain(only(text)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [(r'{"/a\ud83d\ude00": 1}', "/a😀"), (r'{"/a\ud83d": 1}', "/a\ufffd"), (r'"/\ude00\ud83d": 1', "/\ufffd\ufffd")],
)
def test_halves_of_characters(text: str, found: str) -> None:
    assert plain(only(text)) == [(found, "1")]


def test_documents_of_one_text() -> None:
    text = "a: 1\n---\n# nothing\n---\nb: |\n  ---\n  c\n...\n--- {d: 2}\n"
    assert [plain(one) for one in documents(text.encode())] == [[("a", "1")], "", [("b", "---\nc\n")], "", [("d", "2")]]


def test_aliases_and_what_is_merged() -> None:
    text = "a: &a\n  x: 1\n  y: 2\nb: *a\nc:\n  <<: [*a, *a]\n  y: 3\nd: [&e {z: 4}, *e, *none]\nf: &f {g: *f}\n"
    node = only(text)
    assert plain(at_pointer(node, "/b")) == [("x", "1"), ("y", "2")]
    assert plain(at_pointer(node, "/c")) == [("y", "3"), ("x", "1")]
    assert plain(at_pointer(node, "/d")) == [[("z", "4")], [("z", "4")], ""]
    assert plain(at_pointer(node, "/f/g/g/g/none")) == ""


def test_a_billion_laughs() -> None:
    lines = ["a0: &a0 [x]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40))]
    node = only("\n".join(lines))
    assert text_of(at_pointer(node, "/a39" + "/8" * 39 + "/0")) == "x"
    merged = ["a0: &a0 {x: 1}", *(f"a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}]}}" for n in range(1, 40))]
    assert plain(at_pointer(only("\n".join(merged)), "/a39")) == [("x", "1")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000, "{a: " * 100_000, "[" * 100_000 + "}" * 100_000, "- " * 50_000, "? " * 50_000, "&a " * 100_000,
        "'" * 100_000, "\n".join(" " * (2000 - n) + "a:" for n in range(2000)), "a: &a *a\n" * 5000,
        "\n".join(f"a{n}: &a{n} *a{n - 1}" for n in range(1, 20_000)), "a:\n" + "  - b: c\n" * 300_000,
        "x\n" * 1_000_000,
        "".join("  " * n + "a:\n" for n in range(1500)), "a: b\r" * 100_000, "---\n" * 100_000,
        "a: >\n" + "  text\n" * 100_000, "\r" + '"a": {' * 2000 + "\n{}\n",
    ],
    ids=range(17),
)  # fmt: skip
def test_texts_that_are_hard_to_read(text: str) -> None:
    for document in documents(text.encode()):
        if isinstance(document, Mapping):
            for entry in document.entries[-3:]:
                at_pointer(entry.value, "/a/a/0/b")
