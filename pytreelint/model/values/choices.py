"""Names that an `if` leaves known on one side and unknown on the other; the known value occurs if its side is taken.

    if policy is not None:
        model = policy.cast(model)
    jax.jit(step)(model)  # without a policy, what `model` was before

Some configuration takes that side, unless the test asks for the value, or what comes after asks for the same again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record, replace
from pytreelint.model.syntax.mutations import mutations
from pytreelint.model.syntax.parameters import optional
from pytreelint.model.syntax.walking import walk
from pytreelint.model.values.regions import chain
from pytreelint.model.values.value import Object, Union, Unknown, Value, union

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.regions import Region
    from pytreelint.model.values.sites import Operand

_LOOPS = 16  # whose names are held at a time
_PAIR = 2
Env = dict[str, Value]
Tests = Mapping[str, list[ast.expr]]


@record(frozen=True, slots=True, eq=False)
class Choice:
    """The `if` whose sides give a name different values.

    Attributes:
        parts: what its test reads (`args.clip`), and the name that holds the value.
        region: what was being run when its sides joined.
        calls: its test calls something, which may look at whatever there is.
        apart: each alternative is what one of the sides gives, whatever else is true.
    """

    frame: Frame
    region: Region | None
    parts: frozenset[str]
    calls: bool = False
    apart: bool = False


def parts_of(test: ast.expr, tests: Tests) -> frozenset[str]:
    """The names and attributes that a test reads, those of tests that it names included."""
    found = set(_parts(test))
    return frozenset(found.union(*(_parts(each) for name in found for each in tests.get(name, ()))))


def _parts(node: ast.AST) -> Iterator[str]:
    inner: set[ast.AST] = set()
    for each in walk(node):
        if isinstance(each, (ast.Name, ast.Attribute)) and each not in inner:
            yield _text(each)
            while isinstance(each, ast.Attribute):
                each = each.value
                inner.add(each)


def _text(node: ast.Name | ast.Attribute) -> str:
    """A name or attribute as it is written."""
    names: list[str] = []
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        names.append(inner.attr)
        inner = inner.value
    return ".".join([inner.id, *reversed(names)]) if isinstance(inner, ast.Name) else ast.unparse(node)


def overlap(first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether one test reads what the other reads, or a part of it."""
    return any(a == b or a.startswith(b + ".") or b.startswith(a + ".") for a in first for b in second)


def noted(joined: Env, sides: Sequence[Env], test: ast.expr, tests: Tests, frame: Frame) -> None:
    """Notes the choice, after the sides of an `if` or `match` have joined, in what is known on some of them only."""
    parts = parts_of(test, tests)
    if not _is_configured(parts, frame):
        return
    asked = asks_default(test, frame)
    for name, value in joined.items():
        given = [side[name] for side in sides if name in side]
        if isinstance(value, (Union, Object)) and len(given) == len(sides):
            if name == asked or not overlap(parts, frozenset({name})):
                joined[name] = _chosen(value, given, name, Choice(frame, frame.region, parts, _has_calls(test)))


def _has_calls(test: ast.expr) -> bool:
    return any(isinstance(part, ast.Call) for part in walk(test))


def _chosen(value: Value, given: Sequence[Value], name: str, now: Choice) -> Value:
    """Returns the joined value with the choice between its sides; of an instance, its fields with theirs."""
    if isinstance(value, Object):
        fields = value.fields if any(each is not value for each in given) else ()
        for field, held in fields:
            before = [each.get(field) for each in given if isinstance(each, Object)]
            known = [each for each in before if each is not None]
            if isinstance(held, Union) and len(known) == len(given):
                chosen = _chosen(held, known, f"{name}.{field}", now)
                value = value if chosen is held else value.put(field, chosen)
        return value
    if not isinstance(value, Union) or value.each or value.choice is not None:
        return value
    earlier = [c for each in given if isinstance(each, Union) and isinstance(c := each.choice, Choice)]
    plain = all(not isinstance(each, Union) or each.choice or not _is_open(each) for each in given)
    if not plain or not all(_is_free(choice, now.frame) for choice in earlier):
        return value
    outer = [choice for choice in earlier if choice.frame is not now.frame or choice.region is not now.region]
    if any(each is not outer[0] for each in earlier) if outer else False:
        return value
    read = now.parts.union({name}, *(choice.parts for choice in earlier))
    calls = now.calls or any(choice.calls for choice in earlier)
    first = outer[0] if outer else now
    return replace(value, choice=Choice(first.frame, first.region, read, calls, _are_apart(given, now.parts)))


