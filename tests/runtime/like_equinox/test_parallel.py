"""Parallel maps and options: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.runtime.like_equinox.comparing import Program, Programs, cases, difference

programs = Programs()


def both(api: Any) -> tuple[Any, Any]:
    return api.filter_vmap, api.filter_pmap


@programs
def parallel_out_axes(api: Any) -> Any:
    x = jnp.arange(6.0).reshape(2, 3)
    found = []
    for spec in (0, 1, api.if_array(0), api.if_array(1), (0, None)):
        found.append(api.filter_pmap(lambda x: (x + 1, jnp.ones(2)), out_axes=spec)(x))
    return found


@programs
def parallel_out_axes_beyond(api: Any) -> Any:
    return api.filter_pmap(lambda x: x, out_axes=3)(jnp.ones(2))


@programs
def parallel_out_axes_of_another_type(api: Any) -> Any:
    return api.filter_pmap(lambda x: x, out_axes="a")(jnp.ones(2))


@programs
def parallel_sizes_that_differ(api: Any) -> Any:
    return api.filter_pmap(lambda x, y: x)(jnp.ones(2), jnp.ones(3))


@programs
def more_than_there_are_devices(api: Any) -> Any:
    return api.filter_pmap(lambda x: x)(jnp.ones(999))


@programs
def parallel_donation(api: Any) -> Any:
    found = []
    for mode in ("none", "all", "warn"):
        x = jax.device_put_sharded([jnp.ones(2)] * 2, jax.devices()[:2]) if False else jnp.ones((2, 2))
        found.append(api.filter_pmap(lambda x: x + 1, donate=mode)(x))
    return found


@programs
def parallel_unknown_donation(api: Any) -> Any:
    return api.filter_pmap(lambda x: x, donate="some")(jnp.ones(2))


@programs
def parallel_on_chosen_devices(api: Any) -> Any:
    devices = jax.devices()[2:4]
    out = api.filter_pmap(lambda x: x + 1, devices=devices)(jnp.ones(2))
    return out, [d.id for d in out.sharding.mesh.devices.flat] if hasattr(out.sharding, "mesh") else None


@programs
def parallel_lowered_and_compiled(api: Any) -> Any:
    f = api.filter_pmap(lambda x, y: (x + 1, y))
    lowered = f.lower(jnp.ones(2), "a")
    return isinstance(lowered.as_text(), str), lowered.compile()(jnp.zeros(2), "a")


@programs
def traces_of_parallel_maps_on_a_second_call(api: Any) -> Any:
    traces: list[None] = []

    def fun(x: Any, n: Any) -> Any:
        traces.append(None)
        return x + n

    f = api.filter_pmap(fun)
    f(jnp.ones(2), 1)
    first = len(traces)
    f(jnp.zeros(2), 1)
    api.filter_pmap(fun)(jnp.zeros(2), 1)
    again = len(traces) - first
    f(jnp.ones(2), 2)
    return again, len(traces) > first


@programs
def if_array_as_a_value(api: Any) -> Any:
    axis = api.if_array(1)
    return (
        axis(jnp.ones((1, 1))),
        axis(np.ones(1)),
        axis(1.0),
        axis(None),
        axis == api.if_array(1),
        axis.axis,
        repr(axis),
    )


@programs
def if_array_is_hashable(api: Any) -> Any:
    return len({api.if_array(1), api.if_array(1), api.if_array(2)}), jax.tree.leaves(api.if_array(1)) == [
        api.if_array(1)
    ]


@programs
def options_of_jax_go_through(api: Any) -> Any:
    return api.filter_vmap(lambda x: x, spmd_axis_name=None)(jnp.ones(2)), api.filter_vmap(spmd_axis_name=None)(
        jnp.sin
    )(jnp.ones(2))


@programs
def an_unknown_option_of_vmap(api: Any) -> Any:
    return api.filter_vmap(lambda x: x, nonsense=1)(jnp.ones(2))


@programs
def an_unknown_option_of_pmap(api: Any) -> Any:
    return api.filter_pmap(lambda x: x, nonsense=1)(jnp.ones(2))


@programs
def an_error_inside_of_a_map(api: Any) -> Any:
    def fun(x: Any) -> Any:
        raise KeyError("inside")

    return api.filter_vmap(fun)(jnp.ones(2))


@programs
def random_states_in_models(api: Any) -> Any:
    dropout = eqx.nn.Dropout(0.5)
    keys = jax.random.split(jax.random.PRNGKey(0), 3)
    f = api.filter_vmap(lambda m, x, k: m(x, key=k), in_axes=(None, 0, 0))
    return f(dropout, jnp.ones((3, 2)), keys), f(eqx.nn.inference_mode(dropout), jnp.ones((3, 2)), keys)


@programs
def batch_norm(api: Any) -> Any:
    norm, state = eqx.nn.make_with_state(eqx.nn.BatchNorm)(2, "batch", mode="batch")
    f = api.filter_vmap(lambda n, x, s: n(x, s), in_axes=(None, 0, None), out_axes=(0, None), axis_name="batch")
    out, new = api.filter_jit(f)(norm, jnp.arange(6.0).reshape(3, 2), state)
    return out, type(new).__name__


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""
