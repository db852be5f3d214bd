import jax.numpy as np
import zodiax as zdx
from jax import jit, vmap


class Aperture(zdx.Base):
    radius: float

    def __init__(self, radius):
        self.radius = np.asarray(radius, float)

    def transmission(self, coords):
        return (np.hypot(coords[0], coords[1]) < self.radius).astype(float)


class Telescope(zdx.Base):
    layers: dict

    def model(self, coords):
        out = 1.0
        for name, layer in self.layers.items():
            out = out * vmap(layer.transmission)(coords)
        return out


telescope = Telescope({"primary": Aperture(1.0), "stop": Aperture(0.5)})
print(jit(lambda tel, coords: tel.model(coords))(telescope, np.ones((4, 2))).shape)
