from typing import Any

import equinox as eqx
import jax.numpy as jnp
import numpy as np

traces = []


class LinearGrid(eqx.Module):
    nodes: np.ndarray
    num_nodes: int = eqx.field(static=True)

    def __init__(self, rho):
        self.nodes = np.stack([rho, np.zeros_like(rho)], axis=1)
        self.num_nodes = len(self.nodes)


class Objective(eqx.Module):
    weight: jnp.ndarray
    grid: Any

    def __init__(self, rho):
        self.weight = jnp.ones(())
        self.grid = LinearGrid(np.asarray(rho))


@eqx.filter_jit
def compute(obj):
    traces.append(1)
    return obj.weight * obj.grid.nodes[:, 0].sum()


for rho in ([0.1, 0.2], [0.1, 0.2]):
    compute(Objective(rho))
print("traces:", len(traces))
