"""Iterators: `zip(...)`, `map(...)`, a generator, a dict's views, an instance with `__iter__`.

JAX takes an iterator for one leaf, and Python hashes it by identity: it is no list.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.model.algebra import draws, leaf_loops, subscripts
from pytreelint.model.algebra.demands import demand
from pytreelint.model.algebra.still_held import names_read
from pytreelint.model.values.arguments import Arguments, argument
from pytreelint.model.values.counting import counts, through
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import is_repeated, now, parted, plain, some_part
from pytreelint.model.values.marks import certain
from pytreelint.model.values.states import facts, into, scope_in
from pytreelint.model.values.value import (
    DYNAMIC,
    Array,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Scalar,
    Value,
    constant,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_STORED = ("list", "tuple", "namedtuple", "dict")
_BEGINNING = frozenset(f"builtins.{name}" for name in ("enumerate", "range", "reversed", "zip"))


def iterator(items: tuple[Value, ...] = (), rest: Value | None = None) -> Container:
    """An iterator that gives these items, then any number of `rest`."""
    return Container("iterator", items, (), rest)


def known_items(value: Value) -> tuple[Value, ...] | None:
    """Returns the items of an iteration, where they are known; else None."""
    if isinstance(value, Container) and value.kind == "dict":
        return tuple(constant(key) for key in value.keys) if value.rest is None else None
    known = subscripts.sequence(value)
    if known is None or known.rest is not None or known.kind == "iterator":
        return known.items if known is not None and known.rest is None else None
    return tuple(parted(value, ("[]", index), item) for index, item in enumerate(known.items))


def at_least(ev: Interpreter, node: ast.expr, value: Value, frame: Frame) -> int:
    """How many items a loop over an expression certainly goes through.

    An iterator may have given its own before; whether it has is asked inside of maps alone, for their collectives.
    """
    if not isinstance(value, Container) or not value.items:
        return 0
    if value.kind in _STORED:
        return len(value.items)
    if not frame.mapped:
        return 0
    with ev.aside():
        return len(value.items) if _is_begun(ev, node, frame) else 0


def _is_begun(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    """Whether an expression makes a new iterator, of what is no iterator: `enumerate(layers)`, `params.items()`."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name() as held, attr="keys" | "values" | "items"), args=[]):
            value = ev.expression(held, frame)
            return isinstance(value, Container) and value.kind == "dict"
        case ast.Call(func=ast.Name() as called, args=given, keywords=[]):
            made = ev.expression(called, frame)
            return isinstance(made, Library) and made.name in _BEGINNING and all(_is_kept(ev, n, frame) for n in given)
    return False


