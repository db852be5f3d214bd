import equinox as eqx
import jax
import jax.numpy as jnp
from helpers import maybe_jit


class Net(eqx.Module):
    layer: eqx.nn.Linear
    act: eqx.nn.Lambda

    def __call__(self, x):
        return self.act(self.layer(x))


def forward(net, x):
    return net(x)


net = Net(eqx.nn.Linear(2, 2, key=jax.random.PRNGKey(0)), eqx.nn.Lambda(jnp.sin))
fast_forward = maybe_jit(forward)
print(fast_forward(net, jnp.ones(2)).shape)
