"""Outputs that would take tracers out of a compiled function are refused; what merely holds arrays is not."""

from __future__ import annotations

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from pytreelint.runtime import filter_jit

X = jnp.ones(2)


@dataclasses.dataclass
class Unregistered:
    array: Any
    name: str = "a"


@dataclasses.dataclass(slots=True)
class WithSlots:
    array: Any


class Plain:
    def __init__(self, array: Any) -> None:
        self.array = [array]


@pytest.mark.parametrize("kind", [Unregistered, WithSlots, Plain])
def test_objects_that_are_no_nodes(kind: Any) -> None:
    made: Any = filter_jit(lambda x: {"out": [kind(2 * x), x]})
    with pytest.raises(
        TypeError, match=rf"`output\['out'\]\[0\]` is a `{kind.__name__}`, .* its `array` holds an array"
    ):
        made(X)


def test_what_may_go_out() -> None:
    settings, held = Unregistered(3), Plain(X)
    constant, same, y = filter_jit(lambda held, x: (settings, held, 2 * x))(held, X)
    assert constant is settings and same is held and y.sum() == 4
    function = filter_jit(lambda x: (lambda: x, x))(X)[0]  # as in Equinox: of no use, and perhaps not used
    assert callable(function)
    around: Any = filter_jit(lambda z: filter_jit(lambda x: (Plain(z), x))(z * 2)[0].array[0] + 1)
    assert (around(X) == 2).all()
    assert (jax.jit(lambda z: filter_jit(lambda x: (Plain(z), x))(z * 2)[0].array[0] + 1)(X) == 2).all()
