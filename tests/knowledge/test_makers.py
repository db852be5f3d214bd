"""Every maker with every marker, built under the real library: JAX says which field is a leaf."""

from __future__ import annotations

import dataclasses
from collections import namedtuple
from typing import Any

import jax
import pytest
from jax.tree_util import tree_leaves

from pytreelint.knowledge.libraries import MAKERS, MARKERS, Maker, Marker, verdict
from pytreelint.model.values.classes import with_options
from pytreelint.model.values.value import Constant, Value
from tests.knowledge.building import build_class, installed, load

CLASS_MAKERS = [
    maker
    for maker in MAKERS.values()
    if installed(maker.name)
    and maker.fields in ("annotated", "assigned")
    and not maker.name.startswith(("attr", "enum", "typing", "flax.linen", "haiku", "penzai", "pydantic"))
    or maker.name == "jax.tree_util.register_dataclass"
]
NODES = [maker for maker in CLASS_MAKERS if maker.node == "yes"]
METADATA: list[dict[str, Any]] = [
    {},
    {"static": True},
    {"static": False},
    {"pytree_node": False},
    {"pytree_node": True},
]


def _spellings(marker: Marker) -> list[dict[str, Any]]:
    if marker.how == "metadata":
        return [{"metadata": metadata} for metadata in METADATA]
    if marker.how == "keyword":
        return [{}, {marker.keyword: True}, {marker.keyword: False}, {"metadata": {"other": 1}}]
    return [{}]


def _fits(maker: Maker, marker: Marker) -> bool:
    """Whether the pair can be built: without a dataclass decorator, a base reads only its own fields in the body."""
    if maker.name.startswith("simple_pytree"):
        return marker.writes is not None and marker.how != "wrapper"
    return maker.fields == "annotated" or maker.spelling == "lists"


CASES = [
    pytest.param(maker, marker, keywords, id=f"{maker.name}-{marker.name}-{keywords}")
    for maker in NODES
    for marker in MARKERS.values()
    if installed(marker.name) and _fits(maker, marker)
    for keywords in _spellings(marker)
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("maker", "marker", "keywords"), CASES)
def test_a_field_is_what_the_tables_say(maker: Maker, marker: Marker, keywords: dict[str, Any]) -> None:
    annotation: Any = Any
    value: Any = ...
    if marker.how == "annotation":
        annotation = load(marker.name)[int]
    else:
        value = load(marker.name)(**keywords)
    cls = build_class(maker, {"plain": (Any, ...), "x": (annotation, value)})
    leaves = tree_leaves(cls(plain=jax.numpy.zeros(1), x=3))
    expected = verdict(maker, marker, keywords)
    assert len(leaves) == (1 if expected == "static" or maker.leaves == "data" else 2)


def _value(node: bool) -> Any:
    return jax.numpy.zeros(2) if node else "text"


@pytest.mark.parametrize("maker", NODES, ids=lambda maker: maker.name)
def test_unmarked_fields_are_children(maker: Maker) -> None:
    cls = build_class(maker, {"array": (Any, ...), "text": (Any, ...)})
    leaves = tree_leaves(cls(array=_value(True), text="text"))
    assert ("text" in leaves) is (maker.leaves == "all")
    assert len(leaves) == (2 if maker.leaves == "all" else 1)


@pytest.mark.parametrize("maker", [m for m in CLASS_MAKERS if m.node == "no"], ids=lambda maker: maker.name)
def test_what_is_no_node_is_one_leaf(maker: Maker) -> None:
    instance = build_class(maker, {"x": (Any, ...)})(x=3)
    assert tree_leaves(instance) == [instance]


@pytest.mark.parametrize("maker", [m for m in CLASS_MAKERS if m.hash != "own"], ids=lambda maker: maker.name)
def test_hash(maker: Maker) -> None:
    cls = build_class(maker, {"x": (Any, ...)})
    outcomes: list[bool | None] = []
    for value in (3, jax.numpy.zeros(2)):
        try:
            one, other = cls(x=value), cls(x=value)
            outcomes.append(hash(one) == hash(other))
        except TypeError:
            outcomes.append(None)
    expected = {"fields": [True, None], "identity": [False, False], "unhashable": [None, None]}
    assert outcomes == expected[maker.hash]


@pytest.mark.parametrize("maker", [m for m in CLASS_MAKERS if m.init != "none"], ids=lambda maker: maker.name)
def test_frozen(maker: Maker) -> None:
    instance = build_class(maker, {"x": (Any, ...)})(x=3)
    try:
        instance.x = 4
    except (AttributeError, dataclasses.FrozenInstanceError, RuntimeError):
        frozen = True
    else:
        frozen = False
    assert frozen is maker.frozen


