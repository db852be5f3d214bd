"""The names that code reads and those that it binds, told from its syntax alone."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pytreelint.model.syntax.walking import children, walk

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def free_names(node: ast.AST) -> set[str]:
    """The names that code reads and does not bind itself."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Load) else set()
    if isinstance(node, _SCOPES):
        spec = node.args
        body = node.body if isinstance(node.body, list) else [node.body]
        outside = [*spec.defaults, *(d for d in spec.kw_defaults if d is not None)]
        outside += [] if isinstance(node, ast.Lambda) else node.decorator_list
        bound = {a.arg for a in walk(spec) if isinstance(a, ast.arg)} | bound_names(body)
        return _all_free(outside) | (_all_free(body) - bound)
    names = _all_free(children(node))
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        names -= bound_names([generator.target for generator in node.generators])
    return names


def _all_free(nodes: Sequence[ast.AST]) -> set[str]:
    return {name for node in nodes for name in free_names(node)}


def bound_names(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that are assigned or defined anywhere in some code."""
    inner = [part for node in nodes for part in walk(node)]
    names = {part.id for part in inner if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
    return names | {p.name for p in inner if isinstance(p, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))}


def is_bound_anew(outer: ast.AST, inner: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function binds again, behind one that it defines, a name that the inner one reads."""
    free, last = free_names(inner), inner.end_lineno or inner.lineno
    before, after = set[str](), set[str]()
    for part in walk(outer):
        name = _bound_by(part)
        if name in free:
            row: int = getattr(part, "lineno", 0)
            (after if row > last else before).add(name)
    return not before.isdisjoint(after)


def _bound_by(part: ast.AST) -> str | None:
    if isinstance(part, ast.Name):
        return part.id if not isinstance(part.ctx, ast.Load) else None
    if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return part.name
    return part.arg if isinstance(part, ast.arg) else None
