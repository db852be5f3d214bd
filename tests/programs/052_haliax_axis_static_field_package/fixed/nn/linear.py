import jax

from .compat import Module, field


class Linear(Module):
    weight: jax.Array
    bias: jax.Array | None
    In: tuple = field(static=True)
    Out: tuple = field(static=True)

    def __call__(self, inputs):
        return inputs @ self.weight + self.bias
