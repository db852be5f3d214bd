"""Derivative rules of a function's own: `f.defvjp(forward, backward)`, which differentiation runs in its place.

Under gradients alone they run on values. Where the function is traced besides, so are they. What the forward rule keeps
for the backward one goes through JAX: arrays only.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.demands import DERIVATIVE_RULES, GIVES_COTANGENTS, REFUSE_TRACERS
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra.demands import NONDIFF, demand
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.transforms.giving import constants
from pytreelint.model.transforms.tracing import pair
from pytreelint.model.types.leaves import leaves
from pytreelint.model.values.alike import Alike, Cotangents, DerivativeRule
from pytreelint.model.values.marks import Traces, certain, not_gradients, of, together
from pytreelint.model.values.sites import Residuals
from pytreelint.model.values.value import DYNAMIC, Array, Container, Function, Scalar, Transformed, Value, options_of

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.sites import Operand

Rule = tuple[str, tuple[ast.expr, ...], ast.Call | None]
Written = tuple[str, str, tuple[ast.expr, ...], ast.Call | None]
Forward = tuple[ast.Call, Value, Value]  # where a function is told its rules, the forward one, and the output it gives


def run(ev: Interpreter, wrapper: Transformed, given: Iterable[Operand], inner: Arguments) -> Forward | None:
    """Run the rules of a function that is differentiated and traced; `inner`: the arguments that it gets itself."""
    if wrapper.transform.family != "custom":
        return None
    _refuse_tracers(ev, wrapper, given, inner)
    marks = together(*(of(operand.value) for operand in given))
    outer = together(inner.stage, not_gradients(marks))
    if len(not_gradients(marks)) == len(marks):
        return None
    residuals: Value = DYNAMIC
    forward: Forward | None = None
    for word, rules, site in _rules(ev, wrapper):
        if not outer and word != "forward":
            continue
        for rule in rules:
            function = ev.expression(rule, ev.top(wrapper.module))
            args = _arguments(word, wrapper, inner, residuals, outer)
            with ev.doubt() if not outer else nullcontext():
                result = ev.call_value(function, replace(inner, args=args, keywords={}, complete=True, changed={}))
            if word in ("forward", "forward of a tree"):
                output, residuals = pair(result)
                forward = (site, function, output) if site is not None and word == "forward" else None
            if word == "forward" and not wrapper.transform.filtered:
                ev.emit(Residuals(wrapper.module, rule, wrapper.transform, function, residuals))
    return forward


def _refuse_tracers(ev: Interpreter, wrapper: Transformed, given: Iterable[Operand], inner: Arguments) -> None:
    """Emits a demand for each argument of `nondiff_argnums` that is a tracer, or a tree with one."""
    for option in REFUSE_TRACERS.get(wrapper.transform.name, ()):
        members = constants(wrapper.option(option))
        if not members or any(type(member) is int and member < 0 for member in members):
            continue  # from the end, JAX counts defaults that the call leaves out, too
        for operand in given:
            if operand.role == "static" and isinstance(operand.node, ast.expr):
                traced = next((leaf.value for leaf in leaves(ev, operand.value) if certain(leaf.value)), None)
                if traced is not None:
                    demand(ev, operand.node, traced, f"{NONDIFF} `{option}`", inner.frame, gradients=True)
        return


def compared(ev: Interpreter, wrapper: Transformed, forward: Forward | None, result: Value) -> None:
    """Emits a site where a function that is differentiated returns a tree, and its forward rule one array for it."""
    if forward is None:
        return
    site, rule, output = forward
    if isinstance(result, Container) and isinstance(output, Array) and wrapper.transform.name in GIVES_COTANGENTS:
        trees, functions = (result, output), (wrapper.function, rule)
        ev.emit(Alike(wrapper.module, site, wrapper.transform.name, functions, trees, "forward rule"))


def named(ev: Interpreter, wrapper: Transformed, arguments: Arguments) -> Value:
    """`f.defvjp(forward, backward)`: whatever is differentiated, the rules take and give so much."""
    forward, backward = arguments.get(0, "fwd") or DYNAMIC, arguments.get(1, "bwd")
    wanted, static = _differentiated(wrapper)
    if backward is None or not wanted or wrapper.transform.name not in GIVES_COTANGENTS:
        return forward
    module, node, function = arguments.frame.module, arguments.node, wrapper.function

    def called(function: Value, *args: Value) -> Value:
        with ev.doubt():
            return ev.call_value(function, replace(arguments, args=args, keywords={}, complete=True, changed={}))

    def is_given(rule: Value, word: Literal["forward", "backward"], number: int) -> bool:
        takes = _other_number(rule, number)
        if takes is not None:
            ev.emit(DerivativeRule(module, node, function, rule, word, number, static, takes))
        return takes is None

    primal: Value = DYNAMIC
    if is_given(forward, "forward", wanted + static):
        given = (DYNAMIC,) * (wanted + static)
        result, output = called(forward, *given), called(function, *given)
        if all(map(_is_no_pair, options_of(result))):
            ev.emit(DerivativeRule(module, node, function, forward, "forward", len(given), static, gives=result))
        primal = pair(result)[0]
        ev.emit(Alike(module, node, wrapper.transform.name, (function, forward), (output, primal), "forward rule"))
    if is_given(backward, "backward", static + 2):
        cotangent = Array("jax") if isinstance(primal, Array) else DYNAMIC
        ways = options_of(called(backward, *(DYNAMIC,) * static, DYNAMIC, cotangent))
        if all(_is_another_number(way, wanted) for way in ways):
            ev.emit(Cotangents(module, node, wrapper.transform, function, backward, ways[0], wanted))
    return forward


def _other_number(rule: Value, given: int) -> int | None:
    """How many arguments a rule takes by position, if it certainly cannot be given so many."""
    if not isinstance(rule, Function) or rule.node.args.vararg is not None:
        return None
    takes = signature(rule.node.args)
    needed, at_most = len(takes.needed[0]), len(takes.positional)
    return None if needed <= given <= at_most else (needed if given < needed else at_most)


def _is_no_pair(result: Value) -> bool:
    """Whether a forward rule certainly gives something else than its output and what it keeps."""
    if not isinstance(result, Container):
        return isinstance(result, Array)
    return result.kind == "dict" or (
        result.kind in ("tuple", "list") and result.rest is None and len(result.items) != 2
    )


def _differentiated(wrapper: Transformed) -> tuple[int, int]:
    """How many arguments a function has that are differentiated, and how many others; 0 where that is not known."""
    function = wrapper.function
    if not isinstance(function, Function) or function.node.args.vararg or function.node.args.kwarg:
        return 0, 0
    parameters = signature(function.node.args)
    static = [constants(wrapper.option(name)) for name in wrapper.transform.static_params]
    named = {parameters.positions.get(n) if isinstance(n, str) else n for each in static for n in each or ()}
    if None in static or parameters.keyword_only or not named.issubset(parameters.positions.values()):
        return 0, 0
    return len(parameters.positional) - len(named), len(named)


def _is_another_number(result: Value, wanted: int) -> bool:
    """Whether a backward rule certainly gives another number of cotangents, or none in a tuple."""
    if not isinstance(result, Container) or result.kind not in ("tuple", "list"):
        return isinstance(result, Array)
    return result.rest is None and len(result.items) != wanted


def _rules(ev: Interpreter, wrapper: Transformed) -> Iterator[Rule]:
    """What a function's module says of its derivative, the forward pass first."""
    held = ev.answer((_rules, wrapper.module), lambda: _written(wrapper.module))
    for name, attribute, functions, site in held:
        words = DERIVATIVE_RULES[attribute]
        value = ev.name(wrapper.module, name)
        if isinstance(value, Transformed) and value.site is wrapper.site and value.module is wrapper.module:
            if len(words) == 1:
                yield words[0], functions, site
            elif len(words) == len(functions):
                yield from ((word, (each,), site) for word, each in zip(words, functions, strict=True))


