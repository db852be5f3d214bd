"""`filter_jit` against `jax.jit`: what is traced, how often, and what comes out."""

from __future__ import annotations

import copy
import functools
from dataclasses import dataclass
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.runtime import filter_jit, is_array_like, is_inexact_array

# Options and functions that a type checker would refuse are among them.
jit: Any = filter_jit


@functools.partial(jax.tree_util.register_dataclass, data_fields=["w"], meta_fields=["name"])
@dataclass
class Layer:
    w: Any
    name: str

    def apply(self, x: Any, power: int = 1) -> Any:
        return (self.w * x) ** power

    @jit
    def compiled(self, x: Any) -> Any:
        return {"out": self.w * x, "name": self.name}

    @filter_jit
    def scaled(self, x: Any) -> Any:
        return self.w * x


def double(x: Any, n: Any = 2) -> Any:
    return x * n


def test_arrays_are_traced_and_the_rest_is_static() -> None:
    seen = []

    @jit
    def f(tree: Any, n: int, *, flag: bool) -> Any:
        seen.append((isinstance(tree["w"], jax.core.Tracer), tree["act"], n, flag))
        return tree["act"](tree["w"]) * n, {"n": n, "flag": flag, "none": None}

    tree = {"w": jnp.array([-1.0, 2.0]), "act": jax.nn.relu}
    for _ in range(3):
        out, rest = f(tree, 3, flag=True)
        np.testing.assert_array_equal(out, [0.0, 6.0])
        assert rest == {"n": 3, "flag": True, "none": None}
    assert seen == [(True, jax.nn.relu, 3, True)]
    assert f.trace_count == 1


def test_type_and_value_of_static_leaves_decide() -> None:
    """Defect 2: in Equinox 1, True and 1.0 share a trace, and the answer of the first is given for all."""

    def f(x: Any, n: Any) -> Any:
        return x + (10 if n is True else 20 if type(n) is float else 30)

    ours, theirs = jit(f), eqx.filter_jit(f)
    x = jnp.zeros(())
    assert [int(ours(x, n)) for n in (1, True, 1.0, 1, True, 1.0)] == [30, 10, 20, 30, 10, 20]
    assert ours.trace_count == 3
    assert [int(theirs(x, n)) for n in (1, True, 1.0)] != [30, 10, 20]


def test_signed_zero_and_nan() -> None:
    f = jit(lambda x, n: x + (1.0 if str(n).startswith("-") else 2.0))
    x = jnp.zeros(())
    assert [float(f(x, n)) for n in (0.0, -0.0, 0.0)] == [2.0, 1.0, 2.0]
    assert f.trace_count == 2
    for _ in range(3):
        f(x, float("nan"))
    assert f.trace_count == 3


def test_positional_and_keyword_are_one_trace() -> None:
    f = jit(lambda x, y, *, z=1: x - y + z - 1)
    a, b = jnp.array(5.0), jnp.array(3.0)
    assert [float(f(a, b)), float(f(a, y=b)), float(f(y=b, x=a)), float(f(x=a, y=b))] == [2.0] * 4
    assert f.trace_count == 1
    assert float(f(y=b, x=a, z=2)) == 3.0


def test_variadic_arguments() -> None:
    f = jit(lambda *args, **kwargs: (sum(args), kwargs))
    for _ in range(2):
        total, kwargs = f(jnp.array(1), jnp.array(2), b=jnp.array(3), a="a")
        assert total == 3 and kwargs["a"] == "a" and kwargs["b"] == 3
    assert f.trace_count == 1


def test_wrong_arguments_are_a_type_error() -> None:
    with pytest.raises(TypeError, match="missing a required argument"):
        jit(double)()
    with pytest.raises(TypeError, match="got an unexpected"):
        jit(double)(1, k=2)


def test_numpy_and_jax_arrays_share_a_trace() -> None:
    f = jit(double)
    arrays: list[Any] = [np.ones(3, np.float32), jnp.ones(3), np.ones(3, np.float32)]
    for x in arrays:
        np.testing.assert_array_equal(f(x), [2, 2, 2])
    assert f.trace_count == 1
    assert isinstance(f(np.float32(1)), jax.Array)


