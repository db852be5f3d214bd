"""Whether a function certainly runs on values: traced, it would raise, or read a clock that stands still."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import CLOCKS
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.transforms import COMPILES, Transform
from pytreelint.model.syntax.parameters import AnyFunction
from pytreelint.model.syntax.walking import children
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame, at_its_end
from pytreelint.model.values.marks import Trace
from pytreelint.model.values.sites import Demanded
from pytreelint.model.values.value import Function, Library, Transformed, options_of

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_LAST = {clock.rpartition(".")[2] for clock in CLOCKS}
# What some of the runs of a function pass over, or leave to others.
_OPEN = (
    ast.If,
    ast.IfExp,
    ast.BoolOp,
    ast.Try,
    ast.Match,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Lambda,
    ast.ClassDef,
)


def runs_on_values(ev: Interpreter, activation: Frame, transform: Transform) -> bool:
    """Whether nobody can call a function inside of a transform like this one, which traces every operation."""
    node = activation.function
    if not isinstance(node, ast.FunctionDef):
        return False
    return ev.answer((runs_on_values, node), lambda: _reads_clock(ev, activation) or _needs(ev, activation, transform))


def never_traced(ev: Interpreter, function: Function) -> bool:
    """Whether nobody can call a function that is handed out inside of `jit`."""
    activation = Frame(function.module, {}, function.closure, function.owner)
    activation.function = function.node
    return runs_on_values(ev, activation, COMPILES)


def is_traced(ev: Interpreter, activation: Frame, transform: Transform) -> bool:
    """Whether a transform traces an activation; code that is not known may do so, where the activation lets it."""
    node = activation.function
    return ev.is_staged(node) and not (ev.is_handed_on(node) and runs_on_values(ev, activation, transform))


def may_be_compiled(ev: Interpreter, activation: Frame, outermost: Frame) -> bool:
    """Whether an option chooses if a function is compiled that runs between two activations, the inner one included.

    if compiled:
        update = jax.jit(update)
    """
    while activation is not outermost and activation.back is not None:
        caller, call = activation.back
        if isinstance(call, ast.Call) and isinstance(call.func, (ast.Name, ast.Attribute)):
            with ev.aside():
                called = options_of(ev.expression(call.func, at_its_end(caller)))
            if any(isinstance(each, Transformed) and not each.transform.eager for each in called):
                return True
        activation = caller
    return False


def _always_run(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that every run of a function passes, as far as no test decides."""
    for child in children(node):
        if isinstance(child, (ast.If, ast.IfExp)):
            yield child.test
            yield from _always_run(child.test)
        elif not isinstance(child, _OPEN):
            yield child
            yield from _always_run(child)


def _reads_clock(ev: Interpreter, activation: Frame) -> bool:
    assert activation.function is not None
    calls = [part.func for part in _always_run(activation.function) if isinstance(part, ast.Call)]
    named = [f for f in calls if (f.attr if isinstance(f, ast.Attribute) else getattr(f, "id", "")) in _LAST]
    scope = activation.parent or ev.top(activation.module)
    with ev.aside():
        return any(isinstance(clock := ev.expression(f, scope), Library) and clock.name in CLOCKS for f in named)


def _needs(ev: Interpreter, activation: Frame, transform: Transform) -> bool:
    """Whether a function needs a value, were all operations in it traced; what it needs it for is not asked."""
    node, module = activation.function, activation.module
    assert isinstance(node, AnyFunction)
    trace = Trace(module, node, transform, "staging", module, node)
    function = Function(node, module, activation.parent, activation.owner)
    where = ast.copy_location(ast.Name("called", ast.Load()), node)
    arguments = Arguments(
        (), {}, where, Frame(module, {}, top=True), complete=False, staging=(trace,), tracing=(trace,), entry=True
    )
    first = activation.env.get(activation.first_parameter) if activation.env and activation.first_parameter else None
    arguments = replace(arguments, args=(first,)) if first is not None else arguments
    with ev.events.collecting() as found, ev.bounds.own_fuel():
        ev.call_into(function, arguments)
    needed = {site.needed for site in found if isinstance(site, Demanded) and trace in site.around}
    return bool(needed) and not needed.isdisjoint(_always_run(node))
