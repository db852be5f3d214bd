import equinox as eqx
import jax
import jax.numpy as jnp
from equinox import nn


class Distilled(eqx.Module):
    student: eqx.Module
    student_type: type[eqx.Module] = eqx.field(static=True)
    activation: nn.Lambda = eqx.field(static=True)

    def __init__(self, key, student_type=nn.Linear):
        self.student_type = student_type
        self.student = student_type(2, 1, key=key)
        self.activation = nn.Lambda(jax.nn.relu)

    def __call__(self, x):
        return self.activation(self.student(x))


print(jax.jit(jax.vmap(Distilled(jax.random.key(3))))(jnp.ones((4, 2))).shape)
