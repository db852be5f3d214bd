"""Whether two draws only make inputs to try something on: `A = normal(key, (2, 3))`, `B = normal(key, (3, 4))`, and
then `matmul(A, B)`.

Such arrays are of different shapes or distributions, have names of their own, and are made and used once: by the
statements of a module, or of a function that these call and give nothing. All that is done with them is to multiply
them as matrices, to compare them, or to hand them to functions that do not train or draw in a loop; what comes out
decides no draw and enters no loop. What is put in a list, added to something, or returned (data, parameters, noise) is
no such input.

Nor is a number a draw that is only printed: `print(normal(key))`, or shown beneath a cell of a notebook.

A question to syntax, asked at the rare place where two draws were seen: code further down decides.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from pytreelint.knowledge.objects import DECIDING, PRINT, SAMPLERS, SHOWN_OF, SPLITTER, TRANSPOSED
from pytreelint.model.interpreter.local_names import frame_at
from pytreelint.model.queries.compared import SCOPES
from pytreelint.model.syntax.occurrences import own_names
from pytreelint.model.syntax.parameters import AnyFunction
from pytreelint.model.syntax.standing import around, nearest, outwards, standing
from pytreelint.model.syntax.unread import reads_of
from pytreelint.model.syntax.walking import arguments_of, walk
from pytreelint.model.values.value import Constant, Function, Library, Partial, Transformed, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.protocol import Model
    from pytreelint.model.values.states import Event

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)
_DEPTH = 3  # calls inside of each other that are looked into


class _Sample(NamedTuple):
    """The call of a sampler, the statement that gives its result a name, and the code around that runs once."""

    sampler: str
    call: ast.Call
    statement: ast.Assign
    scope: ast.AST


def are_example_inputs(model: Model, before: Event, again: Event) -> bool:
    """Whether two draws only make inputs, unlike each other, to try something on."""
    module = before.module
    if again.module is not module or before.inner is not None or again.inner is not None or before is again:
        return False
    one, two = _sample(model, module, before), _sample(model, module, again)
    if one is None or two is None or one.scope is not two.scope or not _differ(model, module, one, two):
        return False
    return all(_is_only_tried(model, module, each) for each in (one, two))


def is_printed(model: Model, event: Event) -> bool:
    """Whether what a sampler gives is printed, or is the value of a notebook's cell, and goes nowhere else."""
    outer = around(event.module.tree, event.node)
    call = nearest(outer, ast.Call)
    if event.inner is not None or event.by not in SAMPLERS or call is None:
        return False
    for at, each in reversed([*enumerate(outer)][: outer.index(call)]):
        if isinstance(each, ast.Expr):
            return event.module.source.notebook is not None and isinstance(outer[at - 1], ast.Module)
        if isinstance(each, ast.Call):
            return _name(model, event.module, each) == PRINT
        if not isinstance(each, (ast.FormattedValue, ast.JoinedStr)):
            return False
    return False


def _sample(model: Model, module: ModuleInfo, event: Event) -> _Sample | None:
    """The sampler that draws from a key, or from the one that it was split into in the sampler's own argument."""
    outer = around(module.tree, event.node)
    scope = nearest(outer, SCOPES) or module.tree
    call, by, statement = nearest(outer, ast.Call), event.by, nearest(outer, ast.stmt)
    if by == SPLITTER and call is not None:
        taken = standing(module.tree)[call].holder
        user = standing(module.tree)[taken].holder if isinstance(taken, ast.Subscript) else None
        call, by = (user, _name(model, module, user)) if isinstance(user, ast.Call) else (None, "")
    if call is None or by not in SAMPLERS or not isinstance(statement, ast.Assign) or statement.value is not call:
        return None
    if not isinstance(statement.targets[0], ast.Name) or len(statement.targets) > 1:
        return None
    if any(isinstance(each, (*_LOOPS, ast.ClassDef)) for each in outer) or not _runs_once(model, scope):
        return None
    return _Sample(by, call, statement, scope)


def _runs_once(model: Model, scope: ast.AST) -> bool:
    """Whether code is that of a module, or of a function without arguments that the module's code is seen to call."""
    if not isinstance(scope, ast.FunctionDef):
        return isinstance(scope, ast.Module)
    given = scope.args
    if given.args or given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg:
        return False
    callers = model.callers_of(scope)
    return bool(callers) and all(caller is None and not loops for caller, loops in callers)


def _differ(model: Model, module: ModuleInfo, one: _Sample, two: _Sample) -> bool:
    """Whether two samples certainly have other shapes, or come from other samplers."""
    if one.sampler != two.sampler:
        return True
    left, right = _shape(one), _shape(two)
    if left is None or right is None:
        return False
    if len(left) != len(right):
        return True
    pairs = [(a, b) for a, b in zip(left, right, strict=True) if ast.dump(a) != ast.dump(b)]
    return any(_are_other_numbers(model, module, one.statement, a, b) for a, b in pairs)


