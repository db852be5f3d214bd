"""A tree with a node inside of itself is refused, and the interpreter has as much room for recursion as before."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest

from pytreelint import runtime

r: Any = runtime
X = jnp.ones(2)
MESH = jax.make_mesh((1,), ("b",))


class Node(eqx.Module):
    w: jax.Array
    inner: Any = None


def cyclic(kind: str) -> Any:
    if kind == "list":
        tree: Any = [X]
        tree.append(tree)
    elif kind == "module":
        tree = Node(X)
        object.__setattr__(tree, "inner", [tree])
    else:
        tree = {"a": X} if kind == "dict" else OrderedDict(a=X)
        tree["b"] = tree
    return tree


def first(tree: Any) -> Any:
    return jax.tree.leaves(tree)[0].sum()


CALLS: dict[str, Callable[[Any], Any]] = {
    "filter_jit": lambda t: r.filter_jit(first)(t),
    "filter_jit, output": lambda t: r.filter_jit(lambda x: t)(X),
    "filter_jit, shared": lambda t: r.filter_jit(first, share=True)(t),
    "filter_grad": lambda t: r.filter_grad(first)(t),
    "filter_jacrev": lambda t: r.filter_jacrev(first)(t),
    "filter_vjp": lambda t: r.filter_vjp(first, t),
    "filter_jvp": lambda t: r.filter_jvp(first, (t,), (t,)),
    "filter_vmap": lambda t: r.filter_vmap(first)(t),
    "filter_pmap": lambda t: r.filter_pmap(first)(t),
    "filter_shard_map": lambda t: r.filter_shard_map(first, mesh=MESH, in_specs=None, out_specs=None)(t),
    "filter_scan": lambda t: r.filter_scan(lambda c, x: (c, x), t, X),
    "filter_cond": lambda t: r.filter_cond(True, first, first, t),
    "filter_eval_shape": lambda t: r.filter_eval_shape(first, t),
    "filter_export": lambda t: r.filter_export(first)(t),
    "filter_pure_callback": lambda t: r.filter_pure_callback(first, t, result_shape_dtypes=X),
    "filter_shard": lambda t: r.filter_shard(t, jax.devices()[0]),
    "filter_stack": lambda t: r.filter_stack([t, t]),
    "move": r.move,
    "tree_at": lambda t: r.tree_at(lambda tree: tree, t, 1),
    "tree_equal": lambda t: r.tree_equal(t, t),
    "tree_pformat": r.tree_pformat,
    "tree_summary": r.tree_summary,
    "tree_serialise_leaves": lambda t: r.tree_serialise_leaves(io.BytesIO(), t),
    "save_checkpoint": lambda t: r.save_checkpoint(io.BytesIO(), t),
    "Shared": lambda t: r.Shared(t, lambda tree: tree, lambda tree: tree),
}


def room() -> int:
    """How deep a function can call itself from here."""
    deepest = 0

    def call(depth: int) -> None:
        nonlocal deepest
        deepest = depth
        call(depth + 1)

    with pytest.raises(RecursionError):
        call(1)
    return deepest


@pytest.mark.parametrize("kind", ["dict", "ordered dict", "list", "module"])
@pytest.mark.parametrize("name", CALLS)
def test_it_is_refused_and_leaves_nothing_behind(name: str, kind: str) -> None:
    before = room()
    with pytest.raises(ValueError, match="is inside of itself: at "):
        CALLS[name](cyclic(kind))
    assert room() == before


def test_the_message_names_the_argument() -> None:
    def step(model: Any, x: Any) -> Any:
        return x

    with pytest.raises(ValueError, match=r"`Node` .* at model\['m'\] and model\['m'\].inner\[0\]; a PyTree must end"):
        r.filter_jit(step)({"m": cyclic("module")}, X)


def test_nodes_in_two_places_are_no_cycle() -> None:
    layer = {"w": X, "rest": (), "none": None}
    many = {"layers": [layer] * 3, **{f"{i:03}": {"x": 1, "rest": ()} for i in range(300)}}
    assert len(jax.tree.leaves(r.unwrap(many))) == 303
    assert r.filter_jit(lambda tree: tree)(many)["layers"][2]["w"].tolist() == [1, 1]


def test_a_test_of_nodes_may_end_a_cycle() -> None:
    tree = cyclic("module")
    arrays, rest = r.partition({"a": tree, "b": X}, r.is_array, is_leaf=lambda x: isinstance(x, Node))
    assert arrays["b"] is X
    assert rest["a"] is tree


def test_a_printed_cycle_may_be_cut() -> None:
    tree = cyclic("dict")
    shown = r.tree_pformat([tree], truncate_leaf=lambda x: x is tree)
    assert shown == "[dict(...)]"
