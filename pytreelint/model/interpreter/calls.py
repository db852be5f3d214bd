"""Calls: arguments are bound, bodies of known source are followed, and what they did to `self` comes back."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.knowledge.results import lookup
from pytreelint.model.algebra import accesses, caches, carried_keys, given_back, left_donated, memos, sampling_methods
from pytreelint.model.algebra.demands import hashing
from pytreelint.model.algebra.refused_names import is_left_out
from pytreelint.model.interpreter import closures, dispatching, one_of_several, overridden
from pytreelint.model.interpreter.defaults import assume_defaults, default
from pytreelint.model.interpreter.fuel import allowance, is_too_little, note_cut, note_short
from pytreelint.model.interpreter.outlined import outlined
from pytreelint.model.interpreter.recursion import given_again
from pytreelint.model.interpreter.summaries import done_by, known_objects, returned
from pytreelint.model.interpreter.typed import as_instance, typed
from pytreelint.model.libraries import callbacks, library
from pytreelint.model.libraries.handed import hand_over
from pytreelint.model.syntax.mocks import mocked
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.transforms import applying
from pytreelint.model.types import by_functions, construct
from pytreelint.model.types.stubs import is_stub
from pytreelint.model.values import actual, aliases, cut, identity, marks
from pytreelint.model.values.after_calls import left_as_it_was
from pytreelint.model.values.arguments import INSTANCE, Arguments, before_call
from pytreelint.model.values.choices import of_returns
from pytreelint.model.values.counting import given_out
from pytreelint.model.values.dispatched import Dispatched
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.limits import ACTIVATIONS
from pytreelint.model.values.made import note_made
from pytreelint.model.values.memory import Key, Result
from pytreelint.model.values.regions import enter, innermost_pass, staged
from pytreelint.model.values.tied_fields import tied_fields, with_tied
from pytreelint.model.values.unknowns import RAISED, Recursive, filled, unknown_inside
from pytreelint.model.values.value import (
    DYNAMIC,
    NONE,
    PARAMETER,
    SPREAD,
    Bound,
    ClassValue,
    Container,
    Function,
    Library,
    Object,
    Opaque,
    Partial,
    Transformed,
    Union,
    Unknown,
    Value,
    union,
)
from pytreelint.model.values.who_calls import note_call
from pytreelint.model.values.wholes import note_whole, of_none

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def call(ev: Interpreter, function: Value, arguments: Arguments) -> Value:
    """Returns the result of calling a value."""
    match function:
        case Unknown():
            by_functions.escape(function, arguments)
            hand_over(ev, arguments)
            accesses.of_unknown(ev, function, arguments)
            if isinstance(arguments.node, ast.Call):
                sampling_methods.of_unknown(ev, getattr(arguments.node.func, "attr", ""), arguments)
            return given_back.by_unknown(function, arguments)
        case Opaque() if function.label and lookup(f"{function.label}.__call__") is not None:
            return library.call(ev, Library(f"{function.label}.__call__"), arguments)
        case Opaque(kind="object") if function.member not in ("", "?"):
            return call(ev, ev.attribute(function, "__call__", arguments.node, arguments.frame), arguments)
        case Opaque(kind="function"):
            return call(ev, Unknown("a function"), arguments)
        case Function(is_cached=True):
            return _call_cached(ev, function, arguments)
        case Dispatched():
            return call(ev, dispatching.chosen(ev, function, arguments), arguments)
        case Function():
            callbacks.of_source(ev, function, arguments)
            if _is_mocked(ev, function):
                return call(ev, Unknown("replaced by a test"), arguments)
            return invoke(ev, function, arguments)
        case Bound(function=Library()):
            return library.method(ev, function, arguments)
        case Bound(function=ClassValue(cls), instance=Object() as instance):  # `super().__init__(...)`
            arguments.changed[INSTANCE] = construct.initialise(ev, cls, instance, arguments)
            return NONE
        case Bound():
            inner = arguments.with_first(function.instance)
            result = call(ev, function.function, inner)
            if isinstance(function.function, Function) and isinstance(function.instance, Object):
                sampling_methods.of_distribution(ev, function.function, function.instance.cls, arguments)
                sampling_methods.of_layer(ev, function.function, function.instance, arguments)
            arguments.changed = {k - 1 if isinstance(k, int) else k: v for k, v in inner.changed.items()}
            return result
        case ClassValue():
            callbacks.of_source(ev, function, arguments)
            return construct.build(ev, function.cls, arguments)
        case Library():
            return library.call(ev, function, arguments)
        case Transformed():
            callbacks.of_source(ev, function, arguments)
            return applying.apply(ev, function, arguments)
        case Partial():
            return _call_partial(ev, function, arguments)
        case Object():
            return _call_object(ev, function, arguments)
        case Union():
            return one_of_several.call(ev, function, arguments)
    return DYNAMIC


def _call_partial(ev: Interpreter, function: Partial, arguments: Arguments) -> Value:
    args, keywords = (*function.args, *arguments.args), {**dict(function.keywords), **arguments.keywords}
    inner = replace(arguments, args=args, keywords=keywords, changed={})
    result = call(ev, function.function, inner)
    for position, value in inner.changed.items():
        if isinstance(position, int) and position >= len(function.args):
            arguments.changed[position - len(function.args)] = value
        elif position in arguments.keywords:
            arguments.changed[position] = value
        else:
            aliases.forget(arguments.frame, "", before_call(function.function, inner, position), value)
    return result


_CACHE = "the key of a cache"


def _call_cached(ev: Interpreter, function: Function, arguments: Arguments) -> Value:
    if isinstance(arguments.node, ast.Call):  # else it is an attribute, kept in the instance
        for position, value in enumerate(arguments.args):
            hashing(ev, arguments.expression(position), value, _CACHE, arguments.frame)
        for name, value in arguments.keywords.items():
            hashing(ev, arguments.expression(None, name), value, _CACHE, arguments.frame)
    result = invoke(ev, function, arguments)
    if arguments.binds(function.node.args):
        caches.called(ev, function, bind(ev, function, arguments, ev.top(function.module)), result, arguments)
    return result


def _call_object(ev: Interpreter, function: Object, arguments: Arguments) -> Value:
    from pytreelint.model.types.attributes import is_layer, method, method_of

    found = method_of(ev, function, "__call__")
    if not found:
        held = function.cls.attached_method("__call__")
        return call(ev, Bound(held, function), arguments) if held is not None else DYNAMIC
    note_whole(ev, function)
    known = f"{found[0].qualified}.__call__" if found[0].module.origin != "project" else ""
    if known and lookup(known) is not None:
        bound: Value = Library(known)
    else:
        bound = method(ev, *found, function, arguments.node, arguments.frame)
    given = DYNAMIC if bound is function else call(ev, bound, arguments)
    return marks.through_layer(given, arguments.args) if is_layer(function) else given


def _is_mocked(ev: Interpreter, function: Function) -> bool:
    """Whether the file that is judged replaces a function of another file by its name."""
    judged = ev.judged
    if judged is None or judged is function.module:
        return False
    return function.name in judged.answer(mocked, lambda: mocked(judged.tree, judged.source.text))


def invoke(ev: Interpreter, function: Function, arguments: Arguments) -> Value:
    """Follow a call into a function's body."""
    node = function.node
    if not arguments.binds(node.args):
        return _refused(function, arguments)
    if arguments.frame.depth > ev.bounds.nested_calls or ev.bounds.exhausted:
        return cut.give_up(arguments)
    env = bind(ev, function, arguments, function.closure or ev.top(function.module))
    note_call(ev, function, arguments)
    traced = (*arguments.around, ev.events.doubting, ev.supposed, ev.switches)
    tied = tied_fields(env)
    key = Key((node, function.owner, tuple(env.items()), tied, traced)) if function.closure is None else None
    fuel = allowance(ev, function, arguments)
    held, now = None, None
    if key is not None and (held := ev.memory.call(key, fuel)) is None:
        # What a function makes or calls of wrappers is another one in each iteration of a loop, and in each entry.
        now = (key, innermost_pass(arguments.frame.region), staged(arguments))
        if (held := ev.memory.call(now, fuel)) is not None:
            ev.memory.makings += 1
    if held is not None:
        ev.bounds.starved += held.fuel is not None
        closures.forget((held.value, *held.changed.values()), function)
        return returned(ev, held, function, env, arguments)
    active = (node, function.closure)  # one decorator makes many functions of one `def`
    if ev.bounds.activations.get(active, 0) >= ACTIVATIONS or (key is not None and key in ev.bounds.active):
        return given_again(ev, _returned(ev, function, Recursive("recursion", function=node), arguments), key)
    if is_too_little(ev, function, fuel):
        note_cut(ev, function, fuel, arguments)
        outline = outlined(ev, function, cut.give_up(arguments), env)
        return _returned(ev, function, outline, arguments)
    ev.bounds.activations[active] = ev.bounds.activations.get(active, 0) + 1
    ev.bounds.active.add(key)
    makings, starved, limit, start = ev.memory.makings, ev.bounds.starved, ev.bounds.limit, identity.now()
    ev.bounds.limit = ev.bounds.steps + fuel
    inside, formals = actual.formals(env)
    with_tied(inside, tied)
    try:
        value, frame = _run(ev, function, inside, arguments, key)
    finally:
        ev.bounds.running.pop(key, None)
        arguments.cut, ev.bounds.limit = ev.bounds.steps > ev.bounds.limit, limit
        ev.bounds.activations[active] -= 1
        ev.bounds.active.discard(key)
    is_short = note_short(ev, function, fuel, arguments, ev.bounds.starved != starved)
    value = _outlined(ev, function, value, env, arguments) if arguments.cut else value
    final = cut.changes(function, inside) if arguments.cut else _changes(inside, frame)
    changed = {name: identity.carried(of_none(left), left) for name, left in final.items()}
    made_in = note_made(ev, value, changed, frame, env)
    by = key if ev.memory.makings == makings else now
    enough = fuel if is_short else None
    done, changed = left_as_it_was(done_by(function, frame, arguments.cut), changed, inside, frame)
    known = known_objects((value, *changed.values()), formals, start, done)
    result = Result(value, changed, arguments.cut, enough, formals, start, done, known, made_in)
    carried_keys.left_used(ev, result, frame, inside)
    left_donated.noted(ev, result, frame, inside, arguments)
    if by is not None:
        ev.memory.calls[by] = result
    closures.hold((value, *changed.values()), frame, formals, env, start)
    return returned(ev, result, function, env, arguments)


