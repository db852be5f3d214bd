"""Flows that meet: which objects one of them has deleted, under the names that they have afterwards.

if loss < best_loss:
    best = state  # on the other path `best` is what an earlier iteration left, which `step` has deleted since
"""

from __future__ import annotations

import ast
import functools
from typing import TYPE_CHECKING, Self

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.thresholds import is_of_steps
from pytreelint.model.values.alternatives import either
from pytreelint.model.values.feasible import idle_side, is_better, is_first_alone, may_exclude
from pytreelint.model.values.identity import CARRIERS, Token, carried, plain, restamped
from pytreelint.model.values.states import (
    FACTS,
    ON_ONE_PATH,
    Event,
    Events,
    Facts,
    event_in,
    facts_in,
    hangs_on_loops,
    holds,
)
from pytreelint.model.values.value import NONE, Container, Object, Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytreelint.model.values.frame import Frame

Env = dict[str, Value]
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_DEPTH = 3  # how far into trees objects are followed through a join


def meet(first: Env, second: Env, joined: Env, node: ast.AST | None, frame: Frame | None) -> None:
    """Join what has happened in two flows.

    Arguments:
        joined: the names afterwards; node, frame: the statement that parted the flows (None: only what both did is
            asked for).
    """
    one, two = facts_in(first), facts_in(second)
    events = dict((one.met(two) if one is not two else one).events)
    if isinstance(node, _LOOPS):  # it is taken to run
        events |= {key: e for each in (one, two) for key, e in each.events.items() if isinstance(key[0], ON_ONE_PATH)}
    elif isinstance(node, ast.If):
        of_steps = is_of_steps(node)
        for each in (one, two):
            kept = [
                k
                for k in each.events
                if k not in events and (isinstance(k[0], ON_ONE_PATH) or (of_steps and k[0] == "used"))
            ]
            on_one = {k: each.events[k] for k in kept}
            events |= {k: e if node in e.when else replace(e, when=(*e.when, node)) for k, e in on_one.items()}
    if isinstance(node, ast.If) and frame is not None:
        _draw_on_one_path(events, (one.events, two.events), (first, second), joined, node, frame)
        _drawn_on_some_path(events, (one.events, two.events), node, frame)
    if node is not None and frame is not None and (one.donates() or two.donates()):
        join = _Join(events, (one.events, two.events), node, frame)
        join.follow(first, second, joined)
        events = join.events
    if events:
        joined[FACTS] = Facts(events) if events != one.events else one
    else:
        joined.pop(FACTS, None)


def _drawn_on_some_path(events: Events, happened: tuple[Events, Events], node: ast.If, frame: Frame) -> None:
    """Note the keys from which one side has drawn, or each on some path: what draws from them after both draws again.

    if train:
        x = dropout(x, key)
    return x + normal(key)
    """
    for side, other in (happened, happened[::-1]):
        for key, event in side.items():
            if key[0] != "drawn" or other.get(key) is event:
                continue
            if key not in other and events.get(key) is event:
                continue  # where the other side has gone, there is no key
            when = event.when if key in other else (*event.when, node)
            if when and (key not in other or events[key] is event):
                events[key] = replace(event, when=when, region=frame.region)


def _draw_on_one_path(
    events: Events, happened: tuple[Events, Events], sides: tuple[Env, Env], joined: Env, node: ast.If, frame: Frame
) -> None:
    """Note of a name that each side has given a value of its own whether one of these was drawn from.

    if shuffled:
        key, rows = shuffle(key, rows)  # gives back the very key that it has drawn from
    noise = normal(key)
    """
    one, two = happened
    if not any(kind == "drawn" and one.get((kind, t)) is not two.get((kind, t)) for kind, t in (*one, *two)):
        return
    for name, value in joined.items():
        token = value.token
        if token is None or not token.alternatives:
            continue
        for side, other, names in zip(happened, happened[::-1], sides, strict=True):
            held = names.get(name)
            if held is None or held.token is None or held.token is token or ("drawn", token) in events:
                continue
            event = side.get(("drawn", held.token))
            earlier = event is not None and any(not holds(node, each) for each in event.when)
            if event is not None and earlier and may_exclude(event, node.test, frame, side is one):
                continue  # where this side has gone, nothing had drawn from it
            if event is not None and other.get(("drawn", held.token)) is not event:  # before, it is the same on purpose
                events["drawn", token] = replace(event, when=(*event.when, node), region=frame.region)


