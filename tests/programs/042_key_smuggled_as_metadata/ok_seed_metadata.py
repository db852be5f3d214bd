import dataclasses

import jax


@dataclasses.dataclass
class Sampler:
    temperature: float
    seed: int


jax.tree_util.register_pytree_node(
    Sampler,
    lambda m: ((m.temperature,), m.seed),
    lambda aux, children: Sampler(children[0], aux),
)


@jax.jit
def sample(m: Sampler):
    return m.temperature * jax.random.normal(jax.random.PRNGKey(m.seed), (2,))


for seed in range(2):
    print(sample(Sampler(1.0, seed)).shape)
