import dataclasses

import jax


@dataclasses.dataclass
class Sampler:
    temperature: float
    key: jax.Array


def flattten(m: Sampler):
    return (m.temperature,), m.key  # expect: PTL106


def unflatten(aux_data, children):
    return Sampler(temperature=children[0], key=aux_data)


jax.tree_util.register_pytree_node(Sampler, flattten, unflatten)


@jax.jit
def sample(m: Sampler):
    return m.temperature * jax.random.normal(m.key, (2,))


print(sample(Sampler(1.0, jax.random.PRNGKey(0))).shape)
print(sample(Sampler(1.0, jax.random.PRNGKey(1))).shape)
