from typing import NamedTuple

import jax
import jax.numpy as jnp


class SolverState(NamedTuple):
    x: jax.Array
    err: jax.Array
    status: str = "running"


def newton(f, x0, tol=1e-4):
    df = jax.grad(f)

    def cond_fun(s):
        return s.err > tol

    def body_fun(s):
        x = s.x - f(s.x) / df(s.x)
        return s._replace(x=x, err=jnp.abs(f(x)))

    init = SolverState(x=x0, err=jnp.inf)
    return jax.lax.while_loop(cond_fun, body_fun, init)  # expect: PTL204


print(newton(lambda x: x**2 - 2, 1.0).x.round(3))
