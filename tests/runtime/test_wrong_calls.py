"""Calls that are wrong are refused at once, and the error says what to write instead."""

from __future__ import annotations

import errno
import io
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint import runtime

r: Any = runtime
X = jnp.ones(2)
TREE = {"a": jnp.ones(3), "b": {"c": jnp.zeros(3), "d": jnp.full(3, 2.0)}, "e": jnp.full(3, 5.0)}
MODEL = {"w": X, "name": "layer", "act": jnp.tanh, "n": 3}

Case = tuple[Callable[[], Any], type[Exception], str]


def assert_raises(call: Callable[[], Any], error: type[Exception] | tuple[type[Exception], ...], words: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert re.search(words, "\n".join([str(caught.value), *getattr(caught.value, "__notes__", ())]))


def square(x: Any) -> Any:
    return x**2


SHARED: dict[str, Case] = {
    "chain": (lambda: r.Shared(TREE, lambda m: (m["a"], m["e"]), lambda m: (m["e"], m["b"]["c"])), ValueError, "chain"),
    "swap": (lambda: r.Shared(TREE, lambda m: (m["a"], m["e"]), lambda m: (m["e"], m["a"])), ValueError, "chain"),
    "itself": (lambda: r.Shared(TREE, lambda m: m["a"], lambda m: m["a"]), ValueError, "chain"),
    "inside": (
        lambda: r.Shared([TREE, TREE], lambda m: (m[0], m[1]["a"]), lambda m: (m[1], m[0]["a"])),
        ValueError,
        "chain",
    ),
    "nested": (
        lambda: r.Shared([TREE, TREE], lambda m: (m[0], m[0]["a"]), lambda m: (m[1], m[1]["a"])),
        ValueError,
        "lies inside of another one",
    ),
    "twice": (
        lambda: r.Shared(TREE, lambda m: (m["a"], m["a"]), lambda m: (m["e"], m["b"]["c"])),
        ValueError,
        "one node twice",
    ),
    "no function": (lambda: r.Shared(TREE, "a", lambda m: m["e"]), TypeError, "`where` of Shared must be a function"),
}
WHERE: dict[str, Callable[[Any], Any]] = {
    "arithmetic": lambda m: m["w"] + 1,
    "comparison": lambda m: m["w"] if m["n"] > 2 else m["act"],
    "equality": lambda m: m["w"] if m["n"] == 3 else m["act"],
    "attribute": lambda m: m["w"].T,
    "index": lambda m: m["w"][0],
    "call of jax": lambda m: jnp.sin(m["w"]),
    "as an index": lambda m: [1, 2][m["n"]],
    "as a key": lambda m: {m["w"]: m["n"]},
}
CASES: dict[str, Case] = {
    **{f"shared: {name}": case for name, case in SHARED.items()},
    **{
        f"tree_at: {name}": (
            partial(r.tree_at, where, MODEL, 0),
            ValueError,
            "selects nodes and leaves only",
        )
        for name, where in WHERE.items()
    },
    "tree_at: None": (lambda: r.tree_at(lambda m: None, MODEL, 0), ValueError, "`where` picks None, .* `is_leaf="),
    "tree_at: swapped": (lambda: r.tree_at(MODEL, square, 0), TypeError, "`where` of tree_at must be a function"),
    "jvp: an array": (lambda: r.filter_jvp(square, X, X), TypeError, "`primals` of filter_jvp must be a tuple or list"),
    "jvp: a tangent": (lambda: r.filter_jvp(square, (X,), X), TypeError, "`tangents` .* not an array float32"),
    "jvp: a dict": (lambda: r.filter_jvp(square, {"x": X}, {"x": X}), TypeError, "`primals` .* not a `dict`"),
    "jvp: no function": (lambda: r.filter_jvp(3, (X,), (X,)), TypeError, "needs a callable, not 3"),
    "updates: text": (
        lambda: r.apply_updates(MODEL, {**MODEL, "name": "more", "act": None}),
        TypeError,
        r"cannot be added to the leaf model\['name'\], which is 'layer'",
    ),
    "updates: a function": (lambda: r.apply_updates(MODEL, 1), TypeError, r"leaf model\['act'\]"),
    "updates: text for an array": (
        lambda: r.apply_updates([X], ["x"]),
        TypeError,
        r"model\[0\] must be an array or a number, not 'x'",
    ),
    **{
        f"max_steps: {kind}, {steps!r}": (
            partial(r.filter_while_loop, lambda c: c < 5, lambda c: c + 1, jnp.array(0), kind=kind, max_steps=steps),
            error,
            f"`max_steps` of filter_while_loop must be .*, not {steps}",
        )
        for kind in ("lax", "bounded", "checkpointed")
        for steps, error in ((-1, ValueError), (2.5, TypeError))
    },
    "pred: a number": (lambda: r.error_if(X, 1, "m"), TypeError, "`pred` of error_if must be a boolean or .*, not 1"),
    "pred: a list": (lambda: r.error_if(X, [False], "m"), TypeError, r"not \[False\]"),
    "pred: traced": (
        lambda: r.filter_jit(lambda x: r.error_if(x, x.sum(), "m"))(X),
        TypeError,
        r"not an array float32\[\]",
    ),
    "pred: swapped": (lambda: r.error_if(X, "m", X.sum() > 0), TypeError, "not 'm' of type `str`"),
    "messages: one": (lambda: r.branched_error_if(X, True, 0, "m"), TypeError, "sequence of strings, not 'm'"),
    "messages: no text": (lambda: r.error_if(X, True, 3), TypeError, "must be a string, not 3"),
    "messages: index": (lambda: r.branched_error_if(X, True, 2, ["m"]), IndexError, "is 2, and `msgs` has 1"),
    "messages: half": (lambda: r.branched_error_if(X, True, 0.5, ["m"]), TypeError, "must be an integer, not 0.5"),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused_at_once(name: str) -> None:
    assert_raises(*CASES[name])


def test_a_shared_node_may_stand_in_three_places_and_be_computed() -> None:
    shared = r.Shared(TREE, lambda m: (m["a"], m["b"]["c"]), lambda m: (m["e"], m["e"] * 2))
    assert shared()["a"] is shared()["e"]
    assert (shared()["b"]["c"] == 10).all()
    twice = r.Shared(shared, lambda s: s.pytree["e"], lambda s: s.pytree["b"]["d"])
    assert twice()()["a"] is twice()()["b"]["d"]


def test_counts_of_steps_may_be_arrays() -> None:
    for steps in (0, 3, np.int32(3), jnp.array(3)):
        assert r.filter_while_loop(lambda c: True, lambda c: c + 1, 0, max_steps=steps) == steps
    limited = r.filter_jit(lambda n: r.filter_while_loop(lambda c: True, lambda c: c + 1, 0, max_steps=n))
    assert limited(jnp.array(4)) == 4


def test_deleted_arrays_are_shown() -> None:
    gone, key = X + 0, jax.random.clone(jax.random.key(0))
    gone.delete()
    key.delete()
    for short in (True, False):
        shown = r.tree_pformat({"gone": gone, "key": key, "n": 1}, short_arrays=short)
        assert shown == "{'gone': deleted f32[2], 'key': deleted key<fry>[], 'n': static 1}"


@pytest.mark.parametrize("save", [r.tree_serialise_leaves, r.save_checkpoint])
def test_saving_says_what_is_wrong_with_the_file(save: Any, tmp_path: Path) -> None:
    assert_raises(lambda: save(MODEL, tmp_path / "model"), TypeError, "not a `dict`; .* they are swapped")
    assert_raises(lambda: save({}, str(tmp_path / "model")), TypeError, "they are swapped")
    assert_raises(lambda: save(None, MODEL), TypeError, "must be a path or an open binary file, not None$")
    assert_raises(lambda: save(io.StringIO(), MODEL), TypeError, "binary mode, 'wb'")
    missing = tmp_path / "missing"
    words = rf"^\[Errno {errno.ENOENT}\] the folder {missing} does not exist"
    assert_raises(lambda: save(missing / "model", MODEL), FileNotFoundError, words)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("load", [r.tree_deserialise_leaves, r.load_checkpoint])
def test_loading_says_what_is_wrong_with_the_file(load: Any, tmp_path: Path) -> None:
    assert_raises(lambda: load(MODEL, tmp_path / "model"), TypeError, "they are swapped")
    assert_raises(lambda: load(io.StringIO("text"), MODEL), TypeError, "binary mode, 'rb'")
    missing = tmp_path / "missing"
    assert_raises(lambda: load(missing / "model", MODEL), FileNotFoundError, f"the folder {missing} does not exist")
    assert_raises(lambda: load(tmp_path / "model", MODEL), FileNotFoundError, "No such file")
    (tmp_path / "text.txt").write_text("text that is no array\n" * 9)
    assert_raises(lambda: load(tmp_path / "text.txt", MODEL), ValueError, "was not (written|made) by")


def test_files_of_the_other_format_are_known(tmp_path: Path) -> None:
    r.save_checkpoint(tmp_path / "named", MODEL)
    r.tree_serialise_leaves(tmp_path / "leaves", MODEL)
    assert_raises(lambda: r.tree_deserialise_leaves(tmp_path / "named.npz", MODEL), ValueError, "use `load_checkpoint`")
    assert_raises(
        lambda: r.load_checkpoint(tmp_path / "leaves.eqx", MODEL), ValueError, "use `tree_deserialise_leaves`"
    )
    assert_raises(lambda: r.load_compiled(MODEL), TypeError, "must be a path or an open binary file")


def test_names_that_are_no_leaves_are_told(tmp_path: Path) -> None:
    path = tmp_path / "model"
    r.save_checkpoint(path, {"v": X})
    assert r.load_checkpoint(path, {"w": X}, rename={"w": "v"})["w"].tolist() == [1, 1]
    for lenient in (True, False):
        wrong = {"w": "v", "x": "y"}
        assert_raises(
            lambda: r.load_checkpoint(path, {"w": X}, rename=wrong, lenient=lenient),  # noqa: B023
            ValueError,
            "keys that are no leaves of `like`: `x`; a key must be one of w,",
        )
    assert_raises(lambda: r.load_checkpoint(path, {"w": X}, rename=["v"]), TypeError, "a dictionary or a function, not")
    assert_raises(lambda: r.load_checkpoint(path, {"w": X}, rename=lambda _: None), TypeError, "for `w` it gives None")


def scaled(tree: Any, x: Any) -> Any:
    return {**tree, "w": tree["w"] * x}


@pytest.fixture(scope="module")
def exported() -> Any:
    return r.filter_export(scaled)({"w": X, "n": 1}, X)


def test_platforms_are_names() -> None:
    assert r.filter_export(square, platforms="cpu")(X).platforms == ("cpu",)
    assert r.filter_export(square, platforms=["cpu", "tpu"])(X).platforms == ("cpu", "tpu")
    assert_raises(
        lambda: r.filter_export(square, platforms=("cpuu",)), ValueError, "has 'cpuu'; known are 'cpu', 'cuda'"
    )
    assert_raises(lambda: r.filter_export(square, platforms="gpu"), ValueError, "a GPU is 'cuda' or 'rocm'")
    assert_raises(lambda: r.filter_export(square, platforms=3), TypeError, "a platform .* is a string, not 3")


def test_an_exported_program_names_the_argument_that_differs(exported: Any) -> None:
    tree = {"w": X, "n": 1}
    assert_raises(lambda: exported({**tree, "w": jnp.ones(3)}, X), ValueError, r"Shape mismatch for args\[0\]\['w'\]")
    assert_raises(
        lambda: exported({**tree, "w": jnp.ones((2, 2))}, X), ValueError, r"Rank mismatch for args\[0\]\['w'\]"
    )
    assert_raises(lambda: exported(tree, jnp.arange(2)), ValueError, r"Dtype mismatch for args\[1\]")
    assert_raises(lambda: exported(tree, 1.0), TypeError, r"args\[1\] was an array .* is 1.0 of type `float`")


def test_a_program_that_calls_python_is_not_exported() -> None:
    checked = lambda x: r.error_if(x, x < 0, "negative")  # noqa: E731
    assert_raises(lambda: r.filter_export(checked)(X), ValueError, "`error_if` can with `on_error='nan'`")
    program = r.filter_export(lambda x: r.error_if(x, x < 0, "negative", on_error="nan"))(X)
    assert np.isnan(program(-X)).all()


def test_derivatives_that_were_not_saved_are_told(exported: Any) -> None:
    def loss(program: Any) -> Any:
        return lambda x: program({"w": X, "n": 1}, x)["w"].sum()

    none, once = (r.deserialize(exported.serialize(vjp_order=order)) for order in (0, 1))
    assert r.filter_grad(loss(once))(X).tolist() == [1, 1]
    assert_raises(lambda: r.filter_grad(loss(none))(X), ValueError, r"`serialize\(vjp_order=1\)`")
    twice = lambda: r.filter_grad(lambda x: r.filter_grad(loss(once))(x).sum())(X)  # noqa: E731
    assert_raises(twice, ValueError, "as many as there are derivatives")
    assert_raises(lambda: exported.serialize(vjp_order=-1), ValueError, "0 or more, not -1")


def test_bytes_that_are_no_program(exported: Any) -> None:
    data = exported.serialize()
    for cut in (60, len(data) // 2, len(data) - 60):
        assert_raises(lambda: r.deserialize(data[:cut]), ValueError, "damaged or cut off")  # noqa: B023
    assert_raises(lambda: r.deserialize("program"), TypeError, "takes the bytes .* not 'program'")
    assert (r.deserialize(bytearray(data))({"w": X, "n": 1}, X)["w"] == 1).all()


def test_a_mark_is_no_array() -> None:
    for call in (lambda: jnp.sin(r.Frozen(X)), lambda: X @ r.Frozen(X), lambda: jnp.asarray(r.Frozen(X))):
        assert_raises(call, TypeError, r"around an array float32\[2\], and no array: compute with `unwrap\(model\)`")
    marked = r.filter_jit(lambda model: jax.tree.map(lambda x: x + 1, model))({"w": r.Frozen(X)})
    assert r.unwrap(marked)["w"].tolist() == [2, 2]


def test_an_argument_that_is_taken_for_the_results_is_told() -> None:
    assert_raises(
        lambda: r.filter_pure_callback(square, X), TypeError, "Without `result_shape_dtypes=...` the first argument"
    )
    assert_raises(
        lambda: r.filter_pure_callback(X, X, result_shape_dtypes=X), TypeError, "needs a callable, not an array"
    )
    assert r.filter_pure_callback(square, X, X).tolist() == [1, 1]
    assert r.filter_pure_callback(np.add, X, X, X).tolist() == [2, 2]


def test_names_that_are_misspelt() -> None:
    for name, meant in {"filter_jti": "filter_jit", "vmap": "filter_vmap", "Tree_at": "tree_at"}.items():
        assert_raises(lambda: getattr(r, name), AttributeError, f"no attribute '{name}'; is `{meant}` meant")  # noqa: B023
    assert_raises(lambda: r.tree_map, AttributeError, "no attribute 'tree_map'$")
    assert set(runtime.__all__) <= set(dir(runtime))
    assert not any(part in dir(runtime) for part in ("jit", "trees", "annotations"))


def test_what_is_raised_can_be_caught_by_name() -> None:
    with pytest.raises(runtime.CarryError, match="must keep its tree structure"):
        r.filter_scan(lambda carry, x: (None, x), X, X)
    with pytest.raises(runtime.UnhashableLeafError, match=r"leaf x\['n'\] of type `builtins.set` .* pass a frozenset"):
        r.filter_jit(square)({"n": {1}})


def test_no_tree_is_not_equal() -> None:
    assert_raises(r.tree_equal, IndexError, "at least one tree")


def deleted() -> Any:
    gone = X + 0
    gone.delete()
    return {"w": [gone], "x": X}


def total(tree: Any) -> Any:
    return tree["w"][0].sum() + tree["x"].sum()


GONE: dict[str, Callable[[], Any]] = {
    "filter_jit": lambda: r.filter_jit(total)(deleted()),
    "filter_jit, compiled": lambda: r.filter_jit(total).compile({"w": [X], "x": X})(deleted()),
    "filter_grad": lambda: r.filter_grad(total)(deleted()),
    "filter_vmap": lambda: r.filter_vmap(lambda tree: tree["x"] + tree["w"][0])(deleted()),
    "filter_scan": lambda: r.filter_scan(lambda tree, x: ({**tree, "w": [tree["w"][0] + x]}, x), deleted(), X),
    "filter_vjp": lambda: r.filter_vjp(total, deleted()),
    "tree_serialise_leaves": lambda: r.tree_serialise_leaves(io.BytesIO(), deleted()),
    "save_checkpoint": lambda: r.save_checkpoint(io.BytesIO(), deleted()),
}


@pytest.mark.parametrize("name", GONE)
def test_a_deleted_array_is_named(name: str) -> None:
    assert_raises(
        GONE[name], Exception, r"deleted already.*: \w+(\[0\])?\['w'\]\[0\]|leaf .*w.*0.*: it has been deleted"
    )


def test_a_buffer_that_is_donated_twice_is_named() -> None:
    def bump(tree: Any) -> Any:
        return jax.tree.map(lambda x: x + 1, tree)

    compiled = r.filter_jit(bump, donate="all").compile([X, X])
    for call in (r.filter_jit(bump, donate="all"), compiled):
        twice = X + 1
        names = r"one buffer, donated more than once: .*\[0\], .*\[1\]; pass a copy"
        assert_raises(lambda: call([twice, twice]), (RuntimeError, ValueError), names)  # noqa: B023
