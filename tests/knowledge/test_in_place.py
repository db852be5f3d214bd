"""What methods change in place, asked of flax: under `jax.jit` that is lost, under `nnx.jit` it is not."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pytest

from pytreelint.knowledge.in_place import CHANGING
from tests.knowledge.building import installed, load

nnx = pytest.importorskip("flax.nnx")
optax = pytest.importorskip("optax")

_CALLS = [(name, method) for name, known in CHANGING.items() if installed(name) for method in known]


def _instance(name: str) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """An instance, and what its methods are called with besides the parameters."""
    cls, last = load(name), name.rpartition(".")[2]
    model = nnx.Linear(2, 2, rngs=nnx.Rngs(0))
    grads = nnx.grad(lambda model: jnp.sum(model(jnp.ones(2))))(model)
    if last in ("Optimizer", "ModelAndOptimizer"):
        return cls(model, optax.sgd(0.1), wrt=nnx.Param), (model, grads) if last == "Optimizer" else (grads,), {}
    if last == "MultiMetric":
        return cls(loss=nnx.metrics.Average("loss")), (), {"loss": jnp.ones(3)}
    return cls(), (), {"values": jnp.ones(3)}


def _leaves(*trees: Any) -> list[Any]:
    return [jnp.asarray(leaf).tolist() for leaf in jax.tree.leaves(nnx.state(trees))]


@pytest.mark.parametrize(("name", "method"), [c for c in _CALLS if not c[0].endswith(".Metric")])
def test_changes_of_a_copy_are_lost(name: str, method: str) -> None:
    instance, args, keywords = _instance(name)
    if method == "reset":
        instance.update(**keywords)
        keywords = {}
    given = tuple(args[position] for position in CHANGING[name][method])

    def call(instance: Any, args: Any, keywords: Any) -> None:
        getattr(instance, method)(*args, **keywords)

    before = _leaves(instance, *given)
    jax.jit(call)(instance, args, keywords)
    assert _leaves(instance, *given) == before
    nnx.jit(call)(instance, args, keywords)
    assert _leaves(instance, *given) != before


def test_the_base_of_metrics_names_the_same_methods() -> None:
    base = load("flax.nnx.training.metrics.Metric")
    assert all(hasattr(base, method) for method in CHANGING["flax.nnx.training.metrics.Metric"])
