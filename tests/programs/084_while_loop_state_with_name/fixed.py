from typing import NamedTuple

import jax
import jax.numpy as jnp


class SolverState(NamedTuple):
    x: jax.Array
    err: jax.Array
    status: int = 0


def newton(f, x0, tol=1e-4):
    df = jax.grad(f)

    def cond_fun(s):
        return s.err > tol

    def body_fun(s):
        x = s.x - f(s.x) / df(s.x)
        return s._replace(x=x, err=jnp.abs(f(x)))

    init = SolverState(x=x0, err=jnp.inf)
    return jax.lax.while_loop(cond_fun, body_fun, init)


print(newton(lambda x: x**2 - 2, 1.0).x.round(3))
