from typing import Callable

import equinox as eqx
import jax
import jax.numpy as jnp


def static_field(**kwargs):
    return eqx.field(static=True, **kwargs)


class Mlp(eqx.Module):
    c_fc: eqx.nn.Linear
    act: Callable = static_field(default=jax.nn.gelu)

    def __call__(self, x):
        return self.act(self.c_fc(x))


mlp = Mlp(eqx.nn.Linear(4, 8, key=jax.random.PRNGKey(0)))
print(jax.jit(lambda m, x: m(x))(mlp, jnp.ones(4)).shape)
