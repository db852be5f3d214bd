"""Loops: two iterations, of which the second begins with what the first has left, or one for each known item."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import draws, iterators, kept_items, leaf_loops, special, subscripts
from pytreelint.model.algebra.demands import tested
from pytreelint.model.interpreter.assignments import assign
from pytreelint.model.interpreter.joins import Env, as_iterated, grown, join
from pytreelint.model.syntax.loop_items import is_left_early
from pytreelint.model.syntax.walking import statements
from pytreelint.model.types.dataclass_fields import Field
from pytreelint.model.values import states
from pytreelint.model.values.counting import counted_by, settle, through, told_at_the_end
from pytreelint.model.values.gone_through import GoneThrough
from pytreelint.model.values.happenings import Compiled
from pytreelint.model.values.identity import parted, some_part
from pytreelint.model.values.marks import certain
from pytreelint.model.values.meeting import as_left, drawn_in
from pytreelint.model.values.regions import running
from pytreelint.model.values.value import DYNAMIC, Container, Object, Value
from pytreelint.model.values.whichever import holds_code

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_Loop = ast.For | ast.AsyncFor | ast.While
_FEW = 6  # items of a loop that is run item by item
_FIELDS = 60  # the same of fields of a class, which decorators of a project sort; longer classes are generated
_LOOPS = 256  # of which is held at a time what stands in them
_JUMPS = frozenset([ast.Break, ast.Continue])


def _loop(
    ev: Interpreter, frame: Frame, run: Callable[[], object], node: _Loop, source: Value = DYNAMIC, surely: int = 0
) -> None:
    """Runs two iterations of a loop, so that the second begins with what the first has left; `surely`: so many do.

    A third one begins with what the second has left, if that is what no first one does: `if len(buffer) > 8:`.
    """
    outer_jumps, outer_exits = frame.jumps, frame.exits
    exits: list[Env] = []
    after = dict(frame.env or {})
    repeats, ended = False, None
    each_left = [after]
    left: Env = {}  # the tracers, instances and containers that the first iteration leaves to the second
    for index in range(3):
        if repeats and ev.bounds.exhausted:  # loops in loops: each would double what is left undone
            break
        if index == 2 and not _has_begun(each_left):
            break
        frame.jumps, frame.exits = [], exits
        frame.env, advances = dict(after) | left, ev.memory.advances
        with running(frame, node, steady=repeats, certain=index < surely) as step:
            run()
            ev.body(node.body, frame)
        ended = frame.env
        for jump in frame.jumps:
            ended = join(ended, jump, node, frame)
        each_left.append(ended or {})
        repeats = ended is not None
        after = join(grown(after, ended), ended, node, frame) or after
        left = {n: v for n, v in (ended or {}).items() if isinstance(v, (Object, Container)) or certain(v)}
        if ended is not None and ev.memory.advances > advances:
            settle(after, ended, step)
            settle(left, ended, step)
        if ended is not None and states.FACTS in ended:
            left |= as_left(after, ended)
    if ev.memory.numbers_given:
        told_at_the_end(ev, node, each_left)
    if not isinstance(node, ast.While):
        as_iterated(after, each_left, isinstance(source, Container) and bool(source.items))
    drawn_in(node, after, ended)
    frame.jumps, frame.exits = outer_jumps, outer_exits
    frame.env = after
    ev.body(node.orelse, frame)
    for each in exits:
        frame.env = join(frame.env, each, node, frame)


def _has_begun(each_left: list[Env]) -> bool:
    """Whether the second iteration was the first to donate something, or to compile something in."""
    _, first, second = (_lasting(names) for names in each_left)
    return not second <= first


def _lasting(names: Env) -> frozenset[ast.AST]:
    """Where something was donated or compiled in that the next iteration may find so."""
    events = states.facts_in(names).events
    lasting = (event for (kind, _), event in events.items() if kind == "donated" or isinstance(kind, Compiled))
    return frozenset(event.innermost.node for event in lasting)


def run_for(ev: Interpreter, node: ast.For | ast.AsyncFor, frame: Frame) -> None:
    source = ev.expression(node.iter, frame)
    leaf_loops.met(ev, node.iter, source, node.target, node, frame)
    special.run(ev, source, ("__iter__",), (), node.iter, frame)
    if isinstance(source, Container) and not source.items and source.rest is None:
        ev.body(node.orelse, frame)
        return
    if _short(source, node):
        assert isinstance(source, Container)
        each_left = _one_by_one(ev, source, node, frame)
        if frame.env is None:
            return
        if source.rest is None:
            if ev.memory.numbers_given and all(map(counted_by, source.items)):  # else a study goes through them
                told_at_the_end(ev, node, each_left)
            ev.body(node.orelse, frame)
            return
        source = replace(source, items=())
    inner, way = through(subscripts.element(ev, source), node), GoneThrough(frame, source, node)
    surely = 0 if _jumps(node) else iterators.at_least(ev, node.iter, source, frame)
    takes_all = not is_left_early(node)

    def take() -> None:
        item = some_part(source, inner)
        assign(ev, node.target, kept_items.taken(item, node, frame) if takes_all else item, frame)

    _loop(ev, frame, take, node, source, surely)
    if ast.Break not in _jumps(node):
        draws.gone_through(ev, frame, way.ended(ev, frame))


def _one_by_one(ev: Interpreter, source: Container, node: ast.For | ast.AsyncFor, frame: Frame) -> list[Env]:
    """Runs the body for each known item; returns the names as they were before it and after each of them."""
    each_left, surely = [dict(frame.env or {})], iterators.at_least(ev, node.iter, source, frame)
    for index, item in enumerate(source.items):
        if frame.env is None:
            break
        with running(frame, node, steady=index > 0, certain=index < surely) as step:
            assign(ev, node.target, parted(source, ("[]", index), through(item, node)), frame)
            ev.body(node.body, frame)
        if frame.env is not None:
            settle(frame.env, frame.env, step, exact=True)
            each_left.append(dict(frame.env))
    return each_left


def _short(source: Value, node: ast.For | ast.AsyncFor) -> bool:
    """A loop over a few known items without `break` or `continue` runs item by item; what comes behind, as one."""
    if not isinstance(source, Container) or source.kind not in ("list", "tuple", "iterator"):
        return False
    if source.rest is not None and not all(map(holds_code, source.items)):
        return False
    most = _FIELDS if source.items and isinstance(source.items[0], Field) else _FEW
    if not 0 < len(source.items) <= most:
        return False
    return not _jumps(node)


@lru_cache(maxsize=_LOOPS)
def _jumps(loop: _Loop) -> frozenset[type[ast.AST]]:
    """Which of `break` and `continue` stand in the body of a loop, or in a loop in it."""
    return frozenset(type(each) for inner in loop.body for each in statements(inner)) & _JUMPS


def run_while(ev: Interpreter, node: ast.While, frame: Frame) -> None:
    endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
    before = frame.env
    _loop(ev, frame, lambda: tested(ev, node.test, "a `while`", frame), node)
    if endless and ast.Break not in _jumps(node):
        frame.env = None
    elif frame.env is None:
        frame.env = before
