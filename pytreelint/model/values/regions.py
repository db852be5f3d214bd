"""Regions: the stretches of a program that are being run: an iteration of a loop, a branch, an entry, a module's body.

A transform finds a compiled program again by its function. A wrapper around a function that is created anew in each
iteration of a loop, and called in that iteration, is compiled once per iteration. A callable knows the region in which
it is created (`created_in`); where that region is still being run at the call, the two belong to the same iteration.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.methods import STAGES
from pytreelint.knowledge.record import record
from pytreelint.model.project.keeping import keeps
from pytreelint.model.syntax.loop_items import is_of_item, target_names, targets_of
from pytreelint.model.syntax.own_equality import compared
from pytreelint.model.syntax.questions import emptied_in, filled_by
from pytreelint.model.values.value import (
    Bound,
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
class Region:
    """One pass through a stretch of a program.

    Attributes:
        kind: an iteration of a loop; a branch, which only some iterations take; an entry, of which no caller is known;
            the body of a module, which nothing traces.
        outer: the region around it, in this activation or in those that led here.
        steady: whether this is a later iteration than the first: what happens here happens in all that follow.
        inside: the region around it, be it an iteration of a loop of which it takes one item.
        passes: whether it is the side of an `if` that runs where the test comes out true.
        certain: whether it is an iteration that there is, whenever the loop is reached.
    """

    kind: Literal["loop", "branch", "entry", "body"]
    node: ast.AST
    frame: Frame
    outer: Region | None = None
    steady: bool = False
    inside: Region | None = None
    passes: bool = False
    certain: bool = False


class running:  # noqa: N801  a context manager, by a class: half the time of a generator
    """Runs an iteration of a loop, or a branch, in a frame.

    Arguments:
        steady: for a loop, whether this is a later iteration than the first; None for a branch.
        test: what the branch asks for; a branch that only one item of a loop takes is no part of the loop.
        certain: for a loop, whether this iteration is run whenever the loop is reached.
    """

    __slots__ = ("_frame", "_inner", "_outer")

    def __init__(
        self,
        frame: Frame,
        node: ast.AST,
        steady: bool | None = None,
        test: ast.expr | None = None,
        certain: bool = False,
    ) -> None:
        self._frame = frame
        self._outer = frame.region
        passes = test is not None and test is getattr(node, "test", None)
        around = frame.region if test is None else around_one(test, frame, node, passes)
        kind: Literal["loop", "branch"] = "branch" if steady is None else "loop"
        self._inner = Region(kind, node, frame, around, bool(steady), frame.region, passes, certain)

    def __enter__(self) -> Region:
        self._frame.region = self._inner
        return self._inner

    def __exit__(self, *_: object) -> None:
        self._frame.region = self._outer


def known_side(frame: Frame, node: ast.If, test: ast.expr | None, remembers: bool) -> running | nullcontext[None]:
    """Runs the side of an `if` of which it is known that it runs, as one that a loop takes once where it is one.

    `remembers`: a later iteration may find what this one keeps.
    """
    if remembers:
        return running(frame, node)
    once = frame.region is not None and test is not None and filled_by(test, node, test is node.test)
    return running(frame, node, test=test) if once else nullcontext()


def is_side(region: Region | None, frame: Frame, around: Region | None) -> bool:
    """Returns whether a region is a branch that stands in this one, as an `elif` does in an `else`."""
    return region is not None and region.kind == "branch" and region.frame is frame and region.inside is around


def around_one(test: ast.expr, frame: Frame, node: ast.AST | None = None, passes: bool = True) -> Region | None:
    """Returns the region around a branch: that of the loop if `if name == self.name` picks one item of it.

    `if state is None: state = make()` runs once as well, in loops that never make it None again.
    """
    filled, found = filled_by(test, node, passes), frame.region
    for each in chain(frame.region):
        if each.frame is not frame:
            break
        if is_of_item(test, each.node):
            return each.outer
        if filled and each.kind == "loop":
            if filled in emptied_in(each.node):
                break
            found = each.outer
    return found


def scope_of(scope: Frame, frame: Frame, loop: ast.AST | None) -> Frame:
    """The scope of a comprehension inside a frame; `loop`: its elements are any number."""
    scope.function, scope.staged, scope.back = frame.function, frame.staged, (frame, loop or ast.Pass())
    scope.staging, (scope.guarded, scope.asked, scope.inside) = frame.staging, frame.guards
    scope.tracing, scope.mapped = frame.tracing, frame.mapped
    scope.region = Region("loop", loop, scope, frame.region, True) if loop is not None else frame.region
    return scope


def staged(arguments: Arguments) -> bool:
    """Whether a call is traced."""
    return arguments.staged or arguments.frame.staged


def enter(ev: Interpreter, frame: Frame, function: Function, arguments: Arguments) -> None:
    """Sets up the frame of a function that begins to run: its caller and the region around it."""
    frame.function = function.node
    ev.events.ran.add(function.node)
    frame.back = (arguments.frame, arguments.node)
    frame.region = None if function.is_cached or keeps(function.module, function.node) else arguments.frame.region
    frame.staged, frame.staging, frame.mapped = staged(arguments), arguments.stage, arguments.mapped
    frame.tracing = arguments.traced_by
    frame.guarded, frame.asked, frame.inside = arguments.frame.guards
    if frame.staged:
        ev.events.staged.add(function.node)
    if frame.tracing:
        ev.events.traced.add(function.node)


def chain(region: Region | None) -> Iterator[Region]:
    """Returns a region and those around it, the innermost first."""
    while region is not None:
        yield region
        region = region.outer


def all_around(region: Region | None) -> Iterator[Region]:
    """Returns a region and those around it, loops of which it takes one item included."""
    while region is not None:
        yield region
        region = region.inside or region.outer


def is_run(frame: Frame, past: tuple[str, ...] = ("branch",)) -> bool:
    """Whether what stands here is run whenever its function is: below no test whose outcome is open, nor a return.

    Args:
        past: the kinds of regions that may be passed over, but for iterations that there certainly are.
    """
    if frame.guarded or frame.unsure or frame.returns:
        return False
    for each in all_around(frame.region):
        if each.frame is not frame:
            return True  # of who calls it
        if each.kind in past and not each.certain:
            return False
    return True


def entry_of(region: Region | None) -> ast.AST | None:
    """Returns the function that was entered without a known caller, around a region."""
    return next((each.node for each in chain(region) if each.kind == "entry"), None)


def innermost_loop(region: Region | None) -> Region | None:
    """The innermost loop that is being run."""
    while region is not None and region.kind != "loop":
        region = region.outer
    return region


def innermost_pass(region: Region | None) -> Region | None:
    """The innermost iteration of a loop, or entry, that is being run."""
    while region is not None and region.kind != "loop" and region.kind != "entry":
        region = region.outer
    return region


def iteration_of(created_in: Region | None, now: Region | None) -> Region | None:
    """Returns the iteration or entry, of those being run, in which something was certainly created."""
    if created_in is None or not any(each is created_in for each in chain(now)):
        return None
    return innermost_pass(created_in)


def _ended(created_in: Region | None, now: Region | None) -> tuple[Region, ...]:
    """The branches in which something was created, the innermost first, and that have ended by now."""
    found: list[Region] = []
    while created_in is not None and created_in.kind == "branch" and all(each is not created_in for each in chain(now)):
        found.append(created_in)
        created_in = created_in.outer
    return tuple(found)


def is_of_one_item(step: Region | None, frame: Frame, node: ast.AST) -> bool:
    """Whether a loop runs a place by a function that only one iteration calls: `for f in (g, h): f(x)`, `run(f)`."""
    if step is None or step.kind != "loop":
        return False
    here, passed = frame, set[ast.AST | None]()
    while here is not step.frame and here.back is not None:
        passed.add(here.function)
        here, node = here.back
    items = {name for target in targets_of(step.node) for name in target_names(target)}
    callee, given = (node.func, node.args) if isinstance(node, ast.Call) else (node, [])
    while isinstance(callee, (ast.Attribute, ast.Subscript)):
        callee = callee.value
    if isinstance(callee, ast.Name) and callee.id in items:
        return True
    held = [here.find(each.id) for each in given if isinstance(each, ast.Name) and each.id in items]
    return any(isinstance(each, Function) and each.node in passed for each in held)


def fresh(value: Value, step: Region, cached_by: str) -> bool:
    """Whether a callable has another cache key in each iteration of a step, as it was created in it.

    Arguments:
        cached_by: by what the transform finds its functions again, see `Transform.cached_by`.
    """
    match value:
        case Union():
            return all(fresh(option, step, cached_by) for option in value.options)
        case Function() | Optimizer():
            return _since(value.created_in, step)
        case Partial(tree=True) if cached_by == "parts":
            return fresh(value.function, step, cached_by)
        case Partial():
            return _since(value.created_in, step)
        case Bound():
            return cached_by == "identity" and _since(value.created_in, step)
        case Transformed():
            if cached_by == "parts" and value.transform.filtered:
                return fresh(value.function, step, cached_by)
            return _since(value.created_in, step)
        case Object():
            return _fresh_instance(value, step, cached_by)
    return False


def _fresh_instance(value: Object, step: Region, cached_by: str) -> bool:
    """Whether an instance equals none of earlier iterations: by identity, or by one of its fields."""
    cls = value.cls
    if not value.exact or cls.is_open:
        return False
    if (own := cls.method("__eq__")) is not None:
        return any(fresh(held, step, cached_by) for name, _ in compared(own[1]) if (held := value.get(name)))
    if cls.hash == "identity":
        return cls.pytree == "no" and not cls.registered_somewhere and _at_each(value.created_in, step)
    fields = cls.fields()
    hashed = [held for name, held in value.fields if name in fields and fields[name].hashed]
    return cls.hash == "fields" and any(fresh(held, step, cached_by) for held in hashed)


def _at_each(created_in: Region | None, step: Region) -> bool:
    """Whether something is created in each iteration of a step, under no branch."""
    for each in chain(created_in):
        if each is step:
            return True
        if each.kind == "branch":
            return False
    return False


def _since(created_in: Region | None, step: Region) -> bool:
    return any(each is step for each in chain(created_in))


def compiled_again(ev: Interpreter, wrapper: Transformed, arguments: Arguments) -> None:
    """Emits a site where a wrapper that compiles is created anew for each call or iteration."""
    from pytreelint.model.values.sites import Remade

    transform, frame = wrapper.transform, arguments.frame
    if not transform.cached_by:
        return
    ev.memory.makings += 1
    if staged(arguments) or wrapper.home is None or ahead_of_time(arguments.node):
        return
    branches = _ended(wrapper.created_in, frame.region)
    step = iteration_of(branches[-1].outer if branches else wrapper.created_in, frame.region)
    while is_of_one_item(step, frame, arguments.node):
        step = innermost_pass(step.outer if step is not None else None)
    if step is None or (step.kind == "loop" and not step.steady):
        return
    if transform.cached_by != "nothing" and not fresh(wrapper.function, step, transform.cached_by):
        return
    meeting = _meeting_activation(wrapper, frame)
    if meeting is None:
        return
    home, node = meeting
    loops = [each for each in chain(frame.region) if each.kind == "loop"]
    amortised = bool(loops) and innermost_loop(frame.region) is not innermost_loop(wrapper.created_in)
    ev.emit(Remade(home.module, node, wrapper, step, home, frame, arguments.node, amortised, branches))


def ahead_of_time(node: ast.AST) -> bool:
    """`jit(f).lower(x)`: whoever compiles by hand keeps the result."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in STAGES


def _meeting_activation(wrapper: Transformed, caller: Frame) -> tuple[Frame, ast.AST] | None:
    """Returns the innermost activation that both creates and calls a wrapper, and the node that creates it."""
    makers: dict[int, ast.AST] = {}
    frame: Frame | None = wrapper.home
    node: ast.AST = wrapper.site
    while frame is not None:
        makers[id(frame)] = node
        frame, node = frame.back if frame.back is not None else (None, node)
    meeting: Frame | None = caller
    while meeting is not None and id(meeting) not in makers:
        meeting = meeting.back[0] if meeting.back is not None else None
    return (meeting, makers[id(meeting)]) if meeting is not None else None
