"""Calls of compiled functions: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

import functools
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.runtime.like_equinox.comparing import Program, Programs, cases, difference

programs = Programs()
ONES = jnp.ones(2)


class Layer(eqx.Module):
    w: Any
    act: Any = jnp.tanh
    size: int = eqx.field(static=True, default=3)

    def __call__(self, x: Any, *, scale: Any = 1) -> Any:
        return self.act(self.w * x) * scale

    def method(self, x: Any) -> Any:
        return self.w + x

    def parts(self, x: Any) -> Any:
        return self.w + 1, x + 1


def counted(api: Any, fun: Any, **options: Any) -> Any:
    """The function under `filter_jit`, and a list that grows with each trace."""
    traces: list[None] = []

    @functools.wraps(fun)
    def inner(*args: Any, **kwargs: Any) -> Any:
        traces.append(None)
        return fun(*args, **kwargs)

    return api.filter_jit(inner, **options), traces


@programs
def what_is_returned(api: Any) -> Any:
    values = [
        jnp.ones(2), np.ones(2), np.float32(1), 1, 1.0, True, 1j, "a", None, jnp.sin, (1, jnp.ones(1)), [],
        {"a": {"b": np.arange(3)}}, Layer(jnp.ones(2)), object, jax.random.key(0), np.bool_(True), np.arange(3),
    ]  # fmt: skip
    return [api.filter_jit(lambda x: x)(value) for value in values], api.filter_jit(lambda *xs: xs)(*values)


@programs
def what_is_traced(api: Any) -> Any:
    values = [jnp.ones(2), np.ones(2), np.float32(1), 1, 1.0, True, "a", None, jnp.sin, np.bool_(True)]
    return api.filter_jit(lambda *xs: [isinstance(x, jax.core.Tracer) for x in xs])(*values)


@programs
def how_traced_arrays_look(api: Any) -> Any:
    values = [np.ones(2), np.float32(1), np.arange(2), jnp.ones((2, 1)), np.int8(1), np.float64(1)]
    return api.filter_jit(lambda *xs: [(str(x.dtype), x.shape, x.weak_type) for x in xs])(*values)


@programs
def weak_types_go_through(api: Any) -> Any:
    weak = jnp.asarray(1.0)
    f = api.filter_jit(lambda x: (x, x + 1, x * jnp.ones((), "bfloat16")))
    return [(str(y.dtype), y.weak_type) for y in f(weak)], [(str(y.dtype), y.weak_type) for y in f(jnp.float32(1))]


@programs
def closed_over_arrays(api: Any) -> Any:
    w = jnp.arange(3.0)
    return api.filter_jit(lambda x: (x * w, w))(2.0)


@programs
def number_of_traces_by_values(api: Any) -> Any:
    f, traces = counted(api, lambda x, y: (x, y))
    counts = []
    for args in [
        (jnp.ones(2), 1), (jnp.zeros(2), 1), (jnp.zeros(2), 2), (jnp.zeros(3), 2), (jnp.zeros(3, "int32"), 2),
        (np.zeros(3, "int32"), 2), (jnp.ones(2), "a"), (jnp.ones(2), None), (jnp.ones(2), jnp.sin),
        (jnp.ones(2), jnp.sin), (jnp.ones(2), 1), (1, jnp.ones(2)), (1, 2), ((), []),
    ]:  # fmt: skip
        f(*args)
        counts.append(len(traces))
    return counts


@programs
def number_of_traces_by_passing(api: Any) -> Any:
    traces: list[None] = []

    def fun(x: Any, y: Any = 3, *, z: Any = ONES) -> Any:
        traces.append(None)
        return x, y, z

    f, counts = api.filter_jit(fun), []
    for args, kwargs in [
        ((1,), {}), ((), {"x": 1}), ((1, 3), {}), ((1,), {"y": 3}), ((), {"y": 3, "x": 1}), ((1,), {"z": jnp.ones(2)}),
        ((1, 4), {}), ((), {"x": 1, "y": 4}),
    ]:  # fmt: skip
        f(*args, **kwargs)
        counts.append(len(traces))
    return counts


@programs
def traces_of_a_function_wrapped_anew(api: Any) -> Any:
    traces: list[None] = []

    def fun(x: Any) -> Any:
        traces.append(None)
        return x

    for _ in range(3):
        api.filter_jit(fun)(jnp.ones(2))
    api.filter_jit(fun, donate="all")(jnp.ones(2))
    return len(traces)


@programs
def traces_of_a_partial(api: Any) -> Any:
    traces: list[None] = []

    def fun(x: Any, y: Any) -> Any:
        traces.append(None)
        return x + y

    f = api.filter_jit(functools.partial(fun, jnp.ones(2)))
    g = api.filter_jit(jax.tree_util.Partial(fun, jnp.ones(2)))
    out = [f(1), f(1), f(2), g(1), g(1), g(2)]
    h = api.filter_jit(functools.partial(fun, 1))
    return out, h(jnp.ones(2)), h(y=jnp.ones(2))


@programs
def partial_with_keywords(api: Any) -> Any:
    def fun(x: Any, *, k: Any, m: Any = 0) -> Any:
        return x * k + m

    f = api.filter_jit(functools.partial(fun, k=jnp.array(2.0)))
    return f(3.0), f(3.0, m=1), f(3.0, k=5)


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""
