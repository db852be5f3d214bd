import equinox as eqx
import jax.numpy as np
import zodiax as zdx


class ZernikeLayer(zdx.Base):
    coefficients: np.ndarray
    noll_indices: tuple = eqx.field(static=True)
    names: tuple = eqx.field(static=True)

    def __init__(self, coeffs):
        self.coefficients = np.asarray(coeffs)
        self.noll_indices = tuple(range(1, len(coeffs) + 1))
        self.names = (("tip", 2), ("tilt", 3))


layer = ZernikeLayer([1e-8, 2e-8])
print(layer.set("coefficients", layer.coefficients * 2).noll_indices)
