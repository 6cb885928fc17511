"""The mechanisms of resolution and of C's extraction that worth.py switches off: data, and nothing else.

A mechanism has its `parts`, modules of Seamark or functions of them (`resolve.workspace_facts.view:View.texts`), whose
lines are its own, and its `switches`: functions that give something neutral instead when it is switched off. A part
that several mechanisms need counts for the one that has most use for it. Of one that brings less than its lines ask for
on the labels, `kept` says why it stays: what the specification says, or the cases (tests/features/cases) that need it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from seamark.extract.facts import Hole
from seamark.resolve.abstract_values import UNKNOWN, each


class Switch(NamedTuple):
    """A function, and what it gives when it is switched off, by its name in `NEUTRAL`."""

    function: str
    gives: str


class Mechanism(NamedTuple):
    """Something that finds contracts, or keeps false ones away."""

    name: str
    parts: tuple[str, ...]
    switches: tuple[Switch, ...]
    kept: str = ""


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
    "all compared": lambda _, compared: [one.route for one in compared],
    "options of the second": lambda *given, **_: given[1].options,
    "matched": lambda match: match[0],
    "value": lambda node, reading: reading.value(node),
}


def _of(name: str, parts: str, *switches: tuple[str, str], kept: str = "") -> Mechanism:
    off = tuple(Switch(function, gives) for function, gives in switches)
    return Mechanism(name, tuple(parts.split()), off, kept)


MECHANISMS = (
    # What handlers compare
    _of(
        "comparisons of paths",
        "resolve.hand_written_routes.comparisons resolve.hand_written_routes.request_paths resolve.guards.equalities",
        ("resolve.hand_written_routes.comparisons:sides", "empty"),
    ),
    _of(
        "paths given by callers",
        "resolve.hand_written_routes.request_paths",
        ("resolve.hand_written_routes.request_paths:_brings_path", "no text"),
    ),
    _of(
        "verbs given with paths",
        "resolve.hand_written_routes.request_paths:brought_verbs",
        ("resolve.hand_written_routes.request_paths:brought_verbs", "empty"),
    ),
    _of(
        "how functions are entered",
        "resolve.hand_written_routes.route_pruning",
        ("resolve.hand_written_routes.route_pruning:telling_apart", "all compared"),
    ),
    _of(
        "functions that refuse the rest",
        "resolve.hand_written_routes.serving:serves_rest"
        " resolve.hand_written_routes.serving:_states_path"
        " resolve.hand_written_routes.serving:_is_guard"
        " resolve.hand_written_routes.serving:_is_aside"
        " resolve.hand_written_routes.serving:_uses"
        " resolve.guards.refusals:says_nothing_is_there"
        " resolve.hand_written_routes.route_pruning:_ReachingCalls.leads_on"
        " resolve.hand_written_routes.route_pruning:_ReachingCalls._all_told"
        " resolve.hand_written_routes.route_pruning:_ReachingCalls._told_elsewhere"
        " resolve.workspace_facts.view:View.texts",
        ("resolve.hand_written_routes.route_pruning:_ReachingCalls.leads_on", "false"),
    ),
    _of(
        "tables of routes",
        "resolve.hand_written_routes.dispatch_tables",
        ("resolve.hand_written_routes.dispatch_tables:handler", "none"),
        ("resolve.hand_written_routes.dispatch_tables:verbs", "empty"),
        ("resolve.hand_written_routes.dispatch_tables:first_verbs", "empty"),
        ("resolve.hand_written_routes.dispatch_tables:complete_path", "second"),
    ),
    _of(
        "rests in tables",
        "resolve.hand_written_routes.dispatch_tables:complete_path"
        " resolve.hand_written_routes.dispatch_tables:_is_rest"
        " resolve.hand_written_routes.dispatch_tables:_all_rest",
        ("resolve.hand_written_routes.dispatch_tables:complete_path", "second"),
    ),
    _of(
        "ends of paths",
        "resolve.hand_written_routes.path_ends:add_end"
        " resolve.guards.equalities:ends"
        " extract.c.guards.slices:end"
        " extract.c.guards.slices:_is",
        ("resolve.hand_written_routes.path_ends:add_end", "third"),
    ),
    _of(
        "verbs told apart alone",
        "resolve.http.handlers.told_apart:by_paths"
        " resolve.http.handlers.told_apart:_is_path"
        " resolve.http.handlers.told_apart:_others"
        " resolve.http.handlers.told_apart:_without_verb"
        " resolve.http.handlers.told_apart:_arms"
        " resolve.http.handlers.told_apart:_is_denial"
        " resolve.http.handlers.told_apart:_names_verb",
        ("resolve.http.handlers.told_apart:by_paths", "no entries"),
    ),
    _of(
        "verbs that hold",
        "resolve.http.verbs:required_verbs resolve.http.verbs:_verbs_of",
        ("resolve.http.verbs:required_verbs", "empty"),
    ),
    _of(
        "verbs by which variables are set",
        "resolve.guards.equalities:by_setting"
        " extract.c.guards.conditions:is_chosen"
        " extract.c.bindings.assignments:_is_lent",
        ("resolve.guards.equalities:by_setting", "none"),
    ),
    _of(
        "comparisons kept in variables",
        "resolve.guards.equalities:_compared_by_variable extract.c.guards.conditions:comparison_value",
        ("resolve.guards.equalities:_compared_by_variable", "empty"),
        ("extract.c.guards.conditions:comparison_value", "none"),
        kept='libmicrohttpd: `bool is_get = strcmp(method, "GET") == 0`; else routes have any verb',
    ),
    _of(
        "functions that compare",
        "resolve.guards.predicates",
        ("resolve.guards.predicates:_predicate", "none"),
    ),
    _of(
        "what a comparing function implies",
        "resolve.guards.predicates:implied_truth resolve.guards.predicates:_truth",
        ("resolve.guards.predicates:implied_truth", "empty"),
    ),
    _of(
        "keepers",
        "resolve.hand_written_routes.storing_functions",
        ("resolve.hand_written_routes.storing_functions:_lookup_of", "none"),
    ),
    _of(
        "comparisons that do nothing",
        "resolve.hand_written_routes.comparisons:_is_idle"
        " resolve.hand_written_routes.serving:is_idle"
        " resolve.hand_written_routes.serving:_where_equal"
        " resolve.hand_written_routes.serving:_takes_note"
        " resolve.hand_written_routes.serving:_names_file"
        " resolve.hand_written_routes.serving:_text",
        ("resolve.hand_written_routes.comparisons:_is_idle", "false"),
    ),
    _of(
        "paths that are denied",
        "resolve.hand_written_routes.comparisons:_is_denied"
        " resolve.hand_written_routes.comparisons:_rests"
        " resolve.hand_written_routes.serving:is_denied"
        " resolve.hand_written_routes.serving:_only_leaves"
        " resolve.guards.refusals:forbids",
        ("resolve.hand_written_routes.comparisons:_is_denied", "false"),
        kept="mongoose: as its own examples, handlers refuse `/api/#` first; else that is a false route",
    ),
    _of(
        "characters compared",
        "extract.c.guards.characters",
        ("extract.c.guards.characters:by_characters", "empty"),
    ),
    _of(
        "macros mended",
        "extract.c.preprocessor.macros:mend_tree"
        " extract.c.preprocessor.macros:_declaration"
        " extract.c.preprocessor.macros:_is_declaration"
        " extract.c.preprocessor.macros:_end_of_parentheses"
        " extract.c.preprocessor.macros:_Declaration",
        ("extract.c.preprocessor.macros:_declaration", "none"),
    ),
    _of(
        "comments in macros",
        "extract.c.preprocessor.macros:_without_comment_marks",
        ("extract.c.preprocessor.macros:_without_comment_marks", "matched"),
        kept='civetweb: to the grammar `"/**"` in a macro begins a comment; else the rest of the file is lost',
    ),
    _of(
        "attributes of functions",
        "extract.c.preprocessor.macros:_without_attributes",
        ("extract.c.preprocessor.macros:_without_attributes", "first"),
        kept="civetweb: the grammar stumbles on them; else a file's routes are lost",
    ),
    _of(
        "conditional groups",
        "extract.c.preprocessor.conditionals",
        ("extract.c.preprocessor.conditionals:without", "second"),
    ),
    _of(
        "names beside texts in macros",
        "extract.c.preprocessor.macros:_join_names",
        ("extract.c.preprocessor.macros:_join_names", "none"),
        kept='ulfius: `#define PING PREFIX "/ping"`, the usual way to put texts together in C',
    ),
    # Handles of clients
    _of(
        "requests stated by several calls",
        "resolve.http.stepwise_requests.gathered_requests"
        " resolve.http.stepwise_requests.data_flow"
        " resolve.http.stepwise_requests.client_handles"
        " resolve.workspace_facts.control_flow",
        ("resolve.http.stepwise_requests.gathered_requests:_statements_of", "empty"),
    ),
    _of(
        "handles of callers",
        "resolve.http.stepwise_requests.client_handles:for_callers"
        " resolve.http.stepwise_requests.client_handles:_is_returned"
        " resolve.http.stepwise_requests.client_handles:for_caller"
        " resolve.wrappers.request_wrappers:_ask_with",
        ("resolve.http.stepwise_requests.client_handles:for_callers", "none"),
    ),
    _of(
        "rounds of gathered requests",
        "resolve.http.stepwise_requests.data_flow:_by_round",
        ("resolve.http.stepwise_requests.data_flow:_by_round", "first, listed"),
        kept="libcurl: a table of requests; else each URL of it has each verb of it",
    ),
    _of(
        "conditions of requests",
        "resolve.guards.preconditions extract.branches",
        ("resolve.guards.preconditions:conditions", "empty set"),
        ("resolve.guards.preconditions:fails", "false"),
    ),
    # What finds contracts of all languages
    _of(
        "objects that carry verbs",
        "resolve.http.handlers.method_routers",
        ("resolve.http.handlers.method_routers:carried_routes", "empty"),
    ),
    _of(
        "tests run for cases",
        "resolve.wrappers.parametrized_tests",
        ("resolve.wrappers.parametrized_tests:_cases", "empty"),
        ("resolve.wrappers.parametrized_tests:_runs_of_listing", "empty"),
    ),
    _of(
        "prefixes in settings",
        "resolve.http.prefixes.configured",
        ("resolve.http.prefixes.configured:below_settings", "third"),
        kept="symfony: its documentation's prefixes of folders; no labelled repository uses Symfony",
    ),
    _of(
        "names known outside",
        "resolve.named_contracts.contract_names:names_outside resolve.named_contracts.contract_names:_class_around",
        ("resolve.named_contracts.contract_names:names_outside", "third, each"),
        kept="specification, 2.7 (SendMessage): queues go by their URLs in 15 cases of AWS and Google",
    ),
    _of(
        "members as contracts",
        "resolve.named_contracts.contract_names:of_members resolve.named_contracts.member_contracts",
        ("resolve.named_contracts.member_contracts:members", "empty"),
    ),
    _of(
        "declared functions",
        "resolve.wrappers.interface_methods resolve.evaluation.library_objects.declared_contract_names:base_methods",
        ("resolve.evaluation.library_objects.declared_contract_names:base_methods", "empty"),
    ),
    _of(
        "handling by another call",
        "resolve.named_contracts.separate_handlers",
        ("resolve.named_contracts.separate_handlers:handler", "none"),
        kept="specification, 2.7 (consume): 9 jumps; kafkajs, pika, paho",
    ),
    _of(
        "listings of classes",
        "resolve.named_contracts.listener_lists",
        ("resolve.named_contracts.listener_lists:_keys", "empty"),
        kept="specification, 2.7 (PHP's dispatches): laravel: its documentation's `$listen`, the other side of events",
    ),
    _of(
        "what objects are made with",
        "resolve.wrappers.instance_arguments resolve.wrappers.object_makers resolve.composition.agreed_bases",
        ("resolve.wrappers.instance_arguments:makers", "empty set"),
    ),
    _of(
        "handlers named by texts",
        "resolve.http.handlers.named_in_text",
        ("resolve.http.handlers.named_in_text:function", "none"),
        ("resolve.http.handlers.named_in_text:pair", "none"),
        kept="48 jumps; specification, 2.7 (PHP's routes): laravel, slim",
    ),
    _of(
        "namespaces of handlers",
        "resolve.http.handlers.namespaces",
        ("resolve.http.handlers.namespaces:in_full", "second, listed"),
        kept="48 jumps; laravel, lumen",
    ),
    _of(
        "prefixes set later",
        "resolve.http.prefixes.assigned",
        ("resolve.http.prefixes.assigned:read_call", "nothing done"),
        ("resolve.http.prefixes.assigned:read_assignment", "nothing done"),
        kept="documented by axios, NestJS, Koa, Resty and Slim: `axios.defaults.baseURL`, `setGlobalPrefix`",
    ),
    _of(
        "mounts",
        "resolve.http.mounts",
        ("resolve.http.mounts:read_mounts", "false"),
    ),
    _of(
        "providers of services",
        "resolve.named_contracts.provider_classes",
        ("resolve.named_contracts.provider_classes:read_all", "nothing done"),
        ("resolve.named_contracts.provider_classes:read_served", "nothing done"),
        ("resolve.named_contracts.provider_classes:read_registration", "nothing done"),
    ),
    _of(
        "registrars",
        "resolve.wrappers.registrars",
        ("resolve.wrappers.registrars:_stated_by", "none"),
    ),
    _of(
        "relays",
        "resolve.wrappers.name_relays",
        ("resolve.wrappers.name_relays:apply_contract", "nothing done"),
        kept="specification, 2.4 (a topic taken from a variable): 24 cases of nearly all libraries of queues",
    ),
    _of(
        "resources",
        "resolve.http.resources",
        ("resolve.http.resources:resource", "false"),
    ),
    _of(
        "loops through known lists",
        "resolve.http.loop_value_or_route resolve.workspace_facts.loops resolve.recognition.candidate_calls:_rounds",
        ("resolve.recognition.candidate_calls:_loop_items", "empty list"),
    ),
    _of(
        "items as values",
        "resolve.http.loop_value_or_route",
        ("resolve.http.loop_value_or_route:are_values", "false"),
    ),
    _of(
        "prefixes of controllers",
        "resolve.http.routers:controller resolve.http.routers:_versions",
        ("resolve.http.routers:controller", "none"),
    ),
    _of(
        "texts within arguments",
        "resolve.call_sites.contract_spans:_part_of_item"
        " resolve.call_sites.contract_spans:_below_base"
        " resolve.call_sites.contract_spans:_wrapped"
        " resolve.call_sites.contract_spans:_begin_of_chain",
        ("resolve.call_sites.contract_spans:_part_of_item", "none"),
        ("resolve.call_sites.contract_spans:_below_base", "none"),
        ("resolve.call_sites.contract_spans:_begin_of_chain", "none"),
    ),
    _of(
        "classes that are taken",
        "resolve.named_contracts.payload_types",
        ("resolve.named_contracts.payload_types:names", "empty"),
        kept="specification, 2.7 (PHP's dispatches): how Laravel, Symfony and River say what a handler is for",
    ),
    _of(
        "wrappers",
        "resolve.wrappers.request_wrappers resolve.stated_by_callers resolve.wrappers.substitution",
        ("resolve.stated_by_callers:wraps", "none"),
    ),
    _of(
        "parameters that name routes",
        "resolve.partial_texts.last_parameter resolve.wrappers.request_wrappers:_note_segments",
        ("resolve.partial_texts.last_parameter:names_routes", "false"),
    ),
    _of(
        "defaults of parameters",
        "resolve.wrappers.request_wrappers:with_default resolve.evaluation.calls.parameters:default",
        ("resolve.wrappers.request_wrappers:with_default", "second"),
        kept='guzzle, python: `def __init__(self, base="/v1")`; else keys lack the base',
    ),
    _of(
        "computed verbs",
        "resolve.recognition.dispatch:_read_computed",
        ("resolve.recognition.dispatch:_read_computed", "nothing done"),
        kept="javascript, php, python: `client[verb](url)`, `getattr(client, verb)(url)`",
    ),
    _of(
        "decorators by hand",
        "resolve.recognition.dispatch:_decorated_by_hand",
        ("resolve.recognition.dispatch:_decorated_by_hand", "nothing done"),
        kept='fastapi: how methods of an object become routes: `app.post("/x")(self.x)`',
    ),
    _of(
        "routes on unknown things",
        "resolve.recognition.dispatch:_binds resolve.http.routers:unknown_router",
        ("resolve.recognition.dispatch:_binds", "false"),
    ),
    _of(
        "calls on unknown things",
        "resolve.recognition.unknown_receivers resolve.recognition.dispatch:_unknown",
        ("resolve.recognition.unknown_receivers:is_open", "false"),
    ),
    _of(
        "unfinished routes",
        "resolve.http.routes:_unless_gone_on_with resolve.http.routes:_begun_by",
        ("resolve.http.routes:_unless_gone_on_with", "third"),
    ),
    _of(
        "methods of handling classes",
        "resolve.http.handlers.answered_verbs",
        ("resolve.http.handlers.answered_verbs:answers", "no entries"),
        ("resolve.http.handlers.answered_verbs:responders", "no entries"),
        kept="flask, aiohttp, Starlette: their documentation's views that are classes",
    ),
    _of(
        "handlers within others",
        "resolve.http.handlers.handlers:_function_in"
        " resolve.http.handlers.handlers:_given_functions"
        " resolve.http.handlers.handlers:_named_function",
        ("resolve.http.handlers.handlers:_given_functions", "empty"),
        kept="64 jumps; specification, 2.6: 13 cases, as `requireLogin(handler)`",
    ),
    _of(
        "makers of handlers",
        "resolve.http.handlers.handlers:_maker",
        ("resolve.http.handlers.handlers:_maker", "none"),
        kept="specification, 2.6: nethttp: `mux.Handle(path, made(deps))`; else a jump ends at the registration",
    ),
    _of(
        "contracts on parameters",
        "resolve.named_contracts.contract_calls:called_on_parameter",
        ("resolve.named_contracts.contract_calls:called_on_parameter", "nothing done"),
        kept="specification, 2.7 (gRPC's clients): grpc: JavaScript's clients, which have no type",
    ),
    _of(
        "verbs before paths",
        "resolve.http.verbs:before_path",
        ("resolve.http.verbs:before_path", "no verb, first"),
    ),
    _of(
        "verbs of enumerators",
        "resolve.http.verbs:enumerated_verbs",
        ("resolve.http.verbs:enumerated_verbs", "empty list"),
    ),
    # Evaluation
    _of(
        "what callers decide",
        "resolve.evaluation.texts_and_lists.decided",
        ("resolve.evaluation.texts_and_lists.decided:arms", "options of the second"),
        ("resolve.evaluation.texts_and_lists.decided:possible_values", "second"),
        ("resolve.evaluation.texts_and_lists.decided:possible_bindings", "third"),
        kept="arms: functions that make paths; rust: enums of requests; else a call has the paths of all branches",
    ),
    _of(
        "arms of all branches",
        "extract.branches",
        ("extract.branches:Branches.conditions_of_arm", "two empty"),
        ("extract.branches:Branches.after", "none"),
        kept="arms: a wrapper with a request for each verb; else each caller has all verbs. The same in C is worth 144",
    ),
    _of(
        "variables that are filled",
        "resolve.evaluation.scope.output_parameters extract.c.bindings.assignments:_note_filled_buffers",
        ("resolve.evaluation.scope.output_parameters:filled_value", "none"),
    ),
    _of(
        "joined lists",
        "resolve.evaluation.texts_and_lists.joined_lists",
        ("resolve.evaluation.texts_and_lists.joined_lists:join_items", "unknown"),
        ("resolve.evaluation.texts_and_lists.joined_lists:joined_texts", "empty"),
    ),
    _of(
        "texts of loops",
        "resolve.evaluation.texts_and_lists.loop_accumulation",
        ("resolve.evaluation.texts_and_lists.loop_accumulation:_value_after_loop", "none"),
    ),
    _of(
        "methods of traits",
        "resolve.evaluation.members.trait_methods",
        ("resolve.evaluation.members.trait_methods:method", "none"),
    ),
    _of(
        "the global object",
        "resolve.evaluation.scope.global_object",
        ("resolve.evaluation.scope.global_object:published_value", "none"),
        kept="28 ports of BookStack. The 35 of mapame-tcc have a base that is chosen where it runs",
    ),
    _of(
        "fields given from outside",
        "resolve.evaluation.members.field_assignments",
        ("resolve.evaluation.members.field_assignments:assigned_values", "empty list"),
        ("resolve.evaluation.members.field_assignments:handed_on", "empty list"),
    ),
    _of(
        "fields handed on",
        "resolve.evaluation.members.field_assignments:handed_on"
        " resolve.evaluation.members.field_assignments:_mark_handed"
        " resolve.evaluation.members.field_assignments:of_makers",
        ("resolve.evaluation.members.field_assignments:handed_on", "empty list"),
    ),
    _of(
        "fields made longer",
        "resolve.evaluation.members.field_assignments:changed_url"
        " resolve.evaluation.members.field_assignments:_lengthen_url"
        " resolve.evaluation.members.field_assignments:_added_segments",
        ("resolve.evaluation.members.field_assignments:changed_url", "fifth"),
    ),
    _of(
        "fields of variables",
        "resolve.evaluation.scope.local_fields",
        ("resolve.evaluation.scope.local_fields:field", "empty list"),
        ("resolve.evaluation.scope.local_fields:set_last", "empty list"),
        kept="libcurl, node: `r.url = url; send(&r)`. The 18 are right but for their places, doubtful in the labels",
    ),
    _of(
        "clients of services",
        "resolve.evaluation.library_objects.grpc_clients",
        ("resolve.evaluation.library_objects.grpc_clients:stub_of_call", "none"),
        ("resolve.evaluation.library_objects.grpc_clients:instance", "none"),
        ("resolve.evaluation.library_objects.grpc_clients:generated_symbol", "none"),
    ),
    _of(
        "proxies",
        "resolve.evaluation.library_objects.proxies",
        ("resolve.evaluation.library_objects.proxies:member", "none"),
    ),
    _of(
        "declared contracts",
        "resolve.evaluation.library_objects.declared_contracts "
        "resolve.evaluation.library_objects.declared_contract_names",
        ("resolve.evaluation.library_objects.declared_contracts:declared_object", "none"),
        ("resolve.evaluation.library_objects.declared_contracts:performing_rows", "empty"),
    ),
    _of(
        "what parameters are injected",
        "resolve.evaluation.calls.fixtures",
        ("resolve.evaluation.calls.fixtures:injected_value", "unknown"),
        kept="httpx, requests: what stands in for a client in tests; else false requests",
    ),
    _of(
        "calls that fit",
        "resolve.evaluation.calls.overloads:fitting_callees resolve.evaluation.calls.overloads:_takes",
        ("resolve.evaluation.calls.overloads:fitting_callees", "second, each"),
        kept="cpp: overloads; else a call has the verbs of all of them",
    ),
    _of(
        "local parts of texts",
        "resolve.evaluation.texts_and_lists.concatenation:_is_local"
        " resolve.evaluation.texts_and_lists.concatenation:_is_choice_of_words"
        " resolve.evaluation.texts_and_lists.decided:is_taken_apart",
        ("resolve.evaluation.texts_and_lists.concatenation:_is_local", "false"),
    ),
    _of(
        "what callers say of objects",
        "resolve.evaluation.members.members:for_callers",
        ("resolve.evaluation.members.members:for_callers", "fourth"),
        kept="rust: requests that are objects, of which a trait declares path and verb",
    ),
    _of(
        "types that are anything",
        "resolve.evaluation.members.members:_is_anything",
        ("resolve.evaluation.members.members:_is_anything", "false"),
    ),
    _of(
        "members that macros write",
        "resolve.evaluation.members.members:_unwritten_member resolve.evaluation.members.members:_written_by_macro",
        ("resolve.evaluation.members.members:_unwritten_member", "unknown"),
        ("resolve.evaluation.members.members:_written_by_macro", "unknown"),
    ),
    _of(
        "own formats",
        "resolve.evaluation.calls.call_results:formatted_text",
        ("resolve.evaluation.calls.call_results:formatted_text", "none"),
    ),
    # C's extraction
    _of(
        "what functions write into buffers",
        "extract.c.bindings.buffers",
        ("extract.c.bindings.buffers:filled_buffer", "none"),
    ),
    _of(
        "loops of C",
        "extract.c.bindings.loops",
        ("extract.c.bindings.loops:counted_item", "none"),
        ("extract.c.bindings.loops:pointers", "empty list"),
        ("extract.c.bindings.loops:rest", "none"),
    ),
    _of(
        "loops by numbers",
        "extract.c.bindings.loops:counted_item",
        ("extract.c.bindings.loops:counted_item", "none"),
        kept="10 cases: how tables are gone through in C; else all routes of a table are lost",
    ),
    _of(
        "loops by pointers",
        "extract.c.bindings.loops:pointers extract.c.bindings.loops:_start_values",
        ("extract.c.bindings.loops:pointers", "empty list"),
        kept="httplib, libmicrohttpd, mongoose, ulfius: `for (p = table; p->path; p++)`; else a table is lost",
    ),
    _of(
        "rest arguments",
        "extract.c.bindings.loops:rest",
        ("extract.c.bindings.loops:rest", "none"),
    ),
    _of(
        "what blocks are left for",
        "extract.c.guards.conditions:_conditions_after_exits",
        ("extract.c.guards.conditions:_conditions_after_exits", "empty list"),
    ),
    _of(
        "what guards blocks",
        "extract.c.guards.conditions:conditions_of_arm",
        ("extract.c.guards.conditions:conditions_of_arm", "two empty"),
    ),
    _of(
        "conditions that are given",
        "extract.c.guards.conditions:result"
        " extract.c.guards.conditions:comparison"
        " extract.c.guards.conditions:_is_truth",
        ("extract.c.guards.conditions:result", "value"),
    ),
    _of(
        "shared buffers",
        "extract.c.bindings.variables:_is_shared_buffer",
        ("extract.c.bindings.variables:_is_shared_buffer", "false"),
    ),
    _of(
        "defaults of functions",
        "extract.c.bindings.variables:_by_default extract.c.bindings.variables:_default",
        ("extract.c.bindings.variables:_by_default", "empty list"),
        kept="cpp: what a declaration says is left out; else verbs and paths are wrong",
    ),
    _of(
        "objects like declarations",
        "extract.c.bindings.variables:_looks_made",
        ("extract.c.bindings.variables:_looks_made", "false"),
        kept="specification, 2.7 (subscribe): kafka_cpp, civetweb: `Server server(options);`",
    ),
    _of(
        "numbers of enumerators",
        "extract.c.bindings.variables:_ordinal",
        ("extract.c.bindings.variables:_ordinal", "hole"),
    ),
    _of(
        "texts left to callers",
        "extract.c.bindings.assignments:_left_to_caller",
        ("extract.c.bindings.assignments:_left_to_caller", "empty list"),
        kept="c, libcurl: `make_url(&url, path)`, the usual way to return a text and an error",
    ),
    _of(
        "counters",
        "extract.c.bindings.assignments:increments",
        ("extract.c.bindings.assignments:increments", "empty list"),
        kept="cpp: `i` in a loop is no part of a path; else `/part1` is a false key",
    ),
    _of(
        "buffers that are emptied",
        "extract.c.bindings.assignments:_clear_buffer",
        ("extract.c.bindings.assignments:_clear_buffer", "empty list"),
        kept="c: `path[0] = 0;` before `strcat(path, …)`",
    ),
    _of(
        "fields set to nothing",
        "extract.c.bindings.assignments:_zero_fields"
        " extract.c.bindings.assignments:clean"
        " extract.c.bindings.assignments:_nothing",
        ("extract.c.bindings.assignments:_nothing", "empty list"),
        kept="libcurl: `calloc`, `memset`; else a request has the verb of the one before",
    ),
    _of(
        "streams",
        "extract.c.bindings.assignments:assignments_by_stream",
        ("extract.c.bindings.assignments:assignments_by_stream", "empty list"),
        kept="specification, 2.7.4: cpp, httplib, loops",
    ),
    _of(
        "fields by default",
        "extract.c.bindings.assignments:_is_default"
        " extract.c.bindings.assignments:_is_nothing"
        " extract.c.bindings.assignments:_path",
        ("extract.c.bindings.assignments:_is_default", "false"),
    ),
    _of(
        "loops that set what is nothing",
        "extract.c.bindings.assignments:_loop",
        ("extract.c.bindings.assignments:_loop", "none"),
    ),
    _of(
        "what constructors begin with",
        "extract.c.bindings.assignments:initializers",
        ("extract.c.bindings.assignments:initializers", "empty list"),
        kept='cpp, httplib, oatpp: `Client() : http("host") {}`, the usual way to make members in C++',
    ),
    _of(
        "fields of structs in braces",
        "extract.c.bindings.constructed:of_kind extract.c.bindings.constructed:_fields",
        ("extract.c.bindings.constructed:of_kind", "first"),
        kept="16 cases: tables of C, and requests that are structs",
    ),
    _of(
        "ends of tables",
        "extract.c.bindings.constructed:_is_end",
        ("extract.c.bindings.constructed:_is_end", "false"),
        kept="ulfius: `{ NULL, NULL }`; else a false route",
    ),
    _of(
        "flags set together",
        "extract.expressions:named_flags",
        ("extract.expressions:named_flags", "hole"),
    ),
)
