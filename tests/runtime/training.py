"""Training of programs: by the filtered transforms on three kinds of classes, and raw on arrays alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import equinox as eqx
import flax.struct
import jax
import numpy as np
import optax

from pytreelint.runtime import (
    filter,  # noqa: A004
    filter_jit,
    filter_value_and_grad,
    is_inexact_array,
)

KINDS = ("equinox", "flax", "dataclass")
STEPS = 4
Loss = Callable[..., Any]
_CLASSES: dict[tuple[str, str, tuple[str, ...]], Any] = {}


def node(kind: str, name: str, /, **fields: Any) -> Any:
    """An instance of a class with these fields, all of them children: functions, strings and numbers are leaves."""
    key = (kind, name, tuple(fields))
    if key not in _CLASSES:
        body = {"__annotations__": dict.fromkeys(fields, Any), "__module__": __name__}
        if kind == "equinox":
            _CLASSES[key] = type(eqx.Module)(name, (eqx.Module,), body)
        elif kind == "flax":
            _CLASSES[key] = flax.struct.dataclass(type(name, (), body))
        else:
            _CLASSES[key] = _registered(dataclasses.make_dataclass(name, list(fields)), tuple(fields))
    return _CLASSES[key](**fields)


def _registered(cls: Any, fields: tuple[str, ...]) -> Any:
    """Not by `register_dataclass`, as `flax.struct` does it: jax takes the structures of two such classes with the same
    fields for equal, and the `jax.jit` of 0.10 now and then returns the one for the other (optax has such a `jit`)."""
    keys = [jax.tree_util.GetAttrKey(name) for name in fields]
    jax.tree_util.register_pytree_with_keys(
        cls,
        lambda x: ([(key, getattr(x, key.name)) for key in keys], None),
        lambda _, children: cls(*children),
    )
    return cls


def train(model: Any, loss: Loss, batches: list[Any], state: Any = None) -> list[float]:
    """Train a whole model: gradient, Adam, donation, state; all leaves that are no floating arrays stay as they are.

    Args:
        model: Any PyTree.
        loss: `loss(model, batch, state) -> (value, state)`.
        batches: What is passed step by step, in turns.
        state: Passed from step to step.
    """
    model = jax.tree.map(lambda x: x.copy() if is_inexact_array(x) else x, model)
    optimizer = optax.adam(0.02)
    moments = optimizer.init(filter(model, is_inexact_array))

    @filter_jit(donate_argnames=("model", "moments"))
    def step(model: Any, moments: Any, batch: Any, state: Any) -> Any:
        (value, state), gradient = filter_value_and_grad(loss, has_aux=True)(model, batch, state)
        updates, moments = optimizer.update(gradient, moments)
        moved = jax.tree.map(lambda u, x: x if u is None else x + u, updates, model, is_leaf=lambda x: x is None)
        return moved, moments, value, state

    values = []
    for i in range(STEPS):
        model, moments, value, state = step(model, moments, batches[i % len(batches)], state)
        values.append(float(value))
    assert step.trace_count == 1
    return values


def train_raw(params: Any, loss: Loss, batches: list[Any], state: Any = None) -> list[float]:
    """The same with raw JAX on arrays alone."""
    optimizer = optax.adam(0.02)
    moments = optimizer.init(params)

    @jax.jit
    def step(params: Any, moments: Any, batch: Any, state: Any) -> Any:
        (value, state), gradient = jax.value_and_grad(loss, has_aux=True)(params, batch, state)
        updates, moments = optimizer.update(gradient, moments)
        return optax.apply_updates(params, updates), moments, value, state

    values = []
    for i in range(STEPS):
        params, moments, value, state = step(params, moments, batches[i % len(batches)], state)
        values.append(float(value))
    return values


def normal(seed: int, *shape: int) -> Any:
    """Small random weights or data."""
    return jax.numpy.asarray(np.random.default_rng(seed).normal(size=shape).astype(np.float32) / 2)


def assert_trained_alike(ours: list[float], raw: list[float]) -> None:
    """Losses equal up to rounding, and not constant."""
    np.testing.assert_allclose(ours, raw, rtol=2e-4)
    assert len(set(raw)) == STEPS
