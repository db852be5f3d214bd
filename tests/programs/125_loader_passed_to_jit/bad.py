import jax
import numpy as np


class DataLoader:
    def __init__(self, X, Y, batch_size):
        self.X, self.Y, self.batch_size = X, Y, batch_size

    def __iter__(self):
        for i in range(0, len(self.X), self.batch_size):
            yield self.X[i : i + self.batch_size], self.Y[i : i + self.batch_size]


@jax.jit  # expect: PTL212
def foo(train_loader):
    X, Y = next(iter(train_loader))
    return X.sum() + Y.sum()


print(foo(DataLoader(np.ones((10, 2)), np.ones(10), 5)))
