import equinox as eqx
import jax


class Nested(eqx.Module):
    nested: tuple

    def __call__(self):
        return sum(self.nested)


def merge(parameters, static):
    return eqx.combine(parameters, static)()


model = Nested((0.0, 2.0))
arr, static = eqx.partition(model, eqx.is_array)
print(jax.jit(merge, static_argnames="static")(arr, static=static))
