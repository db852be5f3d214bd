"""An output of `filter_pmap` with axis None is the same on all devices, or an error that says which it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from pytreelint.runtime import filter_grad, filter_pmap
from tests.runtime.device_programs import RIGHT, N, W, X, loss, whole

PARTS = X.reshape(N, -1, N)


def mapped(fun: Callable[[Any, Any], Any]) -> Any:
    return filter_pmap(fun, "b", in_axes=(None, 0), out_axes=None)


def key(w: Any, x: Any) -> Any:
    return jax.random.fold_in(jax.random.key(0), lax.axis_index("b"))


SAME: dict[str, Callable[[Any, Any], Any]] = {
    "the weights": lambda w, x: w,
    "gathered": lambda w, x: lax.all_gather(x, "b"),
    "the first device's": lambda w, x: lax.all_gather(loss(w, x), "b")[0],
    "the greatest": lambda w, x: lax.pmax(x, "b"),
    "a mean of scans": lambda w, x: lax.pmean(lax.scan(lambda c, r: (c + r, None), w, x)[0], "b"),
    "a branch": lambda w, x: lax.cond(lax.pmean(x.sum(), "b") > 0, lambda: w, lambda: w + 1),
    "random": lambda w, x: w + jax.random.normal(jax.random.key(0), w.shape),
}
DIFFERING: dict[str, Callable[[Any, Any], Any]] = {
    "the batch": lambda w, x: x,
    "own gradient": filter_grad(loss),
    "own part of the gradient of a mean": filter_grad(lambda w, x: lax.pmean(loss(w, x), "b")),
    "raw gradient": jax.grad(loss),
    "a branch": lambda w, x: lax.cond(x.sum() > 0, lambda: w, lambda: w + 1),
    "a loop": lambda w, x: lax.while_loop(lambda c: c.sum() < x.sum(), lambda c: c + 1, w),
    "its index": lambda w, x: lax.axis_index("b"),
    "random": lambda w, x: w + jax.random.normal(key(w, x), w.shape),
    "scattered": lambda w, x: lax.psum_scatter(w, "b"),
    "moved": lambda w, x: lax.ppermute(w, "b", [(0, 1)]),
}


@pytest.mark.parametrize("name", SAME)
def test_the_same_on_all(name: str) -> None:
    fun = SAME[name]
    expected = jax.pmap(fun, "b", in_axes=(None, 0), out_axes=None)(W, PARTS)
    np.testing.assert_allclose(mapped(fun)(W, PARTS), expected, rtol=1e-5)


@pytest.mark.parametrize("name", DIFFERING)
def test_differing(name: str) -> None:
    with pytest.raises(ValueError, match=r"(?s)`output\['it'\]` differs from device to device.*jax.lax.pmean.*'b'"):
        mapped(lambda w, x: {"act": jnp.tanh, "it": DIFFERING[name](w, x), "w": w})(W, PARTS)
    each = filter_pmap(DIFFERING[name], "b", in_axes=(None, 0))(W, PARTS)
    np.testing.assert_allclose(each, jax.pmap(DIFFERING[name], "b", in_axes=(None, 0))(W, PARTS), rtol=1e-5, atol=1e-7)


# As in `jax.pmap` a gradient is each device's own; these take its mean.
REDUCED = [name for name, program in RIGHT.items() if program.reference is whole and "raw" not in name]
OWN = {"gradient_of_mean", "gradient_of_sum", "gradient_of_gathered_losses"}
OWN |= {"gradient_of_first_of_all", "checkpointed", "checkpointed_with_the_mean_inside", "scattered_sum_of_gradients"}


@pytest.mark.parametrize("name", REDUCED)
def test_programs_of_shard_map(name: str) -> None:
    if name in OWN:
        with pytest.raises(ValueError, match="differs from device to device"):
            mapped(RIGHT[name].mapped)(W, PARTS)
    else:
        np.testing.assert_allclose(mapped(RIGHT[name].mapped)(W, PARTS), whole(W, X), rtol=1e-4, atol=1e-6)
