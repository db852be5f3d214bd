"""What a callable hangs on: the names it captures, followed to the loop or to the parameters that change them.

A wrapper made in each step of a loop can be made before it, when nothing that it captures changes with the steps, or
when what changes are arrays, which it can take as arguments. Anything else (a size, another function) may need
another program for each step, and is no mistake.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.leaves import leaves
from pytreelint.model.turns import Turn
from pytreelint.model.values import Array, Bound, Constant, Function, Library, Partial, Scalar, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator
    from pytreelint.model.frame import Frame

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def changes(ev: Evaluator, node: ast.AST, home: Frame, step: Turn, arrays: bool = False) -> set[str]:
    """Names that `node`, run in `home`, captures, and that may change from one turn of `step` to the next.

    Arguments:
        arrays: count those as well that a compiled function could take as arguments instead.
    """
    names = set(_changing(ev, free_names(node), home, step, set(), arrays))
    if home is step.frame or home.back is None or (step.kind == "entry" and home.back[0] is step.frame):
        return names
    caller, call = home.back
    changed: set[str] = set()
    for name in names:
        given = _given(home, name, call)
        if given is None or changes(ev, given, caller, step, arrays):
            changed.add(name)
    return changed


def free_names(node: ast.AST) -> set[str]:
    """The names that code reads and does not bind itself."""
    read: set[str] = set()
    bound: set[str] = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            (read if isinstance(inner.ctx, ast.Load) else bound).add(inner.id)
        elif isinstance(inner, ast.arg):
            bound.add(inner.arg)
    return read - bound


def _changing(ev: Evaluator, names: set[str], home: Frame, step: Turn, seen: set[str], arrays: bool) -> Iterator[str]:
    scope = _scope(home)
    for name in sorted(names - seen):
        seen.add(name)
        bindings = list(_bindings(scope, name))
        if step.frame is home and step.kind == "loop":
            inside = {id(inner) for inner in ast.walk(step.node)}
            bindings = [each for each in bindings if id(each) in inside]
        if not bindings:
            continue  # it comes from outside, and is the same each time
        value = home.find(name)
        if not arrays and value is not None and passable(ev, value):
            continue
        sources = [_source(each, value) for each in bindings]
        if any(source is None for source in sources):
            yield name
        for source in sources:
            if source is not None:
                yield from _changing(ev, free_names(source), home, step, seen, arrays)


def _scope(home: Frame) -> ast.AST:
    """The function or comprehension whose names a frame holds."""
    if home.back is not None and isinstance(home.back[1], ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return home.back[1]
    return home.function or home.module.tree


def _bindings(scope: ast.AST, name: str) -> Iterator[ast.AST]:
    """What binds a name in a scope: parameters, definitions, assignments, targets."""
    if isinstance(scope, _SCOPES):
        spec = scope.args
        for parameter in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs, spec.vararg, spec.kwarg):
            if parameter is not None and parameter.arg == name:
                yield parameter
    pending: list[ast.AST] = list(ast.iter_child_nodes(scope))
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name == name:
                yield node
            continue
        if isinstance(node, ast.Lambda):
            continue
        plain = isinstance(node, ast.Assign | ast.AnnAssign) and name in _plain_targets(node)
        if plain or (isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)):
            yield node
        else:
            pending.extend(ast.iter_child_nodes(node))


def _plain_targets(node: ast.Assign | ast.AnnAssign) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _source(binding: ast.AST, value: Value | None) -> ast.AST | None:
    """What a binding's value is made of, where that is all that it hangs on; None otherwise."""
    if isinstance(binding, ast.FunctionDef | ast.AsyncFunctionDef):
        return binding
    if isinstance(binding, ast.Assign | ast.AnnAssign) and binding.value is not None:
        made = isinstance(value, Function | Partial | Transformed | Bound | Constant | Library)
        return binding.value if made else None
    return None


def passable(ev: Evaluator, value: Value) -> bool:
    """Whether a compiled function can take a value as an argument: all of its leaves are arrays."""
    found = [leaf.value for leaf in leaves(ev, value)]
    return bool(found) and all(
        isinstance(leaf, Array) and leaf.flavour != "shape-struct" or isinstance(leaf, Scalar) and leaf.kind == "float"
        for leaf in found
    )


def _given(home: Frame, name: str, call: ast.AST) -> ast.expr | None:
    """The expression that a call gives for a parameter of the function that it runs."""
    function = home.function
    if not isinstance(call, ast.Call) or not isinstance(function, _SCOPES):
        return None
    given = next((keyword.value for keyword in call.keywords if keyword.arg == name), None)
    if given is not None:
        return given
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    if name not in names or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    position = names.index(name)
    if home.first == names[0]:  # a method
        if position == 0:
            return call.func.value if isinstance(call.func, ast.Attribute) else None
        position -= 1
    return call.args[position] if position < len(call.args) else ast.Constant(None)
