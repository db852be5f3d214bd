"""What `itertools` gives, and `reduce`: items repeated, joined, paired, chosen, folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.model.algebra import subscripts
from pytreelint.model.algebra.iterators import called_for_each, iterator, known_items
from pytreelint.model.values.arguments import Arguments, argument
from pytreelint.model.values.identity import Token, plain, stamped
from pytreelint.model.values.occurring import every
from pytreelint.model.values.ties import gathered
from pytreelint.model.values.unknowns import beyond
from pytreelint.model.values.value import DYNAMIC, NONE, Constant, Container, Value, options_of, union
from pytreelint.model.values.widening import without_value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_LONGEST = 8  # items that are told apart


def repeated(ev: Interpreter, arguments: Arguments) -> Value:
    """`itertools.repeat(value, times)`."""
    value, times = argument(arguments, 0), arguments.get(1, "times")
    if isinstance(times, Constant) and isinstance(times.value, int) and 0 <= times.value <= _LONGEST:
        return gathered(ev, arguments.node, iterator((value,) * times.value), arguments.frame)
    return gathered(ev, arguments.node, iterator(rest=value), arguments.frame, value)


def chained(ev: Interpreter, arguments: Arguments) -> Value:
    """`itertools.chain(a, b)`: the items of each, one after the other."""
    known = [known_items(value) for value in arguments.args]
    items = [item for each in known for item in each or ()]
    if arguments.complete and all(each is not None for each in known) and len(items) <= _LONGEST:
        return iterator(tuple(items))
    rows = [subscripts.element(ev, value) for value in arguments.args]
    return iterator(rest=every(rows)) if rows and arguments.complete else DYNAMIC


def chained_rows(ev: Interpreter, arguments: Arguments) -> Value:
    """`itertools.chain.from_iterable(rows)`."""
    return iterator(rest=subscripts.element(ev, subscripts.element(ev, argument(arguments, 0))))


def from_keys(ev: Interpreter, arguments: Arguments) -> Value:
    """`dict.fromkeys(names, value)`: one object under each of the names."""
    value, keys = arguments.get(1, "value") or NONE, known_items(argument(arguments, 0))
    if keys is None or len(keys) > _LONGEST or not all(isinstance(key, Constant) for key in keys):
        return gathered(ev, arguments.node, Container("dict", (), (), value), arguments.frame, value)
    names = tuple(dict.fromkeys(key.value for key in keys if isinstance(key, Constant)))
    return gathered(ev, arguments.node, Container("dict", (value,) * len(names), names), arguments.frame)


def multiplied(ev: Interpreter, arguments: Arguments) -> Value:
    """`itertools.product(a, b)`: a tuple with one item of each."""
    if not arguments.complete or not {"repeat"}.issuperset(arguments.keywords):
        return DYNAMIC
    row = tuple(subscripts.element(ev, value) for value in arguments.args)
    if "repeat" not in arguments.keywords:
        return iterator(rest=Container("tuple", row))
    return iterator(rest=Container("tuple", (), (), every(row)))


def chosen(ev: Interpreter, arguments: Arguments) -> Value:
    """`itertools.combinations(values, n)`: tuples of some of the items."""
    return iterator(rest=Container("tuple", (), (), subscripts.element(ev, argument(arguments, 0))))


def some_of(ev: Interpreter, arguments: Arguments) -> Value:
    """`itertools.islice(values, n)`: some of the items, in their order."""
    return iterator(rest=subscripts.element(ev, argument(arguments, 0)))


def later_of(ev: Interpreter, arguments: Arguments) -> Value:
    """`itertools.takewhile(test, values)`: some of the items of the second argument."""
    return iterator(rest=subscripts.element(ev, argument(arguments, 1)))


def pairs(ev: Interpreter, arguments: Arguments) -> Value:
    """`itertools.pairwise(values)`."""
    item = subscripts.element(ev, argument(arguments, 0))
    return iterator(rest=Container("tuple", (item, item)))


def spread(ev: Interpreter, arguments: Arguments) -> Value:
    """`itertools.starmap(function, rows)`."""
    row = subscripts.sequence(subscripts.element(ev, argument(arguments, 1)))
    known = row is not None and row.rest is None
    given = row.items if row is not None and known else ()
    return iterator(rest=called_for_each(ev, given, arguments, known))


def folded(ev: Interpreter, function: Value, item: Value, arguments: Arguments) -> Value:
    """What `reduce(function, items, first)` gives, where that is of one kind however many items there are."""
    held = argument(arguments, 2) if len(arguments.args) > 2 else item
    for _ in range(2):
        with ev.doubt():
            folded_item = ev.call_value(function, Arguments((held, item), {}, arguments.node, arguments.frame, True))
        joined = union([without_value(option) for option in (*options_of(held), *options_of(folded_item))])
        if joined == held:
            return held
        held = joined
    return beyond(held)


def reduced(ev: Interpreter, arguments: Arguments) -> Value:
    """`functools.reduce(function, values, first)`: of few known items one after the other."""
    items = known_items(argument(arguments, 1))
    if items is not None and 0 < len(items) <= _LONGEST:
        held, *others = (*arguments.args[2:3], *items)
        for item in others:
            given = Arguments((held, item), {}, arguments.node, arguments.frame, True)
            held = ev.call_value(argument(arguments, 0), given)
        return held
    item = subscripts.element(ev, argument(arguments, 1))
    if len(arguments.args) > 2:
        _begin(ev, item, arguments)
    return folded(ev, argument(arguments, 0), item, arguments)


def _begin(ev: Interpreter, item: Value, arguments: Arguments) -> None:
    """The first of the calls of `reduce`, which stands for all: a key from outside is drawn from in each of them."""
    held = stamped(plain(arguments.args[2]), Token())  # another value in each call
    called_for_each(ev, (held, item), arguments)


HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    "repeat": repeated,
    "chain": chained,
    "chain-rows": chained_rows,
    "from-keys": from_keys,
    "product": multiplied,
    "combinations": chosen,
    "some-of": some_of,
    "some-of-second": later_of,
    "pairwise": pairs,
    "starmap": spread,
    "reduce": reduced,
}
