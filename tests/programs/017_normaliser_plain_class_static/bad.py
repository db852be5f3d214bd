import equinox as eqx
import jax
import jax.numpy as jnp

traces = 0


class Standardizer:
    def __init__(self, data):
        self.mean = jnp.mean(data, axis=0)
        self.std = jnp.std(data, axis=0)

    def __call__(self, x):
        return (x - self.mean) / self.std


class Regressor(eqx.Module):
    linear: eqx.nn.Linear
    scaler: Standardizer = eqx.field(static=True)  # expect: PTL105

    def __call__(self, x):
        return self.linear(self.scaler(x))


@eqx.filter_jit
def predict(model, x):
    global traces
    traces += 1
    return model(x)


data = jnp.arange(12.0).reshape(4, 3)
for fold in range(2):
    model = Regressor(eqx.nn.Linear(3, 1, key=jax.random.key(0)), Standardizer(data + fold))
    predict(model, jnp.ones(3))
print("traces:", traces)
