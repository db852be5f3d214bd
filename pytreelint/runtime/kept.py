"""Functions made of functions, kept as long as those live, so that JAX finds its trace of them again.

JAX looks the traced body of a loop up by the function object. A wrapper made anew for each call would be traced and
compiled anew outside of `jit`: 70 ms for a loop that takes 0.3 ms.
"""

from __future__ import annotations

import types
import weakref
from collections.abc import Callable, Hashable
from typing import Any

import jax

# PyTrees are no keys: their arrays may differ from call to call.
_KEPT_FOR = (types.FunctionType, type(jax.jit(lambda: None)))
_MOST = 64
_made: weakref.WeakKeyDictionary[Any, dict[Hashable, Any]] = weakref.WeakKeyDictionary()


def kept(make: Callable[..., Any], fun: Callable[..., Any], *key: Hashable) -> Any:
    """`make(get, *key)`, the same object for the same function and equal keys.

    Args:
        make: Returns a function that calls `get()`, which is `fun`; it must not refer to `fun` itself.
        fun: Held weakly.
        *key: Whatever else the made function depends on.

    Returns:
        What was made.
    """
    if not isinstance(fun, _KEPT_FOR):
        return make(lambda: fun, *key)
    made = _made.setdefault(fun, {})
    name = (make, key)
    found = made.get(name)
    if found is None:
        if len(made) >= _MOST:
            made.pop(next(iter(made)))
        found = made[name] = make(weakref.ref(fun), *key)
    return found
