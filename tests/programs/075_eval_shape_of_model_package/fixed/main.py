import equinox as eqx
import jax
import jax.numpy as jnp
from models import build


def forward(model, x):
    return model(x)


model = build("relu", jax.random.PRNGKey(0))
out = eqx.filter_eval_shape(forward, model, jnp.ones(3))
print(out.shape)
