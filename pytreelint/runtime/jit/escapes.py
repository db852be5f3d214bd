"""Outputs that would take tracers out of their trace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from types import ModuleType
from typing import Any

import jax
from jax.tree_util import tree_leaves

from pytreelint.runtime.keys.function_keys import FUNCTIONS
from pytreelint.runtime.trees.selection import paths
from pytreelint.runtime.trees.skeleton import Packed


def refuse_escapes(out: Packed, given: Iterable[Any], arrays: Sequence[Any]) -> None:
    """Refuse an object that is no node of a PyTree, was made in this trace, and holds an array of it.

    Such is an instance of a class that somebody forgot to register; `jax.jit` refuses it, too.

    Args:
        out: The output.
        given: The static leaves of the call: what came in may go out.
        arrays: The arguments of the trace, which say which trace it is.

    Raises:
        TypeError: There is one; the message names it.
    """
    trace = getattr(arrays[0], "_trace", None) if arrays else None
    if trace is None:
        return
    known = {id(leaf) for leaf in given}
    for position, leaf in out.skeleton.statics:
        if id(leaf) in known or isinstance(leaf, (*FUNCTIONS, type, ModuleType)):
            continue
        for name, value in _attributes(leaf):
            if any(isinstance(x, jax.core.Tracer) and x._trace is trace for x in tree_leaves(value)):
                path, kind = paths(out.skeleton.treedef)[position], type(leaf).__qualname__
                raise TypeError(
                    f"`output{path}` is a `{kind}`, which is no node of a PyTree, and its `{name}` holds an array: "
                    f"that would leave the compiled function as a tracer. Make `{kind}` a node "
                    "(`jax.tree_util.register_dataclass`, an Equinox module), or return the array itself"
                )


def _attributes(x: Any) -> Iterator[tuple[str, Any]]:
    if is_dataclass(x):
        yield from ((field.name, getattr(x, field.name, None)) for field in fields(x))
    yield from getattr(x, "__dict__", {}).items()
