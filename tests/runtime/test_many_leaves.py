"""Calls with so many leaves that their types are not compared: what is no array is seen all the same."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.runtime import filter_grad, filter_jit, is_array, share_through
from pytreelint.runtime.jit.trusting import MANY
from tests.part import part


class Mode(enum.IntEnum):
    """A number that is no array."""

    TRAIN = 1


class Converted:
    """An object that JAX could take for an array."""

    def __jax_array__(self) -> jax.Array:
        return jnp.ones(2)


def kinds(tree: Any, *rest: Any) -> Any:
    """What is static inside, and the sum of the first arrays."""
    leaves = jax.tree.leaves((tree, rest))
    total = sum((jnp.sum(leaf) for leaf in leaves[:8] if is_array(leaf)), jnp.zeros(()))
    return {"sum": total, "static": tuple(leaf for leaf in leaves if not is_array(leaf))}


def arrays(n: int = MANY + 10, shape: tuple[int, ...] = (2,)) -> list[Any]:
    """So many that types are not compared."""
    return [jnp.full(shape, i, jnp.float32) for i in range(n)]


def replaced(tree: list[Any], leaf: Any, place: int = 5) -> list[Any]:
    """A tree with another leaf at a place."""
    return [*tree[:place], leaf, *tree[place + 1 :]]


def compiled(**options: Any) -> Any:
    """The function without any program yet."""
    return filter_jit(lambda *args: kinds(*args), **options)


def is_right(f: Callable[..., Any], *args: Any) -> bool:
    """Whether a call does what the function does without a transform."""
    found, wanted = f(*args), kinds(*args)
    same = [(type(x), x) for x in found["static"]] == [(type(x), x) for x in wanted["static"]]
    return same and bool(jnp.allclose(found["sum"], wanted["sum"]))


OTHERS: dict[str, Any] = {
    "bool": True,
    "int": 3,
    "float": 2.0,
    "complex": 1j,
    "enum": Mode.TRAIN,
    "str": "a",
    "function": jnp.tanh,
    "converted": Converted(),
    "none": None,
    "tuple": (jnp.ones(2), 3.0),
    "dict": {"a": jnp.ones(2)},
    "numpy array": np.ones(2, np.float32),
    "numpy scalar": np.float32(3),
    "another shape": jnp.ones((3, 2)),
    "another dtype": jnp.arange(2),
    "scalar": jnp.ones(()),
    "weak scalar": jnp.asarray(2.0),
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=part(name)) for name in OTHERS])
@pytest.mark.parametrize("seen", ["never", "as a scalar", "as a weak scalar"])
def test_another_leaf_in_the_place_of_an_array(name: str, seen: str) -> None:
    f, tree = compiled(), arrays()
    assert is_right(f, tree, "a")
    assert is_right(f, tree, "a")
    if name in ("float", "none"):  # structures take turns: another way finds the program
        for _ in range(3):
            assert is_right(f, tree[:-1], "a")
            assert is_right(f, tree, "a")
    if seen != "never":
        scalar = jnp.ones((), jnp.float32)
        assert is_right(f, replaced(tree, scalar if seen == "as a scalar" else jax.lax.full_like(2.0, 1.0)), "a")
    for _ in range(2):
        assert is_right(f, replaced(tree, OTHERS[name]), "a")
        assert is_right(f, tree, "a")


STATIC = [True, 1, 1.0, Mode.TRAIN, np.float32(1), "a", None]


@pytest.mark.parametrize("one", [pytest.param(one, marks=part(repr(one))) for one in STATIC])
def test_another_leaf_in_the_place_of_a_static_one(one: Any) -> None:
    f, tree = compiled(), arrays()
    for other in (True, 1, 1.0, Mode.TRAIN, jnp.ones(2), "a", None, (1, 1.0)):
        for leaf in (one, other, one, other):
            assert is_right(f, tree, leaf)


def test_a_new_shape_is_traced_once() -> None:
    f = compiled()
    for shape in ((2,), (2,), (3,), (2,), (3,), (), (), (2,)):
        assert is_right(f, arrays(shape=shape), "a")
    assert f.trace_count == 3
    for kind in (np.asarray, jnp.asarray):
        assert is_right(f, [*map(kind, arrays(shape=(3,)))], "a")
    assert f.trace_count == 3


def test_what_raised_before_still_does() -> None:
    f = filter_jit(lambda tree, flag: jnp.sum(tree[5]) if flag else tree[0].missing)
    tree = arrays()
    f(tree, True)
    with pytest.raises(AttributeError, match="missing"):
        f(tree, False)
    with pytest.raises(TypeError):
        f(replaced(tree, np.array(["a"])), True)
    deleted = jnp.ones(2)
    deleted.delete()
    with pytest.raises(RuntimeError, match=r"tree\[5\]"):
        f(replaced(tree, deleted), True)
    assert f(tree, True) == 10


def test_inside_of_transforms() -> None:
    f, tree = compiled(), arrays()
    for _ in range(2):
        assert is_right(f, tree, "a")
        grads = filter_grad(lambda tree: f(tree, "a")["sum"])(tree)
        assert all(bool((grad == (i < 8)).all()) for i, grad in enumerate(grads))


def test_tied_leaves_of_a_function_that_shares() -> None:
    f, tree = filter_jit(lambda tree: {"tied": tree[0] is tree[1], "sum": tree[0].sum()}), arrays()
    for _ in range(2):
        assert not f(tree)["tied"]
    tied = [tree[0], *tree[:-1]]
    for _ in range(2):
        assert share_through(filter_jit)(f)(tied)["tied"]


def test_donated_arrays_are_not_lost_to_a_call_that_is_refused() -> None:
    f, tree = compiled(donate="all"), arrays()
    f([*map(jnp.copy, tree)], "a")
    f([*map(jnp.copy, tree)], "a")
    given = replaced([*map(jnp.copy, tree)], 2.0)
    kept = given[0] + 0
    found = f(given, "a")
    assert found["static"] == (2.0, "a")
    assert found["sum"] == kinds(replaced(tree, 2.0))["sum"]
    assert not kept.is_deleted()
