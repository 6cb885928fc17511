"""One call of the file that is read, and the questions that modules ask about it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from seamark.extract import facts
from seamark.resolve.abstract_values import Definition, Made, Meaning, Parameter, Place, Symbol, Text, Unknown
from seamark.resolve.evaluation.calls import arguments
from seamark.resolve.findings import Condition, Identity
from seamark.resolve.partial_texts.operations import OPERATIONS
from seamark.resolve.partial_texts.texts import texts
from seamark.resolve.workspace_facts.view import last_name

from .file_analysis import FileAnalysis


class CallSite(Struct, frozen=True):
    """A call, where it stands, and the name by which rows of the catalogue find it.

    That is mostly the last name of the callee. `decorated` is the definition whose decorator the call is, if it is one.
    If what it gives is called with a function of another file, as in `app.get("/users")(users.all)`, or with one that
    callers give, it is `applied` to that. It is read as long as the `conditions` are met by what callers of the
    function around give.
    """

    analysis: FileAnalysis
    call: facts.Call
    place: Place
    name: str
    decorated: int | None = None
    applied: Definition | Parameter | Unknown | None = None
    conditions: frozenset[Condition] = frozenset()

    @property
    def identity(self) -> Identity:
        """The identity of the object that the call makes, if it makes one."""
        return self.analysis.view.path, self.analysis.view.call_key(self.call)

    @property
    def known_conditions(self) -> tuple[facts.Value, ...]:
        """The expressions that are true wherever the call runs."""
        return self.analysis.view.known_conditions.get((self.call.start, self.call.end), ())

    def meaning(self, value: facts.Value) -> Meaning:
        """What an expression of the call means, or the call itself."""
        return self.analysis.evaluator.meaning(value, self.place)

    def object_of(self, value: facts.Value) -> Made | None:
        """The object of the catalogue that an expression of the call gives, or the call itself."""
        return self.analysis.evaluator.object_of(self.meaning(value))

    def after(self, names: tuple[str, ...]) -> facts.Call | None:
        """The first of the later calls of the chain (`a().b().c()`) that has one of these names."""
        view = self.analysis.view
        following = view.call_after(self.call) if names else None
        while following is not None and last_name(following.callee) not in names:
            following = view.call_after(following)
        return following

    def upto(self, names: tuple[str, ...]) -> CallSite | None:
        """The last of the calls of the chain up to this one, itself included, that has one of these names."""
        call: facts.Value = self.call
        while names and isinstance(call, facts.Call) and isinstance(call.callee, facts.Member):
            if call.callee.name in names:
                return replace(self, call=call, name=call.callee.name)
            call = call.callee.of
        return None

    def file(self, meaning: Meaning) -> Meaning:
        """The file that a text names, or what that has under the text's last name: `shop.api.router`."""
        named = meaning.known_string if isinstance(meaning, Text) else None
        found = meaning if not named else self.analysis.evaluator.module(self.place.path, named)
        module, _, name = (named or "").rpartition(".")
        if not module or not isinstance(found, Symbol):
            return found
        return self.meaning(facts.Import(module, name))

    def written_argument(self, spec: str) -> facts.Value | None:
        """The expression that stands as the argument `spec`, or in a block that is one."""
        in_block = arguments.written_in_block(self.analysis.evaluator, self.call, spec, self.place)
        return in_block or arguments.written_argument(self.call, spec)

    def argument(self, spec: str) -> Meaning | None:
        """What the argument `spec` means; None if the call has no such argument."""
        return arguments.argument(self.analysis.evaluator, self.call, spec, self.place)

    def found_argument(self, spec: str) -> tuple[facts.Value | None, Meaning | None]:
        """The argument `spec` as it is written and what it means; both None if the call has no such argument."""
        return arguments.found_argument(self.analysis.evaluator, self.call, spec, self.place)

    def may_be_given(self, spec: str) -> bool:
        """Whether the call has the argument `spec`, or spreads something that may be it."""
        return arguments.may_be_given(self.call, spec)

    def may_go_by_name(self, spec: str, row: Struct) -> bool:
        """Whether the call may give the argument `spec` by a name that the row does not have."""
        return arguments.may_go_by_name(self.analysis.evaluator, self.call, spec, row, self.place)

    def filled_templates(self, spec: str) -> tuple[Text, ...]:
        """The texts that a template, the argument number `spec`, becomes with the arguments after it put into it."""
        template = self.argument(spec)
        if template is None:
            return ()
        put = [self.meaning(one.value) for one in self.call.arguments[int(spec) + 1 :]]
        return tuple(OPERATIONS["percent"](template, put, {})) if put else texts(template)

    def argument_items(self, spec: str) -> list[Meaning]:
        """What the argument `spec` says that may be one thing or a list; nothing if the call has none."""
        return arguments.argument_items(self.analysis.evaluator, self.argument(spec))

    def arguments(self, spec: str) -> Iterator[Meaning]:
        """What each argument that `spec` speaks of means: all positional ones for `*`, else the one."""
        return arguments.arguments(self.analysis.evaluator, self.call, spec, self.place)
