"""The graph as a picture: code on the left calls, code on the right serves, the contracts stand between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from seamark import keys
from seamark.escaping import DOT, MERMAID, Form, escape_text
from seamark.resolve.port_model import Boundary, Port, PortSymbol


class _Picture(NamedTuple):
    """What is to be drawn. Names are those that the picture's languages use; nothing in them needs an escape."""

    services: dict[str, dict[str, PortSymbol]]
    contracts: dict[str, Boundary]
    arrows: dict[tuple[str, str], None]

    def one_sided(self) -> list[str]:
        """The contracts of which only one side was found."""
        return [name for name, boundary in self.contracts.items() if not (boundary.providers and boundary.consumers)]


def dot(boundaries: Sequence[Boundary]) -> str:
    """The picture for Graphviz."""
    picture = _picture_of(boundaries)
    one_sided = set(picture.one_sided())
    lines = ["digraph seamark {", "  rankdir=LR", "  node [shape=box, style=rounded]"]
    for number, (service, symbols) in enumerate(picture.services.items()):
        lines += [f"  subgraph cluster_{number} {{", f"    label={_dot_text(service)}"]
        lines += [f"    {name} [label={_dot_text(*_label(symbol))}]" for name, symbol in symbols.items()]
        lines.append("  }")
    for name, boundary in picture.contracts.items():
        style = ", style=dashed" if name in one_sided else ", style=solid"
        lines.append(f"  {name} [label={_dot_text(_title(boundary))}, shape=ellipse{style}]")
    lines += [f"  {source} -> {target}" for source, target in picture.arrows]
    return "\n".join((*lines, "}"))


def mermaid(boundaries: Sequence[Boundary]) -> str:
    """The picture for Mermaid, as in Markdown on GitHub and GitLab."""
    picture = _picture_of(boundaries)
    lines = ["flowchart LR"]
    for number, (service, symbols) in enumerate(picture.services.items()):
        lines.append(f"  subgraph s{number}[{_mermaid_text(service)}]")
        lines += [f"    {name}[{_mermaid_text(*_label(symbol))}]" for name, symbol in symbols.items()]
        lines.append("  end")
    lines += [f"  {name}([{_mermaid_text(_title(boundary))}])" for name, boundary in picture.contracts.items()]
    lines += [f"  {source} --> {target}" for source, target in picture.arrows]
    if one_sided := picture.one_sided():
        lines += ["  classDef alone stroke-dasharray: 4 4", f"  class {','.join(one_sided)} alone"]
    return "\n".join(lines)


def _picture_of(boundaries: Sequence[Boundary]) -> _Picture:
    picture = _Picture({}, {}, {})
    names: dict[PortSymbol, str] = {}

    def code(port: Port) -> str:
        symbol = port.handler or port.symbol
        if symbol not in names:
            names[symbol] = f"c{len(names)}"
            picture.services.setdefault(port.service, {})[names[symbol]] = symbol
        return names[symbol]

    for number, boundary in enumerate(boundaries):
        contract = f"k{number}"
        picture.contracts[contract] = boundary
        picture.arrows.update(((code(port), contract), None) for port in boundary.consumers)
        picture.arrows.update(((contract, code(port)), None) for port in boundary.providers)
    return picture


def _title(boundary: Boundary) -> str:
    return keys.format_key(boundary.mechanism, boundary.key)


def _label(symbol: PortSymbol) -> tuple[str, ...]:
    """What is said of code, line by line."""
    return (symbol.path,) if symbol.kind == "file" else (symbol.qualified_name, symbol.path)


def _dot_text(*lines: str) -> str:
    return _quote_lines(lines, DOT, r"\n")


def _mermaid_text(*lines: str) -> str:
    return _quote_lines(lines, MERMAID, "<br>")


def _quote_lines(lines: Sequence[str], form: Form, between: str) -> str:
    return f'"{between.join(escape_text(line, form) for line in lines)}"'
