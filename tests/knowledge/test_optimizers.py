"""Every optimizer's entry, asked of the installed optax: what it rejects over a function or string leaf, and where."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import optax
import pytest
from packaging.version import Version

from pytreelint.knowledge.optimizers import (
    ADDS_STATE,
    APPLY_UPDATES,
    CHAINS,
    COMPOSED,
    HANDS_NONE_ON,
    NONE_IN_SOME,
    OPTIMIZERS,
    TAKES_ANY_STRUCTURE,
    WITHOUT_NONE,
    keeps_arrays,
)
from tests.knowledge.building import installed, load
from tests.part import part

pytestmark = pytest.mark.filterwarnings("ignore")

WEIGHT = jnp.ones((3, 3))
LEAVES = {"function": jax.nn.relu, "string": "a label"}
# What required parameters are given, by name.
GIVEN: dict[str, Any] = {
    "b1": 0.9,
    "base_optimizer": optax.adam(0.1),
    "clipping": 1.0,
    "decay": 0.9,
    "eta": 0.1,
    "gamma": 0.5,
    "key": 0,
    "learning_rate": 0.1,
    "max_delta": 1.0,
    "max_norm": 1.0,
    "momentum": 0.9,
    "seed": 0,
    "step_size": 0.1,
    "step_size_fn": lambda count: 0.1,
    "threshold": 1.0,
    "weight_decay": 0.1,
    "max_backtracking_steps": 5,
}
# They ask `update` for more than a tree, or their own `init` takes no None: only `init` is asked.
INIT_ONLY = ("lbfgs", "polyak", "linesearch", "momo", "galore", "sm3")
HERE = [name for name in OPTIMIZERS if installed(name)]


def make(name: str) -> Any:
    """The optimizer, with its required parameters given."""
    parameters = inspect.signature(load(name)).parameters.values()
    needed = [p for p in parameters if p.default is p.empty and p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    return load(name)(**{p.name: GIVEN[p.name] for p in needed})


def raises(action: Callable[[], Any]) -> bool:
    try:
        action()
    except (TypeError, ValueError, AttributeError):
        return True
    return False


def rejects(transformation: Any, leaf: Any, update: bool = True) -> frozenset[str]:
    """What a transformation raises over: an opaque leaf in `init`, one that has no update in `update`."""
    opaque, filtered = {"w": WEIGHT, "leaf": leaf}, {"w": WEIGHT, "leaf": None}
    found = {"init"} if raises(lambda: transformation.init(opaque)) else set()
    state = transformation.init(filtered)
    if update and raises(lambda: transformation.update(filtered, state, opaque)):
        transformation.update(filtered, state, filtered)  # the leaf is the cause
        found.add("params")
    return frozenset(found)


def test_most_of_them_are_here() -> None:
    assert len(HERE) > 0.9 * len(OPTIMIZERS)


@pytest.mark.parametrize("leaf", LEAVES.values(), ids=LEAVES)
@pytest.mark.parametrize("name", [pytest.param(name, marks=part(name, of=2)) for name in HERE])
def test_what_it_rejects(name: str, leaf: Any) -> None:
    update = not any(word in name for word in INIT_ONLY)
    expected = OPTIMIZERS[name] if update else OPTIMIZERS[name] & {"init"}
    assert rejects(make(name), leaf, update) == expected


@pytest.mark.parametrize("name", ADDS_STATE)
def test_an_option_adds_state(name: str) -> None:
    position, keyword = ADDS_STATE[name]
    assert list(inspect.signature(load(name)).parameters)[position] == keyword
    assert "init" not in rejects(load(name)(0.1, None), jax.nn.relu)
    assert "init" in rejects(load(name)(0.1, 0.0), jax.nn.relu)
    assert "init" in rejects(load(name)(0.1, **{keyword: 0.9}), jax.nn.relu)


def test_what_is_composed() -> None:
    sgd, adam, lamb = optax.sgd(0.1), optax.adam(0.1), optax.lamb(0.1)
    leaf = jax.nn.relu
    assert set(COMPOSED.values()) == {"any", "same", "factory", "all", "label"}
    for link in (sgd, adam, lamb):
        alone = rejects(link, leaf)
        assert rejects(optax.chain(optax.clip(1.0), link), leaf) == alone
        assert rejects(optax.named_chain(("clip", optax.clip(1.0)), ("part", link)), leaf) == alone
        assert rejects(optax.apply_if_finite(link, 3), leaf) == alone
        assert rejects(optax.with_extra_args_support(link), leaf) == alone
        assert rejects(optax.flatten(link), leaf) == {"init", "params"}
        assert rejects(optax.MultiSteps(link, 2), leaf) == {"init", "params"}
        assert rejects(optax.MultiSteps(link, 2).gradient_transformation(), leaf) == {"init", "params"}
        for labelled in (optax.multi_transform, optax.partition):
            for labels in ("a", {"w": "a", "leaf": "b"}, lambda tree: jax.tree.map(lambda _: "b", tree)):
                assert "init" in rejects(labelled({"a": adam, "b": lamb}, labels), leaf, update=False)
                assert rejects(labelled({"a": sgd, "b": sgd}, labels), leaf, update=False) == set()
    for factory in (optax.sgd, optax.adam, optax.lamb):
        assert rejects(optax.inject_hyperparams(factory)(learning_rate=0.1), leaf) == {"init", "params"}


@pytest.mark.parametrize("name", [name for name in HERE if keeps_arrays(name)])
def test_its_state_is_arrays(name: str) -> None:
    optimizer = make(name)
    for params in ({"w": WEIGHT, "leaf": None}, {"w": 2.0}):
        try:
            state = optimizer.init(params)
        except AttributeError:
            continue  # it takes no numbers
        assert all(type(leaf) is type(WEIGHT) for leaf in jax.tree.leaves(state))


def test_updates_are_applied_to_arrays_only() -> None:
    apply = load(APPLY_UPDATES)
    for leaf in LEAVES.values():
        params = {"w": WEIGHT, "leaf": leaf}
        assert raises(lambda params=params: apply(params, {"w": WEIGHT, "leaf": None}))  # type: ignore[misc]
        assert raises(lambda params=params: apply(params, params))  # type: ignore[misc]


OTHER = [{"w": WEIGHT, "more": WEIGHT}, (WEIGHT, {"w": WEIGHT}), {"all": {"w": WEIGHT}}]


@pytest.mark.parametrize("name", [name for name in HERE if "init" in OPTIMIZERS[name]])
def test_updates_of_another_structure_are_refused_by_what_keeps_a_tree(name: str) -> None:
    transformation = make(name)
    state = transformation.init({"w": WEIGHT})
    assert all(raises(lambda: transformation.update(other, state, other)) for other in OTHER)  # noqa: B023  at once


def test_some_that_are_made_of_others_take_any_structure() -> None:
    flat, injected = optax.flatten(optax.adam(0.1)), optax.inject_hyperparams(optax.sgd)(learning_rate=0.1)
    assert {"optax.flatten", "optax.inject_hyperparams()"} < TAKES_ANY_STRUCTURE
    for transformation in (flat, injected):
        transformation.update((WEIGHT,), transformation.init({"w": WEIGHT}))


@pytest.mark.parametrize("name", sorted(WITHOUT_NONE | NONE_IN_SOME))
def test_none_among_the_updates_is_refused(name: str) -> None:
    transformation = optax.MultiSteps(optax.sgd(0.1), 2) if name == "optax.MultiSteps" else make(name)
    both, one = {"w": WEIGHT, "b": WEIGHT}, {"w": WEIGHT, "b": None}
    since, before = (Version(version) for version in HANDS_NONE_ON)
    hands_on = name in NONE_IN_SOME and since <= Version(optax.__version__) < before
    refused = [raises(lambda: transformation.update(one, transformation.init(both), p)) for p in (both, one)]  # noqa: B023
    assert not all(refused) if hands_on else all(refused)


@pytest.mark.parametrize("name", HERE)
def test_what_does_not_refuse_none_hands_it_on(name: str) -> None:
    transformation = make(name)
    both, one = {"w": WEIGHT, "b": WEIGHT}, {"w": WEIGHT, "b": None}
    for params in (both, one):
        try:
            updates, _ = transformation.update(one, transformation.init(both), params)
        except (TypeError, ValueError, AttributeError):
            continue
        assert updates["b"] is None


@pytest.mark.parametrize("name", [n for n in HERE if "init" in OPTIMIZERS[n] and n not in TAKES_ANY_STRUCTURE])
def test_an_update_of_what_was_none_is_refused(name: str) -> None:
    transformation = make(name)
    both, one = {"w": WEIGHT, "b": WEIGHT}, {"w": WEIGHT, "b": None}
    assert all(raises(lambda: transformation.update(both, transformation.init(one), p)) for p in (both, one))  # noqa: B023


@pytest.mark.parametrize("name", sorted(CHAINS - {"optax.chain"}))
def test_the_state_of_a_chain_is_a_plain_tuple(name: str) -> None:
    assert type(make(name).init({"w": WEIGHT})) is tuple
    assert type(optax.chain(make(name)).init({"w": WEIGHT})) is tuple