def _written(module: ModuleInfo) -> list[Written]:
    """Statements that give a function of the module its rules: its name, the method, the rules, and the call."""
    found: list[Written] = []
    for statement in module.tree.body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            call = statement.value
            named = (k.value for k in call.keywords if k.arg in ("fwd", "bwd", "jvp"))
            found += _rules_of_call(call.func, (*call.args, *named), call)
        elif isinstance(statement, ast.FunctionDef):
            bare = ast.copy_location(ast.Name(statement.name, ast.Load()), statement)
            for decorator in statement.decorator_list:
                found += _rules_of_call(decorator, (bare,), None)
    return found


def _rules_of_call(method: ast.expr, functions: tuple[ast.expr, ...], call: ast.Call | None) -> list[Written]:
    if isinstance(method, ast.Attribute) and isinstance(method.value, ast.Name) and method.attr in DERIVATIVE_RULES:
        return [(method.value.id, method.attr, functions, call)]
    return []


def _arguments(word: str, wrapper: Transformed, inner: Arguments, residuals: Value, outer: Traces) -> tuple[Value, ...]:
    """What a rule is called with, by its word."""
    static = {
        n for name in wrapper.transform.static_params for n in constants(wrapper.option(name)) or () if type(n) is int
    }
    first = tuple(value for index, value in enumerate(inner.args) if index in static)
    primals = tuple(value for index, value in enumerate(inner.args) if index not in static)
    tangent = Array("jax", "inexact", traces=outer)
    tangents = Container("tuple", tuple(tangent if isinstance(value, Array) else DYNAMIC for value in primals))
    match word:
        case "forward":
            return inner.args
        case "backward":
            return (*first, residuals, DYNAMIC)
        case "tangents":
            return (*first, Container("tuple", primals), tangents)
        case "tangent":
            return (tangent, DYNAMIC, *primals)
        case "forward of a tree":
            return (Scalar("bool"), *inner.args)
    return (residuals, DYNAMIC, Scalar("bool"), *inner.args)
