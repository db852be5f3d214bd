"""Functions that keep their results: a tracer that one of them keeps is given back when its trace has ended."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytreelint.model.values.identity import Token
from pytreelint.model.values.kept_tracers import KeptTracer
from pytreelint.model.values.states import Event, Kept, event_at, facts, note
from pytreelint.model.values.value import (
    Array,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Traces
    from pytreelint.model.values.protocol import Interpreter

_STEP = "kept"  # from an instance to what its methods keep
_CLEARING = ("cache_clear",)
_CONSTANT = (Constant, Library, ClassValue)


def called(ev: Interpreter, function: Function, env: Mapping[str, Value], result: Value, arguments: Arguments) -> None:
    """A function with a cache was called: with these arguments, it gives the same object again."""
    token = _kept_by(ev, function, env)
    if token is not None and not any(m.has_word(_CLEARING) for m in (function.module, arguments.frame.module)):
        kept(ev, token, function.name, result, arguments.stage, arguments.node, arguments.frame)


def read(ev: Interpreter, getter: Function, instance: Value, result: Value, node: ast.AST, frame: Frame) -> None:
    """A property with a cache was read."""
    token = _of_instance(instance, getter, ())
    if token is not None:
        kept(ev, token, getter.name, result, frame.staging, node, frame)


def kept(ev: Interpreter, token: Token, name: str, result: Value, staging: Traces, node: ast.AST, frame: Frame) -> None:
    """What is given is kept, if nothing was before: a tracer where a transform traces all that runs."""
    if not staging or _is_traced(result, staging):
        happens(ev, token, Kept(staging), node, frame, event_at(frame, node, name))


def happens(ev: Interpreter, token: Token, kind: Kept, node: ast.AST, frame: Frame, event: Event) -> None:
    """The cache is asked here, or in what is called here; it holds what it was filled with first."""
    if ev.bounds.exhausted or any(ev.events.doubting) or frame.env is None or frame.guarded:
        return
    held = facts(frame).events
    first = next(((k, e) for (k, each), e in held.items() if each is token and isinstance(k, Kept)), None)
    if first is None:
        note(frame, kind, token, event)
        return
    known, before = first
    if known.staging and known.staging[0] not in kind.staging and not before.when:
        ev.emit(
            KeptTracer(before.innermost.module, before.innermost.node, before.innermost.by, known.staging[0], event)
        )


def _is_traced(result: Value, staging: Traces) -> bool:
    """Whether a result holds a tracer of the innermost transform."""
    if isinstance(result, Array):
        return staging[0] in result.traces
    if isinstance(result, Container):
        return any(_is_traced(item, staging) for item in result.items)
    return False


def _kept_by(ev: Interpreter, function: Function, env: Mapping[str, Value]) -> Token | None:
    """The result that a function keeps for these arguments; None where it is not known to be one result."""
    if function.closure is not None:
        return None
    given = list(env.values())
    constant = tuple(value for value in given if isinstance(value, _CONSTANT))
    if function.owner is not None and given:
        return _of_instance(given[0], function, constant) if len(constant) == len(given) - 1 else None
    if len(constant) < len(given):
        return None
    return ev.memory.answer((_kept_by, function.node, constant), lambda: Token(serial=0))


def _of_instance(instance: Value, function: Function, constant: tuple[Value, ...]) -> Token | None:
    """The same of a method: of an instance that no transform takes apart."""
    plain = isinstance(instance, Object) and instance.cls.pytree == "no" and not instance.cls.registered_somewhere
    return instance.token.part((_STEP, (function.node, constant))) if plain and instance.token is not None else None
