import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array


def STATIC():
    return eqx.field(static=True)


def PARAM():
    return eqx.field()


class PhaseStack(eqx.Module):
    # trainable
    phases: list[Array] = PARAM()
    # fixed
    n_layers: int = STATIC()
    shape: tuple[int, int] = STATIC()
    dx: float = STATIC()
    spectrum: float | np.ndarray = PARAM()

    def __call__(self):
        k = 2 * np.pi / self.spectrum
        return sum(jnp.cos(k[:, None, None] * p).sum() for p in self.phases)


model = PhaseStack(
    phases=[jnp.zeros((4, 4)) for _ in range(2)],
    n_layers=2,
    shape=(4, 4),
    dx=0.3,
    spectrum=np.array([0.532, 0.632]),
)
value, grads = eqx.filter_value_and_grad(lambda m: m())(model)
print(round(float(value), 2))
