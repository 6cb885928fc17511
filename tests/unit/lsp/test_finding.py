"""What an editor is told of other repositories is what the index says of all of them in one workspace."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from seamark.lsp.organisation.finding import find_other_sides
from seamark.lsp.organisation.messages import Ask, OtherSide, OtherSideQuestion, Own
from seamark.resolve.port_model import Match, Port
from seamark.store.shard import encode_statement
from tests.unit.store.organisations import Repository, moved, repositories, whole
from tests.unit.store.test_selection import filled


def told(matches: Sequence[Match], own: str) -> list[str]:
    others = (match for match in matches if not match.port.path.startswith(f"{own}/"))
    return sorted(str((one.port.path, one.port.start, one.port.key, one.how, one.confidence)) for one in others)


def said(answer: Sequence[OtherSide]) -> list[str]:
    return sorted(
        str((f"{one.about.repository}/{one.port.path}", one.port.start, one.port.key, one.how, one.confidence))
        for one in answer
    )


def side(port: Port) -> str:
    return "exposes" if port.role == "consumes" else "consumes"


@pytest.mark.slow
@settings(max_examples=60)
@given(repositories())
def test_the_other_sides_in_other_repositories(organisation: list[Repository]) -> None:
    """Of calls all together; of what serves each for itself, as if nothing else here served anything."""
    connection = filled(organisation)
    own, *others = organisation
    asking = Own(own.name, "", encode_statement(own.stated))
    calls = [port for port in own.ports if port.role == "consumes"]
    served = [port for port in own.ports if port.role == "exposes"]
    for ports in (calls, *([port] for port in served)):
        questions = tuple(OtherSideQuestion(0, replace(port, reasons=()), side(port)) for port in ports)
        answers = find_other_sides(connection, Ask(1, "", {0: asking}, questions))
        alone = Repository(own.name, tuple(ports), own.stated)
        expected = whole([alone, *others])
        for port, there, answer in zip(ports, moved(alone), answers, strict=True):
            matches = expected.providers(there) if port.role == "consumes" else expected.consumers(there)
            assert said(answer) == told(matches, own.name)
