from functools import partial

import jax.numpy as np
from jax import jit


@partial(jit, static_argnums=(1,))
def shift(x, v):
    return x + v.sum()


def main():
    x = np.ones((10, 10))
    v = np.array([1, 2, 3])
    first_call = shift(x, v)  # expect: PTL102
    print(first_call.shape)


if __name__ == "__main__":
    main()
