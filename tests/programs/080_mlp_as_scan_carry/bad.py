import equinox as eqx
import jax


class SimpleMLP(eqx.Module):
    mlp: eqx.nn.MLP

    def __init__(self, *, key) -> None:
        self.mlp = eqx.nn.MLP(in_size=3, out_size=1, width_size=32, depth=2, key=key)

    def __call__(self, x):
        return self.mlp(x)


def rollout(mlp, xs):
    def step(carry, x):
        (mlp,) = carry
        val = mlp(x)
        return [mlp], [val]

    _, scan_out = jax.lax.scan(step, [mlp], xs)  # expect: PTL204
    return scan_out


key = jax.random.PRNGKey(42)
mlp = SimpleMLP(key=jax.random.fold_in(key, 1))
key, subkey = jax.random.split(key)
vals = rollout(mlp, jax.random.normal(key=subkey, shape=(20, 3)))
print(vals[0].shape)
