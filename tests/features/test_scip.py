"""The index of SCIP, read back with the official schema: that of a package of npm, generated from it."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from google.protobuf import descriptor_pb2

from seamark.cli.graphs import scip, scip_schema
from seamark.cli.main import main
from tests.editors.installing import CACHE, alone, program, run

SHOP = Path(__file__).parents[2] / "fixtures" / "shop"
OFFICIAL = "@c4312/scip@0.1.0"
READ = """
const { fromBinary, toJson } = require("@bufbuild/protobuf");
const { IndexSchema } = require("@c4312/scip");
const index = fromBinary(IndexSchema, require("node:fs").readFileSync(process.argv[1]), { readUnknownFields: false });
console.log(JSON.stringify(toJson(IndexSchema, index)));
"""
NAME = r"`(?:[^`]|``)+`|[\w+$-]+"
SYMBOL = re.compile(rf"seamark \. \. \. (?:{NAME})/(?:{NAME})#(?:(?:{NAME}):)?")
"""Those symbols of SCIP's grammar that Seamark uses: a namespace, a type, and where a document states it a meta."""

Json = Mapping[str, Any]


@pytest.fixture(scope="module")
def official() -> Path:
    """The folder that the package is installed in."""
    folder = CACHE / "scip-0.1.0"
    program("node", "Node.js 20 and npm are needed to read SCIP")
    npm = program("npm", "npm is needed to read SCIP")
    with alone():
        if not (folder / "installed").exists():
            flags = ("--no-audit", "--no-fund", "--no-update-notifier", "--ignore-scripts")
            run([npm, "install", *flags, "--prefix", str(folder), OFFICIAL])
            (folder / "installed").touch()
    return folder


@pytest.fixture(scope="module")
def schema(official: Path) -> descriptor_pb2.FileDescriptorProto:
    code = (official / "node_modules" / "@c4312" / "scip" / "scip_pb.js").read_text("utf-8")
    (encoded,) = re.findall(r'fileDesc\)\("([^"]+)"', code)
    return descriptor_pb2.FileDescriptorProto.FromString(base64.b64decode(encoded + "=="))


def written(workspace: Path, file: Path) -> Result:
    return CliRunner().invoke(main, ["graph", str(workspace), "--format", "scip", "-o", str(file)])


