"""Leaves in files: in Equinox's format, and by name."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import pytreelint.runtime as ours
from pytreelint.runtime import (
    checkpoint_info,
    default_serialise_filter_spec,
    filter_eval_shape,
    load_checkpoint,
    save_checkpoint,
    tree_deserialise_leaves,
    tree_serialise_leaves,
)

KEY = jax.random.key(0)
TREE: dict[str, Any] = {
    "mlp": eqx.nn.MLP(2, 3, 4, 2, key=KEY),
    "numbers": [3, 0.5, True, 2j],
    "bfloat": jnp.arange(3, dtype=jnp.bfloat16),
    "numpy": np.arange(3),
    "scalars": (np.float32(2), jnp.bfloat16(2.5), np.bool_(True)),
    "empty": jnp.zeros((0, 3)),
    "name": "layer",
    "none": None,
}
MORE: dict[str, Any] = {
    **TREE,
    "int": 2**80,
    "float": 0.1,
    "f8": jnp.ones((2, 2), jnp.float8_e5m2),
    "i4": jnp.arange(3, dtype=jnp.int4),
    "keys": jax.random.split(jax.random.key(1, impl="rbg"), 3),
    "text": np.array(["ab", "c"]),
    "big": np.arange(2, dtype=">i4"),
}


def mlp(width: int, depth: int = 2) -> Any:
    return eqx.nn.MLP(2, 3, width, depth, key=KEY)


def like(tree: Any) -> Any:
    """The tree with other values."""
    return jax.tree.map(
        lambda x: x * 0 if isinstance(x, (jax.Array, np.ndarray)) and jnp.issubdtype(x.dtype, jnp.number) else x, tree
    )


@pytest.mark.parametrize(("save", "load"), [(ours, eqx), (eqx, ours), (ours, ours)])
def test_files_are_equinoxs(save: Any, load: Any, tmp_path: Path) -> None:
    save.tree_serialise_leaves(tmp_path / "tree", TREE)
    assert os.listdir(tmp_path) == ["tree.eqx"]
    back = load.tree_deserialise_leaves(tmp_path / "tree", like(TREE))
    assert eqx.tree_equal(back, TREE)
    assert [type(x) for x in jax.tree.leaves(back)] == [type(x) for x in jax.tree.leaves(TREE)]


def test_a_float_keeps_its_digits(tmp_path: Path) -> None:
    tree_serialise_leaves(tmp_path / "tree.eqx", [0.1])
    assert tree_deserialise_leaves(tmp_path / "tree.eqx", [0.0]) == [0.1]
    assert eqx.tree_deserialise_leaves(tmp_path / "tree.eqx", [0.0]) == [0.1]


def test_shapes_are_filled(tmp_path: Path) -> None:
    """Equinox issue 259."""
    tree_serialise_leaves(tmp_path / "tree", mlp(4))
    loaded = tree_deserialise_leaves(tmp_path / "tree", filter_eval_shape(mlp, 4))
    assert eqx.tree_equal(loaded, mlp(4))


def test_the_first_leaf_that_differs_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tree"
    tree_serialise_leaves(path, mlp(4))
    with pytest.raises(ValueError, match=r"leaf .layers\[0\].weight: the file has float32\[4,2\] .* float32\[5,2\]"):
        tree_deserialise_leaves(path, mlp(5))
    with pytest.raises(ValueError, match=r"leaf .layers\[2\].weight: the file has float32\[3,4\] .* float32\[4,4\]"):
        tree_deserialise_leaves(path, mlp(4, 3))
    with pytest.raises(ValueError, match=r"leaf \[1\]: the file ends before this leaf"):
        tree_deserialise_leaves(path, [mlp(4), 3])
    with pytest.raises(ValueError, match="goes on after the last leaf"):
        tree_deserialise_leaves(path, mlp(4).layers[:2])
    with open(path.with_suffix(".eqx"), "rb") as file:
        assert eqx.tree_equal(tree_deserialise_leaves(file, mlp(4).layers[:2]), mlp(4).layers[:2])
    tree_serialise_leaves(path, [np.arange(2.0), 1.5])
    for wrong, said in (([jnp.arange(2.0), 1.5], "float64"), ([np.arange(2.0), 1], "number of type `int`")):
        with pytest.raises(ValueError, match=said):
            tree_deserialise_leaves(path, wrong)


def test_what_the_format_cannot_hold_is_refused_and_the_old_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "tree"
    tree_serialise_leaves(path, [1])
    for leaf, said in ((KEY, "typed keys"), (MORE["f8"], "float8"), (MORE["i4"], "int4"), (2**70, "64 bits")):
        with pytest.raises((TypeError, ValueError), match=rf"leaf \[1\]: .*{said}"):
            tree_serialise_leaves(path, [jnp.ones(2), leaf])
        assert tree_deserialise_leaves(path, [0]) == [1] and os.listdir(tmp_path) == ["tree.eqx"]
    with pytest.raises(TypeError, match="save outside of the transform"):
        jax.jit(lambda x: tree_serialise_leaves(path, [x]))(1.0)


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "real.eqx").touch()
    (tmp_path / "real.eqx").chmod(0o640)
    (tmp_path / "link.eqx").symlink_to(tmp_path / "real.eqx")
    tree_serialise_leaves(tmp_path / "link", [1])
    assert (tmp_path / "link.eqx").is_symlink() and (tmp_path / "real.eqx").stat().st_mode & 0o777 == 0o640
    assert tree_deserialise_leaves(tmp_path / "real", [0]) == [1]


def test_specs_of_ones_own() -> None:
    file = io.BytesIO()
    save = {"a": default_serialise_filter_spec, "b": lambda f, x: f.write(bytes([x]))}
    tree_serialise_leaves(file, {"a": [1, 2], "b": 7}, filter_spec=save)
    load = {"a": ours.default_deserialise_filter_spec, "b": lambda f, x: f.read(1)[0]}
    assert tree_deserialise_leaves(io.BytesIO(file.getvalue()), {"a": [0, 0], "b": 0}, load) == {"a": [1, 2], "b": 7}


def test_arrays_go_where_they_belong(tmp_path: Path) -> None:
    """Equinox issue 216."""
    sharding = jax.sharding.NamedSharding(jax.make_mesh((8,), ("x",)), jax.sharding.PartitionSpec("x"))
    tree = {"w": jax.device_put(jnp.arange(16.0), sharding), "b": jax.device_put(jnp.ones(2), jax.devices()[3])}
    shapes = jax.tree.map(lambda x: jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=x.sharding), tree)
    tree_serialise_leaves(tmp_path / "tree", tree)
    save_checkpoint(tmp_path / "tree", tree)
    for load in (tree_deserialise_leaves, load_checkpoint):
        for wanted in (tree, shapes):
            back: Any = load(tmp_path / "tree", wanted)
            assert back["w"].sharding == sharding and back["b"].devices() == {jax.devices()[3]}
            assert all(np.array_equal(back[name], tree[name]) for name in tree)


def test_everything_is_saved_by_name(tmp_path: Path) -> None:
    path = tmp_path / "tree"
    save_checkpoint(path, MORE, metadata={"width": 4})
    assert os.listdir(tmp_path) == ["tree.npz"]
    back = load_checkpoint(path, like(MORE))
    assert eqx.tree_equal(back["keys"], MORE["keys"]) and back["int"] == 2**80 and back["float"] == 0.1
    for one, other in zip(jax.tree.leaves(back), jax.tree.leaves(MORE), strict=True):
        assert type(one) is type(other)
        if isinstance(one, np.ndarray):
            assert one.dtype == other.dtype.newbyteorder("=") and (one == other).all()
        elif isinstance(one, jax.Array) and not jnp.issubdtype(one.dtype, jax.dtypes.prng_key):
            assert one.dtype == other.dtype and bool((one == other).all())
    info = checkpoint_info(path)
    assert info.metadata == {"width": 4} and info.leaves["mlp.layers.0.weight"] == "float32[4,2]"
    with np.load(tmp_path / "tree.npz") as archive:
        assert archive["numpy"].tolist() == [0, 1, 2]


def test_a_part_is_loaded() -> None:
    """Equinox issues 382 and 1093."""
    file = io.BytesIO()
    save_checkpoint(file, {"encoder": mlp(4), "head": jnp.ones(3)})
    other = {"encoder": jax.tree.map(lambda x: x * 0 if eqx.is_array(x) else x, mlp(4)), "head": jnp.zeros(7), "new": 5}
    part = load_checkpoint(file, other, only="encoder")
    assert eqx.tree_equal(part["encoder"], mlp(4)) and part["head"].shape == (7,) and part["new"] == 5
    weights = load_checkpoint(file, other, only=["*.weight"])
    assert weights["encoder"].layers[0].weight.any() and not weights["encoder"].layers[0].bias.any()
    alone = load_checkpoint(file, like(mlp(4)), only="*", rename=lambda name: f"encoder.{name}")
    assert eqx.tree_equal(alone, mlp(4))
    with pytest.raises(ValueError, match="only='decoder' fits no leaf"):
        load_checkpoint(file, other, only="decoder")
    with pytest.raises(ValueError, match="leaf `head` of `like` has a shape only"):
        load_checkpoint(file, {**other, "head": jax.ShapeDtypeStruct((3,), "float32")}, only="encoder")


def test_what_differs_is_an_error_or_a_warning() -> None:
    file = io.BytesIO()
    save_checkpoint(file, {"a": jnp.ones(2), "b": 1, "old": jnp.ones(1)})
    other = {"a": jnp.zeros(3), "b": 2.5, "new": jnp.zeros(1)}
    told = r"`a`: the file has float32\[2\], and `like` float32\[3\].*`b`: .*`int`.*`float`.*`new`.*`old` of the file"
    with pytest.raises(ValueError, match=told):
        load_checkpoint(file, other)
    with pytest.warns(UserWarning, match=told):
        assert load_checkpoint(file, other, lenient=True) == other
    assert load_checkpoint(file, {"x": 0}, rename={"x": "b"}, only="x") == {"x": 1}


def test_names_are_unique_and_files_are_ours() -> None:
    with pytest.raises(ValueError, match=r"two leaves of the tree have the name `a.b`"):
        save_checkpoint(io.BytesIO(), {"a.b": 1, "a": {"b": 2}})
    with pytest.raises(ValueError, match="not made by `save_checkpoint`"):
        load_checkpoint(io.BytesIO(b"no archive"), [1])
    with pytest.raises(TypeError, match="no value to be saved"):
        save_checkpoint(io.BytesIO(), [jax.ShapeDtypeStruct((), "float32")])
    with pytest.raises(TypeError):
        save_checkpoint(io.BytesIO(), [1], metadata=object())
