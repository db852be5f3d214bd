import equinox as eqx
import jax
import jax.numpy as jnp
from helpers import jit


@jit
def forward(net, x):
    return net(x)


net = eqx.nn.MLP(2, 2, 4, 1, key=jax.random.PRNGKey(0))
print(forward(net, jnp.ones(2)).shape)
