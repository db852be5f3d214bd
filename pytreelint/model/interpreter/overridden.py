"""Abstract methods: what they need, and what all classes that define them give.

def advance(solver: Solver, x):  # each Solver of the project has a `step` that gives an array
    return solver.step(x)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import accesses, sampling_methods
from pytreelint.model.interpreter import abstract_calls
from pytreelint.model.interpreter.typed import as_subclass
from pytreelint.model.types.attributes import method, method_of
from pytreelint.model.types.conforming import conforming
from pytreelint.model.types.implementations import implementations
from pytreelint.model.values.limits import ALTERNATIVES
from pytreelint.model.values.marks import of
from pytreelint.model.values.meeting import OneOf
from pytreelint.model.values.sites import Demanded
from pytreelint.model.values.unknowns import unknown_inside
from pytreelint.model.values.value import Array, Function, Object, Value, union

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


_FOR_DEMANDS = 8  # classes that are run for what they need of tracers; with 16, a check takes 4 % more calls


def runs(ev: Interpreter, frame: Frame, first: str | None) -> None:
    """The body that runs in the place of a stub is unknown code, which needs its arguments; that of `__call__` runs
    the model whose method it is.
    """
    names, node = frame.env or {}, frame.function
    if node is not None:
        for name, value in [*names.items()]:
            if name != first:
                accesses.needed(ev, value, node, frame)
            elif value.token is not None and getattr(node, "name", "") == "__call__":
                accesses.called(ev, value.token, node, frame)
    if frame.env is not None:
        frame.finals.append(frame.env)


def given(ev: Interpreter, function: Function, promised: Value, env: dict[str, Value], arguments: Arguments) -> Value:
    """What a method without a body gives in all classes that define it, as far as that is known; else what it promises.

    Where one of them is not known, nobody asks them again; of other arguments, only if these are known. What is meant
    by a protocol may be defined anywhere: those of its package are asked what they need, and not what they give.
    """
    first, in_vain = next(iter(env.values()), None), ev.bounds.in_vain
    if function.owner is None or not isinstance(first, Object) or arguments.entry:
        return promised
    if first.exact:
        if not _raises(function):
            return promised
        first = replace(first, exact=False)
    values = [*arguments.args[1:], *arguments.keywords.values()]
    traced = bool(arguments.stage) or any(map(of, values))
    known = not any(unknown_inside(value) and not of(value) for value in values)
    asked = function.node, traced
    if not 0 < len(implementations(ev, first.cls)) <= _FOR_DEMANDS:  # as of an object of which nothing is known
        sampling_methods.of_unknown(ev, function.name, arguments)
    if in_vain.get(asked, 0) > known or not (traced or unknown_inside(promised)):
        return promised
    certain = traced and not any(ev.events.doubting)
    is_protocol = first.cls.is_protocol
    if is_protocol and not certain:
        return promised
    classes = conforming(ev, first.cls, function.name) if is_protocol else implementations(ev, first.cls)
    demands: list[Demanded] = []
    with ev.events.expecting(demands if certain else None):  # some of them are never called like this
        found = _of_all(ev, function.name, first, classes, arguments, _FOR_DEMANDS if certain else ALTERNATIVES)
    abstract_calls.noted(ev, first.cls, function.name, demands, arguments)
    if found is None or is_protocol:
        in_vain[asked] = 1 + known
        return promised
    return found


def _raises(function: Function) -> bool:
    """Whether a stub raises, so that what calls it is run by a subclass, though the base made what holds the call."""
    return isinstance(function.node, ast.FunctionDef) and isinstance(function.node.body[-1], ast.Raise)


def _of_all(
    ev: Interpreter, name: str, base: Object, classes: tuple[ClassInfo, ...], arguments: Arguments, most: int
) -> Value | None:
    """What one of them gives, and what all of them do to the arguments: draw from a key.

    Arguments:
        most: of more classes, nothing is said.
    """
    results: list[Value | None] = []
    draws = most > ALTERNATIVES or any(isinstance(v, Array) and v.flavour == "key" for v in arguments.values)
    with OneOf(arguments.frame, arguments.node) as one:
        for cls in classes if len(classes) <= most else ():
            if not draws and not all(map(_is_known, results)):
                return None
            if _is_running(ev, name, cls):
                results.append(None)
                continue
            with one.of_them():
                results.append(_result(ev, name, base, cls, arguments))
    known = [result for result in results if result is not None and _is_known(result)]
    return union(known) if known and len(known) == len(results) <= ALTERNATIVES else None


def _is_running(ev: Interpreter, name: str, cls: ClassInfo) -> bool:
    """Whether its method has led here, as one that hands on to its parts: the innermost of them does what others do."""
    found = cls.method(name)
    return found is not None and ev.bounds.activations.get((found[1], None), 0) > 0


def _is_known(result: Value | None) -> bool:
    return result is not None and not unknown_inside(result)


def _result(ev: Interpreter, name: str, base: Object, cls: ClassInfo, arguments: Arguments) -> Value | None:
    declared = ev.instance(cls)
    instance = declared
    if isinstance(declared, Object) and not base.cls.is_protocol:
        instance = as_subclass(ev, base, declared)
    found = method_of(ev, instance, name) if isinstance(instance, Object) else None
    if found is None:
        return None
    assert isinstance(instance, Object)
    bound = method(ev, *found, instance, arguments.node, arguments.frame)
    return ev.call_value(bound, replace(arguments, args=arguments.args[1:], changed={}))