def _refused(function: Function, arguments: Arguments) -> Value:
    """A call that Python refuses; who calls an `__init__` for `self` has no instance afterwards."""
    if function.name == "__init__" and function.owner is not None:
        arguments.changed[0] = RAISED
    return RAISED


def _outlined(ev: Interpreter, function: Function, value: Value, env: dict[str, Value], arguments: Arguments) -> Value:
    """What a call that was cut short gives: there were no steps left for its annotation. Those of the project may be
    made again, with more.
    """
    outline = outlined(ev, function, value, env)
    return outline if function.module.origin == "project" else _returned(ev, function, outline, arguments)


def _run(
    ev: Interpreter, function: Function, env: dict[str, Value], arguments: Arguments, key: Key | None
) -> tuple[Value, Frame]:
    node = function.node
    first = next(iter(env), None) if function.owner is not None else None
    frame = Frame(function.module, dict(env), function.closure, function.owner, first, arguments.frame.depth + 1)
    if key is not None:
        ev.bounds.running[key] = frame
    enter(ev, frame, function, arguments)
    if arguments.entry:
        assume_defaults(ev, node, frame, function.closure or ev.top(function.module))
    if isinstance(node, ast.Lambda):
        return Unknown("stub") if is_stub(function) else ev.expression(node.body, frame), frame
    if is_stub(function):
        overridden.runs(ev, frame, first)
        promised = ev.annotation(node.returns, function.closure or ev.top(function.module)) if node.returns else None
        return overridden.given(ev, function, promised or Unknown("stub"), env, arguments), frame
    ev.body(node.body, frame)
    if isinstance(node, ast.AsyncFunctionDef):
        return Unknown("coroutine"), frame
    if frame.yields:
        return Container("iterator", (), (), union(given_out(frame.yields, arguments.node))), frame
    values = [v for v in frame.returns if not (isinstance(v, Recursive) and v.function is node)] or frame.returns
    values = memos.returned(values, frame)
    if frame.env is not None:
        frame.finals.append(frame.env)
        values.append(NONE)
    value = of_returns(values, frame) if values else Unknown("never returns")
    return _returned(ev, function, value, arguments), frame


