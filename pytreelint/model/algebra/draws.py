"""Keys: what draws from one, and from which one something has drawn before."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Literal

from pytreelint.knowledge.objects import (
    BUNDLED_DRAW,
    DRAWING_METHODS,
    DRAWS,
    RATES,
    SPLITTER,
    ZERO_STATES,
)
from pytreelint.model.algebra import derived
from pytreelint.model.algebra.aligned import are_aligned
from pytreelint.model.algebra.same_path import goes_there_again, is_of_first_time
from pytreelint.model.algebra.split_keys import SPLIT, has_row_in_it, is_beyond, is_taken
from pytreelint.model.algebra.still_held import is_held
from pytreelint.model.syntax.free import free_names
from pytreelint.model.syntax.standing import outwards
from pytreelint.model.syntax.unread import WHOLE, Path, is_left_unread, is_unread, returned
from pytreelint.model.syntax.walking import inside
from pytreelint.model.values.identity import now, tokens_in
from pytreelint.model.values.key_ranges import RANGE, sharing
from pytreelint.model.values.sites import KeyReused
from pytreelint.model.values.states import Event, Facts, event_at, event_of, facts, holds, is_again, note, put
from pytreelint.model.values.value import (
    Array,
    Constant,
    Container,
    Function,
    Object,
    Opaque,
    Partial,
    Scalar,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.gone_through import Used
    from pytreelint.model.values.identity import Token
    from pytreelint.model.values.protocol import Interpreter


def of_call(ev: Interpreter, name: str, arguments: Arguments) -> None:
    """A library's function draws from its key."""
    position = DRAWS.get(name)
    key = arguments.get(*position) if position is not None else None
    if key is None or position is None or not may_be_key(key) or _is_of_no_rate(name, arguments):
        return
    if key.token is not None and not ev.events.doubting[0]:
        frame, node = arguments.frame, arguments.expression(*position)
        child = _child(arguments) if name == SPLITTER else None
        step = (child, frame.region) if isinstance(child, str) else child
        token = key.token if step is None else key.token.part((SPLIT, step))
        draw(ev, token, node, frame, event_at(frame, node, name))


def _is_of_no_rate(name: str, arguments: Arguments) -> bool:
    rate = arguments.get(*RATES[name]) if name in RATES else None
    return isinstance(rate, Constant) and rate.value == 0


def may_be_key(value: Value) -> bool:
    """Whether a value may be a key: a tuple, a number or a string is none, whatever is called with it."""
    return not isinstance(value, (Container, Constant, Scalar, Opaque))


def _child(arguments: Arguments) -> int | str | None:
    """The one of the new keys that is taken: `split(key)[0]` and `split(key)[1]` are different keys, as text `[i]`."""
    module = arguments.frame.module
    return module.answer(_taken, lambda: _taken(module.tree)).get(arguments.node)


def _taken(tree: ast.AST) -> dict[ast.AST, int | str]:
    """The calls of which one item is taken, and which."""
    found: dict[ast.AST, int | str] = {}
    for node in inside(tree):
        match node:
            case ast.Subscript(value=ast.Call() as call, slice=ast.Constant(value=int(index))):
                found[call] = index
            case ast.Subscript(value=ast.Call() as call, slice=(ast.Name() | ast.BinOp()) as index):
                found[call] = ast.dump(index)
    return found


def _is_one_of_many(token: Token) -> bool:
    """Whether it is `split(key, n)[i]`: another one in each iteration."""
    return token.step is not None and is_taken(token) and isinstance(token.step[1], tuple)


def drawn_before(frame: Frame, token: Token) -> Event | None:
    """What has drawn from a key, or from one of those that it was split into; of several keys, from one of them."""
    before = event_of(frame, "drawn", token)
    if before is None and (token.parts is not None or token.parent is not None):
        events = facts(frame).events
        parts = [part for step, part in (token.parts or {}).items() if step[0] == SPLIT]
        parts += sharing(token)
        before = next((events["drawn", part] for part in parts if ("drawn", part) in events), None)
    return before


def draw(ev: Interpreter, token: Token, node: ast.AST, frame: Frame, event: Event) -> None:
    """Something draws from a key; what an instance was made with is gone once it is made anew."""
    if is_nothing(ev, frame):
        return
    if event.by == "__call__" and not event.samples and event.innermost.module.origin != "project":
        return  # a library's layer hands keys to layers that need none: `Sequential`
    before = drawn_before(frame, token)
    other_path = before is not None and (before.region is not frame.region or frame.unsure)
    again = before is not None and (_is_one_call(before, event) or goes_there_again(before, event, frame))
    if before is not None and before.when and other_path and not again:
        before = None  # which path was taken, a test here may ask for as well: a conditional expression's, too
        _put(frame, token, event)
    if before is None:
        note(frame, "drawn", token, event)
    elif not is_right(ev, token, before, event, frame):
        if not is_thrown_away(before):
            reused(ev, token, KeyReused(frame.module, node, before, event, frame))
        if before.when or is_thrown_away(before):  # callers are told of what happens on all paths
            _put(frame, token, event)


