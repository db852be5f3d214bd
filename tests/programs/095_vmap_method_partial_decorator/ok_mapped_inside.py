import jax
import jax.numpy as jnp
from jax import vmap


class Perceptron:
    def __init__(self, key):
        self.w = jax.random.normal(key, (3,))

    def _predict(self, x):
        return jnp.dot(self.w, x)

    def predict(self, xs):
        return vmap(self._predict)(xs)

    def loss(self, xs):
        return jax.grad(lambda w: jnp.sum(xs @ w))(self.w)


p = Perceptron(jax.random.PRNGKey(0))
print(p.predict(jnp.ones((5, 3))).shape, p.loss(jnp.ones((5, 3))).shape)
