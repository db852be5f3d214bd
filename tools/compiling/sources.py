"""Sources as they are compiled: records written out, `replace` and `copied` as methods, constants that are `Final`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.compiling.classes import COPIED, GIVEN, PRELUDE, REPLACED, annotation, methods
from tools.compiling.edits import Edit, changed, place
from tools.compiling.finals import with_finals
from tools.compiling.records import Record, imported, records

_RECORD = "pytreelint.knowledge.record"
_METHODS = {f"{_RECORD}.replace": REPLACED, f"{_RECORD}.copied": COPIED}
_PROTOCOL = "from pytreelint.model.values.protocol import Interpreter\n"
_ONLY = "from pytreelint.model.driver.evaluator import Evaluator as Interpreter\n"


def write_out(modules: Mapping[str, Path]) -> None:
    """Writes modules as they are compiled, in the files in which they stand."""
    texts = {name: path.read_text(encoding="utf-8") for name, path in modules.items()}
    known = records(texts)
    for name, path in modules.items():
        text = with_finals(written_out(known, name, texts[name]), modules)
        path.write_text(with_evaluator(text), encoding="utf-8")


def written_out(known: Mapping[str, Record], module: str, text: str) -> str:
    """Returns the text of a module with its records as plain classes."""
    lines = text.split("\n")
    own = [(name, record) for name, record in known.items() if record.module == module]
    for name, record in sorted(own, key=lambda each: -each[1].node.lineno):
        _write_class(lines, record, methods(known, name))
    imports = [node for node in ast.parse(text).body if isinstance(node, (ast.Import, ast.ImportFrom))]
    if own:
        lines.insert(imports[-1].end_lineno or 0, GIVEN)
        lines.insert(imports[0].end_lineno or 0, PRELUDE)
    return with_methods("\n".join(lines))


def _write_class(lines: list[str], record: Record, added: list[str]) -> None:
    node = record.node
    lines[node.end_lineno or 0 : node.end_lineno or 0] = added
    declared = {each.name: each for each in record.own}
    for each in reversed(node.body):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            name = each.target.id
            blank = [""] * ((each.end_lineno or each.lineno) - each.lineno)
            declaration = f"    {name}: {annotation(record, declared[name])}"
            lines[each.lineno - 1 : each.end_lineno] = [declaration, *blank]
    lines[record.maker.lineno - 1] = ""


def with_evaluator(text: str) -> str:
    """Returns a text that knows the evaluator by its class, whose methods are called as such, not by their names."""
    return text.replace(_PROTOCOL, _ONLY)


def with_methods(text: str) -> str:
    """Returns a text with `value._replaced(x=1)` for `replace(value, x=1)`."""
    tree = ast.parse(text)
    names = {name: _METHODS[full] for name, full in imported(tree).items() if full in _METHODS}
    return changed(text, (edit for node in ast.walk(tree) for edit in _edits(node, names, text)))


def _edits(node: ast.AST, names: Mapping[str, str], text: str) -> Iterator[Edit]:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names):
        return
    if len(node.args) == 1 and all(keyword.arg is not None for keyword in node.keywords):
        (value,) = node.args
        first, last = place(value, text)
        start, end = place(node, text)
        rest = place(node.keywords[0], text)[0] if node.keywords else end - 1
        yield start, first, "("
        yield last, rest, f").{names[node.func.id]}("
