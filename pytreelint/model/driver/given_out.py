"""Partials and wrappers that functions give out: their callers are not seen, and what was bound in them is known."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.driver.used_up import holds_for_each_call
from pytreelint.model.syntax.questions import asked_in
from pytreelint.model.values.captured import inside_of, leads_into
from pytreelint.model.values.choice import Choice
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.limits import GIVEN_FUNCTIONS, GIVEN_OUT, INHERITED_STEPS
from pytreelint.model.values.regions import Region
from pytreelint.model.values.value import (
    Bound,
    Container,
    Function,
    Object,
    Partial,
    Transformed,
    Union,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.driver.evaluator import Evaluator
    from pytreelint.model.project.modules import ModuleInfo


def note_given(ev: Evaluator, result: Value) -> None:
    """Records what a function gives: a partial of a function of the project that binds other callables."""
    for each in result.items if isinstance(result, Container) and result.kind == "tuple" else (result,):
        if not isinstance(each, Partial) or not isinstance(each.function, Function):
            continue
        bound = (*each.args, *(value for _, value in each.keywords))
        if each.function.module.origin == "project" and any(isinstance(value, _CALLABLES) for value in bound):
            ev.events.given_out.append(each)


_CALLABLES = (Function, Bound, Partial, Transformed)


def called(ev: Evaluator) -> None:
    """Calls the partials with arguments of which nothing is known: whoever gets one may do so."""
    for partial in ev.events.given_out[:GIVEN_OUT]:
        function = partial.function
        if not isinstance(function, Function) or isinstance(function.node, ast.Lambda):
            continue
        node, scope = function.node, ev.top(function.module)
        where = ast.copy_location(ast.Name(node.name, ast.Load()), node)
        frame = Frame(function.module, {}, None, depth=0, top=True)
        frame.region = Region("entry", node, frame)
        given = dict(partial.keywords)
        left = [*node.args.posonlyargs, *node.args.args][len(partial.args) :]
        keywords = {p.arg: _annotated(ev, p, scope) for p in (*left, *node.args.kwonlyargs) if p.arg not in given}
        ev.begin(None)
        ev.bounds.limit = INHERITED_STEPS
        with ev.events.collecting() as found:
            ev.call(partial, (), keywords, where, frame, complete=False)
        ev.events.sites += [site for site in found if holds_for_each_call(site, function)]


def waiting(ev: Evaluator, module: ModuleInfo) -> list[tuple[Transformed, Function]]:
    """Returns the wrappers that nobody is seen to call and that lead into a module, with their functions.

    A factory of another module, or one that several functions call, makes a wrapper for each of them.
    """
    left = [each for known in ev.events.given.values() for each in known.values() if each is not None]
    run = [(each, function) for each in left if (function := inside_of(each)) and leads_into(function, module)]
    return run[:GIVEN_FUNCTIONS]


def alternatives(wrapper: Transformed) -> list[Transformed]:
    """Returns a wrapper, or one for each of several functions of which a choice gives it one.

    jax.jit(step if mesh is None else jax.shard_map(step, mesh=mesh))

    A function that asks for what has chosen it may do something else where it is not compiled: it is left out.
    """
    several = wrapper.function
    if not isinstance(several, Union) or not isinstance(several.choice, Choice):
        return [wrapper]
    asked = {part.rpartition(".")[2] for part in several.choice.parts}
    found: dict[ast.AST, Transformed] = {}
    for option in several.options:
        function = inside_of(option)
        if function is not None and function.node not in found and asked.isdisjoint(asked_in(function.node)):
            found[function.node] = replace(wrapper, function=option)
    return list(found.values())


def _annotated(ev: Evaluator, parameter: ast.arg, scope: Frame) -> Value:
    value = ev.annotation(parameter.annotation, scope) if parameter.annotation is not None else Unknown("parameter")
    return value if isinstance(value, Object) else Unknown("parameter")
