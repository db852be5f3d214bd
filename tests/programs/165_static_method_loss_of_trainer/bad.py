import equinox as eqx
import jax
import jax.numpy as jnp


class Trainer:
    def __init__(self, model, lr=1e-2):
        self.model = model
        self.lr = lr

    @staticmethod
    @jax.jit  # expect: PTL201
    def evaluate(model, x, y):
        pred = jax.vmap(model)(x)
        return jnp.mean((pred - y) ** 2)

    @staticmethod
    @eqx.filter_jit
    def gradient(model, x, y):
        return eqx.filter_grad(lambda m: jnp.mean((jax.vmap(m)(x) - y) ** 2))(model)

    def run(self, x, y):
        grads = self.gradient(self.model, x, y)
        self.model = eqx.apply_updates(self.model, jax.tree.map(lambda g: -self.lr * g, grads))
        return self.evaluate(self.model, x, y)


trainer = Trainer(eqx.nn.MLP(2, 1, 4, 1, key=jax.random.PRNGKey(3)))
print(trainer.run(jnp.ones((5, 2)), jnp.zeros((5, 1))).shape)