def _shape(sample: _Sample) -> list[ast.expr] | None:
    """The numbers of a sample's shape as they are written; None where that is no tuple or list."""
    place = DECIDING.get(sample.sampler, 0)
    given = [each.value for each in sample.call.keywords if each.arg == "shape"]
    given = given or [each for each in sample.call.args[place : place + 1] if place]
    if not given:
        tuples = [each for each in arguments_of(sample.call)[1:] if isinstance(each, (ast.Tuple, ast.List))]
        given = [*tuples] if len(tuples) == 1 else []
    return list(given[0].elts) if given and isinstance(given[0], (ast.Tuple, ast.List)) else None


def _are_other_numbers(model: Model, module: ModuleInfo, at: ast.AST, a: ast.expr, b: ast.expr) -> bool:
    frame = frame_at(model, module, at)
    with model.aside():
        one, two = model.expression(a, frame), model.expression(b, frame)
    return isinstance(one, Constant) and isinstance(two, Constant) and one.value != two.value


def _is_only_tried(model: Model, module: ModuleInfo, sample: _Sample) -> bool:
    """Whether all that reads a sample tries something on it; what comes of that decides no draw, and enters no loop."""
    uses = _uses(module, sample.call, sample.scope)
    if not uses or not all(_is_trying(model, module, sample.scope, use) for use in uses):
        return False
    todo, done = list(uses), set[ast.AST]()
    while todo:
        outer = around(module.tree, todo.pop())
        if any(isinstance(each, _LOOPS) or _is_drawing(model, module, each) for each in outer):
            return False
        statement = nearest(outer, ast.stmt)
        if isinstance(statement, ast.Assign) and statement not in done:
            done.add(statement)
            todo += _uses(module, statement.value, sample.scope)
    return True


def _uses(module: ModuleInfo, value: ast.expr, scope: ast.AST) -> list[ast.Name]:
    """The places that read the names of what a statement assigns; functions have names of their own."""
    return [use for use in reads_of(module.tree, value) or () if not _is_of_function(module, use, scope)]


def _is_of_function(module: ModuleInfo, use: ast.Name, scope: ast.AST) -> bool:
    """Whether a function inside of a scope binds the name that it reads there."""
    for each in outwards(module.tree, use):
        if each is scope:
            return False
        if isinstance(each, AnyFunction) and use.id in own_names(each):
            return True
    return False


def _is_trying(model: Model, module: ModuleInfo, scope: ast.AST, use: ast.expr) -> bool:
    outer = around(module.tree, use)
    if nearest(outer, SCOPES) is not scope:
        return False
    match outer[-1]:
        case ast.Attribute(attr=name) as part:
            return name in SHOWN_OF or (name == TRANSPOSED and _is_trying(model, module, scope, part))
        case ast.BinOp(op=ast.MatMult() | ast.Sub()) | ast.Compare() | ast.FormattedValue() | ast.Expr():
            return True
        case ast.Call() as call:
            return use is not call.func and _tries(model, module, call)
        case ast.keyword():
            return isinstance(outer[-2], ast.Call) and _tries(model, module, outer[-2])
    return False


def _tries(model: Model, module: ModuleInfo, call: ast.Call) -> bool:
    """Whether what is called is known, and no loop in it trains or draws."""
    return _is_plain(model, _called(model, module, call), ())


def _is_plain(model: Model, function: Value, seen: tuple[ast.AST, ...]) -> bool:
    if isinstance(function, (Partial, Transformed)):
        return _is_plain(model, function.function, seen)
    if isinstance(function, Library):
        return function.name not in SAMPLERS
    if not isinstance(function, Function) or len(seen) > _DEPTH:
        return False
    calls = (each for each in walk(function.node) if isinstance(each, ast.Call))
    called = [_called(model, function.module, each) for each in calls if _is_in_loop(function, each)]
    seen = (*seen, function.node)
    return all(
        not isinstance(each, Transformed) and (isinstance(each, Unknown) or _is_plain(model, each, seen))
        for each in called
        if not (isinstance(each, Function) and each.node in seen)
    )


def _is_in_loop(function: Function, call: ast.Call) -> bool:
    for each in outwards(function.module.tree, call):
        if each is function.node:
            return False
        if isinstance(each, _LOOPS):
            return True
    return False


def _called(model: Model, module: ModuleInfo, call: ast.Call) -> Value:
    with model.aside():
        return model.expression(call.func, frame_at(model, module, call))


def _is_drawing(model: Model, module: ModuleInfo, node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _name(model, module, node) in SAMPLERS


def _name(model: Model, module: ModuleInfo, call: ast.Call) -> str:
    """The name of the library's function that is called, if it is one."""
    function = _called(model, module, call)
    return function.name if isinstance(function, Library) else ""
