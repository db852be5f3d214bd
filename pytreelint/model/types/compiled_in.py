"""Attributes that a compiled function reads of an object that no transform takes apart: constants of the program.

The object is static, bound, or from outside. What is assigned to such an attribute later does not reach the program.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from pytreelint.knowledge.frozen import CONSTRUCTORS
from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.standing import around
from pytreelint.model.types.leaves import arrays
from pytreelint.model.values.kept_tracers import StaleAttribute
from pytreelint.model.values.states import Assigned, Compiled, Event, Facts, event_at, facts, note, put
from pytreelint.model.values.value import Array, Constant, Container, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.protocol import Interpreter

_COMPILES = re.compile(r"\b(jit|pmap)\b")
_FORGETS = re.compile(r"\b(clear_caches|clear_cache|disable_jit)\b")
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def read(ev: Interpreter, holder: Value, name: str, value: Value, node: ast.AST, frame: Frame) -> None:
    """An attribute is read inside of a trace."""
    trace = frame.staging[-1]
    if holder.token is None or trace.transform.style != "wraps" or not trace.transform.cached_by:
        return
    if isinstance(holder, Object) and _is_plain(holder) and _is_constant(ev, value, trace):
        happens(ev, holder.token, Compiled(trace, name), frame, event_at(frame, node))


def written(ev: Interpreter, holder: Value, name: str, node: ast.AST, frame: Frame) -> None:
    """An attribute is assigned."""
    if holder.token is None or frame.staging or not isinstance(holder, Object) or not _is_plain(holder):
        return
    constructs = getattr(frame.function, "name", "") in CONSTRUCTORS
    if not constructs and frame.module.matches(_COMPILES) and not frame.module.matches(_FORGETS):
        assigned(ev, holder.token, Assigned(name), frame, event_at(frame, node))


def assigned(ev: Interpreter, token: Token, kind: Assigned, frame: Frame, event: Event) -> None:
    """An attribute has another value now than programs were compiled with."""
    if any(ev.events.doubting) or frame.env is None:
        return
    note(frame, kind, token, event)
    last = event.innermost
    for known, each in facts(frame).events:
        if each is token and isinstance(known, Compiled) and known.name == kind.name:
            _renew(token, known, (last.module, last.node), frame)


def _renew(token: Token, kind: Compiled, where: tuple[ModuleInfo, ast.AST], frame: Frame) -> None:
    """What a program was compiled with is there no more."""
    held = facts(frame).events
    before = held.get((replace(kind, assigned=None), token))
    if before is not None:
        left = {key: e for key, e in held.items() if key != (replace(kind, assigned=None), token)}
        put(frame, Facts({**left, (replace(kind, assigned=where), token): before}))


def replayed(ev: Interpreter, token: Token, kind: Compiled, frame: Frame, event: Event) -> None:
    """The same in a call that has returned, which may have assigned the attribute since."""
    happens(ev, token, replace(kind, assigned=None), frame, event)
    if kind.assigned is not None:
        _renew(token, kind, kind.assigned, frame)


def happens(ev: Interpreter, token: Token, kind: Compiled, frame: Frame, event: Event) -> None:
    """A program is compiled with what an attribute holds, or runs with what it was compiled with."""
    if ev.bounds.exhausted or any(ev.events.doubting) or frame.env is None or frame.guarded:
        return
    held = facts(frame).events
    for (known, each), before in held.items():
        if each is token and isinstance(known, Compiled) and (known.trace, known.name) == (kind.trace, kind.name):
            if known.assigned is not None and not before.when and not event.when and _lives_on(kind.trace, frame):
                first = before.innermost
                ev.emit(StaleAttribute(first.module, first.node, kind.name, kind.trace, known.assigned, event))
            left = {key: e for key, e in held.items() if key != (known, each)}
            put(frame, Facts({**left, (kind, token): event}))
            return
    note(frame, kind, token, event)


def _is_plain(holder: Object) -> bool:
    """Whether an object is compared by its identity, and no transform makes another one of it."""
    cls = holder.cls
    own = cls.method("__eq__") or cls.method("__hash__") or cls.method("__setattr__") or cls.dataclass_maker
    return cls.pytree == "no" and cls.maker is None and not cls.registered_somewhere and not cls.is_open and not own


def _is_constant(ev: Interpreter, value: Value, trace: Trace) -> bool:
    """Whether a value is a flag or holds arrays, none of them traced."""
    match value:
        case Array():
            return not value.traces and value.flavour != "shape-struct"
        case Constant(kind="bool"):
            return True  # a mode; numbers may follow shapes, of which each has a program of its own
        case Container(kind="tuple" | "list" | "dict"):
            items = (*value.items, *((value.rest,) if value.rest is not None else ()))
            return any(isinstance(item, (Array, Container, Object)) and _is_constant(ev, item, trace) for item in items)
        case Object():
            found = [leaf.value for leaf in arrays(ev, value)]
            return bool(found) and not any(isinstance(leaf, Array) and leaf.traces for leaf in found)
    return False


def _lives_on(trace: Trace, frame: Frame) -> bool:
    """Whether both calls are of one wrapper: it is made once for all, or in the function that calls it, in no loop."""
    outer = around(trace.module.tree, trace.node)
    for index, each in enumerate(outer):
        inner = outer[index + 1] if index + 1 < len(outer) else trace.node
        if isinstance(each, _LOOPS):
            return False
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and inner not in each.decorator_list:
            if each.name not in CONSTRUCTORS and each is not frame.function:
                return False
    return True
