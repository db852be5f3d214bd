"""Wrong input is refused where it is given, in words that name it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest

from pytreelint import runtime

MODEL = {"w": jnp.ones((2, 3)), "act": jnp.tanh, "n": 3}
X = jnp.ones(2)
r: Any = runtime


def first(*args: Any) -> Any:
    return args[0]


CASES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: r.filter_grad(3), TypeError, "needs a callable, not 3 of type `int`"),
    (lambda: r.filter_vmap("f"), TypeError, "needs a callable, not 'f' of type `str`"),
    (lambda: r.filter_jit(first, static_argnames=3), TypeError, "name must be a string, not 3"),
    (lambda: r.filter_grad(first, argnums="x"), TypeError, "`argnums` of `filter_grad` must be a position"),
    (
        lambda: r.filter_grad(first, filter_spec={"w": True})(MODEL),
        ValueError,
        r"at \[0\] it is a dict with the keys 'w'",
    ),
    (lambda: r.filter(MODEL, [True]), ValueError, "at the root it is a list of 1, and the tree a dict with the keys"),
    (
        lambda: r.filter_shard([X, [X]], [None, (None,)]),
        ValueError,
        r"at \[1\] it is a tuple of 1, and the tree a list",
    ),
    (lambda: r.combine({"a": 1}, {"b": 1}), ValueError, "combine needs trees of one structure"),
    (lambda: r.freeze("w", 3), TypeError, "names of leaves, not 3 of type `int`"),
    (lambda: r.filter_vmap(first, axis_size="2"), TypeError, "`axis_size` of filter_vmap must be an integer, not '2'"),
    (lambda: r.filter_checkpoint(first, policy=3), TypeError, "one of `jax.checkpoint_policies`, not 3"),
    (lambda: r.share_through(3), TypeError, "needs a transform of this package, not 3"),
    (
        lambda: r.filter_associative_scan(first, {"a": X, "b": jnp.ones(3)}),
        ValueError,
        r"leading axes differ: `elems\['a'\]` has 2, `elems\['b'\]` has 3",
    ),
    (
        lambda: r.filter_associative_scan(first, {"a": MODEL["w"], "b": X}, axis=1),
        ValueError,
        r"`elems\['b'\]` has no axis 1 to loop over: it is float32\[2\]",
    ),
    (lambda: r.filter_stack([]), ValueError, "at least one tree"),
    (lambda: r.filter_stack([{"a": X}, {"b": X}]), ValueError, r"`trees\[1\]` and the first: at the root it is a dict"),
    (
        lambda: r.filter_stack([MODEL, {**MODEL, "n": 4}]),
        ValueError,
        r"`trees\[1\]\['n'\]` is 4, and of the first tree 3",
    ),
    (
        lambda: r.filter_stack([[X], [X], [MODEL["w"]]]),
        ValueError,
        r"`trees\[2\]\[0\]` is float32\[2, 3\], and of the first tree float32\[2\]",
    ),
    (
        lambda: r.filter_jvp(first, ([X],), ([jnp.arange(2)],)),
        TypeError,
        r"primals\[0\]\[0\] is float32, and so must be its tangent, not int32",
    ),
    (
        lambda: r.filter_vjp(first, X)[1](jnp.arange(2)),
        ValueError,
        "output is float32, and so must be its cotangent, not int32",
    ),
]


@pytest.mark.parametrize(("call", "error", "words"), CASES, ids=[words for *_, words in CASES])
def test_what_is_said(call: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()
