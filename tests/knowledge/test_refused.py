"""Transforms refuse what the table says, and take the rest."""

from __future__ import annotations

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from pytreelint.knowledge.refused import DONATE, TAKEN, WORDS, refusal
from tests.knowledge.building import load

VALUES: dict[str, Any] = {
    "in_axes": 0,
    "out_axes": 0,
    "axis_name": "i",
    "axis_size": 1,
    "spmd_axis_name": "s",
    "donate": "none",
    "device": None,
    "backend": "cpu",
    "devices": None,
    "keep_unused": True,
    "inline": True,
    "compiler_options": None,
    "has_aux": False,
    "holomorphic": False,
    "allow_int": False,
    "reduce_axes": (),
    "prevent_cse": False,
    "policy": None,
    "argnums": 0,
    "static_argnums": (),
    "static_argnames": (),
    "donate_argnums": (),
    "donate_argnames": (),
    "in_shardings": None,
    "out_shardings": None,
    "static_broadcasted_argnums": (),
    "nondiff_argnums": (),
    "nondiff_argnames": (),
}
# What is handed on is known by raw transforms of some versions only.
OF_SOME_VERSIONS = {
    *("abstracted_axes", "donate_argnames", "global_arg_shapes", "axis_size", "concrete", "spmd_axis_name"),
    *("backend", "compiler_options", "device", "wrt", "mesh", "in_specs", "out_specs", "check_rep", "check_vma"),
}


def use(name: str, word: str, value: Any) -> None:
    """Make and call a transformed function."""
    made = load(name)(lambda x: jnp.sum(x), **{word: value})
    if "custom" not in name:
        made(jnp.ones((1, 3)))


@pytest.mark.parametrize("name", TAKEN)
@pytest.mark.parametrize("word", sorted(WORDS))
def test_each_word_is_refused_or_taken(name: str, word: str) -> None:
    if word == "fn" and "custom" in name:
        return  # the function itself
    if refusal(name, word, None) is not None:
        with pytest.raises((TypeError, ValueError), match=r"unexpected|deprecated|cannot contain|should not be passed"):
            use(name, word, 0)
    elif word not in OF_SOME_VERSIONS:
        use(name, word, VALUES[word])


@pytest.mark.parametrize("value", ["arrays", True, "first"])
def test_a_wrong_donation_is_refused(value: Any) -> None:
    assert refusal("equinox.filter_jit", "donate", value) is not None
    with pytest.raises(ValueError, match="must be one of"):
        eqx.filter_jit(lambda x: x, donate=value)


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in DONATE for value in DONATE[name]])
def test_a_donation_is_taken(name: str, value: str) -> None:
    assert refusal(name, "donate", value) is None
    load(name)(lambda x: x, donate=value)


def test_the_old_word_for_a_donation_warns_in_pmap() -> None:
    found = refusal("equinox.filter_pmap", "donate", "arrays")
    assert found is not None and found.warns
    with pytest.warns(DeprecationWarning, match="renamed to"):
        eqx.filter_pmap(lambda x: x, donate="arrays")


def test_what_replaces_the_old_words_is_taken() -> None:
    x = jnp.ones((2, 2))
    mapped = eqx.filter_vmap(lambda a, b: a + b, in_axes=(eqx.if_array(0), None), out_axes=0)
    assert mapped(x, x[0]).shape == (2, 2)
    assert jax.tree.leaves(eqx.filter_jit(lambda x: x, donate="all-except-first")(x))