def as_left(after: Env, ended: Env) -> Env:
    """What the first iteration of a loop leaves to the second: what has happened, and to which of the objects.

    Arguments:
        after: the names as any iteration finds them; ended: those at the end of the first.
    """
    held = facts_in(ended)
    left: Env = {FACTS: held}
    for name, value in ended.items() if held.donates() else ():
        found = after.get(name)
        if found is not None and found is not value and value.token is not None and type(found) in CARRIERS:
            left[name] = carried(restamped(found, value.token), value)
    return left


def drawn_in(loop: ast.AST, after: Env, ended: Env | None) -> None:
    """Notes after a `for` loop what each of its iterations draws from, or needs, if it runs at all.

    Arguments:
        after: the names as what follows finds them; ended: those at the end of an iteration, if one comes to it.
    """
    if ended is None or isinstance(loop, ast.While):
        return
    known = facts_in(after).events
    new = {k: e for k, e in facts_in(ended).events.items() if k[0] in ("drawn", "used") and k not in known}
    if new:
        after[FACTS] = Facts({**known, **{k: replace(e, when=(*e.when, loop)) for k, e in new.items()}})


def exclude(frame: Frame, test: ast.expr) -> None:
    """A flow has ended for one outcome of a test: what happened on a path that the test may ask for is none of it."""
    env = frame.env
    events = facts_in(env).events if env is not None else {}
    kept = {key: e for key, e in events.items() if not e.when or not may_exclude(e, test, frame)}
    if env is not None and len(kept) < len(events):
        gone = [e for key, e in events.items() if key[0] == "donated" and key not in kept]
        if gone:  # of no object that anybody has: the next iteration is still told which of them are the same
            kept["donated", Token()] = gone[0]
        env[FACTS] = Facts(kept)


class OneOf:
    """Several callables of which a call runs one, or the sides of a conditional expression: what has happened
    afterwards, as after branches.

    step = keeping if debug else donating
    new = step(state, x)  # `state` is deleted on one path; `if debug:` may ask for the other
    """

    def __init__(self, frame: Frame, node: ast.AST, default: bool = False) -> None:
        """Several callables; `default`: one of them is what a caller leaves out, and other defaults beside it."""
        self._frame, self._node, self._default = frame, node, default
        self._before = facts_in(frame.env or {})
        self._after: list[Facts] = []

    def __enter__(self) -> Self:
        return self

    def of_them(self) -> _OfThem:
        """One of them runs, from what had happened before any did."""
        return _OfThem(self)

    def ended(self) -> None:
        """One of them has run."""
        env = self._frame.env
        if env is None or facts_in(env) is self._before:
            self._after.append(self._before)
            return
        self._after.append(facts_in(env))
        self._hold(env, self._before)

    def __exit__(self, *_: object) -> None:
        env = self._frame.env
        if env is None or all(each is self._before for each in self._after):
            return
        joined = functools.reduce(Facts.met, self._after)
        for each in self._after:
            _on_one_path(joined.events, each.events, self._node)
            if self._default:
                _drawn_by_default(joined.events, each.events, self._node, self._frame)
        self._hold(env, joined)

    @staticmethod
    def _hold(env: Env, held: Facts) -> None:
        if held.events:
            env[FACTS] = held
        else:
            env.pop(FACTS, None)


class _OfThem:
    __slots__ = ("_several",)

    def __init__(self, several: OneOf) -> None:
        self._several = several

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self._several.ended()


def _on_one_path(events: Events, side: Events, node: ast.AST) -> None:
    """Add what one side did and not all, with the node on whose path that depends."""
    for (kind, token), event in side.items():
        if (kind in ("donated", "used", "called") or isinstance(kind, ON_ONE_PATH)) and (kind, token) not in events:
            events[kind, token] = replace(event, when=(*event.when, node))


def _drawn_by_default(events: Events, side: Events, node: ast.AST, frame: Frame) -> None:
    """Add the keys that a function draws from which callers leave out: they may leave out the next one, too."""
    for key, event in side.items():
        if key[0] == "drawn" and key not in events:
            events[key] = replace(event, when=(*event.when, node), region=frame.region)


def sides_joined(sides: tuple[Value, Value], value: Value, node: ast.IfExp, frame: Frame) -> Value:
    """Returns the value of a conditional expression, as an object that is deleted if that of one side is."""
    env = frame.env
    held = facts_in(env or {})
    if env is None or not held.donates() or sides[0] is sides[1]:
        return value
    join = _Join(dict(held.events), (held.events, held.events), node, frame)
    value = join.of(*sides, value)
    if join.events != held.events:
        env[FACTS] = Facts(join.events)
    return value


