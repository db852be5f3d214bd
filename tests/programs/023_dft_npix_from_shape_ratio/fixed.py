from functools import partial

import jax
import jax.numpy as np


@partial(jax.jit, static_argnums=(1, 2))
def matrix_dft(plane, nlamD, npix):
    npup = plane.shape[0]
    u = nlamD / npix * (np.arange(npix) - npix / 2)
    x = (np.arange(npup) - npup / 2) / npup
    kernel = np.exp(-2j * np.pi * np.outer(u, x))
    return np.abs(kernel @ plane).sum()


plane = np.ones((4, 4))
print(matrix_dft(plane, 1, 2).round(2))
pixel_scale, field = np.array(0.5), np.array(1.0)
npix = int(np.round(field / pixel_scale))
print(matrix_dft(plane, 1, npix).round(2))
