"""Programs that leave the process: exported, serialized, compiled and stored."""

from __future__ import annotations

import functools
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.runtime import (
    Shared,
    checkpoint_info,
    deserialize,
    error_if,
    filter_export,
    filter_grad,
    filter_jit,
    load_checkpoint,
    load_compiled,
    save_checkpoint,
    save_compiled,
    tree_deserialise_leaves,
    tree_serialise_leaves,
)
from pytreelint.runtime.keeping.values_as_json import Reader, Writer

ROOT = Path(__file__).resolve().parents[2]
X = jnp.arange(6.0).reshape(3, 2) / 6
STRUCT = jax.ShapeDtypeStruct((3, 2), jnp.float32)
MODEL = eqx.nn.MLP(2, 2, 4, 1, key=jax.random.key(0))


def apply(model: Any, x: Any, *, scale: Any = 1) -> dict[str, Any]:
    return {"y": jax.vmap(model)(x) * scale, "model": model, "dtype": jnp.bfloat16, "by": "apply"}


def stored(*args: Any, **kwargs: Any) -> Any:
    return deserialize(filter_export(apply)(*args, **kwargs).serialize(vjp_order=1))


def test_modules_and_static_leaves_come_back() -> None:
    for exported in (filter_export(apply)(MODEL, STRUCT, scale=2), stored(MODEL, STRUCT, scale=2)):
        out = exported(MODEL, X, scale=2)
        np.testing.assert_allclose(out["y"], jax.vmap(MODEL)(X) * 2, rtol=1e-6)
        assert eqx.tree_equal(out["model"], MODEL) and out["dtype"] is jnp.bfloat16 and out["by"] == "apply"
        assert exported.platforms == ("cpu",) and "stablehlo" in exported.mlir_module()
        assert exported.in_struct[0][1] == STRUCT and exported.out_struct["y"].shape == (3, 2)


def test_a_call_that_is_not_that_of_the_export_is_refused() -> None:
    exported = stored(MODEL, STRUCT, scale=2)
    for scale, said in ((3, "is 3, but the program was exported with 2"), (2.0, "is 2.0"), (X, "was no array")):
        with pytest.raises(TypeError, match=f"'scale'.*{said}"):
            exported(MODEL, X, scale=scale)
    with pytest.raises(TypeError, match="exported for a call of another structure"):
        exported(MODEL, X)
    other = eqx.tree_at(lambda m: m.activation, MODEL, jnp.tanh)
    with pytest.raises(TypeError, match="activation"):
        exported(other, X, scale=2)
    with pytest.raises(ValueError, match=r"Shape mismatch for args\[1\]"):
        exported(MODEL, X[:2], scale=2)


def test_a_lambda_that_comes_in_is_compared_by_its_code() -> None:
    def make() -> Any:
        return lambda x: x * 2

    exported = deserialize(filter_export(lambda f, x: {"y": f(x), "f": f})(make(), STRUCT).serialize())
    mine = make()
    out = exported(mine, X)
    assert out["f"] is mine and out["y"].tolist() == (X * 2).tolist()
    with pytest.raises(TypeError, match="but the program was exported with"):
        exported(lambda x: x * 3, X)
    with pytest.raises(TypeError, match="can be stored neither by value"):
        filter_export(lambda f, x: f(x))(lambda x, held=X: x * held, STRUCT).serialize()


def test_symbolic_shapes_gradients_and_keys() -> None:
    (n,) = jax.export.symbolic_shape("n")
    exported = stored(MODEL, jax.ShapeDtypeStruct((n, 2), jnp.float32))
    assert exported(MODEL, X[:2])["y"].shape == (2, 2)

    def loss(run: Any, model: Any) -> Any:
        return run(model, X)["y"].sum()

    found = filter_grad(lambda m: loss(exported, m))(MODEL).layers[0].weight
    np.testing.assert_allclose(found, filter_grad(lambda m: loss(apply, m))(MODEL).layers[0].weight, rtol=1e-5)
    split = filter_export(jax.random.split)(jax.random.key(0))
    assert (split(jax.random.key(1)) == jax.random.split(jax.random.key(1))).all()


