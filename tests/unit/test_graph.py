"""The graph: the rules of the specification's sections 2.2, 2.3, 4, 4.1 and 4.2, and what this project adds to them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.graph import (
    DuplicateNodeError,
    Edge,
    Graph,
    GraphFormatError,
    Node,
    NodeKind,
    RelationKind,
    UnknownNodeError,
    boundary_node,
    definition_id,
    from_json,
    to_json,
)

USERS = boundary_node("http", "GET /users/{}")
ORDERS = boundary_node("queue", "orders")


def function(name: str, /, **metadata: Any) -> Node:
    node_id = definition_id(NodeKind.FUNCTION, "shop", "app.py", name)
    return Node(node_id, NodeKind.FUNCTION, name, f"app.{name}", metadata)


def edge(kind: RelationKind, source: Node, target: Node, confidence: float = 1.0, **metadata: Any) -> Edge:
    return Edge(kind, source.id, target.id, {"confidence": confidence, **metadata})


def exposes(source: Node, target: Node = USERS, confidence: float = 1.0, **metadata: Any) -> Edge:
    return edge(RelationKind.EXPOSES, source, target, confidence, **metadata)


def consumes(source: Node, target: Node = USERS, confidence: float = 0.9, **metadata: Any) -> Edge:
    return edge(RelationKind.CONSUMES, source, target, confidence, **metadata)


def links(graph: Graph) -> list[Edge]:
    return [relation for relation in graph.relations if relation.kind is RelationKind.COMMUNICATES_WITH]


WEB, CLI, API, COPY = function("web"), function("cli"), function("api"), function("copy")


@pytest.fixture
def graph() -> Graph:
    """One consumer and one provider of one boundary."""
    return Graph([USERS, WEB, API], [consumes(WEB), exposes(API)])


class TestFields:
    @pytest.mark.spec("2.2.kind", "2.2.name", "2.2.metadata")
    def test_boundary_node(self) -> None:
        assert USERS.kind is NodeKind.BOUNDARY
        assert USERS.qualified_name == "http:GET /users/{}"
        assert USERS.name == "GET /users/{}"
        assert USERS.metadata == {"mechanism": "http", "key": "GET /users/{}"}

    @pytest.mark.spec("2.2.id")
    def test_equal_mechanism_and_key_give_equal_id(self) -> None:
        assert boundary_node("http", "GET /engines/{}").id == "acfc953e2d84d7b4"
        assert boundary_node("queue", "GET /engines/{}").id != "acfc953e2d84d7b4"

    @pytest.mark.spec("2.2.metadata")
    def test_mechanism_is_one_of_four(self) -> None:
        with pytest.raises(ValueError, match="smtp"):
            boundary_node("smtp", "x")

    @pytest.mark.spec("2.2.metadata")
    def test_a_boundary_states_its_contract(self) -> None:
        with pytest.raises(ValueError, match="mechanism"):
            Node("x", NodeKind.BOUNDARY, "x", "x", {"key": "x"})

    @pytest.mark.spec("2.3.kind")
    def test_kinds_of_edges(self) -> None:
        assert [kind.name for kind in RelationKind] == ["EXPOSES", "CONSUMES", "COMMUNICATES_WITH"]

    @pytest.mark.parametrize("metadata", [{}, {"confidence": None}, {"confidence": "1"}, {"confidence": 1.5}])
    @pytest.mark.spec("2.4.edge")
    def test_every_edge_carries_a_confidence(self, metadata: dict[str, Any]) -> None:
        with pytest.raises(ValueError, match="confidence"):
            Edge(RelationKind.EXPOSES, "a", "b", metadata)

    def test_definition_ids_depend_on_each_part(self) -> None:
        ids = {
            definition_id(NodeKind.FUNCTION, "shop", "app.py", "main"),
            definition_id(NodeKind.METHOD, "shop", "app.py", "main"),
            definition_id(NodeKind.FUNCTION, "store", "app.py", "main"),
            definition_id(NodeKind.FUNCTION, "shop", "api.py", "main"),
            definition_id(NodeKind.FUNCTION, "shop", "app.py", "run"),
            definition_id(NodeKind.FUNCTION, "shop", "app.py", "main", 1),
        }
        assert len(ids) == 6
        assert definition_id(NodeKind.FUNCTION, "shop", "app.py", "main", 0) in ids


class TestContent:
    def test_nodes_are_a_read_only_mapping(self, graph: Graph) -> None:
        assert graph.nodes[USERS.id] is USERS
        with pytest.raises(TypeError):
            graph.nodes["x"] = USERS  # type: ignore[index]

    @pytest.mark.spec("4.nodes_by_kind")
    def test_nodes_by_kind(self, graph: Graph) -> None:
        assert graph.nodes_by_kind(NodeKind.BOUNDARY) == [USERS]
        assert graph.nodes_by_kind(NodeKind.FUNCTION) == [WEB, API]
        assert graph.nodes_by_kind(NodeKind.FILE) == []

    @pytest.mark.spec("4.incoming")
    def test_incoming_yields_both_sides(self, graph: Graph) -> None:
        assert graph.incoming(USERS.id) == [consumes(WEB), exposes(API)]
        assert graph.incoming(WEB.id) == graph.incoming("unknown") == []

    def test_outgoing(self, graph: Graph) -> None:
        assert graph.outgoing(WEB.id) == [consumes(WEB)]
        assert graph.outgoing(USERS.id) == graph.outgoing("unknown") == []

    def test_an_equal_node_is_there_once(self, graph: Graph) -> None:
        graph.add_node(USERS)
        graph.add_node(boundary_node("http", "GET /users/{}"))
        assert graph.nodes_by_kind(NodeKind.BOUNDARY) == [USERS]

    def test_another_node_of_the_same_id_is_an_error(self, graph: Graph) -> None:
        with pytest.raises(DuplicateNodeError, match="label"):
            graph.add_node(function("web", digest="other"))

    def test_edges_are_told_apart_by_span(self, graph: Graph) -> None:
        for line in (1, 1, 2):
            graph.add_edge(consumes(WEB, file="app.py", line=line, column=1, end_line=line, end_column=9))
        assert len(graph.outgoing(WEB.id)) == 3

    def test_of_edges_with_equal_identity_the_first_stays(self, graph: Graph) -> None:
        graph.add_edge(consumes(WEB, confidence=0.1))
        assert graph.outgoing(WEB.id) == [consumes(WEB)]

    def test_an_edge_needs_both_ends(self, graph: Graph) -> None:
        with pytest.raises(UnknownNodeError, match=CLI.id):
            graph.add_edge(consumes(CLI))
        with pytest.raises(UnknownNodeError, match=ORDERS.id):
            graph.add_edge(consumes(WEB, ORDERS))
        assert len(graph.relations) == 2


class TestMerge:
    @pytest.mark.spec("4.merge")
    def test_both_sides_meet_at_one_boundary(self) -> None:
        client = Graph([USERS, WEB], [consumes(WEB)])
        server = Graph([boundary_node("http", "GET /users/{}"), API], [exposes(API)])
        client.merge(server, allow_shared=True)
        assert client == Graph([USERS, WEB, API], [consumes(WEB), exposes(API)])
        assert [relation.kind for relation in client.incoming(USERS.id)] == [
            RelationKind.CONSUMES,
            RelationKind.EXPOSES,
        ]

    def test_disjoint_graphs_share_nothing(self) -> None:
        graph = Graph([WEB])
        graph.merge(Graph([API]))
        assert list(graph.nodes.values()) == [WEB, API]

    def test_a_shared_node_must_be_allowed(self, graph: Graph) -> None:
        with pytest.raises(DuplicateNodeError, match="allow_shared=True"):
            graph.merge(Graph([CLI, USERS]))

    def test_nodes_that_differ_are_never_shared(self, graph: Graph) -> None:
        with pytest.raises(DuplicateNodeError, match="label"):
            graph.merge(Graph([CLI, function("web", digest="other")]), allow_shared=True)

    @pytest.mark.parametrize("allow_shared", [True, False])
    def test_all_or_nothing(self, graph: Graph, allow_shared: bool) -> None:
        before = from_json(to_json(graph))
        other = Graph([CLI, USERS, function("web", digest="other")], [consumes(CLI)])
        with pytest.raises(DuplicateNodeError):
            graph.merge(other, allow_shared=allow_shared)
        assert graph == before

    def test_merging_twice_or_with_itself_changes_nothing(self, graph: Graph) -> None:
        before = from_json(to_json(graph))
        graph.merge(before, allow_shared=True)
        graph.merge(graph, allow_shared=True)
        assert graph == before

    def test_the_other_graph_stays_as_it_is(self, graph: Graph) -> None:
        other = Graph([USERS, CLI], [consumes(CLI)])
        graph.merge(other, allow_shared=True)
        assert other == Graph([USERS, CLI], [consumes(CLI)])


class TestLinkBoundaries:
    @pytest.mark.spec("4.1.1")
    def test_every_consumer_is_paired_with_every_provider(self) -> None:
        nodes = [USERS, ORDERS, WEB, CLI, API, COPY]
        graph = Graph(nodes, [consumes(WEB), consumes(CLI), exposes(API), exposes(COPY), consumes(WEB, ORDERS)])
        graph.link_boundaries()
        pairs = {(link.source_id, link.target_id) for link in links(graph)}
        assert pairs == {(consumer.id, provider.id) for consumer in (WEB, CLI) for provider in (API, COPY)}

    @pytest.mark.spec("4.1.2")
    def test_the_edge_leads_from_consumer_to_provider(self, graph: Graph) -> None:
        graph.link_boundaries()
        [link] = graph.incoming(API.id)
        assert (link.kind, link.source_id) == (RelationKind.COMMUNICATES_WITH, WEB.id)

    @pytest.mark.spec("4.1.3", "2.4.product")
    def test_the_edge_carries_the_contract_and_the_product(self) -> None:
        graph = Graph([USERS, WEB, API], [consumes(WEB, confidence=0.7), exposes(API, confidence=0.9)])
        graph.link_boundaries()
        assert links(graph)[0].metadata == {
            "mechanism": "http",
            "boundary_id": USERS.id,
            "boundary_key": "GET /users/{}",
            "confidence": 0.7 * 0.9,
        }

    @pytest.mark.spec("4.1.3")
    def test_a_pair_has_one_edge_per_boundary_with_the_best_product(self, graph: Graph) -> None:
        graph.add_edge(consumes(WEB, confidence=0.7, line=2))
        graph.add_edge(exposes(API, confidence=0.4, line=3))
        assert graph.link_boundaries() == 1
        assert [link.confidence for link in links(graph)] == [0.9]

    @pytest.mark.spec("4.1.3")
    def test_a_pair_has_an_edge_for_each_of_its_boundaries(self, graph: Graph) -> None:
        graph.add_node(ORDERS)
        graph.add_edge(consumes(WEB, ORDERS, 0.7))
        graph.add_edge(exposes(API, ORDERS, 0.7))
        assert graph.link_boundaries() == 2
        assert {link.metadata["boundary_key"] for link in links(graph)} == {"GET /users/{}", "orders"}

    @pytest.mark.spec("4.1.4")
    def test_what_exposes_and_consumes_is_not_linked_to_itself(self, graph: Graph) -> None:
        graph.add_edge(consumes(API))
        assert graph.link_boundaries() == 1
        assert [link.source_id for link in links(graph)] == [WEB.id]

    @pytest.mark.spec("4.1.5")
    def test_weaker_guesses_are_dropped(self, graph: Graph) -> None:
        assert graph.link_boundaries(min_confidence=0.91) == 0
        assert links(graph) == []

    @pytest.mark.parametrize(("sides", "product"), [((0.9, 1.0), 0.9), ((0.7, 0.7), 0.49), ((0.7, 0.7), 0.7 * 0.7)])
    @pytest.mark.spec("4.1.5")
    def test_an_equal_product_stays(self, sides: tuple[float, float], product: float) -> None:
        graph = Graph([USERS, WEB, API], [consumes(WEB, confidence=sides[0]), exposes(API, confidence=sides[1])])
        assert graph.link_boundaries(min_confidence=product) == 1

    @pytest.mark.spec("4.1.6")
    def test_the_pass_is_idempotent(self, graph: Graph) -> None:
        graph.link_boundaries()
        before = list(graph.relations)
        assert graph.link_boundaries() == 0
        assert list(graph.relations) == before

    @pytest.mark.spec("4.1.6")
    def test_after_reanalysis_only_what_is_new_is_added(self, graph: Graph) -> None:
        graph.link_boundaries()
        graph.merge(Graph([USERS, WEB, CLI], [consumes(WEB), consumes(CLI)]), allow_shared=True)
        assert graph.link_boundaries() == 1
        assert [link.source_id for link in links(graph)] == [WEB.id, CLI.id]

    @pytest.mark.spec("4.1.6")
    def test_a_link_takes_on_the_present_confidence(self) -> None:
        graph = Graph([USERS, WEB, API], [consumes(WEB, confidence=0.7), exposes(API)])
        graph.link_boundaries()
        graph.add_edge(consumes(WEB, line=2))
        assert graph.link_boundaries() == 0
        assert [link.confidence for link in graph.incoming(API.id)] == [0.9]

    @pytest.mark.spec("4.1.7")
    def test_gives_the_number_of_edges_added(self) -> None:
        graph = Graph([USERS, WEB, CLI, API], [consumes(WEB), consumes(CLI), exposes(API)])
        assert graph.link_boundaries() == len(links(graph)) == 2
        assert Graph().link_boundaries() == 0


@pytest.mark.spec("4.2.1", "4.2.2", "4.2.3")
def test_reading_the_result(graph: Graph) -> None:
    graph.link_boundaries()
    sides = [
        (
            boundary.qualified_name,
            "exposes" if side.kind == RelationKind.EXPOSES else "consumes",
            graph.nodes[side.source_id].name,
            side.metadata["confidence"],
        )
        for boundary in graph.nodes_by_kind(NodeKind.BOUNDARY)
        for side in graph.incoming(boundary.id)
    ]
    assert sides == [("http:GET /users/{}", "consumes", "web", 0.9), ("http:GET /users/{}", "exposes", "api", 1.0)]
    lines = [
        f"{graph.nodes[link.source_id].qualified_name} -> {graph.nodes[link.target_id].qualified_name} "
        f"{link.metadata['boundary_key']}"
        for link in graph.relations
        if link.kind == RelationKind.COMMUNICATES_WITH
    ]
    assert lines == ["app.web -> app.api GET /users/{}"]


_values = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
_metadata = st.dictionaries(st.text(), _values | st.lists(_values, max_size=2), max_size=2)
_names = st.sampled_from(["web", "cli", "api", "copy"])
_boundaries = st.sampled_from([USERS, ORDERS])


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Graphs over a few names, so that two of them share nodes and edges, some with other content."""
    nodes = [function(name, **draw(_metadata)) for name in draw(st.sets(_names))]
    graph = Graph([USERS, ORDERS, *nodes])
    if nodes:
        sides = st.tuples(st.sampled_from([exposes, consumes]), st.sampled_from(nodes), _boundaries)
        for make, node, boundary in draw(st.lists(sides, max_size=6)):
            graph.add_edge(make(node, boundary, draw(st.floats(0, 1)), line=draw(st.integers(1, 3))))
    if draw(st.booleans()):
        graph.link_boundaries()
    return graph