def _are_apart(sides: Sequence[Value], parts: frozenset[str]) -> bool:
    """Whether each side gives one value, or alternatives that all occur, whatever these parts of the test are."""
    choices = [each.choice for each in sides if isinstance(each, Union)]
    return all(isinstance(each, Choice) and each.apart and not overlap(each.parts, parts) for each in choices)


def asks_default(test: ast.expr, frame: Frame) -> str | None:
    """The parameter, None unless a caller gives it, of which a test asks whether it was given."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return asks_default(inner, frame)
        case (
            ast.Name(id=name)
            | ast.Compare(left=ast.Name(id=name), ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)])
        ):
            return name if name in optional(frame.function) and _is_unseen(frame.find(name)) else None
    return None


def _is_unseen(value: Value | None) -> bool:
    """Whether nobody was seen to give a parameter its value."""
    return isinstance(value, (Unknown, Union)) or (isinstance(value, Object) and not value.exact)


def carried(result: Value, source: Value) -> Value:
    """Returns a result with the choice of its operand: an operation on alternatives leaves the same choice open."""
    if isinstance(result, Union) and isinstance(source, Union) and result.choice is None and not result.each:
        choice = source.choice
        return replace(result, choice=replace(choice, apart=False) if isinstance(choice, Choice) else choice)
    return result


def of_expression(sides: Sequence[Value], node: ast.IfExp, frame: Frame) -> Value:
    """Returns the value of `a if test else b`, with its choice noted."""
    value, parts = union(sides), parts_of(node.test, {})
    if not isinstance(value, Union) or value.each or not _is_configured(parts, frame):
        return value
    names = {ast.unparse(e) for e in (node.body, node.orelse) if isinstance(e, (ast.Name, ast.Attribute))}
    asked = asks_default(node.test, frame)
    if overlap(parts - {asked}, frozenset(names)):
        return value
    read, calls = parts.union(names), _has_calls(node.test)
    return replace(value, choice=Choice(frame, frame.region, read, calls, _are_apart(sides, parts)))


def of_alternatives(value: Value, node: ast.BoolOp, frame: Frame) -> Value:
    """Returns the value of `given or default`, with its choice noted where callers may leave `given` out."""
    first = node.values[0]
    if not isinstance(value, Union) or value.each or not isinstance(node.op, ast.Or) or len(node.values) > _PAIR:
        return value
    asked = asks_default(first, frame)
    if asked is None or not _is_configured(frozenset({asked}), frame):
        return value
    return replace(value, choice=Choice(frame, frame.region, frozenset({asked})))


def _is_configured(parts: frozenset[str], frame: Frame) -> bool:
    """Whether a configuration decides a test: it asks neither for types nor for what an earlier iteration did."""
    if not parts.isdisjoint(_KINDS):
        return False
    loops = [region.node for region in chain(frame.region) if region.kind == "loop" and region.frame is frame]
    return not any(overlap(parts, bound_in(loop)) for loop in loops)


@lru_cache(maxsize=_LOOPS)
def bound_in(loop: ast.AST) -> frozenset[str]:
    """The names and attributes that a loop binds or changes in place."""
    found = {ast.unparse(n) for n in walk(loop) if isinstance(n, (ast.Name, ast.Attribute)) and _is_stored(n)}
    return frozenset(found | mutations(loop).names)


def _is_stored(node: ast.Name | ast.Attribute) -> bool:
    return not isinstance(node.ctx, ast.Load)


_KINDS = ("isinstance", "issubclass", "hasattr", "callable", "type")


def ended(env: Env, parts: frozenset[str]) -> None:
    """Closes choices by the same test after one of its outcomes has ended the flow."""
    env |= _closed(env, parts)


def within(test: ast.expr, frame: Frame) -> Env:
    """Returns the names whose choice stays open inside an expression that is evaluated for one outcome of a test."""
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
    """Returns the known alternative of a value that an `if` left open, as it occurs in this frame."""
    if not is_free(value, frame) or not _is_open(value):  # type: ignore[arg-type]
        return value
    known = [option for option in value.options if not isinstance(option, Unknown)]  # type: ignore[attr-defined]
    return union(known) if known else value


def is_free(value: Value, frame: Frame) -> bool:
    """Whether a value's choice is open, and no branch that is being run may depend on the same test."""
    return isinstance(value, Union) and isinstance(value.choice, Choice) and _is_free(value.choice, frame)


