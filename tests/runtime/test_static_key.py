"""When two static values share a trace."""

from __future__ import annotations

import dataclasses
import functools
import operator
import types
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from pytreelint.runtime import filter_jit
from pytreelint.runtime.trees.callables import Method, Partial, as_tree
from pytreelint.runtime.trees.skeleton import Packed, Static, pack, split, unpack
from pytreelint.runtime.trees.static_key import static_key


def same(a: Any, b: Any) -> bool:
    return static_key(a) == static_key(b) and hash(static_key(a)) == hash(static_key(b))


def make_scale(factor: float, offset: float = 0.0) -> Callable[[float], float]:
    def scale(x: float, shift: float = offset) -> float:
        return factor * x + shift

    return scale


def make_recursive(n: int) -> Callable[[int], int]:
    def down(k: int) -> int:
        return n if k == 0 else down(k - 1)

    return down


def test_type_and_value_count() -> None:
    different = [1, True, 1.0, 1 + 0j, "1", b"1", np.float32(1), np.int32(1), None, (1,), (True,), 0.0, -0.0, 0, False]
    different += [
        float("nan"),
        complex(0, -0.0),
        0j,
        range(0),
        range(1, 1),
        np.float32(-0.0),
        np.float32(0.0),
        jnp.float32,
        [1],
        {"a": 1},
    ]
    for i, a in enumerate(different):
        assert same(a, a)
        for b in different[i + 1 :]:
            assert static_key(a) != static_key(b), (a, b)


def test_an_error_of_equality_names_the_leaf() -> None:
    class Odd:
        """As objects of NumPy's kind."""

        def __eq__(self, other: object) -> Any:
            return np.array([True, False])

        def __hash__(self) -> int:
            return 1

    add: Any = filter_jit(lambda x, names, act: act(x))
    add(jnp.ones(1), [1, Odd()], jnp.tanh)
    with pytest.raises(ValueError, match=r"earlier call: `names\[1\]` of type `.*Odd`$"):
        add(jnp.ones(1), [1, Odd()], jnp.tanh)


def test_every_nan_is_one() -> None:
    assert same(float("nan"), -float("nan"))
    assert same(np.float32("nan"), np.float32("nan"))
    assert static_key(float("nan")) != static_key(np.float32("nan"))


def test_functions_are_equal_by_code_closure_and_defaults() -> None:
    assert same(make_scale(2.0), make_scale(2.0))
    assert static_key(make_scale(2.0)) != static_key(make_scale(2))
    assert static_key(make_scale(2.0)) != static_key(make_scale(2.0, 1.0))
    assert static_key(lambda x: x) != static_key(lambda x: x + 1)
    assert same(make_recursive(3), make_recursive(3))
    assert static_key(make_recursive(3)) != static_key(make_recursive(4))
    assert same(functools.partial(make_scale(2.0), 1), functools.partial(make_scale(2.0), 1))
    assert static_key(functools.partial(operator.add, 1)) != static_key(functools.partial(operator.add, 1.0))


def test_attributes_of_functions_count() -> None:
    marked = make_scale(2.0)
    marked.__dict__["scale"] = 3
    assert static_key(marked) != static_key(make_scale(2.0))


def over(cell: Any) -> Callable[[], Any]:
    return lambda: cell


def test_arrays_in_closures_are_equal_by_identity() -> None:
    weights = jnp.ones(2)
    assert same(over(weights), over(weights))
    assert same(over((weights, (2,))), over((weights, (2,))))
    assert static_key(over(jnp.ones(2))) != static_key(over(jnp.ones(2)))


class Plain:
    """Compared by identity."""


def test_what_changes_in_place_is_not_taken_for_the_same() -> None:
    held = [1]
    for mutable in (held, {"a": 1}, np.ones(2), {1}, {"deep": [held]}, (1, [2]), iter(()), Plain()):
        function = over(mutable)
        assert same(function, function)
        assert static_key(function) != static_key(over(mutable))
    function = over(held)
    before = static_key(function)
    held[0] = 2
    assert static_key(function) == before
    held.append(held)  # type: ignore[arg-type]
    assert same(looped := over(held), looped)


def test_a_leaf_without_hash_is_named() -> None:
    with pytest.raises(TypeError, match=r"static leaf \['cfg'\]\[0\] of type `builtins.set` has no hash"):
        static_key({"cfg": [{1, 2}]})
    with pytest.raises(TypeError, match=r"\[1\]\['names'\] of type `builtins.set`"):
        hash(split((jnp.ones(2), {"names": set()}))[1])
    held: set[int] = set()
    assert static_key(held, lenient=True) == static_key(held, lenient=True)
    assert static_key(held, lenient=True) != static_key(set(), lenient=True)


