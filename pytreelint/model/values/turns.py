"""Turns: the passes through loops and branches in which a callable was made and in which it is called.

A transform finds a compiled program again by its function. A wrapper around a function that was made anew in each
step of a loop, and called in that step, is compiled once per step. A callable knows the turn in which it was made
(`born`); where that turn is still being run at the call, the two belong to the same step.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.methods import STAGES
from pytreelint.knowledge.record import record
from pytreelint.model.project.modules import target_names
from pytreelint.model.values.value import (
    Bound,
    Container,
    Function,
    Object,
    Optimizer,
    Partial,
    Transformed,
    Union,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


@record(frozen=True, slots=True, eq=False)
class Turn:
    """One pass through what runs any number of times.

    Attributes:
        kind: a step of a loop; a branch, which only some of the steps take; an entry, of which no caller is known;
            the body of a module, which nothing traces.
        outer: the turn around it, in this activation or in those that led here.
        steady: not the first step of a loop: what is met here is met in every later step.
    """

    kind: Literal["loop", "branch", "entry", "body"]
    node: ast.AST
    frame: Frame
    outer: Turn | None = None
    steady: bool = False


class turn:  # noqa: N801  a context manager, by a class: half the time of a generator
    """Run a step of a loop (`steady`: a later one), or a branch, in a frame.

    Arguments:
        test: what the branch asks for; a step that only one item of a loop takes is none of the loop's.
    """

    __slots__ = ("_frame", "_inner", "_outer")

    def __init__(self, frame: Frame, node: ast.AST, steady: bool | None = None, test: ast.expr | None = None) -> None:
        self._frame = frame
        self._outer = frame.turn
        around = frame.turn if test is None else around_one(test, frame)
        self._inner = Turn("branch" if steady is None else "loop", node, frame, around, bool(steady))

    def __enter__(self) -> Turn:
        self._frame.turn = self._inner
        return self._inner

    def __exit__(self, *_: object) -> None:
        self._frame.turn = self._outer


def around_one(test: ast.expr, frame: Frame) -> Turn | None:
    """What runs a branch: what is around the loop of which an equality picks one item, `if name == self.name`."""
    for each in chain(frame.turn):
        if each.frame is not frame:
            break
        if _picks(test, {name for target in _targets(each.node) for name in target_names(target)}):
            return each.outer
    return frame.turn


def _targets(loop: ast.AST) -> list[ast.expr]:
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        return [loop.target]
    return [generator.target for generator in getattr(loop, "generators", ())]


def _picks(test: ast.expr, items: set[str]) -> bool:
    match test:
        case ast.BoolOp(op=ast.And(), values=parts):
            return any(_picks(part, items) for part in parts)
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            return any(isinstance(side, ast.Name) and side.id in items for side in (left, right))
    return False


def scope_of(scope: Frame, frame: Frame, loop: ast.AST | None) -> Frame:
    """The scope of a comprehension inside a frame; `loop`: its elements are any number."""
    scope.function, scope.staged, scope.back = frame.function, frame.staged, (frame, loop or ast.Pass())
    scope.staging, scope.guarded = frame.staging, frame.guarded
    scope.turn = Turn("loop", loop, scope, frame.turn, True) if loop is not None else frame.turn
    return scope


def staged(arguments: Arguments) -> bool:
    """Whether a call is traced."""
    return arguments.staged or arguments.frame.staged


def enter(ev: Interpreter, frame: Frame, function: Function, arguments: Arguments) -> None:
    """A function begins to run: where it was called from, and what is being run around it."""
    frame.function = function.node
    frame.back = (arguments.frame, arguments.node)
    frame.turn = None if function.kept else arguments.frame.turn
    frame.staged, frame.staging, frame.guarded = staged(arguments), arguments.stage, arguments.frame.guarded
    if frame.staged:
        ev.events.staged.add(function.node)


def note_call(ev: Interpreter, function: Function, arguments: Arguments) -> None:
    """Remember who calls a function, and whether in a loop; an entry is no call."""
    if not arguments.entry:
        frame = arguments.frame
        looping = innermost_loop(frame.turn) is not None
        ev.events.callers.setdefault(function.node, set()).add((frame.function, looping))


def chain(turn: Turn | None) -> Iterator[Turn]:
    """A turn and those around it."""
    while turn is not None:
        yield turn
        turn = turn.outer


def entry_of(turn: Turn | None) -> ast.AST | None:
    """The function that was entered without a known caller, inside of which this is run."""
    return next((each.node for each in chain(turn) if each.kind == "entry"), None)


def innermost_loop(turn: Turn | None) -> Turn | None:
    """The innermost loop that is being run."""
    return next((each for each in chain(turn) if each.kind == "loop"), None)


def made_in(born: Turn | None, now: Turn | None) -> Turn | None:
    """The step, of those being run, in which something was certainly made: a loop's, or that of an entry."""
    if born is None or not any(each is born for each in chain(now)):
        return None
    return next((each for each in chain(born) if each.kind in ("loop", "entry")), None)


