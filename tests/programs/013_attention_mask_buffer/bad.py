import equinox as eqx
import jax
import numpy as onp
from jax import nn, numpy as np


def fixed_pos_bias(seq, heads):
    distance = onp.arange(seq)[None, :] - onp.arange(seq)[:, None]
    slopes = 2.0 ** -onp.arange(1, heads + 1)
    return slopes[:, None, None] * distance


class Attention(eqx.Module):
    heads: int = eqx.field(static=True)
    mask: onp.ndarray = eqx.field(static=True)  # expect: PTL101
    wq: eqx.nn.Linear
    wk: eqx.nn.Linear

    def __init__(self, dim, heads, seq, *, key):
        k1, k2 = jax.random.split(key)
        self.heads = heads
        self.mask = onp.tril(onp.ones((seq, seq)))
        self.wq = eqx.nn.Linear(dim, dim, key=k1)
        self.wk = eqx.nn.Linear(dim, dim, key=k2)

    def __call__(self, x):
        q, k = jax.vmap(self.wq)(x), jax.vmap(self.wk)(x)
        bias = fixed_pos_bias(x.shape[0], self.heads)
        return nn.softmax(q @ k.T + bias.sum(0), where=self.mask > 0)


attn = Attention(8, 2, 5, key=jax.random.PRNGKey(0))
print(eqx.filter_jit(attn)(np.ones((5, 8))).shape)
