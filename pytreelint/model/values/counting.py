"""Python numbers that count: each iteration of a loop has another one, by its target or by what its body adds.

`for i in range(n)` and `enumerate(...)` count the items of an iterator, `count += 1` advances what the iteration
before left. Arithmetic, `float`, `min` and the calls of helpers hand the count on, as they hand on any value.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import field, record, replace
from pytreelint.model.values.identity import stamped
from pytreelint.model.values.regions import Region, chain
from pytreelint.model.values.value import Constant, Container, Object, Scalar, Union, Value

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.sites import Site

_NUMBERS = ("int", "float", "complex")


@record(frozen=True, slots=True)
class Advance:
    """A number was advanced in an iteration: a count, if the next iteration begins with what it was advanced to.

    Attributes:
        name: the name or attribute that holds it.
    """

    region: Region
    name: str


@record(frozen=True, slots=True, eq=False)
class NumberGiven:
    """A number in an instance that a compiled function was given.

    Attributes:
        site: what is to be said if the loop advances it, unless the function needs its value (`is_needed`).
    """

    value: Constant
    site: Site
    is_needed: Callable[[], bool]


# The call that makes an iterator, the loop that goes through it, or an advance that may become a count of a loop.
By = ast.AST | Advance


@record(frozen=True, slots=True)
class CountedConstant(Constant):
    """A number whose value is known in this iteration, and which is another one in each."""

    by: By = field(kw_only=True)


@record(frozen=True, slots=True)
class CountedScalar(Scalar):
    """A number of unknown value, which is another one in each iteration."""

    by: By = field(kw_only=True)


_COUNTED = (CountedConstant, CountedScalar)
_ITERATORS = (ast.Call, ast.Name)  # a decorator's or an entry's stand-in is a name


def counts(value: Value, by: By) -> Value:
    """Returns a number that `by` advances each time; any other value as it is."""
    if isinstance(value, Constant) and value.kind in _NUMBERS:
        return CountedConstant(value.value, value.kind, by=by, why=value.why)
    if isinstance(value, Scalar) and value.kind in _NUMBERS:
        return CountedScalar(value.kind, by=by, why=value.why)
    return value


def counted_by(value: Value) -> By | None:
    """Returns what advances a number each time; of a union, where all of its options are advanced."""
    if isinstance(value, Union):
        found = [counted_by(option) for option in value.options]
        return found[0] if all(found) else None
    return value.by if isinstance(value, _COUNTED) else None


def derived(result: Value, *operands: Value) -> Value:
    """Returns a result that counts where one operand does; two counts of one loop may cancel out."""
    found = [operand.by for operand in operands if isinstance(operand, _COUNTED)]
    return counts(result, found[-1]) if found and len(set(found)) == len(found) else result


def arithmetic(result: Value, left: Value, op: ast.operator, right: Value) -> Value:
    """Returns the result of an operator on a count: a count again, unless the operator rounds or removes it."""
    if left.__class__ not in _COUNTED and right.__class__ not in _COUNTED:
        return result
    if not isinstance(op, (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)):
        return result
    wiped = any(isinstance(side, Constant) and side.value == 0 for side in (left, right) if side.__class__ is Constant)
    if wiped and not isinstance(op, (ast.Add, ast.Sub)):
        return result
    if isinstance(op, ast.Mult) and (by := counted_by(left) or counted_by(right)) is not None:
        return counts(result, by)
    return derived(result, left, right)


def calculated(result: Value, args: tuple[Value, ...]) -> Value:
    """Returns the result of a library's function on a count: a count if it is a float; an integer may be rounded."""
    return derived(result, *args) if result.__class__ is Scalar and result.kind == "float" else result


def through(element: Value, loop: ast.AST) -> Value:
    """Returns an item that a loop takes from an iterator: counts in it belong to the loop."""
    if isinstance(element, _COUNTED) and isinstance(element.by, _ITERATORS):
        return counts(element, loop)
    if isinstance(element, Union):
        options = tuple(through(option, loop) for option in element.options)
        changed = any(new is not old for new, old in zip(options, element.options, strict=True))
        return replace(element, options=options) if changed else element
    if isinstance(element, Container) and element.kind == "tuple" and element.rest is None:
        items = tuple(through(item, loop) for item in element.items)
        changed = any(new is not old for new, old in zip(items, element.items, strict=True))
        return replace(element, items=items) if changed else element
    return element


