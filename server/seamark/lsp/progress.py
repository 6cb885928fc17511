"""Shows in the client that the workspace is being read."""

from __future__ import annotations

import asyncio
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from .engine import Engine

_INTERVAL = 0.1


async def show(server: LanguageServer, engine: Engine) -> None:
    """Report until the workspace has been read. For clients that support it only; one may still refuse."""
    ready = asyncio.ensure_future(engine.ready.wait())
    token = str(uuid4())
    progress = server.work_done_progress
    try:
        await progress.create_async(token)
        progress.begin(token, types.WorkDoneProgressBegin(title="Seamark", message="indexing", percentage=0))
        shown = (0, 0)
        while not (await asyncio.wait({ready}, timeout=_INTERVAL))[0]:
            if progress.tokens[token].cancelled():
                break
            if engine.progress != shown:
                done, total = shown = engine.progress
                report = types.WorkDoneProgressReport(message=f"{done}/{total} files", percentage=_percent(done, total))
                progress.report(token, report)
        progress.end(token, types.WorkDoneProgressEnd(message=f"{engine.progress[1]} files"))
    except JsonRpcException:
        return
    finally:
        ready.cancel()


def _percent(done: int, total: int) -> int:
    return min(100, 100 * done // total) if total > 0 else 0
