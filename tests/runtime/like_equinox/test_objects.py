"""Wrapped functions as objects: the same programs with Equinox's functions and with ours."""

from __future__ import annotations

import copy
import functools
import inspect
import threading
import weakref
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from tests.runtime.like_equinox.comparing import Program, Programs, cases, difference

programs = Programs()


def scaled(x: Any, k: Any = 2) -> Any:
    """Scale it."""
    return x * k


def wrappers(api: Any, fun: Any) -> list[Any]:
    transforms = (api.filter_jit, api.filter_grad, api.filter_value_and_grad, api.filter_vmap, api.filter_pmap)
    return [f(fun) for f in (*transforms, api.filter_checkpoint, api.filter_make_jaxpr)]


class Layer(eqx.Module):
    w: Any

    def __call__(self, x: Any) -> Any:
        return (self.w * x).sum()


@programs
def copies(api: Any) -> Any:
    f = api.filter_jit(scaled)
    return [g(jnp.ones(2), 3) for g in (copy.copy(f), copy.deepcopy(f))]


@programs
def names_and_signatures(api: Any) -> Any:
    return [(f.__name__, f.__doc__, str(inspect.signature(f)), f.__wrapped__ is scaled) for f in wrappers(api, scaled)]


@programs
def what_they_are(api: Any) -> Any:
    return [(callable(f), inspect.isfunction(f), inspect.isclass(f)) for f in wrappers(api, scaled)]


@programs
def they_can_be_referred_to_weakly(api: Any) -> Any:
    return [weakref.ref(f)() is f for f in wrappers(api, scaled)]


@programs
def wrapped_once_more(api: Any) -> Any:
    @functools.wraps(api.filter_jit(scaled))
    def outer(x: Any) -> Any:
        return scaled(x, 5)

    return outer.__name__, api.filter_jit(outer)(jnp.ones(2))


@programs
def leaves_of_wrapped_modules(api: Any) -> Any:
    layer = Layer(jnp.arange(2.0))
    return [[x for x in jax.tree.leaves(f) if eqx.is_array(x)] for f in wrappers(api, layer)]


@programs
def mapped_over_as_trees(api: Any) -> Any:
    f = api.filter_grad(Layer(jnp.arange(2.0)))
    g = jax.tree.map(lambda x: x * 3 if eqx.is_array(x) else x, f)
    return f(2.0), g(2.0), f(jnp.ones(2)), g(jnp.ones(2))


@programs
def as_fields_of_modules(api: Any) -> Any:
    class Model(eqx.Module):
        f: Any
        w: Any

        def __call__(self, x: Any) -> Any:
            return self.f(x, self.w)

    traces: list[None] = []

    @api.filter_jit
    def run(model: Any, x: Any) -> Any:
        traces.append(None)
        return model(x)

    out = [run(Model(api.filter_jit(scaled), jnp.ones(2)), jnp.ones(2)) for _ in range(3)]
    return out, len(traces)


@programs
def as_static_fields_of_modules(api: Any) -> Any:
    class Model(eqx.Module):
        f: Any = eqx.field(static=True)

    f = api.filter_jit(scaled)
    return api.filter_jit(lambda m, x: m.f(x))(Model(f), jnp.ones(2)), Model(f) == Model(f)


@programs
def as_class_attributes(api: Any) -> Any:
    class Plain:
        f = api.filter_jit(lambda self, x: (type(self).__name__, x))
        g = staticmethod(api.filter_jit(lambda x: x))

    p = Plain()
    return p.f(jnp.ones(1)), p.g(jnp.ones(1)), Plain.g(3)


@programs
def as_defaults_and_in_containers(api: Any) -> Any:
    inner = api.filter_jit(scaled)

    def outer(x: Any, f: Any = inner) -> Any:
        return f(x)

    table = {"f": api.filter_jit(scaled)}
    return api.filter_jit(outer)(jnp.ones(2)), api.filter_jit(lambda t, x: t["f"](x))(table, jnp.ones(2))


@programs
def results_of_transforms(api: Any) -> Any:
    make = api.filter_jit(lambda w: Layer(w))
    wrap = api.filter_jit(lambda w: api.filter_grad(Layer(w)))
    return make(jnp.ones(2))(3.0), wrap(jnp.ones(2))(jnp.ones(2))


@programs
def threads(api: Any) -> Any:
    f, found = api.filter_jit(scaled), []

    def run(k: int) -> None:
        found.append((k, f(jnp.ones(2), k).tolist()))

    running = [threading.Thread(target=run, args=(k,)) for k in range(4)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    return sorted(found)


@programs
def optimizers(api: Any) -> Any:

    model = eqx.nn.MLP(2, 1, 4, 1, key=jax.random.PRNGKey(0))
    optimizer = optax.adamw(1e-2)
    state = optimizer.init(api.filter(model, api.is_inexact_array))

    @api.filter_jit(donate="all-except-first")
    def step(data: Any, model: Any, state: Any) -> Any:
        x, y = data
        value, grads = api.filter_value_and_grad(lambda m: ((jax.vmap(m)(x) - y) ** 2).mean())(model)
        updates, state = optimizer.update(grads, state, api.filter(model, api.is_inexact_array))
        return eqx.apply_updates(model, updates), state, value

    data, values = (jnp.ones((3, 2)), jnp.zeros((3, 1))), []
    for _ in range(3):
        model, state, value = step(data, model, state)
        values.append(value)
    return values, model


@programs
def numpy_everywhere(api: Any) -> Any:
    tree = {"a": np.ones(2, "float32"), "b": np.float32(2), "c": np.arange(2)}
    return (
        api.filter_jit(lambda t: jax.tree.map(lambda x: x * 2, t))(tree),
        api.filter_grad(lambda t: (t["a"] * t["b"]).sum())(tree),
        api.filter_vmap(lambda t: t["a"] + t["c"])({"a": tree["a"], "c": tree["c"]}),
        api.filter_eval_shape(lambda t: t, tree),
        api.filter_jvp(lambda t: t["a"] * 2, (tree,), ({"a": np.ones(2, "float32"), "b": None, "c": None},)),
        api.filter_vjp(lambda t: t["a"] * 2, tree)[1](np.ones(2, "float32")),
        api.filter_checkpoint(lambda t: t["a"] * 2)(tree),
    )


@programs
def empty_trees(api: Any) -> Any:
    return (
        api.filter_jit(lambda *x: x)((), [], {}, None),
        api.filter_vmap(lambda x, e: (x, e))(jnp.ones(2), ()),
        api.filter_grad(lambda x: jnp.float32(1))(()),
        api.filter_eval_shape(lambda: ()),
        api.filter_checkpoint(lambda: ())(),
        api.partition((), api.is_array),
        api.tree_equal((), ()),
    )


@programs
def typed_keys_everywhere(api: Any) -> Any:
    key = jax.random.key(1)
    tree = {"key": key, "w": jnp.ones(2)}
    return (
        api.filter_jit(lambda t: jax.random.normal(t["key"]) * t["w"])(tree),
        api.filter_grad(lambda t: (jax.random.normal(t["key"]) * t["w"]).sum())(tree),
        api.filter_checkpoint(lambda t: t["w"] * 2)(tree),
        api.partition(tree, api.is_inexact_array),
        api.filter_eval_shape(lambda t: t["key"], tree).shape,
        api.filter_vjp(lambda t: t["w"] * 2, tree)[1](jnp.ones(2)),
    )


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""
