import dataclasses

import jax
import jax.numpy as jnp
import numpy as np


class struct:
    """The project's own: plain records that never go into JAX."""

    dataclass = staticmethod(dataclasses.dataclass)

    @staticmethod
    def field(pytree_node=True, **kwargs):
        return dataclasses.field(**kwargs)


@struct.dataclass
class Record:
    name: str
    table: np.ndarray = struct.field(pytree_node=False, default_factory=lambda: np.ones(3))


class Module:
    def __init__(self, fn):
        self.fn = fn

    def jit(self):
        return jax.jit(lambda x: self.fn(x))


record = Record("r")
print(Module(jnp.sin).jit()(jnp.asarray(record.table)).shape)
