"""Wrong input is refused where it is given, in words that name it."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax.sharding import PartitionSpec

from pytreelint import runtime

MODEL = {"w": jnp.ones((2, 3)), "act": jnp.tanh, "n": 3}
X = jnp.ones(2)
r: Any = runtime


def first(*args: Any) -> Any:
    return args[0]


def scale(x: Any, by: Any) -> Any:
    return x


def branching(x: Any) -> Any:
    return 1 if x[0] > 0 else 2


@r.filter_custom_jvp
def with_rule(x: Any) -> Any:
    return x


with_rule.def_jvp(lambda primals, tangents: primals[0])


def mapped(spec: Any) -> Any:
    return r.filter_shard_map(lambda x: x, mesh=MESH, in_specs=(spec,), out_specs=spec)


MESH: Any = jax.make_mesh((2,), ("b",), axis_types=(jax.sharding.AxisType.Auto,))
SPLIT = jax.sharding.NamedSharding(MESH, PartitionSpec("b"))

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
    (lambda: r.filter_jit(MODEL), TypeError, "filter_jit needs a callable, not a `dict`"),
    (lambda: r.filter_jit(first, static_args=1), TypeError, "has no option static_args; is `static_argnums` meant"),
    (lambda: r.filter_jit(scale)(X), TypeError, r"scale\(\) missing a required argument: 'by'"),
    (
        lambda: r.filter_vmap(first, out_axes=3)(X),
        ValueError,
        "filter_vmap: `out_axes` is 3 at output, which has 1 axes",
    ),
    (
        lambda: r.filter_vmap(lambda x: {"y": [x]}, out_axes=None)(X),
        ValueError,
        r"filter_vmap: `output\['y'\]\[0\]` differs along the mapped axis",
    ),
    (lambda: r.filter_scan(scale, X, X), TypeError, r"pair \(carry, y\), not an array float32\[2\]"),
    (
        lambda: r.filter_scan(lambda c, x: ({"a": c["a"] * 1.5}, x), {"a": jnp.arange(2)}, X),
        TypeError,
        r"`carry\['a'\]` is int32\[2\] before the step and float32\[2\] after it. Return it with `.astype\('int32'\)`",
    ),
    (lambda: r.filter_fori_loop(0, 2, lambda i, c: None, [X]), TypeError, r"\(does the function lack a `return`\?\)"),
    (
        lambda: r.filter_cond(jnp.array(True), lambda: {"a": X}, dict),
        TypeError,
        r"only one of them has `out\['a'\]`",
    ),
    (lambda: r.filter_grad(first)(X), TypeError, r"`first` returned an array float32\[2\]; take its `.mean\(\)`"),
    (lambda: r.filter_grad(lambda x: (x.sum(), x))(X), TypeError, "returned a `tuple`; .* taken with `has_aux=True`"),
    (lambda: r.filter_grad(lambda x: None)(X), TypeError, "returned None .does the function lack a `return`"),
    (lambda: r.filter_grad(lambda x: x[0], has_aux=True)(X), TypeError, r"returns a pair, not an array float32\[\]"),
    (lambda: r.filter_pmap(r.filter_pmap(first))(MODEL["w"][:, :1]), ValueError, "inside of filter_pmap or shard_map"),
    (
        lambda: mapped(PartitionSpec("b"))(jnp.ones(3)),
        ValueError,
        r"`x` \(float32\[3\]\): axis 0 cannot be divided over 2",
    ),
    (lambda: mapped(PartitionSpec("c"))(X), ValueError, r"the mesh has no axis 'c'; it has \['b'\]"),
    (lambda: mapped(PartitionSpec(None, "b"))(X), ValueError, "which has 1 axes"),
    (lambda: r.filter_shard({"a": [jnp.ones(3)]}, SPLIT), ValueError, r"this is the leaf x\['a'\]\[0\], float32\[3\]"),
    (lambda: r.tree_deserialise_leaves(BytesIO(b"hello"), [X]), ValueError, r"leaf \[0\]: the file has no array here"),
    (lambda: r.tree_at(lambda m: (m["w"], m["n"]), MODEL, 1), TypeError, "picks 2 parts, .* not 1 of type `int`"),
    (lambda: r.tree_at(lambda m: m["x"], MODEL, 1), KeyError, "in `where` of tree_at"),
    (
        lambda: r.apply_updates(MODEL, {"w": X, "act": None, "n": 1}),
        ValueError,
        r"update of shape \(2,\) changes the shape \(2, 3\) of the parameter model\['w'\]",
    ),
    (
        lambda: r.filter_closure_convert(scale, X, by={"a": X})(X, by={"a": MODEL["w"]}),
        ValueError,
        r"kwargs\['by'\]\['a'\] is float32\[2, 3\], not float32\[2\]",
    ),
    (
        lambda: r.filter_jit(first).compile({"w": X, "n": [1]})({"w": X, "n": [2]}),
        TypeError,
        r"value 1 for `argument 0\['n'\]\[0\]`, called with 2",
    ),
    (lambda: r.filter_scan(MODEL, X, X), TypeError, "a loop or branch needs a function, not a `dict`"),
    (lambda: r.filter_vjp(MODEL, X), TypeError, "filter_vjp needs a callable, not a `dict`"),
    (
        lambda: r.filter_scan(scale, X, {"n": 3}),
        ValueError,
        "no array to loop over: `xs` is {'n': 3} .*; give `length`",
    ),
    (lambda: r.filter_map(first, None), ValueError, "filter_map has no array to loop over: `xs` is None"),
    (
        lambda: r.filter_grad(with_rule)(X[0]),
        TypeError,
        r"rule of `with_rule` must return a pair .*, not an array float32",
    ),
    (lambda: r.filter_jit(branching)(X), TypeError, r"the function branching at .*test_wrong_input.py:\d+"),
]


@pytest.mark.parametrize(("call", "error", "words"), CASES, ids=[words for *_, words in CASES])
def test_what_is_said(call: Callable[[], Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert re.search(words, "\n".join([str(caught.value), *getattr(caught.value, "__notes__", ())]))
