import equinox as eqx
import jax
import jax.numpy as jnp


class Relaxation(eqx.Module):
    matrix: jax.Array
    tol: float = 1e-3

    def converged(self, state):
        x, prev = state
        return jnp.linalg.norm(x - prev) > self.tol

    def body(self, state):
        x, _ = state
        return self.matrix @ x, x

    def run(self, x0):
        init = (x0, x0 + 1.0)
        return jax.lax.while_loop(lambda s: self.converged(s), lambda s: self.body(s), init)


solver = Relaxation(0.5 * jnp.eye(3))
print(solver.run(jnp.ones(3))[0].shape)
