"""What the server keeps does not grow with what is typed: counted in objects, of a server in this process."""

from __future__ import annotations

import asyncio
import gc
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from pytreelint.server.server import Server

NET = "import jax\nimport equinox as eqx\n\n\nclass Net(eqx.Module):\n    f{n}: object\n\n\nprint(jax.jit(Net)({n}))\n"
ROUNDS = 40
SLACK = 200  # objects; with a future kept for each edit there are 480 more


def message(method: str, params: Any) -> Any:
    return lsp.METHOD_TO_TYPES[method][0](params=params, jsonrpc="2.0", **({"id": 1} if method == "initialize" else {}))


async def typed(server: Server, uri: str, numbers: range) -> int:
    """The number of objects that are there after edits, each of which was checked."""
    for number in numbers:
        named = lsp.VersionedTextDocumentIdentifier(number, uri)
        change = lsp.TextDocumentContentChangeWholeDocument(NET.format(n=number))
        params = lsp.DidChangeTextDocumentParams(named, [change])
        server.pygls.protocol.handle_message(message(lsp.TEXT_DOCUMENT_DID_CHANGE, params))
        assert server.checking is not None
        (path,) = server.documents()
        assert await server.checking.current(path) is not None
    gc.collect()
    return len(gc.get_objects())


def test_forty_edits_leave_as_much_as_twenty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTREELINT_NO_PROJECT_RULES", "1")

    async def session() -> list[int]:
        server = Server()
        protocol = server.pygls.protocol
        protocol.set_writer(BytesIO())
        capabilities = lsp.ClientCapabilities()
        protocol.handle_message(message("initialize", lsp.InitializeParams(capabilities, root_uri=tmp_path.as_uri())))
        uri = (tmp_path / "net.py").as_uri()
        item = lsp.TextDocumentItem(uri, "python", 0, NET.format(n=0))
        protocol.handle_message(message(lsp.TEXT_DOCUMENT_DID_OPEN, lsp.DidOpenTextDocumentParams(item)))
        counts = [await typed(server, uri, range(start, start + ROUNDS)) for start in (1, 1 + ROUNDS, 1 + 2 * ROUNDS)]
        assert not protocol._request_futures
        server.shutdown(None)
        return counts

    _, second, third = asyncio.run(session())
    assert third - second < SLACK
