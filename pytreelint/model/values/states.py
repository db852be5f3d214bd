"""What has happened to objects on the way to a statement: donated, used, drawn from, kept in a cache, compiled in.

Facts lie among the names of a flow (under a key that is no name), so that branches, loops, `try` and early returns
copy and join them with the names: after a join holds what both flows did, and of donations what one of them did, with
the statement on whose path that depends.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Self

from pytreelint.knowledge.objects import SPLITTER
from pytreelint.knowledge.record import field, record, replace
from pytreelint.model.values.happenings import Assigned, Compiled, HeldBy, Kind, Stale
from pytreelint.model.values.identity import FOLD, Token
from pytreelint.model.values.regions import chain, scope_of
from pytreelint.model.values.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.regions import Region

FACTS = "<facts>"
LOOPS = (ast.For, ast.While)
_RUNNING = (ast.For, ast.AsyncFor, ast.Call)
ON_ONE_PATH = (Compiled, Stale, Assigned, HeldBy)  # with donations: what one of two paths did is remembered


@record(frozen=True, slots=True, eq=False)
class Event:
    """Something that happened to an object: where, and by what (for people); or a test that found none ("absent").

    Attributes:
        inner: where it happened inside of what was called there.
        region: the iteration.
        when: the statements or calls that it happened on a path through; on another path it did not.
        kept: the object is a part of the instance whose method did it: no argument of the call.
        cls: the class in one of whose methods it stands.
        made: the instance that the call has built; renews: objects that it was given, and may have left otherwise.
        traced: a transform traces what was called: nothing leaves it but by what it returns.
        told: where what comes of it is said, on each way of this flow; elsewhere it is not said again.
        of_state: it happened to a tree with the object's arrays; sampled: what has split the key has drawn numbers.
    """

    module: ModuleInfo
    node: ast.AST
    by: str = ""
    inner: Event | None = None
    region: Region | None = None
    when: tuple[ast.AST, ...] = ()
    kept: bool = False
    cls: ClassInfo | None = None
    made: Token | None = None
    renews: frozenset[Token] = frozenset()
    traced: bool = False
    told: frozenset[ast.AST] = frozenset()
    of_state: bool = False
    sampled: bool = False

    def inwards(self) -> Iterator[Event]:
        """Where it happened, and where inside of each call that led there."""
        yield self
        if self.inner is not None:
            yield from self.inner.inwards()

    @property
    def innermost(self) -> Event:
        """Where it happened, inside of all calls."""
        return self.inner.innermost if self.inner is not None else self

    @property
    def samples(self) -> bool:
        """Whether numbers were drawn: from the key, or perhaps from one of those that it was split into."""
        return self.innermost.by != SPLITTER or any(each.sampled for each in self.inwards())


def event_at(frame: Frame, node: ast.AST, by: str = "", inner: Event | None = None) -> Event:
    """Something that happens now, in a frame."""
    return Event(frame.module, node, by, inner, frame.region, cls=frame.method.owner)


Events = dict[tuple[Kind, Token], Event]


@record(frozen=True, slots=True, eq=False)
class Facts(Value):
    """All that has happened in a flow; a new object for each new fact."""

    events: Events = field(default_factory=dict)

    def met(self, other: Facts) -> Facts:
        """What both of two flows did, certainly or on some path; where a key is None, none is drawn from."""
        if other is self:
            return self
        both = self.events.keys() & other.events.keys()
        events = {key: _less_certain(event, other.events[key]) for key, event in self.events.items() if key in both}
        for one, two in ((self.events, other.events), (other.events, self.events)):
            absent = {token for kind, token in two if kind == "absent"} if len(one) > len(both) else None
            if absent:
                events |= {k: e for k, e in one.items() if k[0] == "drawn" and not absent.isdisjoint(k[1].holders())}
        return Facts(events)

    def donates(self) -> bool:
        """Whether anything was donated."""
        return "donated" in [kind for kind, _ in self.events]  # a list: asked often, of few


def _less_certain(one: Event, two: Event) -> Event:
    event = two if two.when and not one.when else one
    told = one.told | two.told if one.told and two.told else frozenset()
    return event if event.told == told else replace(event, told=told)


NOTHING = Facts()


def facts(frame: Frame) -> Facts:
    """What has happened in a frame."""
    env = frame.env
    return env[FACTS] if env is not None and FACTS in env else NOTHING  # type: ignore[return-value]  # as in `facts_in`


def put(frame: Frame, held: Facts) -> None:
    """All that has happened is this."""
    if frame.env is not None:
        frame.env[FACTS] = held


def scope_in(frame: Frame, loop: ast.AST) -> Frame:
    """The scope of a loop inside of an expression, which knows what has happened; its elements are any number."""
    happened = frame.env.get(FACTS) if frame.env is not None else None
    env = {FACTS: happened} if happened is not None else {}
    scope = type(frame)(frame.module, env, frame, frame.owner, frame.first_parameter, frame.depth)
    return scope_of(scope, frame, loop)


def into(frame: Frame, scope: Frame) -> None:
    """What happened in a scope has happened in the frame around it."""
    held = facts(scope)
    if frame.env is not None and held.events:
        frame.env[FACTS] = held


def note(frame: Frame, kind: Kind, token: Token, event: Event) -> None:
    """Something happens; what has happened before stays as it was told."""
    before = facts(frame).events
    if frame.env is not None and (kind, token) not in before:
        frame.env[FACTS] = Facts({**before, (kind, token): event})
        for each in token.arrays_of if kind == "donated" else ():
            note(frame, kind, each, replace(event, of_state=True))


def without(names: dict[str, Value], frame: Frame, token: Token, node: ast.AST) -> None:
    """Notes among the names of a flow that an object which others have is None here: nothing happens to it."""
    held = facts_in(names) if FACTS in names else facts(frame)
    names[FACTS] = Facts({**held.events, ("absent", token): event_at(frame, node)})


def tell(frame: Frame, told: Event, node: ast.AST) -> None:
    """What comes of something that happened is said here: one cause, one finding on each way of a flow."""
    if not told.told:
        known, here = facts(frame).events, replace(told, told=frozenset((node,)))
        put(frame, Facts({key: here if event is told else event for key, event in known.items()}))


def is_news(event: Event, node: ast.AST) -> bool:
    """Whether what comes of something is said at a node: the first on its way, or what does it again in a loop.

    What the called function does with it is said there, as that it returns what was deleted.
    """
    if any(each.told for each in event.inwards() if each is not event):
        return False
    return not event.told or node in event.told or holds(event.node, node)


def event_of(frame: Frame, kind: Kind, token: Token) -> Event | None:
    """Whether something has happened to an object, or to one that it is a part of; of alternatives, to all of them."""
    return event_in(facts(frame).events, kind, token)


def event_in(events: Events, kind: Kind, token: Token) -> Event | None:
    """The same, of all that has happened in a flow."""
    if not events:
        return None
    if token.alternatives:
        found = [event for each in token.alternatives if (event := event_in(events, kind, each)) is not None]
        if len(found) == len(token.alternatives) and all(hangs_on_loops(event) for event in found):
            return max(found[::-1], key=lambda event: len(event.when))
    holder: Token | None = token
    while holder is not None:
        if (event := events.get((kind, holder))) is not None:
            return event
        is_other_key = kind == "drawn" and holder.step is not None and holder.step[0] == FOLD
        holder = None if is_other_key else holder.parent
    return None


def hangs_on_loops(event: Event) -> bool:
    """Whether nothing but loops that run at all is needed for an event, here or in what was called."""
    if not all(isinstance(each, _RUNNING) for each in event.when):
        return False
    called = any(isinstance(node, ast.Call) for node in event.when)
    return not called or (event.inner is not None and hangs_on_loops(event.inner))


def is_again(event: Event, node: ast.AST, frame: Frame) -> bool:
    """Whether an expression is evaluated for the second time, which happens but once in the program."""
    if event.module is not frame.module:
        return False
    later = next((each for each in chain(frame.region) if each.kind == "loop" and each.steady), None)
    if later is not None and not any(each is later for each in chain(event.region)):
        return False  # a later iteration
    return holds(event.node, node)


def holds(outer: ast.AST, inner: ast.AST) -> bool:
    """Whether a node stands inside of another one, or is it."""
    start, end = (getattr(outer, "lineno", 0), getattr(outer, "col_offset", 0)), _end(outer)
    return start <= (getattr(inner, "lineno", -1), getattr(inner, "col_offset", 0)) and _end(inner) <= end


def _end(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "end_lineno", 0) or 0, getattr(node, "end_col_offset", 0) or 0


def part_of_it(frame: Frame, kind: Kind, token: Token) -> tuple[Token, Event] | None:
    """A part of an object, still there, to which something has happened."""
    for (happened, other), event in facts(frame).events.items():
        if happened == kind and other is not token and other.is_part(token):
            return other, event
    return None


def uncompiled(frame: Frame, before: Facts) -> None:
    """Forgets what was read since, as of all that it holds no more is compiled in than what is known of it anyway."""
    now = facts(frame)
    if now is not before:
        events = {k: e for k, e in now.events.items() if k in before.events or not isinstance(k[0], Compiled)}
        put(frame, Facts(events))


def facts_in(env: dict[str, Value]) -> Facts:
    """What has happened in a flow, by its names."""
    return env.get(FACTS, NOTHING)  # type: ignore[return-value]  # under this key lie no others


class kept:  # noqa: N801  a context manager, by a class: half the time of a generator
    """Run what may not run at all: what happens in it is not certain afterwards."""

    __slots__ = ("_before", "_frame", "_unsure")

    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    def __enter__(self) -> Self:
        self._unsure = self._frame.unsure
        self.begin()
        return self

    def begin(self) -> None:
        """What comes from here on may not run, other than what came before."""
        self._before, self._frame.unsure = facts(self._frame), True

    def surely(self) -> None:
        """What comes next does run."""
        self._frame.unsure = self._unsure

    def __exit__(self, *_: object) -> None:
        self._frame.unsure = self._unsure
        if self._frame.env is not None and FACTS in self._frame.env:
            self._frame.env[FACTS] = self._before
