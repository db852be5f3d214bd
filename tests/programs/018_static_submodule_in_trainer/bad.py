import equinox as eqx
import jax
import jax.numpy as jnp
from equinox import nn


class Distilled(eqx.Module):
    student: nn.MLP
    teacher: eqx.Module = eqx.field(static=True)  # expect: PTL105

    def __init__(self, key):
        k1, k2 = jax.random.split(key)
        self.student = nn.MLP(2, 1, 8, 1, key=k1)
        self.teacher = nn.MLP(2, 1, 32, 2, key=k2)

    def __call__(self, x):
        return self.student(x) - self.teacher(x)


@eqx.filter_value_and_grad
def loss(model, x):
    return jnp.mean(jax.vmap(model)(x) ** 2)


value, grads = loss(Distilled(jax.random.key(3)), jnp.ones((4, 2)))
print(value.shape)
