"""tree_equal: the same programs with Equinox's functions and with ours."""

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


EQUALS: list[tuple[Any, ...]] = [
    ([1, 2], [1, 2]),
    ([1, 2], (1, 2)),
    ([1, 2], [1, 3]),
    ([1], [1.0]),
    ([1], [True]),
    ([1], [np.int32(1)]),
    ([jnp.ones(2)], [np.ones(2, "float32")]),
    ([jnp.ones(2)], [np.ones(2, "float64")]),
    ([jnp.ones(2)], [jnp.ones(3)]),
    ([jnp.ones(2)], [jnp.ones(2) + 1e-3]),
    ([np.ones(2)], [np.ones(2) + 1e-3]),
    ([np.float32(1)], [np.array(1.0, "float32")]),
    ([np.float32(1)], [jnp.array(1.0)]),
    ([jnp.nan], [jnp.nan]),
    ([jnp.array(jnp.nan)], [jnp.array(jnp.nan)]),
    ([np.array(np.nan)], [np.array(np.nan)]),
    ([jnp.array([1, 2])], [jnp.array([1, 3])]),
    ([jnp.ones(2), 1], [jnp.ones(2), 2]),
    ([jnp.ones(2), 1], [jnp.zeros(2), 2]),
    ([1, 2], [1, 2], [1, 2]),
    ([1, 2], [1, 2], [1, 3]),
    ([1, 2],),
    ("a", "a"),
    (None, None),
    (None, 1),
    ([jnp.sin], [jnp.sin]),
    ([jnp.sin], [jnp.cos]),
    (Layer(1), Layer(1)),
    (Layer(1), Layer(1, size=4)),
    ([jnp.ones(2)], [1.0]),
    ([1.0], [jnp.ones(())]),
    ([], []),
    ([jnp.ones(0)], [jnp.ones(0)]),
    ([jnp.array(True)], [jnp.array(True)]),
    ([jax.random.key(0)], [jax.random.key(0)]),
    ([jax.random.key(0)], [jax.random.key(1)]),
    ([jax.ShapeDtypeStruct((2,), "float32")], [jax.ShapeDtypeStruct((2,), "float32")]),
    ([jnp.array(1, "int32")], [jnp.array(1, "int8")]),
    ([1j], [1j]),
    (["a"], [1]),
    ([range(3)], [range(3)]),
]
TOLERANCES: list[dict[str, Any]] = [
    {},
    {"typematch": True},
    {"rtol": 1e-2},
    {"atol": 1e-2},
    {"rtol": 1e-5, "atol": 1e-5},
    {"rtol": jnp.array(1e-2)},
    {"rtol": np.float32(0.0)},
    {"typematch": True, "atol": 1},
    {"rtol": 0, "atol": 0},
]


@programs
def tree_equal_everywhere(api: Any) -> Any:
    def answer(trees: Any, options: Any) -> Any:
        try:
            return api.tree_equal(*trees, **options)
        except Exception as error:
            return type(error).__name__

    return [[answer(trees, options) for options in TOLERANCES] for trees in EQUALS]


@programs
def tree_equal_of_nothing(api: Any) -> Any:
    return api.tree_equal()


@programs
def tree_equal_under_jit(api: Any) -> Any:
    def traced(x: Any) -> Any:
        found = [
            api.tree_equal([x], [x]),
            api.tree_equal([x], [jnp.ones(2)]),
            api.tree_equal([x], [jnp.ones(3)]),
            api.tree_equal([x, 1], [x, 2]),
            api.tree_equal([1], [1]),
            api.tree_equal([x], [np.ones(2, "float32")], rtol=1e-2),
        ]
        return [(y is True, y is False, isinstance(y, jax.core.Tracer)) for y in found]

    return api.filter_jit(traced)(jnp.ones(2))


@pytest.mark.parametrize("program", cases(programs))
def test_as_equinox(program: Program) -> None:
    assert difference(program) == ""
