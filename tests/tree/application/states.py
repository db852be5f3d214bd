"""States: dataclasses of several libraries, and classes that are registered by hand."""

import functools
from dataclasses import dataclass, field

import chex
import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
import simple_pytree
from flax import nnx, struct

from tests.tree.application import models
from tests.tree.application.models import Stats as Statistics


@struct.dataclass
class Train:
    params: dict[str, jax.Array]
    step: int
    tx: object = struct.field(pytree_node=False)
    stats: Statistics | None = None


class Node(flax.struct.PyTreeNode):
    a: jax.Array
    act: "models.Activation" = struct.field(pytree_node=False)
    block: models.Block = struct.field(default_factory=models.Block)


@chex.dataclass(frozen=True)
class Sample:
    x: chex.Array
    n: int = 3
    name: str = "c"


@jdc.pytree_dataclass
class Joint:
    x: jax.Array
    n: jdc.Static[int] = 3
    sample: Sample | None = None


@functools.partial(jax.tree_util.register_dataclass, data_fields=["x"], meta_fields=["n"])
@dataclass
class Listed:
    x: jax.Array
    n: int = 1


@jax.tree_util.register_dataclass
@dataclass
class Marked:
    x: jax.Array
    n: int = field(default=1, metadata={"static": True})


class Plain(simple_pytree.Pytree):
    x: jax.Array
    n: int = simple_pytree.static_field()

    def __init__(self, n=2):
        self.x, self.n, self.extra = jnp.ones(n), n, 3.0


class Keyed:
    def __init__(self, w=None, b=0.0, mode="x"):
        self.w = jnp.ones(2) if w is None else w
        self.b, self.mode = b, mode


@jax.tree_util.register_pytree_node_class
class Cloud:
    def __init__(self, x, y: jax.Array | None = None, *, size=3):
        self.x, self.y, self.size = jnp.asarray(x), y, size

    def tree_flatten(self):
        return (self.x, self.y), {"size": self.size}

    @classmethod
    def tree_unflatten(cls, aux, children):
        return cls(*children, **aux)


class Network(nnx.Module):
    def __init__(self, rngs: nnx.Rngs, act=jax.nn.relu):
        self.layers = nnx.List([nnx.Linear(2, 2, rngs=rngs), act])
        self.scale = Kept(jnp.ones(2))
        self.act = act


class Kept(nnx.Variable):
    pass


_KEYS = tuple(map(jax.tree_util.GetAttrKey, ("w", "b")))
jax.tree_util.register_pytree_with_keys(
    Keyed, lambda k: (((_KEYS[0], k.w), (_KEYS[1], k.b)), k.mode), lambda aux, children: Keyed(*children, aux)
)
