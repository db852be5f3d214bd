import jax
import jax.numpy as np
import zodiax as zdx
from jax import jit, vmap


class Aperture(zdx.Base):
    radius: float
    kind: str

    def __init__(self, radius, kind="circular"):
        self.radius = np.asarray(radius, float)
        self.kind = kind

    def transmission(self, coords):
        r = np.hypot(coords[0], coords[1])
        return (r < self.radius).astype(float)


class Telescope(zdx.Base):
    layers: dict

    def model(self, coords):
        out = 1.0
        for layer in self.layers.values():
            out = out * vmap(layer.transmission)(coords)
        return out


telescope = Telescope({"primary": Aperture(1.0), "stop": Aperture(0.5, kind="soft")})
propagate = jit(lambda tel, coords: tel.model(coords))  # expect: PTL201
print(propagate(telescope, np.ones((4, 2))).shape)
