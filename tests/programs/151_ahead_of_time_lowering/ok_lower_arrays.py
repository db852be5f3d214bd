import equinox as eqx
import jax
import jax.numpy as jnp

model = eqx.nn.MLP(4, 2, 8, 1, key=jax.random.PRNGKey(0))
params, static = eqx.partition(model, eqx.is_array)


def encode(params, x):
    return eqx.combine(params, static)(x)


spec = jax.ShapeDtypeStruct((4,), jnp.float32)
compiled = jax.jit(encode).lower(params, spec).compile()
print(compiled(params, jnp.ones(4)).shape)
