"""Facts as one-line texts, as short as the sources that they come from."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator

from seamark.extract import extract
from seamark.extract.facts import (
    MODULE,
    Argument,
    Binding,
    Call,
    Choice,
    Concat,
    Definition,
    Element,
    Enumerator,
    Facts,
    Function,
    Hole,
    Import,
    List,
    Literal,
    Member,
    Name,
    Object,
    Parameter,
    Result,
    Scalar,
    SharedCall,
    Super,
    This,
    Value,
    is_setter,
)


class Every:
    """All words but those of setters: every call is a site."""

    def __contains__(self, word: object) -> bool:
        return not is_setter(str(word))

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


EVERY = Every()


def read(text: str | bytes, dialect: str, words: Collection[str] = EVERY) -> Facts:
    """The facts of a text, with all its calls, or those of these names."""
    return extract(text if isinstance(text, bytes) else text.encode(), dialect, words)


def shown(value: Value | None) -> str:
    """A value as code: `?` is a hole, `<./m>.x` an import, `f#0` a function, `f()#1` a second result."""
    match value:
        case Literal(text=text):
            return json.dumps(text, ensure_ascii=False)
        case Scalar(text=text):
            return text
        case Enumerator(name=name):
            return f"::{name}"
        case Name(name=name):
            return name
        case This():
            return "this"
        case Super():
            return "super"
        case Member(of=of, name=name):
            return f"{_inner(of)}.{name}"
        case Element(of=of, key=key):
            return f"{_inner(of)}[{shown(key)}]"
        case Call(callee=callee, arguments=arguments, new=new):
            return f"{'new ' if new else ''}{_inner(callee)}({', '.join(map(_argument, arguments))})"
        case Result(of=of, index=index):
            return f"{shown(of)}#{index}"
        case Object(entries=entries):
            return "{" + ", ".join(f"{entry.key}: {shown(entry.value)}" for entry in entries) + "}"
        case List(items=items):
            return f"[{', '.join(map(shown, items))}]"
        case Concat(parts=parts):
            return " + ".join(map(_inner, parts))
        case Choice(options=options, ordered=ordered):
            return (" ?? " if ordered else " | ").join(map(_inner, options))
        case Function(definition=definition):
            return f"f#{definition}"
        case SharedCall(number=number):
            return f"#{number}"
        case Import(module=module, name=name):
            return f"<{module}>" + (f".{name}" if name else "")
        case Hole() | None:
            return "?"


def _inner(value: Value) -> str:
    return f"({shown(value)})" if isinstance(value, Concat | Choice) else shown(value)


def _argument(argument: Argument) -> str:
    joint = "=" if argument.name.strip("*") else ""
    return f"{argument.name}{joint}{shown(argument.value)}"


def definitions(facts: Facts) -> list[str]:
    """Each definition: `@decorator kind Parent.name(parameters) of Receiver < bases -> type => returned`."""
    return [_definition(definition, facts) for definition in facts.definitions]


def _definition(definition: Definition, facts: Facts) -> str:
    parts = [f"@{shown(decorator)}" for decorator in definition.decorators]
    parts += ["hidden"] if definition.hidden else []
    parts += ["internal"] if definition.internal else []
    parts += ["static"] if definition.static else []
    parts += [definition.kind, _qualified(definition, facts)]
    if definition.kind != "class" or definition.parameters:
        parts[-1] += f"({', '.join(map(_parameter, definition.parameters))})"
    parts += [f"of {shown(definition.receiver)}"] if definition.receiver is not None else []
    parts += ["< " + ", ".join(map(shown, definition.bases))] if definition.bases else []
    parts += [f"-> {shown(definition.return_type)}"] if definition.return_type is not None else []
    parts += [f"#{at} -> {shown(one.type)}" for at, one in enumerate(definition.further_results, 1) if one.type]
    parts += [
        f"#{at} = {shown(value)}" for at, one in enumerate(definition.further_results, 1) for value in one.returns
    ]
    parts += ["=> " + "; ".join(map(shown, definition.returns))] if definition.returns else []
    return " ".join(parts)


def _qualified(definition: Definition, facts: Facts) -> str:
    name = definition.name or "()"
    return name if definition.parent == MODULE else f"{_qualified(facts.definitions[definition.parent], facts)}.{name}"


def _parameter(parameter: Parameter) -> str:
    kinds = {"plain": "", "self": "self ", "rest": "*", "keyword": "keyword ", "others": "**"}
    text = kinds[parameter.kind] + parameter.name
    text += f": {shown(parameter.type)}" if parameter.type is not None else ""
    return text + (f" = {shown(parameter.default)}" if parameter.default is not None else "")


def bindings(facts: Facts) -> list[str]:
    """Each binding: `Scope.name: type = value`, with a question mark after the name if it is under a condition."""
    return [_binding(binding, facts) for binding in facts.bindings]


def _binding(binding: Binding, facts: Facts) -> str:
    scope = "" if binding.scope == MODULE else _qualified(facts.definitions[binding.scope], facts) + "."
    conditional = "?" if binding.block_start > 0 else ""
    declared = f": {shown(binding.type)}" if binding.type is not None else ""
    return f"{scope}{binding.name}{conditional}{declared} = {shown(binding.value)}"


def assignments(facts: Facts) -> list[str]:
    return [f"{shown(assignment.target)} = {shown(assignment.value)}" for assignment in facts.assignments]


def exports(facts: Facts) -> list[str]:
    return [f"{export.name} = {shown(export.value)}" for export in facts.exports or ()]


def sites(facts: Facts) -> list[str]:
    """Each site: `Scope: call`."""
    return [
        ("" if site.scope == MODULE else _qualified(facts.definitions[site.scope], facts) + ": ") + shown(site.call)
        for site in facts.sites
    ]
