from typing import Callable

import equinox
import jax.numpy as jnp
from modelling import MyModule


@equinox.filter_jit
def evaluate(myarray: jnp.ndarray, *, mymodule: MyModule, myfunction: Callable) -> jnp.ndarray:
    return myfunction(mymodule(myarray)) * 0
