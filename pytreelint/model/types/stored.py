"""Stored functions that hold a part of their instance: JAX sees the function, not the part.

In a Module of Equinox, whose fields are all that JAX knows of it, `self.f = jax.vmap(self.layer)` is a leaf that is
no array. The layer inside is a copy that is never differentiated and never replaced.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import free_names
from pytreelint.model.types.leaves import arrays, method_is_tree
from pytreelint.model.values.sites import StoredTransform
from pytreelint.model.values.states import holds
from pytreelint.model.values.value import Bound, Container, Function, Object, Partial, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo, FieldInfo
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.why import Why

_FUNCTIONS = (Transformed, Function, Bound, Partial)


def stored_transforms(ev: Interpreter, instance: Object) -> None:
    """Emits a site for each field of a built Module whose function hides arrays of the Module from JAX."""
    if instance.cls.maker is None or not instance.cls.maker.methods_are_trees:
        return
    declared = instance.cls.fields()
    for name, held in instance.fields:
        if name in declared and declared[name].static is not False:
            continue
        place, value = next(_functions(name, held), ("", held))
        if not isinstance(value, _FUNCTIONS) or (value.why is None and value is held):
            continue
        own = own_method(instance.cls, name, value)
        hidden = instance if own or _around_own(instance.cls, name, value) else _hidden(instance, value)
        if hidden is None and name in declared:
            hidden = _declared_part(ev, declared[name], value)
        if hidden is not None and (own or next(arrays(ev, hidden), None) is not None):
            why = value.why or held.why
            if isinstance(value, Transformed) and (why is None or not _is_helpers(value, instance.cls)):
                ev.emit(StoredTransform(value.module, value.site, instance.cls, place, value, hidden))
            elif why is not None:
                ev.emit(StoredTransform(why.module, why.node, instance.cls, place, value, hidden))


def _functions(place: str, value: Value) -> Iterator[tuple[str, Value]]:
    """The function that a field is, or those that its list, tuple or dict holds, each with its place."""
    if isinstance(value, _FUNCTIONS):
        yield place, value
    elif isinstance(value, Container) and value.kind in ("list", "tuple", "dict"):
        steps = value.keys if value.kind == "dict" else range(len(value.items))
        yield from (
            (f"{place}[{step!r}]", item)
            for step, item in zip(steps, value.items, strict=True)
            if isinstance(item, Transformed)
        )
        if isinstance(value.rest, Transformed):
            yield f"{place}[...]", value.rest


def _is_helpers(value: Transformed, cls: ClassInfo) -> bool:
    """Whether a function that belongs to none of the classes of an instance has made a wrapper for it."""
    home = value.home
    return home is not None and home.function is not None and home.method.owner not in cls.mro


def own_method(cls: ClassInfo, name: str, value: Value) -> bool:
    """Whether a field holds a method of the very instance that is being built."""
    if not isinstance(value, Bound) or not isinstance(value.instance, Object) or not method_is_tree(value):
        return False
    return value.instance.cls is cls and value.instance.get(name) is None


def _around_own(cls: ClassInfo, name: str, value: Value) -> bool:
    """Whether a field's function holds a method of the very instance, as it was before the field was set.

    Where the function would be hashed, the method has no hash, and PTL207 says so.
    """
    match value:
        case Transformed():
            plain = not (value.transform.filtered or value.transform.hashes_function)
            return plain and own_method(cls, name, value.function)
        case Partial():
            return not value.tree and own_method(cls, name, value.function)
    return False


def _hidden(instance: Object, value: Value) -> Value | None:
    """Returns the part of the instance, or the instance, that a function hides from JAX."""
    match value:
        case Transformed() if not value.transform.filtered:
            return _part(instance, value.function) or _hidden(instance, value.function)
        case Partial(tree=False):
            return next(
                (p for a in value.args if (p := _part(instance, a)) is not None), _hidden(instance, value.function)
            )
        case Bound() if isinstance(value.instance, Object) and not method_is_tree(value):
            return _part(instance, value.instance)
        case Function(closure=closure) if closure is not None and closure.first_parameter is not None:
            holder, names = closure.find(closure.first_parameter), free_names(value.node)
            if not isinstance(holder, Object) or holder.cls is not instance.cls:
                return None
            held = (closure.find(name) for name in sorted(names))
            return (
                instance
                if closure.first_parameter in names
                else next((v for v in held if v and _made_for(instance, v)), None)
            )
    return None


def _declared_part(ev: Interpreter, info: FieldInfo, value: Value) -> Value | None:
    """Returns the layer that a wrapper hides in a field that is declared as a layer of that class."""
    if not isinstance(value, Transformed) or value.transform.filtered or info.annotation is None:
        return None
    held = value.function
    wanted = ev.annotation(info.annotation, info.owner.scope) if isinstance(held, Object) else None
    if not isinstance(held, Object) or not isinstance(wanted, Object) or not wanted.cls.own_fields:
        return None
    return held if wanted.cls in held.cls.mro and held.cls.pytree == "yes" else None


def _part(instance: Object, value: Value) -> Value | None:
    """A value that is a field of the instance as well, or the instance of a bound method that is."""
    held = value.instance if isinstance(value, Bound) else value
    if not isinstance(held, Object):
        return None
    return held if any(_holds(item, held) for _, item in instance.fields) or _made_for(instance, held) else None


def _made_for(instance: Object, value: Value) -> bool:
    """Whether a PyTree was built in the very `__init__` that made the instance: it is a part, field or not."""
    if not isinstance(value, Object) or value.cls.pytree != "yes":
        return False
    found, origin = instance.cls.method("__init__"), _origin(value)
    return (
        found is not None and origin is not None and origin.module is found[0].module and holds(found[1], origin.node)
    )


def _origin(value: Value) -> Why | None:
    """Returns where a value was created: two equal values need not be one object.

    A token would say so, but what a wrapper holds, and what a constructor has made, comes back without one.
    """
    link = value.why
    while link is not None and link.before is not None:
        link = link.before
    return link


def _holds(value: Value, part: Value) -> bool:
    """Whether a value is, or has inside it, another one."""
    if isinstance(value, Container):
        return any(_holds(item, part) for item in (*value.items, *((value.rest,) if value.rest is not None else ())))
    same = value == part and _origin(value) == _origin(part)
    return same or (isinstance(value, Object) and any(_holds(item, part) for _, item in value.fields))
