import equinox as eqx
import jax
import jax.numpy as np
import jax.random as jr


class Exposure(eqx.Module):
    image: jax.Array

    def __init__(self, seed):
        self.image = jr.uniform(jr.key(seed), (6, 6))


class Source(eqx.Module):
    flux: jax.Array

    def __init__(self, flux):
        self.flux = np.asarray(flux, float)


@eqx.filter_jit
@eqx.filter_value_and_grad
def loss_fn(source, exposure):
    return np.sum((source.flux - exposure.image) ** 2)


source = Source(1.0)
first, second = Exposure(0), Exposure(1)
loss, grads = loss_fn(source, first)
loss, grads = loss_fn(source, second)
print(float(loss) > 0)