@pytest.mark.parametrize("maker", NODES, ids=lambda maker: maker.name)
def test_inheritance(maker: Maker) -> None:
    cls = build_class(maker, {"x": (Any, ...)})
    heir: Any = type("Heir", (cls,), {"__module__": __name__})
    instance = heir(x=jax.numpy.zeros(2))
    assert (tree_leaves(instance) != [instance]) is maker.inherits


NO_INIT = [m for m in NODES if m.init == "dataclass" or m.spelling == "lists"]


@pytest.mark.parametrize("maker", NO_INIT, ids=lambda maker: maker.name)
def test_fields_without_init(maker: Maker) -> None:
    fields: dict[str, tuple[Any, Any]] = {"x": (Any, ...), "y": (Any, dataclasses.field(init=False))}
    body = {"__post_init__": lambda self: object.__setattr__(self, "y", 2)}
    try:
        leaves = tree_leaves(build_class(maker, fields, body=body)(x=1))
    except ValueError:
        outcome = "error"
    else:
        outcome = "kept" if len(leaves) == 2 else "dropped"
    assert outcome == maker.no_init


OPTIONS = [(maker, option) for maker in CLASS_MAKERS for option in maker.options if option[2] != "init"]


@pytest.mark.parametrize(("maker", "option"), OPTIONS, ids=lambda value: getattr(value, "name", str(value)))
def test_options(maker: Maker, option: tuple[str, object, str, object]) -> None:
    keyword, given, attribute, becomes = option
    instance: Any = build_class(maker, {"x": (Any, ...)}, {keyword: given})(x=3)
    match attribute:
        case "frozen":
            changes = not _raises(lambda: setattr(instance, "x", 4))
            assert changes is not becomes
        case "hash" if becomes == "unhashable":
            with pytest.raises(TypeError, match="unhashable"):
                hash(instance)
        case "hash":
            other = type(instance)(x=3)
            assert (hash(instance) == hash(other)) is (becomes == "fields")
        case "node":
            assert tree_leaves(instance) == [instance] and becomes == "no"


BOTH = [m for m in CLASS_MAKERS if {"frozen", "eq"} <= {option[0] for option in m.options}]


@pytest.mark.parametrize("maker", BOTH, ids=lambda maker: maker.name)
def test_the_last_option_of_a_hash_wins(maker: Maker) -> None:
    given: dict[str, object] = {"frozen": True, "eq": False}
    instance: Any = build_class(maker, {"x": (Any, ...)}, given)(x=3)
    other: Any = type(instance)(x=3)
    assert hash(instance) != hash(other)
    spec: dict[str, Value] = {"frozen": Constant(True, "bool"), "eq": Constant(False, "bool")}
    assert with_options(maker, spec).hash == "identity"
    assert with_options(maker, {**spec, "unsafe_hash": Constant(True, "bool")}).hash == "fields"


def _raises(action: Any) -> bool:
    try:
        action()
    except (AttributeError, RuntimeError):
        return True
    return False


def test_nnx_attributes_are_children_by_their_value() -> None:
    nnx = load("flax.nnx")

    class Layer(nnx.Module):  # type: ignore[name-defined]
        def __init__(self) -> None:
            self.array = jax.numpy.zeros(2)
            self.name = "layer"
            self.number = 3
            self.act = jax.nn.relu
            self.kept = nnx.data(4)
            self.param = nnx.Param(jax.numpy.ones(2))
            self.layers = nnx.List([nnx.Linear(1, 1, rngs=nnx.Rngs(0))])

    leaves = tree_leaves(Layer())
    assert 4 in [leaf for leaf in leaves if isinstance(leaf, int)]
    assert not [leaf for leaf in leaves if isinstance(leaf, str) or leaf is jax.nn.relu]
    assert len(leaves) == 5  # array, kept, param, kernel and bias


def test_registering_calls() -> None:
    class Plain:
        def __init__(self, x: int, label: str) -> None:
            self.x, self.label = x, label

    jax.tree_util.register_pytree_node(
        Plain, lambda p: ((p.x,), p.label), lambda aux, kids: Plain(next(iter(kids)), aux)
    )
    assert tree_leaves(Plain(3, "a")) == [3]
    assert "register_pytree_node" in MAKERS["jax.tree_util.register_pytree_node"].name


def test_static_registration_has_no_leaves() -> None:
    @jax.tree_util.register_static
    @dataclasses.dataclass(frozen=True)
    class Config:
        width: int

    assert tree_leaves(Config(3)) == []
    assert MAKERS["jax.tree_util.register_static"].node == "static"


def test_named_tuples_are_nodes_and_so_are_their_heirs() -> None:
    pair = namedtuple("pair", "a b")
    heir = type("Heir", (pair,), {})
    assert tree_leaves(pair(1, "b")) == [1, "b"]
    assert tree_leaves(heir(1, "b")) == [1, "b"]
    assert MAKERS["collections.namedtuple"].inherits and MAKERS["typing.NamedTuple"].inherits
