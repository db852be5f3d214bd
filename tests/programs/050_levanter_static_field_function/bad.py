from typing import Callable, Optional

import equinox as eqx
import jax
import jax.numpy as jnp


class Gpt2Mlp(eqx.Module):
    c_fc: eqx.nn.Linear
    c_proj: eqx.nn.Linear
    act: Callable = eqx.static_field()  # expect: PTL801

    @staticmethod
    def init(dim, mlp_dim, activation_fn, *, key) -> "Gpt2Mlp":
        k_fc, k_proj = jax.random.split(key)
        c_fc = eqx.nn.Linear(dim, mlp_dim, key=k_fc)
        c_proj = eqx.nn.Linear(mlp_dim, dim, key=k_proj)
        return Gpt2Mlp(c_fc, c_proj, activation_fn)

    def __call__(self, x, *, key: Optional[jax.Array] = None):
        return self.c_proj(self.act(self.c_fc(x)))


mlp = Gpt2Mlp.init(4, 8, jax.nn.gelu, key=jax.random.PRNGKey(0))
print(jax.jit(lambda m, x: m(x))(mlp, jnp.ones(4)).shape)
