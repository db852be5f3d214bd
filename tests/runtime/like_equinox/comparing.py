"""Programs that are run twice, with Equinox's transforms and with ours, and what is compared of the outcome."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, TypeAlias

import equinox as eqx
import jax
import numpy as np
import pytest
from _pytest.mark import ParameterSet
from jax.tree_util import tree_flatten

from pytreelint import runtime
from tests.part import part

Program: TypeAlias = Callable[[Any], Any]


class Programs(list[Program]):
    """The programs of a file; each takes the module whose transforms it is to use, and returns what is compared."""

    def __call__(self, program: Program) -> Program:
        self.append(program)
        return program


def cases(programs: Programs) -> list[ParameterSet]:
    """Each program by its name; half of them are run by `make test`."""
    return [pytest.param(each, id=each.__name__, marks=part(each.__name__, of=2)) for each in programs]


def difference(program: Program) -> str:
    """Empty if both ways give the same: values, dtypes, structure, kinds of arrays, warnings; or alike errors."""
    ours, theirs = outcome(program, runtime), outcome(program, eqx)
    if ours == theirs or _is_alike(ours[0], theirs[0]):
        return ""
    return f"ours:    {ours}\nequinox: {theirs}"


def _is_alike(ours: Any, theirs: Any) -> bool:
    """Whether both raised, and `except` of a builtin type catches ours where it catches theirs."""
    if isinstance(ours, Exception) and isinstance(theirs, Exception):
        return all(isinstance(ours, kind) for kind in type(theirs).__mro__ if kind.__module__ == "builtins")
    return False


def outcome(program: Program, api: Any) -> tuple[Any, list[str]]:
    """What a program returns, in a form that can be compared, or the error that it raises; and its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.filterwarnings("ignore", "Explicitly requested dtype")  # dummies that Equinox makes of int64
        try:
            found = comparable(program(api))
        except Exception as error:
            found = error
    return found, sorted(warning.category.__name__ for warning in caught)


def comparable(tree: Any) -> Any:
    """A tree as its structure and plain values."""
    leaves, treedef = tree_flatten(tree, is_leaf=lambda x: x is None)
    return str(treedef), [leaf_of(leaf) for leaf in leaves]


def leaf_of(leaf: Any) -> Any:
    """A leaf: kind, dtype, shape and values of an array; functions by name, everything else by type and value."""
    if isinstance(leaf, jax.ShapeDtypeStruct):
        return "struct", leaf.shape, str(leaf.dtype)
    if isinstance(leaf, (jax.Array, np.ndarray, np.generic)):
        kind = "numpy" if isinstance(leaf, (np.ndarray, np.generic)) else "jax"
        if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.extended):
            return kind, str(leaf.dtype), leaf.shape, np.asarray(jax.random.key_data(leaf)).tolist()
        values = np.asarray(leaf)
        rounded = values.astype(np.float64).round(4) if np.issubdtype(values.dtype, np.floating) else values
        return kind, str(leaf.dtype), leaf.shape, str(rounded.tolist())
    if callable(leaf):
        return "callable", getattr(leaf, "__qualname__", type(leaf).__name__)
    return type(leaf).__name__, "" if " at 0x" in (shown := repr(leaf)) else shown
