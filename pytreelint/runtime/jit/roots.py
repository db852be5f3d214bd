"""The function that the programs of a callable belong to."""

from __future__ import annotations

import functools
import types
from typing import Any

from jax.tree_util import all_leaves, tree_leaves

from pytreelint.runtime.trees.callables import Bound, Method, Partial, Wrapper

_FUNCTIONS = (types.FunctionType, types.MethodType)


def root_of(fun: Any) -> tuple[Any, tuple[Any, ...]]:
    """The function that a callable's programs belong to, and what is around it.

    The function is the wrapped one, else the class of a PyTree callable; around it are wrappers and their options.
    """
    inner, around = fun, []
    while inner is not None and not isinstance(inner, _FUNCTIONS):
        around.append((type(inner), getattr(inner, "options", None) if isinstance(inner, Wrapper) else None))
        inner = inside(inner)
    if any(leaf is inner for leaf in tree_leaves(fun)):
        return inner, tuple(around)
    return fun if all_leaves((fun,)) else type(fun), tuple(around)


def subject(fun: Any) -> Any:
    """The object that is called in the end."""
    inner = fun
    while inner is not None and not isinstance(inner, _FUNCTIONS):
        fun, inner = inner, inside(inner)
    return fun


def inside(fun: Any) -> Any:
    """The callable that another one is about, if it is about one."""
    match fun:
        case Wrapper():
            return fun.fun
        case Bound():
            return fun.__wrapped__
        case Method():
            return fun.function
        case Partial() | functools.partial():
            return fun.func
        case _:
            return getattr(fun, "__wrapped__", None)


def code_of(fun: Any) -> types.CodeType | None:
    """The code that runs in the end, if it is Python's."""
    inner = subject(fun)
    inner = inside(inner) or inner
    if isinstance(inner, types.MethodType):
        inner = inner.__func__
    if not isinstance(inner, types.FunctionType):
        inner = type(inner).__dict__.get("__call__")
    found = getattr(inner, "__code__", None)
    return found if isinstance(found, types.CodeType) else None
