import json
import sys

import jax
import jax.numpy as jnp


@jax.jit
def double(x):
    return jax.tree.map(lambda v: 2 * v, x)


class Trainer:
    def __init__(self, callbacks=()):
        self.callbacks = callbacks
        self.state = "not started"
        self.batch = {"x": "nothing"}

    def run(self):
        for cb in self.callbacks:
            cb.on_start(self)
        print(double(self.state))
        for cb in self.callbacks:
            cb(self.batch)


def load(argv):
    t = Trainer(CALLBACKS)
    t.run()
    return t


class Init:
    def on_start(self, trainer):
        trainer.state = jnp.ones(2)

    def __call__(self, batch):
        batch["x"] = 1.0


CALLBACKS = [Init()]
t = load(sys.argv)
print(double(t.state), double(t.batch))
