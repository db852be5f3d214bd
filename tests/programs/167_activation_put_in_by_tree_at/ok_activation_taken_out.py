import equinox as eqx
import jax
import jax.numpy as jnp


class Net(eqx.Module):
    linear: eqx.nn.Linear
    act: object

    def __call__(self, x):
        y = self.linear(x)
        return y if self.act is None else self.act(y)


net = Net(eqx.nn.Linear(2, 1, key=jax.random.PRNGKey(0)), jax.nn.relu)
net = eqx.tree_at(lambda n: n.act, net, None)
print(jax.jit(lambda n, x: n(x))(net, jnp.ones(2)).shape)
net = eqx.tree_at(lambda n: n.linear.weight, net, jnp.zeros((1, 2)))
print(jax.jit(lambda n, x: n(x))(net, jnp.ones(2)).shape)
