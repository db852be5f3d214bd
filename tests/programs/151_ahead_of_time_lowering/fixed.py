import equinox as eqx
import jax
import jax.numpy as jnp


class Surrogate(eqx.Module):
    encoder: eqx.nn.MLP
    decoder: eqx.nn.MLP

    def __init__(self, key):
        ekey, dkey = jax.random.split(key)
        self.encoder = eqx.nn.MLP(4, 2, 8, 1, key=ekey)
        self.decoder = eqx.nn.MLP(2, 4, 8, 1, key=dkey)


def reconstruct(model, x):
    return model.decoder(model.encoder(x))


model = Surrogate(jax.random.PRNGKey(0))
lowered = eqx.filter_jit(reconstruct).lower(model, jnp.ones(4))
compiled = lowered.compile()
print(compiled(model, jnp.ones(4)).shape)