def _is_kept(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    """Whether an expression is no iterator that something may have gone through before."""
    if isinstance(node, ast.Name):
        value = ev.expression(node, frame)
        return isinstance(value, (Constant, Scalar)) or (isinstance(value, Container) and value.kind in _STORED)
    return isinstance(node, (ast.Constant, ast.Tuple, ast.List)) or _is_begun(ev, node, frame)


def any_item(ev: Interpreter, value: Value) -> Value:
    """Returns what any item of an iteration is: some part of what it goes through."""
    item = subscripts.element(ev, value)
    return item if is_repeated(item) else some_part(value, item)


def enumerated(ev: Interpreter, arguments: Arguments) -> Value:
    """`enumerate(values)`."""
    value, start = argument(arguments, 0), arguments.get(1, "start")
    known = known_items(value)
    first = 0 if start is None else start.value if isinstance(start, Constant) else None
    if known is not None and isinstance(first, int):
        numbers = [counts(constant(first + index), arguments.node) for index in range(len(known))]
        return iterator(tuple(Container("tuple", pair) for pair in zip(numbers, known, strict=True)))
    number = counts(Scalar("int"), arguments.node)
    return iterator(rest=Container("tuple", (number, any_item(ev, value))))


def counter(ev: Interpreter, arguments: Arguments) -> Value:
    """`itertools.count(...)`."""
    kinds = [a.kind for a in arguments.args if isinstance(a, (Constant, Scalar))]
    if len(kinds) < len(arguments.args) or arguments.keywords or not {*kinds} <= {"int"}:
        return DYNAMIC
    return iterator(rest=counts(Scalar("int"), arguments.node))


def zipped(ev: Interpreter, arguments: Arguments) -> Value:
    """`zip(...)`."""
    if not arguments.complete:  # `zip(*rows)` of unknown rows
        return DYNAMIC
    known = [known_items(value) for value in arguments.args]
    lengths = [len(items) for items in known if items is not None]
    if lengths and all(items is not None or type(v) is Array for v, items in zip(arguments.args, known, strict=True)):
        pairs = zip(arguments.args, known, strict=True)
        columns = [_rows(ev, value, min(lengths)) if items is None else items for value, items in pairs]
        return iterator(tuple(Container("tuple", row) for row in zip(*columns, strict=False)))
    return iterator(rest=Container("tuple", tuple(any_item(ev, value) for value in arguments.args)))


def _rows(ev: Interpreter, array: Value, count: int) -> tuple[Value, ...]:
    """The rows of an array that goes beside so many items: it has as many, as two keys for two layers."""
    row = plain(subscripts.element(ev, array))
    return tuple([parted(array, ("[]", index), row) for index in range(count)])


def reversed_(ev: Interpreter, arguments: Arguments) -> Value:
    """`reversed(values)`."""
    value = argument(arguments, 0)
    known = known_items(value)
    return iterator(known[::-1]) if known is not None else iterator(rest=any_item(ev, value))


def mapped(ev: Interpreter, arguments: Arguments) -> Value:
    """`map(function, ...)`: a loop, whose iterations call the function."""
    leaf_loops.mapped(ev, arguments)
    given = tuple(through(subscripts.element(ev, value), arguments.node) for value in arguments.args[1:])
    return iterator(rest=called_for_each(ev, given, arguments))


def called_for_each(ev: Interpreter, given: tuple[Value, ...], arguments: Arguments, complete: bool = True) -> Value:
    """What the first argument of a call gives that calls it for each of many items: with one that stands for all.

    A key from outside is drawn from in each of these calls.
    """
    scope, start, before = scope_in(arguments.frame, arguments.node), now(), facts(arguments.frame)
    inner = Arguments(given, {}, arguments.node, scope, complete and arguments.complete)
    item = ev.call_value(argument(arguments, 0), inner)
    draws.repeated(ev, before, scope, start, given, read=names_read(arguments.node, arguments.frame))
    into(arguments.frame, scope)
    return item


def filtered(ev: Interpreter, arguments: Arguments) -> Value:
    """`filter(function, values)`, which takes the truth of what the function gives for each."""
    values = argument(arguments, 1)
    if certain(subscripts.element(ev, values)):
        answer = called_for_each(ev, (subscripts.element(ev, values),), arguments)
        node = arguments.expression(0)
        demand(ev, node.body if isinstance(node, ast.Lambda) else node, answer, "`filter()`", arguments.frame)
    return iterator(rest=any_item(ev, values))


def iterated(ev: Interpreter, arguments: Arguments) -> Value:
    """`iter(values)`."""
    value = argument(arguments, 0)
    known = known_items(value)
    return iterator(known) if known is not None else iterator(rest=any_item(ev, value))


def given_by(ev: Interpreter, instance: Object) -> Value:
    """Returns an item of an instance: by `__iter__`, by `__next__` of what that returns, by `__getitem__`."""
    if instance.cls.method("__iter__"):
        source = _called(ev, instance, "__iter__")
        if source == instance or isinstance(source, Object) and not source.cls.method("__iter__"):
            return _called(ev, source, "__next__")
        return subscripts.element(ev, source)
    return _called(ev, instance, "__getitem__", Scalar("int")) if instance.cls.method("__getitem__") else DYNAMIC


def _called(ev: Interpreter, instance: Value, name: str, *args: Value) -> Value:
    found = instance.cls.method(name) if isinstance(instance, Object) else None
    function = ev.method(*found) if found else None
    if not isinstance(instance, Object) or not isinstance(function, Function):
        return DYNAMIC
    place = ast.copy_location(ast.Name(instance.cls.name, ast.Load()), function.node)
    with ev.doubt():  # it is evaluated once, whatever it changes in the instance
        return ev.call_into(
            function,
            Arguments((instance, *args), {}, place, Frame(instance.cls.module, {}, top=True, depth=4), entry=True),
        )


def in_order(ev: Interpreter, arguments: Arguments) -> Value:
    """`sorted(...)`: of known names, or of pairs with known names, which is the first; else any of them."""
    given = argument(arguments, 0)
    known = known_items(given)
    names = [_name(item) for item in known or ()]
    if known is None or arguments.keywords or None in names or len(set(names)) < len(names):
        return Container("list", (), (), subscripts.element(ev, given))
    ordered = sorted(zip(names, known, strict=True), key=lambda pair: str(pair[0]))
    return Container("list", tuple(item for _, item in ordered))


def _name(item: Value) -> str | None:
    """The text by which an item is sorted among others."""
    if isinstance(item, Container) and item.kind == "tuple" and item.items:
        item = item.items[0]
    return item.value if isinstance(item, Constant) and isinstance(item.value, str) else None


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    "enumerate": enumerated,
    "counter": counter,
    "zip": zipped,
    "reversed": reversed_,
    "map": mapped,
    "filter-builtin": filtered,
    "iter": iterated,
    "sorted": in_order,
}
