"""What several arrays, containers, instances, unknown values or optimizers have in common."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from pytreelint.knowledge.optimizers import ANY_OPTIMIZER
from pytreelint.knowledge.record import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytreelint.model.values.marks import Trace
    from pytreelint.model.values.regions import Region
    from pytreelint.model.values.value import Array, Container, Object, Optimizer, Scalar, Union, Unknown, Value

_OF_JAX = {"jax", "key"}  # a key is an array of JAX


def array(arrays: Sequence[Array]) -> Array:
    """The join of several arrays."""
    flavours, dtypes = {a.flavour for a in arrays}, {a.dtype for a in arrays}
    flavours = {"jax"} if flavours == _OF_JAX else flavours
    return replace(
        arrays[0],
        flavour=flavours.pop() if len(flavours) == 1 else "any",
        dtype=dtypes.pop() if len(dtypes) == 1 else "?",
        traces=traces(arrays),
        declared=any(a.declared for a in arrays),
        number_by=None,
        came_back=False,
        no_axes=all(a.no_axes for a in arrays),
    )


def unknown(options: Sequence[Unknown]) -> Unknown:
    """The join of several unknown values."""
    shared = traces(options)
    certain = bool(shared) and all(option.certain for option in options)
    missing = all(option.missing for option in options)
    return replace(options[0], missing=missing, traces=shared, certain=certain)


def container(options: Sequence[Container], union: Callable[[list[Value]], Value]) -> Container | None:
    """The join of lists or tuples, position by position; what only some of them have becomes `rest`."""
    from pytreelint.model.values.value import Union, Unknown

    kind = options[0].kind
    if kind not in ("list", "tuple") or any(option.kind != kind for option in options):
        return None
    shared = min(len(option.items) for option in options)
    items = tuple(_item([option.items[i] for option in options], union) for i in range(shared))
    more = [item for option in options for item in option.items[shared:]]
    more += [option.rest for option in options if option.rest is not None]
    if kind == "tuple" and more and any(len(o.items) == shared and o.rest is None for o in options):
        more.append(Unknown("items of another alternative"))  # a list may be one that a loop fills
    rest = union(more) if more else None
    if isinstance(rest, Union) and all(_holds_each(option, shared, rest, union) for option in options):
        rest = replace(rest, each=True)
    begun = options[0].begun if all(option.begun == options[0].begun for option in options) else None
    return replace(options[0], items=items, keys=(), rest=rest, declared=False, begun=begun)


def _item(held: list[Value], union: Callable[[list[Value]], Value]) -> Value:
    """The join of items at one place; what no path has changed stays what it is, with what has chosen it."""
    return held[0] if all(each is held[0] for each in held) else union(held)


def _holds_each(option: Container, shared: int, rest: Union, union: Callable[[list[Value]], Value]) -> bool:
    """Whether a list holds, behind its first items, one of each alternative: it holds as many that differ."""
    from pytreelint.model.values.value import Union

    inner = option.rest
    if isinstance(inner, Union) and (not inner.each or any(isinstance(each, Union) for each in inner.options)):
        return False
    held = [*option.items[shared:], *([inner] if inner is not None else [])]
    differ = union(held) if held else None
    return isinstance(differ, Union) and len(differ.options) == len(rest.options)


def instance(options: Sequence[Object], union: Callable[[list[Value]], Value]) -> Object:
    """Instances of one class, field by field."""
    held = [dict(o.fields) for o in options]
    names = dict.fromkeys(name for fields in held for name in fields)
    from pytreelint.model.values.alternatives import part_of_each

    joined = ((name, union([fields[name] for fields in held if name in fields])) for name in names)
    fields = tuple([(name, part_of_each(name, value, options)) for name, value in joined])
    same = options[0].parameter if all(o.parameter is options[0].parameter for o in options) else None
    region = reduce(_around_both, (o.created_in for o in options))
    exact, open_ = all(o.exact for o in options), any(o.open for o in options)
    return replace(options[0], fields=fields, exact=exact, open=open_, parameter=same, created_in=region)


def _around_both(first: Region | None, second: Region | None) -> Region | None:
    """Returns the region in which two values were created, one perhaps further inside; None if there is none."""
    if first is second or first is None or second is None:
        return first if first is second else None
    from pytreelint.model.values.regions import chain

    if any(each is first for each in chain(second)):
        return first
    return second if any(each is second for each in chain(first)) else None


def equal(first: Value, second: Value) -> Value:
    """Returns one of two equal values, without the parameter, token or region that is only one's own."""
    if first is second:
        return first
    from pytreelint.model.values.alternatives import joined
    from pytreelint.model.values.identity import restamped
    from pytreelint.model.values.value import Container, Object

    both, region, other = first, getattr(first, "created_in", None), getattr(second, "created_in", None)
    if region is not other:
        made: Any = first  # it has a region: compiled, a call by the type `Value` would leave that out
        both = restamped(replace(made, created_in=_around_both(region, other)), first.token)
    if isinstance(both, Object) and isinstance(second, Object) and both.parameter is not second.parameter:
        return joined(first, second, replace(both, parameter=None))
    same = first.token is second.token and not isinstance(first, (Container, Object))
    return both if same else joined(first, second, both)


def known_as(given: Sequence[Value], value: Value) -> Value:
    """What one of several values is: that object, whichever it is, unless one is no object; None is none."""
    tokens = [each.token for each in given if each.token is not None or getattr(each, "kind", "") != "NoneType"]
    if not tokens or None in tokens:
        return value
    from pytreelint.model.values.alternatives import one_of
    from pytreelint.model.values.identity import CARRIERS, restamped

    return restamped(value, one_of(tokens)) if type(value) in CARRIERS else value


def widened(flat: list[Value]) -> list[Value]:
    """Many alternatives as a few."""
    from pytreelint.model.values.widening import widened as few

    return few(flat)


def scalar(options: Sequence[Scalar]) -> Scalar | None:
    """Numbers of one kind as one of them; of different kinds they are none."""
    if {option.kind for option in options} != {options[0].kind}:
        return None
    guard, declared = any(option.guard for option in options), any(option.declared for option in options)
    return replace(options[0], guard=guard, declared=declared)


def traces(options: Sequence[Array | Unknown]) -> tuple[Trace, ...]:
    """What traces all of several values."""
    return tuple(t for t in options[0].traces if all(t in option.traces for option in options))


def optimizer(options: Sequence[Optimizer]) -> Optimizer | None:
    """Returns an optimizer that rejects what all of them reject, and calls what all of them call.

    Returns:
        None where one of them may be any: what the others reject is certain for their side.
    """
    if len({option.name in ANY_OPTIMIZER for option in options}) > 1:
        return None
    rejects = frozenset.intersection(*(option.rejects for option in options))
    called = tuple(each for each in options[0].schedules if all(each in option.schedules for option in options))
    known, parts = all(option.known for option in options), {option.parts for option in options}
    one = options[0].parts if len(parts) == 1 else ()
    return replace(options[0], rejects=rejects, known=known, schedules=called, parts=one)
