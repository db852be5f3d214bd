from functools import partial

import jax
import jax.numpy as jnp


class Problem:
    def __init__(self, bounds, dim):
        self.bounds = bounds
        self.dim = dim

    def flatten(self):
        return (self.bounds,), self.dim

    @classmethod
    def unflatten(cls, aux, _):
        return cls(*_, aux)

    def evaluate(self, x):
        return jnp.sum(jnp.clip(x, *self.bounds) ** 2)


jax.tree_util.register_pytree_node(Problem, Problem.flatten, Problem.unflatten)


def sphere(dim):
    b = jnp.array([-5.0, 5.0])
    return Problem(b, dim)


@jax.jit
def fitness(problem, pop):
    return jax.vmap(problem.evaluate)(pop)


for d in (2, 2):
    print(fitness(sphere(d), jnp.ones((3, d))))