class _Join:
    """One statement's paths.

    Attributes:
        events: what has happened, on all paths or on some of them.
    """

    def __init__(self, events: Events, sides: tuple[Events, Events], node: ast.AST, frame: Frame) -> None:
        self.events, self._sides, self._node, self._frame = events, sides, node, frame
        self._test = node.test if isinstance(node, (ast.If, ast.While, ast.IfExp)) else None
        self._idle = idle_side(node, frame)

    def follow(self, first: Env, second: Env, joined: Env) -> None:
        """Note what one side has donated, and give names whose objects differ tokens of their own."""
        for side in self._sides:
            _on_one_path(self.events, side, self._node)
        for name, value in joined.items():
            one, two = first.get(name), second.get(name)
            if one is not None and two is not None and one is not two and name != FACTS:
                joined[name] = self.of(one, two, value)

    def of(self, one: Value, two: Value, value: Value, depth: int = 0) -> Value:
        token = either(one, two, value)
        if self._idle is not None and type(value) in CARRIERS:
            token = (two if self._idle == 0 else one).token or token
        if token is None and type(value) in CARRIERS and any(self._deaths((one.token, two.token))):
            token = Token()  # on the other path it is an object of which nothing is known
        if token is not None and NONE in (one, two) and self._is_deleted_beside(token, 0 if one == NONE else 1):
            return restamped(plain(value), Token(alternatives=(token,), updates=token.updates))
        if token is not None and token is not one.token and token is not two.token:
            self._note(token, one.token, two.token)
        if depth < _DEPTH and type(one) is type(two) is type(value):
            value = self._parts(one, two, value, depth + 1)
        return restamped(value, token)

    def _parts(self, one: Value, two: Value, value: Value, depth: int) -> Value:
        if isinstance(value, Object) and isinstance(one, Object) and isinstance(two, Object):
            olds, news = dict(one.fields), dict(two.fields)
            if all(name in olds or name in news for name, _ in value.fields):
                holder = one.token if one.token is two.token else None
                fields = tuple(
                    (n, self.of(*self._held(holder, n, olds.get(n, NONE), news.get(n, NONE)), held, depth))
                    for n, held in value.fields
                )
                return replace(value, fields=fields)
        if isinstance(value, Container) and isinstance(one, Container) and isinstance(two, Container):
            if len(one.items) == len(two.items) == len(value.items) and one.keys == two.keys == value.keys:
                parts = zip(one.items, two.items, value.items, strict=True)
                return replace(value, items=tuple(self.of(*each, depth) for each in parts))
        return value

    def _held(self, holder: Token | None, name: str, one: Value, two: Value) -> tuple[Value, Value]:
        """What a field holds on each side; where one side alone has assigned it, on the other it is what was deleted.

        if jnp.isfinite(loss):
            self.params = new  # else it is still what `step(self.params)` has deleted
        """
        if holder is None or one is two or (one.token is None) is (two.token is None):
            return one, two
        dead = [
            token
            for kind, token in self.events
            if kind == "donated" and token.parent is holder and token.step == (".", name)
        ]
        if len(dead) != 1 or (holder.parts or {}).get((".", name)) is dead[0]:
            return one, two
        return (restamped(one, dead[0]), two) if one.token is None else (one, restamped(two, dead[0]))

    def _note(self, token: Token, *sides: Token | None) -> None:
        """The object is one that a side has deleted."""
        for index, event in self._deaths(sides):
            if self._test is not None and is_first_alone(self._test, index == 0, self._frame):
                continue
            if isinstance(self._node, _LOOPS) and self._node in event.when:
                continue  # a loop that has run when it was deleted, in an iteration around, runs in this one too
            beside = hangs_on_loops(event) and (not event.when or is_better(self._test))
            if beside or not (self._test and may_exclude(event, self._test, self._frame, index == 0)):
                self.events["donated", token] = replace(event, when=(*event.when, self._node))
                return

    def _is_deleted_beside(self, token: Token, without: int) -> bool:
        """Whether only the path on which a name is None, number `without`, has deleted what it is on the other."""
        deleted = [event_in(events, "donated", token) is not None for events in self._sides]
        return deleted[without] and not deleted[1 - without]

    def _deaths(self, sides: tuple[Token | None, ...]) -> Iterator[tuple[int, Event]]:
        for index, (events, token) in enumerate(zip(self._sides, sides, strict=True)):
            event = event_in(events, "donated", token) if token is not None and index != self._idle else None
            if event is not None:
                yield index, event
