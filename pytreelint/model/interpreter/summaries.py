"""What a call did to what it was given: one run of a function, told to each of its callers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import accesses, caches, draws, draws_by_arguments, kept_items
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types import compiled_in
from pytreelint.model.values.actual import actual, actual_tokens, arrays_apart
from pytreelint.model.values.after_calls import left
from pytreelint.model.values.choices import seen_by_caller
from pytreelint.model.values.happenings import Assigned, Compiled, DrawnBy, HeldBy, Kept, Kind
from pytreelint.model.values.identity import (
    PASS,
    Step,
    Token,
    carried,
    is_bare,
    named,
    tokens_in,
)
from pytreelint.model.values.made import as_made_in, of_arguments
from pytreelint.model.values.memory import Result
from pytreelint.model.values.reassigned import assigned_in_call, given_away, unassigned
from pytreelint.model.values.states import Event, Facts, event_at, facts, facts_in, note
from pytreelint.model.values.value import Array, Constant, Container, Function, Object, Scalar, Value
from pytreelint.model.values.wholes import of_caller

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.regions import Region


_CONSTRUCTING = ("__init__", "__post_init__")
_BEGUN = frozenset({"drawn", "donated"})  # what has happened to arguments once a generator has given its first item


def done_by(function: Function, frame: Frame, cut: bool) -> Facts:
    """What a call has certainly done when it has returned."""
    if cut or isinstance(function.node, ast.AsyncFunctionDef):
        return Facts()
    if frame.yields:
        begun = facts_in(frame.begun).events
        return Facts({key: event for key, event in begun.items() if key[0] in _BEGUN and not event.when})
    done = facts(frame) if isinstance(function.node, ast.Lambda) else left(frame)
    # Its names are gone, and so is what an index was.
    gone = [key for key in done.events if key[1] is frame.token or _is_of_pass(key[1])]
    kept = {key: event for key, event in done.events.items() if key not in gone}
    if any(kind == "drawn" and event.samples for (kind, _), event in done.events.items()):
        kept = {key: _sampled(key[0], event) for key, event in kept.items()}
        return Facts(kept)
    return Facts(kept) if gone else done


def _sampled(kind: Kind, event: Event) -> Event:
    """A split in a function that has drawn numbers as well: from what it gave, as far as anybody knows."""
    return event if kind != "drawn" or event.samples else replace(event, sampled=True)


def _is_of_pass(token: Token) -> bool:
    """Whether it is a part by what was an index in a pass."""
    while token.parent is not None and token.step is not None:
        if token.step[0] == PASS:
            return True
        token = token.parent
    return False


def known_objects(values: Iterable[Value], tokens: Mapping[Token, str], start: int, done: Facts) -> frozenset[Token]:
    """Returns the objects that a caller must know again in what a call gives.

    They stand in several places of it: parameters, and what the call has made. Or they are keys that the call has made
    or was given, and drawn from, or what it has donated.
    """
    known = [value for value in values if not is_bare(value)]
    if not known:
        return frozenset()
    drawn = {token for kind, token in done.events if kind == "drawn" and _is_whole(token, tokens)}
    used_up = drawn | {token for kind, token in done.events if kind == "donated"}
    seen: set[Token] = set()
    shared: set[Token] = set()
    for value in known:
        for token in tokens_in(value):
            (shared if token in seen or token in used_up else seen).add(token)
    for token in seen:
        if token.parent is not None:
            shared.update(_within(token, seen))
    made = (t for t in shared if t in tokens or ((root := t.root()) not in tokens and root.serial >= start))
    return frozenset(made)


def _is_whole(token: Token, tokens: Collection[Token]) -> bool:
    """Whether it is a parameter or made in the call: no part of a caller's object."""
    return token in tokens or token.root() not in tokens


def _within(token: Token, seen: set[Token]) -> Iterator[Token]:
    """A part of an object that stands elsewhere, and that object: `self.start = self.state["w"]`."""
    for holder in token.holders():
        if holder is not token and holder in seen:
            yield from (token, holder)


