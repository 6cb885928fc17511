"""The skeleton of an OpenAPI document, by a validator, and by what Seamark reads in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from openapi_spec_validator import OpenAPIV31SpecValidator

from seamark.cli.main import main
from seamark.cli.openapi import VERBS, Route, document
from seamark.index import Index
from seamark.keys import http_key

SHOP = Path(__file__).parents[3] / "fixtures" / "shop"


def valid(found: Any) -> dict[str, Any]:
    """The document; fails if it is none."""
    OpenAPIV31SpecValidator(found).validate()
    assert isinstance(found, dict)
    return found


def shown(*routes: Route) -> dict[str, dict[str, str | None]]:
    """The ids of operations, by path and verb."""
    paths = valid(document("a", routes))["paths"]
    return {
        path: {verb: said.get("operationId") for verb, said in item.items() if verb != "parameters"}
        for path, item in paths.items()
    }


@pytest.mark.parametrize(
    ("routes", "expected"),
    [
        ([], {}),
        ([Route("GET /a", "/a", "read")], {"/a": {"get": "read"}}),
        ([Route("GET /a", "/a", None)], {"/a": {"get": None}}),
        ([Route("GET /a/{}", "/<int:number>", "A.read")], {"/a/{number}": {"get": "read"}}),
        ([Route("GET /a/{}", "/a/{id:[0-9]+}", "A.read")], {"/a/{id}": {"get": "read"}}),
        ([Route("GET /a/{}/b/{}", "/b/:b", "f")], {"/a/{id}/b/{b}": {"get": "f"}}),
        ([Route("GET /a/{}/b/{}", "find", "f")], {"/a/{id}/b/{id2}": {"get": "f"}}),
        ([Route("GET /a/{}/{}", "/a/{x}/{x}", "f")], {"/a/{x}/{x2}": {"get": "f"}}),
        ([Route("GET /a/{}.json", "/a/{name}.json", "f")], {"/a/{name}.json": {"get": "f"}}),
        ([Route("GET /files/*", "/files/*rest", "f")], {"/files/{rest}": {"get": "f"}}),
        ([Route("GET /files/*", "/files/{path:path}", "f")], {"/files/{path}": {"get": "f"}}),
        (
            [Route("GET /a/{}", "/a/{one}", "read"), Route("PUT /a/{}", "/a/{other}", "write")],
            {"/a/{one}": {"get": "read", "put": "write"}},
        ),
        (
            [Route("GET /a/{}", "/a/{one}", "read"), Route("PUT /a/{}/b", "/b", "write")],
            {"/a/{one}": {"get": "read"}, "/a/{one}/b": {"put": "write"}},
        ),
        (
            [Route("GET /a", "/a", "A.read"), Route("GET /b", "/b", "B.read"), Route("PUT /b", "/b", "B.read")],
            {"/a": {"get": "A_read"}, "/b": {"get": "B_read", "put": "B_read_put"}},
        ),
        (
            [Route(f"GET /{one}", f"/{one}", "read") for one in "abc"],
            {"/a": {"get": "read"}, "/b": {"get": "read_get"}, "/c": {"get": "read_get_2"}},
        ),
        (
            [Route("ANY /a", "/a", "C::all")],
            {
                "/a": {
                    "get": "C_all",
                    "put": "C_all_put",
                    "post": "C_all_post",
                    "delete": "C_all_delete",
                    "patch": "C_all_patch",
                }
            },
        ),
        ([Route("PROPFIND /a", "/a", "f")], {}),
    ],
)
def test_what_it_has(routes: list[Route], expected: dict[str, dict[str, str | None]]) -> None:
    assert shown(*routes) == expected


SEGMENTS = st.lists(st.sampled_from(["a", "b", "{}", "{}.json", "x-{}"]), max_size=4)
ROUTES = st.builds(
    lambda verb, segments, written, handler: Route(f"{verb} /{'/'.join(segments)}", written, handler),
    st.sampled_from([*map(str.upper, VERBS), "ANY", "LINK"]),
    SEGMENTS,
    st.text(st.sampled_from("ab/{}<>:*$"), max_size=12),
    st.sampled_from([None, "read", "A.read", "B.read", "n::C::read"]),
)


@given(st.lists(ROUTES, max_size=8))
def test_it_is_valid_and_has_every_route(routes: list[Route]) -> None:
    found = shown(*routes)
    stated = {http_key(verb, path) for path, item in found.items() for verb in item}
    assert {http_key(*route.key.split(" ")) for route in routes if route.key[:4] not in ("ANY ", "LINK")} <= stated
    ids = [one for item in found.values() for one in item.values() if one is not None]
    assert len(set(ids)) == len(ids)


def export(*arguments: str) -> tuple[str, str, int]:
    done = CliRunner().invoke(main, ["export", *arguments, "--no-cache"], catch_exceptions=False)
    return done.stdout, done.stderr, done.exit_code


@pytest.mark.slow
@pytest.mark.parametrize("service", ["catalog", "newsletter", "orders", "payments", "scale", "search", "shipping"])
@pytest.mark.parametrize("form", ["openapi", "openapi-json"])
def test_seamark_reads_in_it_what_the_code_serves(service: str, form: str, tmp_path: Path) -> None:
    name = "openapi.json" if form == "openapi-json" else "openapi.yaml"
    said = export(str(SHOP), "--service", service, "--format", form, "-o", str(tmp_path / name))
    assert said == ("", "", 0)
    text = (tmp_path / name).read_text("utf-8")
    valid(json.loads(text) if form == "openapi-json" else yaml.safe_load(text))
    shop, alone = Index([SHOP]), Index([tmp_path])
    shop.load()
    alone.load()
    code = {port.key for port in shop.ports() if port.service == service and port.role == "exposes"}
    keys = {port.key for port in alone.ports() if port.contract}
    assert keys == {key for key in code if " /" in key}


def test_a_service_must_be_clear() -> None:
    assert export(str(SHOP / "orders"))[2] == 0
    for arguments, message in (
        ([str(SHOP)], "several services have routes; choose one with --service: catalog (9), newsletter (2)"),
        ([str(SHOP), "--service", "nope"], "nope is not a service with routes; these are: catalog (9)"),
        ([str(SHOP / "web")], "no routes found"),
    ):
        shown, error, code = export(*arguments)
        assert (shown, code) == ("", 2) and message in error
