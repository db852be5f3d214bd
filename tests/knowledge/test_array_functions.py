"""Functions that are said to raise over what is no array, asked of JAX."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from pytreelint.knowledge.array_functions import (
    _MODULES,
    _UNARY,
    ARRAY_ATTRIBUTES,
    OPERATORS,
    TREE_FUNCTIONS,
    takes_arrays,
    takes_numbers,
)
from tests.knowledge.building import installed, load
from tests.part import part

pytestmark = pytest.mark.filterwarnings("ignore")


class Thing:
    """No array."""


ARRAY = jnp.ones(3)
OPAQUE = {"function": jax.nn.relu, "lambda": lambda x: x, "string": "a label", "object": Thing()}
OPAQUE |= {"list of functions": [jax.nn.relu], "tuple with a string": (jnp.ones(3), "a label")}
FILLED: tuple[tuple[Any, ...], ...] = ((), (2.0,), (ARRAY,), (2.0, ARRAY), (ARRAY, ARRAY))


def raises(action: Callable[[], Any]) -> bool:
    try:
        action()
    except Exception:
        return True
    return False


def functions() -> list[str]:
    names = [f"{module}.{name}" for module in sorted(_MODULES) for name in dir(importlib.import_module(module))]
    return [name for name in names if takes_arrays(name)]


def test_there_are_many() -> None:
    assert len(functions()) > 400


@pytest.mark.parametrize("leaf", [pytest.param(OPAQUE[n], id=n, marks=part(n)) for n in OPAQUE])
def test_they_raise_over_what_is_no_array(leaf: Any) -> None:
    wrong = []
    for name in functions():
        for position in takes_arrays(name):
            for others in FILLED:
                given = list(others)
                given.insert(position, leaf)
                if position <= len(others) and not raises(lambda name=name, given=given: load(name)(*given)):  # type: ignore[misc]
                    wrong.append((name, position, len(given)))
    assert wrong == []


def test_they_take_arrays() -> None:
    for name in ("jax.numpy.sqrt", "jax.numpy.zeros_like", "jax.nn.relu", "jax.lax.exp", "jax.numpy.sum"):
        assert takes_arrays(name) == (0,)
        load(name)(ARRAY)
    assert takes_arrays("jax.numpy.where") == (1, 2)
    assert takes_arrays("numpy.sqrt") == takes_arrays("jax.numpy.shape") == takes_arrays("jax.jit") == ()


@pytest.mark.parametrize("name", sorted(OPERATORS | _UNARY))
def test_operators_raise_over_functions(name: str) -> None:
    for position in takes_numbers(name):
        for leaf in (jax.nn.relu, print, OPAQUE["lambda"], jax.jit(jnp.sin)):
            given: list[Any] = [2.0, 2.0] if name in OPERATORS else [2.0]
            given[position] = leaf
            assert raises(lambda given=given: load(name)(*given))  # type: ignore[misc]


@pytest.mark.parametrize("name", sorted(ARRAY_ATTRIBUTES))
def test_attributes_are_those_of_arrays_alone(name: str) -> None:
    assert hasattr(jnp.ones((2, 2)), name)
    for leaf in (jax.nn.relu, print, "a label", jax.jit(jnp.sin), OPAQUE["lambda"]):
        assert not hasattr(leaf, name)


# How to give trees at the positions of the table, and the rest besides.
CALLS: dict[str, Callable[..., Any]] = {
    "jax.lax.with_sharding_constraint": lambda tree: jax.lax.with_sharding_constraint(
        tree, NamedSharding(Mesh(np.array(jax.devices()[:1]), "i"), PartitionSpec())
    ),
    "optax.incremental_update": lambda new, old: load("optax.incremental_update")(new, old, 0.1),
    "optax.periodic_update": lambda new, old: load("optax.periodic_update")(new, old, 1, 2),
}
MORE: dict[str, Callable[..., Any]] = {
    "full_like": lambda f, tree: f(tree, 1.0),
    "clip": lambda f, tree: f(tree, 0.0, 1.0),
    "bias_correction": lambda f, tree: f(tree, 0.9, jnp.array(1)),
    "update_moment": lambda f, one, other: f(one, other, 0.9, 1),
    "add_scale": lambda f, one, other: f(one, 2.0, other),
    "scale": lambda f, tree: f(2.0, tree),
    "random_like": lambda f, tree: f(jax.random.key(0), tree),
    "where": lambda f, one, other: f(True, one, other),
}


def call(name: str, *trees: Any) -> Any:
    if name in CALLS:
        return CALLS[name](*trees)
    short = name.rpartition(".")[2].removeprefix("tree_")
    return MORE[short](load(name), *trees) if short in MORE else load(name)(*trees)


@pytest.mark.parametrize("name", [name for name in TREE_FUNCTIONS if installed(name)])
def test_operations_on_trees(name: str) -> None:
    count = len(TREE_FUNCTIONS[name])
    arrays = {"a": ARRAY, "leaf": ARRAY}
    call(name, *[arrays] * count)
    for leaf in (jax.nn.relu, "a label", OPAQUE["lambda"]):
        for position in range(count):
            trees: list[Any] = [arrays] * count
            trees[position] = {"a": ARRAY, "leaf": leaf}
            assert raises(lambda trees=trees: call(name, *trees))  # type: ignore[misc]
