"""Random trees under random transforms, two or three deep, against raw JAX on the arrays alone, and against Equinox.

A program begins with a function `step(tree, x)` that returns a tree like the one that it gets. Each layer makes such
a function of such a function: a gradient step, a mean over a mapped axis, a loop, a branch, a compilation. What is raw
has lists of arrays for trees; what is filtered has any leaves beside them, which must come out as they went in.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from pytreelint import runtime
from pytreelint.runtime import filter_jit, if_array, is_array, is_inexact_array
from tests.part import THOROUGH

Step: TypeAlias = Callable[[Any, Any], Any]
Layer: TypeAlias = Callable[[Any, Step], Step]

X = jnp.linspace(0.5, 1.5, 3)
# What a layer does beside its transform is the same for all: it is written for a namespace of transforms.
ours: Any = runtime
theirs: Any = eqx


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Pair:
    """A node of plain JAX, with a field in the structure."""

    left: Any
    right: Any
    kind: str = "pair"


class Layered(eqx.Module):
    """A Module, whose static leaves are settings."""

    w: Any
    rest: Any
    size: int = eqx.field(static=True)


class Setting:
    """A static leaf that is compared by identity."""


SETTING = Setting()
STATIC = (jax.nn.relu, jnp.tanh, len, "name", b"bytes", None, SETTING, jnp.float32, ..., 2 + 1j, (), float("inf"))
NUMBERS = (3, True, 0.5, -0.0, 0)


def some_array(draw: random.Random) -> Any:
    values = np.array([draw.uniform(0.5, 1.5) for _ in range(3)], np.float32)
    values = values if draw.random() < 0.7 else values.reshape(3, 1)
    if draw.random() < 0.2:
        return (values * 4).astype(np.int32) if draw.random() < 0.5 else jnp.asarray(values * 4, jnp.int32)
    return values if draw.random() < 0.2 else jnp.asarray(values)


def some_tree(draw: random.Random, depth: int, leaves: list[Any]) -> Any:
    """A tree; an array may be one that is in it already."""
    kind = draw.random()
    if depth == 0 or kind < 0.15:
        if kind < 0.1 and leaves:
            return draw.choice(leaves)
        leaf = some_array(draw) if kind < 0.7 else draw.choice(STATIC if kind < 0.9 else NUMBERS)
        leaves.extend([leaf] if is_array(leaf) else [])
        return leaf
    parts = [some_tree(draw, depth - 1, leaves) for _ in range(draw.randint(1, 3))]
    return draw.choice(
        (
            list,
            tuple,
            lambda p: dict(zip("abc", p, strict=False)),
            lambda p: Pair(p[0], p[1:]),
            lambda p: Layered(p[0], p[1:], len(p)),
        )
    )(parts)


# The programs. Each function that takes trees takes lists of arrays likewise.


def is_part(leaf: Any) -> bool:
    """Whether a leaf is of the model: not a Python number that a loop traces, either."""
    return is_array(leaf) and leaf.ndim > 0


def loss(tree: Any) -> Any:
    inexact = [x for x in jax.tree.leaves(tree) if is_part(x) and is_inexact_array(x)]
    return sum((jnp.sin(x).mean() * (i + 1) for i, x in enumerate(inexact)), jnp.float32(0))


def step(tree: Any, x: Any) -> Any:
    """Every inexact array moves, integers are counted up, everything else stays."""

    def change(leaf: Any) -> Any:
        if not is_part(leaf):
            return leaf
        return jnp.tanh(leaf) + x.mean() * leaf if is_inexact_array(leaf) else leaf + 1

    return jax.tree.map(change, tree)


def moved(tree: Any, gradient: Any) -> Any:
    """A step along a gradient, which has None where there is nothing to differentiate."""
    return jax.tree.map(lambda a, g: a if g is None else a - 0.1 * g, tree, gradient, is_leaf=lambda x: x is None)


def averaged(tree: Any) -> Any:
    return jax.tree.map(lambda a: a.mean(0) if is_inexact_array(a) else a[0] if is_array(a) else a, tree)


def stacked(tree: Any) -> Any:
    return jax.tree.map(lambda a: jnp.stack([a, a + 1 if is_part(a) else a]) if is_array(a) else a, tree)


@dataclass(frozen=True)
class Raw:
    """Raw JAX, with the interface of filtered transforms as far as it is used; trees are lists of arrays."""

    filter_jit = staticmethod(jax.jit)
    filter_checkpoint = staticmethod(jax.checkpoint)
    filter_scan = staticmethod(lax.scan)
    filter_cond = staticmethod(lax.cond)
    filter_while_loop = staticmethod(lax.while_loop)
    filter_fori_loop = staticmethod(lax.fori_loop)

    def filter_vmap(self, fun: Any, in_axes: Any) -> Any:
        return jax.vmap(fun, in_axes=tuple(0 if axis == if_array(0) else axis for axis in in_axes))

    filter_pmap = filter_vmap

    def filter_value_and_grad(self, fun: Any) -> Any:
        def run(arrays: Any, *args: Any) -> Any:
            mask = [is_inexact_array(a) for a in arrays]
            chosen = [a for a, keep in zip(arrays, mask, strict=True) if keep]

            def on_chosen(chosen: Any) -> Any:
                given = iter(chosen)
                return fun([next(given) if keep else a for a, keep in zip(arrays, mask, strict=True)], *args)

            value, gradient = jax.value_and_grad(on_chosen)(chosen)
            found = iter(gradient)
            return value, [next(found) if keep else None for keep in mask]

        return run

    def filter_grad(self, fun: Any) -> Any:
        return lambda *args: self.filter_value_and_grad(fun)(*args)[1]


def by_grad(t: Any, g: Step) -> Step:
    return lambda tree, x: moved(tree, t.filter_grad(lambda tree, x: loss(g(tree, x)))(tree, x))


def by_value_and_grad(t: Any, g: Step) -> Step:
    def run(tree: Any, x: Any) -> Any:
        value, gradient = t.filter_value_and_grad(lambda tree, x: loss(g(tree, x)))(tree, x)
        return step(moved(tree, gradient), value * x)

    return run


def by_vmap(t: Any, g: Step) -> Step:
    return lambda tree, x: averaged(t.filter_vmap(g, in_axes=(None, 0))(tree, jnp.stack([x, 2 * x])))


def by_vmap_of_trees(t: Any, g: Step) -> Step:
    return lambda tree, x: averaged(t.filter_vmap(g, in_axes=(if_array(0), None))(stacked(tree), x))


def by_jit(t: Any, g: Step) -> Step:
    return lambda tree, x: t.filter_jit(g)(tree, x)


def by_checkpoint(t: Any, g: Step) -> Step:
    return lambda tree, x: t.filter_checkpoint(g)(tree, x)


def by_scan(t: Any, g: Step) -> Step:
    def run(tree: Any, x: Any) -> Any:
        last, losses = t.filter_scan(lambda tree, x: (g(tree, x), loss(tree)), tree, jnp.stack([x, 2 * x]))
        return step(last, losses)

    return run


def by_cond(t: Any, g: Step) -> Step:
    return lambda tree, x: t.filter_cond(x[0] > 0, g, lambda tree, x: step(tree, -x), tree, x)


def by_fori(t: Any, g: Step) -> Step:
    return lambda tree, x: t.filter_fori_loop(0, 2, lambda i, tree: g(tree, x + i), tree)


def by_while(t: Any, g: Step) -> Step:
    def run(tree: Any, x: Any) -> Any:
        advance = lambda c: (c[0] + 1, g(c[1], x))  # noqa: E731
        return t.filter_while_loop(lambda c: c[0] < 2, advance, (jnp.int32(0), tree))[1]

    return run


def by_pmap(t: Any, g: Step) -> Step:
    def run(tree: Any, x: Any) -> Any:
        out = t.filter_pmap(g, in_axes=(None, 0))(tree, jnp.stack([x, 2 * x]))
        return averaged(jax.tree.map(lambda a: jnp.asarray(np.asarray(a)) if is_array(a) else a, out))

    return run


INNER: dict[str, Layer] = {
    f.__name__: f
    for f in (by_grad, by_value_and_grad, by_vmap, by_vmap_of_trees, by_jit, by_checkpoint, by_scan, by_cond, by_fori)
}
EQUINOX = ("by_grad", "by_value_and_grad", "by_vmap", "by_vmap_of_trees", "by_jit", "by_checkpoint")
# These cannot be differentiated in reverse mode, or must be the outermost.
OUTER: dict[str, Layer] = {**INNER, "by_while": by_while, "by_pmap": by_pmap}


def built(t: Any, names: list[str], first: Step) -> Step:
    for name in names:
        first = OUTER[name](t, first)
    return first


def difference(got: Any, wanted_arrays: list[Any], like: Any) -> str:
    """Where a tree differs from its arrays by raw JAX and from the static leaves that went in; empty if nowhere.

    A Python number may have become an array of its value, as loops trace those in plain containers.
    """
    if jax.tree.structure(got) != jax.tree.structure(like):
        return f"structure {jax.tree.structure(got)}"
    wanted = iter(wanted_arrays)
    for (path, leaf), old in zip(jax.tree_util.tree_flatten_with_path(got)[0], jax.tree.leaves(like), strict=True):
        name = jax.tree_util.keystr(path)
        if not is_array(old):
            is_traced = type(old) in (bool, int, float, complex) and is_array(leaf)
            if not (type(leaf) is type(old) or is_traced) or not (leaf is old or bool(leaf == old)):
                return f"{name}: {leaf!r}, and was {old!r}"
            continue
        expected = next(wanted)
        if leaf.dtype != expected.dtype or leaf.shape != expected.shape:
            return f"{name}: {leaf.dtype}{leaf.shape}, by raw JAX {expected.dtype}{expected.shape}"
        if not np.allclose(leaf, expected, rtol=1e-4, atol=1e-5):
            return f"{name}: {leaf}, by raw JAX {expected}"
    return ""


def wrong(seed: int) -> str:
    """What a random program does otherwise than raw JAX and Equinox; empty if nothing."""
    draw = random.Random(seed)
    tree = some_tree(draw, 3, [])
    names = [draw.choice([*INNER]) for _ in range(draw.randint(1, 2))]
    names.append(draw.choice([*OUTER]))
    arrays = [jnp.asarray(leaf) for leaf in jax.tree.leaves(tree) if is_array(leaf)]
    if not arrays:
        return ""
    said = f"seed {seed}, {' of '.join(reversed(names))} of {jax.tree.structure(tree)}"
    expected = built(Raw(), names, step)(arrays, X)
    traces: list[None] = []

    def counted(tree: Any, x: Any) -> Any:
        traces.append(None)
        return step(tree, x)

    found = difference(built(ours, names, step)(tree, X), expected, tree)
    if not found and "by_pmap" not in names:
        compiled = filter_jit(built(ours, names, counted))
        found = difference(compiled(tree, X), expected, tree)
        once = len(traces)
        found = found or difference(compiled(jax.tree.map(lambda x: x, tree), X + 0), expected, tree)
        if not found and (len(traces) != once or compiled.trace_count != 1):
            found = f"traced {compiled.trace_count} times"
    if not found and set(names) <= {*EQUINOX}:
        by_equinox = built(theirs, names, step)(tree, X)
        found = difference(by_equinox, expected, tree) and "Equinox differs from raw JAX"
    return f"{said}: {found}" if found else ""


MODES: tuple[Any, ...] = ("none", "all", "all-except-first", "warn", "warn-except-first")


def wrong_donation(seed: int) -> str:
    """Which buffers are deleted otherwise than by raw JAX."""
    draw = random.Random(seed)
    tree = jax.tree.map(lambda a: jnp.array(a) if is_array(a) else a, some_tree(draw, 3, []))
    names, mode = [draw.choice(["by_grad", "by_scan", "by_cond", "by_checkpoint", "by_fori"])], draw.choice(MODES)
    arrays, x = [jnp.array(leaf) for leaf in jax.tree.leaves(tree) if is_array(leaf)], jnp.array(X)
    given = [leaf for leaf in jax.tree.leaves(tree) if is_array(leaf)]
    numbers = () if mode == "none" else (1,) if mode.endswith("first") else (0, 1)
    fun, raw = built(ours, names, step), built(Raw(), names, step)
    jax.jit(lambda arrays, x: raw(arrays, x), donate_argnums=numbers)(arrays, x)
    mine = jnp.array(X)
    filter_jit(lambda tree, x: fun(tree, x), donate=mode)(tree, mine)
    found, expected = ([a.is_deleted() for a in [*all_, last]] for all_, last in ((given, mine), (arrays, x)))
    return "" if found == expected else f"seed {seed}, {mode}, {names}: {found}, by raw JAX {expected}"


@pytest.mark.parametrize("seed", range(40 if THOROUGH else 6))
def test_the_same_as_raw_jax_and_equinox(seed: int) -> None:
    assert wrong(seed) == ""


@pytest.mark.filterwarnings("ignore:Some donated buffers were not usable")
@pytest.mark.parametrize("seed", range(20 if THOROUGH else 3))
def test_the_same_buffers_are_deleted(seed: int) -> None:
    assert wrong_donation(seed) == ""


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:Some donated buffers were not usable")
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_many_programs(seed: int) -> None:
    assert wrong(seed) == "" and wrong_donation(seed) == ""
