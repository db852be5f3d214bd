"""Donated arguments: which of their arrays a call certainly deletes, because they come back updated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.objects import DONATE_WORDS
from pytreelint.model.algebra import kept_items
from pytreelint.model.algebra.accesses import bufferless, has_no_buffer, needs
from pytreelint.model.transforms.returning import comes_back, comes_updated
from pytreelint.model.values.asides import DonatingCall
from pytreelint.model.values.identity import SOME, Token, tokens_in
from pytreelint.model.values.parts import fields_of, items_of, steps_of
from pytreelint.model.values.regions import staged
from pytreelint.model.values.sites import DonatedStatic, DonatedTwice
from pytreelint.model.values.states import event_at, facts, note
from pytreelint.model.values.unknowns import Promised
from pytreelint.model.values.value import (
    NONE,
    Array,
    Constant,
    Container,
    Object,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
    options_of,
)

if TYPE_CHECKING:
    from pytreelint.knowledge.transform import Transform
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.sites import Operand

Operands = tuple["Operand", ...]


def donated(operands: Operands, picked: set[object] | None) -> list[int]:
    """The positions of the arguments that a call donates; `picked`: what its options name."""
    first = min((DONATE_WORDS[word] for word in picked or () if word in DONATE_WORDS), default=len(operands))
    named = set() if picked is None or first < len(operands) else picked
    return [
        index
        for index, operand in enumerate(operands)
        if operand.role != "static" and (index >= first or index in named or operand.label in named)
    ]


def refused(ev: Interpreter, wrapper: Transformed, donates: set[object] | None, static: set[object] | None) -> None:
    """A transform is told that one argument is donated and static: it refuses."""
    both = (donates or set()) & (static or set())
    if both:
        label = next((member for member in both if isinstance(member, str)), f"argument {min(both, key=str)}")
        ev.emit(DonatedStatic(wrapper.module, wrapper.site, wrapper.transform, label))


def given_up(operands: Operands, picked: set[object] | None, transform: Transform, count: int) -> list[int]:
    """The positions of the arguments whose buffers are gone after the call; `count`: of those by place, as pmap keeps
    what it is given by keyword."""
    taken = operands[:count] if transform.family == "map" else operands
    return buffers(operands, donated(taken, picked), transform)


def buffers(operands: Operands, given: list[int], transform: Transform) -> list[int]:
    """Those of the donated arguments whose buffers are gone after the call, if they come back at all."""
    return [index for index in given if not transform.refills or _is_bare(operands[index].value)]


def _is_bare(value: Value) -> bool:
    """Whether it is an array, or a plain container of arrays: nothing that could be a graph node."""
    if isinstance(value, Container):
        return value.rest is None and all(map(_is_bare, value.items))
    return all(
        isinstance(option, (Scalar, Constant)) or (isinstance(option, Array) and not option.variable)
        for option in options_of(value)
    )


def delete(ev: Interpreter, operands: Operands, given: list[int], result: Value, arguments: Arguments) -> None:
    """A call that donates has run: the arrays that come back updated are deleted."""
    frame = arguments.frame
    if not given or staged(arguments) or ev.events.doubting[0] or frame.env is None:
        return
    copied = {token for index in given for token in _copied(operands[index].value)}
    dead = {
        token: index for index in given for token in _dead(ev, operands, index, given, result) if token not in copied
    }
    dead |= _by_number(operands, given, result, {*copied, *dead})
    twice = _twice(operands, given, dead)
    if twice is not None and not (arguments.entry and twice[0] == twice[1]):  # compiled code gives two for one array
        ev.emit(DonatedTwice(frame.module, operands[twice[1]].node, operands[twice[0]], operands[twice[1]]))
    for index in set(dead.values()):
        back = comes_back(operands[index].value, result)
        ev.emit(DonatingCall(frame.module, arguments.node, operands[index], back))
    for token, index in dead.items():
        needs(ev, token, operands[index].node, frame)  # what comes back updated was read, before any of it is deleted
    for token, index in dead.items():
        event = event_at(frame, arguments.node, operands[index].label)
        for each in (token, *_last_alive(token, frame)):
            note(frame, "donated", each, event)
        kept_items.deleted(token, event, frame)


def _by_number(operands: Operands, given: list[int], result: Value, known: set[Token]) -> dict[Token, int]:
    """The donated objects of which several are in one output, where there is an output for each of them.

    `mom = 0.9 * mom + grads; return params - rate * mom, mom`: two outputs of one shape take the buffers of two
    arguments, whichever takes which. Where one of the arguments is in no output, it may take a buffer's place.
    """
    held = [(operands[index].value, index) for index in given if not has_no_buffer(operands[index].value)]
    donors = {value.token: index for value, index in held if value.token is not None}
    numbers = {value.token for value, _ in held if _has_no_axes(value)}
    left = {token: index for token, index in donors.items() if token not in known}
    if not left or len(donors) < max(len(held), 2):
        return {}
    groups: list[tuple[set[Token], int]] = [({token}, 0) for token in donors]
    for output in tokens_in(result):
        sources = {source for source in output.updates or {output} if source in donors}
        sources = {source for source in sources if source not in numbers} or sources
        joined = [group for group in groups if not sources.isdisjoint(group[0])]
        if joined:
            groups = [group for group in groups if group not in joined]
            groups.append((set[Token]().union(*(each for each, _ in joined)), 1 + sum(count for _, count in joined)))
    return left if all(count >= len(each) for each, count in groups) else {}


def _last_alive(token: Token, frame: Frame) -> list[Token]:
    """Of the objects that a token may be, the only one that is not deleted yet: it is that one, or the call raises."""
    events = facts(frame).events
    alive = [each for each in token.alternatives if ("donated", each) not in events]
    return alive if len(alive) == 1 else []


def _dead(ev: Interpreter, operands: Operands, index: int, given: list[int], result: Value) -> Iterator[Token]:
    """What a call deletes of one argument."""
    value = operands[index].value
    if has_no_buffer(value):
        return
    known = [option for option in options_of(value) if option != NONE and not isinstance(option, Unknown)]
    spared = {*bufferless(value), *_told_twice(value)}
    if known and all(isinstance(each, Object) and comes_updated(ev, each, result) for each in known):
        yield from (token for token in tokens_in(value) if token not in spared)
        return
    others = {token for other in given if other != index for token in tokens_in(operands[other].value)}
    outputs = list(tokens_in(result))
    live = [token for token in tokens_in(value) if token not in spared]
    if _has_no_axes(value):  # of an array and a number, the array has the shape of the result
        nameless = any(each.value.token is None and not has_no_buffer(each.value) for each in operands)
        outputs = [] if nameless else [output for output in outputs if len(output.updates) < 2]
    dead = [gone for token in live for gone in _back(token, outputs, others - {token})]
    yield from dead
    yield from _emptied(value, set(dead))
    yield from (token for token in _held_by(value, set(dead)) if token not in spared)


def _held_by(value: Value, dead: set[Token]) -> Iterator[Token]:
    """What is in the containers that are deleted as a whole: their items have names of their own."""
    for part in (value, *_parts(value)):
        if isinstance(part, Container) and part.token in dead:
            yield from tokens_in(part)


def _emptied(value: Value, dead: set[Token]) -> Iterator[Token]:
    """The containers of which all items are deleted: they are deleted, under each name that they have."""
    if isinstance(value, Union):
        yield from _emptied_one(value, dead)
        return
    items = items_of(value) if isinstance(value, Container) and value.rest is None and value.token not in dead else ()
    for item in items:
        dead.update(_emptied(item, dead))
    if items and value.token is not None and all(item.token in dead for item in items):
        dead.add(value.token)
        yield value.token


def _emptied_one(value: Union, dead: set[Token]) -> Iterator[Token]:
    """The same of one of several containers that have the same keys: all items that it can have are deleted."""
    steps = {tuple(step for step, _ in steps_of(option)) for option in value.options if isinstance(option, Container)}
    alike = len(steps) == 1 and all(isinstance(each, Container) and each.rest is None for each in value.options)
    token = value.token
    if alike and token is not None and any(steps) and all(token.part(step) in dead for step in next(iter(steps))):
        dead.add(token)
        yield token


def _has_no_axes(value: Value) -> bool:
    return all(isinstance(option, Array) and option.no_axes for option in options_of(value))


def _told_twice(value: Value) -> Iterator[Token]:
    """The parts of a tree that stand at two places of it, and were not seen to be arrays: they are numbers.

    A call that got one array at two places would fail whenever it runs.
    """
    seen = set[Token]()
    for part in _parts(value):
        if part.token is not None and all(map(_is_told, options_of(part))):
            if part.token in seen:
                yield part.token
            seen.add(part.token)


def _is_told(value: Value) -> bool:
    """Whether a value is unknown, or known by an annotation alone."""
    return type(value) in (Unknown, Promised) or value == NONE or (isinstance(value, Array) and value.declared)


def _parts(value: Value) -> Iterator[Value]:
    for _, part in steps_of(value):
        yield part
        yield from _parts(part)


def _copied(value: Value, known: Sequence[Token] = ()) -> list[Token]:
    """The arrays of NumPy in a tree, of which JAX takes a copy, and the trees around them: of these, parts are left.

    Arguments:
        known: what the value is besides its own token: a part of another tree, or of one that a branch chose.
    """
    if not _is_copied(value):
        return []
    found = [*known, *((value.token,) if value.token is not None else ())]
    if isinstance(value, Union):
        return [token for option in value.options for token in _copied(option, found)]
    parts = [each for step, part in steps_of(value) for each in _copied(part, [token.part(step) for token in found])]
    rest = value.rest if isinstance(value, Container) else None
    return [*found, *parts, *(_copied(rest) if rest is not None else ())]


def _is_copied(value: Value) -> bool:
    """Whether it may be an array of NumPy, or a tree that holds one."""
    if isinstance(value, Union):
        return any(map(_is_copied, value.options))
    if isinstance(value, Array):
        return value.flavour not in ("jax", "key")
    parts = items_of(value) if isinstance(value, Container) else ()
    parts += tuple(held for _, held in fields_of(value)) if isinstance(value, Object) else ()
    return any(map(_is_copied, parts))


def _back(token: Token, outputs: list[Token], others: set[Token]) -> Iterator[Token]:
    """The object, or the parts of it, that come back: themselves, or new with the same shapes."""
    for output in outputs:
        is_itself = token in set(output.holders())
        sources = {output} if is_itself else output.updates or {output}
        mine = [each for each in sources if token in set(each.holders())]
        if mine and not any(holder in others for each in sources for holder in each.holders()):
            yield from (_whole(each, token) for each in mine)  # of two donors of one output, one survives


def _whole(token: Token, given: Token) -> Token:
    """The tree all of whose items come back, as one of them does that was looked at: at most what was given."""
    while token is not given and token.parent is not None and token.step is not None and token.step[0] == SOME:
        token = token.parent
    return token


def _twice(operands: Operands, given: list[int], dead: dict[Token, int]) -> tuple[int, int] | None:
    """Two places (one argument, perhaps) at which a call gets one buffer that it donates."""
    seen: dict[object, tuple[int, bool]] = {}
    wholly: set[Token] = set()  # trees of which every array is deleted, and so each part that a later place has
    rest = [index for index in range(len(operands)) if index not in given and operands[index].role != "static"]
    for index in (*given, *rest):
        value = operands[index].value
        if has_no_buffer(value):
            continue
        whole = value.token is not None and value.token in dead  # all of its arrays come back updated
        spared = set(bufferless(value))
        kept = {value.token, *spared, *_told_twice(value), *_copied(value)} if whole else set()
        for token in [each for each in tokens_in(value) if each not in spared]:
            is_dead = (whole and token not in kept) or any(token in set(each.holders()) for each in dead)
            # What two are on one path: `ema = model`, and both are loaded on another one.
            known = [token, *enumerate(token.alternatives)]
            around = [each for each in token.holders() if each in wholly]
            before = next((seen[each] for each in (*known, *around) if each in seen), None)
            if before is not None and (is_dead or before[1]):
                return before[0], index
            if index in given:
                seen.update(dict.fromkeys(known, (index, is_dead)))
        if whole and value.token is not None:
            wholly.add(value.token)
    return None