def test_alternating_structures_and_values() -> None:
    f = jit(lambda tree, n: jax.tree.map(lambda x: x * n, tree))
    trees: list[Any]
    trees = [[jnp.ones(2)], {"a": jnp.ones(2)}, [jnp.ones(2), None], {"a": np.ones(3, np.float32)}]
    for tree in trees * 4:
        for n in (1, 2):
            jax.tree.map(np.testing.assert_array_equal, f(tree, n), jax.tree.map(lambda x, n=n: x * n, tree))
    assert f.trace_count == 8


def test_leaf_becomes_subtree() -> None:
    f = jit(lambda tree: len(jax.tree.leaves(tree)))
    assert [f([jnp.ones(1)]), f([[jnp.ones(1), jnp.ones(1)]]), f([jnp.ones(1)]), f([None])] == [1, 2, 1, 0]


def test_more_than_a_few_static_leaves() -> None:
    f = jit(lambda tree: [x * 2 for x in tree])
    for _ in range(3):
        assert f([1, "a", jnp.array(2), 2, 3, 4, jnp.array(5), 6])[2:7:4] == [4, 10]
    assert f([1, "b", jnp.array(2), 2, 3, 4, jnp.array(5), 6])[1] == "bb"
    assert f.trace_count == 2


def test_dynamic_traces_python_numbers() -> None:
    f = jit(double, dynamic=is_array_like)
    assert isinstance(f(1.5), jax.Array) and f(1.5) == jax.jit(double)(1.5)
    assert f(2.5).weak_type and f.trace_count == 1

    class HasArray:
        def __jax_array__(self) -> Any:
            return jnp.ones(2)

    np.testing.assert_array_equal(f(HasArray()), [2, 2])


def test_dynamic_by_value() -> None:
    f = jit(lambda x, n: x * n, dynamic=is_inexact_array)
    with pytest.raises(TypeError, match="static leaf n of type"):
        f(jnp.ones(2), jnp.arange(2))
    assert f(jnp.ones(2), 3).shape == (2,)


def test_static_arguments() -> None:
    """equinox #236: static arguments are not to be had there."""
    for options in ({"static_argnums": 1}, {"static_argnums": (-1,)}, {"static_argnames": "n"}):
        f = jit(double, dynamic=is_array_like, **options)
        assert f(2.0, 3) == f(2.0, n=3) == 6.0 and f.trace_count == 1
        assert f(2.0, 4) == 8.0 and f.trace_count == 2
    f = jit(lambda x, cfg: x * cfg["k"][0], static_argnames=["cfg"], dynamic=is_array_like)
    assert f(1.0, {"k": [2]}) == 2.0 and f(1.0, {"k": [3]}) == 3.0 and f.trace_count == 2
    with pytest.raises(TypeError, match=r"static leaf cfg\['k'\]\[0\] of type .*Array"):
        f(1.0, {"k": [jnp.ones(2)]})
    with pytest.raises(ValueError, match="static_argn"):
        eqx.filter_jit(double, static_argnums=1)


def test_wrong_options() -> None:
    with pytest.raises(ValueError, match="'some'"):
        jit(double, donate="some")
    with pytest.raises(ValueError, match="only 2 positional"):
        jit(double, static_argnums=2)(1)
    with pytest.raises(ValueError, match="no argument of that name"):
        jit(double, static_argnames="k")(1)
    with pytest.raises(TypeError, match="no option oops"):
        jit(double, oops=1)
    with pytest.raises(TypeError, match="callable"):
        jit(3)


def test_unhashable_static_leaf_is_named() -> None:
    """Defect 6: Equinox dumps the whole tree."""
    with pytest.raises(TypeError, match=r"static leaf tree\['layers'\]\[1\] of type `builtins.set`"):
        jit(lambda tree: tree)({"layers": [jnp.ones(2), {1}]})


def test_unhashable_values_may_be_given_out() -> None:
    f = jit(lambda x: (x, {1, 2}, [3]))
    assert f(jnp.ones(()))[1:] == ({1, 2}, [3])


