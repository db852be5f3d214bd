"""What stands in a container or an instance, as it goes on into another one."""

from __future__ import annotations

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import Step, parted, plain, stamped
from pytreelint.model.values.unknowns import Itself
from pytreelint.model.values.value import DYNAMIC, Bound, Container, Function, Object, Partial, Transformed, Value

_DEPTH = 6  # trees inside of each other


def items_of(holder: Container) -> tuple[Value, ...]:
    """The items of a container as they stand in another one: as parts of it."""
    if holder.token is None:
        return (*holder.items,)  # another tuple: those who share one are one object, see `aliases`
    steps = holder.keys if holder.kind == "dict" else range(len(holder.items))
    return tuple(parted(holder, ("[]", step), item) for step, item in zip(steps, holder.items, strict=True))


def fields_of(holder: Object) -> tuple[tuple[str, Value], ...]:
    """The attributes of an instance as they stand in another one: as parts of it."""
    if holder.token is None:
        return (*holder.fields,)
    held = tuple((name, parted(holder, (".", name), held)) for name, held in holder.fields)
    return tuple((name, holder if type(each) is Itself else each) for name, each in held)


def shallow(value: Value) -> Value:
    """Another container, or instance, that holds the very objects of a first one."""
    if isinstance(value, Container):
        return replace(value, items=items_of(value), rest=plain(value.rest) if value.rest is not None else None)
    return replace(value, fields=fields_of(value)) if isinstance(value, Object) else plain(value)


def steps_of(value: Value) -> list[tuple[Step, Value]]:
    """The known parts of a container or an instance, each with the way to it."""
    if isinstance(value, Object):
        return [((".", name), held) for name, held in value.fields]
    if isinstance(value, Container):
        steps = value.keys if value.kind == "dict" else range(len(value.items))
        return [(("[]", step), held) for step, held in zip(steps, value.items, strict=True)]
    return []


def same_leaves(tree: Value, depth: int = 0) -> Value:
    """A new tree that has the very leaves of a first one: `jax.tree.map(lambda x: x, tree)`."""
    if depth > _DEPTH or not isinstance(tree, (Container, Object)):
        return tree
    whole = shallow(tree)
    if isinstance(whole, Container):
        return stamped(replace(whole, items=tuple([same_leaves(each, depth + 1) for each in whole.items])), None)
    assert isinstance(whole, Object)
    fields = tuple([(name, same_leaves(each, depth + 1)) for name, each in whole.fields])
    return stamped(replace(whole, fields=fields), None)


def of_partial(value: Partial, name: str) -> Value:
    """An attribute of a `functools.partial`: its function, or what it passes on."""
    if name == "func":
        return value.function
    if name == "keywords":
        return Container("dict", tuple(given for _, given in value.keywords), tuple(key for key, _ in value.keywords))
    return Container("tuple", value.args) if name == "args" else DYNAMIC


def inner_function(value: Value) -> Function | None:
    """The function inside of transforms, bound methods and partials."""
    while isinstance(value, (Transformed, Bound, Partial)):
        value = value.function
    return value if isinstance(value, Function) else None
