"""Changes of documents as an editor applies them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pytreelint.model.text.source import split_lines
from pytreelint.server.documents import Document, Positions, units

if TYPE_CHECKING:
    from pygls.workspace import PositionCodec

    from pytreelint.rules.finding import Edit

Changes = Mapping[str, list[lsp.TextEdit]]


def of_edits(edits: Iterable[Edit], positions: Positions) -> Changes:
    """The edits of a fix, by document."""
    found: defaultdict[str, list[lsp.TextEdit]] = defaultdict(list)
    for edit in dict.fromkeys(edits):
        location = positions.location(edit.place)
        found[location.uri].append(lsp.TextEdit(location.range, edit.content))
    return found


def of_text(document: Document, text: str, codec: PositionCodec) -> Changes:
    """What turns a document into another text, line by line. Raises NotKeptError where a notebook does not allow it."""
    notebook = document.source.notebook
    if notebook is None:
        return {document.uri: list(_differences(document.source.text, text, codec))}
    changed = notebook.cells_after(text)
    old = {cell.told.number: "\n".join(line.text for line in cell.lines) for cell in notebook.cells}
    return {document.cells[n - 1]: list(_differences(old[n], new, codec)) for n, new in changed.items()}


def _differences(before: str, after: str, codec: PositionCodec) -> Iterator[lsp.TextEdit]:
    """Whole lines; the last one may end without a line end."""
    end = "\r\n" if "\r\n" in before else "\n"
    old, new = split_lines(before), split_lines(after)
    for kind, first, last, start, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        lines = [line + end for line in new[start:stop]]
        if last < len(old):
            place = lsp.Range(lsp.Position(first, 0), lsp.Position(last, 0))
        else:  # at the end of the text, where no line end follows
            whole = lsp.Position(len(old) - 1, units(old[-1], codec))
            before_it = lsp.Position(first - 1, units(old[first - 1], codec)) if first else lsp.Position(0, 0)
            place = lsp.Range(before_it, whole)
            lines = [end + line.removesuffix(end) for line in lines] if first else [end.join(new[start:stop])]
        yield lsp.TextEdit(place, "".join(lines))


def workspace_edit(changes: Changes, versions: Mapping[str, int | None], versioned: bool) -> lsp.WorkspaceEdit:
    """Changes with the versions that they were made for, if the editor knows those.

    Arguments:
        versions: of the documents that are open.
        versioned: whether the editor takes `documentChanges`.
    """
    if not versioned:
        return lsp.WorkspaceEdit(changes={uri: list(edits) for uri, edits in changes.items()})
    return lsp.WorkspaceEdit(
        document_changes=[
            lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(uri, versions.get(uri)), list(edits))
            for uri, edits in changes.items()
        ]
    )
