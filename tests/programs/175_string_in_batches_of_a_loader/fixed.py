import jax
import jax.numpy as jnp
import numpy as np


class Loader:
    def __init__(self, n, split):
        self.n = n
        self.split = split

    def __iter__(self):
        rng = np.random.default_rng(0)
        for i in range(self.n):
            yield {"image": rng.normal(size=(4, 8)), "label": rng.integers(0, 2, 4)}


def loss_fn(w, batch):
    logits = batch["image"] @ w
    return -jnp.mean(jax.nn.log_softmax(logits)[jnp.arange(4), batch["label"]])


train_step = jax.jit(jax.grad(loss_fn))

w = jnp.zeros((8, 2))
for batch in Loader(2, "train"):
    w = w - 0.1 * train_step(w, batch)
print(w.sum())
