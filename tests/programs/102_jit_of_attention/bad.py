import jax
from equinox import nn
from jax import jit

key = jax.random.PRNGKey(1)
x = jax.random.uniform(key, shape=(8, 8))
fn = nn.MultiheadAttention(num_heads=4, query_size=8, key=jax.random.fold_in(key, 1))
print(fn(x, x, x).shape)

jitfn = jit(fn)  # expect: PTL207
print(jitfn(x, x, x).shape)
