import equinox as eqx
import jax
import jax.numpy as jnp


class Relaxation(eqx.Module):
    factor: float = 0.5
    tol: float = 1e-3

    def converged(self, state):
        x, prev = state
        return jnp.linalg.norm(x - prev) > self.tol

    def body(self, state):
        x, _ = state
        return self.factor * x, x

    def run(self, x0):
        return jax.lax.while_loop(self.converged, self.body, (x0, x0 + 1.0))


print(Relaxation().run(jnp.ones(3))[0].shape)
