import jax

from .compat import Module, static_field


class Linear(Module):
    weight: jax.Array
    bias: jax.Array | None
    In: tuple = static_field()  # expect: PTL801
    Out: tuple = static_field()  # expect: PTL801

    def __call__(self, inputs):
        return inputs @ self.weight + self.bias
