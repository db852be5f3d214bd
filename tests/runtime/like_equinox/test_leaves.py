"""Tests of leaves, partition and combine: the same programs with Equinox's functions and with ours."""

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
    b: Any = None
    size: int = eqx.field(static=True, default=3)


class HasArray:
    """Not an array, but can be made one."""

    def __jax_array__(self) -> Any:
        return jnp.ones(2)


class Weird:
    shape = (2,)
    dtype = np.dtype("float32")


LEAVES = [
    True,
    1,
    1.0,
    1j,
    "s",
    b"s",
    object(),
    None,
    np.array(1),
    np.array(1.0),
    np.array(True),
    np.array(1j),
    np.array("text"),
    np.array(None),
    np.float32(1),
    np.int8(1),
    np.bool_(True),
    np.float64(1),
    np.complex64(1),
    np.str_("x"),
    jnp.array(1),
    jnp.array(1.0),
    jnp.array(True),
    jnp.array(1j),
    jnp.array(1.0, jnp.bfloat16),
    jnp.array(1.0, jnp.float8_e4m3fn),
    jax.random.key(0),
    jax.random.PRNGKey(0),
    jax.ShapeDtypeStruct((2,), "float32"),
    HasArray(),
    Weird(),
    lambda x: x,
    [jnp.ones(2)],
    np.dtype("float32"),
    jnp.float32,
    np.float32,
    range(3),
    np.ma.masked_array([1.0], [True]),
    np.zeros(2, dtype=[("a", "f4")]),
    np.datetime64("2020-01-01"),
]


@programs
def answers_of_tests_for_leaves(api: Any) -> Any:
    tests = (api.is_array, api.is_inexact_array, api.is_array_like, api.is_inexact_array_like)
    return [[bool(test(leaf)) for leaf in LEAVES] for test in tests]


@programs
def types_of_answers_of_tests(api: Any) -> Any:
    tests = (api.is_array, api.is_inexact_array, api.is_array_like, api.is_inexact_array_like)
    return [[type(test(leaf)).__name__ for leaf in LEAVES] for test in tests]


@programs
def answers_of_tests_for_tracers(api: Any) -> Any:
    seen: list[Any] = []

    @jax.jit
    def traced(x: Any, n: Any) -> Any:
        seen.append([[f(y) for y in (x, n)] for f in (api.is_array, api.is_inexact_array, api.is_array_like)])
        return x

    traced(jnp.ones(2), 3)
    jax.grad(lambda x: traced(x, 2).sum())(jnp.ones(2))
    return seen


TREE = [jnp.arange(2), (1, "a", None), {"w": np.ones(2), "f": jnp.sin}, Layer(jnp.ones(1), 2.0)]


@programs
def filter_by_test(api: Any) -> Any:
    return [api.filter(TREE, t) for t in (api.is_array, api.is_inexact_array, api.is_array_like, callable)]


@programs
def filter_inverse_and_replace(api: Any) -> Any:
    return [
        api.filter(TREE, api.is_array, inverse=True),
        api.filter(TREE, api.is_array, replace=0),
        api.filter(TREE, api.is_array, True, "gone"),
        api.filter(TREE, api.is_array, inverse=1),
        api.filter(TREE, api.is_array, inverse=[]),
    ]


@programs
def filter_by_prefix(api: Any) -> Any:
    specs = ([True, False, api.is_array, True], [False, (True, False, None), True, callable], True, False)
    return [api.filter(TREE, spec) for spec in specs]


@programs
def filter_by_module_of_booleans(api: Any) -> Any:
    layer = Layer(jnp.ones(1), 2.0)
    mask = jax.tree.map(lambda _: False, layer)
    return api.filter(layer, eqx.tree_at(lambda m: m.w, mask, True)), api.partition(layer, mask)


@programs
def filter_spec_of_wrong_structure(api: Any) -> Any:
    return api.filter(TREE, [True, False])


@programs
def filter_spec_of_wrong_leaf(api: Any) -> Any:
    return api.filter(TREE, [True, False, 3, True])


@programs
def filter_spec_is_a_string(api: Any) -> Any:
    return api.filter(TREE, "w")


@programs
def filter_spec_is_none(api: Any) -> Any:
    return api.filter(TREE, None)


@programs
def filter_spec_is_an_array(api: Any) -> Any:
    return api.filter({"w": 1}, {"w": jnp.array(True)})


@programs
def filter_spec_is_traced(api: Any) -> Any:
    return jax.jit(lambda x: api.filter({"w": 1.0}, {"w": x}))(True)


@programs
def filter_test_answers_with_an_array(api: Any) -> Any:
    return api.filter([1, 2], lambda x: np.array(x > 1)), api.partition([1, 2], lambda x: jnp.array(x > 1))


@programs
def filter_test_answers_with_another_value(api: Any) -> Any:
    return api.filter([0, 1, ""], lambda x: x), api.partition([0, 1, ""], lambda x: x)


@programs
def filter_is_leaf(api: Any) -> Any:
    def is_layer(x: Any) -> bool:
        return isinstance(x, Layer)

    def small(x: Any) -> bool:
        return is_layer(x) and x.size == 3

    tree = [Layer(1), Layer(2), 3]
    return (
        api.filter(tree, small, is_leaf=is_layer),
        api.partition(tree, small, is_leaf=is_layer),
        api.partition([None, 1, None], lambda x: x is None, is_leaf=lambda x: x is None),
        api.filter([None, 1], lambda x: x is None, replace=7, is_leaf=lambda x: x is None),
    )


@programs
def filter_with_none_in_the_spec(api: Any) -> Any:
    return api.filter((1, None, 2), (True, None, False))


@programs
def partition_is_two_filters(api: Any) -> Any:
    return api.partition(TREE, api.is_array), api.partition(TREE, api.is_inexact_array, replace="x")


@programs
def partition_of_a_leaf(api: Any) -> Any:
    return api.partition(jnp.ones(2), api.is_array), api.partition("a", api.is_array), api.partition(None, api.is_array)


@programs
def filter_by_a_callable_that_is_a_tree(api: Any) -> Any:
    return api.filter([1, 2.0], jax.tree_util.Partial(lambda t, x: isinstance(x, t), int))


@programs
def combine_first_wins(api: Any) -> Any:
    return (
        api.combine([None, 1, None], [2, 3, None]),
        api.combine({"a": None}, {"a": 1}, {"a": 2}),
        api.combine([1]),
        api.combine(None, 1),
        api.combine(1, None),
        api.combine(None, None),
    )


@programs
def combine_undoes_partition(api: Any) -> Any:
    return api.combine(*api.partition(TREE, api.is_array)), api.combine(*api.partition(Layer(1, "a"), callable))


@programs
def combine_of_different_structures(api: Any) -> Any:
    return api.combine([1, None], (None, 1))


@programs
def combine_a_subtree_for_none(api: Any) -> Any:
    return api.combine([None, 1], [[2, 3], None])


@programs
def combine_none_first_by_subtree(api: Any) -> Any:
    return api.combine([[2, 3], None], [None, 1])


@programs
def combine_of_nothing(api: Any) -> Any:
    return api.combine()


@programs
def combine_is_leaf(api: Any) -> Any:
    return api.combine([(None, 2), None], [(1, None), 3], is_leaf=lambda x: isinstance(x, tuple))


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""
