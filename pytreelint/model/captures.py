"""What a callable hangs on: the names it captures, followed to the loop or to the parameters that change them.

A wrapper made in each step of a loop can be made before it, when nothing that it captures changes with the steps, or
when what changes are arrays, which it can take as arguments. Anything else (a size, another function) may need
another program for each step, and is no mistake.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.traceable import MAKES_ARRAYS, RESHAPING_METHODS, TAKES_TRACERS
from pytreelint.model.frame import Frame
from pytreelint.model.free import free_names
from pytreelint.model.leaves import leaves
from pytreelint.model.turns import Turn
from pytreelint.model.unknowns import Returned
from pytreelint.model.values import (
    Array,
    Bound,
    Constant,
    Function,
    Library,
    Object,
    Optimizer,
    Partial,
    Scalar,
    Transformed,
    Value,
    options_of,
)
from pytreelint.model.walking import children, walk

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_HELD = 16  # scopes and loops whose names and nodes are held at a time
_FURTHEST = 500  # expressions that an argument's shape is looked for in


Ignored = Literal["passable", "arrays", "nothing"]


def changes(ev: Evaluator, node: ast.AST, home: Frame, step: Turn, ignored: Ignored = "passable") -> set[str]:
    """Names that `node`, run in `home`, captures, and that may change from one turn of `step` to the next.

    Arguments:
        ignored: what changes do not count: what a compiled function could take as arguments instead, or arrays only.
    """
    names = set(_changing(ev, free_names(node), home, step, set(), ignored))
    if home is step.frame or home.back is None or (step.kind == "entry" and home.back[0] is step.frame):
        return names
    caller, call = home.back
    changed: set[str] = set()
    for name in names:
        given = _given(home, name, call)
        if given is None or changes(ev, given, caller, step, ignored):
            changed.add(name)
    return changed


def _changing(
    ev: Evaluator, names: set[str], home: Frame, step: Turn, seen: set[str], ignored: Ignored
) -> Iterator[str]:
    scope = _scope(home)
    for name in sorted(names - seen):
        seen.add(name)
        bindings = _bindings(scope).get(name, [])
        if bindings and step.frame is home and step.kind == "loop":
            inside = _inside(step.node)
            bindings = [each for each in bindings if each in inside]
        if not bindings:
            continue  # it comes from outside, and is the same each time
        value = home.find(name)
        if ignored != "nothing" and value is not None and passable(ev, value, ignored == "passable"):
            continue
        sources = [_source(each, value) for each in bindings]
        if any(source is None for source in sources):
            yield name
        for source in sources:
            if source is not None:
                yield from _changing(ev, free_names(source), home, step, seen, ignored)


def _scope(home: Frame) -> ast.AST:
    """The function or comprehension whose names a frame holds."""
    if home.back is not None and isinstance(home.back[1], (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        return home.back[1]
    return home.function or home.module.tree


@lru_cache(maxsize=_HELD)
def _inside(node: ast.AST) -> frozenset[ast.AST]:
    """The nodes of a loop."""
    return frozenset(walk(node))


@lru_cache(maxsize=_HELD)
def _bindings(scope: ast.AST) -> dict[str, list[ast.AST]]:
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
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target for target in targets if isinstance(target, ast.Name)]


def _source(binding: ast.AST, value: Value | None) -> ast.AST | None:
    """What a binding's value is made of, where that is all that it hangs on; None otherwise."""
    if isinstance(binding, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return binding
    if isinstance(binding, (ast.Assign, ast.AnnAssign)) and binding.value is not None:
        return binding.value if value is not None and all(map(_made_of_it, options_of(value))) else None
    return None


def parameters_of(node: ast.AST, home: Frame) -> set[str]:
    """The parameters of a function that an expression in it is worked out from, through local names."""
    scope, pending, seen = _scope(home), free_names(node), set[str]()
    found: set[str] = set()
    while pending:
        name = pending.pop()
        seen.add(name)
        for binding in _bindings(scope).get(name, ()):
            if isinstance(binding, ast.arg):
                found.add(name)
            elif isinstance(binding, (ast.Assign, ast.AnnAssign)) and binding.value is not None:
                pending |= free_names(binding.value) - seen
    return found


def _made_of_it(value: Value) -> bool:
    """Whether a value hangs on nothing but what the expression names that gave it."""
    kinds = (Function, Partial, Transformed, Bound, Constant, Library, Optimizer)
    return isinstance(value, kinds) or (isinstance(value, Object) and value.exact)


def passable(ev: Evaluator, value: Value, numbers: bool = True) -> bool:
    """Whether a compiled function can take a value as an argument: all of its leaves are arrays, or floats."""
    if isinstance(value, Returned):
        return True
    found = [option for leaf in leaves(ev, value) for option in options_of(leaf.value)]
    return bool(found) and all(
        isinstance(leaf, Array)
        and leaf.flavour != "shape-struct"
        or numbers
        and isinstance(leaf, (Scalar, Constant))
        and leaf.kind == "float"
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
            return _instance(call, function)
        position -= 1
    return call.args[position] if position < len(call.args) else ast.Constant(None)


def _instance(call: ast.Call, function: ast.AST) -> ast.expr | None:
    """The expression of the instance whose method a call runs; a constructor's is another one each time."""
    name = function.name if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) else ""
    if isinstance(call.func, ast.Attribute) and call.func.attr == name:
        return call.func.value
    return call.func if name == "__call__" else None


def reshapes(ev: Evaluator, node: ast.AST, home: Frame, step: Turn, seen: set[ast.AST] | None = None) -> bool:
    """Whether the arrays that an expression gives may have another shape or dtype in each turn of a loop.

    They may where a size, a dtype or the like changes with the turns and goes into what makes the arrays; and where
    that is far to find.

    Arguments:
        seen: the expressions that were looked into, of which none says so.
    """
    seen = set() if seen is None else seen
    if node in seen:
        return False
    seen.add(node)
    if len(seen) > _FURTHEST or any(_sized(ev, part, home, step) for part in walk(node)):
        return True
    bound = _bindings(_scope(home))
    for name in sorted(free_names(node)):
        for binding in bound.get(name, ()):
            if isinstance(binding, ast.arg) and home is not step.frame and home.back is not None:
                caller, call = home.back
                given = _given(home, name, call)
                if given is not None and reshapes(ev, given, caller, step, seen):
                    return True
            elif isinstance(binding, (ast.Assign, ast.AnnAssign)) and binding.value is not None:
                if reshapes(ev, binding.value, home, step, seen):
                    return True
    return False


def _sized(ev: Evaluator, node: ast.AST, home: Frame, step: Turn) -> bool:
    """Whether a part of an expression makes or cuts an array by what changes with the turns."""
    if isinstance(node, ast.Slice):
        ends = [end for end in (node.lower, node.upper) if end is not None]
        return len(ends) == 1 and bool(changes(ev, ends[0], home, step))
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in RESHAPING_METHODS:
        return any(changes(ev, argument, home, step) for argument in node.args)
    with ev.doubt():
        called = ev.expression(node.func, home if home.env is not None else Frame(home.module, {}, top=True))
    if not isinstance(called, Library) or called.name in TAKES_TRACERS:
        return False
    parts = [*node.args, *(keyword.value for keyword in node.keywords)]
    return any(
        isinstance(inner, ast.Name) and _is_size(ev, inner, called.name, home, step)
        for part in parts
        for inner in walk(part)
    )


def _is_size(ev: Evaluator, name: ast.Name, function: str, home: Frame, step: Turn) -> bool:
    value = home.find(name.id)
    number = isinstance(value, Constant) or isinstance(value, Scalar) and value.kind == "int"
    if not number and function.rpartition(".")[2] not in MAKES_ARRAYS:
        return False
    return bool(changes(ev, name, home, step))
