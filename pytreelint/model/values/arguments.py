"""What a call passes."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import dataclass, field, replace
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.values.value import DYNAMIC, Bound, Container, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.axes import Axes
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Traces

INSTANCE = -1  # the position of the instance that a method was called on


@dataclass(slots=True)
class Arguments:
    """The arguments of a call, and (`changed`, by position or `INSTANCE`) what the call did to them.

    Attributes:
        node: the call; where nobody is seen to call, what stands for the function in messages.
        entry: nobody is seen to call: an entry, or the model itself asks.
    """

    args: tuple[Value, ...]
    keywords: dict[str, Value]
    node: ast.expr
    frame: Frame
    complete: bool = True
    changed: dict[int | str, Value] = field(default_factory=dict)
    more: bool = False  # `*args` and `**kwargs` may get further ones
    spread: Value | None = None  # what is in a `*rows` or `**options` of which not all is known
    staged: bool = False  # a transform traces what is called
    staging: Traces | None = None  # the transforms that trace its operations; None: those of the frame
    tracing: Traces | None = None  # these, and gradients and maps; None: those of the frame
    maps: tuple[Axes, ...] | None = None  # the maps around what is called; None: those around the frame
    cut: bool = False  # it was not followed to its end
    reshaped: bool = False  # what was mapped over trees does not certainly keep the shapes of their leaves
    entry: bool = False
    skipped: int = 0  # arguments of the node before these: `tree.map` takes the function that it calls
    starred: int = 0  # how many of the arguments `*rows` of the node give

    def with_first(self, first: Value) -> Arguments:
        """The same call with one more argument in front."""
        return Arguments(
            (first, *self.args),
            self.keywords,
            self.node,
            self.frame,
            self.complete,
            more=self.more,
            spread=self.spread,
            staged=self.staged,
            staging=self.staging,
            tracing=self.tracing,
            maps=self.maps,
            entry=self.entry,
            skipped=self.skipped,
            starred=self.starred,
        )

    @property
    def values(self) -> tuple[Value, ...]:
        """All that is given, by position and by keyword."""
        return (*self.args, *self.keywords.values())

    @property
    def stage(self) -> Traces:
        """The transforms that trace each operation of JAX in what is called."""
        return self.frame.staging if self.staging is None else self.staging

    @property
    def traced_by(self) -> Traces:
        """The transforms that trace something in what is called, the innermost first."""
        return self.frame.tracing if self.tracing is None else self.tracing

    @property
    def around(self) -> tuple[object, ...]:
        """What traces and guards what is called."""
        return self.traced_by, self.mapped, self.frame.guards

    @property
    def mapped(self) -> tuple[Axes, ...]:
        """The maps around what is called, the innermost first."""
        return self.frame.mapped if self.maps is None else self.maps

    def binds(self, spec: ast.arguments) -> bool:
        """Whether Python can bind the arguments to these parameters; else the call raises a TypeError."""
        parameters = signature(spec)
        if len(self.args) > len(parameters.positional) and spec.vararg is None and not self.entry:
            return False  # whatever else there may be
        if self.entry or not self.complete or self.more:
            return True
        positional, named = parameters.needed
        for name in positional[len(self.args) :]:
            if name not in self.keywords:
                return False
        return not named or all(name in self.keywords for name in named)

    def given(self, spec: ast.arguments, changed: Mapping[str, Value]) -> dict[int | str, Value]:
        """Returns the final values of parameters, by how the call gave each: by position or by keyword."""
        if not changed:
            return {}
        positions = signature(spec).positions
        given: dict[int | str, Value] = {}
        for name, value in changed.items():
            if spec.vararg is not None and name == spec.vararg.arg:
                start = len(signature(spec).positional)
                given |= _items({at: self.args[at] for at in range(start, len(self.args))}, value)
            elif spec.kwarg is not None and name == spec.kwarg.arg:
                given |= _items({key: held for key, held in self.keywords.items() if key not in positions}, value)
            else:
                given[name if name in self.keywords else positions.get(name, name)] = value
        return given

    def expression(self, position: int | None, keyword: str = "") -> ast.expr:
        """The node of an argument, by position (None: by its keyword only); the call itself where it has none."""
        if type(self.node) is ast.Call:
            for each in self.node.keywords if keyword else ():
                if each.arg == keyword:
                    return each.value
            if position is None:
                return self.node
            given = self.node.args[self.skipped :]
            stars = [at for at, each in enumerate(given) if type(each) is ast.Starred]
            if len(stars) > 1 and self.spread is not None:
                return self.node
            is_spread = bool(stars) and self.spread is not None and not self.starred  # and what follows it, too
            own = stars[0] if is_spread else len(given) - len(stars) + self.starred
            more = len(self.args) - own  # `self`, what a partial holds
            written = position - more if more > 0 else position
            if 0 <= written < (stars[0] if stars else len(given)):
                return given[written]
        return self.node

    def behind_the_first(self, keywords: Mapping[str, Value]) -> Arguments:
        """The call of what is handed on the arguments behind the first one, and other ones by keyword."""
        written = isinstance(self.node, ast.Call) and len(self.node.args) - self.skipped >= len(self.args)
        return replace(self, args=self.args[1:], keywords=dict(keywords), changed={}, skipped=self.skipped + written)

    def get(self, position: int, keyword: str = "") -> Value | None:
        """An argument by position or keyword."""
        if keyword and keyword in self.keywords:
            return self.keywords[keyword]
        return self.args[position] if 0 <= position < len(self.args) else None


def _items(before: dict[int | str, Value], after: Value) -> dict[int | str, Value]:
    """What was changed of the items of `*rows` or `**options`, each with how the call gave it."""
    kept = isinstance(after, Container) and len(after.items) == len(before)
    left = after.items if kept and isinstance(after, Container) else (DYNAMIC,) * len(before)
    pairs = zip(before.items(), left, strict=True)
    return {step: now for (step, was), now in pairs if isinstance(was, (Object, Container)) and now is not was}


def before_call(function: Value, arguments: Arguments, position: int | str) -> Value | None:
    """What a call was given at a position, or on which instance: as it was before the call."""
    if position == INSTANCE:
        return function.instance if isinstance(function, Bound) else function if isinstance(function, Object) else None
    if isinstance(position, str):
        return arguments.keywords.get(position)
    return arguments.args[position] if 0 <= position < len(arguments.args) else None


def argument(arguments: Arguments, position: int, keyword: str = "") -> Value:
    """An argument, unknown where the call has none."""
    found = arguments.get(position, keyword)
    return found if found is not None else DYNAMIC
