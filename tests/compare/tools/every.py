"""All tools, Seamark first."""

from tests.compare.tools import (
    api_ghost_hunter,
    callix,
    cg,
    code_graph_rag,
    codegraph,
    gitnexus,
    repo_graph,
    repowise,
    seamark,
)

TOOLS = tuple(
    module.TOOL
    for module in (
        seamark,
        callix,
        gitnexus,
        codegraph,
        code_graph_rag,
        repo_graph,
        repowise,
        api_ghost_hunter,
        cg,
    )
)