def _returned(ev: Interpreter, function: Function, value: Value, arguments: Arguments) -> Value:
    """Returns a call's result, completed by the function's annotation."""
    returns = None if isinstance(function.node, ast.Lambda) else function.node.returns
    if returns is None or not unknown_inside(value):
        return value
    declared = ev.annotation(returns, function.closure or ev.top(function.module))
    return identity.carried(filled(value, marks.promised(declared, arguments.values, arguments.stage)), value)


def _changes(env: dict[str, Value], frame: Frame) -> dict[str, Value]:
    """Objects and containers that came in by a parameter and were changed in place."""
    changed: dict[str, Value] = {}
    if not frame.grown:
        return changed
    for name, before in env.items():
        if not isinstance(before, (Object, Container)) or name not in frame.grown:
            continue
        after = [final[name] for final in frame.finals if name in final]
        if frame.yields:  # whoever takes what it gives meets it half changed
            after = [Unknown("changed by a generator")]
        if any(value is not before for value in after):
            changed[name] = Unknown("changed and rebound") if name in frame.rebound else union(after)
    return changed


def bind(ev: Interpreter, function: Function, arguments: Arguments, scope: Frame) -> dict[str, Value]:
    """The names of the parameters, with what they were given, their defaults, or what their annotations say."""
    spec = function.node.args
    parameters = signature(spec)
    positional, defaults = parameters.positional, parameters.defaults
    open_: Value = SPREAD if isinstance(arguments.node, ast.Call) else PARAMETER
    open_ = open_ if arguments.complete else arguments.spread or open_
    left_out = Unknown(open_.reason) if isinstance(open_, Unknown) else SPREAD  # or its default
    env: dict[str, Value] = {}
    for parameter, value in zip(positional, arguments.args, strict=False):
        env[parameter.arg] = typed(ev, parameter, value, scope, defaults.get(parameter.arg))
    if function.owner is not None and arguments.args and positional:
        first = positional[0].arg
        env[first] = as_instance(ev, env[first], function)
    extra = arguments.args[len(positional) :]
    keywords = dict(arguments.keywords)
    for parameter in (*positional[len(arguments.args) :], *parameters.keyword_only):
        name = parameter.arg
        given = keywords.pop(name, None)
        if given is not None and not is_left_out(given):
            env[name] = typed(ev, parameter, given, scope, defaults.get(name))
        elif name in defaults and (arguments.complete or given is not None):
            env[name] = default(ev, defaults[name], scope)
        else:
            env[name] = typed(ev, parameter, left_out if name in defaults else open_, scope, defaults.get(name))
    if spec.vararg:
        rest = None if arguments.complete and not arguments.more else typed(ev, spec.vararg, open_, scope)
        env[spec.vararg.arg] = Container("tuple", extra, (), rest)
    if spec.kwarg:
        rest = None if arguments.complete and not arguments.more else typed(ev, spec.kwarg, open_, scope)
        env[spec.kwarg.arg] = Container("dict", tuple(keywords.values()), tuple(keywords), rest)
    return env
