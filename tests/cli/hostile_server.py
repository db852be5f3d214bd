"""The server in a hostile project: an editor that opens what is there, asks everything of it, and leaves.

Messages are written and read as bytes: nothing of a client's library stands between the project and the server.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

LARGEST = 10**7  # bytes of a file that an editor would open
FAR = 10**6  # a line, and a character, that no document has
ENDINGS = (".py", ".ipynb")


class Wire:
    """Both ends of the server's streams, and what came out of them."""

    def __init__(self, to: IO[bytes], of: IO[bytes]) -> None:
        self._to, self._of = to, of
        self._number = 0
        self.said: list[str] = []
        self.published: set[str] = set()

    def tell(self, method: str, params: object, **more: object) -> None:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        self._to.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self._to.flush()

    def ask(self, method: str, params: object) -> Any:
        """The answer to a request, which comes after others, or the error that is one."""
        self._number += 1
        self.tell(method, params, id=self._number)
        while (message := self._read()).get("id") != self._number or "method" in message:
            self._hear(message)
        if message.get("error"):
            raise ValueError(f"{method}: {message['error']}")
        return message["result"]

    def wait_for(self, uri: str) -> None:
        """Its diagnostics."""
        while uri not in self.published:
            self._hear(self._read())
        self.published.discard(uri)

    def _hear(self, message: dict[str, Any]) -> None:
        params = message.get("params") or {}
        if message.get("method") == "textDocument/publishDiagnostics":
            self.published.add(params["uri"])
            self.said += [each["message"] for each in params["diagnostics"]]
        elif message.get("method") in ("window/showMessage", "window/logMessage"):
            self.said.append(params["message"])
        elif message.get("method"):
            raise ValueError(f"asked of the editor: {message}")

    def _read(self) -> dict[str, Any]:
        size = 0
        while (line := self._of.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                size = int(line.partition(b":")[2])
        if not size:
            raise ValueError("it ended without an answer")
        found: dict[str, Any] = json.loads(self._of.read(size))
        return found


def documents(project: Path) -> Iterator[Path]:
    """Those that an editor can open: files."""
    for folder, _, names in os.walk(project):
        for name in names:
            path = Path(folder, name)
            regular = path.is_file() and not path.resolve().is_relative_to("/proc")
            if name.endswith(ENDINGS) and regular and path.stat().st_size < LARGEST:
                yield path


def converse(wire: Wire, project: Path) -> None:
    """From the editor's first words to its last."""
    wire.ask("initialize", {"processId": None, "rootUri": project.as_uri(), "capabilities": {}})
    wire.tell("initialized", {})
    for path in documents(project):
        text = path.read_bytes().decode("utf-8", "surrogateescape")
        cells = cells_of(text) if path.suffix == ".ipynb" else None
        if cells is None:
            edit_text(wire, path.as_uri(), text)
        else:
            edit_notebook(wire, path.as_uri(), cells)
    wire.ask("shutdown", None)
    wire.tell("exit", None)


def cells_of(text: str) -> list[str] | None:
    """The code of a notebook; None where an editor would show its text."""
    try:
        cells = [cell["source"] for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        return [source if isinstance(source, str) else "".join(source) for source in cells]
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def edit_text(wire: Wire, uri: str, text: str) -> None:
    """A document is opened, asked about, changed and closed."""
    item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    wire.tell("textDocument/didOpen", {"textDocument": item})
    wire.wait_for(uri)
    ask_all(wire, uri)
    changes = [
        {"text": text + "\n# more\n"},
        {"range": span(0, 0), "text": "("},
        {"range": span(FAR, FAR), "text": ")"},
    ]
    wire.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes})
    wire.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def edit_notebook(wire: Wire, uri: str, cells: list[str]) -> None:
    """The same for a notebook and its cells."""
    uris = [f"vscode-notebook-cell:{uri}#{number}" for number in range(len(cells))]
    items = [
        {"uri": each, "languageId": "python", "version": 1, "text": text}
        for each, text in zip(uris, cells, strict=True)
    ]
    book = {"uri": uri, "notebookType": "jupyter-notebook", "version": 1}
    told = {**book, "cells": [{"kind": 2, "document": each} for each in uris]}
    wire.tell("notebookDocument/didOpen", {"notebookDocument": told, "cellTextDocuments": items})
    for each in {*uris[:2], *uris[-1:]}:
        wire.wait_for(each)
        ask_all(wire, each)
    closed = [{"uri": each} for each in uris]
    wire.tell("notebookDocument/didClose", {"notebookDocument": {"uri": uri}, "cellTextDocuments": closed})


def ask_all(wire: Wire, uri: str) -> None:
    """Each kind of request, near the document's beginning and far behind its end."""
    named = {"textDocument": {"uri": uri}}
    for row, column in ((0, 0), (1, 5), (FAR, FAR)):
        told = wire.ask("textDocument/hover", {**named, "position": {"line": row, "character": column}})
        wire.said += [told["contents"]["value"]] if told else []
    whole = {"range": {"start": span(0, 0)["start"], "end": span(FAR, FAR)["end"]}}
    wire.ask("textDocument/inlayHint", {**named, **whole})
    for action in wire.ask("textDocument/codeAction", {**named, **whole, "context": {"diagnostics": []}}) or ():
        if "data" in action:
            wire.ask("codeAction/resolve", action)


def span(row: int, column: int) -> dict[str, dict[str, int]]:
    """An empty range."""
    return {edge: {"line": row, "character": column} for edge in ("start", "end")}
