"""Patterns that are applied to texts of a workspace: none takes time by the square of a text's length.

The texts are such as did: the beginning of what a pattern matches again and again, without its end.
"""

from __future__ import annotations

import re
import time
from collections import deque
from typing import Any

import pytest

from seamark import keys
from seamark.catalogue import generated, refusals
from seamark.cli import openapi
from seamark.documents import dockerfile, nginx, templates
from seamark.documents.written_requests import http_file, variables
from seamark.extract.c.bindings import assignments
from seamark.extract.c.preprocessor import conditionals, macros
from seamark.index.documents import document_ports
from seamark.index.folders import manifest_formats
from seamark.lsp.features.editing import operation, written
from seamark.lsp.organisation import checkouts
from seamark.resolve import stated_by_callers
from seamark.resolve.hand_written_routes import comparisons
from seamark.resolve.partial_texts import operations

LENGTH = 100_000


@pytest.mark.parametrize(
    ("pattern", "begin", "again", "end"),
    [
        pytest.param(templates._TEMPLATE, "", "{%", "", id="templates"),
        pytest.param(variables._USE, "{{", " ", "{", id="variables of requests"),
        pytest.param(http_file._VARIABLE, "@a = b", " ", "c", id="spaces in an .http file"),
        pytest.param(dockerfile._PAIR, "", "a", "", id="a word in a Dockerfile"),
        pytest.param(dockerfile._PAIR, "", "a=", "$", id="pairs in a Dockerfile"),
        pytest.param(nginx._TOKEN, "", "${a}{{ ", "", id="templates in nginx"),
        pytest.param(keys._PATTERN_PIECE, "", "[a", "", id="sets in a pattern of paths"),
        pytest.param(keys._REST, "", "{a:", "", id="the rest of a path in braces"),
        pytest.param(keys._REST, "", "<a:", "", id="the rest of a path in angles"),
        pytest.param(generated._NAMED, "", "a", "", id="names of services"),
        pytest.param(stated_by_callers._WORD, "", "a", "", id="the first word of a path"),
        pytest.param(document_ports._ORIGIN, "", "a", "", id="origins"),
        pytest.param(manifest_formats._COMMENT, "", "/*a", "", id="comments in JSON"),
        pytest.param(manifest_formats._COMMENT, '"', '\\"', "", id="quotes in JSON"),
        pytest.param(manifest_formats._TRAILING, '"', '\\"', "", id="quotes in JSON without comments"),
        pytest.param(manifest_formats._TAG, "<", "a", "", id="a tag in pom.xml"),
        pytest.param(manifest_formats._ARTIFACT, "<artifactId>", " ", "", id="spaces in pom.xml"),
        pytest.param(manifest_formats._APPLIED, "apply", " ", "", id="spaces in a script of Gradle"),
        pytest.param(manifest_formats._APPLIED, "apply from: '", "a", "", id="a script that one of Gradle applies"),
        pytest.param(manifest_formats._PROJECT, "a project('", ":a", "", id="a path of a project of Gradle"),
        pytest.param(manifest_formats._PROJECT, "", "a (", "", id="words in a script of Gradle"),
        pytest.param(manifest_formats._ACCESSOR, "a projects.", "a.", "-", id="an accessor of Gradle"),
        pytest.param(manifest_formats._DIRECTIVE, "", "a", "", id="a word in go.mod"),
        pytest.param(manifest_formats._DIRECTIVE, "", "a(", "", id="blocks in go.mod"),
        pytest.param(conditionals._LINE, "", "\t", "", id="a line of the preprocessor"),
        pytest.param(conditionals._PIECE, "", "/*a", "", id="comments between lines of the preprocessor"),
        pytest.param(conditionals._PIECE, '"', '\\"', "", id="quotes between lines of the preprocessor"),
        pytest.param(macros._PIECE, "", "/*a", "", id="comments in macros"),
        pytest.param(macros._PIECE, '"', '\\"', "", id="quotes in macros"),
        pytest.param(assignments._lending_pattern("a"), "", "{static ", "", id="variables that are lent"),
        pytest.param(comparisons._CONVERSION, "", "%[", "", id="conversions"),
        pytest.param(operations._BRACES, "{", "a", "", id="braces of a format"),
        pytest.param(operations._UNFINISHED, "%", "0", "x", id="an unfinished conversion"),
        pytest.param(openapi._NAME, "{", "a", "", id="names of parameters"),
        pytest.param(checkouts._WORD, "", "a", "-", id="a name's last word"),
        pytest.param(written._HOLE, "", '" + a', "", id="holes of what is written"),
        pytest.param(written._HOST, "", "a", "", id="hosts of what is written"),
    ],
)
def test_no_search_takes_long(pattern: re.Pattern[Any], begin: str, again: str, end: str) -> None:
    text = _text(pattern, begin, again, end)
    start = time.process_time()
    deque(pattern.finditer(text), maxlen=0)
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("pattern", "begin", "again", "end"),
    [
        pytest.param(macros._NUMBER, "(0", " ", "x", id="numbers in macros"),
        pytest.param(operation._YAML_INNER, " a", ": #", "", id="keys of YAML"),
    ],
)
def test_no_match_takes_long(pattern: re.Pattern[Any], begin: str, again: str, end: str) -> None:
    text = _text(pattern, begin, again, end)
    start = time.process_time()
    assert pattern.match(text) is None
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("pattern", "again"),
    [
        pytest.param(refusals.REFUSES, "_NOT_", id="names of refusals"),
        pytest.param(refusals.REFUSES_VERB, "notAllowed", id="names of refused verbs"),
        pytest.param(refusals.FORBIDS, "FORBIDDEN", id="names of what is forbidden"),
    ],
)
def test_no_match_as_a_whole_takes_long(pattern: re.Pattern[str], again: str) -> None:
    text = again * (LENGTH // len(again))
    assert pattern.fullmatch(text)
    start = time.process_time()
    assert pattern.fullmatch(f"{text}!") is None
    assert time.process_time() - start < 3


def _text(pattern: re.Pattern[Any], begin: str, again: str, end: str) -> str | bytes:
    text = begin + again * (LENGTH // len(again)) + end
    return text if isinstance(pattern.pattern, str) else text.encode()
