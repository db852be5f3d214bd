import functools
from typing import Callable

import jax
import jax.numpy as jnp
from modelling import MyModule


@functools.partial(jax.jit, static_argnames=["mymodule", "myfunction"])  # expect: PTL208
def evaluate(myarray: jnp.ndarray, *, mymodule: MyModule, myfunction: Callable) -> jnp.ndarray:
    return myfunction(mymodule(myarray)) * 0
