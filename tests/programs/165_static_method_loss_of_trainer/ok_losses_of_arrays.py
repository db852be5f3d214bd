import equinox as eqx
import jax
import jax.numpy as jnp


class Trainer:
    def __init__(self, model, lr=1e-2):
        self.params, self.static = eqx.partition(model, eqx.is_array)
        self.lr = lr

    def loss(self, params, x, y):
        model = eqx.combine(params, self.static)
        return jnp.mean((jax.vmap(model)(x) - y) ** 2)

    def run(self, x, y):
        grads = jax.jit(jax.grad(self.loss))(self.params, x, y)
        self.params = jax.tree.map(lambda p, g: p - self.lr * g, self.params, grads)
        return jax.jit(self.loss)(self.params, x, y)


trainer = Trainer(eqx.nn.MLP(2, 1, 4, 1, key=jax.random.PRNGKey(3)))
print(trainer.run(jnp.ones((5, 2)), jnp.zeros((5, 1))).shape)
