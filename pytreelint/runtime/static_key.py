"""When two static values are the same to a compiled program.

`static_key(value)` is a hashable key, equal for values that may share a trace: type and value count (1, True and 1.0
differ, so do 0.0 and -0.0; every NaN is the same), and functions are equal when their code, closure, defaults and
attributes are. `static_key(value, lenient=True)` never fails: what has no hash is itself only.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Hashable
from typing import Any

import jax
import numpy as np
from jax.tree_util import keystr, tree_flatten, tree_flatten_with_path, tree_structure, treedef_is_leaf

from pytreelint.runtime.leaves import is_array

# Containers that hold themselves must end somewhere.
_DEEPEST = 20


class UnhashableLeafError(TypeError, ValueError):
    """A static leaf has no hash. A TypeError as that of `hash`, and a ValueError as that of `jax.jit`."""


class Same:
    """An object that equals only itself, whatever its own `==` says, and has a hash."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def static_key(value: Any, name: str = "", lenient: bool = False) -> Hashable:
    """The key of one static value.

    Args:
        value: A leaf, or a whole tree of static leaves; containers count by their parts.
        name: What the error calls the value, such as its path.
        lenient: Take a value without a hash as equal to itself only, instead of raising.

    Returns:
        A hashable key; it keeps the value (or its parts) alive.

    Raises:
        UnhashableLeafError: The value, or a leaf of it, has no hash; the message names path and type.

    Example:
        >>> static_key(1) == static_key(True), static_key(float("nan")) == static_key(float("nan"))
        (False, True)
    """
    plain = _PLAIN.get(type(value))
    if plain is not None:
        key: Hashable = plain(value)
        return key
    if isinstance(value, types.FunctionType):
        return _function_key(value, ())
    if isinstance(value, functools.partial):
        parts = (value.func, *value.args, *value.keywords.values())
        keys = tuple(_part_key(part, ()) for part in parts)
        return (type(value), len(value.args), tuple(value.keywords), keys)
    if isinstance(value, (float, complex, np.inexact)):
        return (type(value), _inexact_key(value), None if value != value else value)
    if not is_leaf(value):
        return _tree_key(value, name, lenient)
    try:
        hash(value)
    except TypeError:
        if lenient:
            return Same(value)
        raise UnhashableLeafError(_no_hash(value, name)) from None
    return (type(value), value)


def _plain_key(value: Any) -> Hashable:
    return (type(value), value)


def _inexact_key(value: Any) -> Hashable:
    """NaN is one value; a zero has its sign."""
    return "nan" if value != value else repr(value)


def _float_key(value: float) -> Hashable:
    if value != value:
        return (float, "nan")
    return (float, value) if value else (float, repr(value))


_PLAIN: dict[type, Any] = {
    **dict.fromkeys((bool, int, str, bytes, type(None)), _plain_key),
    float: _float_key,
    complex: lambda value: (complex, repr(value)),
}


def _tree_key(tree: Any, name: str, lenient: bool) -> Hashable:
    leaves, treedef = tree_flatten_with_path(tree)
    keys = tuple(static_key(leaf, name + keystr(path), lenient) for path, leaf in leaves)
    try:
        hash(treedef)
    except TypeError:
        if lenient:
            return (Same(tree), keys)
        raise UnhashableLeafError(_no_hash(tree, name)) from None
    return (treedef, keys)


class _ByIdentity(Exception):  # noqa: N818 - no error: a way out of the recursion
    """A function holds something that may change unseen."""


def _function_key(function: types.FunctionType, around: tuple[Any, ...]) -> Hashable:
    """Equal for functions that cannot act differently; `around` are those whose closures are being read.

    A function that holds something that may change in place, and has no hash, is equal to itself only.
    """
    for depth, outer in enumerate(around):
        if outer is function:
            return ("closes over itself", depth)
    around = (*around, function)
    try:
        cells = tuple(_cell_key(cell, around) for cell in function.__closure__ or ())
        defaults = tuple(_part_key(x, around) for x in function.__defaults__ or ())
        named = tuple((k, _part_key(x, around)) for k, x in (function.__kwdefaults__ or {}).items())
        held = tuple((k, _part_key(x, around)) for k, x in function.__dict__.items())
    except _ByIdentity:
        return Same(function)
    code, world = Same(function.__code__), Same(function.__globals__)
    return (types.FunctionType, code, world, function.__qualname__, cells, defaults, named, held)


def _cell_key(cell: types.CellType, around: tuple[Any, ...]) -> Hashable:
    try:
        return _part_key(cell.cell_contents, around)
    except ValueError:
        return "empty cell"


def _part_key(value: Any, around: tuple[Any, ...], depth: int = 0) -> Hashable:
    """What a function holds: functions by what they do, containers by their parts as they are now, arrays by identity
    (those of JAX never change), what has a hash by value."""
    if isinstance(value, types.FunctionType):
        return _function_key(value, around)
    if isinstance(value, jax.Array):
        return Same(value)
    if depth > _DEEPEST:
        raise _ByIdentity
    if isinstance(value, (tuple, list)):
        return (type(value), tuple(_part_key(part, around, depth + 1) for part in value))
    if isinstance(value, dict):
        return (type(value), tuple((_part_key(k, around), _part_key(x, around, depth + 1)) for k, x in value.items()))
    if is_leaf(value):
        try:
            return static_key(value)
        except TypeError:
            raise _ByIdentity from None
    leaves, treedef = tree_flatten(value)
    return (treedef, tuple(_part_key(leaf, around, depth + 1) for leaf in leaves))


def holds_tracer(key: Hashable) -> bool:
    """Whether a key is of something that closes over a tracer."""
    if isinstance(key, tuple):
        return any(map(holds_tracer, key))
    if not isinstance(key, Same):
        return False
    cells = key.value.__closure__ or () if isinstance(key.value, types.FunctionType) else ()
    return isinstance(key.value, jax.core.Tracer) or any(_is_traced(cell) for cell in cells)


def _is_traced(cell: types.CellType) -> bool:
    try:
        return isinstance(cell.cell_contents, jax.core.Tracer)
    except ValueError:
        return False


def is_leaf(value: Any) -> bool:
    """Whether a value is no node of a PyTree."""
    return bool(treedef_is_leaf(tree_structure(value)))


def _no_hash(value: Any, name: str) -> str:
    kind = f"{type(value).__module__}.{type(value).__qualname__}"
    text = f"static leaf {name or 'value'} of type `{kind}` has no hash, so no trace can be found by it; "
    if is_array(value):
        return text + "an array must be traced: do not name its argument as static, nor leave it out of `dynamic`"
    return text + (
        "make it an array, give its class `__eq__` and `__hash__` (a frozen dataclass has them), or close over it"
    )
