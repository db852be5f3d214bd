"""The concrete side of a site: its LibCST node, parsed from its own text only, and code made from it.

LibCST is imported when the first finding asks for it; a run without findings never loads it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.project.modules import ModuleInfo
from pytreelint.model.text.parsing import exceeds_depth
from pytreelint.model.values.value import Library

if TYPE_CHECKING:
    import libcst as cst

    from pytreelint.model.values.protocol import Interpreter


def expression(module: ModuleInfo, node: ast.expr) -> cst.BaseExpression | None:
    """The LibCST node of an expression; None where its text does not stand alone, or is too deep for LibCST."""
    import libcst as cst

    if exceeds_depth(node):
        return None
    try:
        return cst.parse_expression(text_of(module, node))
    except (cst.ParserSyntaxError, RecursionError):
        return None


def text_of(module: ModuleInfo, node: ast.expr) -> str:
    """The source text of an expression."""
    place = module.source.place(node)
    lines = list(module.source.lines[place.row - 1 : place.end_row])
    lines[-1] = lines[-1][: place.end_column - 1]
    lines[0] = lines[0][place.column - 1 :]
    return "\n".join(lines)


def named_in(module: ModuleInfo, node: ast.expr) -> str:
    """The text of an expression for a message, which is one line."""
    text = text_of(module, node)
    return ast.unparse(node) if "\n" in text else text


def reference(model: Interpreter, module: ModuleInfo, node: ast.expr, name: str) -> ast.expr | None:
    """Where, inside an expression, the program names a library's function, whatever alias it uses."""
    with model.aside():
        frame = frame_at(model, module, node)
        for inner in ast.walk(node):
            if isinstance(inner, (ast.Name, ast.Attribute)) and model.expression(inner, frame) == Library(name):
                return inner
    return None


def renamed(model: Interpreter, module: ModuleInfo, node: ast.expr, name: str, new: str) -> str | None:
    """The expression as code, with the library's function `name` in it called `new`; None where that can't be told."""
    import libcst as cst
    from libcst.helpers import get_full_name_for_node

    used = reference(model, module, node, name)
    concrete = expression(module, node) if used is not None else None
    if used is None or concrete is None:
        return None
    old = ast.unparse(used)

    class Rename(cst.CSTTransformer):
        def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
            same = isinstance(original_node, (cst.Name, cst.Attribute)) and get_full_name_for_node(original_node) == old
            return cst.parse_expression(new) if same else updated_node

    return one_line(cst.Module([]).code_for_node(concrete.visit(Rename())))  # type: ignore[arg-type]


def replaced(module: ModuleInfo, node: ast.expr, part: ast.expr, new: str) -> str:
    """The expression as code, with the text of one of its parts replaced."""
    whole, inner = text_of(module, node), text_of(module, part)
    start, here = module.source.place(node), module.source.place(part)
    before = sum(len(line) + 1 for line in whole.split("\n")[: here.row - start.row])
    offset = before + (here.column - (start.column if here.row == start.row else 1))
    return one_line(whole[:offset] + new + whole[offset + len(inner) :])


def one_line(code: str) -> str:
    """Code over several lines as one; it stands in brackets, so line ends are spaces."""
    return " ".join(line.strip() for line in code.split("\n")) if "#" not in code else code
