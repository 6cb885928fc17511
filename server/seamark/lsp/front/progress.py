"""Shows in the client that the workspace is being read, and that other repositories are waited for."""

from __future__ import annotations

import asyncio
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from seamark.lsp.commands import REINDEX

from .engine_supervisor import EngineSupervisor

_INTERVAL = 0.1
_PATIENCE = 1.0
"""How long an engine may take to stop, in seconds: where others died, it does not."""

_GO_ON = "Go on"
_AWAITING = "reading other repositories: ask again when it is done"


async def show(server: LanguageServer, engine: EngineSupervisor) -> None:
    """Report until the workspace has been read, or the user stops that. For clients that support it only; one may
    still refuse.
    """
    ready = asyncio.ensure_future(engine.ready.wait())
    token = str(uuid4())
    progress = server.work_done_progress
    try:
        await progress.create_async(token)
        begin = types.WorkDoneProgressBegin(title="Seamark", message="indexing", percentage=0, cancellable=True)
        progress.begin(token, begin)
        shown = (0, 0)
        while not (await asyncio.wait({ready}, timeout=_INTERVAL))[0]:
            if progress.tokens[token].cancelled():
                engine.stop_reading()
                await asyncio.wait({ready}, timeout=_PATIENCE)
                break
            if engine.progress != shown:
                done, total = shown = engine.progress
                report = types.WorkDoneProgressReport(message=f"{done}/{total} files", percentage=_percent(done, total))
                progress.report(token, report)
        done, total = engine.progress
        read = f"{done}/{total} files" if engine.is_stopped else f"{total} files" if total else None
        progress.end(token, types.WorkDoneProgressEnd(message=read))  # Who knew all files before has counted none.
        if engine.is_stopped:
            await _offer_to_go_on(server, engine)
    except JsonRpcException:
        return
    finally:
        ready.cancel()


async def show_awaiting(server: LanguageServer, engine: EngineSupervisor) -> None:
    """Say that what other repositories have is missing, until it is not: then it is worth asking again.

    What lacks it is answered after this has begun, for clients that support it.
    """
    hears = asyncio.ensure_future(engine.hears_others.wait())
    token = str(uuid4())
    progress = server.work_done_progress
    try:
        await progress.create_async(token)
        progress.begin(token, types.WorkDoneProgressBegin(title="Seamark", message=_AWAITING))
        await hears
        progress.end(token, types.WorkDoneProgressEnd(message="ask again"))
    except JsonRpcException:
        return
    finally:
        hears.cancel()


async def _offer_to_go_on(server: LanguageServer, engine: EngineSupervisor) -> None:
    done, total = engine.progress
    words = f"Seamark stopped at {done} of {total} files and answers from those. The command {REINDEX} reads the rest."
    question = types.ShowMessageRequestParams(types.MessageType.Info, words, [types.MessageActionItem(_GO_ON)])
    answer = await server.window_show_message_request_async(question)
    if answer is not None and answer.title == _GO_ON:
        engine.go_on()


def _percent(done: int, total: int) -> int:
    return min(100, 100 * done // total) if total > 0 else 0
