"""The leaves of a value: which JAX finds, which of them it rejects, whether Python can hash the value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import record, replace
from pytreelint.knowledge.results import lookup
from pytreelint.knowledge.transforms import TRANSFORMS
from pytreelint.model.types.implementations import implementations
from pytreelint.model.types.own_hash import hashed_fields
from pytreelint.model.types.registration import flattened
from pytreelint.model.values.classes import ClassInfo
from pytreelint.model.values.limits import NESTED_ALTERNATIVES
from pytreelint.model.values.marks import certain
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.unknowns import Variables
from pytreelint.model.values.value import (
    Array,
    Bound,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    ModuleValue,
    Object,
    Opaque,
    Optimizer,
    Partial,
    Scalar,
    Transformed,
    Union,
    Unknown,
    Value,
)
from pytreelint.model.values.wholes import is_whole
from pytreelint.model.values.why import Why

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


@record(frozen=True, slots=True)
class Leaf:
    """A leaf, the path to it (`.layers[0].act`), and the evidence of the objects passed on the way.

    Attributes:
        exact: all objects on the way were seen being built; no annotation is relied on.
        promised: else the outermost one of which an annotation alone says what it is.
    """

    path: str
    value: Value
    trail: tuple[Why, ...] = ()
    owner: ClassInfo | None = None
    field: str = ""
    exact: bool = True
    promised: Value | None = None


def leaves(ev: Interpreter, value: Value) -> Iterator[Leaf]:
    """The leaves that `jax.tree_util.tree_leaves` would give; an unknown part is one unknown leaf."""
    return _leaves(ev, value, "", (), None)


def _leaves(ev: Interpreter, value: Value, path: str, trail: tuple[Why, ...], above: Leaf | None) -> Iterator[Leaf]:
    """The leaves of a part of a tree; `above`: what the instances that hold it say of each of them."""
    match value:
        case Union(each=True):
            for option in value.options:
                yield from _leaves(ev, option, path, trail, above)
        case Constant(value=None):
            return
        case Container(kind="tuple" | "list" | "namedtuple"):
            for index, item in enumerate(value.items):
                yield from _leaves(ev, item, f"{path}[{index}]", trail, above)
            if value.rest is not None:
                yield from _leaves(ev, value.rest, f"{path}[...]", trail, above)
        case Container(kind="dict"):
            for key, item in zip(value.keys, value.items, strict=True):
                yield from _leaves(ev, item, f"{path}[{key!r}]", trail, above)
            if value.rest is not None:
                yield from _leaves(ev, value.rest, f"{path}[...]", trail, above)
        case Object():
            yield from _object(ev, value, path, _longer(trail, value.why), above)
        case Bound(instance=Object()) if method_is_tree(value):
            yield from _leaves(ev, value.instance, path, trail, above)
        case Node():
            for part in value.parts:
                yield from _leaves(ev, part, path, _longer(trail, value.why), above)
        case Partial(tree=True):
            for index, item in enumerate(value.args):
                yield from _leaves(ev, item, f"{path}.args[{index}]", trail, above)
            for name, item in value.keywords:
                yield from _leaves(ev, item, f"{path}.keywords[{name!r}]", trail, above)
        case Transformed() if value.transform.filtered:
            yield from _leaves(ev, value.function, path, trail, above)
        case Optimizer():
            for name in ("init", "update"):
                yield _leaf(f"{path}.{name}", Opaque("function"), _longer(trail, value.why), above)
        case _:
            yield _leaf(path, value, _longer(trail, value.why), above)


def _longer(trail: tuple[Why, ...], why: Why | None) -> tuple[Why, ...]:
    return (*trail, why) if why is not None and why not in trail else trail


def module_like(value: Value) -> bool:
    """Whether methods of the instance, once bound, are PyTrees themselves (Equinox)."""
    return isinstance(value, Object) and value.cls.maker is not None and value.cls.maker.methods_are_trees


def method_is_tree(value: Value) -> bool:
    """Whether a bound method is a PyTree around its instance; dunder methods stay Python's own."""
    if not isinstance(value, Bound) or not module_like(value.instance):
        return False
    function = value.function
    while isinstance(function, Transformed):
        function = function.function
    return isinstance(function, Function) and not function.name.startswith("__")