def _anew(shared: Iterable[Token]) -> dict[Token, Token]:
    """The tokens that shared objects have in this call: a part of one of them is that part again."""
    new: dict[Token, Token] = {}
    for token in sorted(shared, key=lambda each: len(each.path()[1])):
        steps: list[Step] = []
        for holder in token.holders():
            if holder in new:
                known = new[holder]
                for step in reversed(steps):
                    known = known.part(step)
                new[token] = known
                break
            if holder.step is not None:
                steps.append(holder.step)
        new.setdefault(token, Token())
    return new


def returned(
    ev: Interpreter, result: Result, function: Function, env: Mapping[str, Value], arguments: Arguments
) -> Value:
    """What a caller gets, in tokens of its own; what the call did happens to the caller's objects."""
    formals, given = result.formals, result.value
    if result.made_in is not None and result.made_in is not arguments.frame.region:
        given = as_made_in(arguments.frame.region, given, result.made_in)
    new = _anew([t for t in result.shared if t not in formals or is_bare(env[formals[t]])]) if result.shared else {}
    changed = _left_in_arguments(result, env, new, arguments.frame.region) if result.changed else {}
    value = actual(given, formals, env, result.start, new)
    if function.owner is not None and function.name in _CONSTRUCTING:
        _note_instance(ev, formals, env, arguments)
    if result.done.events:
        value = named(value) if isinstance(value, Object) else value
    is_generator = bool(result.done.events) and _is_generator(function, value)
    is_waiting = is_generator and not _is_gone_through(arguments)  # nothing of it has run
    for (kind, token), event in result.done.events.items() if not is_waiting else ():
        known = [new[token]] if token in new else actual_tokens(token, formals, env, result.start)
        root, path = token.path()
        if isinstance(kind, HeldBy) or (root in ev.memory.owned and not token.is_part()):
            continue  # a list of the call; of a module's object, where something else stands now
        name = formals.get(root)
        node = _place(function, name, path, arguments) if known else arguments.node
        if kind in ("used", "called"):
            needing = accesses.needs if kind == "used" else accesses.called
            for each in known:
                needing(ev, each, node, arguments.frame, event)
            continue
        here = replace(
            event_at(arguments.frame, node, event.by if kind == "donated" or is_generator else function.name, event),
            when=(arguments.node,) if event.when else (),
            kept=_is_own(function, name, path, env),
            made=_made(function, event, given, value, env),
            renews=_renewed(value, changed, env, _given(path, env[name]) if name is not None else None),
            traced=arguments.staged,
        )
        for each in known:
            if kind == "drawn":
                if path or name is None or draws.may_be_key(env[name]):
                    draws.draw(ev, each, node, arguments.frame, here)
            elif isinstance(kind, DrawnBy):
                places = {n: _place(function, n, (), arguments) for n in kind.parameters}
                draws_by_arguments.draw(ev, each, kind, env, places, arguments.frame, here)
            elif isinstance(kind, Kept):
                caches.happens(ev, each, kind, node, arguments.frame, here)
            elif isinstance(kind, Compiled):
                compiled_in.happens(ev, each, kind, arguments.frame, here)
            elif isinstance(kind, Assigned):
                compiled_in.assigned(ev, each, kind, arguments.frame, here)
            elif not ev.events.doubting[0]:
                note(arguments.frame, kind, each, here)
                if kind == "donated":
                    _deleted(each, token, formals, env, here, arguments.frame)
    arguments.changed, arguments.cut = arguments.given(function.node.args, changed), result.cut
    value = carried(seen_by_caller(of_caller(value, function.node.args, arguments), function, arguments), value)
    assigned_in_call(formals, env)
    if result.cut:
        given_away(env.values())
    return value


def _left_in_arguments(
    result: Result, env: Mapping[str, Value], new: dict[Token, Token], region: Region | None
) -> dict[str, Value]:
    """What a call leaves in its parameters, as its caller knows it.

    Arguments:
        env: what the parameters were given; new: the tokens of shared objects; region: that of the call.
    """
    left_in, formals, made_in = result.changed, result.formals, result.made_in
    if made_in is not None and made_in is not region:
        left_in = {n: as_made_in(region, v, made_in) for n, v in left_in.items()}
    left_in = of_arguments(left_in, env)
    changed = {n: actual(v, formals, env, result.start, new) for n, v in left_in.items()}
    return changed | {n: unassigned(changed[n], env[n], token) for token, n in formals.items() if n in changed}


