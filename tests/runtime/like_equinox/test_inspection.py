"""Shapes, jaxprs, callbacks, shardings, shared nodes: the same programs with Equinox's functions and with ours."""

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
STRUCT = jax.ShapeDtypeStruct((2,), "float32")


class Layer(eqx.Module):
    w: Any
    act: Any = jnp.tanh

    def __call__(self, x: Any) -> Any:
        return self.act(self.w * x)


@programs
def shapes_of_outputs(api: Any) -> Any:
    f = api.filter_eval_shape
    return (
        f(lambda x: x, jnp.ones(2)),
        f(lambda x: x, np.ones(2)),
        f(lambda x: x, np.float32(1)),
        f(lambda x: x, STRUCT),
        f(lambda x: (x, 1, 1.0, "a", None, jnp.sin), 3),
        f(lambda x, y: {"a": x @ y, "b": y}, jnp.ones((2, 3)), STRUCT.update(shape=(3,))),
        f(lambda x, *, k: x * k, jnp.ones(2), k=2),
        f(lambda: jnp.ones(2)),
        f(jax.random.key, 0),
        f(jax.random.PRNGKey, 0),
    )


@programs
def shapes_of_models(api: Any) -> Any:
    make = functools.partial(eqx.nn.MLP, 2, 2, 3, 1)
    model = api.filter_eval_shape(make, key=jax.random.PRNGKey(0))
    return model, api.filter_eval_shape(lambda m, x: m(x), model, STRUCT), api.filter_eval_shape(Layer(STRUCT), STRUCT)


@programs
def shapes_of_methods_and_partials(api: Any) -> Any:
    layer = Layer(jnp.ones(2))
    f = api.filter_eval_shape
    scaled = functools.partial(lambda k, x: k * x, jnp.ones(2))
    return f(layer, STRUCT), f(layer.__call__, STRUCT), f(scaled, STRUCT)


@programs
def shapes_with_structs_in_the_output(api: Any) -> Any:
    return api.filter_eval_shape(lambda x: (x, STRUCT), jnp.ones(2))


@programs
def shapes_under_a_trace(api: Any) -> Any:
    return jax.jit(lambda x: api.filter_eval_shape(lambda y: y + 1, x).shape[0] * x)(jnp.ones(2))


@programs
def shapes_where_values_decide(api: Any) -> Any:
    return api.filter_eval_shape(lambda x: 1 if x > 0 else 2, jnp.ones(()))


@programs
def shapes_of_mapped_and_differentiated(api: Any) -> Any:
    f = api.filter_eval_shape
    return f(api.filter_vmap(lambda x: x.sum()), jnp.ones((2, 3))), f(api.filter_grad(lambda x: x.sum()), jnp.ones(2))


@programs
def jaxprs(api: Any) -> Any:
    make = api.filter_make_jaxpr(lambda x, n: (x * n, n, {"s": "a"}))
    jaxpr, shapes, rest = make(jnp.ones(2), 3)
    return str(jaxpr), type(jaxpr).__name__, shapes, rest


@programs
def jaxprs_of_shapes_and_keywords(api: Any) -> Any:
    make = api.filter_make_jaxpr(lambda x, *, k: x * k)
    return [str(make(x, k=k)[0]) for x, k in [(STRUCT, 2), (np.ones(2), 2), (jnp.ones(2), STRUCT), (2, STRUCT)]]


@programs
def jaxprs_of_modules(api: Any) -> Any:
    _, shapes, rest = api.filter_make_jaxpr(Layer(jnp.ones(2)))(jnp.ones(2))
    return shapes, rest


@programs
def jaxprs_without_array_outputs(api: Any) -> Any:
    jaxpr, shapes, rest = api.filter_make_jaxpr(lambda n: (n, None, "a"))(3)
    return str(jaxpr), shapes, rest


@programs
def jaxprs_of_jitted_functions(api: Any) -> Any:
    _, shapes, rest = api.filter_make_jaxpr(api.filter_jit(lambda x, n: (x + n, n)))(jnp.ones(2), 3)
    return shapes, rest


