from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_sitter import Node

from seamark.source import DIALECTS, PYTHON, SVELTE, VUE, Dialect, regions, without_open_comments
from seamark.source.dialects import PHP, TSX, TYPESCRIPT
from tests.pace import within


def contents(data: bytes) -> list[tuple[str, bytes]]:
    return [(region.dialect.name, data[slice(*region.ranges[0])]) for region in regions(VUE, data)]


def first(node: Node, kind: str) -> Node:
    """The first node of a kind, in the order of the text."""
    pending = [node]
    while pending:
        node = pending.pop()
        if node.type == kind:
            return node
        pending += reversed(node.children)
    raise AssertionError(f"no {kind}")


def test_a_plain_file_is_one_region() -> None:
    [region] = regions(PYTHON, b"x = 1\n")
    assert region.dialect is PYTHON and region.ranges == ((0, 6),) and region.tree.root_node.type == "module"


def test_an_empty_file_is_a_region() -> None:
    [region] = regions(PYTHON, b"")
    assert region.ranges == ((0, 0),)


@pytest.mark.parametrize("dialect", [VUE, SVELTE])
def test_offsets_are_those_of_the_file(dialect: Dialect) -> None:
    data = '<template>é</template>\r\n<script setup lang="ts">const a: A = f("/x")\n</script>'.encode()
    [region] = regions(dialect, data)
    assert region.dialect.name == "typescript" and not region.tree.root_node.has_error
    literal = first(region.tree.root_node, "string")
    assert (literal.start_byte, literal.end_byte) == (data.index(b'"/x"'), data.index(b'"/x"') + 4)
    assert literal.start_point == (1, literal.start_byte - data.index(b"<script"))


@pytest.mark.parametrize(
    ("tag", "dialect"),
    [
        ("<script>", "javascript"),
        ("<script setup>", "javascript"),
        ('<script context="module">', "javascript"),
        ('<script type="module">', "javascript"),
        ("<script lang=ts>", "typescript"),
        ("<script lang='ts' module>", "typescript"),
        ('<script\n  setup\n  lang = "tsx"\n>', "tsx"),
        ('<script lang="jsx">', "javascript"),
        ('<script type="text/typescript">', "typescript"),
        ('<script lang="ts" generics="T extends Map<string, number>">', "typescript"),
        ('<script lang="coffee">', None),
        ('<script type="application/ld+json">', None),
        ('<script src="./x.ts" lang="ts">', None),
        ("<scripture>", None),
        ("<SCRIPT>", "javascript"),
        ("<Script>", None),
    ],
)
def test_the_dialect_of_a_script(tag: str, dialect: str | None) -> None:
    expected = [] if dialect is None else [(dialect, b"f(1)")]
    assert contents(f"{tag}f(1)</script>".encode()) == expected


def test_several_scripts() -> None:
    data = b"<script context='module'>a()</script><p/><script lang='ts'>b()</script>"
    assert contents(data) == [("javascript", b"a()"), ("typescript", b"b()")]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<!-- <script>a()</script> --><script>b()</script>", [b"b()"]),
        (b"<script>x = '<!--'</script><script>y()</script>", [b"x = '<!--'", b"y()"]),
        (b"<!-- <script>a()</script>", []),
        (b"<script>a()", [b"a()"]),
        (b"<script/><script>b()</script>", [b"b()"]),
        (b"<script> \n </script>", []),
        (b"<script></script>", []),
        (b"<script>a('</scripty')</script >", [b"a('</scripty')"]),
        (b"<script", []),
        (b"<script a='<script>b()</script>", [b"b()"]),
        (b"<script \xef\xbf\xbd='1'>b()</script>", [b"b()"]),
    ],
)
def test_odd_markup(data: bytes, expected: list[bytes]) -> None:
    assert [content for _, content in contents(data)] == expected


@pytest.mark.parametrize(
    "piece", [b"<script ", b"<script>", b"<!--", b"<script a='", b"<script a=\"<script b='", b"<script a "]
)
def test_hostile_markup_takes_linear_time(piece: bytes) -> None:
    with within(5):
        regions(VUE, piece * 20_000)


def _has_such_comments(dialect: Dialect) -> bool:
    return not any(region.tree.root_node.has_error for region in regions(dialect, b"/* a */"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "dialect",
    [dialect for dialect in DIALECTS if dialect.grammar is not None and _has_such_comments(dialect)],
    ids=lambda dialect: dialect.name,
)
@pytest.mark.parametrize("line", [b'#define A "/* "\n', b"x /*\n", b"x(); /*\n"])
def test_comments_without_end_take_linear_time(dialect: Dialect, line: bytes) -> None:
    with within(5):
        regions(dialect, b"<?php\n" + line * 3_000)


def test_a_few_comments_without_end_stay_what_they_are() -> None:
    assert without_open_comments(b"/* a */ x('/*')" + b"y('/*')" * 15) == b"/* a */ x('/*')" + b"y('/*')" * 15
    assert without_open_comments(b"/* a */ /* b" + b"y('/*')" * 16) == b"/* a */ /+ b" + b"y('/+')" * 16


@given(
    st.lists(
        st.sampled_from([b"<script", b" lang='ts'", b">", b"</script>", b"<!--", b"-->", b"f()", b"\n", b"'", b"/"])
    )
)
def test_regions_are_in_order_and_apart(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    spans = [span for region in regions(VUE, data) for span in region.ranges]
    assert all(start < end <= len(data) for start, end in spans)
    assert all(before[1] < after[0] for before, after in itertools.pairwise(spans))


XML = b'<?xml version="1.0"?><TS><name>fetch("/users")</name></TS>'


@pytest.mark.parametrize(
    ("dialect", "data", "count"),
    [
        (TYPESCRIPT, XML, 0),  # Qt calls its translations so.
        (TYPESCRIPT, b'const xml = `<?xml version="1.0"?>`', 1),
        (TSX, b"<TS/>", 1),
        (PHP, b'<?xml version="1.0"?><a><?php $b ?></a>', 1),
        (VUE, b"<?xml?><script>x = 1</script>", 1),
    ],
)
def test_xml_is_no_source(dialect: Dialect, data: bytes, count: int) -> None:
    assert len(regions(dialect, data)) == count