def test_arrays_that_the_function_holds_are_constants() -> None:
    exported = deserialize(filter_export(MODEL)(X[0]).serialize())
    np.testing.assert_allclose(exported(X[0]), MODEL(X[0]), rtol=1e-6)
    held = filter_export(functools.partial(lambda w, x: w @ x, X))(jnp.ones(2))
    assert held(jnp.ones(2)).tolist() == (X @ jnp.ones(2)).tolist()


class Local:
    """Not registered; a leaf."""


def test_errors_say_where_another_structure_differs() -> None:
    def f(tree: Any, *, scale: Any) -> Any:
        return jax.tree.leaves(tree)[0] * scale

    x = jnp.ones(2)
    model = {"a": [x, "name"], "b": x}
    calls: dict[str, tuple[Any, Any]] = {
        r"in args\[0\]: with a list of 2, not a list of 1": ({**model, "a": [x]}, x),
        r"in args\[0\]: with a dict of 'a', 'b', not a dict of 'a'": ({"a": model["a"]}, x),
        r"in args\[0\]: with a leaf, not None": ({**model, "a": [None, "name"]}, x),
        r"in kwargs\['scale'\]: with a leaf, not an empty dict": (model, {}),
    }
    programs: tuple[Any, ...] = (filter_export(f)(model, scale=x), filter_jit(f).compile(model, scale=x))
    for text, (tree, scale) in calls.items():
        for program in programs:
            with pytest.raises(TypeError, match=text):
                program(tree, scale=scale)


def test_names_of_ones_own() -> None:
    mine = Local()
    exported = filter_export(lambda local, x: (local, x, mine))(mine, X)
    with pytest.raises(TypeError, match=r"the arguments cannot be serialized; static leaf\[0\]\[0\]: .*Local"):
        exported.serialize()
    data = exported.serialize(names={"mine": mine})
    assert deserialize(data, names={"mine": mine})(mine, X)[2] is mine
    with pytest.raises(LookupError, match="`mine` is not known"):
        deserialize(data)
    with pytest.raises(ValueError, match="not made by"):
        deserialize(b"something else")


