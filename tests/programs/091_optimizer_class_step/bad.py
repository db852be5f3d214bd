import jax
import jax.numpy as jnp
from jax import jit


class Momentum:
    def __init__(self, lr, gamma):
        self.lr = lr
        self.gamma = gamma
        self.v = None

    @jit  # expect: PTL206
    def opt(self, gradient, parameter, v):
        v = jax.tree.map(lambda v, g: self.gamma * v + self.lr * g, v, gradient)
        parameter = jax.tree.map(lambda p, v: p - v, parameter, v)
        return parameter, v


optimizer = Momentum(0.1, 0.9)
params = [jnp.ones(2), jnp.zeros(3)]
grads = [jnp.ones(2), jnp.ones(3)]
params, v = optimizer.opt(grads, params, [jnp.zeros(2), jnp.zeros(3)])
print(params[0])
