"""An editor: pytest-lsp's client, and the real server in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, client_capabilities

from tests.cli.running import environment

PATIENCE = 120  # seconds; a machine may be busy


class Editor:
    """What an editor does, in short words."""

    def __init__(self, client: Any, root: Path) -> None:
        self.client = client
        self.root = root
        self.versions: dict[str, int] = {}

    def uri(self, name: str) -> str:
        return (self.root / name).as_uri()

    def open(self, name: str, text: str | None = None) -> str:
        uri = self.uri(name)
        self.versions[uri] = 1
        given = (self.root / name).read_text() if text is None else text
        item = lsp.TextDocumentItem(uri, "python", 1, given)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return uri

    def change(self, uri: str, text: str) -> None:
        self.versions[uri] += 1
        named = lsp.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(named, [whole]))

    async def diagnostics(self, uri: str, condition: Callable[[list[Any]], bool] = lambda found: True) -> list[Any]:
        """Those of the newest version that was sent, once they fulfil a condition."""

        async def wait() -> list[Any]:
            while True:
                sent = self.client.diagnostics.get(uri)
                if (
                    sent is not None
                    and self.version_of(uri) in (None, self.versions.get(uri))
                    and condition(list(sent))
                ):
                    return list(sent)
                await self.client.wait_for_notification(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)

        return await asyncio.wait_for(wait(), PATIENCE)

    def version_of(self, uri: str) -> int | None:
        found: int | None = self.client.seen_versions.get(uri)
        return found

    async def actions(self, uri: str, at: lsp.Range, *only: str) -> list[Any]:
        context = lsp.CodeActionContext([], only=list(only) or None)
        params = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), at, context)
        return list(await self.client.text_document_code_action_async(params) or [])


@asynccontextmanager
async def editing(root: Path, spec: str = "visual-studio-code", **options: Any) -> AsyncIterator[Editor]:
    """An editor with a folder open, from its first words to its last."""
    config = ClientServerConfig(
        server_command=[sys.executable, "-m", "pytreelint", "server"], server_env=environment(root)
    )
    client: Any = await config.start()
    client.seen_versions = {}
    publish = client.protocol.fm.features[lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]

    def remember(params: lsp.PublishDiagnosticsParams) -> None:
        client.seen_versions[params.uri] = params.version
        publish(params)

    client.protocol.fm.features[lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS] = remember
    folder = lsp.WorkspaceFolder(root.as_uri(), root.name)
    capabilities = client_capabilities(spec)
    params = lsp.InitializeParams(
        capabilities, root_uri=root.as_uri(), workspace_folders=[folder], initialization_options=options
    )
    await client.initialize_session(params)
    try:
        yield Editor(client, root)
    finally:
        await client.shutdown_session()
        await client.stop()


def run(session: Coroutine[Any, Any, None]) -> None:
    """One test."""
    asyncio.run(session)


def applied(text: str, edits: list[Any]) -> str:
    """A text of ASCII characters after edits."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    spans = [
        (starts[e.range.start.line] + e.range.start.character, starts[e.range.end.line] + e.range.end.character, e)
        for e in edits
    ]
    for start, end, edit in sorted(spans, key=lambda span: span[0], reverse=True):
        text = text[:start] + edit.new_text + text[end:]
    return text