@given(graphs())
def test_json_round_trip(graph: Graph) -> None:
    text = to_json(graph)
    again = from_json(text)
    assert again == graph
    assert to_json(again) == text
    assert from_json(text.decode()) == graph


@given(graphs(), graphs())
def test_a_diff_applied_gives_the_other_graph(one: Graph, other: Graph) -> None:
    assert one.patched(one.diff(other)) == other


@given(graphs())
def test_a_graph_does_not_differ_from_itself(graph: Graph) -> None:
    change = graph.diff(from_json(to_json(graph)))
    assert not (change.added_nodes or change.removed_nodes or change.added_edges or change.removed_edges)


@given(graphs())
def test_indexes_agree_with_relations(graph: Graph) -> None:
    for node_id in graph.nodes:
        assert graph.incoming(node_id) == [relation for relation in graph.relations if relation.target_id == node_id]
        assert graph.outgoing(node_id) == [relation for relation in graph.relations if relation.source_id == node_id]


_NODE = '{"id":"a","kind":"file","name":"a","qualified_name":"a"}'
_EDGE = '{"kind":"exposes","source_id":"a","target_id":"a","metadata":{"confidence":1}}'


def _document(nodes: str, relations: str) -> str:
    return f'{{"schema":1,"nodes":[{nodes}],"relations":[{relations}]}}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "truncated"),
        ("[]", "object"),
        ("{", "truncated"),
        ("{}", "schema"),
        ('{"schema":2,"anything":1}', "schema 2 is unknown"),
        ('{"schema":1}', "nodes"),
        (b"\xff", "malformed"),
        ('{"schema":1,"nodes":' + "[" * 100_000, "recursion"),
        (_document(_NODE.replace("file", "planet"), ""), "planet"),
        (_document(_NODE.replace("file", "boundary"), ""), "mechanism"),
        (_document("", _EDGE), "not a node"),
        (_document(_NODE, _EDGE.replace("1", "2")), "confidence"),
        (_document(_NODE, _EDGE.replace("1", '1,"line":[]')), "unhashable"),
    ],
)
def test_what_is_not_a_graph(text: str | bytes, message: str) -> None:
    with pytest.raises(GraphFormatError, match=message):
        from_json(text)


@pytest.mark.parametrize("value", [object(), "\ud800"])
def test_what_json_cannot_hold(value: object) -> None:
    with pytest.raises(GraphFormatError, match="cannot be written"):
        to_json(Graph([function("web", value=value)]))


def test_graphs_are_unequal_to_other_things(graph: Graph) -> None:
    assert graph != 1
    assert repr(graph) == "<Graph: 3 nodes, 2 relations>"
