from functools import partial

import jax.numpy as np
from jax import jit


@partial(jit, static_argnums=(1,))
def shift(x, v):
    return x + sum(v)


def main():
    x = np.ones((10, 10))
    v = np.array([1, 2, 3])
    print(shift(x, tuple(v.tolist())).shape)
    print(shift(v, v.shape).shape)


if __name__ == "__main__":
    main()