def is_nothing(ev: Interpreter, frame: Frame) -> bool:
    """Whether what is drawn here is not known to be drawn, or nothing is computed."""
    abstract = any(trace.transform.family == "abstract" for trace in frame.staging)
    return abstract or ev.bounds.exhausted or ev.events.doubting[0] or frame.env is None


def is_right(ev: Interpreter, token: Token, before: Event, event: Event, frame: Frame) -> bool:
    """Whether a second draw from a key is none, or meant: what it gives goes nowhere, or is alike on purpose."""
    if is_again(before, event.node, frame) or before.made in event.renews or _gives_zeros(event.innermost):
        return True
    if are_halves(before.innermost, event.innermost) or is_beyond(token, before.innermost):
        return True
    if derived.are_of_one(ev, before, event, frame) or _is_turned_off(event.innermost):
        return True
    if is_of_first_time(before, event, frame):
        return True
    return before.module is frame.module and is_left_unread(frame.module.tree, before.node, event.node)


def _is_one_call(before: Event, event: Event) -> bool:
    """Whether two events are one call on one of its paths, which its arguments do not choose: it goes there again."""
    return before.node is event.node and len(before.when) == 1 and before.when == event.when


def gone_through(ev: Interpreter, frame: Frame, used: Iterable[Used]) -> None:
    """A loop has gone through objects, and has used up one after the other."""
    for kind, token, event in used:
        some = token.parent if token.step is not None and token.step[0] == RANGE else None
        if kind != "drawn":
            note(frame, kind, token, event)
        elif event_of(frame, kind, some or token) is None:  # else its pass has told
            draw(ev, token, event.node, frame, event)


def _put(frame: Frame, token: Token, event: Event) -> None:
    """A key is drawn from, whatever has drawn from it before."""
    put(frame, Facts({**facts(frame).events, ("drawn", token): event}))


def are_halves(before: Event, event: Event) -> bool:
    """Whether two splits of one key give keys of which none is read twice; the first is the first of however many."""
    one, two = _read_of(before), _read_of(event)
    return one is not None and two is not None and not any(map(all, zip(one, two, strict=False)))


def _read_of(event: Event) -> list[bool] | None:
    """Which of the keys that a split gives are read, for each that a statement assigns to a name of its own."""
    outer = outwards(event.module.tree, event.node)
    call = next((each for each in outer if isinstance(each, ast.Call)), None) if event.by == SPLITTER else None
    statement = next(outer, None)
    if not isinstance(statement, ast.Assign) or statement.value is not call:
        return None
    target = statement.targets[0]
    if not isinstance(target, ast.Tuple) or any(isinstance(each, ast.Starred) for each in target.elts):
        return None
    return [not is_unread(event.module.tree, event.node, [(index,)]) for index in range(len(target.elts))]


def is_thrown_away(event: Event) -> bool:
    """Whether nothing reads the numbers that were drawn, where they were drawn or where a call has given them back."""
    if _gives_zeros(event.innermost) or _is_turned_off(event.innermost):
        return True
    parts = _given_by(event)
    return parts is not None and is_unread(event.module.tree, event.node, parts)


def _is_turned_off(event: Event) -> bool:
    """Whether nothing is left of what was drawn: `normal(key) * 0`."""
    outer = list(islice(outwards(event.module.tree, event.node), 3))
    call = next((index for index, each in enumerate(outer) if isinstance(each, ast.Call)), len(outer))
    product = outer[call + 1] if call + 1 < len(outer) else None
    if not isinstance(product, ast.BinOp) or not isinstance(product.op, ast.Mult):
        return False
    sides = [each.value for each in (product.left, product.right) if isinstance(each, ast.Constant)]
    return any(type(side) in (int, float) and not side for side in sides)


def _gives_zeros(event: Event) -> bool:
    """Whether it happened in a library's method that takes a key, and gives zeros."""
    around = outwards(event.module.tree, event.node) if event.module.origin != "project" else ()
    return any(isinstance(each, ast.FunctionDef) and each.name in ZERO_STATES for each in around)


def _left_in(event: Event) -> frozenset[Path] | None:
    """The parts of what a function returns that hold the numbers drawn in it; None where these may go elsewhere."""
    parts = _given_by(event)
    return returned(event.module.tree, event.node, parts) if parts else parts


def _given_by(event: Event) -> frozenset[Path] | None:
    """The same of what a call gives: from what is traced it goes nowhere else."""
    if event.by == BUNDLED_DRAW:
        return None
    parts = _left_in(event.inner) if event.inner is not None else WHOLE
    return WHOLE if parts is None and event.traced else parts