def test_nothing_is_imported_to_read_a_program(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(filter_export(lambda f, x: (f(x), f))(apply_twice, X).serialize())
    read = "import pytreelint.runtime as runtime; runtime.deserialize(open('data', 'rb').read())"
    code = f"import sys; sys.path[:0] = [{str(ROOT)!r}]; {read}"
    ended = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert "`tests.runtime.test_export:apply_twice` is not known: import its module before" in ended.stderr


def apply_twice(x: Any) -> Any:
    return x * 2


@pytest.mark.parametrize(
    "value",
    [
        *[
            None,
            True,
            1,
            2**90,
            -0.0,
            0.1,
            float("inf"),
            1j,
            "text",
            b"raw",
            (1, [2, {"a": {3}}]),
            frozenset({1}),
            {1: (2,)},
        ],
        *[
            np.dtype("int8"),
            jnp.dtype(jnp.bfloat16),
            jnp.float32,
            jax.nn.relu,
            eqx.nn.Linear,
            jax.sharding.AxisType.Auto,
        ],
    ],
    ids=lambda value: getattr(value, "__name__", type(value).__name__),
)
def test_values_come_back(value: Any) -> None:
    back = Reader({}).value(Writer({}).value(value))
    assert type(back) is type(value) and (back is value or (back == value and repr(back) == repr(value)))
    assert np.isnan(Reader({}).value(Writer({}).value(float("nan"))))


def test_compiled_programs_are_stored() -> None:
    jitted = filter_jit(apply)
    for args, kwargs in (((MODEL, X), {"scale": 3}), ((MODEL,), {"x": X}), ((MODEL, X), {"scale": jnp.ones(())})):
        file = io.BytesIO()
        save_compiled(file, jitted.compile(*args, **kwargs))
        loaded = load_compiled(io.BytesIO(file.getvalue()))
        out = loaded(*args, **kwargs)
        np.testing.assert_allclose(out["y"], apply(*args, **kwargs)["y"], rtol=1e-6)
        assert eqx.tree_equal(out["model"], MODEL)
    with pytest.raises(TypeError, match=r"'scale'.* was an array"):
        loaded(MODEL, X, scale=3)
    with pytest.raises(TypeError, match=r"x.*compiled with float32"):
        loaded(MODEL, X[:2], scale=jnp.ones(()))


def test_compiled_programs_of_other_machines_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "program"
    save_compiled(path, filter_jit(apply).compile(MODEL, X))
    assert [file.name for file in tmp_path.iterdir()] == ["program.compiled"]
    stored = tmp_path / "program.compiled"
    stored.write_bytes(stored.read_bytes().replace(b'"platform": "cpu"', b'"platform": "gpu"'))
    with pytest.raises(ValueError, match=r"compiled with .*platform gpu.*here is .*platform cpu"):
        load_compiled(path)
    with pytest.raises(TypeError, match="holds arrays itself"):
        save_compiled(path, filter_jit(MODEL).compile(X[0]))
    with pytest.raises(TypeError, match="takes what"):
        save_compiled(path, jax.jit(jnp.sin).lower(X).compile())
    checked = filter_jit(lambda x: error_if(x, x < 0, "negative"))
    with pytest.raises(ValueError, match=r"the program calls Python .* cannot be saved"):
        save_compiled(path, checked.compile(jnp.ones(())))
    (tmp_path / "other.compiled").write_bytes(b"")
    with pytest.raises(ValueError, match="not made by"):
        load_compiled(tmp_path / "other")


def test_a_program_over_devices_is_stored() -> None:
    mesh = jax.make_mesh((8,), ("batch",))
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("batch"))
    x = jax.device_put(jnp.arange(8.0), sharding)
    file = io.BytesIO()
    save_compiled(file, filter_jit(lambda x, n: (x * 2, n)).compile(x, "n"))
    out, name = load_compiled(io.BytesIO(file.getvalue()))(x, "n")
    assert out.tolist() == (x * 2).tolist() and name == "n" and len(out.sharding.device_set) == 8
    exported = filter_export(lambda x: x * 2)(x)
    assert len(exported(x).sharding.device_set) == 8 and exported.exported.nr_devices == 8


def head(tree: Any) -> Any:
    return tree["head"]


def embedding(tree: Any) -> Any:
    return tree["embedding"]


def test_shared_weights_are_kept_once() -> None:
    shared = Shared({"embedding": X, "head": jnp.zeros((3, 2)), "act": jnp.tanh}, head, embedding)
    file = io.BytesIO()
    save_checkpoint(file, shared)
    assert list(checkpoint_info(file).leaves) == ["pytree.embedding"]
    back = load_checkpoint(file, shared)
    assert back()["head"] is back()["embedding"] and back()["head"].tolist() == X.tolist()
    file = io.BytesIO()
    tree_serialise_leaves(file, shared)
    assert tree_deserialise_leaves(io.BytesIO(file.getvalue()), shared)()["head"].tolist() == X.tolist()
    exported = deserialize(
        filter_export(lambda s, x: (s()["act"](s()["head"] @ x), s))(shared, jnp.ones(2)).serialize()
    )
    out, same = exported(shared, jnp.ones(2))
    np.testing.assert_allclose(out, jnp.tanh(X @ jnp.ones(2)), rtol=1e-6)
    assert same()["head"].tolist() == X.tolist() and len(jax.tree.leaves(exported.in_struct)) == 3
