"""Branches that join, and what is expected to raise."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from pytreelint.knowledge.demands import AT_COMPILE_TIME, UNTRACED
from pytreelint.model.algebra import asked_again, caches, memos, special
from pytreelint.model.algebra.demands import answering, doubtful_side, guarding, host_side, is_guard, is_memory, tested
from pytreelint.model.algebra.narrowing import outcomes, truth
from pytreelint.model.interpreter import inspected
from pytreelint.model.interpreter.assignments import assign
from pytreelint.model.interpreter.handlers import catches_tracers, expects_error, provokes
from pytreelint.model.interpreter.joins import Env, join
from pytreelint.model.syntax.checking import holds
from pytreelint.model.syntax.failing_branches import fails
from pytreelint.model.syntax.questions import named_tests, parts_of, words_of
from pytreelint.model.values import choices, marks, switches
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.meeting import exclude
from pytreelint.model.values.regions import innermost_loop, known_side, running
from pytreelint.model.values.switches import is_turned, supposing, switch_of
from pytreelint.model.values.unknowns import is_computed
from pytreelint.model.values.value import (
    DYNAMIC,
    Array,
    ClassValue,
    Container,
    Library,
    Object,
    Union,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def run_if(ev: Interpreter, node: ast.If, frame: Frame) -> None:
    held = holds(node.test, frame.module.checking)
    asked = tested(ev, node.test, "an `if`", frame) if held is None else None
    known = truth(asked) if asked is not None else held
    switch, outcome = switch_of(node.test, frame) if known is None else (None, True)
    if known is None:
        known = switches.answer_of(ev, node.test, frame, switch, outcome)
    if known is not None:
        _run_known(ev, node, known, frame)
        return
    before = frame.env or {}
    yes, no = outcomes(ev, node.test, frame, before)
    if (asks := asked_again.asked(ev, node.test, frame)) is not None:
        asked_again.know(asks, yes, no)
        asked_again.take(asks, yes, no, frame)
    seen = inspected.on_both_sides(node.test, before, frame)
    yes, no = {**yes, **seen}, {**no, **seen}
    doubted, host = doubtful_side(ev, node.test, asked, frame), host_side(node.test, frame)
    turned = is_turned(switch, frame)
    memory = is_memory(ev, node, frame)
    unsure = asked is not None and not marks.of(asked) and _may_have_chosen(ev, node.test, frame)
    guard = (asked is not None and is_guard(asked)) or memory or turned or unsure
    staging = frame.staging if not turned and doubted is None else None
    frame.env = yes
    with (
        running(frame, node, test=node.test),
        guarding(frame, guard or doubted is True or host is True, staging),
        guarding(frame, _is_lost(node.body, frame)),
        supposing(ev, switch, outcome),
    ):
        ev.body(node.body, frame)
    first, frame.env = frame.env, no
    with (
        running(frame, node, test=_opposite(node.test)),
        guarding(frame, guard or doubted is False or host is False, staging),
        guarding(frame, _is_lost(node.orelse, frame)),
        supposing(ev, switch, not outcome),
    ):
        ev.body(node.orelse, frame)
    alive = first is not None and frame.env is not None
    if not alive and (guard or (first is not None) in (doubted, host)):
        frame.guard(staging)
    second, frame.env = frame.env, join(first, frame.env, node, frame)
    memos.settle(first, second, frame)
    if memory:
        caches.filled(ev, node, first, frame)
    if asks is not None and first is not None and second is not None:
        asked_again.parted(ev, node.test, asks, (first, second), frame)
    if not alive and frame.env is not None:
        exclude(frame, node.test)
        switches.suppose_on(switch, outcome is (first is not None), frame)
    if alive or not _is_of_data(asked):
        note_choices(frame, (first, second), node.test, guard, _asks_kind(ev, node.test, before, frame))
    if asked is not None and is_guard(asked) and first is not None and second is not None and frame.env is not None:
        frame.env |= {n: answering(v) for n, v in frame.env.items() if first.get(n) is not second.get(n)}
    if asks is not None and first is not None and second is not None:
        asked_again.answered(asks, (first, second), frame)
    if seen and (alive or fails(node.body if first is None else node.orelse)):
        inspected.forget(seen, before, frame.env)


def _run_known(ev: Interpreter, node: ast.If, known: bool, frame: Frame) -> None:
    """Runs the side that is known to be taken."""
    remembers = (frame.staging != () or innermost_loop(frame.region) is not None) and is_memory(ev, node, frame)
    branch = known_side(frame, node, node.test if known else _opposite(node.test), remembers)
    body = node.body if known else node.orelse
    with guarding(frame, (frame.staging != () and remembers) or _is_lost(body, frame)), branch:
        ev.body(body, frame)
    if frame.module is ev.judged:  # what other files do to the caches of this one is not told here
        caches.filled(ev, node, frame.env, frame)


def _is_lost(body: Sequence[ast.stmt], frame: Frame) -> bool:
    """Whether traced code ends in an error in any case: what needs a value there changes its words alone."""
    return frame.tracing != () and fails(body)


def _may_have_chosen(ev: Interpreter, test: ast.expr, frame: Frame) -> bool:
    """Whether a test may be one that has chosen whether this is traced, and of which the outcome is forgotten."""
    before = ev.bounds.asked_before
    return bool(before) and not before.isdisjoint(words_of(test, frame.function))


def _is_of_data(asked: Value | None) -> bool:
    """Whether a test asks what was computed, as `loss < limit`: under each configuration it may come out both ways."""
    return isinstance(asked, Array) and asked.flavour == "jax" and not asked.declared


_CHOSEN = frozenset([Union, Object, Container])


def note_choices(
    frame: Frame, sides: Sequence[Env | None], test: ast.expr, guard: bool = False, of_kind: bool = False
) -> None:
    alive = [side for side in sides if side is not None]
    if frame.env is None:
        return
    if len(alive) < len(sides):
        choices.ended(frame, parts_of(test, named_tests(frame.function)))
    if len(alive) > 1 and not guard and not _CHOSEN.isdisjoint(map(type, frame.env.values())):
        choices.noted(frame.env, alive, test, frame, of_kind)


def _asks_kind(ev: Interpreter, test: ast.expr, before: Env, frame: Frame) -> bool:
    """Whether a test asks whether an unknown argument is an instance of a class, or a text: some callers give one.

    A class of arrays or numbers may be asked for because of what traces them.
    """
    match test:
        case ast.Call(ast.Name(id="isinstance"), [ast.Name(id=name), ast.Name() | ast.Attribute() as kind], []):
            held = before.get(name)
            if type(held) is not Unknown or is_computed(held) or held.traces:
                return False
            cls = ev.expression(kind, frame)
            return isinstance(cls, ClassValue) or cls == Library("builtins.str")
    return False


def _opposite(test: ast.expr) -> ast.expr | None:
    """What holds in the `else` of a test, where that is plain: of `a != b`, `a == b`."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.NotEq, ast.IsNot)):
        return ast.Compare(test.left, [ast.Eq()], test.comparators)
    return None


