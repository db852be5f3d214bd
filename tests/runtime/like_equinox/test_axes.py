"""Mapped axes of arguments and results: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.runtime.like_equinox.comparing import Program, Programs, cases, difference

programs = Programs()


class Layer(eqx.Module):
    w: Any
    act: Any = jnp.tanh
    size: int = eqx.field(static=True, default=3)

    def __call__(self, x: Any) -> Any:
        return self.w * x

    def method(self, x: Any) -> Any:
        return self.w + x


def both(api: Any) -> tuple[Any, Any]:
    return api.filter_vmap, api.filter_pmap


@programs
def default_axes(api: Any) -> Any:
    x = jnp.arange(6.0).reshape(2, 3)
    return [(f(lambda x: x)(x), f(lambda x, y: (x + y, y))(x, 1), f(lambda x: (x, 3, "a", None))(x)) for f in both(api)]


@programs
def the_example_of_the_page(api: Any) -> Any:
    def add(x: Any, y: Any) -> Any:
        return x + y

    found = []
    for f in both(api):
        g = f(in_axes=(None, 1))(add)
        a, b = jnp.array([1, 2]), jnp.array([3, 4])
        found += [f(add)(a, b), f(add)(a, 3), g(jnp.array(1), jnp.array([[2, 3]]))]
    return found


@programs
def numpy_arguments(api: Any) -> Any:
    return [
        f(lambda x, y: (x * 2, y))(np.arange(4, dtype="float32").reshape(2, 2), np.full(2, 3, "float32"))
        for f in both(api)
    ]


@programs
def a_numpy_scalar_is_an_array(api: Any) -> Any:
    return api.filter_vmap(lambda x, y: x + y)(jnp.ones(2), np.float32(1))


@programs
def kinds_of_in_axes(api: Any) -> Any:
    x, y = jnp.arange(6.0).reshape(2, 3), jnp.arange(4.0).reshape(2, 2)
    axes = [0, 1, -1, (0, None), (1, 0), (None, 1), (api.if_array(0), None), api.if_array(1), {"x": 1}]
    axes += [{"x": 0, "y": None}, {"y": None}, (lambda leaf: 0, lambda leaf: None), {}, (0, {"b": 0})]

    def outcome(f: Any, spec: Any) -> Any:
        second = {"b": y} if isinstance(spec, tuple) and isinstance(spec[1], dict) else y
        try:
            return f(lambda x, y: (x.sum(), jax.tree.map(jnp.sum, y)), in_axes=spec)(x, second)
        except ValueError:
            return "refused"

    return [outcome(f, spec) for spec in axes for f in both(api)]


@programs
def axes_of_trees(api: Any) -> Any:
    tree = {"a": jnp.arange(6.0).reshape(2, 3), "b": [jnp.arange(2.0), 5], "f": jnp.sin}
    spec = {"a": 0, "b": [None, None], "f": None}
    found = []
    for f in both(api):
        found.append(f(lambda t: (t["a"], t["b"]), in_axes=(spec,))(tree))
        found.append(f(lambda t, n: (t["f"](t["a"]), n), in_axes=({"a": 1, "b": None, "f": None}, None))(tree, 3))
        found.append(f(lambda t: t["b"][0], in_axes=api.if_array(0))(tree))
    return found


@programs
def axes_of_models(api: Any) -> Any:
    layer = Layer(jnp.arange(6.0).reshape(2, 3))
    mask = eqx.tree_at(lambda m: m.w, jax.tree.map(lambda _: None, layer), 0, is_leaf=lambda x: x is None)
    return [
        (f(lambda m, x: m(x))(layer, jnp.ones(2)), f(lambda m, x: m(x), in_axes=(mask, None))(layer, 2))
        for f in both(api)
    ]


@programs
def kinds_of_out_axes(api: Any) -> Any:
    x = jnp.arange(6.0).reshape(2, 3)
    axes = [0, 1, -1, api.if_array(0), api.if_array(1), api.if_array(-1), (0, None), (1, None), [1, None], None]
    axes += [(lambda leaf: 0, lambda leaf: None), {"x": 0}, (0, None, 0), "x", 0.5, (0, (None,))]

    def outcome(f: Any, spec: Any) -> Any:
        try:
            return f(lambda x: (x + 1, "a"), out_axes=spec)(x)
        except (ValueError, TypeError):
            return "refused"

    return [outcome(api.filter_vmap, spec) for spec in axes]


@programs
def outputs_in_several_axes(api: Any) -> Any:
    x = jnp.arange(6.0).reshape(2, 3)
    axes = {"a": 0, "b": 1, "c": None, "d": api.if_array(1), "e": None}

    def fun(x: Any) -> Any:
        return {"a": x, "b": x * 2, "c": jnp.ones(2), "d": (x, "s"), "e": 7}

    return [f(fun, out_axes=axes)(x) for f in both(api)]


@programs
def an_unmapped_output_that_depends(api: Any) -> Any:
    return api.filter_vmap(lambda x: x, out_axes=None)(jnp.ones(2))


@programs
def numbers_with_an_axis(api: Any) -> Any:
    return api.filter_vmap(lambda x: (x, 3.0), out_axes=0)(jnp.ones(2))


@programs
def a_string_with_an_axis(api: Any) -> Any:
    return api.filter_vmap(lambda x: (x, "s"), out_axes=0)(jnp.ones(2))


@programs
def unmapped_arrays_come_back_mapped(api: Any) -> Any:
    return [f(lambda x: jnp.ones(3))(jnp.ones(2)) for f in both(api)]


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""
