"""Functions made of functions, kept as long as those live, so that JAX finds its trace of them again.

JAX looks the traced body of a loop up by the function object. A wrapper made anew for each call would be traced and
compiled anew outside of `jit`: 70 ms for a loop that takes 0.3 ms.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Hashable
from typing import Any

import jax

from pytreelint.runtime.keys.weak import Beside, referring
from pytreelint.runtime.trees.described import described
from pytreelint.runtime.trees.skeleton import Skeleton

# For no other callables: what a PyTree or an object holds may be another thing at the next call.
_KEPT_FOR = (types.FunctionType, type(jax.jit(lambda: None)))
_MOST = 64
_MADE: Beside[dict[Hashable, Any]] = Beside(lambda _: {})


def kept(make: Callable[..., Any], fun: Callable[..., Any], *key: Hashable) -> Any:
    """`make(get, *key)`, the same object for the same function and equal keys.

    Args:
        make: Returns a function that calls `get()`, which is `fun`; it must not refer to `fun` itself.
        fun: Held weakly.
        *key: Whatever else the made function depends on. Where a static leaf of a `Skeleton` among it may have changed
            unseen since it was first made for, it is made anew.

    Returns:
        What was made.
    """
    if not callable(fun):
        raise TypeError(f"a loop or branch needs a function, not {described(fun)}")
    if not isinstance(fun, _KEPT_FOR) or not all(part.is_settled() for part in key if isinstance(part, Skeleton)):
        return _placed(make(lambda: fun, *key), fun)
    made = _MADE.of(fun)
    name = (make, key)
    found = made.get(name)
    if found is None:
        if len(made) >= _MOST:
            made.clear()
        found = made[name] = _placed(make(referring(fun), *key), fun)
    return found


def _placed(made: Any, fun: Callable[..., Any]) -> Any:
    """The made function, for which JAX's errors give the place of the other one; it does not hold it."""
    code = getattr(inspect.unwrap(fun), "__code__", None)
    if code is not None and isinstance(made, types.FunctionType):
        signature = inspect.signature(made)
        vars(made).update(
            __signature__=signature, __wrapped__=types.SimpleNamespace(__code__=code, __name__=code.co_name)
        )
    return made
