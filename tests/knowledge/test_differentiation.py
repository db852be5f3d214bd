"""What the transforms that differentiate do with integers and keys, and where their options stand, asked of JAX."""

from __future__ import annotations

import inspect
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.knowledge.transforms import TRANSFORMS, Transform
from tests.knowledge.building import installed, load

RAW = [each for each in TRANSFORMS.values() if each.family == "grad" and not each.filtered and installed(each.name)]
STRICT = [transform for transform in RAW if transform.rejects_integers]
COUNTED = {
    "int": 2,
    "bool": True,
    "array": jnp.arange(3),
    "numpy bool": np.array([True]),
    "key": jax.random.key(0),
    "old key": jax.random.PRNGKey(0),
}


def by_name(transform: Transform) -> str:
    return transform.name


def loss(tree: Any) -> Any:
    return jnp.sum(tree["w"] ** 2)


def test_which_are_strict() -> None:
    assert {by_name(each).rpartition(".")[2] for each in STRICT} == {
        "grad",
        "value_and_grad",
        "jacfwd",
        "jacrev",
        "hessian",
    }


@pytest.mark.parametrize("transform", STRICT, ids=by_name)
@pytest.mark.parametrize("leaf", COUNTED.values(), ids=COUNTED)
def test_integers_and_keys_raise(transform: Transform, leaf: Any) -> None:
    with pytest.raises(TypeError):
        load(transform.name)(loss)({"w": jnp.ones(3), "leaf": leaf})


@pytest.mark.parametrize("transform", STRICT, ids=by_name)
def test_an_option_allows_integers(transform: Transform) -> None:
    make, tree = load(transform.name), {"w": jnp.ones(3), "leaf": jnp.arange(2)}
    if transform.allow_int is None:
        assert "allow_int" not in inspect.signature(make).parameters
    else:
        make(loss, **{transform.allow_int[1]: True})(tree)


@pytest.mark.parametrize("name", ["jax.vjp", "jax.linearize"])
def test_vjp_and_linearize_take_integers(name: str) -> None:
    assert not TRANSFORMS[name].rejects_integers
    load(name)(loss, {"w": jnp.ones(3), "n": 2, "key": jax.random.key(0)})


@pytest.mark.parametrize("transform", RAW, ids=by_name)
def test_options_stand_where_the_signature_has_them(transform: Transform) -> None:
    parameters = list(inspect.signature(load(transform.name)).parameters)
    named = [(transform.has_aux_position, transform.has_aux), transform.allow_int, transform.argnums]
    for position, keyword in [pair for pair in named if pair and pair[0] >= 0]:
        assert parameters[position] == keyword
