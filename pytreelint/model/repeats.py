"""Whether a place in a file runs more than once, as far as the file shows."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_LOOPS = (
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.comprehension,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
_HOPS = 3


def around(tree: ast.AST, node: ast.AST) -> list[ast.AST]:
    """The nodes around a node, the outermost first; empty where it is not in the tree."""
    for child in ast.iter_child_nodes(tree):
        if child is node:
            return [tree]
        first, last = getattr(child, "lineno", 0), getattr(child, "end_lineno", None)
        if last is not None and not first <= getattr(node, "lineno", first) <= last and not _decorated(child, node):
            continue
        inner = around(child, node)
        if inner:
            return [tree, *inner]
    return []


def _decorated(child: ast.AST, node: ast.AST) -> bool:
    return any(d.lineno <= getattr(node, "lineno", 0) for d in getattr(child, "decorator_list", ()))


def repeated(tree: ast.AST, node: ast.AST, hops: int = 0) -> bool:
    """Whether a node is in a loop, or in a function that the file calls in a loop or at several places."""
    outer = around(tree, node)
    inside = [index for index, each in enumerate(outer) if isinstance(each, _Function)]
    innermost = outer[inside[-1]] if inside else None
    if any(isinstance(each, _LOOPS) and not _runs_once(each, node) for each in outer[inside[-1] if inside else 0 :]):
        return True
    if not isinstance(innermost, (ast.FunctionDef, ast.AsyncFunctionDef)) or hops > _HOPS:
        return False
    calls = list(calls_of(tree, innermost.name))
    return len(calls) > 1 or any(repeated(tree, call, hops + 1) for call in calls)


def _runs_once(loop: ast.AST, node: ast.AST) -> bool:
    """What a loop goes over, and what stands after it in its `else`."""
    once = [loop.iter, *loop.orelse] if isinstance(loop, (ast.For, ast.AsyncFor)) else []
    return any(node in ast.walk(part) for part in once)


def calls_of(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    """The calls of a function or class by its name, on whatever object."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            if (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) == name:
                yield node
