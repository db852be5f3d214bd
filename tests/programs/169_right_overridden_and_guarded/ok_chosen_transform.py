import equinox as eqx
import jax
import jax.numpy as jnp


def is_pure(tree):
    return all(eqx.is_array(leaf) for leaf in jax.tree.leaves(tree))


def compiled(fn, model):
    transform = jax.jit if is_pure(model) else eqx.filter_jit
    return transform(fn)


def forward(model, x):
    return model(x)


for model in (eqx.nn.Linear(2, 2, key=jax.random.key(0)), eqx.nn.MLP(2, 2, 4, 1, key=jax.random.key(0))):
    print(compiled(forward, model)(model, jnp.ones(2)).shape)