def _deleted(
    token: Token, inner: Token, formals: Mapping[Token, str], env: Mapping[str, Value], event: Event, frame: Frame
) -> None:
    """An object is deleted that a call knows by its inner token: so are the arrays in it that have their own."""
    for part in arrays_apart(inner, formals, env):
        note(frame, "donated", part, event)
    kept_items.deleted(token, event, frame)


def _note_instance(
    ev: Interpreter, formals: Mapping[Token, str], env: Mapping[str, Value], arguments: Arguments
) -> None:
    """Notes which instance a constructor has built: functions that it has defined know it by its parameter."""
    first = next(iter(env), None)
    instance = env[first].token if first is not None else None
    for token, name in formals.items():
        if name == first and instance is not None and token is not instance:
            ev.memory.instances.setdefault(token, {})[arguments.node] = instance


def _is_generator(function: Function, given: Value) -> bool:
    """Whether what a call gives is a generator."""
    if not isinstance(given, Container) or given.kind != "iterator":
        return False
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in walk(function.node))


def _is_gone_through(arguments: Arguments) -> bool:
    """Whether a loop takes what a call gives, item by item: at once, or beside others (`zip`)."""
    node: ast.AST = arguments.node
    for each in outwards(arguments.frame.module.tree, node):
        match each:
            case ast.For(iter=taken) | ast.comprehension(iter=taken):
                return taken is node
            case ast.Call(func=ast.Name(id="zip" | "enumerate")):
                node = each
            case _:
                return False
    return False


def _made(function: Function, event: Event, given: Value, value: Value, env: Mapping[str, Value]) -> Token | None:
    """Returns the instance that a call has built: a constructor, or a function that gives what one has built there."""
    if function.owner is not None and function.name in _CONSTRUCTING:
        instance = next(iter(env.values()), None)
        return instance.token if instance is not None else None
    return value.token if event.made is not None and event.made is given.token else None


def _is_own(function: Function, name: str | None, path: tuple[Step, ...], env: Mapping[str, Value]) -> bool:
    """Whether an object is a part of the instance whose method was called, also behind a decorator's `*args`."""
    inner = function.wraps if isinstance(function.wraps, Function) else function
    if inner.owner is None or name != next(iter(env), None):
        return False
    spec = function.node.args
    by_place = spec.vararg is not None and name == spec.vararg.arg
    return path[:1] == (("[]", 0),) and len(path) > 1 if by_place else path != ()


def _given(path: tuple[Step, ...], value: Value) -> Value:
    """The argument that an object is, or is a part of: of `*args` and `**kwargs`, an item."""
    if isinstance(value, Container) and value.kind in ("tuple", "dict") and path:
        steps = value.keys if value.kind == "dict" else range(len(value.items))
        return next((item for step, item in zip(steps, value.items, strict=False) if step == path[0][1]), value)
    return value


def _renewed(
    value: Value, changed: Mapping[str, Value], env: Mapping[str, Value], holder: Value | None
) -> frozenset[Token]:
    """Returns the objects that a call was given, where it has changed some, or gives something that is no number.

    Arguments:
        holder: what is drawn from, or a part of it: an instance that goes on drawing begins nothing anew.
    """
    if not changed and isinstance(value, (Array, Constant, Scalar)):
        return frozenset()
    own = holder.token if holder is not None else None
    given = [token for each in env.values() if not is_bare(each) for token in tokens_in(each)]
    if own is None:
        return frozenset(given)
    return frozenset([token for token in given if not any(each is own for each in token.holders())])


def _place(function: Function, name: str | None, path: tuple[Step, ...], arguments: Arguments) -> ast.AST:
    """Where a call gives a parameter, or an item of `*args` or `**kwargs`; the call, where that is not seen."""
    spec, item = function.node.args, path[0][1] if path else None
    positions = signature(spec).positions
    if name is None:
        return arguments.node
    if spec.vararg is not None and name == spec.vararg.arg and isinstance(item, int):
        return arguments.expression(len(positions) + item)
    if spec.kwarg is not None and name == spec.kwarg.arg and isinstance(item, str):
        return arguments.expression(-2, item)
    return arguments.expression(positions.get(name, -2), name)
