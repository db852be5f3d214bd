"""Classes of `register_dataclass` that are one structure for JAX's `==`: they are two in all that we do."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from pytreelint.runtime import (
    Shared,
    apply_updates,
    combine,
    filter_associative_scan,
    filter_closure_convert,
    filter_cond,
    filter_fori_loop,
    filter_grad,
    filter_jit,
    filter_jvp,
    filter_pure_callback,
    filter_scan,
    filter_stack,
    filter_switch,
    filter_vjp,
    filter_vmap,
    filter_while_loop,
    partition,
    tree_equal,
)

X = jnp.ones(3)
A, B = (dataclasses.make_dataclass(name, ["x"]) for name in ("A", "B"))
for kind in (A, B):
    jax.tree_util.register_dataclass(kind, ["x"], [])


def small(carry: Any) -> Any:
    return carry.x[0] < 3


def to_b(carry: Any) -> Any:
    return B(carry.x + 1)


REFUSED: dict[str, Callable[[], Any]] = {
    "stack": lambda: filter_stack([A(X), B(X)]),
    "combine": lambda: combine(A(None), B(X)),
    "partition": lambda: partition(A(X), B(True)),
    "updates": lambda: apply_updates(A(X), B(X)),
    "closure": lambda: filter_closure_convert(lambda a: a, A(X))(B(X)),
    "scan": lambda: filter_scan(lambda c, _: (to_b(c), None), A(X), length=2),
    "while": lambda: filter_while_loop(small, to_b, A(X)),
    "bounded": lambda: filter_while_loop(small, to_b, A(X), kind="bounded", max_steps=4),
    "checkpointed": lambda: filter_while_loop(small, to_b, A(X), kind="checkpointed", max_steps=4),
    "fori": lambda: filter_fori_loop(0, 2, lambda _, c: to_b(c), A(X)),
    "associative": lambda: filter_associative_scan(lambda a, b: B(a.x + b.x), A(X)),
    "cond": lambda: filter_cond(True, A, B, X),
    "switch": lambda: filter_switch(0, [A, B], X),
    "vjp": lambda: filter_vjp(lambda a: A(a.x * 2), A(X))[1](B(X)),
    "jvp": lambda: filter_jvp(lambda a: a, (A(X),), (B(X),)),
    "shared": lambda: Shared([A(X), B(X)], lambda m: m[0], lambda m: m[1]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_one_in_the_place_of_the_other_is_an_error(name: str) -> None:
    with pytest.raises((TypeError, ValueError), match=r"struct"):
        REFUSED[name]()


def test_a_callback_returns_what_was_announced() -> None:
    announced = A(jax.ShapeDtypeStruct((3,), X.dtype))
    assert type(filter_pure_callback(lambda a: A(a.x), B(X), result_shape_dtypes=announced)) is A
    with pytest.raises(Exception, match="another structure than `result_shape_dtypes`"):
        jax.block_until_ready(filter_pure_callback(lambda a: B(a.x), A(X), result_shape_dtypes=announced))


def test_trees_are_not_equal() -> None:
    assert tree_equal(A(1), B(1)) is False and tree_equal([A(X)], [A(X)])


@pytest.mark.parametrize(
    "transform",
    [
        filter_jit,
        lambda f: filter_jit(f, share=True),
        filter_vmap,
        lambda f: lambda a: filter_scan(lambda c, _: (c, f(c)[1]), a, length=1),
        lambda f: lambda a: filter_cond(True, f, f, a),
        lambda f: lambda a: (a, filter_grad(lambda a: (a.x.sum(), f(a)[1]), has_aux=True)(a)[1]),
    ],
)
def test_each_is_traced(transform: Any) -> None:
    f = transform(lambda a: (a, type(a).__name__))
    for kind in (A, B, A, B):
        assert type(f(kind(X))[0]) is kind and f(kind(X))[1] == kind.__name__