def fresh(value: Value, step: Turn, keeps: str) -> bool:
    """Whether a transform takes a callable for another one in each turn of a step: it was made anew in it.

    Arguments:
        keeps: by what the transform finds its functions again, see `Transform.keeps`.
    """
    match value:
        case Union():
            return all(fresh(option, step, keeps) for option in value.options)
        case Function() | Optimizer():
            return _since(value.born, step)
        case Partial(tree=True) if keeps == "parts":
            return fresh(value.function, step, keeps)
        case Partial():
            return _since(value.born, step)
        case Bound():
            return keeps == "identity" and _since(value.born, step)
        case Transformed():
            if keeps == "parts" and value.transform.filtered:
                return fresh(value.function, step, keeps)
            return _since(value.born, step)
        case Object():
            return _fresh_instance(value, step, keeps)
    return False


def _fresh_instance(value: Object, step: Turn, keeps: str) -> bool:
    """Whether an instance equals none of the turn before: by identity, or by a part of it that does not."""
    cls = value.cls
    if not value.exact or cls.is_open or cls.method("__eq__"):
        return False
    if cls.hash == "identity":
        return cls.pytree == "no" and not cls.registered_somewhere and _at_each(value.born, step)
    fields = cls.fields()
    compared = [held for name, held in value.fields if name in fields and fields[name].hashed]
    return cls.hash == "fields" and any(fresh(held, step, keeps) for held in compared)


def _at_each(born: Turn | None, step: Turn) -> bool:
    """Whether something is made in each turn of a step, by whatever branches: no test asks for it first."""
    for each in chain(born):
        if each is step:
            return True
        if each.kind == "branch":
            return False
    return False


def _since(born: Turn | None, step: Turn) -> bool:
    return any(each is step for each in chain(born))


def makes_anew(left: Iterable[Value], frame: Frame) -> bool:
    """Whether a call gives, or leaves in its parameters, what it made and what equals itself alone: another one at each
    call."""
    return any(_made_here(each, frame) for value in left for each in (value, *_parts(value)))


def _parts(value: Value) -> tuple[Value, ...]:
    if isinstance(value, Object):
        return tuple(held for _, held in value.fields)
    return value.items if isinstance(value, Container) else ()


def _made_here(value: Value, frame: Frame) -> bool:
    if isinstance(value, Function):
        return value.closure is frame
    if not isinstance(value, (Optimizer, Partial, Object)) or value.born is None:
        return False
    alone = not isinstance(value, Object) or value.cls.pytree == "no"
    return alone and (value.born is frame.turn or value.born.frame is frame)


def compiled_again(ev: Interpreter, made: Transformed, arguments: Arguments) -> None:
    """A wrapper that compiles is called where it was made: a site when it is made anew there each time."""
    from pytreelint.model.values.sites import Remade

    transform, frame = made.transform, arguments.frame
    if not transform.keeps:
        return
    ev.memory.makings += 1
    if staged(arguments) or made.home is None or ahead_of_time(arguments.node):
        return
    step = made_in(made.born, frame.turn)
    if step is None or (step.kind == "loop" and not step.steady):
        return
    if transform.keeps != "nothing" and not fresh(made.function, step, transform.keeps):
        return
    met = _meeting(made, frame)
    if met is None:
        return
    home, node = met
    loops = [each for each in chain(frame.turn) if each.kind == "loop"]
    amortised = bool(loops) and innermost_loop(frame.turn) is not innermost_loop(made.born)
    ev.emit(Remade(home.module, node, made, step, home, frame, arguments.node, amortised))


def ahead_of_time(node: ast.AST) -> bool:
    """`jit(f).lower(x)`: whoever compiles by hand keeps the result."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in STAGES


def _meeting(made: Transformed, caller: Frame) -> tuple[Frame, ast.AST] | None:
    """The innermost activation in which a wrapper is both made and called, and the node there that makes it."""
    makers: dict[int, ast.AST] = {}
    frame: Frame | None = made.home
    node: ast.AST = made.site
    while frame is not None:
        makers[id(frame)] = node
        frame, node = frame.back if frame.back is not None else (None, node)
    meeting: Frame | None = caller
    while meeting is not None and id(meeting) not in makers:
        meeting = meeting.back[0] if meeting.back is not None else None
    return (meeting, makers[id(meeting)]) if meeting is not None else None