def read(official: Path, file: Path) -> Json:
    command = [program("node", "Node.js is needed"), "-e", READ, str(file)]
    done = subprocess.run(command, cwd=official, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: Json = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def shop(official: Path, tmp_path_factory: pytest.TempPathFactory) -> Json:
    file = tmp_path_factory.mktemp("scip") / "index.scip"
    assert (written(SHOP, file).exit_code, file.exists()) == (0, True)
    return read(official, file)


def test_what_is_written_is_in_the_official_schema(schema: descriptor_pb2.FileDescriptorProto) -> None:
    field = descriptor_pb2.FieldDescriptorProto
    theirs = {
        (message.name, one.name, one.number, one.label, one.type_name, one.type)
        if one.type != field.TYPE_ENUM
        else (message.name, one.name, one.number, one.label, "", field.TYPE_INT32)
        for message in schema.message_type
        for one in message.field
    }
    ours = {
        (message.name, one.name, one.number, one.label, one.type_name, one.type)
        for message in scip_schema.file().message_type
        for one in message.field
    }
    assert len(ours) > 20
    assert ours - theirs == set()


def test_the_numbers_are_those_of_the_official_schema(schema: descriptor_pb2.FileDescriptorProto) -> None:
    enums = {enum.name: {value.name: value.number for value in enum.value} for enum in schema.enum_type}
    kinds = {
        value.name: value.number
        for message in schema.message_type
        for enum in message.enum_type
        if enum.name == "Kind"
        for value in enum.value
    }
    assert enums["TextEncoding"]["UTF8"] == scip_schema.UTF8
    assert enums["PositionEncoding"]["UTF32CodeUnitOffsetFromLineStart"] == scip_schema.CODE_POINTS
    assert (enums["SymbolRole"]["Definition"], enums["SymbolRole"]["Test"]) == (
        scip_schema.DEFINITION,
        scip_schema.TEST,
    )
    assert kinds["Interface"] == scip_schema.INTERFACE
    assert set(scip.NAMES.values()) <= enums["Language"].keys()


def test_handlers_define_and_callers_refer(shop: Json) -> None:
    refund = scip.symbol("http", "POST /payments/{}/refund")
    assert places(shop, refund) == [
        ("orders/orders/payments.py", "{PAYMENTS}/{order_id}/refund", False),
        ("payments/api.go", "/refund", False),
        ("payments/api.go", "refund", True),
    ]


def test_every_port_has_its_occurrence(shop: Json) -> None:
    result = CliRunner().invoke(main, ["ports", str(SHOP), "--format", "jsonl"])
    ports = [json.loads(line) for line in result.output.splitlines()]
    assert len(ports) > 30
    there = {
        (document["relativePath"], *occurrence["range"][:2])
        for document in shop["documents"]
        for occurrence in document["occurrences"]
    }
    assert {(port["file"], port["line"] - 1, port["column"] - 1) for port in ports} <= there


def test_what_documents_state_is_related(shop: Json) -> None:
    documents = {document["relativePath"]: document for document in shop["documents"]}
    for file, mechanism in (("payments/openapi.yaml", "http"), ("prices/prices.proto", "grpc")):
        stated = documents[file]["symbols"]
        assert stated
        for information in stated:
            own = scip.symbol(mechanism, information["displayName"])
            assert information["symbol"] == f"{own}`{file}`:"
            related = [one for one in informations(shop) if one["symbol"] == own]
            assert {"symbol": information["symbol"], "isReference": True, "isImplementation": True} in [
                relation for one in related for relation in one["relationships"]
            ]


def test_symbols_are_of_the_grammar_and_described_once(shop: Json) -> None:
    used = {one["symbol"] for document in shop["documents"] for one in document["occurrences"]}
    assert [symbol for symbol in used if SYMBOL.fullmatch(symbol) is None] == []
    unused = [one for one in informations(shop) if one["symbol"] not in used]
    assert [one["displayName"] for one in unused if not one["relationships"]] == []
    assert used <= {one["symbol"] for one in informations(shop)}
    for document in shop["documents"]:
        defined = {one["symbol"] for one in document["occurrences"] if one.get("symbolRoles", 0) & 1}
        assert sorted(one["symbol"] for one in document.get("symbols", [])) == sorted(defined)


def test_what_the_index_says_of_itself(shop: Json) -> None:
    assert shop["metadata"]["projectRoot"] == SHOP.resolve().as_uri()
    assert shop["metadata"]["toolInfo"]["name"] == "seamark"
    assert [document["relativePath"] for document in shop["documents"] if not document["language"]] == []


def test_odd_names(official: Path, tmp_path: Path) -> None:
    root = tmp_path / "sp ace"
    root.mkdir()
    (root / "käse.py").write_text('import requests\n"ä🦊"; requests.get("http://shop/a b`c/käse")\n', "utf-8")
    assert written(root, tmp_path / "index.scip").exit_code == 0
    index = read(official, tmp_path / "index.scip")
    (document,) = index["documents"]
    (occurrence,) = document["occurrences"]
    assert (document["relativePath"], occurrence["range"][0]) == ("käse.py", 1)
    assert SYMBOL.fullmatch(occurrence["symbol"])
    line = (root / "käse.py").read_text("utf-8").splitlines()[1]
    assert line[slice(*occurrence["range"][1:])].endswith("/käse")


def test_the_terminal_gets_none(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["graph", str(tmp_path), "--format", "scip"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--output" in result.stderr


def test_without_protobuf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "seamark.cli.graphs.scip_schema", raising=False)
    monkeypatch.delattr("seamark.cli.graphs.scip_schema")
    monkeypatch.setitem(sys.modules, "google.protobuf", None)
    result = written(tmp_path, tmp_path / "index.scip")
    assert (result.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert f"{sys.executable} -m pip install 'protobuf>=5'" in result.stderr


def informations(index: Json) -> list[Json]:
    return [*index.get("externalSymbols", []), *(one for each in index["documents"] for one in each.get("symbols", []))]


def places(index: Json, symbol: str) -> list[tuple[str, str, bool]]:
    """Each file and text where the symbol is, and whether it is defined there."""
    return [
        (
            document["relativePath"],
            text(document["relativePath"], occurrence["range"]),
            occurrence.get("symbolRoles") == 1,
        )
        for document in index["documents"]
        for occurrence in document["occurrences"]
        if occurrence["symbol"] == symbol
    ]


def text(file: str, span: list[int]) -> str:
    line, start, end = span
    return (SHOP / file).read_text("utf-8").splitlines()[line][start:end]