@programs
def what_a_jaxpr_maker_shows(api: Any) -> Any:
    def fun(x: Any) -> Any:
        """Says it."""
        return x

    made = api.filter_make_jaxpr(fun)
    return made.__name__, made.__doc__, made.__wrapped__ is fun


def add(x: Any, y: Any, name: str = "a", **kwargs: Any) -> Any:
    return {"sum": np.asarray(x) + np.asarray(y), "name": name}


RESULT = {"sum": STRUCT, "name": "a"}


@programs
def callbacks(api: Any) -> Any:
    def run(x: Any, y: Any) -> Any:
        return api.filter_pure_callback(add, x, y, result_shape_dtypes=RESULT)

    x = jnp.ones(2)
    return run(x, x), api.filter_jit(run)(x, x), jax.jit(lambda x: run(x, x)["sum"])(x), run(np.ones(2, "float32"), 1.0)


@programs
def callbacks_with_keywords(api: Any) -> Any:
    result = {"sum": STRUCT, "name": "b"}
    return api.filter_pure_callback(add, jnp.ones(2), y=2.0, name="b", f=jnp.sin, result_shape_dtypes=result)


@programs
def callbacks_under_vmap(api: Any) -> Any:
    def run(method: Any) -> Any:
        f = functools.partial(
            api.filter_pure_callback, lambda x: np.sin(x), result_shape_dtypes=STRUCT, vmap_method=method
        )
        return jax.vmap(f)(jnp.ones((3, 2))), api.filter_vmap(f)(jnp.ones((3, 2)))

    return [run(method) for method in ("sequential", "expand_dims", "broadcast_all")]


@programs
def callbacks_under_vmap_without_a_method(api: Any) -> Any:
    return jax.vmap(lambda x: api.filter_pure_callback(np.sin, x, result_shape_dtypes=STRUCT))(jnp.ones((3, 2)))


@programs
def callbacks_without_arrays(api: Any) -> Any:
    return api.filter_pure_callback(lambda n: (n, "a"), 3, result_shape_dtypes=(3, "a"))


@programs
def callbacks_that_return_other_values(api: Any) -> Any:
    return api.filter_pure_callback(lambda x: (x, "b"), jnp.ones(2), result_shape_dtypes=(STRUCT, "a"))


@programs
def callbacks_that_return_another_structure(api: Any) -> Any:
    return api.filter_pure_callback(lambda x: [x], jnp.ones(2), result_shape_dtypes=(STRUCT,))


@programs
def callbacks_that_return_another_shape(api: Any) -> Any:
    return api.filter_pure_callback(lambda x: np.ones(3, "float32"), jnp.ones(2), result_shape_dtypes=STRUCT)


@programs
def callbacks_that_fail(api: Any) -> Any:
    def fail(x: Any) -> Any:
        raise KeyError("inside")

    return api.filter_pure_callback(fail, jnp.ones(2), result_shape_dtypes=STRUCT)


@programs
def callbacks_that_are_differentiated(api: Any) -> Any:
    return jax.grad(lambda x: api.filter_pure_callback(np.sum, x, result_shape_dtypes=STRUCT.update(shape=())))(
        jnp.ones(2)
    )


@programs
def callbacks_promised_by_arrays(api: Any) -> Any:
    return api.filter_pure_callback(lambda x: np.asarray(x) * 2, jnp.ones(2), result_shape_dtypes=jnp.zeros(2))


@programs
def what_a_callback_gets(api: Any) -> Any:
    seen: list[Any] = []

    def look(*args: Any) -> Any:
        seen.append([isinstance(x, (jax.Array, np.ndarray)) for x in args])
        return np.ones(2, "float32")

    api.filter_pure_callback(look, jnp.ones(2), np.float32(1), 1, "a", result_shape_dtypes=STRUCT)
    return seen


