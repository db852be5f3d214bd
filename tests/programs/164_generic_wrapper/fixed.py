from typing import Generic, TypeVar

import equinox as eqx
import jax
import jax.numpy as jnp

T = TypeVar("T", bound=eqx.Module)


class EMA(eqx.Module, Generic[T]):
    online: T
    target: T
    decay: float = 0.99

    def update(self):
        target = jax.tree.map(
            lambda t, o: self.decay * t + (1 - self.decay) * o if eqx.is_inexact_array(t) else t,
            self.target,
            self.online,
        )
        return EMA(self.online, target, self.decay)


@eqx.filter_jit
def predict(ema, x):
    return ema.target(x)


net = eqx.nn.MLP("scalar", "scalar", 8, 1, key=jax.random.PRNGKey(0))
ema = EMA(net, net).update()
print(predict(ema, jnp.array(1.0)).shape)
