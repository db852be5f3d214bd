"""Code actions: the fix of a finding, a comment that suppresses it, and all safe fixes of a document."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pytreelint.engine.suppression import NO_REASON, UNKNOWN, UNREADABLE, UNUSED
from pytreelint.engine.writing import NotWrittenError
from pytreelint.model.text.notebook.notebook import NotKeptError
from pytreelint.server.diagnostics import diagnostic, touch
from pytreelint.server.documents import Document, Positions
from pytreelint.server.edits import Changes, of_edits, of_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytreelint.rules.finding import Finding
    from pytreelint.server.checking import Checking, Result

FIX_ALL = "source.fixAll.pytreelint"
REASON = "say why"
KINDS: tuple[str, ...] = (lsp.CodeActionKind.QuickFix.value, FIX_ALL)
_OF_COMMENTS = (UNREADABLE, UNUSED, UNKNOWN, NO_REASON)


class Actions:
    """The actions of one request.

    Arguments:
        edit: changes as the editor takes them.
        related: whether diagnostics were sent with related places.
    """

    def __init__(
        self, checking: Checking, positions: Positions, edit: Callable[[Changes], lsp.WorkspaceEdit], related: bool
    ) -> None:
        """Nothing is asked yet."""
        self._checking = checking
        self._positions = positions
        self._edit = edit
        self._related = related

    async def all(self, result: Result, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """What can be done at a range."""
        uri, only = params.text_document.uri, [str(getattr(kind, "value", kind)) for kind in params.context.only or ()]
        found: list[lsp.CodeAction] = []
        if _wanted(KINDS[0], only):
            for finding in result.checked.findings:
                home, shown = diagnostic(finding, self._positions, self._related)
                if home == uri and touch(shown.range, params.range):
                    found += [action async for action in self._of(finding, shown, result.document)]
        if _wanted(FIX_ALL, only) and any(self._checking.session.offers(f) for f in result.checked.findings):
            title = "Fix all safe findings of pytreelint"
            found.append(lsp.CodeAction(title, FIX_ALL, data={"path": result.document.path}))
        return found

    async def _of(self, finding: Finding, shown: lsp.Diagnostic, document: Document) -> AsyncIterator[lsp.CodeAction]:
        fix = finding.fix
        if fix is not None and self._checking.session.offers(finding):
            safe = fix.applicability == "safe"
            title = fix.message if safe else f"{fix.message} (unsafe)"
            edit = self._edit(of_edits(fix.edits, self._positions))
            yield lsp.CodeAction(title, KINDS[0], [shown], is_preferred=safe, edit=edit)
        if finding.code not in _OF_COMMENTS:
            changes = await self._suppressing(finding, document)
            if changes:
                title = f"Suppress {finding.name} here, with a reason"
                yield lsp.CodeAction(title, KINDS[0], [shown], edit=self._edit(changes))

    async def _suppressing(self, finding: Finding, document: Document) -> Changes | None:
        try:
            text = await self._checking.ask(self._checking.session.suppressed, finding, REASON)
            return None if text is None else of_text(document, text, self._positions.codec)
        except (NotWrittenError, NotKeptError):
            return None

    async def fixing_all(self, document: Document) -> Changes:
        """What all safe fixes of a document change."""
        text = await self._checking.ask(self._checking.session.fixed, document.path)
        try:
            return {} if text is None else of_text(document, text, self._positions.codec)
        except NotKeptError:
            return {}


def _wanted(kind: str, only: list[str]) -> bool:
    return not only or any(kind == each or kind.startswith(f"{each}.") for each in only)
