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
        d = self.decay
        target = jax.tree.map(lambda t, o: d * t + (1 - d) * o, self.target, self.online)
        return EMA(self.online, target, d)


@jax.jit
def predict(ema, x):
    return ema.update().target(x)


net = eqx.nn.Linear(2, 2, key=jax.random.PRNGKey(0))
print(predict(EMA[eqx.nn.Linear](net, net), jnp.ones(2)).shape)
