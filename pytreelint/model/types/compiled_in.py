"""What a compiled function reads of its surroundings: constants of the program, whatever is bound there later.

An attribute of an object that no transform takes apart (it is static, bound, or from outside), or a name of a function
or module around the one that is compiled.
"""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from pytreelint.knowledge.frozen import CONSTRUCTORS
from pytreelint.knowledge.record import replace
from pytreelint.knowledge.unflattening import SHAPES
from pytreelint.knowledge.words import FORGETTING
from pytreelint.model.syntax.parameters import FUNCTIONS
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.types.by_functions import BY_METHOD
from pytreelint.model.types.constructing import makes_instances
from pytreelint.model.types.first_bound import first_bound
from pytreelint.model.types.given_again import is_given_again
from pytreelint.model.types.leaves import arrays
from pytreelint.model.types.promised import promised
from pytreelint.model.types.restored import constant_or_restored
from pytreelint.model.values.counting import CountedConstant, CountedScalar
from pytreelint.model.values.feasible import is_certain_here
from pytreelint.model.values.frame import token_of
from pytreelint.model.values.happenings import Assigned, Compiled, Stale, StaticContainer
from pytreelint.model.values.kept_tracers import StaleCapture
from pytreelint.model.values.parts import inner_function
from pytreelint.model.values.regions import chain, iteration_of
from pytreelint.model.values.states import Event, Events, Facts, event_at, facts, kept, note, put, uncompiled
from pytreelint.model.values.unknowns import is_of_arrays
from pytreelint.model.values.value import (
    DYNAMIC,
    Array,
    Bound,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Opaque,
    Partial,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.regions import Region
    from pytreelint.model.values.sites import Operand

_COMPILES = re.compile(r"(jit|pmap)\b")
_FORGETTING = (*FORGETTING, "disable_jit")
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_NEVER_ANEW = frozenset([Function, Library, Bound])
_NUMBERS = (Scalar, CountedConstant, CountedScalar)
CAPTURED = frozenset([Array, Constant, Container, Object, Union, Unknown, *_NUMBERS])  # nobody binds other things anew


def read(ev: Interpreter, holder: Value, name: str, value: Value, node: ast.AST, frame: Frame) -> None:
    """An attribute is read inside of a trace."""
    found = compiling(ev, name, frame)
    if found is None or holder.token is None or not isinstance(holder, Object):
        return
    held = _static_in(holder, name, value)
    if held is not None or (_is_plain(holder) and is_constant(ev, value)):
        kind = replace(found, held=held, value=constant_of(value))
        happens(ev, ev.memory.instance_of(holder.token), kind, frame, event_at(frame, node))


def _static_in(holder: Object, name: str, value: Value) -> StaticContainer | None:
    """The list that a static field of a PyTree holds."""
    if not isinstance(value, Container) or value.kind not in ("list", "dict", "set") or holder.cls.maker is None:
        return None
    info = holder.cls.fields().get(name)
    return StaticContainer(info.owner, value.kind) if info is not None and info.static is True else None


def changed_in_place(ev: Interpreter, target: ast.Attribute, value: Value, frame: Frame) -> None:
    """What an attribute holds is changed: a list in a static field, which is the same object still."""
    holder = ev.expression(target.value, frame) if isinstance(value, Container) and may_outdate(frame) else None
    if isinstance(holder, Object) and holder.token is not None and _static_in(holder, target.attr, value) is not None:
        assigned(ev, holder.token, Assigned(target.attr), frame, event_at(frame, target))


def holder(ev: Interpreter, node: ast.Attribute, frame: Frame) -> Value:
    """What an attribute is read of; `x.shape` or `state.apply_fn` compiles nothing else of `x` or the state in."""
    if node.attr in SHAPES and type(node.value) is ast.Name:
        with kept(frame):
            return ev.expression(node.value, frame)
    if type(node.value) is not ast.Attribute and type(node.value) is not ast.Name:
        return ev.expression(node.value, frame)
    before, found = facts(frame), ev.expression(node.value, frame)
    if type(found) is Object and _is_never_anew(ev, found, node.attr):
        uncompiled(frame, before)
    return found


def _is_never_anew(ev: Interpreter, found: Object, name: str) -> bool:
    """Whether a field holds a function, or a static one is declared to."""
    held, info = found.get(name), found.cls.fields().get(name)
    if held is None or all(type(option) in _NEVER_ANEW for option in options_of(held)):
        return held is not None
    if info is None or info.static is not True or info.annotation is None:
        return False
    return promised(ev, info.annotation, info.owner.scope) == Opaque("function")


def captured(ev: Interpreter, node: ast.Name, value: Value, frame: Frame) -> None:
    """A name is read inside of a trace that it does not bind itself."""
    found, name = compiling(ev, node.id, frame, is_name=True), node.id
    holder = frame.around(name) or ev.top(frame.module)
    at_top = holder.parent is None and holder.top
    if found is not None and not holder.staging and not (at_top and not _is_bound_anew(holder, name)):
        happens(ev, token_of(holder), replace(found, value=constant_of(value)), frame, event_at(frame, node))


def compiling(ev: Interpreter, name: str, frame: Frame, is_name: bool = False) -> Compiled | None:
    """The outermost transform that traces what runs, and what of its arguments its program hangs on; None where it
    does not compile, or where that is not known."""
    trace = frame.staging[-1]
    given = ev.memory.given.get(trace)
    return Compiled(trace, name, given, is_name) if given is not None and trace.transform.style == "wraps" else None


def program_given(
    trace: Trace, operands: tuple[Operand, ...], region: Region | None
) -> tuple[Value | ast.AST, ...] | None:
    """The flags, words, numbers and functions in a call that are no tracers: others lead to another program, which
    reads anew. So does a function that this iteration has made: `step(lambda x: x @ params, x)`."""
    static = [each.value for each in operands if each.role == "static" or trace.transform.filtered]
    if not trace.transform.cached_by or any(isinstance(value, Scalar) for value in static):
        return None
    functions = [value for value in static if isinstance(value, (Function, Partial, Transformed))]
    passes = [iteration_of(value.created_in, region) for value in functions]
    if any(each is not None and each.kind == "loop" for each in passes):
        return None
    inner = [each.node for value in functions if (each := inner_function(value)) is not None]
    return (*[value for value in static if isinstance(value, Constant)], *inner)


def _is_bound_anew(top: Frame, name: str) -> bool:
    """Whether a module binds a name more than once: most it does not."""
    return len(top.module.bindings.get(name, ())) > 1 or name in top.module.reassigned


def written(ev: Interpreter, holder: Value, name: str, value: Value, node: ast.AST, frame: Frame) -> None:
    """An attribute is assigned."""
    if holder.token is None or not isinstance(holder, Object) or not _is_plain(holder):
        return
    if getattr(frame.function, "name", "") not in CONSTRUCTORS and may_outdate(frame, holder):
        kind, before = Assigned(name, constant_of(value)), holder.get(name)
        is_another = kind.value is None or before is None or kind.value not in options_of(before)
        if kind.value is None and (is_same(before, value) or is_given_again(ev, node, before, frame)):
            return
        assigned(ev, holder.token, kind, frame, event_at(frame, node), is_another)


def bound(ev: Interpreter, name: str, value: Value, node: ast.AST, frame: Frame) -> None:
    """A name is about to be bound anew: to another object than it has held."""
    if not may_outdate(frame):
        return
    holder = _scope(ev, name, frame)
    before = (frame.env or {}).get(name) or _first(ev, holder, name) if holder.top else holder.find(name)
    is_another, event = not is_same(before, value), event_at(frame, node)
    if not any(each is not None and is_constant(ev, each) for each in (before, value)):
        return
    if is_another and not isinstance(value, Constant) and is_given_again(ev, node, before, frame):
        return
    if holder.top:
        assigned(
            ev, token_of(holder), Assigned(name, constant_or_restored(ev, value, frame, node)), frame, event, is_another
        )
    elif holder is frame and is_another:
        _outdate(ev, Assigned(name), token_of(holder), frame, event)
    elif is_another:
        assigned(ev, token_of(holder), Assigned(name), frame, event)


def _scope(ev: Interpreter, name: str, frame: Frame) -> Frame:
    """The activation or module in which a frame binds a name."""
    if name in frame.globals or (frame.top and frame.parent is None):
        return ev.top(frame.module)
    return (frame.around(name) if name in frame.outer else None) or frame


def _first(ev: Interpreter, top: Frame, name: str) -> Value | None:
    """What a module's first assignment gives a name: nothing is known of one that functions bind anew."""
    return first_bound(ev, top, name) if name in top.module.reassigned else None


def is_same(before: Value | None, value: Value) -> bool:
    if before is None or isinstance(value, Constant):
        return before == value
    return value.token is not None and value.token is before.token


def may_outdate(frame: Frame, holder: Value | None = None) -> bool:
    """Whether what is assigned here, to an attribute of an instance, may have been compiled in before, for good."""
    if frame.staging or frame.module.has_word(_FORGETTING):
        return False
    if frame.module.matches(_COMPILES) or any(isinstance(kind, Compiled) for kind, _ in facts(frame).events):
        return True
    return isinstance(holder, Object) and any(each.module.matches(_COMPILES) for each in holder.cls.mro[1:])


def constant_of(value: Value) -> Constant | None:
    """The constant that a value is."""
    return value if isinstance(value, Constant) else None


def assigned(
    ev: Interpreter, token: Token, kind: Assigned, frame: Frame, event: Event, is_another: bool = True
) -> None:
    """An attribute or a name of others has another value now than programs were compiled with."""
    if not any(ev.events.doubting):
        note(frame, kind, token, event)
    if is_another:
        _outdate(ev, kind, token, frame, event)


def _outdate(ev: Interpreter, kind: Assigned, token: Token, frame: Frame, event: Event) -> None:
    for known, each in facts(frame).events if not any(ev.events.doubting) else ():
        if each is token and isinstance(known, Compiled) and known.name == kind.name:
            note(frame, Stale(known), token, event)


def happens(ev: Interpreter, token: Token, kind: Compiled, frame: Frame, event: Event) -> None:
    """A program is compiled with what an attribute or name holds, or runs with what it was compiled with."""
    if ev.bounds.exhausted or any(ev.events.doubting) or frame.env is None or frame.guarded:
        return
    held = facts(frame).events
    before, since = held.get((kind, token)), held.get((Stale(kind), token))
    if before is not None and since is not None:
        again = event.when == before.when if event.when else is_certain_here(before, frame)
        if (
            again
            and is_certain_here(since, frame)
            and _differs(kind, token, held)
            and _lives_on(kind, before, event, frame)
        ):
            ev.emit(_stale(kind, before, since, event))
        put(frame, Facts({(k, t): e for (k, t), e in held.items() if t is not token or k not in (kind, Stale(kind))}))
    note(frame, kind, token, event)


def _differs(kind: Compiled, token: Token, held: Events) -> bool:
    """Whether what is read now is certainly another value than the program was compiled with, and not that once more:
    a flag that says in each iteration `training = True`, later `training = False`.

    Where what is read is not known, what was assigned tells: one constant, for the first time since.
    """
    known = next(k for k, t in held if t is token and k == kind)
    if isinstance(known, Compiled) and known.value is not None and kind.value is not None:
        return bool(known.value != kind.value)
    found = [k for k, t in held if t is token and (k == kind or isinstance(k, Assigned) and k.name == kind.name)]
    values = [each.value for each in found if isinstance(each, Assigned)]
    return None in values or not values or (len(values) == 1 and found[0] is known and values[0] is not DYNAMIC)


def _stale(kind: Compiled, before: Event, since: Event, again: Event) -> StaleCapture:
    read, trace = before.innermost, kind.trace
    module, node = (trace.module, trace.node) if kind.is_name else (read.module, read.node)
    return StaleCapture(module, node, kind, read, since.innermost, again)


def _is_plain(holder: Object) -> bool:
    """Whether an object is compared by its identity, and no transform makes another one of it."""
    cls = holder.cls
    if cls.maker is not None or cls.dataclass_maker is not None or cls.pytree != "no":  # which it is not where open
        return False
    return not (any(map(cls.method, ("__eq__", "__hash__", "__setattr__"))) or cls.registered_somewhere)


def is_constant(ev: Interpreter, value: Value) -> bool:
    """Whether a value is a mode, a rate or a function, or holds arrays, none of them traced.

    Whole numbers may follow shapes, of which each has a program of its own. What begins as a rate, methods keep one.
    """
    match value:
        case Array():
            return not value.traces and value.flavour != "shape-struct"
        case Constant(kind="bool" | "float" | "str") | Scalar(kind="bool" | "float") | Function() | Library():
            return True
        case Unknown():
            return is_of_arrays(value) and not value.traces
        case Union():
            return all(is_constant(ev, option) for option in value.options if option != BY_METHOD)
        case Container(kind="tuple" | "list" | "dict"):
            items = (*value.items, *((value.rest,) if value.rest is not None else ()))
            return any(isinstance(item, (Array, Container, Object)) and is_constant(ev, item) for item in items)
        case Object():
            found = [leaf.value for leaf in arrays(ev, value)]
            return bool(found) and not any(isinstance(leaf, Array) and leaf.traces for leaf in found)
    return False


def _lives_on(kind: Compiled, before: Event, now: Event, frame: Frame) -> bool:
    """Whether both calls are of one wrapper: it is made once for all, or by what calls it, in this very iteration."""
    running = {each.node for each in chain(before.region) if any(each is other for other in chain(now.region))}
    activations = {each.function for each in frame.and_around()}
    inner = kind.trace.node
    for each in outwards(kind.trace.module.tree, inner):
        if isinstance(each, _LOOPS) and each not in running:
            return False
        if isinstance(each, FUNCTIONS) and inner not in getattr(each, "decorator_list", ()):
            of_instance = not kind.is_name and makes_instances(each, kind.trace.module, before.innermost.cls)
            if not of_instance and each not in activations:
                return False
        inner = each
    return True
