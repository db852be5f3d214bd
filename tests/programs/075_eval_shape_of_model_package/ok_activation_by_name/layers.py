import equinox as eqx
import jax


class Layer(eqx.Module):
    linear: eqx.nn.Linear
    activation: str = eqx.field(static=True)

    def __init__(self, size, activation, *, key):
        self.linear = eqx.nn.Linear(size, size, key=key)
        self.activation = activation

    def __call__(self, x):
        return getattr(jax.nn, self.activation)(self.linear(x))