def hashed_as(function: Value) -> Value:
    """What is hashed where a transform hashes its function: of a bound method that is a PyTree, its instance."""
    return function.instance if isinstance(function, Bound) and method_is_tree(function) else function


def _leaf(path: str, value: Value, trail: tuple[Why, ...], above: Leaf | None) -> Leaf:
    if above is None:
        return Leaf(path, value, trail)
    return Leaf(path, value, trail, above.owner, above.field, above.exact, above.promised)


def _object(ev: Interpreter, value: Object, path: str, trail: tuple[Why, ...], above: Leaf | None) -> Iterator[Leaf]:
    cls, children = value.cls, flattened(ev, value)
    field, exact, promised = ("", True, None) if above is None else (above.field, above.exact, above.promised)
    if children is None:
        yield Leaf(path, value, trail, cls, field, exact, promised)
        return
    if not value.exact:
        exact, promised = False, value if promised is None else promised
    for name, child in children.data:
        here = Leaf("", value, (), cls, name or field, exact, promised)
        yield from _leaves(ev, child, f"{path}.{name}", trail, here)
    if not value.exact and (classes := implementations(ev, cls)):
        several = Union(tuple(ev.instance(cls) for cls in classes))
        yield Leaf(path, several, trail, cls, field, False, promised)
    if not children.complete:
        yield replace(_leaf(path, Unknown("fields"), trail, above), owner=cls)


def opaque(value: Value) -> bool | None:
    """Whether raw transforms reject a leaf: yes, no, or None for unknown."""
    match value:
        case Union():
            answers = {opaque(option) for option in value.options}
            return answers.pop() if len(answers) == 1 else None
        case Array():
            return None if value.flavour == "shape-struct" else value.flavour == "sparse" or value.dtype == "texts"
        case Scalar():
            return False
        case Constant():
            return value.kind in ("str", "bytes", "ellipsis") if value.value is not None else False
        case Opaque():
            return True
        case Function() | Bound() | ClassValue() | ModuleValue() | Transformed():
            return None if isinstance(value, Bound) and not _is_method(value) else True
        case Partial():
            return not value.tree
        case Container():
            return True if value.kind in ("set", "frozenset", "iterator") else None
        case Library():
            return _library_leaf(value.name)
        case Object():
            return True if value.cls.pytree == "no" and value.exact and not value.cls.registered_somewhere else None
    return None


def _library_leaf(name: str) -> bool | None:
    if name.startswith("builtins."):
        return True
    fact = lookup(name)
    if fact is None:
        return True if name in TRANSFORMS else None
    return True if fact.kind in ("function", "class", "dtype", "module") else None


def _is_method(value: Bound) -> bool:
    if isinstance(value.function, Library):
        return lookup(value.function.name) is not None
    return isinstance(value.function, (Function, Transformed))


def certain_leaves(ev: Interpreter, value: Value, wanted: Callable[[Leaf], bool]) -> Iterator[Leaf]:
    """Returns the leaves that certainly satisfy `wanted`; a union counts if each of its options does."""
    if isinstance(value, Union):
        first = _of_all(ev, value, wanted)
        if first is not None:
            yield first
        return
    for leaf in leaves(ev, value):
        if wanted(leaf):
            yield leaf
        elif isinstance(leaf.value, Union):
            nested = next(certain_leaves(ev, leaf.value, wanted), None)
            if nested is not None:
                exact, promised = leaf.exact and nested.exact, leaf.promised or leaf.value
                path = leaf.path + nested.path
                yield replace(leaf, path=path, value=nested.value, exact=exact, promised=promised)


def _of_all(ev: Interpreter, value: Union, wanted: Callable[[Leaf], bool]) -> Leaf | None:
    """The first such leaf of the first alternative, where each of them has one."""
    if value in ev.bounds.active:  # a part of what it is itself: it is finite, so that one of its parts decides
        return _SUPPOSED
    ev.bounds.active.add(value)
    try:
        found = [next(certain_leaves(ev, option, wanted), None) for option in value.options]
    finally:
        ev.bounds.active.discard(value)
    if None in found:
        return None
    return next((leaf for leaf in found if leaf is not None and leaf.value is not _SUPPOSED.value), None)


_SUPPOSED = Leaf("", Opaque("object"), exact=False)


def is_seen(ev: Interpreter, tree: Value, leaf: Leaf) -> bool:
    """Whether a leaf of a tree was seen, or an annotation promises it of what is whole."""
    return leaf.exact or is_whole(ev, tree if isinstance(tree, Union) else leaf.promised or tree)


