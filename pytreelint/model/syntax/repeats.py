"""Whether a place in a file runs more than once, as far as the file shows."""

from __future__ import annotations

import ast
from functools import lru_cache

from pytreelint.model.syntax.standing import around
from pytreelint.model.syntax.walking import walk

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
_TREES = 8  # whose calls are held at a time


def repeated(tree: ast.AST, node: ast.AST, hops: int = 0) -> bool:
    """Whether a node is in a loop, or in a function that the file calls in a loop or at several places."""
    outer = around(tree, node)
    inside = [index for index, each in enumerate(outer) if isinstance(each, _Function)]
    innermost = outer[inside[-1]] if inside else None
    if any(isinstance(each, _LOOPS) and not _runs_once(each, node) for each in outer[inside[-1] if inside else 0 :]):
        return True
    if not isinstance(innermost, (ast.FunctionDef, ast.AsyncFunctionDef)) or hops > _HOPS:
        return False
    calls = calls_of(tree, innermost.name)
    holder = outer[inside[-1] - 1]
    if isinstance(holder, ast.ClassDef):
        others = _others(tree) - {holder.name}
        calls = [call for call in calls if _called_on(call) not in others]
    return len(calls) > 1 or any(repeated(tree, call, hops + 1) for call in calls)


def _runs_once(loop: ast.AST, node: ast.AST) -> bool:
    """What a loop goes over, and what stands after it in its `else`."""
    once = [loop.iter, *loop.orelse] if isinstance(loop, (ast.For, ast.AsyncFor)) else []
    return any(node in set(walk(part)) for part in once)


def _called_on(call: ast.Call) -> str:
    """The name whose attribute a call calls: `TrainState` of `TrainState.create(params)`."""
    holder = call.func.value if isinstance(call.func, ast.Attribute) else None
    return holder.id if isinstance(holder, ast.Name) else ""


@lru_cache(maxsize=_TREES)
def _others(tree: ast.AST) -> frozenset[str]:
    """What a file imports, and its classes without bases in it: their methods are no methods of another class."""
    found = set[str]()
    classes = {each.name: each for each in getattr(tree, "body", ()) if isinstance(each, ast.ClassDef)}
    for each in getattr(tree, "body", ()):
        if isinstance(each, (ast.Import, ast.ImportFrom)):
            found.update((alias.asname or alias.name).partition(".")[0] for alias in each.names)
        elif isinstance(each, ast.ClassDef):
            bases = {name.id for base in each.bases for name in walk(base) if isinstance(name, ast.Name)}
            if bases.isdisjoint(classes):
                found.add(each.name)
    return frozenset(found)


def calls_of(tree: ast.AST, name: str) -> list[ast.Call]:
    """The calls of a function or class by its name, on whatever object."""
    return _calls(tree).get(name, [])


@lru_cache(maxsize=_TREES)
def _calls(tree: ast.AST) -> dict[str, list[ast.Call]]:
    found: dict[str, list[ast.Call]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            found.setdefault(name, []).append(node)
    return found
