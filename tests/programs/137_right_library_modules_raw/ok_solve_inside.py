import diffrax
import jax
import jax.numpy as jnp
import lineax as lx

solver = lx.LU()


@jax.jit
def solve(matrix, b):
    operator = lx.MatrixLinearOperator(matrix)
    return lx.linear_solve(operator, b, solver).value


@jax.jit
def integrate(y0, rate):
    term = diffrax.ODETerm(lambda t, y, args: -args * y)
    sol = diffrax.diffeqsolve(term, diffrax.Heun(), 0.0, 1.0, 0.1, y0, args=rate)
    return sol.ys


print(solve(jnp.eye(2), jnp.ones(2)), integrate(jnp.ones(2), 0.5).shape)
print(jax.vmap(integrate, in_axes=(0, None))(jnp.ones((3, 2)), 0.5).shape)
