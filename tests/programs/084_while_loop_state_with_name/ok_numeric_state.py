import enum
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Status(enum.IntEnum):
    RUNNING = 0
    DONE = 1


class SolverState(NamedTuple):
    x: jax.Array
    err: jax.Array
    status: int
    extra: None = None


def newton(f, x0, tol=1e-4, name="newton"):
    df = jax.grad(f)

    def body_fun(s):
        x = s.x - f(s.x) / df(s.x)
        return s._replace(x=x, err=jnp.abs(f(x)))

    init = SolverState(x=x0, err=jnp.inf, status=int(Status.RUNNING))
    return name, jax.lax.while_loop(lambda s: s.err > tol, body_fun, init)


print(newton(lambda x: x**2 - 2, 1.0)[1].x.round(3))
