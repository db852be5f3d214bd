import equinox as eqx
import jax


class FirstModule(eqx.Module):
    params: float
    array: jax.numpy.ndarray

    def __init__(self, param: float):
        self.params = param
        self.array = jax.numpy.array([param])

    def __call__(self, x):
        return self.array + x


class SecondModule(eqx.Module):
    first_module: FirstModule

    def __init__(self, first_module: FirstModule):
        self.first_module = first_module

    def __call__(self, x):
        return self.first_module(x)


first_module = FirstModule(param=2.0)
second_module = SecondModule(first_module)
second_module = eqx.filter_jit(second_module)
print(second_module(3.0))
