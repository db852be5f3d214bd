import equinox as eqx
import jax


class Regressor(eqx.Module):
    body: eqx.nn.Linear
    head: eqx.nn.Linear
    act: "callable"

    def __call__(self, x):
        return self.head(self.act(self.body(x)))


def get_model(act, *, key):
    k1, k2 = jax.random.split(key)
    body = eqx.nn.Linear(3, 8, key=k1)
    head = eqx.nn.Linear(8, 1, key=k2)
    if act == "gelu":
        return Regressor(body, head, jax.nn.gelu)
    return Regressor(body, head, jax.nn.relu)
