import jax.numpy as jnp
import numpy as np

from robot import Model


def joint_limits(name):
    lower = np.array([-1.0, -0.5])
    upper = np.array([1.0, 0.5])
    return lower, upper


def build_model(name):
    return Model(name=name, limits=joint_limits(name), offset=jnp.zeros(3))
