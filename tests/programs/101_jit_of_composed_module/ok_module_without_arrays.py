import equinox as eqx
import jax


class Shift(eqx.Module):
    params: float
    name: str = "shift"

    def __call__(self, x):
        return self.params + x


class Second(eqx.Module):
    first: Shift

    def __call__(self, x):
        return self.first(x)


class Scale(eqx.Module):
    array: jax.Array

    def __call__(self, x):
        return self.array * x


print(jax.jit(Second(Shift(2.0)))(3.0))
print(jax.jit(lambda x: Scale(jax.numpy.ones(1))(x))(3.0))
print(jax.grad(lambda x: Scale(jax.numpy.ones(()))(x))(3.0), jax.vmap(Scale(jax.numpy.ones(())))(jax.numpy.ones(2)))
