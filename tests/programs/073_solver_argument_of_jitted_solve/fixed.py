import equinox as eqx
import jax.numpy as jnp
import optimistix as optx


def residual(y, args):
    return y - jnp.tanh(args * y + 1)


@eqx.filter_jit
def solve(solver, y0, args):
    return optx.root_find(residual, solver, y0, args).value


solver = optx.Newton(rtol=1e-5, atol=1e-5)
print(solve(solver, jnp.array(0.5), jnp.array(0.2)).round(3))
