"""What Equinox has: each of its names is here, or refused with a reason, and the users' page says so."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import pytreelint.runtime as runtime
from pytreelint.runtime import (
    CheckFailedError,
    apply_updates,
    branched_error_if,
    clear_caches,
    error_if,
    filter_checkpoint,
    filter_grad,
    filter_jit,
    filter_pmap,
    filter_scan,
    filter_shard_map,
    filter_vmap,
    tree_check,
    tree_flatten_one_level,
    tree_pformat,
    tree_pprint,
)
from tools.equinox_table import PAGE, with_table

MLP = eqx.nn.MLP(2, 3, 4, 1, key=jax.random.key(0))


def test_the_table_is_that_of_today() -> None:
    """Where it is not: `python -m tools.equinox_table`."""
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page) == page


def test_refused_names_say_why() -> None:
    with pytest.raises(AttributeError, match=r"has no `filter_primitive_bind`: .*custom_vmap"):
        _ = runtime.filter_primitive_bind
    with pytest.raises(ImportError, match="cannot import name 'Module'"):
        exec("from pytreelint.runtime import Module")
    with pytest.raises(AttributeError, match="'nothing'"):
        _ = runtime.nothing
    assert not hasattr(runtime, "Module")


def test_updates_are_equinoxs() -> None:
    updates = jax.tree.map(lambda x: x / 2 if eqx.is_inexact_array(x) else None, MLP)
    assert eqx.tree_equal(apply_updates(MLP, updates), eqx.apply_updates(MLP, updates))
    assert apply_updates({"a": 1.0, "b": [jnp.ones(2)]}, {"a": 2, "b": None})["a"] == 3.0
    assert apply_updates(jnp.ones(2, jnp.bfloat16), jnp.ones(2)).dtype == jnp.bfloat16
    with pytest.raises(ValueError, match="no prefix of the model"):
        apply_updates({"a": 1}, {"b": 1})
    with pytest.raises(ValueError, match=r"of shape \(3, 1\)"):
        apply_updates(jnp.ones(2), jnp.ones((3, 1)))


def test_one_level_is_equinoxs() -> None:
    for tree in (MLP, {"a": 3, "b": (1, 2)}, 4, None, [], [None, ()]):
        assert tree_flatten_one_level(tree) == eqx.tree_flatten_one_level(tree)
    own: list[Any] = []
    own.append(own)
    with pytest.raises(ValueError, match="its own child"):
        tree_flatten_one_level(own)


def test_a_node_in_two_places_is_named() -> None:
    inner, empty = [1], ()
    tree_check([1, 1, None, None, empty, empty, MLP, [1]])
    with pytest.raises(ValueError, match=r"type `list` is at \[0\] and at \[1\]\['x'\]"):
        tree_check([inner, {"x": inner}])
    own: list[Any] = [1]
    own.append({"x": [own]})
    with pytest.raises(ValueError, match=r"`list` is inside of itself: at the root and \[1\]\['x'\]\[0\]"):
        tree_check(own)
    for tree in ([inner, inner], own):
        with pytest.raises(ValueError, match="PyTree node of type `list`"):
            eqx.tree_check(tree)


def test_trees_are_shown_with_shapes_and_statics() -> None:
    text = tree_pformat(MLP)
    assert "weight=f32[4,2]" in text and "activation=static relu" in text and "in_features=static 2" in text
    assert max(map(len, text.splitlines())) <= 80
    out = io.StringIO()
    with redirect_stdout(out):
        tree_pprint(
            {"k": jax.random.key(0), "s": jax.ShapeDtypeStruct((2,), "float32"), "t": (1,)}, struct_as_array=True
        )
    assert out.getvalue() == "{'k': key<fry>[], 's': f32[2], 't': (static 1,)}\n"
    assert tree_pformat([MLP, np.ones(1)], truncate_leaf=lambda x: x is MLP) == "[MLP(...), array([1.])]"
    assert tree_pformat(jnp.ones(2), short_arrays=False) == "Array([1., 1.], dtype=float32)"


def test_all_is_forgotten() -> None:
    first, second = filter_jit(lambda x: x), filter_jit(MLP)
    for _ in range(2):
        first(1.0)
        second(jnp.ones(2))
        clear_caches()
    assert first.trace_count == second.trace_count == 2


def positive(x: Any) -> Any:
    return error_if(x, x < 0, "must be positive") * 2


@pytest.mark.parametrize(
    ("fun", "good", "bad"),
    [
        (positive, 1.0, -1.0),
        (filter_jit(positive), 1.0, -1.0),
        (filter_jit(jax.jit(positive)), 1.0, -1.0),
        (filter_jit(lambda x: filter_jit(positive)(x) + 1), [1.0, 2.0], [1.0, -2.0]),
        (filter_vmap(filter_vmap(positive)), [[1.0, 2.0]], [[1.0, -2.0]]),
        (filter_jit(filter_vmap(positive)), [1.0, 2.0], [1.0, -2.0]),
        (filter_vmap(filter_jit(positive)), [1.0, 2.0], [1.0, -2.0]),
        (filter_jit(filter_grad(lambda x: (positive(x) ** 2).sum())), [1.0, 2.0], [1.0, -2.0]),
        (filter_jit(filter_grad(filter_checkpoint(lambda x: (positive(x) ** 2).sum()))), [1.0, 2.0], [1.0, -2.0]),
        (filter_jit(lambda xs: filter_scan(lambda c, x: (c + positive(x), None), 0.0, xs)), [1.0, 2.0], [1.0, -2.0]),
        (filter_jit(lambda x: jax.lax.cond(x[0] > 0, positive, lambda x: x, x)), [1.0, 2.0], [1.0, -2.0]),
        (filter_pmap(positive), [1.0] * 8, [1.0] * 7 + [-1.0]),
    ],
)
def test_errors_depend_on_values(fun: Any, good: Any, bad: Any) -> None:
    for _ in range(2):
        jax.block_until_ready(fun(jnp.array(good)))
        with pytest.raises(CheckFailedError, match="must be positive"):
            fun(jnp.array(bad))


def test_errors_on_several_devices() -> None:
    spec = jax.sharding.PartitionSpec("batch")
    mesh = jax.make_mesh((8,), ("batch",))
    mapped = filter_jit(filter_shard_map(positive, mesh=mesh, in_specs=spec, out_specs=spec))
    assert mapped(jnp.ones(8)).tolist() == [2.0] * 8
    with pytest.raises(CheckFailedError, match="must be positive"):
        mapped(jnp.arange(8.0) - 1)


def test_every_message_and_every_leaf() -> None:
    check = filter_jit(lambda tree, i: branched_error_if(tree, tree["x"] < 0, i, ["first", "second"]))
    tree = {"x": jnp.ones(2), "key": jax.random.key(0), "i": np.arange(2), "name": "tree", "weak": jnp.asarray(1.0)}
    assert check(tree, jnp.array(0))["name"] == "tree"
    with pytest.raises(CheckFailedError, match="second"):
        check({**tree, "x": -tree["x"]}, jnp.array(1))
    for leaf in ("x", "key", "i", "weak"):
        one = filter_jit(lambda tree, i, leaf=leaf: branched_error_if(tree, tree["x"] < 0, i, ["first"])[leaf])
        with pytest.raises(CheckFailedError, match="first"):
            one({**tree, "x": -tree["x"]}, jnp.array(0))


def test_the_check_can_be_off_or_give_nan(monkeypatch: pytest.MonkeyPatch) -> None:
    nan = filter_jit(lambda x, i: error_if((x, i, "s"), x < 0, "never", on_error="nan"))
    out = nan(jnp.array(-1.0), jnp.array(1))
    assert jnp.isnan(out[0]) and out[1] == jnp.iinfo("int32").max and out[2] == "s"
    monkeypatch.setenv("PYTREELINT_ON_ERROR", "off")
    assert filter_jit(lambda x: positive(x))(jnp.array(-3.0)) == -6
    with pytest.raises(ValueError, match="`on_error` must be one of"):
        error_if(jnp.ones(1), True, "", on_error="breakpoint")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="needs an array"):
        jax.jit(lambda pred: error_if("no array", pred, "", on_error="raise"))(True)
    assert error_if(0.5, False, "") == 0.5  # what is known needs no array
    with pytest.raises(CheckFailedError, match="known"):
        error_if(0.5, True, "known", on_error="raise")


def test_only_programs_with_checks_wait() -> None:
    checked, plain = filter_jit(positive), filter_jit(jnp.sin)
    for jitted, waits in ((checked, True), (plain, False), (filter_jit(lambda x: checked(x)), True)):
        jitted(jnp.ones(2))
        (program,) = jitted._find_core()._memory.programs.values()
        assert program.body.has_checks is waits
