import equinox as eqx
import jax


class Layer(eqx.Module):
    norm: eqx.nn.LayerNorm
    dense: eqx.nn.Linear

    def __call__(self, x):
        return x + self.dense(self.norm(x))


class Tower(eqx.Module):
    layers: tuple

    def __init__(self, depth, key):
        keys = jax.random.split(key, depth)
        self.layers = tuple(
            Layer(eqx.nn.LayerNorm(4), eqx.nn.Linear(4, 4, key=k)) for k in keys
        )

    def __call__(self, x):
        for layer in self.layers:
            x = eqx.filter_checkpoint(layer)(x)
        return x
