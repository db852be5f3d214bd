"""Objects that operations need: an array that was donated before is dead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import ARRAY_METHODS
from pytreelint.knowledge.demands import NEEDING_METHODS as NEEDING_VALUES
from pytreelint.knowledge.objects import (
    ALIVE,
    CASTING,
    LOOKING,
    MAPPINGS,
    NEEDING,
    NEEDING_ONE_BY_ONE,
    RENEWING_STATES,
)
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import kept_items
from pytreelint.model.syntax.free import is_steady
from pytreelint.model.values.feasible import hangs_on_another, is_feasible
from pytreelint.model.values.identity import (
    PASS,
    SOME,
    WITH_PARTS,
    Token,
    index_step,
    is_bare,
    is_formal,
    parted,
    plain,
    same,
    some_part,
    stamped,
    tokens_in,
)
from pytreelint.model.values.key_ranges import slice_step
from pytreelint.model.values.nodes import is_of_parts
from pytreelint.model.values.parts import steps_of
from pytreelint.model.values.reassigned import assign_part, given_away
from pytreelint.model.values.regions import innermost_pass
from pytreelint.model.values.sites import DonatedUsed
from pytreelint.model.values.states import Event, event_at, event_of, facts, is_again, is_news, note, part_of_it, tell
from pytreelint.model.values.value import (
    DYNAMIC,
    Array,
    Constant,
    Container,
    Object,
    Opaque,
    Scalar,
    Union,
    Unknown,
    Value,
    constant,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.protocol import Interpreter

_HOLDING = frozenset([Container, Object, Union, Unknown])
NEEDING_METHODS = (ARRAY_METHODS | NEEDING_VALUES | {"at"}) - ALIVE


def needed(ev: Interpreter, value: Value, node: ast.AST, frame: Frame, inner: Event | None = None) -> None:
    """An operation needs the arrays of a value."""
    if value.token is None and (is_bare(value) or frame.env is None) or ev.events.doubting[0]:
        return
    if type(value) in WITH_PARTS:
        donates = facts(frame).donates()
        if donates and type(value) is Container and has_no_buffer(value):
            return
        spared = set(bufferless(value)) if donates else ()
        for token in tokens_in(value):
            if token not in spared:
                needs(ev, token, node, frame, inner)
    elif value.token is not None:
        needs(ev, value.token, node, frame, inner)


def has_no_buffer(value: Value) -> bool:
    """Whether nothing of JAX's is in it: numbers, text, functions, arrays of NumPy, and containers of these."""
    match value:
        case Union():
            return all(map(has_no_buffer, value.options))
        case Container():
            parts = value.items if value.rest is None else (*value.items, value.rest)
            return bool(parts) and all(map(has_no_buffer, parts))
        case Array():
            return value.flavour not in ("jax", "key")
    return isinstance(value, (Constant, Scalar, Opaque))


def bufferless(value: Value) -> Iterator[Token]:
    """The parts of a tree that are deleted with no array: static fields, numbers, and containers of these."""
    declared = value.cls.fields() if isinstance(value, Object) else {}
    for step, part in steps_of(value):
        info = declared.get(str(step[1]))
        if (info is not None and info.static is True) or has_no_buffer(part):
            yield from tokens_in(part)
        else:
            yield from bufferless(part)


def needs(ev: Interpreter, token: Token, node: ast.AST, frame: Frame, inner: Event | None = None) -> None:
    """Something needs the arrays of an object."""
    if ev.bounds.steps > ev.bounds.limit:
        return
    events = facts(frame).events
    if events:
        donated = event_of(frame, "donated", token)
        if donated is None and (part := part_of_it(frame, "donated", token)) is not None:
            donated = part[1]
        if donated is not None and (is_again(donated, node, frame) or not is_feasible(donated, token, frame)):
            return
        if donated is not None and inner is not None and hangs_on_another(inner, donated):
            return
        if donated is not None and (_is_renewed(donated, token) or not kept_items.is_taken_surely(token, frame, inner)):
            return
        if donated is not None:
            if is_news(donated, node) and not any(ev.events.doubting):
                ev.emit(DonatedUsed(frame.module, node, donated, inner))
                tell(frame, donated, node)
            return
    known, when = events.get(("used", token)), (node,) if inner is not None and inner.when else ()
    if (known is None or (known.when and not when)) and _is_of_others(ev, token, frame):
        note(frame, "used", token, replace(event_at(frame, node, "", inner), when=when))


def _is_renewed(donated: Event, token: Token) -> bool:
    """Whether a graph whose state was donated may have got other arrays."""
    return donated.of_state and any(each.rewritten for each in token.holders())


def _is_of_others(ev: Interpreter, token: Token, frame: Frame) -> bool:
    """Whether an object may be one of a caller's, of a function around, or of the instance that a method belongs to."""
    root, outer = token.root(), frame.parent
    return bool(root.formal) or root in ev.memory.owned or (outer is not None and not outer.top)