def value_alternatives(value: Value, frame: Frame) -> tuple[Value, ...]:
    """Returns a value, and its known alternative where an `if` left it open."""
    known = settled(value, frame)
    return (value,) if known is value else (value, known)


def operand_alternatives(operands: tuple[Operand, ...], frame: Frame) -> Iterator[tuple[Operand, ...]]:
    """Returns the operands, and their known alternatives where an `if` left some of them open.

    The first are for what asks about all that may be met: whether a fix is safe.
    """
    yield operands
    found = tuple((operand, settled(operand.value, frame)) for operand in operands)
    if any(value is not operand.value for operand, value in found):
        yield tuple(replace(operand, value=value) for operand, value in found)
    for at, operand in enumerate(operands):
        for option in _apart(operand.value, frame):
            yield (*operands[:at], replace(operand, value=option), *operands[at + 1 :])


def _apart(value: Value, frame: Frame) -> Iterator[Value]:
    """Returns the known alternatives of a value, where each of them occurs."""
    if is_free(value, frame) and value.choice.apart:  # type: ignore[attr-defined]
        yield from (option for option in value.options if not isinstance(option, Unknown))  # type: ignore[attr-defined]


def is_chosen_before(value: Value, arguments: Iterable[ast.AST], frame: Frame) -> bool:
    """Whether an `if` chose a value by a test that reads none of these arguments."""
    if not is_free(value, frame) or value.choice.calls:  # type: ignore[attr-defined]
        return False
    read = frozenset(part for argument in arguments for part in _parts(argument))
    return not overlap(value.choice.parts, read)  # type: ignore[attr-defined]


def callable_alternatives(function: Value, arguments: Iterable[ast.AST], frame: Frame) -> tuple[Value, ...]:
    """Returns the functions of an open choice, each of which some configuration calls with these arguments."""
    if not isinstance(function, Union) or not is_chosen_before(function, arguments, frame):
        return ()
    return tuple(option for option in function.options if not isinstance(option, Unknown))


def _is_free(choice: Choice, frame: Frame) -> bool:
    """Whether no branch that was entered since the choice may depend on it."""
    for region in chain(frame.region):
        if region is choice.region:
            return True
        if region.kind == "branch" or (region.kind == "loop" and not isinstance(region.node, (ast.For, ast.AsyncFor))):
            test = region.node.test if isinstance(region.node, (ast.If, ast.IfExp, ast.While)) else None
            if test is None or region.frame is not choice.frame or overlap(parts_of(test, {}), choice.parts):
                return False
    return choice.region is None


def _is_open(value: Union) -> bool:
    return any(isinstance(option, Unknown) for option in value.options)
