"""Shapes in place of arrays: what gives them, what takes them, and attributes of arrays that are no methods."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.knowledge.array_functions import NO_METHODS
from tests.model.snippets import Snippet, evaluated

KNOWN = {"T", "mT", "at", "aval", "dtype", "imag", "itemsize", "nbytes", "ndim", "real", "shape", "size"}


@pytest.mark.parametrize("array", [jnp.ones(3), np.ones(3), np.float32(1)], ids=lambda a: type(a).__name__)
def test_attributes_that_are_no_methods_are_listed(array: object) -> None:
    found = {name for name in dir(array) if not name.startswith("_") and not _is_method(array, name)}
    assert found <= NO_METHODS | KNOWN
    assert all(not _is_method(array, name) for name in NO_METHODS if hasattr(type(array), name))


def _is_method(array: object, name: str) -> bool:
    try:
        return callable(getattr(array, name))
    except (RuntimeError, AttributeError, ValueError):
        return False


GIVEN = {
    "jax.ShapeDtypeStruct((2,), jnp.float32)": "shape-struct",
    "jax.core.ShapedArray((2,), jnp.float32)": "shape-struct",
    "jax.typeof(array)": "shape-struct",
    "array.aval": "shape-struct:inexact",
    "array.sharding": "?",
    "jax.jit(lambda a: (a, 1)).eval_shape(array)": "(shape-struct:inexact, shape-struct:integer)",
    "jax.jit(lambda a: a).lower(array)": "stage.lowered of jit(lambda)",
    "jax.jit(lambda a: a).trace(array)": "?",
}


@pytest.mark.parametrize("code", GIVEN)
def test_what_gives_a_shape(code: str) -> None:
    assert evaluated(f"x = {code}\n") == GIVEN[code]


# What is passed -> whether the stages of a compiled function reject it.
STAGED = {
    "jax.ShapeDtypeStruct((2,), jnp.float32)": False,
    "jax.core.ShapedArray((2,), jnp.float32)": False,
    "jax.typeof(jnp.ones(2))": False,
    "jnp.ones(2).aval": False,
    "jax.eval_shape(lambda: jnp.ones(2))": False,
    "[x.aval for x in jax.tree.leaves([1.0, jnp.ones(2)]) if hasattr(x, 'aval')]": False,
    "{'a': jax.ShapeDtypeStruct((2,), jnp.float32)}": False,
    "None": False,
    "1.0": False,
    "'a'": True,
    "jnp.float32": True,
    "object()": True,
    "jnp.tanh": True,
    "(jax.ShapeDtypeStruct((2,), jnp.float32), 'a')": True,
}


@pytest.mark.parametrize("stage", ["lower", "trace", "eval_shape"])
@pytest.mark.parametrize("code", STAGED)
def test_stages_take_what_jax_says(code: str, stage: str) -> None:
    from pytreelint.rules.raw.opaque_leaf_in_jit import OpaqueLeafInJit

    value = eval(code, {"jax": jax, "jnp": jnp})
    failed = False
    try:
        getattr(jax.jit(lambda x: jnp.ones(2)), stage)(value)
    except TypeError:
        failed = True
    assert failed is STAGED[code]
    snippet = Snippet(f"x = jax.jit(lambda x: jnp.ones(2)).{stage}({code})\n")
    found = [finding for site in snippet.calls() for finding in OpaqueLeafInJit().check(site, snippet.ev)]
    assert bool(found) is failed
