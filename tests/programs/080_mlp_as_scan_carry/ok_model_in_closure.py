import equinox as eqx
import jax
import jax.numpy as jnp


class SimpleMLP(eqx.Module):
    mlp: eqx.nn.MLP

    def __call__(self, x):
        return self.mlp(x)


def rollout(mlp, xs):
    def step(carry, x):
        return carry + mlp(x).sum(), [mlp(x)]

    return jax.lax.scan(step, jnp.array(0.0), xs)


def rollout_linear(xs, key):
    linear = eqx.nn.Linear(3, 3, key=key)
    return jax.lax.scan(lambda model, x: (model, model(x)), linear, xs)


key = jax.random.PRNGKey(42)
mlp = SimpleMLP(eqx.nn.MLP(3, 1, 8, 2, key=jax.random.fold_in(key, 1)))
xs = jnp.ones((5, 3))
print(rollout(mlp, xs)[1][0].shape, rollout_linear(xs, key)[1].shape)
