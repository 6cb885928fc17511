"""The features apart from any editor, on the toy language; and the words of a hover."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from seamark.lsp import uris
from seamark.lsp.features.display.hover import hover
from seamark.lsp.features.navigation.definition import definition
from seamark.lsp.features.navigation.references import references
from seamark.lsp.features.place import Place, who
from seamark.lsp.hover_text import write
from seamark.lsp.markup import Markdown, Plain
from seamark.lsp.organisation.everywhere import Everywhere
from seamark.lsp.positions import Positions
from seamark.resolve.port_model import Match, Port
from tests.protocol.toy import Toy

ROOT = Path("/work space")
CALL, ROUTE = 'call "GET /x"\n', 'route "GET /x" f\n'
ON_CALL, ON_ROUTE, ON_NAME = 8, 8, 15


def toy(**files: str) -> Toy:
    made = Toy([ROOT])
    for name, text in files.items():
        made.open(f"{name}.toy", text.encode())
    return made


def said(service: Toy, path: str, offset: int, markup: Markdown | Plain | None = None) -> str:
    found = hover(service, path, offset)
    assert found is not None
    return write(found, markup or Plain(), Positions(Everywhere(service), "utf-16", uris.from_path))


class TestDefinition:
    def test_from_a_call_to_the_handlers(self) -> None:
        jump = definition(toy(a=CALL, b=ROUTE, c="\n" + ROUTE), "a.toy", ON_CALL)
        assert jump is not None
        assert jump.origin == Place("a.toy", 6, 12)
        assert [target.selection for target in jump.targets] == [Place("b.toy", 15, 16), Place("c.toy", 16, 17)]
        assert [target.whole for target in jump.targets] == [Place("b.toy", 0, 16), Place("c.toy", 1, 17)]

    def test_elsewhere_there_is_none(self) -> None:
        service = toy(a=CALL + 'call "GET /y"', b=ROUTE)
        assert definition(service, "a.toy", 0) is None
        assert definition(service, "a.toy", len(CALL) + 8) is None
        assert definition(service, "b.toy", ON_ROUTE) is None
        assert definition(service, "b.toy", ON_NAME) is None

    def test_a_route_is_its_own_where_that_is_wanted(self) -> None:
        service = toy(a=CALL + 'call "GET /y"', b=ROUTE)
        jump = definition(service, "b.toy", ON_ROUTE, on_provider=True)
        assert jump is not None
        assert [target.whole for target in jump.targets] == [jump.origin] == [Place("b.toy", 7, 13)]
        jump = definition(service, "b.toy", ON_NAME, on_provider=True)
        assert jump is not None
        assert [target.whole for target in jump.targets] == [jump.origin]
        assert definition(service, "a.toy", len(CALL) + 8, on_provider=True) is None

    def test_a_handler_of_two_routes_is_one_target(self) -> None:
        class Twice(Toy):
            def ports_at(self, path: str, offset: int) -> Sequence[Port]:
                return [*super().ports_at(path, offset)] * 2

        service = Twice([ROOT])
        service.open("a.toy", CALL.encode())
        service.open("b.toy", ROUTE.encode())
        jump = definition(service, "a.toy", ON_CALL)
        assert jump is not None and len(jump.targets) == 1

    def test_without_a_handler_the_route_is_the_target(self) -> None:
        class Handless(Toy):
            def providers(self, consumer: Port) -> Sequence[Match]:
                found = super().providers(consumer)
                return [replace(match, port=replace(match.port, handler=None)) for match in found]

        service = Handless([ROOT])
        service.open("a.toy", CALL.encode())
        service.open("b.toy", ROUTE.encode())
        jump = definition(service, "a.toy", ON_CALL)
        assert jump is not None
        assert [target.selection for target in jump.targets] == [Place("b.toy", 7, 13)]


class TestReferences:
    def test_the_calls_from_everywhere(self) -> None:
        service = toy(a=CALL + CALL, b=ROUTE, c=CALL + 'call "GET /y"')
        calls = [Place("a.toy", 6, 12), Place("a.toy", 20, 26), Place("c.toy", 6, 12)]
        for path, offset in [("a.toy", ON_CALL), ("c.toy", ON_CALL), ("b.toy", ON_ROUTE), ("b.toy", ON_NAME)]:
            assert references(service, path, offset, include_declaration=False) == calls
            assert references(service, path, offset, include_declaration=True) == [*calls, Place("b.toy", 7, 13)]

    def test_elsewhere_there_are_none(self) -> None:
        service = toy(a=CALL, b=ROUTE)
        assert references(service, "a.toy", 0, include_declaration=True) == []
        assert references(service, "b.toy", 0, include_declaration=True) == []

    def test_calls_that_nobody_serves_have_each_other(self) -> None:
        service = toy(a=CALL, c=CALL)
        found = references(service, "a.toy", ON_CALL, include_declaration=True)
        assert found == [Place("a.toy", 6, 12), Place("c.toy", 6, 12)]


class TestHover:
    def test_elsewhere_there_is_none(self) -> None:
        assert hover(toy(a=CALL), "a.toy", 0) is None

    def test_what_it_says(self) -> None:
        text = said(toy(a=CALL, b="\n" + ROUTE), "a.toy", ON_CALL, Markdown())
        assert text == (
            "**`GET /x`** · HTTP · consumer · confidence 0.90, the highest for such a call\n\n"
            "- a literal ([a.toy:1](file:///work%20space/a.toy#L1))\n\n"
            "1 provider:\n\n"
            "- [b.toy:2](file:///work%20space/b.toy#L2) `f`"
        )

    def test_a_handler_without_a_name(self) -> None:
        service = toy(b=ROUTE)
        (port,) = service.ports()
        assert port.handler is not None
        assert who(port) == "f"
        assert who(replace(port, handler=replace(port.handler, qualified_name=""))) is None

    def test_that_there_may_be_more(self) -> None:
        service = toy(a=CALL)
        found = hover(service, "a.toy", ON_CALL)
        assert found is not None
        text = write(
            found, Plain(), Positions(Everywhere(service), "utf-16", uris.from_path), note="There may be more."
        )
        assert text.endswith("\n\nThere may be more.")

    def test_calls_of_one_line_stand_there_once(self) -> None:
        service = toy(a=ROUTE, b=CALL.strip() + "; " + CALL)
        assert said(service, "a.toy", ON_ROUTE).endswith("\n\n2 consumers:\n\n- b.toy:1 (2 times)")

    def test_why_a_call_has_no_more_than_it_has(self) -> None:
        service = toy(a=CALL)
        (port,) = service.ports()
        less = hover(service, "a.toy", ON_CALL)
        assert less is not None
        less = replace(less, ports=(replace(less.ports[0], port=replace(port, confidence=0.8)),))
        text = write(less, Plain(), Positions(Everywhere(service), "utf-16", uris.from_path))
        assert text.startswith("GET /x · HTTP · consumer · confidence 0.80\n")

    def test_five_and_a_count(self) -> None:
        text = said(toy(a=ROUTE, b=CALL * 8), "a.toy", ON_ROUTE)
        assert text.endswith("8 consumers:\n\n" + "\n".join(f"- b.toy:{n}" for n in range(1, 6)) + "\n- and 3 more")

    def test_nobody_on_the_other_side(self) -> None:
        assert said(toy(a=CALL), "a.toy", ON_CALL).endswith("\n\nNo provider found in this workspace.")
        text = said(toy(a=CALL, b='route "GET /y`" f'), "a.toy", ON_CALL, Markdown())
        assert text.endswith("\n\nNo provider found in this workspace. Nearest: `` GET /y` ``")

    def test_several_contracts_in_one_text(self) -> None:
        class Two(Toy):
            def ports_at(self, path: str, offset: int) -> Sequence[Port]:
                return [
                    replace(port, key=key) for port in super().ports_at(path, offset) for key in ("GET /x", "GET /")
                ]

        service = Two([ROOT])
        service.open("a.toy", CALL.encode())
        first, rule, second = said(service, "a.toy", ON_CALL, Markdown()).partition("\n\n---\n\n")
        assert said(service, "a.toy", ON_CALL).endswith("\n\nFor both:\n\n- a literal (a.toy:1)")
        assert said(service, "a.toy", ON_CALL).count("a literal") == 1
        told, _, first = first.partition("\n\n")
        assert told == "one of 2 keys: GET /, GET /x"
        assert rule and first.startswith("**`GET /x`**") and second.startswith("**`GET /`**")

    def test_why_a_match_is_none_of_equal_keys(self) -> None:
        class Compatible(Toy):
            def providers(self, consumer: Port) -> Sequence[Match]:
                return [replace(match, how="any verb", confidence=0.725) for match in super().providers(consumer)]

        service = Compatible([ROOT])
        service.open("a.toy", CALL.encode())
        service.open("b.toy", ROUTE.encode())
        assert said(service, "a.toy", ON_CALL).endswith("- b.toy:1 f (any verb, confidence 0.72)")

    def test_a_key_cannot_become_markup(self) -> None:
        text = said(toy(a='call "GET /`[x](y)\n# <b>"'), "a.toy", ON_CALL, Markdown())
        assert text.startswith("**``GET /`[x](y)\\x0a# <b>``** · HTTP")
