"""Sources with their records written out, and with calls of `replace` and `copied` as calls of their methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.compiling.classes import COPIED, GIVEN, PRELUDE, REPLACED, annotation, methods
from tools.compiling.records import Record, imported, records

_RECORD = "pytreelint.knowledge.record"
_METHODS = {f"{_RECORD}.replace": REPLACED, f"{_RECORD}.copied": COPIED}


def write_out(modules: Mapping[str, Path]) -> None:
    """Writes the records of some modules out, in the files in which they stand."""
    texts = {name: path.read_text(encoding="utf-8") for name, path in modules.items()}
    known = records(texts)
    for name, path in modules.items():
        path.write_text(written_out(known, name, texts[name]), encoding="utf-8")


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


def with_methods(text: str) -> str:
    """Returns a text with `value._replaced(x=1)` for `replace(value, x=1)`."""
    tree = ast.parse(text)
    names = {name: _METHODS[full] for name, full in imported(tree).items() if full in _METHODS}
    data, starts = text.encode(), _starts(text)
    edits = [edit for node in ast.walk(tree) for edit in _edits(node, names, starts)]
    for start, end, new in sorted(edits, reverse=True):
        data = data[:start] + new.encode() + data[end:]
    return data.decode()


def _edits(node: ast.AST, names: Mapping[str, str], starts: list[int]) -> Iterator[tuple[int, int, str]]:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names):
        return
    if len(node.args) == 1 and all(keyword.arg is not None for keyword in node.keywords):
        (value,) = node.args
        first, last = _place(value, starts)
        start, end = _place(node, starts)
        rest = _place(node.keywords[0], starts)[0] if node.keywords else end - 1
        yield start, first, "("
        yield last, rest, f").{names[node.func.id]}("


def _starts(text: str) -> list[int]:
    """Returns the position in bytes at which each row begins; the first row is the second item."""
    starts = [0, 0]
    for line in text.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _place(node: ast.expr | ast.keyword, starts: list[int]) -> tuple[int, int]:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return starts[node.lineno] + node.col_offset, starts[node.end_lineno] + node.end_col_offset
