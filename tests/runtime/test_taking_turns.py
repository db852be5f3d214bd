"""Calls that take turns find their programs without being hashed, and always their own."""

from __future__ import annotations

import dataclasses
import gc
import weakref
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.runtime import filter_export, filter_jit, is_array, tree_equal
from pytreelint.runtime.jit.shared_calls import SharedJitted

X = jnp.ones(2)


def make(n: Any) -> Any:
    return lambda x: x * n


def test_each_call_gets_its_own_program() -> None:
    f = filter_jit(lambda tree, n, act: {"out": act(tree[0]) * n, "n": n, "act": act, "count": len(tree)})
    calls: list[tuple[Any, ...]] = [
        ([X], 1, jnp.sin),
        ([X, X], 1, jnp.sin),
        ([X], 2, jnp.sin),
        ([X], 1, jnp.cos),
        ([X], True, jnp.sin),
        ([X, X], 1.0, jnp.cos),
        ([X], 0.0, jnp.sin),
        ([X], -0.0, jnp.sin),
        ([X], float("nan"), jnp.sin),
    ]
    for turn in range(4):
        for tree, n, act in calls if turn % 2 else reversed(calls):
            out = f(tree, n, act)
            assert type(out["n"]) is type(n) and repr(out["n"]) == repr(n) and out["count"] == len(tree)
            assert out["act"] is act
            assert jnp.array_equal(out["out"], act(X) * n, equal_nan=True)
    assert f.trace_count == len(calls)


def test_functions_that_share_a_program_take_turns() -> None:
    f = filter_jit(lambda tree, fun: (fun(tree[0]), fun))
    first, second, third = make(2), make(2), make(3)
    for shape in (2, 3):
        x = jnp.ones(shape)
        for _ in range(3):
            for tree in ([x], [x, x]):
                for fun, n in ((first, 2), (third, 3), (second, 2)):
                    out, back = f(tree, fun)
                    assert out.tolist() == (x * n).tolist() and back is fun
    assert f.trace_count == 8


def test_closures_are_freed() -> None:
    f = filter_jit(lambda tree, fun: fun(tree[0]))
    made: list[Any] = []
    for n in range(3):
        fun = make(n)
        made.append(weakref.ref(fun))
        for tree in ([X], [X, X], [X]):
            f(tree, fun)
    del fun
    f([X], jnp.sin)
    f([X, X], jnp.sin)
    gc.collect()
    assert [ref() for ref in made[:-1]] == [None, None]


def test_a_cleared_cache_is_cleared() -> None:
    f = filter_jit(lambda tree: tree[0])
    for _ in range(2):
        for tree in ([X], [X, X], [X]):
            f(tree)
        f.clear_cache()
    f([X])
    assert f.trace_count == 5 and isinstance(f([X]), jax.Array)


def test_the_least_recently_used_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytreelint.runtime.jit.memory._MOST", 8)
    f = filter_jit(lambda x, n: x * n)
    for n in range(40):
        f(X, n)
        f(X, 0)
    core = f._find_core()
    assert f.trace_count == 40 and len(core._memory.programs) <= 8
    assert all(len(family.plans) <= 8 for family in core._memory.families.values())


def test_programs_that_are_dropped_are_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several structures and dtypes as of one."""
    monkeypatch.setattr("pytreelint.runtime.jit.memory._MOST", 8)
    f = filter_jit(lambda tree, n: tree[0] * n)
    bodies = []
    for n in range(60):
        f.eval_shape([X, X.astype(int), X][: 1 + n % 3], n)
        core = f._find_core()
        bodies += [weakref.ref(each.body) for each in list(core._memory.programs.values())[-1:]]
    gc.collect()
    alive = [ref() for ref in bodies if ref() is not None]
    assert sum(len(family.plans) for family in core._memory.families.values()) <= 8
    assert len(alive) <= 8 + 4  # those of the latest plans besides


def test_classes_that_jax_takes_for_one() -> None:
    """`==` of JAX's structures does not see which class of `register_dataclass` it is."""
    kinds = [dataclasses.make_dataclass(name, ["x"]) for name in ("First", "Second", "Third")]
    for kind in kinds:
        jax.tree_util.register_dataclass(kind, ["x"], [])
    f = filter_jit(lambda model: (type(model).__name__, model))
    for kind in kinds * 3:
        name, back = f(kind(X))
        assert name == kind.__name__ and type(back) is kind
    assert f.trace_count == 3
    exported, compiled = filter_export(lambda model: model)(kinds[0](X)), f.compile(kinds[0](X))
    for program in (exported, compiled):
        with pytest.raises(TypeError, match="for a call of another structure"):
            program(kinds[1](X))


@dataclasses.dataclass(frozen=True)
class Settings:
    """A static leaf."""

    depth: Any
    more: Any = ()


def test_equal_settings_in_new_objects() -> None:
    f = filter_jit(lambda x, settings: (x * settings.depth, settings))
    kinds: list[Any] = [1, True, 1.0, 0.0, -0.0, "a" if False else 2]
    for depth in kinds * 2:
        for more in ((), (1,), (True,), (1, Settings(2)), (1, Settings(2.0))):
            out, back = f(X, Settings(depth, more))
            assert out.tolist() == (X * depth).tolist() and repr(back) == repr(Settings(depth, more))
    assert f.trace_count == len(kinds) * 5