@programs
def a_tree_to_one_device(api: Any) -> Any:
    tree = {"w": jnp.ones(2), "f": jnp.sin, "n": 3}
    device = jax.devices()[1]
    out = api.filter_shard(tree, device)
    return out, out["w"].devices() == {device}


@programs
def a_tree_over_several_devices(api: Any) -> Any:
    mesh = jax.make_mesh((2,), ("x",), axis_types=(jax.sharding.AxisType.Auto,), devices=jax.devices()[:2])
    sharding = jax.NamedSharding(mesh, jax.P("x"))
    tree = {"w": jnp.ones(2), "f": jnp.sin}
    out = api.filter_shard(tree, sharding)
    inside = api.filter_jit(lambda t: api.filter_shard(t, sharding))(tree)
    return out, out["w"].sharding == sharding, inside["w"].sharding.is_equivalent_to(sharding, 1)


@programs
def a_tree_with_a_prefix_of_shardings(api: Any) -> Any:
    mesh = jax.make_mesh((2,), ("x",), axis_types=(jax.sharding.AxisType.Auto,), devices=jax.devices()[:2])
    split, whole = jax.NamedSharding(mesh, jax.P("x")), jax.NamedSharding(mesh, jax.P())
    out = api.filter_shard([jnp.ones(2), [jnp.ones(4), jnp.ones(3)]], [split, whole])
    return [x.sharding.spec for x in jax.tree.leaves(out)]


def shared(api: Any) -> Any:
    return api.nn.Shared if hasattr(api, "nn") else api.Shared


@programs
def shared_nodes(api: Any) -> Any:
    tree = (jnp.ones((2, 3)), jnp.zeros((2, 3)), "a")
    s = shared(api)(tree, lambda t: t[1], lambda t: t[0])
    out = s()
    return out, out[0] is out[1], len(jax.tree.leaves(eqx.filter(s, eqx.is_array)))


@programs
def shared_nodes_that_are_transposed(api: Any) -> Any:
    tree = (jnp.arange(6.0).reshape(2, 3), jnp.zeros((3, 2)))
    return shared(api)(tree, lambda t: t[1], lambda t: t[0].T)()


@programs
def several_shared_nodes(api: Any) -> Any:
    tree = {"a": Layer(jnp.ones(2)), "b": Layer(jnp.zeros(2)), "c": jnp.ones(3), "d": jnp.zeros(3)}
    s = shared(api)(tree, lambda t: (t["b"], t["d"]), lambda t: (t["a"], t["c"]))
    out = s()
    return out, out["a"].w is out["b"].w, out["c"] is out["d"]


@programs
def shared_nodes_of_another_shape(api: Any) -> Any:
    return shared(api)((jnp.ones(2), jnp.ones(3)), lambda t: t[1], lambda t: t[0])


@programs
def shared_nodes_of_another_dtype(api: Any) -> Any:
    return shared(api)((jnp.ones(2), jnp.arange(2)), lambda t: t[1], lambda t: t[0])


@programs
def shared_nodes_of_another_structure(api: Any) -> Any:
    return shared(api)((jnp.ones(2), [jnp.ones(2)]), lambda t: t[1], lambda t: t[0])


@programs
def shared_nodes_and_numbers(api: Any) -> Any:
    return shared(api)((Layer(jnp.ones(2), 1), Layer(jnp.zeros(2), 2)), lambda t: t[1], lambda t: t[0])


@programs
def shared_nodes_of_layers(api: Any) -> Any:
    keys = jax.random.split(jax.random.PRNGKey(0), 2)
    layers = tuple(eqx.nn.Linear(2, 2, key=key) for key in keys)
    s = shared(api)(layers, lambda t: t[1].weight, lambda t: t[0].weight)

    @api.filter_jit
    @api.filter_grad
    def loss(s: Any, x: Any) -> Any:
        first, second = s()
        return (second(first(x)) ** 2).sum()

    x = jnp.ones(2)
    grads = loss(s, x)
    return s()[1](s()[0](x)), jax.tree.leaves(grads)


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""
