"""What the server answers to which request."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from inspect import iscoroutinefunction
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from pytreelint import __version__
from pytreelint.engine.config import NO_RULES
from pytreelint.engine.configurations import NAMES
from pytreelint.report.visible import visible_lines
from pytreelint.server.actions import FIX_ALL, KINDS, Actions
from pytreelint.server.checking import Checking, Result
from pytreelint.server.diagnostics import diagnostic, is_within
from pytreelint.server.documents import Document, Positions, documents
from pytreelint.server.edits import Changes, workspace_edit
from pytreelint.server.protocol import Protocol
from pytreelint.server.session import ClientSettings, Session
from pytreelint.server.showing import hints, hover, word_at

_NOTEBOOKS = lsp.NotebookDocumentSyncOptions(
    notebook_selector=[
        lsp.NotebookDocumentFilterWithNotebook(
            notebook=lsp.NotebookDocumentFilterNotebookType(notebook_type="jupyter-notebook"),
            cells=[lsp.NotebookCellLanguage(language="python")],
        )
    ]
)
_WATCHED = ("**/*.py", "**/*.pyi", *(f"**/{name}" for name in NAMES))


class Server:
    """The server of one editor; it speaks through pygls."""

    def __init__(self) -> None:
        """Nothing is open yet."""
        self.pygls = LanguageServer("pytreelint", __version__, protocol_cls=Protocol, notebook_document_sync=_NOTEBOOKS)
        self.checking: Checking | None = None
        self._options: Any = None
        self._published: dict[str, frozenset[str]] = {}
        self._told_problems: set[str] = set()
        for method, handler in self._handlers().items():
            self.pygls.feature(method)(_function(handler))
        self.pygls.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(list(KINDS), resolve_provider=True))(
            _function(self.code_actions)
        )

    def _handlers(self) -> dict[str, Callable[[Any], Any]]:
        return {
            lsp.INITIALIZE: self.initialize,
            lsp.INITIALIZED: self.initialized,
            lsp.SHUTDOWN: self.shutdown,
            lsp.TEXT_DOCUMENT_DID_OPEN: lambda params: self.changed(params.text_document.uri),
            lsp.TEXT_DOCUMENT_DID_CHANGE: lambda params: self.changed(params.text_document.uri),
            lsp.TEXT_DOCUMENT_DID_CLOSE: lambda params: self.closed(),
            lsp.TEXT_DOCUMENT_DID_SAVE: self.saved,
            lsp.NOTEBOOK_DOCUMENT_DID_OPEN: lambda params: self.changed(params.notebook_document.uri),
            lsp.NOTEBOOK_DOCUMENT_DID_CHANGE: lambda params: self.changed(params.notebook_document.uri),
            lsp.NOTEBOOK_DOCUMENT_DID_CLOSE: lambda params: self.closed(),
            lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES: self.on_disk,
            lsp.WORKSPACE_DID_CHANGE_CONFIGURATION: self.configured,
            lsp.CODE_ACTION_RESOLVE: self.resolve,
            lsp.TEXT_DOCUMENT_HOVER: self.hover,
            lsp.TEXT_DOCUMENT_INLAY_HINT: self.inlay_hints,
        }

    # What is open

    def documents(self) -> dict[str, Document]:
        """What is open, by path."""
        return documents(self.pygls.workspace)

    def positions(self) -> Positions:
        """How this editor counts."""
        return Positions(self.documents(), self.pygls.workspace.position_codec)

    def _document(self, uri: str) -> Document | None:
        """The document of a file, a notebook or a cell."""
        return next((each for each in self.documents().values() if uri == each.uri or uri in each.cells), None)

    async def _current(self, uri: str) -> Result | None:
        document = self._document(uri)
        return await self._ready().current(document.path) if document is not None else None

    # Its life

    def _ready(self) -> Checking:
        if self.checking is None:
            session = Session(client_settings(self._options))
            self.checking = Checking(session, self.documents, self.publish)
        return self.checking

    def initialize(self, params: lsp.InitializeParams) -> None:
        """The editor's first words."""
        self._options = params.initialization_options
        if not (isinstance(self._options, dict) and self._options.get("ownRules") is True):
            os.environ[NO_RULES] = "1"  # a folder that is opened may be anybody's
        root = self.pygls.workspace.root_path
        if root is not None:
            with suppress(OSError):
                os.chdir(root)  # paths are shown relative to it

    async def initialized(self, params: lsp.InitializedParams) -> None:
        """Ask to be told of changes on disk, if the editor tells them."""
        self._ready()
        watching = _capability(
            self.pygls.client_capabilities, "workspace.did_change_watched_files.dynamic_registration"
        )
        if watching:
            watchers = [lsp.FileSystemWatcher(pattern) for pattern in _WATCHED]
            options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
            method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = lsp.Registration("pytreelint-files", method, options)
            with suppress(JsonRpcException):  # it said that it could
                await self.pygls.client_register_capability_async(lsp.RegistrationParams([registration]))

    def shutdown(self, params: None) -> None:
        """End the thread."""
        if self.checking is not None:
            self.checking.close()

    def changed(self, uri: str) -> None:
        """A document was opened or changed."""
        document = self._document(uri)
        if document is not None:
            self._ready().changed(document.path)

    def closed(self) -> None:
        """A document was closed: others may now see its file."""
        there = {document.path for document in self.documents().values()}
        for path in self._published.keys() - there:
            for uri in self._published.pop(path):
                self.pygls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        self._ready().changed(None)

    def saved(self, params: lsp.DidSaveTextDocumentParams) -> None:
        """A configuration was saved: an editor may watch no files."""
        if params.text_document.uri.rpartition("/")[2] in NAMES:
            self._ready().forget()

    def on_disk(self, params: lsp.DidChangeWatchedFilesParams) -> None:
        """Forgets files that have changed on disk; open documents are known from the editor."""
        there = {document.uri for document in self.documents().values()}
        if any(change.uri not in there or change.type != lsp.FileChangeType.Changed for change in params.changes):
            self._ready().forget()

    def configured(self, params: lsp.DidChangeConfigurationParams) -> None:
        """The editor's settings have changed."""
        checking = self._ready()
        settings = params.settings.get("pytreelint", params.settings) if isinstance(params.settings, dict) else {}
        checking.session.client_settings = client_settings(settings)
        checking.forget()

    # What it says

    def publish(self, result: Result) -> None:
        """The diagnostics of a document, of a notebook those of each cell."""
        problem = result.checked.problem
        if problem and problem not in self._told_problems:
            self._told_problems.add(problem)
            self.pygls.window_show_message(
                lsp.ShowMessageParams(lsp.MessageType.Error, visible_lines(f"pytreelint: {problem}"))
            )
        positions, document = self.positions(), result.document
        by_uri: dict[str, list[lsp.Diagnostic]] = {uri: [] for uri in document.cells or (document.uri,)}
        for finding in result.checked.findings:
            uri, shown = diagnostic(finding, positions, self._related)
            by_uri.setdefault(uri, []).append(shown)
        for uri, found in by_uri.items():
            version = None if document.cells else document.version[0]
            self.pygls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))
        self._published[document.path] = frozenset(by_uri)

    @property
    def _related(self) -> bool:
        return bool(
            _capability(self.pygls.client_capabilities, "text_document.publish_diagnostics.related_information")
        )

    def _edit(self, changes: Changes) -> lsp.WorkspaceEdit:
        there = self.pygls.workspace.text_documents
        versions = {uri: there[uri].version if uri in there else None for uri in changes}
        versioned = _capability(self.pygls.client_capabilities, "workspace.workspace_edit.document_changes")
        return workspace_edit(changes, versions, bool(versioned))

    def _actions(self) -> Actions:
        return Actions(self._ready(), self.positions(), self._edit, self._related)

    async def code_actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """Fixes and suppressions at a range; all safe fixes are worked out when they are chosen."""
        result = await self._current(params.text_document.uri)
        if result is None:
            return []
        found = await self._actions().all(result, params)
        lazy = _capability(self.pygls.client_capabilities, "text_document.code_action.resolve_support")
        return found if lazy else [await self.resolve(action) for action in found]

    async def resolve(self, action: lsp.CodeAction) -> lsp.CodeAction:
        """An action with its edit."""
        path = action.data.get("path") if isinstance(action.data, dict) else None
        if action.kind == FIX_ALL and action.edit is None and isinstance(path, str):
            result = await self._ready().current(path)
            if result is not None:
                action.edit = self._edit(await self._actions().fixing_all(result.document))
        return action

    async def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """The rules that speak there, and the PyTree of the class that is named there."""
        uri = params.text_document.uri
        result = await self._current(uri)
        if result is None:
            return None
        document, positions, checking = result.document, self.positions(), self._ready()
        place = positions.row_and_column(document, uri, params.position)
        word = word_at(document, *place) if place is not None else ""
        held = await checking.ask(checking.session.tree, document.path, word) if word else None
        shown = [(finding, positions.location(finding.place)) for finding in result.checked.findings]
        here = [f for f, where in shown if where.uri == uri and is_within(where.range, params.position)]
        return hover(here, held, os.path.dirname(document.path), positions)

    async def inlay_hints(self, params: lsp.InlayHintParams) -> list[lsp.InlayHint] | None:
        """What fields are."""
        checking = self._ready()
        document = self._document(params.text_document.uri)
        if document is None or not checking.session.client_settings.hints:
            return None
        held = await checking.ask(checking.session.trees, document.path)
        found = hints(document, held, params.text_document.uri, self.positions())
        first, last = params.range.start.line, params.range.end.line
        return [hint for hint in found if first <= hint.position.line <= last]


def _function(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function, which pygls can put its marks on."""
    if iscoroutinefunction(method):

        async def answer(params: Any) -> Any:
            return await method(params)

        return answer
    return lambda params: method(params)


def client_settings(options: Any) -> ClientSettings:
    """The editor's settings; what is not as it should be is passed over."""
    given = options if isinstance(options, dict) else {}

    def text(key: str) -> str:
        return given[key] if isinstance(given.get(key), str) else ""

    def flag(key: str) -> bool:
        return given[key] if isinstance(given.get(key), bool) else True

    return ClientSettings(text("configuration"), text("python"), flag("inlayHints"), flag("unsafeFixes"))


def _capability(given: Any, path: str) -> Any:
    """One of the editor's capabilities; None where it has it not."""
    for name in path.split("."):
        given = getattr(given, name, None)
    return given