def of_call(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """A library's function needs its arguments."""
    if name in LOOKING or not (name.startswith(NEEDING) or name in NEEDING_ONE_BY_ONE):
        return
    of_arguments(ev, arguments)


def of_arguments(ev: Interpreter, arguments: Arguments) -> None:
    """What is called needs all of its arguments."""
    for position, value in enumerate(arguments.args):
        if not is_bare(value):
            needed(ev, value, arguments.expression(position), arguments.frame)
    for name, value in arguments.keywords.items():
        if not is_bare(value):
            needed(ev, value, arguments.expression(-2, name), arguments.frame)


def of_unknown(ev: Interpreter, function: Unknown, arguments: Arguments) -> None:
    """Code that is not known gets its arguments, and may assign parts of them; a method may need its instance."""
    of_arguments(ev, arguments)
    given_away(arguments.values)
    holder, name = method_of(function)
    if holder is not None and not _is_field(arguments):
        assign_part(holder, None)
    if holder is not None and (name in NEEDING_METHODS or _casts_what_may_be_dead(name, arguments.frame)):
        needs(ev, holder, arguments.node, arguments.frame)
    elif function.token is not None:
        called(ev, function.token, arguments.node, arguments.frame)


def called(ev: Interpreter, token: Token, node: ast.AST, frame: Frame, inner: Event | None = None) -> None:
    """Something unknown is called: if all its arrays are deleted, it is a model that needs them."""
    if ("donated", token) in facts(frame).events:
        needs(ev, token, node, frame, inner)
    elif is_formal(token):
        note(frame, "called", token, event_at(frame, node, "", inner))


def of_mapped(ev: Interpreter, function: Value, trees: tuple[Value, ...], arguments: Arguments) -> None:
    """A function is called with each leaf of trees: where one of them was deleted, its leaves are arrays.

    Those of a parameter, or of a function around, may be: what the function does with them happens to its caller's, and
    nothing else is said of it. Of other trees than the first it is given parts of any kind.
    """
    frame = arguments.frame
    tokens = [tree.token for tree in trees]
    parts = [_deleted(tree, frame) for tree in trees] if facts(frame).donates() else []
    dead = any(parts)
    if dead or any(token and _is_of_others(ev, token, frame) for token in tokens):
        known = [Token(token, (SOME, object())) if token else None for token in tokens]
        known = [part or each for part, each in zip(parts, known, strict=True)] if dead else known
        kinds = (Array() if dead else DYNAMIC if index else Array("any") for index in range(len(known)))
        leaves = tuple(stamped(kind, token) if token else DYNAMIC for kind, token in zip(kinds, known, strict=True))
        with nullcontext() if dead else ev.events.expecting():
            inner = replace(arguments, args=leaves, keywords={}, changed={}, spread=None, skipped=1)
            given = ev.call_value(function, inner)
        arguments.reshaped = not isinstance(function, Unknown) and not _has_shape_of(given, leaves)


def _has_shape_of(value: Value, leaves: tuple[Value, ...]) -> bool:
    """Whether it is one of some leaves, or has the shape of one."""
    own = {leaf.token for leaf in leaves if leaf.token is not None}
    return value.token is not None and (value.token in own or not own.isdisjoint(value.token.updates))


def _deleted(tree: Value, frame: Frame) -> Token | None:
    """A leaf of a tree that was deleted; where the whole tree was, any leaf."""
    if tree.token is not None and event_of(frame, "donated", tree.token):
        return Token(tree.token, (SOME, object()))
    for token in tokens_in(tree):
        if event_of(frame, "donated", token) or part_of_it(frame, "donated", token):
            return token
    return None


def of_union(ev: Interpreter, function: Union, arguments: Arguments) -> None:
    """A method of one of several objects needs it."""
    holder, name = method_of(function)
    if holder is not None and name in NEEDING_METHODS and not ev.events.doubting[0]:
        needs(ev, holder, arguments.node, arguments.frame)


def _is_field(arguments: Arguments) -> bool:
    """Whether what is called was read of an instance that a name holds, and whose class has no such method."""
    function = arguments.node.func if isinstance(arguments.node, ast.Call) else None
    holder = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(holder, ast.Name) and isinstance(arguments.frame.find(holder.id), Object)


def method_of(function: Value) -> tuple[Token | None, str]:
    """The object of which a method was read, and its name; None where that is not known."""
    token = function.token
    if token is None or token.parent is None or token.step is None or token.step[0] != ".":
        return None, ""
    return token.parent, str(token.step[1])


def of_method(ev: Interpreter, instance: Value, name: str, arguments: Arguments) -> None:
    """A method of an array needs it."""
    if name not in ALIVE or _casts_what_may_be_dead(name, arguments.frame):
        needed(ev, instance, arguments.node, arguments.frame)


def _casts_what_may_be_dead(name: str, frame: Frame) -> bool:
    """Whether a method casts: of a dead array, it raises, or gives that back, and what casts has a use for it."""
    return name in CASTING and facts(frame).donates()


def attribute(holder: Value, name: str, value: Value, frame: Frame) -> Value:
    """What an attribute of an object gives: a field is a part of it, a property another value each time.

    A static field goes with no array that was donated.
    """
    if isinstance(holder, Union):
        plain_ones = (Unknown, Container, Array) if name in NEEDING_METHODS else (Unknown, Container)
        fields = all(isinstance(o, plain_ones) or is_of_parts(o) or _has_field(o, name) for o in holder.options)
        fields = fields or name in RENEWING_STATES  # methods, by which the state is known that is renewed
        return parted(holder, (".", name), plain(value)) if fields and name not in ALIVE else plain(value)
    if isinstance(holder, Unknown) or is_of_parts(holder):
        held = plain(value) if value is holder or name in ALIVE else value
        return held if name in ALIVE else parted(holder, (".", name), held)
    if _has_field(holder, name):
        apart = type(value) in _HOLDING and facts(frame).donates() and _is_static(holder, name)
        return value if apart else parted(holder, (".", name), value)
    return plain(value) if value.token is holder.token else value


def _is_static(holder: Value, name: str) -> bool:
    info = holder.cls.fields().get(name) if isinstance(holder, Object) else None
    return info is not None and info.static is True


def _has_field(holder: Value, name: str) -> bool:
    return isinstance(holder, Object) and (holder.get(name) is not None or name in holder.cls.fields())


def index_value(index: ast.expr, frame: Frame) -> Value | None:
    """What a plain index is, without evaluating it a second time."""
    if isinstance(index, ast.Constant):
        return constant(index.value)
    if isinstance(index, ast.UnaryOp) and isinstance(index.operand, ast.Constant):
        return constant(("-", index.operand.value)) if isinstance(index.op, ast.USub) else None
    return frame.find(index.id) if isinstance(index, ast.Name) else None


def item(holder: Value, index: ast.expr, value: Value, frame: Frame) -> Value:
    """What a subscript gives: an item of a container is a part of it, one of an array another value, `x[:]` itself."""
    if holder.token is None and value.token is None and not isinstance(value, Container):
        return value
    if isinstance(holder, Array) and _is_all(index):
        return same(plain(value), holder)
    known = index_value(index, frame)
    step = index_step(known) if known is not None else None
    if isinstance(holder, Container) and isinstance(index, ast.Slice) and _is_known(value):
        return value  # a container of its own, of the very items
    if isinstance(holder, Object) and step is not None and holder.cls.qualified in MAPPINGS:
        return parted(holder, step, plain(value))
    if isinstance(index, ast.Slice) and isinstance(holder, Array) and holder.flavour == "key":
        step = slice_step(index)
        return plain(value) if step is None else parted(holder, step, plain(value))
    has_parts = isinstance(holder, (Array, Unknown, Container, Union)) or is_of_parts(holder)
    if not has_parts or (isinstance(index, ast.Slice) and _copies(holder)):
        return plain(value)
    if step is None:
        return _of_pass(holder, index, value, frame) or some_part(holder, value)
    own = isinstance(holder, Container) and any(value is each for each in holder.items)
    return parted(holder, step, value if own else plain(value))


def _of_pass(holder: Value, index: ast.expr, value: Value, frame: Frame) -> Value | None:
    """One of several keys, by an index that stays what it is for a pass of a loop, or a call: `keys[2 * i]` twice."""
    if not isinstance(holder, Array) or holder.flavour != "key" or holder.token is None:
        return None
    around = innermost_pass(frame.region)
    scope = around.node if around is not None and around.kind == "loop" and around.frame is frame else frame.function
    if scope is None or not is_steady(index, scope):
        return None
    step = (PASS, (ast.dump(index), around, frame))
    parts = holder.token.parts = holder.token.parts or {}
    return stamped(value, parts.setdefault(step, Token(holder.token, step)))  # of this pass, whenever the keys began


def _copies(holder: Value) -> bool:
    """Whether a slice of a value is, or may be, a copy: of an array it is, and of a tuple it has the very items."""
    return any(isinstance(option, (Array, Unknown)) for option in options_of(holder))


def _is_known(value: Value) -> bool:
    """Whether all items of a container are known."""
    return isinstance(value, Container) and value.rest is None


def _is_all(index: ast.expr) -> bool:
    """Whether an index is `[:]` or `[...]`, which gives the array itself."""
    match index:
        case ast.Slice(lower=None, upper=None, step=None):
            return True
    return isinstance(index, ast.Constant) and index.value is ...