def counted_leaves(ev: Interpreter, value: Value) -> Iterator[Leaf]:
    """The leaves that are certainly integers, bools or PRNG keys: of a value that was seen, not of an annotation."""
    if not isinstance(value, Union):
        for leaf in leaves(ev, value):
            if leaf.exact and _counted(leaf.value):
                yield leaf


def _counted(value: Value) -> bool:
    match value:
        case Array():
            return not value.declared and (value.dtype in ("integer", "bool") or value.flavour == "key")
        case Scalar() | Constant():
            return value.kind in ("int", "bool")
        case Union():
            return all(_counted(option) for option in value.options)
    return False


def arrays(ev: Interpreter, value: Value, depth: int = 0) -> Iterator[Leaf]:
    """Returns the leaves that are certainly arrays, in static fields too.

    Arguments:
        depth: so many alternatives were passed on the way: a class whose field holds itself, or another, has no end.
    """
    if depth > NESTED_ALTERNATIVES:
        return
    if isinstance(value, Union):
        found = [next(arrays(ev, option, depth), None) for option in value.options if not is_none(option)]
        if found and all(found) and found[0] is not None:
            yield found[0]
        return
    for leaf in leaves(ev, value):
        if isinstance(leaf.value, Array) and leaf.value.flavour != "shape-struct":
            yield leaf
        elif isinstance(leaf.value, Union) and all(isinstance(option, Object) for option in leaf.value.options):
            inner = arrays(ev, leaf.value, depth + 1)
            yield from (replace(leaf, path=leaf.path + each.path, value=each.value) for each in inner)


def is_none(value: Value) -> bool:
    """Whether a value is None, declared or seen."""
    return isinstance(value, Constant) and value.value is None


def unhashable(ev: Interpreter, value: Value, path: str = "") -> Leaf | None:
    """The part of a value for which `hash` certainly raises, None where nothing is certain."""
    match value:
        case Union():
            found = [unhashable(ev, option, path) for option in value.options]
            return found[0] if all(f is not None for f in found) else None
        case Array() | Unknown() if certain(value) or isinstance(value, Variables):
            return Leaf(path, value)
        case Array():
            return None if value.flavour in ("numpy-scalar", "shape-struct", "any") else Leaf(path, value)
        case Container(kind="list" | "dict" | "set"):
            return Leaf(path, value)
        case Container(kind="iterator"):
            return None  # by identity
        case Container():
            parts = [*enumerate(value.items)]
            return next((x for i, v in parts if (x := unhashable(ev, v, f"{path}[{i}]")) is not None), None)
        case Object():
            if id(value) in ev.memory.hashable:
                return None
            part = _unhashable_object(ev, value, path)
            if part is None:
                ev.memory.hashable[id(value)] = value
            return part
        case Transformed() if not value.transform.hashable:
            return Leaf(path, value)
        case Bound() if method_is_tree(value):
            return unhashable(ev, value.instance, path)
    return None


def _unhashable_object(ev: Interpreter, value: Object, path: str) -> Leaf | None:
    cls = value.cls
    if cls.is_open:
        return None
    if cls.method("__hash__"):
        for name, held in hashed_fields(value):
            found = unhashable(ev, held, f"{path}.{name}")
            if found is not None:
                return found
        return None
    if cls.method("__eq__"):
        return Leaf(path, value, (), cls)
    how = cls.hash
    if how == "unhashable":
        return Leaf(path, value, (), cls)
    if how == "fields":
        declared = cls.fields()
        for name, item in value.fields:
            if not value.exact and isinstance(item, Container):
                continue  # annotated `list`, given a tuple: common
            if name not in declared or not declared[name].hashed:
                continue
            if (part := unhashable(ev, item, f"{path}.{name}")) is not None:
                return Leaf(part.path, part.value, _longer(part.trail, item.why), part.owner or cls, part.field or name)
    return None


def no_pytree(ev: Interpreter, value: Object) -> bool:
    """Whether JAX certainly takes an instance for one leaf: no base, decorator or registration makes it a PyTree."""
    cls = value.cls
    if cls.pytree != "no" or cls.is_open or cls.registered_somewhere or cls.is_protocol:
        return False
    return not ev.memory.is_base_of_tree(cls)
