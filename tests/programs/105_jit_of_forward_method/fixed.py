import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    w1: jnp.ndarray
    w2: jnp.ndarray

    @classmethod
    def create(cls, key, hidden=8):
        k1, k2 = jax.random.split(key)
        return cls(jax.random.normal(k1, (3, hidden)), jax.random.normal(k2, (hidden, 1)))

    def forward(self, x):
        return jnp.tanh(x @ self.w1) @ self.w2


model = Net.create(jax.random.PRNGKey(0))
apply = eqx.filter_jit(model.forward)
print(apply(jnp.ones((2, 3))).shape)
