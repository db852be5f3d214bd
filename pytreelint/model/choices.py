"""Names that an `if` leaves known on one side and unknown on the other: what is known is met where its side was taken.

    if policy is not None:
        model = policy.cast(model)
    jax.jit(step)(model)  # without a policy, what `model` was before

Some configuration takes that side, unless the test asks for the value, or what comes after asks for the same again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record, replace
from pytreelint.model.turns import chain
from pytreelint.model.values import Union, Unknown, Value, union
from pytreelint.model.walking import walk

if TYPE_CHECKING:
    from pytreelint.model.frame import Frame
    from pytreelint.model.sites import Operand
    from pytreelint.model.turns import Turn

Env = dict[str, Value]
Tests = Mapping[str, list[ast.expr]]


@record(frozen=True, slots=True, eq=False)
class Choice:
    """The `if` that left a value open.

    Attributes:
        parts: what its test reads (`args.clip`), and the name that holds the value.
        turn: what was being run when its sides joined.
    """

    frame: Frame
    turn: Turn | None
    parts: frozenset[str]


def parts_of(test: ast.expr, tests: Tests) -> frozenset[str]:
    """The names and attributes that a test reads, those of tests that it names included."""
    found = set(_parts(test))
    return frozenset(found.union(*(_parts(each) for name in found for each in tests.get(name, ()))))


def _parts(node: ast.AST) -> Iterator[str]:
    inner: set[ast.AST] = set()
    for each in walk(node):
        if isinstance(each, (ast.Name, ast.Attribute)) and each not in inner:
            yield ast.unparse(each)
            while isinstance(each, ast.Attribute):
                each = each.value
                inner.add(each)


def overlap(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether one test reads what the other reads, or a part of it."""
    return any(a == b or a.startswith(b + ".") or b.startswith(a + ".") for a in first for b in second)


def noted(joined: Env, sides: tuple[Env, Env], parts: frozenset[str], frame: Frame) -> None:
    """The two sides of an `if` have joined: notes the choice in what is known on one of them only."""
    if not _is_configured(parts, frame):
        return
    for name, value in joined.items():
        if isinstance(value, Union) and not value.each and value.choice is None and _is_open(value):
            given = [side[name] for side in sides if name in side]
            earlier = [c for each in given if isinstance(each, Union) and isinstance(c := each.choice, Choice)]
            plain = all(not isinstance(each, Union) or each.choice or not _is_open(each) for each in given)
            same = all(choice.frame is frame and choice.turn is frame.turn for choice in earlier)
            if len(given) == len(sides) and plain and same and not overlap(parts, frozenset({name})):
                read = parts.union({name}, *(choice.parts for choice in earlier))
                joined[name] = replace(value, choice=Choice(frame, frame.turn, read))


def of_expression(value: Value, node: ast.IfExp, parts: frozenset[str], frame: Frame) -> Value:
    """What `a if test else b` gives, with its choice noted."""
    if not isinstance(value, Union) or value.each or not _is_open(value) or not _is_configured(parts, frame):
        return value
    names = {ast.unparse(e) for e in (node.body, node.orelse) if isinstance(e, (ast.Name, ast.Attribute))}
    if overlap(parts, frozenset(names)):
        return value
    return replace(value, choice=Choice(frame, frame.turn, parts.union(names)))


def _is_configured(parts: frozenset[str], frame: Frame) -> bool:
    """Whether both sides of a test are open: it asks neither for kinds nor for what an earlier iteration did."""
    return parts.isdisjoint(_KINDS) and not any(t.kind == "loop" and t.frame is frame for t in chain(frame.turn))


_KINDS = ("isinstance", "issubclass", "hasattr", "callable", "type")


def ended(env: Env, parts: frozenset[str]) -> None:
    """A flow has ended for one outcome of a test: what hangs on the same test is no longer open to both sides."""
    env |= _closed(env, parts)


def within(test: ast.expr, frame: Frame) -> Env:
    """The names of which an expression that is evaluated for one outcome of a test does not know the side."""
    found: Env = {}
    inner: Frame | None = frame
    while inner is not None:
        if inner.env and any(isinstance(value, Union) for value in inner.env.values()):
            found = _closed(inner.env, parts_of(test, {})) | found
        inner = inner.parent
    return found


def _closed(env: Env, parts: frozenset[str]) -> Env:
    held = [(n, v, v.choice) for n, v in env.items() if isinstance(v, Union) and isinstance(v.choice, Choice)]
    return {name: replace(value, choice=None) for name, value, choice in held if overlap(choice.parts, parts)}


def settled(value: Value, frame: Frame) -> Value:
    """What is known of a value that meets something in this frame, where an `if` left it open."""
    if not isinstance(value, Union) or not isinstance(value.choice, Choice) or not _is_free(value.choice, frame):
        return value
    known = [option for option in value.options if not isinstance(option, Unknown)]
    return union(known) if known else value


def both(value: Value, frame: Frame) -> tuple[Value, ...]:
    """A value as it is, and as it meets something in this frame where an `if` left it open."""
    known = settled(value, frame)
    return (value,) if known is value else (value, known)


def met(operands: tuple[Operand, ...], frame: Frame) -> Iterator[tuple[Operand, ...]]:
    """Operands as they are, and as they meet something in this frame where an `if` left them open.

    The first are for what asks about all that may be met: whether a fix is safe.
    """
    yield operands
    found = tuple((operand, settled(operand.value, frame)) for operand in operands)
    if any(value is not operand.value for operand, value in found):
        yield tuple(replace(operand, value=value) for operand, value in found)


def _is_free(choice: Choice, frame: Frame) -> bool:
    """Whether no branch that is being run since the choice may hang on it."""
    for turn in chain(frame.turn):
        if turn is choice.turn:
            return True
        if turn.kind == "branch" or (turn.kind == "loop" and not isinstance(turn.node, (ast.For, ast.AsyncFor))):
            test = turn.node.test if isinstance(turn.node, (ast.If, ast.IfExp, ast.While)) else None
            if test is None or turn.frame is not choice.frame or overlap(parts_of(test, {}), choice.parts):
                return False
    return choice.turn is None


def _is_open(value: Union) -> bool:
    return any(isinstance(option, Unknown) for option in value.options)
