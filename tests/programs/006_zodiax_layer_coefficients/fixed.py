import equinox as eqx
import jax.numpy as np
import zodiax as zdx


class OpticalLayer(zdx.Base):
    npix: int

    def __init__(self, npix):
        self.npix = int(npix)


class ZernikeLayer(OpticalLayer):
    coefficients: np.ndarray
    basis: np.ndarray

    def __init__(self, npix, coeffs):
        super().__init__(npix)
        self.coefficients = np.asarray(coeffs)
        self.basis = np.ones((len(coeffs), npix, npix))

    def opd(self):
        return np.einsum("i,ijk->jk", self.coefficients, self.basis)


layer = ZernikeLayer(8, [1e-8, 2e-8])
print(layer.opd().shape)
