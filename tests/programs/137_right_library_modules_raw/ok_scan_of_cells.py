import equinox as eqx
import jax
import jax.numpy as jnp
from jax import lax


class RNN(eqx.Module):
    hidden_size: int = eqx.field(static=True)
    cell: eqx.nn.GRUCell
    head: eqx.nn.Linear

    def __init__(self, in_size, hidden_size, *, key):
        ckey, hkey = jax.random.split(key)
        self.hidden_size = hidden_size
        self.cell = eqx.nn.GRUCell(in_size, hidden_size, key=ckey)
        self.head = eqx.nn.Linear(hidden_size, 1, use_bias=False, key=hkey)

    def __call__(self, xs):
        def f(carry, x):
            return self.cell(x, carry), None

        out, _ = lax.scan(f, jnp.zeros((self.hidden_size,)), xs)
        return self.head(out)


@jax.jit
def forward(model, xs):
    return jax.vmap(model)(xs)


model = RNN(2, 4, key=jax.random.PRNGKey(0))
print(forward(model, jnp.ones((3, 5, 2))).shape)
print(lax.scan(lambda m, x: (m, m(x)), model, jnp.ones((3, 5, 2)))[1].shape)