def reused(ev: Interpreter, token: Token, site: KeyReused, carried: bool = False) -> None:
    """Emits the first reuse of a key: others have the same cause.

    Rows of data and their labels are shuffled alike on purpose; one call that does so in each iteration is judged by
    what else it is given. One call of an unknown object may be the only one: a loop goes through one distribution, or
    all are asked for their modes; but not where the iterations hand the key on (`carried`): it is there to be renewed.
    """
    one, two = site.before.innermost, site.again.innermost
    if are_aligned(one, two):
        if one.node is two.node and site.node is site.before.node:
            ev.emit(site)
        return
    if one.node is two.node and one.by in DRAWING_METHODS and not carried:
        return
    passed = (*site.again.inwards(), *site.before.inwards())
    if any(each.node is not site.node and each.node in ev.events.reused for each in passed):
        return  # what is called leaves a used key, whoever calls it
    whole = token.parent if token.parent is not None and is_taken(token) else token
    first = ev.events.reused.setdefault(whole, site.node)
    if first is site.node:
        ev.emit(site)


def forgotten(made: Value, frame: Frame) -> Value:
    """An instance of which only the shapes are read: the numbers that it was made with are gone."""
    held = facts(frame).events
    if made.token is not None and any(event.made is made.token for event in held.values()):
        put(frame, Facts({key: event for key, event in held.items() if event.made is not made.token}))
    return made


def masked(frame: Frame, node: ast.BinOp, left: Value, right: Value) -> None:
    """`normal(key) * (kind == 0)`: of draws that are masked, one counts, as by a branch; one that is the mask does."""
    if not isinstance(node.op, ast.Mult) or _is_mask(node.left, left) is _is_mask(node.right, right):
        return
    side = node.right if _is_mask(node.left, left) else node.left
    held = facts(frame)
    drawn = {key: event for key, event in held.events.items() if key[0] == "drawn" and holds(side, event.node)}
    if drawn:
        put(frame, Facts({key: event for key, event in held.events.items() if key not in drawn}))


def _is_mask(node: ast.expr, value: Value) -> bool:
    return isinstance(node, ast.Compare) or (isinstance(value, Array) and value.dtype == "bool")


class OverLeaves:
    """A function is mapped over the leaves of a tree: a key from outside is drawn from for each of them."""

    def __init__(self, frame: Frame) -> None:
        self._frame, self._before, self._start = frame, facts(frame), now()

    def judge(
        self, ev: Interpreter, function: Value, tree: Value, given: Iterable[Value], run: Callable[[], object]
    ) -> None:
        """The function has been called with the leaves; `run`: with one of a tree of which little is known."""
        if not _has_several(tree):
            return
        if isinstance(tree, Unknown) and _holds_keys(function):
            run()
        repeated(ev, self._before, self._frame, self._start, given, splits=False)


def _has_several(tree: Value) -> bool:
    """Whether a tree has more than one leaf: it is known, or it is one of arrays as a model or its gradients are."""
    if isinstance(tree, Unknown):
        return type(tree) is not Unknown
    return isinstance(tree, Container) and tree.rest is not None or _count(tree) > 1


def _count(tree: Value) -> int:
    if isinstance(tree, Container):
        return sum(map(_count, tree.items))
    if isinstance(tree, Object):
        return sum(_count(held) for _, held in tree.fields)
    return int(isinstance(tree, Array))


def _holds_keys(function: Value) -> bool:
    """Whether a function captures a key, or was given one."""
    if isinstance(function, Partial):
        return any(isinstance(each, Array) and each.flavour == "key" for each in function.args)
    if not isinstance(function, Function) or function.closure is None:
        return False
    held = map(function.closure.find, free_names(function.node))
    return any(isinstance(each, Array) and each.flavour == "key" for each in held)


def repeated(
    ev: Interpreter,
    before: Facts,
    frame: Frame,
    start: int,
    given: Iterable[Value] = (),
    splits: bool = True,
    read: frozenset[str] | None = None,
    by_row: bool = False,
) -> None:
    """A body was run once for all of its iterations: a key from outside is drawn from in each of them.

    Arguments:
        before: what had happened before the first one; start: keys are from outside that were there by then. One
            that the body has replaced is another in the next iteration.
        given: what the iterations go through: of these, each has its own.
        splits: a split counts, whatever the new keys are for. Leaves may be shuffled alike on purpose.
        read: the names that the body reads; None: it may be any.
        by_row: the iterations are the rows of a map, of which each has another number.
    """
    own = {token for value in given for token in tokens_in(value)}
    for (kind, token), event in facts(frame).events.items():
        new = kind == "drawn" and (kind, token) not in before.events and token.serial < start
        new = (
            new
            and not _is_one_of_many(token)
            and own.isdisjoint(token.holders())
            and (splits or event.innermost.by != SPLITTER)
            and not (by_row and (has_row_in_it(token) or not event.samples))
        )
        if not new or not is_held(token, frame, read) or is_thrown_away(event):
            continue
        if not derived.are_of_one(ev, event, event, frame):
            each: Literal["iteration", "row"] = "row" if by_row else "iteration"
            reused(ev, token, KeyReused(event.module, event.node, event, event, frame, each))
