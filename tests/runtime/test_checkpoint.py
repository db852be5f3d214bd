"""filter_checkpoint and filter_closure_convert."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import given

from pytreelint.runtime import (
    filter,  # noqa: A004 - the name that the field knows
    filter_checkpoint,
    filter_closure_convert,
    filter_grad,
    is_array,
)
from tests.runtime.trees import assert_close, inexact_trees, loss, tried

few = tried(15)
MLP = eqx.nn.MLP(2, 1, 4, 2, key=jax.random.key(0))
X = jnp.array([1.0, -2.0])


@few
@given(inexact_trees)
def test_checkpoint_has_the_values_and_gradients_of_the_raw_one(tree: Any) -> None:
    assert_close(filter_checkpoint(loss)(tree), jax.checkpoint(loss)(tree))
    assert_close(jax.grad(filter_checkpoint(loss))(tree), jax.grad(jax.checkpoint(loss))(tree))


def test_checkpoint_of_a_module_and_of_its_method() -> None:
    expected = filter_grad(lambda m, x: m(x).sum())(MLP, X)
    for call in (lambda m: filter_checkpoint(m), lambda m: filter_checkpoint(m.__call__)):
        assert_close(filter_grad(lambda m, x, call=call: call(m)(x).sum())(MLP, X), expected)
        assert_close(jax.jit(jax.grad(lambda x, call=call: call(MLP)(x).sum()))(X), jax.grad(lambda x: MLP(x).sum())(X))


def residuals(fun: Any, *args: Any) -> int:
    """The number of array elements that the backward pass of `fun` keeps."""
    _, pullback = jax.vjp(fun, *args)
    return sum(x.size for x in jax.tree.leaves(pullback))


def test_checkpoint_stores_less_and_obeys_its_policy() -> None:
    def deep(x: Any, act: Any) -> Any:
        for _ in range(10):
            x = act(x)
        return x.sum()

    x = jnp.linspace(0.1, 1.0, 50)
    plain = residuals(lambda x: deep(x, jnp.sin), x)
    least = residuals(lambda x: filter_checkpoint(deep)(x, jnp.sin), x)
    everything = filter_checkpoint(deep, policy=jax.checkpoint_policies.everything_saveable)
    assert least <= 100 < plain
    assert residuals(lambda x: everything(x, jnp.sin), x) > 100


def test_checkpoint_arguments_that_are_not_traced() -> None:
    seen: list[Any] = []

    @filter_checkpoint(static_argnums=1, static_argnames=("flag",))
    def f(x: Any, n: Any, *, flag: Any, name: str = "f") -> Any:
        seen.append((type(n), type(flag), name))
        return x * n, {"name": name}

    out, info = f(jnp.ones(2), np.array(3), flag=np.array(True), name="g")
    assert out.tolist() == [3.0, 3.0] and info == {"name": "g"}
    assert seen == [(np.ndarray, np.ndarray, "g")]
    assert f(jnp.ones(2), n=np.array(2), flag=True)[0].tolist() == [2.0, 2.0]


def test_an_argument_that_is_static_by_name_may_be_given_by_position() -> None:
    named = filter_checkpoint(lambda x, n: x * float(n), static_argnames="n")
    assert jax.grad(named)(jnp.ones(()), jnp.array(3.0)) == 3.0


def test_checkpoint_as_a_method_keeps_its_name() -> None:
    class Layer(eqx.Module):
        w: jax.Array
        act: Any

        @filter_checkpoint
        def __call__(self, x: Any) -> Any:
            """Doc."""
            return self.act(self.w * x)

    assert filter_grad(lambda m: m(2.0))(Layer(jnp.array(3.0), jnp.square)).w == 24.0
    assert (Layer.__dict__["__call__"].__name__, Layer.__dict__["__call__"].__doc__) == ("__call__", "Doc.")


def test_jit_inside_checkpoint() -> None:
    inner = jax.jit(lambda t: t["w"] ** 2)
    assert jax.grad(lambda w: filter_checkpoint(lambda t: inner({"w": t["w"]}))({"w": w, "s": "s"}))(3.0) == 6.0


def test_checkpoint_with_an_effect_on_a_reference() -> None:
    """A `Ref` has an abstract value that is no ShapedArray."""

    def f(x: Any) -> Any:
        ref = jax.new_ref(x)
        ref[...] = ref[...] * 2.0
        return jax.freeze(ref)

    assert filter_checkpoint(f)(jnp.array(3.0)) == 6.0
    z = jnp.array(1.0)
    converted = filter_closure_convert(lambda x: f(x) + z, jnp.array(1.0))
    assert converted(jnp.array(3.0)) == 7.0


def test_closure_convert_hoists_tracers() -> None:
    def outer(x: Any) -> Any:
        z = x * 2
        converted = filter_closure_convert(lambda a, tag: {"out": z * a, "tag": tag}, X, "t")
        assert len(converted.consts) == 1 and converted.consts[0] is z
        assert [leaf is z for leaf in jax.tree.leaves(filter(converted, is_array))] == [True]
        assert converted.in_struct == ((jax.ShapeDtypeStruct((2,), X.dtype), "t"), {})
        assert converted.out_struct == {"out": jax.ShapeDtypeStruct((2,), X.dtype), "tag": "t"}
        doubled = jax.tree.map(lambda c: 2 * c if is_array(c) else c, converted)
        return (converted(X, "t")["out"] + doubled(X, "t")["out"]).sum()

    np.testing.assert_allclose(jax.grad(outer)(3.0), 6 * X.sum())
    np.testing.assert_allclose(jax.jit(jax.grad(outer))(3.0), 6 * X.sum())


def test_closure_convert_keeps_weak_types() -> None:
    """A number promotes weakly in the converted function as it does in the function."""
    half = X.astype(jnp.bfloat16)
    for number in (jnp.asarray(2.0), 2.0 * jnp.ones(()), jax.numpy.array(2.0, jnp.float32)):
        converted = filter_closure_convert(lambda n: n * half, number)
        assert converted(number).dtype == (number * half).dtype


def test_conversions_of_one_function_have_one_structure() -> None:
    def convert(x: Any) -> Any:
        return filter_closure_convert(lambda a: a * x, X)

    first, second = convert(X), convert(2 * X)
    assert jax.tree.structure(first) == jax.tree.structure(second)
    assert jax.tree.structure(convert(X)) != jax.tree.structure(filter_closure_convert(lambda a: a * X[0], X[0]))
    chosen = jax.lax.cond(True, lambda: second.consts, lambda: first.consts)
    assert repr(first) == "<closure-converted <lambda>>" and chosen[0].tolist() == (2 * X).tolist()


def test_closure_convert_of_functions_that_captured_nothing() -> None:
    def plain(x: Any, n: int) -> Any:
        return x * n

    converted = filter_closure_convert(plain, jax.ShapeDtypeStruct((2,), jnp.float32), 3)
    assert converted.consts == [] and converted(X, 3).tolist() == [3.0, -6.0]
    assert converted.out_struct.shape == (2,)
    assert filter_closure_convert(MLP, X)(X) == MLP(X)


def test_closure_convert_refuses_what_is_not_as_in_the_example() -> None:
    converted = filter_closure_convert(lambda t, k=2: t["x"] * MLP(X)[0] * k, {"x": X, "s": "s"}, k=3)
    assert converted({"x": np.asarray(X), "s": "s"}, k=3).shape == (2,)
    cases: list[tuple[Any, str]] = [
        (lambda: converted({"x": jnp.ones(3), "s": "s"}, k=3), r"args\[0\]\['x'\] is float32\[3\], not float32\[2\]"),
        (lambda: converted({"x": jnp.arange(2), "s": "s"}, k=3), "is int32"),
        (lambda: converted({"x": X, "s": "t"}, k=3), r"\['s'\] is 't', not 's'"),
        (lambda: converted({"x": X, "s": "s"}, k=4), r"kwargs\['k'\] is 4, not 3"),
        (lambda: converted({"x": X, "s": "s"}), "has the structure"),
        (lambda: converted({"x": 1.0, "s": "s"}, k=3), "is not an array"),
        (lambda: converted({"x": X, "s": X}, k=3), r"\['s'\] is an array"),
    ]
    for call, message in cases:
        with pytest.raises(ValueError, match=message):
            call()
    # A weakly typed array stands for a strong one.
    weak = filter_closure_convert(lambda x: x + MLP(X)[0], jnp.array(1.0))
    assert weak(jnp.array(1.0, jnp.float32)).shape == ()
