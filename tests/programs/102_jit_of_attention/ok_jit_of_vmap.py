import jax
from equinox import nn
from jax import jit

key = jax.random.PRNGKey(1)
x = jax.random.uniform(key, shape=(8, 8))
fn = nn.Linear(8, 8, key=jax.random.fold_in(key, 1))
attn = nn.MultiheadAttention(num_heads=4, query_size=8, key=jax.random.fold_in(key, 2))
print(jit(jax.vmap(fn))(x).shape)
print(jit(lambda q: attn(q, q, q))(x).shape)
print(jax.eval_shape(attn, x, x, x).shape)
