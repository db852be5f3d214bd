"""Transforms that are built at every call are traced once under filter_jit, and free what they wrap."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from pytreelint.runtime import (
    filter_checkpoint,
    filter_grad,
    filter_hessian,
    filter_jacfwd,
    filter_jacrev,
    filter_jit,
    filter_value_and_grad,
    freeze,
    is_inexact_array_like,
)

TREE = {"w": jnp.ones(2), "act": jnp.sin}
BUILDERS: dict[str, Any] = {
    "grad": filter_grad,
    "grad by name": lambda f: filter_grad(f, filter_spec=freeze("act")),
    "grad by mask": lambda f: filter_grad(f, filter_spec={"w": True, "act": False}),
    "grad by test": lambda f: filter_grad(f, filter_spec=is_inexact_array_like),
    "value and grad": filter_value_and_grad,
    "jacfwd": filter_jacfwd,
    "jacrev": filter_jacrev,
    "hessian": filter_hessian,
    "checkpoint": filter_checkpoint,
    "grad of checkpoint": lambda f: filter_grad(filter_checkpoint(f)),
    "grad of jit": lambda f: filter_grad(filter_jit(f)),
}


@pytest.mark.parametrize("build", BUILDERS.values(), ids=list(BUILDERS))
def test_built_anew_four_times_traced_once(build: Any) -> None:
    traces = []

    def f(tree: Any) -> Any:
        traces.append(1)
        return tree["act"](tree["w"]).sum()

    once = filter_jit(build(f))
    once(TREE)
    first = len(traces)
    for _ in range(4):
        filter_jit(build(f))(TREE)
    assert len(traces) == first
    alive = weakref.ref(f)
    del f, once
    gc.collect()
    assert alive() is None


def test_a_module_inside_a_transform_is_an_argument() -> None:
    traces = []

    class Model(eqx.Module):
        w: jax.Array

        def loss(self, x: Any) -> Any:
            traces.append(1)
            return (self.w * x).sum()

    for i in range(4):
        model = Model(jnp.full(2, float(i)))
        assert filter_jit(filter_grad(model.loss))(jnp.ones(2)).tolist() == [float(i)] * 2
    assert len(traces) == 1
