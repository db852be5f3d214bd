import equinox as eqx
import jax


class Problematic(eqx.Module):
    nested: dict

    def __init__(self, nested):
        self.nested = nested

    def __call__(self):
        return sum(self.nested.values())


def merge(parameters, static):
    return eqx.combine(parameters, static)()


model = Problematic({0: 0.0, 1: 2.0})
arr, static = eqx.partition(model, eqx.is_array)
print(eqx.filter_jit(merge)(arr, static=static))