def test_structures_that_look_alike_from_outside() -> None:
    """They have arguments of the same types and lengths."""
    f = filter_jit(lambda tree, x: (len(tree[0]), tree, x))
    trees: list[Any] = [[(X,)], [(X, X)], [(X, X)], [(X, 1)], [{"a": X}], [{"b": X}]]
    for tree in trees * 3:
        count, back, _ = f(tree, X)
        assert count == len(tree[0])
        assert jax.tree.structure(back) == jax.tree.structure(tree) and type(back[0]) is type(tree[0])
    assert f.trace_count == 5


class Mode(eqx.Module):
    """A model with a static field."""

    layers: Any
    mode: Any = eqx.field(static=True)


LAYERS = {"a": [X, X], "b": (X,)}
ALIKE: dict[str, list[Any]] = {
    "static fields": [Mode(LAYERS, "train"), Mode(LAYERS, "evaluate"), Mode(LAYERS, None)],
    "static leaves": [{"x": LAYERS, "train": train} for train in (True, False)],
    "deep inside": [[Mode({"z": [{"k": (X, part)}]}, 0)] for part in (X, [X], (X,), {"k": X}, {"l": X}, None, (X, X))],
    "classes": [{"x": Mode(LAYERS, 1)}, {"x": LAYERS}, {"x": [LAYERS, 1]}, {"x": X}],
    "types of leaves": [[X], [np.ones(2)], [X.astype(int)]],
}


@pytest.mark.parametrize("kind", ALIKE)
@pytest.mark.parametrize("share", [False, True])
def test_structures_that_differ_inside_are_told_apart_before_they_are_flattened(kind: str, share: bool) -> None:
    f: Any = filter_jit(lambda model, x: (model, x), share=share)
    # Equal arrays that are not one object: ties have a way of their own.
    models = [jax.tree.map(lambda x: x + 0 if is_array(x) else x, model) for model in ALIKE[kind]]
    for _ in range(4):
        for model in models:
            out, _ = f(model, X)
            assert tree_equal(out, jax.tree.map(lambda x: jnp.asarray(x) if is_array(x) else x, model))
    assert f.trace_count == len(models) - (kind == "types of leaves")  # a program for both kinds of arrays
    core = (f.fun if isinstance(f, SharedJitted) else f)._find_core()
    calls: list[Any] = [(None, (model, X), {})[0 if share else 1 :] for model in models]
    assert len(calls) > 4 or all(core.recents.guess(call, share) for call in calls)


class Odd:
    """A static part whose `==` gives an array."""

    def __init__(self, n: int) -> None:
        self.n = n

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> Any:
        return np.array([self.n, 0]) == np.array([other.n, 0]) if isinstance(other, Odd) else False


def test_static_parts_that_cannot_be_compared() -> None:
    f = filter_jit(lambda model, x: (model, x))
    one, other = Mode(X, Odd(1)), Mode(X, Odd(2))
    for _ in range(3):
        assert f(one, X)[0].mode.n == 1
        assert f([one], X)[0][0].mode.n == 1
        with pytest.raises(ValueError, match="cannot be compared with those of an earlier call"):
            f(other, X)


class Loud:
    """A leaf that counts how often it is printed: JAX's errors about structures print what they were given."""

    printed = 0

    def __repr__(self) -> str:
        Loud.printed += 1
        return "Loud()"


def test_no_call_is_printed_where_structures_take_turns() -> None:
    f = filter_jit(lambda tree: tree[1])
    loud = Loud()
    train, evaluate, last = [loud, X, X], [loud, X], [loud, X, X, X]
    f(train), f(evaluate), f(last)
    before = Loud.printed
    assert before <= 2
    for _ in range(20):
        f(train), f(train), f(train), f(evaluate), f(evaluate), f(last)
    assert Loud.printed == before and f.trace_count == 3


@pytest.mark.parametrize("size", [3, 40])
def test_arguments_in_another_order_than_they_are_passed(size: int) -> None:
    """Keywords are sorted in the call, and parameters are not: most leaves stay where they are."""
    f: Any = filter_jit(lambda tree, x, scale, name: {"out": tree[-1] * x + scale, "name": name})
    tree = [jnp.full(2, i) for i in range(size)]
    for _ in range(3):
        out = f(tree, x=2 * X, scale=X, name="a")
        assert out["out"].tolist() == [2 * size - 1.0] * 2 and out["name"] == "a"
    assert f.trace_count == 1


def test_what_closures_share_outlives_static_leaves_that_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """The least recently used program is dropped, not the oldest."""
    monkeypatch.setattr("pytreelint.runtime.jit.memory._MOST", 16)
    f: Any = filter_jit(lambda x, n, act: act(x))
    for i in range(60):
        assert f(X, 0, make(3)).tolist() == [3, 3]
        f.eval_shape(X, i + 1, jnp.sin)
    assert f.trace_count == 61
