import equinox as eqx
import jax
import numpy as onp
from jax import nn, numpy as np


class Attention(eqx.Module):
    heads: int = eqx.field(static=True)
    causal: bool = eqx.field(static=True, default=True)
    wq: eqx.nn.Linear = None

    @property
    def mask(self):
        return onp.tril(onp.ones((5, 5))) if self.causal else onp.ones((5, 5))

    def __call__(self, x):
        q = jax.vmap(self.wq)(x)
        return nn.softmax(q @ x.T, where=self.mask > 0)


attn = Attention(2, wq=eqx.nn.Linear(8, 8, key=jax.random.PRNGKey(0)))
print(eqx.filter_jit(attn)(np.ones((5, 8))).shape)
