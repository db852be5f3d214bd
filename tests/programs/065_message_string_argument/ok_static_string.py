import functools

import jax
import numpy as np


@functools.partial(jax.jit, static_argnames="how")
def reduce_rows(arr, how="mean"):
    return arr.mean(axis=0) if how == "mean" else arr.sum(axis=0)


@functools.partial(jax.jit, static_argnums=1)
def reduce_columns(arr, how):
    return arr.mean(axis=1) if how == "mean" else arr.sum(axis=1)


def reduce_all(arr, how):
    return getattr(arr, how)()


print(reduce_rows(np.ones((3, 2)), how="sum"), reduce_columns(np.ones((3, 2)), "mean"))
print(jax.jit(functools.partial(reduce_all, how="max"))(np.ones(3)))
