from functools import partial

import jax.numpy as np
from jax import jit


@jit
def shift(x, v):
    return x + v.sum()


def main():
    x = np.ones((10, 10))
    v = np.array([1, 2, 3])
    first_call = shift(x, v)
    print(first_call.shape)


if __name__ == "__main__":
    main()
