"""One activation of a function, class body or module: its names, where they come from, and what it returned."""

from __future__ import annotations

import ast
from types import MappingProxyType
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import dataclass, field, replace
from pytreelint.model.values.identity import Token, named, plain, restamped
from pytreelint.model.values.in_place import changed_in_place
from pytreelint.model.values.value import DYNAMIC, Container, Object, Super, Unknown, Value, union

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytreelint.model.project.modules import ModuleInfo
    from pytreelint.model.values.axes import Axes
    from pytreelint.model.values.classes import ClassInfo
    from pytreelint.model.values.marks import Trace, Traces
    from pytreelint.model.values.regions import Region
    from pytreelint.model.values.switches import Switch


@dataclass(slots=True, eq=False)
class Frame:
    """Where a statement runs.

    Attributes:
        env: the local names; None once the flow can't get here (after `return`, `raise`, `continue`).
        parent: the frame of the enclosing function, for closures; class bodies are skipped as Python does.
        owner: the class whose method this is, for `super()`.
        first_parameter: name of the method's first parameter, for `super()`.
        jumps, exits, finals: the names at each `continue`, `break` and `return`.
        yields: what a generator gave; begun: its names when it gave the first item, if it certainly does.
        grown: names whose containers were changed in place; rebound: names that were assigned.
        taken: names of enclosing functions whose objects were changed in place here.
        outer: names declared `nonlocal`; globals: names declared `global`.
        token: stands for its names in what happens to them; see `token_of`.
        function: the `def` or lambda whose activation this is; back: the frame and the node that led here.
        region: the innermost loop or branch that is being run, of this activation or of those that led here.
        staged: a transform traces this activation.
        staging: the transforms that trace each operation of JAX in it, the innermost first.
        tracing: these, and the gradients and maps that trace what follows from their arguments.
        mapped: the maps that this activation is inside of, the innermost first.
        guarded: it is run where something may have asked whether values are tracers.
        raises: the regions in which, under a guard, a tracer has raised since a statement of a `try` began.
        asked: of what is `guarded` by a test alone, the `staging` at that test; what traces since is no part of the
            question.
        inside: of what is `guarded`, the `tracing` where that was asked last.
        unsure: an expression is being evaluated that Python may skip.
        deciding: the test that is being evaluated, and what needs its truth.
        ended: when tests have ended a flow, and the names and attributes that each reads.
        switches: parameters of this activation that are known in the branch that is being run.
        answered: tests that the function asks again, with what they read, and names: what branches have made of them,
            where these met and in each of them.
    """

    module: ModuleInfo
    env: dict[str, Value] | None = field(default_factory=dict)
    parent: Frame | None = None
    owner: ClassInfo | None = None
    first_parameter: str | None = None
    depth: int = 0
    top: bool = False
    returns: list[Value] = field(default_factory=list)
    jumps: list[dict[str, Value]] = field(default_factory=list)
    exits: list[dict[str, Value]] = field(default_factory=list)
    finals: list[dict[str, Value]] = field(default_factory=list)
    yields: list[Value] = field(default_factory=list)
    begun: dict[str, Value] = field(default_factory=dict)
    grown: set[str] = field(default_factory=set)
    rebound: set[str] = field(default_factory=set)
    taken: set[str] = field(default_factory=set)
    outer: set[str] = field(default_factory=set)
    globals: set[str] = field(default_factory=set)
    token: Token | None = None
    function: ast.AST | None = None
    back: tuple[Frame, ast.AST] | None = None
    region: Region | None = None
    staged: bool = False
    staging: Traces = ()
    tracing: Traces = ()
    mapped: tuple[Axes, ...] = ()
    guarded: bool = False
    raises: list[Region | None] = field(default_factory=list)
    asked: Traces | None = None
    inside: Traces = ()
    unsure: bool = False
    deciding: tuple[ast.expr, str] | None = None
    ended: list[tuple[int, frozenset[str]]] = field(default_factory=list)
    switches: tuple[tuple[Switch, bool], ...] = ()
    answered: Mapping[str, tuple[tuple[object, ...], Mapping[str, tuple[Value, Value, Value]]]] = MappingProxyType({})

    @property
    def guards(self) -> tuple[bool, Traces | None, Traces]:
        """What decides whether a demand is a site: `guarded`, `asked` and `inside`."""
        return self.guarded, self.asked, self.inside

    @property
    def method(self) -> Frame:
        """The activation of the method that this one is, or whose names it sees; else the outermost."""
        frame = self
        while frame.owner is None and frame.parent is not None:
            frame = frame.parent
        return frame

    def guard(self, asked: Traces | None = None) -> None:
        """Notes that something may have asked whether values are tracers; `asked`: a test, under this staging."""
        self.asked = None if self.guarded and self.asked is None else asked
        self.guarded, self.inside = True, self.tracing

    def asks_in(self, trace: Trace) -> bool:
        """Whether something inside of what a transform traces may have asked whether values are tracers.

        A `try` around the call of a compiled function changes nothing of what that does when it succeeds.
        """
        return self.guarded and trace in self.inside

    def __repr__(self) -> str:
        return f"<frame in {self.module.name}>"

    def is_inside(self, outer: Frame) -> bool:
        """Whether its function stands inside of that of another activation, and holds what that one left for good."""
        each = self.parent
        while each is not None and each is not outer:
            each = each.parent
        return each is not None and outer.function is not None

    def find(self, name: str) -> Value | None:
        """A local name, or one of an enclosing function."""
        frame: Frame | None = self
        while frame is not None:
            if frame.env is not None:
                if name in frame.env:
                    return frame.env[name]
            else:  # it has returned: what a closure sees is what it left
                left = [final[name] for final in frame.finals if name in final]
                if left:
                    return left[0] if len(left) == 1 else union(left)
            frame = frame.parent
        return None

    def and_around(self) -> Iterator[Frame]:
        """This activation, and those whose names it sees."""
        frame: Frame | None = self
        while frame is not None:
            yield frame
            frame = frame.parent

    def around(self, name: str) -> Frame | None:
        """The activation around this one that holds a name."""
        outer = self.parent.and_around() if self.parent is not None else ()
        return next((each for each in outer if any(name in env for env in (each.env or {}, *each.finals))), None)

    def bind(self, name: str, value: Value) -> None:
        """Assign a name: a local one, unless `nonlocal` says otherwise."""
        holder = self._holder(name) if name in self.outer else self
        if holder is not self:
            self._bind_outside(holder, name, value)
        elif self.env is not None:
            self.env[name] = Unknown("global") if self.top and self._is_unsure(name, value) else named(value)
            self.rebound.add(name)

    def _bind_outside(self, holder: Frame, name: str, value: Value) -> None:
        """Assigns a name of a function around this one; of one that has returned, what it left is another value."""
        frame = self.parent
        while frame is not None and (frame.env is None or frame is not holder):
            for final in frame.finals if frame.env is None else ():
                if name in final:
                    final[name] = Unknown("rebound by a closure")
                    return
            frame = frame.parent
        holder.bind(name, value)

    def _is_unsure(self, name: str, value: Value) -> bool:
        """Whether a function may change a module-level name, or what it holds: when it runs is not followed."""
        if name in self.module.reassigned:
            return True
        return changed_in_place(self.module, name, value) and self.module.changes_in_functions(name)

    def give(self, value: Value) -> None:
        """A generator gives an item. All before the first one has run then, where no branch or return leads past it."""
        if not self.yields and not self.returns and self.env is not None:
            each = self.region
            while each is not None and each.frame is self and each.kind != "branch":
                each = each.outer
            self.begun = dict(self.env) if each is None or each.frame is not self else {}
        self.yields.append(value)

    def narrow(self, names: dict[str, Value]) -> dict[str, Value | None]:
        """Gives local names other values for a while; returns their earlier ones."""
        env = self.env if self.env is not None else {}
        before = {name: env.get(name) for name in names}
        env.update(names)
        return before

    def widen(self, names: dict[str, Value], before: dict[str, Value | None]) -> None:
        """Ends `narrow`: names that were not bound meanwhile get their earlier values back."""
        env = self.env if self.env is not None else {}
        for name, value in before.items():
            if env.get(name) is names[name]:
                if value is not None:
                    env[name] = value
                else:
                    del env[name]

    def change(self, name: str, value: Value) -> None:
        """Gives a name the changed state of the object that it holds."""
        holder = self._holder(name)
        if name in self.outer and holder is not self:
            holder.change(name, value)
        elif self.env is not None:
            is_outside = name not in self.env or name in self.taken
            if is_outside:
                self.taken.add(name)
            if is_outside and holder.env is not None and name in holder.env:
                same = self.tracing == holder.tracing  # else what was put in is of no use when the trace has ended
                holder.env[name] = changed_by_closure(holder.env[name], value, same)
            elif is_outside:
                self._change_left(name, value)
            self.env[name] = value
            self.grown.add(name)

    def _change_left(self, name: str, value: Value) -> None:
        """Gives what a function around this one has left the changed state of an object: others may see it, too."""
        for frame in self.parent.and_around() if self.parent is not None else ():
            left = [final for final in frame.finals if name in final] if frame.env is None else []
            for final in left:
                same, before = self.tracing == frame.tracing, final[name]
                if isinstance(before, Object) and isinstance(value, Object):
                    final[name] = before.forgotten(_CHANGED.reason)  # and of its class: it may be changed again
                else:
                    final[name] = changed_by_closure(before, value, same)
            if left or (frame.env is not None and name in frame.env):
                return

    def unhold(self, name: str) -> None:
        """Forgets which object a name of a function that has returned holds: each call of a closure may rebind it."""
        for final in self._holder(name).finals:
            if name in final:
                final[name] = plain(final[name])

    def _holder(self, name: str) -> Frame:
        frame = self.parent or self
        while frame.parent is not None and (frame.env is None or name not in frame.env):
            frame = frame.parent
        return frame


