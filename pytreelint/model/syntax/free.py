"""The names that code reads and those that it binds, told from its syntax alone."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache

from pytreelint.model.syntax.walking import children, inside, statements, walk

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_FUNCTIONS = 64  # whose bindings are held at a time
_HELD = 16  # scopes whose names are held at a time


def free_names(node: ast.AST) -> set[str]:
    """The names that code reads and does not bind itself."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Load) else set()
    if isinstance(node, _SCOPES):
        spec = node.args
        body = node.body if isinstance(node.body, list) else [node.body]
        outside = [*spec.defaults, *(d for d in spec.kw_defaults if d is not None)]
        outside += [] if isinstance(node, ast.Lambda) else node.decorator_list
        bound = {a.arg for a in inside(spec) if isinstance(a, ast.arg)} | bound_names(body)
        return _all_free(outside) | (_all_free(body) - bound)
    names = _all_free(children(node))
    if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        names -= bound_names([generator.target for generator in node.generators])
    return names


@lru_cache(maxsize=_FUNCTIONS)
def captured_names(function: ast.AST) -> frozenset[str]:
    """The free names of a function that is asked for again and again."""
    return frozenset(free_names(function))


def _all_free(nodes: Sequence[ast.AST]) -> set[str]:
    return {name for node in nodes for name in free_names(node)}


def declared_global(tree: ast.Module) -> frozenset[str]:
    """The names that some function, or a statement of the module, declares `global` and does not only read."""
    declared = frozenset(name for node in statements(tree) if isinstance(node, ast.Global) for name in node.names)
    functions = [each for each in statements(tree) if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))]
    by_function = {name for each in functions if (said := _global_in(each)) for name in said & _may_bind(each)}
    in_functions = {name for each in functions for name in _global_in(each)}
    bound = declared - (in_functions - by_function)
    return frozenset(name for name in bound if not _is_made_alike(tree, name))


def _is_made_alike(tree: ast.Module, name: str) -> bool:
    """Whether all that binds a name is one partial, written out each time: `run = partial(jax.pmap, devices=devices)`.

    What it is given may be another thing each time; what it does with that is not.
    """
    made: list[ast.expr] = []
    for each in statements(tree):
        match each:
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func=function) as call) if target == name:
                last = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
                if last != "partial":
                    return False
                made.append(call)
    stores = [n for n in inside(tree) if isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load)]
    return len(made) == len(stores) > 1 and len(set(map(ast.dump, made))) == 1


def _global_in(function: ast.AST) -> set[str]:
    return {name for node in statements(function) if isinstance(node, ast.Global) for name in node.names}


def _may_bind(function: ast.AST) -> set[str]:
    """The names that code may bind in any way: assigned, deleted, defined, imported, caught or matched."""
    names = bound_names([function])
    for part in walk(function):
        match part:
            case ast.alias(name=name, asname=other):
                names.add(other or name.partition(".")[0])
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                names.add(name)
            case ast.MatchMapping(rest=str(name)):
                names.add(name)
    return names


def bound_names(nodes: Sequence[ast.AST]) -> set[str]:
    """Names that are assigned or defined anywhere in some code."""
    names = set[str]()
    for node in nodes:
        for part in inside(node):
            if type(part) is ast.Name:
                if type(part.ctx) is not ast.Load:
                    names.add(part.id)
            elif type(part) in _DEFINITIONS:
                names.add(part.name)  # type: ignore[attr-defined]
    return names


def is_bound_anew(outer: ast.AST, inner: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function binds again, behind one that it defines, a name that the inner one reads.

    What other inner functions bind is theirs, unless they say `nonlocal`.
    """
    free, last = free_names(inner), inner.end_lineno or inner.lineno
    before, after = set[str](), set[str]()
    for name, row in _bindings_of_its_own(outer):
        if name in free:
            (after if row > last else before).add(name)
    return not before.isdisjoint(after)


@lru_cache(maxsize=_HELD)
def _bindings_of_its_own(function: ast.AST) -> tuple[tuple[str, int], ...]:
    """The names that a function binds, with the rows, and those that its inner functions bind for it."""
    shared = {name for part in inside(function) if type(part) is ast.Nonlocal for name in part.names}
    found = [each for each in _bindings(function) if each[0] in shared] if shared else []
    for name, nodes in bindings(function).items():
        found += [(name, node.lineno) for node in nodes if isinstance(node, (ast.stmt, ast.expr, ast.arg))]
    return tuple(found)


_ARITHMETIC = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)


def is_steady(index: ast.expr, scope: ast.AST) -> bool:
    """Whether arithmetic with names gives the same wherever it stands in the body of a loop, or in a function.

    What a loop's target names changes with its passes; a name of a function is bound once, or is a parameter.
    """
    parts = list(walk(index))
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    if not names or not all(isinstance(part, _ARITHMETIC) for part in parts):
        return False
    if isinstance(scope, (ast.For, ast.AsyncFor, ast.While)):
        return names.isdisjoint(bound_names(scope.body))
    bound = [name for name, _ in _bindings(scope) if name in names]
    return len(bound) == len(set(bound))


@lru_cache(maxsize=_FUNCTIONS)
def _bindings(function: ast.AST) -> tuple[tuple[str, int], ...]:
    """The names that are bound anywhere in a function, with the rows."""
    found: list[tuple[str, int]] = []
    for part in inside(function):
        if type(part) is ast.Name:
            if type(part.ctx) is not ast.Load:
                found.append((part.id, part.lineno))
        elif type(part) is ast.arg:
            found.append((part.arg, part.lineno))
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.append((part.name, part.lineno))
    return tuple(found)


def scope_of(name: str, outer: Sequence[ast.AST]) -> ast.AST | None:
    """The function, of those around a place (the outermost first), whose name it is; None where it is the module's."""
    for function in reversed([each for each in outer if isinstance(each, _SCOPES)]):
        body = [] if isinstance(function, ast.Lambda) else function.body  # where people declare names, if not deeper
        said = [each for each in body if isinstance(each, (ast.Global, ast.Nonlocal)) and name in each.names]
        if any(isinstance(each, ast.Global) for each in said):
            return None
        if not said and name in bindings(function):
            return function
    return None


@lru_cache(maxsize=_HELD)
def bindings(scope: ast.AST) -> dict[str, list[ast.AST]]:
    """What binds each name in a scope: parameters, definitions, assignments, targets."""
    found: dict[str, list[ast.AST]] = {}
    if isinstance(scope, _SCOPES):
        spec = scope.args
        for parameter in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs, spec.vararg, spec.kwarg):
            if parameter is not None:
                found.setdefault(parameter.arg, []).append(parameter)
    pending: list[ast.AST] = children(scope)
    plain: set[ast.AST] = set()
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = _plain_targets(node)
            plain.update(targets)
            for name in dict.fromkeys(target.id for target in targets):
                found.setdefault(name, []).append(node)
            pending.extend(children(node))
        elif isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load) and node not in plain:
                found.setdefault(node.id, []).append(node)
        elif not isinstance(node, ast.Lambda):
            pending.extend(children(node))
    return found


def _plain_targets(node: ast.Assign | ast.AnnAssign) -> list[ast.Name]:
    """The names that an assignment gives a value, or the parts of one: `step, init = make(lr)`."""
    pending = list(node.targets) if isinstance(node, ast.Assign) else [node.target]
    found: list[ast.Name] = []
    while pending:
        target = pending.pop()
        if isinstance(target, (ast.Tuple, ast.List)):
            pending += target.elts
        elif isinstance(target, ast.Name):
            found.append(target)
    return found
