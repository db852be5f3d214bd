# What pytreelint knows of optax.projections._projections (optax 0.2.8); see tools/generate_bundles.py.

import chex
import jax
from pytreelint.bundled import of, one

def projection_non_negative(tree):
    return jax.tree.map(jax.nn.relu, tree)

def projection_box(tree, lower, upper):
    return jax.tree.map(jax.numpy.clip, tree, lower, upper)

def projection_hypercube(tree, scale=1):
    return jax.tree.map(jax.numpy.clip, tree, 0, scale)

def projection_simplex(tree, scale: chex.Array | float=1):
    return of('unknown')

def projection_l1_sphere(tree, scale: chex.Array | float=1):
    return of('unknown')

def projection_l1_ball(tree, scale: chex.Array | float=1):
    return one(tree, of('unknown'))

def projection_l2_sphere(tree, scale: chex.Array | float=1):
    return of('unknown')

def projection_l2_ball(tree, scale: chex.Array | float=1):
    return of('unknown')

def projection_linf_ball(tree, scale: chex.Array | float=1):
    return of('unknown')

def projection_vector(x, a):
    return of('unknown')

def projection_hyperplane(x, a, b: chex.Array | float):
    return of('unknown')

def projection_halfspace(x, a, b: chex.Array | float):
    return of('unknown')
