import jax
import jax.numpy as jnp


def normalize(axes, xs):
    out = []
    for x in xs:
        for axis in axes:
            x = x - x.mean(axis=axis, keepdims=True)
        out.append(x)
    return out


n = jax.local_device_count()
p_normalize = jax.pmap(normalize, static_broadcasted_argnums=0)
print(p_normalize((0, 1), [jnp.ones((n, 4, 3)), jnp.ones((n, 2, 2))])[0].shape)