def given_out(yielded: Sequence[Value], call: ast.AST) -> list[Value]:
    """Returns the items that a generator gives: what counts in its loops does so for whoever goes through them.

    A number that an iteration advances counts where a later one gives it as a count.
    """
    loops = {each.by for item in yielded for each in _counts_in(item) if not isinstance(each.by, Advance)}
    return [_given_out(item, call, loops) for item in yielded]


def _counts_in(item: Value) -> list[CountedConstant | CountedScalar]:
    items = item.items if isinstance(item, Container) and item.kind == "tuple" else (item,)
    return [each for each in items if isinstance(each, _COUNTED)]


def _given_out(element: Value, call: ast.AST, loops: Collection[By]) -> Value:
    if isinstance(element, _COUNTED):
        by = element.by
        return counts(element, call) if not isinstance(by, Advance) or by.region.node in loops else element
    if isinstance(element, Container) and element.kind == "tuple" and element.rest is None:
        items = tuple(_given_out(item, call, loops) for item in element.items)
        return replace(element, items=items) if items != element.items else element
    return element


def advanced(ev: Interpreter, target: ast.expr, before: Value, after: Value, frame: Frame) -> Value:
    """Returns the value after `target += number`, a count if the statement runs in each iteration."""
    region = frame.region
    if region is None or region.kind != "loop":
        return after
    if not isinstance(after, (Constant, Scalar)) or isinstance(after, _COUNTED):
        return after
    if before == after or after.kind not in _NUMBERS or not _carried(target, region, frame):
        return after
    ev.memory.advances += 1
    name = target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else ""
    return counts(after, Advance(region, name))


def _carried(target: ast.expr, region: Region, frame: Frame) -> bool:
    """Whether an iteration may leave what it assigns to the next one: of a callee, what it was given."""
    if region.frame is frame:
        return True
    if isinstance(target, ast.Name):
        return target.id in frame.outer and frame.around(target.id) is region.frame
    while isinstance(target, ast.Attribute):
        target = target.value
        spec = getattr(frame.function, "args", None)
        if isinstance(target, ast.Name) and spec is not None:
            return any(a.arg == target.id for a in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs))
    return False


def settle(joined: dict[str, Value], left: dict[str, Value], region: Region, exact: bool = False) -> None:
    """Turns the names and fields that an iteration has advanced into counts."""
    for name, value in left.items():
        if isinstance(value, (*_COUNTED, Object)) and name in joined:
            joined[name] = settled(name, joined[name], value, region, exact)


def settled(name: str, joined: Value, left: Value, region: Region, exact: bool = False) -> Value:
    """Returns the value of a name or field at the next iteration: a count where this one advanced it.

    Arguments:
        joined: what it may hold then; `left`: what this iteration left in it.
        exact: the iterations are run one by one, so that `left` is all that it may hold.
    """
    if isinstance(left, _COUNTED):
        ours = isinstance(left.by, Advance) and left.by.region is region and left.by.name == name
        if not ours:
            return joined
        known = exact and isinstance(left, Constant)
        return counts(left if known else Scalar(left.kind, why=left.why), region.node)  # type: ignore[arg-type]
    if isinstance(left, Object) and isinstance(joined, Object):
        for field_name, held in left.fields:
            before = joined.get(field_name)
            if before is not None and (after := settled(field_name, before, held, region, exact)) is not before:
                joined = stamped(joined.put(field_name, after), joined.token)
    return joined


def counting_loop(value: Value, now: Region | None) -> Region | None:
    """The loop, of those being run, in each of whose iterations a number is another one."""
    by = counted_by(value)
    return next((each for each in chain(now) if each.kind == "loop" and each.node is by), None) if by else None


def told_at_the_end(ev: Interpreter, loop: ast.AST, held: list[dict[str, Value]]) -> None:
    """Emits what is to be said of numbers in instances which each of two iterations has left as another one.

    Arguments:
        held: what names held before the loop, and what each iteration left in them.
    """
    noted = [(key, found) for key, found in ev.memory.numbers_given.items() if key[0] is loop]
    for (_, name, field_name), given in noted:
        del ev.memory.numbers_given[loop, name, field_name]
        numbers = [_field_of(names.get(name), field_name) for names in held]
        known = {each.value for each in numbers if isinstance(each, Constant)}
        if len(known) == len(numbers) > 2 and given.value in numbers[1:] and not given.is_needed():
            ev.emit(given.site)


def _field_of(value: Value | None, name: str) -> Value | None:
    return value.get(name) if isinstance(value, Object) else None
