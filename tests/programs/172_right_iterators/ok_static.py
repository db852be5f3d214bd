"""iterators are hashed by identity; generators given as static or in static fields"""
from functools import partial
from itertools import chain, product

import equinox as eqx
import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=1)
def f(x, it):
    return x + sum(it)


print(f(1.0, (i for i in range(3))))
print(f(1.0, map(int, ["1", "2"])))
print(f(1.0, zip()) if False else 0)
print(f(1.0, range(4)))
print(f(1.0, frozenset([1, 2])))
print(f(1.0, iter([1, 2])))
print(f(1.0, reversed([1, 2])))
print(f(1.0, enumerate([]) if False else (1, 2)))
print(f(1.0, filter(None, [1, 0])))
print(f(1.0, chain([1], [2])))


@partial(jax.jit, static_argnames="d")
def g(x, d):
    return x * len(d)


print(g(1.0, {"a": 1}.items()) if False else 0)
print(g(1.0, d="abc"))
print(g(1.0, d=jnp.ones((2, 3)).shape))
print(g(1.0, d=tuple(jnp.ones((2, 3)).shape)))
print(g(1.0, d=jnp.dtype("float32").name))
print(g(1.0, d=b"ab"))
