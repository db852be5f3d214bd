import collections
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Reading(collections.namedtuple("Reading", "value, unit", defaults=(None,))):
    __slots__ = ()

    def scaled(self):
        return self.value * 2


Pair = NamedTuple("Pair", [("first", jax.Array), ("second", float)])


@jax.jit
def double(reading):
    return reading.scaled()


@jax.jit
def swap(pair):
    first, second = pair
    return pair._replace(first=second, second=first)


print(double(Reading(1.0)), double(Reading("x")._replace(value=2.0)), swap(Pair(jnp.ones(2), 3.0)))
