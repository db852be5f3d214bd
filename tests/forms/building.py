"""Small parts of the forms: pieces of Python from text, names that are bound, what may not be moved."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import TypeVar, cast

Function = ast.FunctionDef
SCOPES = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ClassDef,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)

_T = TypeVar("_T", bound=ast.AST)
_NOWHERE = ast.Pass(lineno=0, col_offset=0, end_lineno=0, end_col_offset=0)


def rewritten(module: ast.Module, visitor: ast.NodeTransformer) -> ast.Module:
    """The module after a visitor."""
    new = visitor.visit(module)
    assert isinstance(new, ast.Module)
    return new


def statements(text: str) -> list[ast.stmt]:
    """Statements from text; they have no place of their own."""
    return [_placeless(statement) for statement in ast.parse(text).body]


def expression(text: str, **parts: ast.expr) -> ast.expr:
    """An expression from text; names that are given in `parts` stand for these expressions."""
    tree = _placeless(ast.parse(text, mode="eval").body)
    return cast("ast.expr", _Fill(parts).visit(tree))


def load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def at(node: _T, old: ast.AST) -> _T:
    """The node, at the place of another; its parts without a place too."""
    ast.copy_location(node, old)
    for child in ast.walk(node):
        if "lineno" in child._attributes and not hasattr(child, "lineno"):
            ast.copy_location(child, old)
    return node


def placed(module: ast.Module) -> ast.Module:
    """The module, with row 0 where something has no place."""
    for node in ast.walk(module):
        if "lineno" in node._attributes and not hasattr(node, "lineno"):
            ast.copy_location(node, _NOWHERE)
    return module


def copied(node: _T) -> _T:
    return deepcopy(node)


def after_imports(module: ast.Module, new: Sequence[ast.stmt]) -> ast.Module:
    """Puts statements behind the imports at the top."""
    body = module.body
    end = max((index for index, statement in enumerate(body) if is_heading(statement)), default=-1) + 1
    first = next((index for index, statement in enumerate(body) if not is_heading(statement)), len(body))
    cut = min(end, first) if first else 0
    return ast.Module([*body[:cut], *map(copied, new), *body[cut:]], module.type_ignores)


def is_heading(statement: ast.stmt) -> bool:
    """Whether it is an import, or a string such as the docstring."""
    return isinstance(statement, (ast.Import, ast.ImportFrom)) or (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def own(node: ast.AST) -> Iterator[ast.AST]:
    """What lies inside a node, without the insides of other functions and classes (they themselves are given)."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, SCOPES):
            yield from own(child)


def bound(body: Sequence[ast.stmt]) -> set[str]:
    """The names that statements bind in their own scope."""
    names: set[str] = set()
    for node in [
        *body,
        *(inner for statement in body if not isinstance(statement, SCOPES) for inner in own(statement)),
    ]:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            names.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
    return names


def read(nodes: Sequence[ast.AST]) -> set[str]:
    """The names that are read anywhere inside."""
    return {n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def parameters(function: ast.FunctionDef | ast.Lambda) -> list[str]:
    """The names of the parameters, in order, without `*args` and `**kwargs`."""
    return [argument.arg for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]


def passed_on(function: ast.FunctionDef) -> tuple[list[ast.expr], list[ast.keyword]]:
    """The arguments of a call that hands on all parameters."""
    args = function.args
    plain: list[ast.expr] = [load(argument.arg) for argument in (*args.posonlyargs, *args.args)]
    if args.vararg:
        plain.append(ast.Starred(load(args.vararg.arg), ast.Load()))
    named = [ast.keyword(argument.arg, load(argument.arg)) for argument in args.kwonlyargs]
    if args.kwarg:
        named.append(ast.keyword(None, load(args.kwarg.arg)))
    return plain, named


def bare(args: ast.arguments) -> ast.arguments:
    """Parameters without annotations and defaults: of a function that is always handed all of them."""
    clean = copied(args)
    clean.defaults, clean.kw_defaults = [], [None] * len(clean.kwonlyargs)
    for argument in (*clean.posonlyargs, *clean.args, *clean.kwonlyargs, clean.vararg, clean.kwarg):
        if argument is not None:
            argument.annotation = None
    return clean


def is_plain(function: ast.FunctionDef) -> bool:
    """Whether its body may be moved into another function: no generator, no `super()`, nothing about its own scope."""
    inside = [node for statement in function.body for node in ast.walk(statement)]
    names = {node.id for node in inside if isinstance(node, ast.Name)}
    if names & {"super", "locals", "__class__", "vars", "globals"}:
        return False
    return not any(isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await, ast.Nonlocal, ast.Global)) for node in inside)


class Bodies(ast.NodeTransformer):
    """Visits what scripts, functions and methods do: no decorators, defaults and annotations."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt | list[ast.stmt]:
        node.body = [new for part in node.body for new in listed(self.visit(part))]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        inner = (ast.FunctionDef, ast.ClassDef)
        node.body = [self.visit(part) if isinstance(part, inner) else part for part in node.body]
        return node


def listed(part: ast.stmt | list[ast.stmt]) -> list[ast.stmt]:
    """What a visitor gives for a statement, as a list."""
    return part if isinstance(part, list) else [part]


class _Fill(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self._parts = parts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._parts.get(node.id, node)


def _placeless(node: _T) -> _T:
    for child in ast.walk(node):
        for attribute in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            if hasattr(child, attribute):
                delattr(child, attribute)
    return node
