"""Modules: generated and written constructors, containers, aliases, converters."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int, PRNGKeyArray, PyTree

S = TypeVar("S")
Activation = Callable[[Array], Array]


class Stats(NamedTuple):
    mean: Array
    count: int = 0


@dataclasses.dataclass(frozen=True)
class Config:
    width: int = 4
    depth: int = 2


class Base(eqx.Module):
    weight: Array
    rate: float = 0.1


class Derived(Base):
    label: str = eqx.field(static=True)

    def __init__(self, size: int = 3):
        super().__init__(jnp.zeros(size))
        self.label = "derived"


class Block(eqx.Module):
    act: Activation
    stats: Stats
    name: str = eqx.field(static=True)
    scale: float = 1.0
    mask: Int[Array, "n"] = eqx.field(converter=jnp.asarray, default=(1, 2))

    def __init__(self, name: str = "b", act: Activation = jax.nn.relu, *, key: PRNGKeyArray | None = None):
        self.act, self.name = act, name
        self.stats = Stats(jnp.zeros(2))


class Recurrent(Block, Generic[S]):
    cell: eqx.nn.GRUCell
    init: S | None = None

    def __init__(self, size: int = 3):
        super().__init__("r", jnp.tanh)
        self.cell = eqx.nn.GRUCell(size, size, key=jax.random.PRNGKey(0))


class Stack(eqx.Module):
    layers: list[Block]
    heads: dict[str, eqx.nn.Linear]
    extra: tuple[Block, ...]
    tree: PyTree[Float[Array, "..."]]
    config: Config = eqx.field(static=True)

    def __init__(self, config: Config = Config()):
        key = jax.random.PRNGKey(0)
        self.config = config
        self.layers = [Block(f"l{i}") for i in range(config.depth)]
        self.heads = {name: eqx.nn.Linear(2, 2, key=key) for name in ("a", "b")}
        self.extra = tuple(Block() for _ in range(2))
        self.tree = {"x": jnp.ones(2), "y": (jnp.ones(1),)}
