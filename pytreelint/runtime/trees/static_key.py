"""When two static values are the same to a compiled program.

`static_key(value)` is a hashable key, equal for values that may share a trace: type and value count (1, True and 1.0
differ, so do 0.0 and -0.0; every NaN is the same), functions are equal when they read the same (`function_keys.py`),
other objects when they say so themselves. `static_key(value, lenient=True)` never fails: what has no hash is itself.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
from jax.tree_util import keystr, tree_flatten_with_path, tree_structure, treedef_is_leaf

from pytreelint.runtime.keys.function_keys import FUNCTIONS, function_key, is_current
from pytreelint.runtime.keys.identity import IdentityKey, Same
from pytreelint.runtime.keys.part_keys import is_made_by_jax
from pytreelint.runtime.keys.scalar_keys import SCALARS, inexact_key, numpy_key
from pytreelint.runtime.trees.leaves import is_array

# What to pass in place of values of these types.
_HASHABLE: dict[type, str] = {
    set: "a frozenset",
    bytearray: "bytes",
    slice: "its numbers, in a tuple",
}


class UnhashableLeafError(TypeError, ValueError):
    """What a transform raises if a static leaf has no hash; the message names it, and says what to do.

    A TypeError as that of `hash`, and a ValueError as that of `jax.jit`.

    Examples:
        >>> try:
        ...     filter_jit(lambda x, names: x)(jnp.ones(2), {"a", "b"})
        ... except UnhashableLeafError as error:
        ...     print(str(error).split(",")[0])
        static leaf names of type `builtins.set` has no hash
    """


def static_key(value: Any, name: str = "", lenient: bool = False) -> Hashable:
    """The key of one static value.

    Args:
        value: A leaf, or a whole tree of static leaves; containers count by their parts.
        name: What the error calls the value, such as its path.
        lenient: Take a value without a hash as equal to itself only, instead of raising.

    Returns:
        A hashable key; it keeps the value (or its parts) alive, but for functions.

    Raises:
        UnhashableLeafError: The value, or a leaf of it, has no hash; the message names path and type.

    Examples:
        >>> static_key(1) == static_key(True), static_key(float("nan")) == static_key(float("nan"))
        (False, True)
    """
    scalar = SCALARS.get(type(value))
    if scalar is not None:
        return scalar(value)
    if isinstance(value, FUNCTIONS):
        return function_key(value)
    if not is_leaf(value):
        return _tree_key(value, name, lenient)
    try:
        if isinstance(value, np.generic):
            return numpy_key(value)
        if isinstance(value, (float, complex)):
            return inexact_key(value)
        if type(value) is frozenset:
            return (frozenset, frozenset([static_key(part) for part in value]))
        hash(value)
    except TypeError:
        if lenient:
            return Same(value)
        raise UnhashableLeafError(_no_hash(value, name)) from None
    return (type(value), value, _fields_key(value))


def _fields_key(value: Any) -> Hashable:
    """The fields of a frozen dataclass by type and value, for which its `==` takes 1 and True for the same."""
    params = getattr(value, "__dataclass_params__", None)
    if isinstance(value, type) or params is None or not (params.frozen and params.eq):
        return None
    return tuple([static_key(getattr(value, field.name), lenient=True) for field in fields(value) if field.compare])


def _tree_key(tree: Any, name: str, lenient: bool) -> Hashable:
    leaves, treedef = tree_flatten_with_path(tree)
    keys = tuple(static_key(leaf, name + keystr(path), lenient) for path, leaf in leaves)
    try:
        # JAX's `==` does not see all that the hash does: see `structures_differ`.
        number = hash(treedef)
    except TypeError:
        if lenient:
            return (Same(tree), keys)
        raise UnhashableLeafError(_no_hash(tree, name)) from None
    return (number, treedef, keys)


def is_settled(value: Any) -> bool:
    """Whether the key of a static leaf tells all that a later trace could read of it.

    It does not for what is compared by identity or by its own `==`, nor where what a function reads has changed.
    """
    if type(value) in SCALARS or isinstance(value, (type, str, np.generic)):
        return True
    if not isinstance(value, FUNCTIONS):
        return is_made_by_jax(value)
    key = function_key(value)
    return not isinstance(key, IdentityKey) and is_current(value, key)


def is_leaf(value: Any) -> bool:
    """Whether a value is no node of a PyTree."""
    return bool(treedef_is_leaf(tree_structure(value)))


def _no_hash(value: Any, name: str) -> str:
    kind = f"{type(value).__module__}.{type(value).__qualname__}"
    text = f"static leaf {name or 'value'} of type `{kind}` has no hash, so no trace can be found by it; "
    if is_array(value):
        return text + "an array must be traced: do not name its argument as static, nor leave it out of `dynamic`"
    if type(value) in _HASHABLE:
        return text + f"pass {_HASHABLE[type(value)]}"
    if is_dataclass(value):
        return text + (
            "make its class a node with `jax.tree_util.register_dataclass`, or `@dataclass(frozen=True)` if it holds "
            "no arrays"
        )
    return text + "give its class `__eq__` and `__hash__`, make it a node of the tree, or close over it"
