"""What is said of functions that give again what they gave, asked of JAX: each entry is executed twice."""

from __future__ import annotations

import importlib
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.knowledge.settled import FORMING, MAPPING, SETTLED, SETTLED_METHODS

_TREE = jax.tree.structure(jnp.ones(3))
_MORE: dict[str, tuple[Any, ...]] = {  # what stands beside what is given, in its place
    "typing.cast": (float, ...),
    "jax.tree.unflatten": (_TREE, ...),
    "builtins.max": (..., 0.5),
    "builtins.min": (..., 0.5),
    "broadcast_to": (..., (3, 3)),
    "clip": (..., 0.0, 1.0),
    "fmax": (..., 0.5),
    "fmin": (..., 0.5),
    "max": (..., 0.5),
    "maximum": (..., 0.5),
    "min": (..., 0.5),
    "minimum": (..., 0.5),
    "reshape": (..., (3, 1)),
    "astype": (..., jnp.float16),
    "where": (jnp.array([True, False, True]), ..., 0.5),
}
_NUMBERS = frozenset({"abs", "bool", "float", "int", "max", "min", "round", "str"})
_PAIRS = frozenset({"dict", "items", "values"})


def _given(name: str) -> Any:
    library, _, last = name.rpartition(".")
    if last in _PAIRS:
        return {"one": 1.25}
    if name == "jax.tree.unflatten":
        return [jnp.array([0.25, -1.25, 2.5])]
    if library == "builtins":
        return -1.25 if last in _NUMBERS else [2.5, 1.25]
    numbers = [0.25, -1.25, 2.5]
    return np.array(numbers) if library == "numpy" else jnp.array(numbers)


def _filled(name: str, given: Any) -> list[Any]:
    row = _MORE.get(name, _MORE.get("" if name.startswith("builtins.") else name.rpartition(".")[2], (...,)))
    return [given if each is ... else each for each in row]


@pytest.mark.parametrize("name", sorted(SETTLED))
def test_function_gives_again_what_it_gave(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    function = getattr(importlib.import_module(module), attribute)
    once = function(*_filled(name, _given(name)))
    again = function(*_filled(name, [once] if name == "jax.tree.unflatten" else once))
    assert _plain(once) == _plain(again)


@pytest.mark.parametrize("name", [*sorted(SETTLED_METHODS), "real"])
def test_method_gives_again_what_it_gave(name: str) -> None:
    given = jnp.array([1.25]) if name in ("item", "tolist") else _given(name)
    found = getattr(given, name)
    if name in _PAIRS | {"item", "tolist"}:  # of which what they give has none: those are the items that it had
        assert _plain(found()) in ([("one", 1.25)], [1.25], 1.25)
        return
    once = found if name == "real" else found(*_filled(name, ...)[1:])
    again = getattr(once, name)
    assert _plain(once) == _plain(again if name == "real" else again(*_filled(name, ...)[1:]))


def test_others_hang_on_what_they_are_given() -> None:
    rows = jnp.array([0.25, -1.25, 2.5])
    once = jnp.where(rows > 0, rows, 0.5)
    assert _plain(jnp.where(once > 0, once, 0.5)) == _plain(once)
    assert MAPPING == "jax.tree.map" and _plain(jax.tree.map(jnp.abs, [rows])) == _plain([jnp.abs(rows)])
    assert FORMING <= SETTLED | SETTLED_METHODS


def _plain(value: Any) -> Any:
    if isinstance(value, (jax.Array, np.ndarray, np.generic)):
        return value.tolist()
    return [_plain(each) for each in value] if isinstance(value, list) or hasattr(value, "mapping") else value
