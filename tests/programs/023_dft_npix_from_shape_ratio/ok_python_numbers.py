from functools import partial

import jax
import jax.numpy as np


@partial(jax.jit, static_argnums=(1, 2))
def matrix_dft(plane, nlamD, npix):
    u = nlamD / npix * (np.arange(npix) - npix / 2)
    return (np.cos(u)[:, None] * plane.sum()).sum()


plane = np.ones((4, 4))
npix = plane.shape[0] // 2
print(matrix_dft(plane, 1, npix).round(2))
print(matrix_dft(plane, 1.0, plane.ndim).round(2))
print(matrix_dft(plane, 1.0, len(plane)).round(2))