def test_split_and_join() -> None:
    tree = {"w": jnp.ones(2), "act": "relu", "more": [1, np.ones(3), None]}
    arrays, skeleton = split(tree)
    assert len(arrays) == 2
    joined = skeleton.join(arrays)
    assert (
        joined["w"] is tree["w"] and joined["act"] == "relu" and jax.tree.structure(joined) == jax.tree.structure(tree)
    )
    assert skeleton == split({**tree, "w": jnp.zeros(5)})[1] and hash(skeleton) == hash(split(tree)[1])
    assert skeleton != split({**tree, "act": "tanh"})[1]


def test_pack_gives_array_trees_as_they_are() -> None:
    tree = {"w": jnp.ones(2)}
    assert pack(tree) is tree and unpack(tree) is tree
    mixed = (jnp.ones(2), "name", {1})
    packed = jax.jit(lambda: pack(mixed))()
    assert type(packed) is Packed
    out = unpack(packed)
    assert out[1:] == ("name", {1}) and (out[0] == 1).all()


def test_static_is_a_node_without_leaves() -> None:
    assert jax.tree.leaves(Static({"a": jax.nn.relu})) == []
    assert jax.tree.structure(Static([1])) == jax.tree.structure(Static([1]))
    assert jax.tree.structure(Static([1])) != jax.tree.structure(Static([True]))
    assert jax.jit(lambda: Static({1, 2}))().value == {1, 2}


def test_methods_and_partials_are_nodes() -> None:
    class Net(dict[str, Any]):
        def loss(self, x: Any) -> Any:
            return self["w"] * x

    jax.tree_util.register_pytree_node(
        Net, lambda n: (tuple(n.values()), tuple(n)), lambda k, v: Net(zip(k, v, strict=True))
    )
    method = as_tree(Net(w=jnp.ones(2)).loss)
    assert type(method) is Method and len(jax.tree.leaves(method)) == 2
    assert (jax.tree.map(lambda x: x * 2 if isinstance(x, jax.Array) else x, method)(3.0) == 6).all()
    partial = as_tree(functools.partial(operator.add, jnp.ones(2)))
    assert type(partial) is Partial and len(jax.tree.leaves(partial)) == 2 and (partial(1) == 2).all()


@dataclasses.dataclass(frozen=True)
class Config:
    rate: Any
    act: Any = None
    note: Any = dataclasses.field(default=0, compare=False)


def test_fields_of_frozen_dataclasses_count_by_type_and_value() -> None:
    values = [1, True, 1.0, (1,), (True,), -0.0, 0.0, frozenset({1}), frozenset({1.0})]
    for i, a in enumerate(values):
        assert same(Config(a), Config(a)) and same(Config(a, note=1), Config(a, note=[2]))
        for b in values[i + 1 :]:
            assert static_key(Config(a)) != static_key(Config(b))
    assert static_key(frozenset({1})) != static_key(frozenset({True}))
    with pytest.raises(TypeError, match=r"test_static_key\.Config` has no hash"):
        static_key(Config([1]))


HELD: dict[str, Any] = {
    "an array": np.ones(()),
    "a set": {1},
    "a dict": {"a": 1},
    "a list": [1],
    "a generator": iter([1]),
    "a partial": functools.partial(operator.add, np.ones(())),
}


@pytest.mark.parametrize("held", HELD.values(), ids=list(HELD))
def test_partials_and_methods_hold_anything(held: Any) -> None:
    """By identity, as in Equinox."""

    class Plain:
        __hash__ = None  # type: ignore[assignment]

        def method(self, x: Any) -> Any:
            return x + 1

    apply = filter_jit(lambda f, x: f(x))
    for make in (
        lambda: functools.partial(lambda held, x: x + 1, held),
        lambda: functools.partial(lambda x, held: x + 1, held=held),
        lambda: types.MethodType(lambda held, x: x + 1, held),
    ):
        f = make()
        assert apply(f, 1.0) == apply(f, 1.0) == 2
        assert same(f, f) and (isinstance(f, types.MethodType) or static_key(f) != static_key(make()))
    plain = Plain()
    assert apply(plain.method, 1.0) == apply(plain.method, 1.0) == 2 and same(plain.method, plain.method)