_CHANGED = Unknown("changed by a closure")


def changed_by_closure(before: Value, after: Value, same: bool) -> Value:
    """What a name holds that an inner function has changed: the fields of an instance that are as they were, a list of
    which it is known what stands in it, if anything.

    How often the function is called, and by whom besides, is not known.

    same: the same transforms trace both functions.
    """
    if isinstance(before, Object) and isinstance(after, Object) and before.cls is after.cls:
        names = dict.fromkeys(name for each in (before, after) for name, _ in each.fields)
        left = {name: value for name, value in before.fields if after.get(name) is value}
        exact = before.exact and after.exact
        now = replace(before, fields=tuple((name, left.get(name, _CHANGED)) for name in names), exact=exact)
        return restamped(now, before.token)
    if not same or not isinstance(before, Container) or not isinstance(after, Container):
        return _CHANGED
    if {before.kind, after.kind} != {"list"}:
        return _CHANGED
    held = [each for side in (before, after) for each in (*side.items, side.rest) if each is not None]
    return Container("list", (), (), union(held)) if held else _CHANGED


def at_its_end(frame: Frame) -> Frame:
    """A frame in which expressions can be evaluated: of an activation that has ended, one that sees what it left."""
    return frame if frame.env is not None else Frame(frame.module, {}, frame)


def token_of(frame: Frame) -> Token:
    """What stands for the names of an activation, or of a module, in what happens to them."""
    if frame.token is None:
        frame.token = Token(serial=0)  # as known to all calls that come
    return frame.token


def super_value(frame: Frame) -> Value:
    """`super()` inside a method."""
    inner = frame.method
    if inner.owner is None or inner.first_parameter is None or inner.env is None:
        return DYNAMIC
    instance = inner.env.get(inner.first_parameter)
    return Super(inner.owner, instance) if instance is not None else DYNAMIC
