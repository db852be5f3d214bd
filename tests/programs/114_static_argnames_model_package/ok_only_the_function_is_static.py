import functools
from typing import Callable

import equinox
import jax
import jax.numpy as jnp


class MyModule(equinox.Module):
    net: equinox.nn.Linear

    def __call__(self, x):
        return self.net(x)


@functools.partial(jax.jit, static_argnames=["myfunction"])
def evaluate(mymodule: MyModule, myarray: jnp.ndarray, myfunction: Callable) -> jnp.ndarray:
    return myfunction(mymodule(myarray)) * 0


print(evaluate(MyModule(equinox.nn.Linear(3, 2, key=jax.random.PRNGKey(0))), jnp.ones(3), jnp.sum))
