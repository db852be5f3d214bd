"""The server, as an editor meets it: over the protocol, in a process of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from tests.cli.running import pytreelint
from tests.server.editor import Editor, applied, editing, run

NET = """\
import jax
import jax.numpy as jnp
import equinox as eqx


class Net(eqx.Module):
    w: jax.Array
    f: object
    n: int = eqx.field(static=True)
"""
TRAIN = """\
import jax
import jax.numpy as jnp

from net import Net


@jax.jit
def run(net, x):
    return net.f(net.w * x)


run(Net(jnp.ones(3), jax.nn.relu, 2), 1.0)
"""
TOP = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pytreelint.toml").write_text("")
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "train.py").write_text(TRAIN)
    return tmp_path


def codes(found: list[lsp.Diagnostic]) -> list[object]:
    return [each.code for each in found]


def edits(action: lsp.CodeAction, uri: str) -> list[lsp.TextEdit]:
    """Those of one document; there are no others."""
    assert action.edit is not None
    changes = list(action.edit.document_changes or ())
    assert [change.text_document.uri for change in changes] == [uri]
    return list(changes[0].edits)


def at(document: str, line: int, character: int) -> dict[str, object]:
    return {"text_document": lsp.TextDocumentIdentifier(document), "position": lsp.Position(line, character)}


def test_diagnostics_follow_what_is_typed(project: Path) -> None:
    async def session() -> None:
        async with editing(project) as editor:
            train = editor.open("train.py")
            (found,) = await editor.diagnostics(train)
            assert (found.code, found.severity, found.source) == ("PTL201", lsp.DiagnosticSeverity.Error, "pytreelint")
            assert found.range == lsp.Range(lsp.Position(6, 1), lsp.Position(6, 8))
            assert found.code_description.href.endswith("/rules/PTL201/")
            places = [
                (Path(each.location.uri).name, each.location.range.start.line) for each in found.related_information
            ]
            assert ("net.py", 7) in places
            editor.change(train, "'\U0001f600'; " + TRAIN.replace("@jax.jit", "'\U0001f600'\n@jax.jit"))
            (found,) = await editor.diagnostics(train)
            assert found.range.start == lsp.Position(7, 1)
            net = editor.open("net.py")
            editor.change(net, NET.replace("f: object", "f: object = eqx.field(static=True)"))
            assert await editor.diagnostics(train, lambda found: not found) == []
            editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(net)))
            assert codes(await editor.diagnostics(train, bool)) == ["PTL201"]

    run(session())


def test_columns_are_those_of_the_protocol(project: Path) -> None:
    line = "s = '\U0001f600é'; jax.tree_map(len, [1])\n"

    async def session() -> None:
        async with editing(project) as editor:
            uri = editor.open("new.py", "import jax\n" + line)
            (found,) = await editor.diagnostics(uri)
            start = len(line[: line.index("jax")].encode("utf-16-le")) // 2
            assert found.range.start == lsp.Position(1, start)
            hover = await editor.client.text_document_hover_async(lsp.HoverParams(**at(uri, 1, start + 1)))
            assert "PTL803" in hover.contents.value

    run(session())


def test_actions(project: Path) -> None:
    async def session() -> None:
        async with editing(project) as editor:
            train = editor.open("train.py")
            (found,) = await editor.diagnostics(train)
            fix, suppress, fix_all = await editor.actions(train, found.range)
            assert (fix.kind, fix.is_preferred, fix.diagnostics[0].code) == ("quickfix", True, "PTL201")
            repaired = applied(TRAIN, edits(fix, train))
            assert "@filter_jit(" in repaired
            assert "ignore[opaque-leaf-in-jit] say why\n" in applied(TRAIN, edits(suppress, train))
            assert fix_all.edit is None
            resolved = await editor.client.code_action_resolve_async(fix_all)
            assert (
                applied(TRAIN, edits(resolved, train))
                == pytreelint("fix", "-", "--stdin-filename", "train.py", cwd=project, stdin=TRAIN.encode()).out
            )
            assert await editor.actions(train, TOP, "quickfix") == []
            assert [action.kind for action in await editor.actions(train, TOP)] == ["source.fixAll.pytreelint"]
            assert await editor.actions(train, TOP, "refactor") == []
            assert [a.kind for a in await editor.actions(train, TOP, "source")] == ["source.fixAll.pytreelint"]
            for text in (repaired, applied(TRAIN, edits(suppress, train))):
                editor.change(train, text)
                assert await editor.diagnostics(train, lambda found: not found) == []

    run(session())


def test_hovers_and_hints(project: Path) -> None:
    def hints(editor: Editor, uri: str) -> lsp.InlayHintParams:
        return lsp.InlayHintParams(lsp.TextDocumentIdentifier(uri), lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0)))

    async def session() -> None:
        async with editing(project) as editor:
            net, train = editor.open("net.py"), editor.open("train.py")
            hover = await editor.client.text_document_hover_async(lsp.HoverParams(**at(net, 5, 7)))
            assert "w  array leaf" in hover.contents.value
            hover = await editor.client.text_document_hover_async(lsp.HoverParams(**at(train, 6, 3)))
            assert "What it does" in hover.contents.value
            assert await editor.client.text_document_hover_async(lsp.HoverParams(**at(train, 4, 0))) is None
            found = await editor.client.text_document_inlay_hint_async(hints(editor, net))
            assert [(hint.position.line, hint.label) for hint in found] == [(6, "leaf"), (8, "static")]
        async with editing(project, inlayHints=False) as editor:
            net = editor.open("net.py")
            assert not await editor.client.text_document_inlay_hint_async(hints(editor, net))

    run(session())


def test_cancelled_and_untimely_requests(project: Path) -> None:
    large = TRAIN + "".join(f"\n\ndef f{n}(x):\n    return jnp.sum(x) + {n}\n" for n in range(300))

    async def session() -> None:
        async with editing(project) as editor:
            train = editor.open("train.py", large)
            asked = [
                asyncio.ensure_future(editor.client.text_document_hover_async(lsp.HoverParams(**at(train, 6, 3))))
                for _ in range(5)
            ]
            await asyncio.sleep(0)
            numbers = list(editor.client.protocol._request_futures)[-5:]
            for number in numbers[:4]:
                editor.client.cancel_request(lsp.CancelParams(id=number))
            answers: list[Any] = await asyncio.gather(*asked, return_exceptions=True)
            assert all(isinstance(answer, JsonRpcException) or "PTL201" in answer.contents.value for answer in answers)
            assert "PTL201" in answers[4].contents.value
            editor.client.cancel_request(lsp.CancelParams(id="never"))
            for number in range(30):  # asked of a text that is another one already
                editor.change(train, large + f"y = {number}\n" * (number % 3))
                asked.append(
                    asyncio.ensure_future(editor.actions(train, lsp.Range(lsp.Position(6, 1), lsp.Position(6, 2))))
                )
            for actions in await asyncio.gather(*asked[5:]):
                assert [action.kind for action in actions] == ["quickfix", "quickfix", "source.fixAll.pytreelint"]
            assert codes(await editor.diagnostics(train)) == ["PTL201"]
            waiting = asyncio.ensure_future(editor.actions(train, TOP))
            editor.change(train, TRAIN)
            editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(train)))
            assert isinstance(await waiting, list)
            assert await editor.actions(train, TOP) == []
            assert await editor.actions(editor.uri("nowhere.py"), TOP) == []
            assert await editor.client.text_document_hover_async(lsp.HoverParams(**at(train, 999, 999))) is None

    run(session())


def test_broken_text_and_broken_configuration(project: Path) -> None:
    async def session() -> None:
        async with editing(project) as editor:
            uri = editor.open("new.py", "def f(:\n")
            assert codes(await editor.diagnostics(uri, bool)) == ["PTL901"]
            editor.change(uri, "x = " + "(" * 5000)
            assert codes(await editor.diagnostics(uri, bool)) == ["PTL901"]
            (project / "pytreelint.toml").write_text("selec = []\n")
            save = lsp.DidSaveTextDocumentParams(lsp.TextDocumentIdentifier(editor.uri("pytreelint.toml")))
            editor.client.text_document_did_save(save)
            assert await editor.diagnostics(uri, lambda found: not found) == []
            assert "unknown key `selec`" in editor.client.messages[-1].message
            (project / "pytreelint.toml").write_text("ignore = ['PTL201']\n")
            editor.client.text_document_did_save(save)
            assert codes(await editor.diagnostics(uri, bool)) == ["PTL901"]
            assert await editor.diagnostics(editor.open("train.py")) == []

    run(session())


def test_a_baseline_and_what_is_not_the_projects(project: Path) -> None:
    assert pytreelint("baseline", "create", cwd=project).code == 0

    async def session() -> None:
        async with editing(project) as editor:
            train = editor.open("train.py")
            assert await editor.diagnostics(train) == []
            editor.change(train, TRAIN + "jax.tree_map(len, [1])\n")
            assert codes(await editor.diagnostics(train)) == ["PTL803"]
            assert await editor.diagnostics(editor.open(".venv/lib/site-packages/x.py", TRAIN)) == []

    run(session())


def open_notebook(editor: Editor, cells: list[str]) -> tuple[str, list[str]]:
    """A notebook is opened; what begins with `#` is text. Its URI, and those of its cells."""
    book = editor.uri("net.ipynb")
    uris = [f"vscode-notebook-cell:{editor.root}/net.ipynb#{number}" for number in range(len(cells))]
    held, texts = [], []
    for uri, text in zip(uris, cells, strict=True):
        kind = lsp.NotebookCellKind.Markup if text.startswith("#") else lsp.NotebookCellKind.Code
        held.append(lsp.NotebookCell(kind, uri))
        texts.append(lsp.TextDocumentItem(uri, "markdown" if text.startswith("#") else "python", 1, text))
    opened = lsp.NotebookDocument(book, "jupyter-notebook", 1, held)
    editor.client.notebook_document_did_open(lsp.DidOpenNotebookDocumentParams(opened, texts))
    return book, uris


def test_a_cell_that_is_being_written_leaves_the_others_alone(project: Path) -> None:
    cells = [NET, TRAIN.replace("from net import Net\n", ""), "x = ("]

    async def session() -> None:
        async with editing(project) as editor:
            _, uris = open_notebook(editor, cells)
            (broken,) = await editor.diagnostics(uris[2], bool)
            (found,) = await editor.diagnostics(uris[1], bool)
            assert (broken.code, broken.range.start) == ("PTL901", lsp.Position(0, 4))
            assert (found.code, found.range.start) == ("PTL201", lsp.Position(5, 1))
            (suppress,) = await editor.actions(uris[1], found.range)  # what the cell will do nobody knows: no fix
            assert "ignore[opaque-leaf-in-jit]" in applied(cells[1], edits(suppress, uris[1]))
            hover = await editor.client.text_document_hover_async(lsp.HoverParams(**at(uris[0], 5, 7)))
            assert " a PyTree by equinox.Module, net.ipynb:cell 1:6\n" in hover.contents.value

    run(session())


def test_notebooks(project: Path) -> None:
    cells = [
        "%time\n" + NET.split("class")[0],
        "# text",
        "class" + NET.split("class")[1],
        "@jax" + TRAIN.split("@jax")[1],
    ]

    async def session() -> None:
        async with editing(project) as editor:
            book, uris = open_notebook(editor, cells)
            (found,) = await editor.diagnostics(uris[3], bool)
            assert (found.code, found.range.start) == ("PTL201", lsp.Position(0, 1))
            assert (uris[2], 2) in [(r.location.uri, r.location.range.start.line) for r in found.related_information]
            fix, suppress, fix_all = await editor.actions(uris[3], found.range)
            assert {change.text_document.uri for change in fix.edit.document_changes} == {uris[0], uris[3]}
            assert "ignore[opaque-leaf-in-jit]" in applied(cells[3], edits(suppress, uris[3]))
            resolved = await editor.client.code_action_resolve_async(fix_all)
            changes = {change.text_document.uri: change.edits for change in resolved.edit.document_changes}
            assert "@filter_jit(" in applied(cells[3], list(changes[uris[3]]))
            text = applied(cells[3], edits(suppress, uris[3]))
            content = lsp.NotebookDocumentCellContentChanges(
                lsp.VersionedTextDocumentIdentifier(2, uris[3]), [lsp.TextDocumentContentChangeWholeDocument(text)]
            )
            change = lsp.NotebookDocumentChangeEvent(cells=lsp.NotebookDocumentCellChanges(text_content=[content]))
            named = lsp.VersionedNotebookDocumentIdentifier(2, book)
            editor.client.notebook_document_did_change(lsp.DidChangeNotebookDocumentParams(named, change))
            assert await editor.diagnostics(uris[3], lambda found: not found) == []

    run(session())
