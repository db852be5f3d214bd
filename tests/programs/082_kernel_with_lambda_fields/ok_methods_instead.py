import equinox as eqx
import jax
import jax.numpy as jnp


class LinearGaussianKernel(eqx.Module):
    params: dict

    def mapping(self, x):
        return self.params["w"] @ x + self.params["b"]


def transform_kernel(carry, offset):
    params = dict(carry.params)
    params["b"] = params["b"] + offset
    new = LinearGaussianKernel(params)
    return new, new.mapping(offset)


kernel = LinearGaussianKernel({"w": jnp.eye(2), "b": jnp.zeros(2)})
last, out = jax.lax.scan(transform_kernel, kernel, jnp.ones((10, 2)))
print(out.shape, last.params["b"])
