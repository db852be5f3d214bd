import equinox as eqx
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array


def STATIC():
    return eqx.field(static=True)


class PhaseStack(eqx.Module):
    phases: list[Array]
    shape: tuple[int, int] = STATIC()
    spectrum: float = STATIC()

    def __call__(self):
        k = 2 * np.pi / self.spectrum
        return sum(jnp.cos(k * p).sum() for p in self.phases)


model = PhaseStack([jnp.zeros((4, 4)) for _ in range(2)], (4, 4), 0.532)
print(round(float(eqx.filter_jit(lambda m: m())(model)), 2))
