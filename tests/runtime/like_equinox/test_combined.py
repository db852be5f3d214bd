"""Transforms, modules and states together: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

import enum
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
    tag: Any = eqx.field(static=True, default="tag")

    def __call__(self, x: Any) -> Any:
        return self.w * x


class Kind(enum.Enum):
    A = 1


class Counter(eqx.Module):
    index: eqx.nn.StateIndex

    def __init__(self) -> None:
        self.index = eqx.nn.StateIndex(jnp.array(0))

    def __call__(self, state: eqx.nn.State) -> Any:
        value = state.get(self.index) + 1
        return value, state.set(self.index, value)


@programs
def one_buffer_donated_twice(api: Any) -> Any:
    x = jnp.ones(2)
    return api.filter_jit(lambda a, b: (a + 1, b + 1), donate="all")(x, x)


@programs
def static_fields_that_change(api: Any) -> Any:
    traces: list[Any] = []
    f = api.filter_jit(lambda m: traces.append(m.tag))
    for tag in "aab":
        f(Layer(ONES, tag))
    return traces


@programs
def arguments_of_every_kind(api: Any) -> Any:
    mesh = jax.make_mesh((2,), ("x",), devices=jax.devices()[:2])
    return (
        api.filter_jit(lambda s: s.shape)(jax.ShapeDtypeStruct((2,), "float32")),
        api.filter_jit(lambda d, x: x.astype(d))(jnp.int32, ONES),
        api.filter_jit(lambda m, x: (m.shape["x"], x))(mesh, ONES),
        api.filter_jit(lambda k, x: (k is Kind.A, x))(Kind.A, 1),
        api.filter_jit(lambda e: eqx.nn.State in e)((eqx.nn.State, 1)),
    )


@programs
def stateful_models(api: Any) -> Any:
    model, state = eqx.nn.make_with_state(Counter)()
    step, found = api.filter_jit(model), []
    for _ in range(3):
        value, state = step(state)
        found.append(value)
    return found


@programs
def inference_mode_is_traced_apart(api: Any) -> Any:
    traces: list[None] = []
    dropout = eqx.nn.Dropout(0.5)

    @api.filter_jit
    def f(m: Any, x: Any) -> Any:
        traces.append(None)
        return m(x, key=jax.random.PRNGKey(0))

    out = [f(m, ONES) for m in (dropout, eqx.nn.inference_mode(dropout), dropout)]
    return out, len(traces)


@programs
def none_among_mapped_leaves(api: Any) -> Any:
    tree = {"a": ONES, "b": None}
    return (
        api.filter_vmap(lambda t: t)(tree),
        api.filter_vmap(lambda t: t, in_axes=({"a": 0, "b": None},))(tree),
        api.filter_vmap(lambda x: (x, None), out_axes=(0, None))(ONES),
    )


@programs
def mapped_modules_come_out(api: Any) -> Any:
    return api.filter_vmap(Layer, out_axes=api.if_array(1))(jnp.ones((2, 3)))


@programs
def compiled_inside_mapped(api: Any) -> Any:
    inner = api.filter_jit(lambda x, n: (x * n, n))
    return api.filter_vmap(lambda x, n: inner(x, n), out_axes=(0, None))(ONES, 3)


@programs
def axes_by_a_function_of_the_leaf(api: Any) -> Any:
    return api.filter_vmap(lambda x, y: x + y, in_axes=lambda leaf: 0 if leaf.ndim else None)(ONES, jnp.ones(()))


@programs
def gradient_of_an_ensemble(api: Any) -> Any:
    keys = jax.random.split(jax.random.PRNGKey(0), 3)
    models = api.filter_vmap(lambda key: eqx.nn.Linear(2, 1, key=key))(keys)
    return api.filter_grad(lambda models: api.filter_vmap(lambda m: m(ONES))(models).sum())(models)


@programs
def gradient_of_a_partition(api: Any) -> Any:
    diff, static = api.partition(Layer(ONES), api.is_inexact_array)
    return api.filter_value_and_grad(lambda d, s: api.combine(d, s)(2.0).sum())(diff, static)


@programs
def weak_types_stay(api: Any) -> Any:
    weak = jnp.asarray(1.0)
    value = api.filter_value_and_grad(lambda x: x * 2)(weak)[0]
    return value.weak_type, api.filter_eval_shape(lambda x: x * 2, weak).weak_type


@programs
def forward_mode_of_every_kind(api: Any) -> Any:
    return (
        api.filter_jvp(lambda x: None, (ONES,), (ONES,)),
        api.filter_jvp(lambda x: ("a", x), (ONES,), (ONES,)),
        api.filter_jvp(lambda m: m(2.0), (Layer(ONES),), (Layer(ONES),)),
        api.filter_jvp(lambda i, x: x * i, (2, ONES), (None, ONES)),
        api.filter_jvp(lambda x: x * 2, (1.0,), (1.0,)),
        api.filter_jvp(lambda x: x * 2, (1.0,), (None,)),
    )


@programs
def reverse_mode_of_every_kind(api: Any) -> Any:
    out, pullback = api.filter_vjp(lambda x: x * ONES, 2.0)
    _, of_pair = api.filter_vjp(lambda x: (x, 3), ONES)
    *_, aux = api.filter_vjp(lambda x: (x, ("s", jnp.sin, x)), ONES, has_aux=True)
    return out, pullback(ONES), of_pair((ONES, None)), aux


@programs
def jacobians_of_modules(api: Any) -> Any:
    return (
        api.filter_jacfwd(lambda x: Layer(x * 2))(ONES),
        api.filter_jacrev(lambda x, *, k: x * k)(ONES, k=3),
        api.filter_jit(api.filter_hessian(lambda x: (x**3).sum()))(ONES),
    )


@programs
def checkpoints_of_every_kind(api: Any) -> Any:
    return api.filter_checkpoint(lambda x: (x, "a", jnp.sin))(ONES), api.filter_checkpoint(lambda x: x * 2)(np.ones(2))


@programs
def closures_of_every_kind(api: Any) -> Any:
    z = jnp.ones(2)
    of_numpy: Any = np.full(2, 1, np.float32)
    by_keyword = api.filter_closure_convert(lambda x, *, k: x * z * k, ONES, k=jnp.ones(()))
    held = api.filter_closure_convert(lambda x: x * z, ONES)
    return (
        api.filter_closure_convert(lambda x: x + of_numpy, ONES)(ONES),
        by_keyword(ONES, k=jnp.ones(())),
        api.filter_closure_convert(lambda x: (x, "a", Layer(x)), ONES).out_struct,
        api.filter_jit(held)(ONES),
        api.filter_grad(lambda f: f(ONES).sum())(held).consts,
    )


@programs
def a_number_for_an_array_of_a_closure(api: Any) -> Any:
    z = jnp.ones(())
    return api.filter_closure_convert(lambda x: x * z, jnp.ones(()))(1.0)


@programs
def a_jaxpr_can_be_evaluated(api: Any) -> Any:
    jaxpr, *_ = api.filter_make_jaxpr(lambda x: x * 2)(ONES)
    return jax.core.eval_jaxpr(jaxpr.jaxpr, jaxpr.consts, ONES)


@programs
def models_over_devices(api: Any) -> Any:
    layer, x = Layer(jnp.ones(3)), jnp.ones((2, 3))
    return (
        api.filter_pmap(lambda m, x: (m, m(x)), in_axes=(None, 0), out_axes=(None, 0))(layer, x),
        api.filter_pmap(api.filter_grad(lambda m, x: m(x).sum()), in_axes=(None, 0))(layer, x),
        api.filter_pmap(lambda x: (jax.lax.psum(x, "i"), "a"), axis_name="i", out_axes=(None, None))(ONES),
        jax.jit(lambda x: api.filter_pmap(lambda x: x * 2)(x))(ONES),
    )


@programs
def replaced_inside_of_a_compiled_function(api: Any) -> Any:
    return api.filter_jit(lambda m: api.tree_at(lambda m: m.w, m, replace_fn=lambda w: w * 2))(Layer(ONES))


@programs
def runtime_checks_that_hold(api: Any) -> Any:
    return api.filter_jit(lambda x: eqx.error_if(x, x.sum() > 100, "too large"))(ONES)


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""