def run_try(ev: Interpreter, node: ast.Try, frame: Frame) -> None:
    before = dict(frame.env or {})
    expects, leaves = expects_error(ev, node, frame), True
    with ev.events.expecting() if expects else nullcontext(), guarding(frame, catches_tracers(ev, node, frame)):
        before = _tried(ev, node, frame) or before
    ev.body(node.orelse, frame)
    ended = frame.env
    for handler in node.handlers:
        frame.env = dict(join(before, ended) or before)
        if handler.name:
            frame.bind(handler.name, DYNAMIC)
        with running(frame, node):
            ev.body(handler.body, frame)
        ended, leaves = join(ended, frame.env, node, frame), leaves and frame.env is None
    if expects and leaves:
        frame.guard(frame.staging)  # no tracer of these got past it
    frame.env = before if ended is None and node.finalbody else ended
    ev.body(node.finalbody, frame)
    frame.env = None if ended is None else frame.env


def _tried(ev: Interpreter, node: ast.Try, frame: Frame) -> Env | None:
    """Runs the body of a `try`; returns the names where a tracer has certainly raised in it, if one has."""
    for statement in node.body:
        before, returned = dict(frame.env or {}), len(frame.returns)
        frame.raises = []
        ev.body([statement], frame)
        if frame.region in frame.raises:
            frame.env = None
            del frame.returns[returned:], frame.finals[returned:]
            return before
    return None


def _entered(ev: Interpreter, value: Value, node: ast.expr, frame: Frame) -> Value:
    """What `with value as name` binds: an iterator (with a progress bar) itself, what `__enter__` gives."""
    if isinstance(value, Container) and value.kind == "iterator":
        called = ev.expression(node.func, frame) if isinstance(node, ast.Call) else value
        return value if isinstance(called, Library) or called is value else DYNAMIC  # else a generator's manager
    given = special.run(ev, value, ("__enter__",), (), node, frame)
    return DYNAMIC if given is None else given


def run_with(ev: Interpreter, node: ast.With | ast.AsyncWith, frame: Frame) -> None:
    staging = frame.staging
    untraced = False
    managers: list[tuple[ast.expr, Object]] = []
    for item in node.items:
        value = ev.expression(item.context_expr, frame)
        name = _context(ev, item.context_expr, frame)
        untraced = untraced or name in UNTRACED
        frame.staging = () if name in AT_COMPILE_TIME else frame.staging
        entered = _entered(ev, value, item.context_expr, frame) if isinstance(node, ast.With) else DYNAMIC
        if item.optional_vars is not None:
            assign(ev, item.optional_vars, entered, frame)
        for holder in (item.context_expr, item.optional_vars):
            if isinstance(value, Object) and isinstance(holder, (ast.Name, ast.Attribute)):
                managers.append((holder, value))
                break
    with ev.doubt() if provokes(node) else nullcontext(), guarding(frame, untraced or provokes(node)):
        ev.body(node.body, frame)
    for holder, manager in reversed(managers):
        now = ev.expression(holder, frame)  # the body may have changed it
        if frame.env is not None and manager.token is not None and now.token is manager.token:
            special.run(ev, now, ("__exit__",), (DYNAMIC, DYNAMIC, DYNAMIC), holder, frame)
    frame.staging = staging


def _context(ev: Interpreter, node: ast.expr, frame: Frame) -> str:
    """The library's context manager that a `with` enters."""
    called = ev.expression(node.func, frame) if isinstance(node, ast.Call) and frame.staging else None
    return called.name if isinstance(called, Library) else ""
