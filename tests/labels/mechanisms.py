"""The mechanisms of resolution and of C's extraction that worth.py switches off: data, and nothing else.

A mechanism has its `parts`, modules of Seamark or functions of them (`resolve.view:View.idle`), whose lines are its
own, and its `switches`: functions that give something neutral instead when it is switched off. A part that several
mechanisms need counts for the one that has most use for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from seamark.extract.facts import Hole
from seamark.resolve.meaning import UNKNOWN, each


class Switch(NamedTuple):
    """A function, and what it gives when it is switched off, by its name in `NEUTRAL`."""

    function: str
    gives: str


class Mechanism(NamedTuple):
    """Something that finds contracts, or keeps false ones away."""

    name: str
    parts: tuple[str, ...]
    switches: tuple[Switch, ...]


NEUTRAL: dict[str, Callable[..., Any]] = {
    "nothing done": lambda *_, **__: None,
    "none": lambda *_, **__: None,
    "empty": lambda *_, **__: (),
    "empty list": lambda *_, **__: [],
    "empty set": lambda *_, **__: frozenset(),
    "no entries": lambda *_, **__: {},
    "two empty": lambda *_, **__: ((), ()),
    "false": lambda *_, **__: False,
    "no text": lambda *_, **__: "",
    "unknown": lambda *_, **__: UNKNOWN,
    "hole": lambda *_, **__: Hole(),
    "first": lambda *given, **_: given[0],
    "second": lambda *given, **_: given[1],
    "third": lambda *given, **_: given[2],
    "fourth": lambda *given, **_: given[3],
    "fifth": lambda *given, **_: given[4],
    "second, listed": lambda *given, **_: [given[1]],
    "second, each": lambda *given, **_: each(given[1]),
    "third, each": lambda *given, **_: (given[2],),
    "first, listed": lambda *given, **_: [given[0]],
    "no verb, first": lambda *given, **_: (None, given[0]),
    "all stated": lambda _, stated: [one.route for one in stated],
    "matched": lambda match: match[0],
    "value": lambda node, reading: reading.value(node),
}

_FINDING, _EVALUATION, _C = "resolve.finding", "resolve.evaluation", "extract.c"


def _named(package: str, name: str) -> str:
    return name if name.startswith(("resolve.", "extract.")) else f"{package}.{name}"


def _of(package: str, name: str, parts: str, *switches: tuple[str, str]) -> Mechanism:
    """A mechanism whose parts and functions are those of a package, unless they are named in full."""
    off = tuple(Switch(_named(package, function), gives) for function, gives in switches)
    return Mechanism(name, tuple(_named(package, part) for part in parts.split()), off)


MECHANISMS = (
    # What handlers compare, resolve/finding
    _of(_FINDING, "comparisons of paths", "comparisons request_paths equalities", ("comparisons:sides", "empty")),
    _of(_FINDING, "paths given by callers", "request_paths", ("request_paths:_brings_path", "no text")),
    _of(_FINDING, "verbs given with paths", "request_paths:brought_verbs", ("request_paths:brought_verbs", "empty")),
    _of(_FINDING, "how functions are entered", "entering extract.c.serving", ("entering:telling", "all stated")),
    _of(
        _FINDING,
        "functions that refuse the rest",
        "extract.c.serving entering:_Entering.leads_on entering:_Entering._all_told entering:_Entering._told_elsewhere"
        " resolve.view:View.texts",
        ("entering:_Entering.leads_on", "false"),
    ),
    _of(
        _FINDING,
        "tables of routes",
        "entries",
        ("entries:handler", "none"),
        ("entries:verbs", "empty"),
        ("entries:first_verbs", "empty"),
        ("entries:completed", "second"),
    ),
    _of(
        _FINDING,
        "rests in tables",
        "entries:completed entries:_is_rest entries:_all_rest",
        ("entries:completed", "second"),
    ),
    _of(
        _FINDING,
        "ends of paths",
        "sliced:ended equalities:ends extract.c.slices:end extract.c.slices:_is extract.c.conditions:_beside",
        ("sliced:ended", "third"),
    ),
    _of(
        _FINDING,
        "verbs told apart alone",
        "verbs:told_apart verbs:_is_path extract.c.conditions:_alone"
        " extract.c.conditions:_without_verbs extract.c.conditions:_serves resolve.view:View.alone",
        ("verbs:told_apart", "no entries"),
    ),
    _of(
        _FINDING,
        "verbs that hold",
        "verbs:held verbs:_verbs_of extract.c.conditions:_standing",
        ("verbs:held", "empty"),
    ),
    _of(
        _FINDING,
        "verbs by which variables are set",
        "equalities:by_setting extract.c.conditions:tells_verb"
        " extract.c.assignments:_is_lent extract.c.conditions:_names_verb",
        ("equalities:by_setting", "none"),
    ),
    _of(
        _FINDING,
        "comparisons kept in variables",
        "equalities:_kept extract.c.conditions:kept",
        ("equalities:_kept", "empty"),
        ("extract.c.conditions:kept", "none"),
    ),
    _of(_FINDING, "functions that compare", "predicates putting", ("predicates:_predicate", "none")),
    _of(
        _FINDING,
        "what a comparing function implies",
        "predicates:implied predicates:_truth predicates:_denied",
        ("predicates:implied", "empty"),
    ),
    _of(_FINDING, "keepers", "keepers", ("keepers:_sought", "none")),
    _of(
        _FINDING,
        "comparisons that do nothing",
        "comparisons:_is_idle extract.c.conditions:_idle"
        " extract.c.conditions:_takes_note extract.c.conditions:_is_root extract.c.conditions:_names_file"
        " resolve.view:View.idle",
        ("comparisons:_is_idle", "false"),
    ),
    _of(
        _FINDING,
        "paths that are denied",
        "comparisons:_is_denied comparisons:_rests extract.c.conditions:_denies extract.c.refusals:forbids",
        ("comparisons:_is_denied", "false"),
    ),
    _of(_C, "characters compared", "characters", ("characters:by_characters", "empty")),
    _of(
        _FINDING,
        "macros that stand for calls",
        "macros extract.c.macros:stands_for",
        ("macros:expanded", "empty"),
        ("macros:_matters", "false"),
    ),
    _of(
        _C,
        "macros mended",
        "macros:mended macros:_declaration macros:_is_declaration macros:_closed macros:_Declaration",
        ("macros:_declaration", "none"),
    ),
    _of(_C, "comments in macros", "macros:_unmarked", ("macros:_unmarked", "matched")),
    _of(_C, "attributes of functions", "macros:_unattributed", ("macros:_unattributed", "first")),
    _of(_C, "conditional groups", "conditionals", ("conditionals:without", "second")),
    _of(_C, "names beside texts in macros", "macros:_joined", ("macros:_joined", "none")),
    # Handles of clients
    _of(
        _FINDING,
        "requests stated by several calls",
        "gathered followed handles resolve.running",
        ("gathered:_stated", "empty"),
    ),
    _of(
        _FINDING,
        "handles of callers",
        "handles:for_callers handles:_is_returned handles:for_caller wrappers:_ask_with",
        ("handles:for_callers", "none"),
    ),
    _of(_FINDING, "rounds of gathered requests", "followed:_by_round", ("followed:_by_round", "first, listed")),
    _of(
        _FINDING,
        "conditions of requests",
        "conditions extract.arms",
        ("conditions:conditions", "empty set"),
        ("conditions:fails", "false"),
    ),
    # What finds contracts of all languages
    _of(_FINDING, "objects that carry verbs", "carried", ("carried:served", "empty")),
    _of(_FINDING, "tests run for cases", "cases", ("cases:_cases", "empty"), ("cases:_applied", "empty")),
    _of(_FINDING, "prefixes in settings", "configured", ("configured:below_settings", "third")),
    _of(
        _FINDING,
        "names known outside",
        "contract_names:known_as contract_names:_class_around",
        ("contract_names:known_as", "third, each"),
    ),
    _of(_FINDING, "members as contracts", "contract_names:of_members members", ("members:members", "empty")),
    _of(
        _FINDING,
        "declared functions",
        "declared resolve.evaluation.known_as:replaced",
        ("resolve.evaluation.known_as:replaced", "empty"),
    ),
    _of(_FINDING, "handling by another call", "handling", ("handling:handler", "none")),
    _of(_FINDING, "listings of classes", "listing", ("listing:_keys", "empty")),
    _of(_FINDING, "what objects are made with", "makers made_for resolve.bases", ("makers:makers", "empty set")),
    _of(_FINDING, "handlers named by texts", "named", ("named:function", "none"), ("named:pair", "none")),
    _of(_FINDING, "namespaces of handlers", "namespaces", ("namespaces:in_full", "second, listed")),
    _of(
        _FINDING,
        "prefixes set later",
        "prefixes",
        ("prefixes:called", "nothing done"),
        ("prefixes:assigned", "nothing done"),
    ),
    _of(_FINDING, "mounts", "mounts", ("mounts:mounted", "false")),
    _of(
        _FINDING,
        "providers of services",
        "providers",
        ("providers:read_all", "nothing done"),
        ("providers:read_served", "nothing done"),
        ("providers:registered", "nothing done"),
    ),
    _of(_FINDING, "registrars", "registrars", ("registrars:_stated_by", "none")),
    _of(_FINDING, "relays", "relays", ("relays:called", "false")),
    _of(_FINDING, "resources", "resources", ("resources:resource", "false")),
    _of(_FINDING, "loops through known lists", "rounds resolve.loops sites:_rounds", ("sites:_held", "empty list")),
    _of(_FINDING, "items as values", "rounds", ("rounds:are_values", "false")),
    _of(
        _FINDING,
        "prefixes of controllers",
        "routers:controller routers:_controller_prefixes",
        ("routers:controller", "none"),
    ),
    _of(
        _FINDING,
        "texts within arguments",
        "spots:_listed spots:_below_base spots:_wraps spots:_chained",
        ("spots:_listed", "none"),
        ("spots:_below_base", "none"),
        ("spots:_chained", "none"),
    ),
    _of(_FINDING, "classes that are taken", "taking", ("taking:names", "empty")),
    _of(_FINDING, "wrappers", "wrappers resolve.wrapping resolve.substitute", ("resolve.wrapping:wraps", "none")),
    _of(
        _FINDING,
        "parameters that name routes",
        "resolve.segments wrappers:_note_segments",
        ("resolve.segments:names_routes", "false"),
    ),
    _of(
        _FINDING,
        "defaults of parameters",
        "wrappers:with_default resolve.evaluation.parameters:default",
        ("wrappers:with_default", "second"),
    ),
    _of(_FINDING, "methods as variables", "dispatch:_unaliased", ("dispatch:_unaliased", "first")),
    _of(_FINDING, "computed verbs", "dispatch:_computed", ("dispatch:_computed", "nothing done")),
    _of(_FINDING, "decorators by hand", "dispatch:_decorated_by_hand", ("dispatch:_decorated_by_hand", "nothing done")),
    _of(_FINDING, "routes on unknown things", "dispatch:_binds routers:anonymous", ("dispatch:_binds", "false")),
    _of(_FINDING, "calls on unknown things", "evidence dispatch:_unknown", ("evidence:is_open", "false")),
    _of(
        _FINDING,
        "unfinished routes",
        "routes:_unless_gone_on_with routes:_begun_by",
        ("routes:_unless_gone_on_with", "third"),
    ),
    _of(_FINDING, "methods of handling classes", "routes:_methods", ("routes:_methods", "no entries")),
    _of(
        _FINDING,
        "handlers within others",
        "handlers:_function_in handlers:_given_functions handlers:_named",
        ("handlers:_given_functions", "empty"),
    ),
    _of(_FINDING, "makers of handlers", "handlers:_maker", ("handlers:_maker", "none")),
    _of(
        _FINDING,
        "contracts on parameters",
        "contracts:called_on_parameter",
        ("contracts:called_on_parameter", "nothing done"),
    ),
    _of(_FINDING, "verbs before paths", "verbs:before_path", ("verbs:before_path", "no verb, first")),
    _of(_FINDING, "verbs of enumerators", "verbs:enumerated", ("verbs:enumerated", "empty list")),
    # Evaluation
    _of(_EVALUATION, "arms of enumerators", "arms", ("arms:taken", "second")),
    _of(
        _EVALUATION,
        "arms of all branches",
        "extract.arms",
        ("extract.arms:Branches.guarding", "two empty"),
        ("extract.arms:Branches.after", "none"),
    ),
    _of(_EVALUATION, "variables that are filled", "filled extract.c.assignments:_filled", ("filled:left", "none")),
    _of(_EVALUATION, "joined lists", "joins", ("joins:joined", "unknown"), ("joins:given", "empty")),
    _of(_EVALUATION, "texts of loops", "repeated", ("repeated:_left", "none")),
    _of(_EVALUATION, "methods of traits", "extensions", ("extensions:method", "none")),
    _of(_EVALUATION, "the global object", "global_object", ("global_object:published", "none")),
    _of(
        _EVALUATION,
        "fields given from outside",
        "fields",
        ("fields:given", "empty list"),
        ("fields:handed_on", "empty list"),
    ),
    _of(
        _EVALUATION,
        "fields handed on",
        "fields:handed_on fields:_handed fields:of_makers",
        ("fields:handed_on", "empty list"),
    ),
    _of(
        _EVALUATION,
        "fields made longer",
        "fields:changed fields:_lengthened fields:_added",
        ("fields:changed", "fifth"),
    ),
    _of(
        _EVALUATION,
        "fields of variables",
        "variables",
        ("variables:field", "empty list"),
        ("variables:set_last", "empty list"),
    ),
    _of(
        _EVALUATION,
        "clients of services",
        "services",
        ("services:made", "none"),
        ("services:instance", "none"),
        ("services:generated", "none"),
    ),
    _of(_EVALUATION, "proxies", "proxies", ("proxies:member", "none")),
    _of(
        _EVALUATION,
        "declared contracts",
        "declaring known_as",
        ("declaring:declared", "none"),
        ("declaring:performed", "empty"),
    ),
    _of(_EVALUATION, "what parameters are injected", "parameters:_injected", ("parameters:_injected", "unknown")),
    _of(_EVALUATION, "calls that fit", "parameters:fitting parameters:_takes", ("parameters:fitting", "second, each")),
    _of(
        _EVALUATION,
        "local parts of texts",
        "strings:_is_local strings:_is_choice_of_words strings:_is_given",
        ("strings:_is_local", "false"),
    ),
    _of(_EVALUATION, "what callers say of objects", "members:for_callers", ("members:for_callers", "fourth")),
    _of(_EVALUATION, "types that are anything", "members:_is_anything", ("members:_is_anything", "false")),
    _of(
        _EVALUATION,
        "members that macros write",
        "members:_unwritten members:_written_by_macro",
        ("members:_unwritten", "unknown"),
        ("members:_written_by_macro", "unknown"),
    ),
    _of(_EVALUATION, "own formats", "calls:formatted", ("calls:formatted", "none")),
    # C's extraction
    _of(_C, "what functions write into buffers", "buffers", ("buffers:built", "none")),
    _of(_C, "loops of C", "loops", ("loops:counted", "none"), ("loops:pointers", "empty list"), ("loops:rest", "none")),
    _of(_C, "loops by numbers", "loops:counted", ("loops:counted", "none")),
    _of(_C, "loops by pointers", "loops:pointers loops:_listed loops:_begun", ("loops:pointers", "empty list")),
    _of(_C, "rest arguments", "loops:rest", ("loops:rest", "none")),
    _of(_C, "what blocks are left for", "conditions:_left", ("conditions:_left", "empty list")),
    _of(
        _C,
        "cases of switches",
        "conditions:_of_case conditions:_one_of conditions:_values conditions:_subject",
        ("conditions:_of_case", "two empty"),
    ),
    _of(_C, "what guards blocks", "conditions:guarding", ("conditions:guarding", "two empty")),
    _of(
        _C,
        "conditions that are given",
        "conditions:result conditions:comparison conditions:_is_truth",
        ("conditions:result", "value"),
    ),
    _of(_C, "shared buffers", "variables:_is_shared_buffer", ("variables:_is_shared_buffer", "false")),
    _of(
        _C, "defaults of functions", "variables:_by_default variables:_default", ("variables:_by_default", "empty list")
    ),
    _of(_C, "objects like declarations", "variables:_looks_made", ("variables:_looks_made", "false")),
    _of(_C, "numbers of enumerators", "variables:_ordinal", ("variables:_ordinal", "hole")),
    _of(_C, "texts left to callers", "assignments:_left_to_caller", ("assignments:_left_to_caller", "empty list")),
    _of(_C, "counters", "assignments:counted", ("assignments:counted", "empty list")),
    _of(_C, "buffers that are emptied", "assignments:_cleared", ("assignments:_cleared", "empty list")),
    _of(
        _C,
        "fields set to nothing",
        "assignments:_zeroed assignments:clean assignments:_nothing",
        ("assignments:_nothing", "empty list"),
    ),
    _of(_C, "streams", "assignments:streamed", ("assignments:streamed", "empty list")),
    _of(
        _C,
        "fields by default",
        "assignments:_is_default assignments:_is_nothing assignments:_path",
        ("assignments:_is_default", "false"),
    ),
    _of(_C, "loops that set what is nothing", "assignments:_loop", ("assignments:_loop", "none")),
    _of(_C, "what constructors begin with", "assignments:initializers", ("assignments:initializers", "empty list")),
    _of(_C, "fields of structs in braces", "made:of_kind made:_fields", ("made:of_kind", "first")),
    _of(_C, "ends of tables", "made:_is_end", ("made:_is_end", "false")),
    _of(_C, "flags set together", "operators:_flags", ("operators:_flags", "hole")),
)