def test_lambda_made_per_instance_does_not_retrace() -> None:
    """Functions are equal by code, closure and defaults; in Equinox by identity."""

    def make(scale: float) -> dict[str, Any]:
        return {"w": jnp.ones(2), "act": lambda x: x * scale}

    def f(model: Any, x: Any) -> Any:
        return model["act"](model["w"] * x)

    ours = jit(f)
    for scale in (2.0, 2.0, 3.0, 2.0):
        np.testing.assert_array_equal(ours(make(scale), jnp.ones(2)), [scale, scale])
    assert ours.trace_count == 2


def test_modules_methods_and_partials_have_their_arrays_traced() -> None:
    traces = []

    def apply(w: Any, x: Any) -> Any:
        traces.append(isinstance(w, jax.core.Tracer))
        return w * x

    for _ in range(2):
        for k in (1.0, 2.0):
            assert jit(functools.partial(apply, jnp.array(k)))(3.0) == 3 * k
    assert traces == [True]
    for k in (1.0, 2.0):
        assert jit(Layer(jnp.array(k), "a").apply)(3.0, power=2) == (3 * k) ** 2
    assert jit(Layer(jnp.array(1.0), "a").apply).trace_count == 1
    counts = []
    for k in (1, 2):
        model = eqx.nn.Linear(5, 7, key=jax.random.key(k))  # of a shape that no other test has traced
        jitted = jit(model)
        np.testing.assert_allclose(jitted(jnp.ones(5)), model(jnp.ones(5)), rtol=1e-6)
        counts.append(jitted.trace_count)
    assert counts == [1, 0]


def test_method_in_a_class_body() -> None:
    for k in (1.0, 2.0):
        layer = Layer(jnp.array(k), "first")
        assert layer.compiled(2.0) == {"out": 2 * k, "name": "first"}
        assert layer.compiled.lower(2.0).compile()(2.0) == {"out": 2 * k, "name": "first"}
    assert Layer.compiled.trace_count == 1
    assert Layer(jnp.array(1.0), "second").compiled(2.0)["name"] == "second"
    assert Layer.compiled.trace_count == 2
    assert jax.jit(layer.scaled)(2.0) == 4.0 and jax.vmap(layer.scaled)(jnp.ones(3)).shape == (3,)


def test_method_of_a_plain_object() -> None:
    class Plain:
        __hash__ = None  # type: ignore[assignment]

        def scale(self, x: Any) -> Any:
            return x * 2

    plain = Plain()
    assert jit(plain.scale)(jnp.array(2)) == 4
    assert jit(plain.scale)(jnp.array(2)) == 4


def test_builtins_and_jitted_functions() -> None:
    assert jit(max)(1, 2) == 2
    assert jit(jnp.add)(jnp.array(1), 2) == 3
    assert jit(jax.jit(double))(jnp.array(2)) == 4
    assert jit(jit(double))(jnp.array(2)) == 4


def test_names_survive_flattening() -> None:
    for f in (jit(double), jax.tree.map(lambda x: x, jit(double))):
        assert (f.__name__, f.__qualname__, f.__module__, f.__wrapped__) == ("double", "double", __name__, double)
        assert "double" in f.lower(jnp.ones(2)).as_text()
        assert f(jnp.array(1)) == 2


def test_built_anew_hits_the_cache() -> None:
    traces = []

    def f(x: Any) -> Any:
        traces.append(1)
        return x

    for _ in range(4):
        jit(f)(jnp.ones(2))
        jit(jit(functools.partial(f)))(jnp.ones(2))
    assert len(traces) == 2


def test_under_other_transforms() -> None:
    f = jit(lambda tree, n: tree["x"] ** n)
    assert jax.grad(lambda x: f({"x": x, "name": "a"}, 3))(2.0) == 12.0
    np.testing.assert_array_equal(jax.vmap(lambda x: f({"x": x, "name": "a"}, 2))(jnp.arange(3.0)), [0, 1, 4])
    assert jax.jit(lambda x: f({"x": x, "name": "a"}, 2) + f({"x": x, "name": "a"}, 3))(2.0) == 12.0


