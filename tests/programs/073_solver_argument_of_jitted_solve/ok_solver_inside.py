import jax
import jax.numpy as jnp
import optimistix as optx

solver = optx.Newton(rtol=1e-5, atol=1e-5)


def residual(y, args):
    return y - jnp.tanh(args * y + 1)


@jax.jit
def solve(y0, args):
    return optx.root_find(residual, solver, y0, args).value


print(solve(jnp.array(0.5), jnp.array(0.2)).round(3))
