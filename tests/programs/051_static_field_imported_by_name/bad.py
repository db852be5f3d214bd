import jax.numpy as jnp
from equinox import Module, static_field, static_field as meta


class PIDController(Module):
    rtol: float
    atol: float
    order: int = static_field(default=5)  # expect: PTL801
    name: str = meta(default="pid")  # expect: PTL801

    def scale(self, err):
        return err / (self.atol + self.rtol) ** (1 / self.order)


print(PIDController(1e-3, 1e-6).scale(jnp.ones(2)).shape)