def test_disable_jit() -> None:
    with jax.disable_jit():
        out = jit(lambda x, n: (x * n, n, isinstance(x, jax.core.Tracer)))(jnp.ones(2), 3)
    assert out[1:] == (3, False)


def test_x64_is_another_trace() -> None:
    f = jit(lambda x: x + jnp.arange(2).sum())
    x: Any = np.ones(2, np.int32)
    with jax.enable_x64(True):
        assert f(x).dtype == jnp.int64
    assert f(x).dtype == jnp.int32


def test_eval_shape_trace_lower_compile() -> None:
    f = jit(lambda x, n, *, act: (act(x) * n, n))
    struct = jax.ShapeDtypeStruct((2, 3), jnp.float32)
    assert f.eval_shape(struct, 3, act=jnp.sin) == (struct, 3)
    assert f.trace(struct, 3, act=jnp.sin).out_info == (struct, 3)
    lowered = f.lower(struct, 3, act=jnp.sin)
    assert "sine" in lowered.as_text()
    (info, n), kwargs = lowered.args_info
    assert info.shape == (2, 3) and n is None and kwargs == {"act": None}
    x = jnp.ones((2, 3))
    for compiled in (lowered.compile(), f.compile(x, 3, act=jnp.sin)):
        out, n = compiled(x, act=jnp.sin, n=3)
        np.testing.assert_allclose(out, jnp.sin(x) * 3, rtol=1e-6)
        assert n == 3
        with pytest.raises(TypeError, match="static value 3 for `n`, called with 4"):
            compiled(x, 4, act=jnp.sin)
    f(x, 3, act=jnp.sin)
    assert f.trace_count == 1


def test_clear_cache() -> None:
    f = jit(lambda x: x * 2)
    f(jnp.ones(2))
    f.clear_cache()
    f(jnp.ones(2))
    assert f.trace_count == 2


def test_options_of_jax_are_passed_on() -> None:
    f = jit(lambda x, y: x, keep_unused=True)
    assert f.lower(jnp.ones(2), jnp.ones(3)).as_text().count("tensor<3xf32>") == 1
    assert jit(lambda x, y: x).lower(jnp.ones(2), jnp.ones(3)).as_text().count("tensor<3xf32>") == 0
    assert jit(double, inline=True)(jnp.array(1)) == 2
    assert jit(double, compiler_options={"xla_embed_ir_in_executable": True})(jnp.array(1)) == 2


@pytest.mark.filterwarnings("ignore:A JAX array is being set as static")
def test_a_static_field_that_cannot_be_compared_is_named() -> None:
    class Net(eqx.Module):
        w: Any
        names: Any = eqx.field(static=True)

    f = jit(lambda model: model)
    assert f({"net": [Net(jnp.ones(2), ["a"])]})["net"][0].names == ["a"]
    assert f({"net": [Net(jnp.ones(2), ["b"])]})["net"][0].names == ["b"]
    f = jit(lambda model: model["net"][0].w)
    f({"net": [Net(jnp.ones(2), [np.zeros(2)])]})
    with pytest.raises(ValueError, match=r"of a `.*Net` in argument `model` holds an array"):
        f({"net": [Net(jnp.ones(2), [np.ones(2)])]})


def test_copies_share_no_programs() -> None:
    f = jit(lambda x: x + 1)
    f(1)
    assert copy.deepcopy(f)(jnp.array(1)) == 2 and copy.copy(f)(2) == 3


def test_errors_about_tracers_name_the_leaf() -> None:
    with pytest.raises(jax.errors.TracerBoolConversionError, match="the value of the argument model_layers_0_w"):
        jit(lambda model, x: 1 if model["layers"][0].w else x)({"layers": [Layer(jnp.ones(()), "a")]}, 2)
    with pytest.raises(jax.errors.TracerBoolConversionError, match="argument x"):
        jit(lambda x: 1 if x else 2)(jnp.array(1))
    f = jit(lambda *args, **kwargs: args[0]["a b"] + args[1]["a.b"] + kwargs["if"])
    assert f({"a b": jnp.array(1)}, {"a.b": jnp.array(2)}, **{"if": jnp.array(3)}) == 6
